"""Bytes: frames, packets' primitive types, and what one peer may cost."""
