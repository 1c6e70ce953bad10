"""Ways through the tracked world: what can be reached, and over which places."""
