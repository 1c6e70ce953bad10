"""What can go wrong with NBT."""

from __future__ import annotations


class NbtError(ValueError):
    """NBT that is damaged, hostile or can't be written. The text says what and where.

    ``offset`` is the byte in the (inflated) data where reading stopped, None for errors of writing, which
    name the path of the tag instead.
    """

    def __init__(self, message: str, offset: int | None = None) -> None:
        super().__init__(message if offset is None else f"{message} (at byte {offset})")
        self.offset = offset
