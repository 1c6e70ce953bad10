"""Bodies that move in the tracked world as vanilla's do."""
