"""Values as 1.8 to 1.12.2 read them: the counterpart of :mod:`proxy.versions.read.legacy.values`."""

from __future__ import annotations

import struct
from math import floor

_FIXED_POINT = 32


def pack_fixed_point(x: float, y: float, z: float) -> bytes:
    """Blocks as 1/32 block, rounded down as vanilla does (to 1.8.9)."""
    return struct.pack(">iii", floor(x * _FIXED_POINT), floor(y * _FIXED_POINT), floor(z * _FIXED_POINT))


def pack_position(x: int, y: int, z: int) -> bytes:
    """A block position as x:26 y:12 z:26."""
    return (((x & 0x3FFFFFF) << 38) | ((y & 0xFFF) << 26) | (z & 0x3FFFFFF)).to_bytes(8, "big")
