"""The binary format's constants: tag ids, sizes, limits."""

from __future__ import annotations

from typing import Any, Final

from nbtlib import tag as tags

END: Final = 0
BYTE: Final = 1
SHORT: Final = 2
INT: Final = 3
LONG: Final = 4
FLOAT: Final = 5
DOUBLE: Final = 6
BYTE_ARRAY: Final = 7
STRING: Final = 8
LIST: Final = 9
COMPOUND: Final = 10
INT_ARRAY: Final = 11
LONG_ARRAY: Final = 12

MAX_DEPTH: Final = 512
"""Containers inside one another, the root included (vanilla since 1.20.2; one more before)."""

NETWORK_QUOTA: Final = 2_097_152
FILE_QUOTA: Final = 104_857_600
"""Vanilla's bounds on what a tree may cost, in the bytes that :data:`COST` counts."""

TAG_CLASSES: Final[tuple[Any, ...]] = tuple(tags.Base.all_tags[i] for i in range(13))
LIST_CLASSES: Final[tuple[Any, ...]] = tuple(tags.List[cls] for cls in TAG_CLASSES)

SCALAR_SIZE: Final = (0, 1, 2, 4, 8, 4, 8)
"""Bytes of a numeric payload, by tag id."""

ELEMENT_SIZE: Final = {BYTE_ARRAY: 1, INT_ARRAY: 4, LONG_ARRAY: 8}
"""Bytes of an array's element, by tag id."""

SMALLEST: Final = (0, 1, 2, 4, 8, 4, 8, 4, 2, 5, 1, 4, 4)
"""The fewest bytes that a payload can have, by tag id: bounds what a list can claim."""

COST: Final = (8, 9, 10, 12, 16, 12, 16, 24, 36, 37, 48, 24, 24)
"""What vanilla's ``NbtAccounter`` charges for a tag by id, before contents: a guess at its size on Java's
heap. Added to it: 1, 4 or 8 per array element, 2 per character, 4 per list item."""

ENTRY_COST: Final = tuple(28 + 36 + cost for cost in COST)
"""Charged for an entry of a compound with its tag by id, plus 2 per character of its name."""
