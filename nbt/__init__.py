"""What is kept on disk: a checked NBT codec, schemas and the crash-safe store."""
