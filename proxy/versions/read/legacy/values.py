"""Values as 1.8 to 1.12.2 write them: block positions and fixed-point coordinates."""

from __future__ import annotations

from proxy.messages import BlockPos
from proxy.wire.buffer import Reader

Point = tuple[float, float, float]

_FIXED_POINT = 32.0
"""Units of a block in the coordinates of entities to 1.8.9."""


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
