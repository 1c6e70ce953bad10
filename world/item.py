"""An item stack as the wire describes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ItemStack:
    """``item_id`` is the version's registry number, ``name`` its key without namespace."""

    item_id: int
    name: str
    count: int
    nbt: Any = None
    """nbtlib Compound, or None."""
    damage: int = 0
    """To 1.12.2 a number of its own: wear of a tool, variant of anything else. Later it is in the NBT."""
