"""All that differs between Minecraft versions. Nothing outside this folder asks for a version number."""
