"""What the server has told us: chunks, block shapes, entities and players."""
