"""Values as 1.8 to 1.12.2 read them: the counterpart of :mod:`proxy.versions.read.legacy.values`."""

from __future__ import annotations

import struct
from math import floor

from proxy.versions.tables import Tables
from proxy.versions.write.packets import pack_nbt
from world.item import ItemStack

_EMPTY_SLOT = struct.pack(">h", -1)

_FIXED_POINT = 32
_MAX_COUNT = 127


def pack_fixed_point(x: float, y: float, z: float) -> bytes:
    """Blocks as 1/32 block, rounded down as vanilla does (to 1.8.9)."""
    return struct.pack(">iii", floor(x * _FIXED_POINT), floor(y * _FIXED_POINT), floor(z * _FIXED_POINT))


def pack_position(x: int, y: int, z: int) -> bytes:
    """A block position as x:26 y:12 z:26."""
    return (((x & 0x3FFFFFF) << 38) | ((y & 0xFFF) << 26) | (z & 0x3FFFFFF)).to_bytes(8, "big")


def pack_item(stack: ItemStack | None, tables: Tables) -> bytes:
    """A stack by its name, so that one made for another version fits; what this one doesn't know is empty."""
    registries = tables.registries
    item_id = None if stack is None else registries.item_ids.get(stack.name)
    if stack is None or item_id is None:
        return _EMPTY_SLOT
    damage = registries.item_damages.get(stack.name, stack.damage)
    count = max(-_MAX_COUNT - 1, min(stack.count, _MAX_COUNT))
    return struct.pack(">hbh", item_id, count, damage) + pack_nbt(stack.nbt, tables)
