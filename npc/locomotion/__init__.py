"""How a companion gets somewhere: speed, ways, and the steps along them."""
