"""An item stack as the wire describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Components = Mapping[str, Any]


class ComponentHash(int):
    """What a client tells of a component instead of its value (1.21.5+): vanilla's CRC32C of it."""


@dataclass(frozen=True, slots=True)
class ItemStack:
    """``item_id`` is the version's registry number, ``name`` its key without namespace."""

    item_id: int
    name: str
    count: int
    nbt: Any = None
    """To 1.20.4 an nbtlib Compound, or None."""
    damage: int = 0
    """To 1.12.2 a number of its own: wear of a tool, variant of anything else. Later it is in the NBT."""
    components: Components = field(default_factory=dict)
    """From 1.20.5 on: name → value of those that differ from the item's own. Values are plain (numbers, strings,
    tuples, dicts, nbtlib tags for NBT and text), other stacks, a :class:`ComponentHash`, or None where being there
    says it all."""
    removed_components: tuple[str, ...] = ()
    """Names of the item's own components that this stack lacks."""
