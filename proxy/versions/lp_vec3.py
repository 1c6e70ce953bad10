"""Velocities from 1.21.9 on: vanilla's ``LpVec3``, three fractions of 15 bits under one whole scale.

A vector that rounds to nothing is a zero byte. Any other is a 48-bit number whose low 16 bits come first, in
little endian, and whose high 32 bits follow in big endian:

    bits 0–1    the low two bits of the scale, which is the longest component rounded up
    bit 2       whether the rest of the scale follows as a VarInt
    bits 3–17   x, bits 18–32 y, bits 33–47 z: 0 … 32766 for -scale … scale
"""

from __future__ import annotations

import struct
from math import ceil, floor, isnan

from proxy.wire.buffer import Reader
from proxy.wire.frame import pack_varint

_STEPS = 32766
_COMPONENT = 0x7FFF
_CONTINUED = 4
_SMALLEST = 1 / _STEPS
"""Half a step at scale 1: vanilla sends what is shorter as zero."""
_LARGEST = float((1 << 34) - 1)
"""The scale that two bits and a VarInt can hold."""
_HEAD = struct.Struct("<H")
_TAIL = struct.Struct(">I")

Vector = tuple[float, float, float]


def read_lp_vec3(reader: Reader) -> Vector:
    """Components in blocks per tick. Raises DecodeError at the end of the data."""
    if reader.data[reader.pos : reader.pos + 1] == b"\x00":
        reader.pos += 1
        return 0.0, 0.0, 0.0
    packed = int(reader.unpack(_HEAD)[0]) | int(reader.unpack(_TAIL)[0]) << 16
    scale = packed & 3
    if packed & _CONTINUED:
        scale |= (reader.varint() & 0xFFFFFFFF) << 2
    return _component(packed >> 3, scale), _component(packed >> 18, scale), _component(packed >> 33, scale)


def _component(bits: int, scale: int) -> float:
    return (min(bits & _COMPONENT, _STEPS) * 2.0 / _STEPS - 1.0) * scale


def pack_lp_vec3(x: float, y: float, z: float) -> bytes:
    """Components in blocks per tick; NaN counts as 0, what is too large is cut, as vanilla does it."""
    vector = tuple(0.0 if isnan(value) else max(-_LARGEST, min(value, _LARGEST)) for value in (x, y, z))
    longest = max(map(abs, vector))
    if longest < _SMALLEST:
        return b"\x00"
    scale = ceil(longest)
    packed = scale if scale <= 3 else scale & 3 | _CONTINUED
    for shift, value in zip((3, 18, 33), vector, strict=True):
        packed |= floor((value / scale * 0.5 + 0.5) * _STEPS + 0.5) << shift
    data = _HEAD.pack(packed & 0xFFFF) + _TAIL.pack(packed >> 16)
    return data + pack_varint(_as_i32(scale >> 2)) if packed & _CONTINUED else data


def _as_i32(value: int) -> int:
    return value - (1 << 32) if value >> 31 else value
