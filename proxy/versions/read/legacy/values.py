"""Values as 1.8 to 1.12.2 write them: block positions, fixed-point coordinates, item stacks."""

from __future__ import annotations

from proxy.messages import BlockPos
from proxy.versions.read.values import nbt
from proxy.versions.tables import Tables
from proxy.wire.buffer import Reader
from world.item import ItemStack

Point = tuple[float, float, float]

_FIXED_POINT = 32.0
"""Units of a block in the coordinates of entities to 1.8.9."""
_NO_ITEM = -1


def position(reader: Reader) -> BlockPos:
    """A block position packed as x:26 y:12 z:26 (to 1.13.2)."""
    value = reader.i64()
    return value >> 38, _signed(value >> 26, 12), _signed(value, 26)


def _signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def fixed_point(reader: Reader) -> Point:
    """A place in 1/32 block (to 1.8.9), in blocks; float64 holds it exactly."""
    return reader.i32() / _FIXED_POINT, reader.i32() / _FIXED_POINT, reader.i32() / _FIXED_POINT


def item(reader: Reader, tables: Tables) -> ItemStack | None:
    """An item stack (to 1.12.2): id, count, damage, NBT. Id -1 is an empty slot."""
    item_id = reader.i16()
    if item_id == _NO_ITEM:
        return None
    count, damage = reader.i8(), reader.i16()
    name = tables.registries.item_name(item_id, damage)
    return ItemStack(item_id, name, count, nbt(reader, tables), damage=damage)
