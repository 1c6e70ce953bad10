"""What a client's traffic says of its world."""
