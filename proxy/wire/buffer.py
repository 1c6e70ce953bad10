"""A bounds-checked reader and the matching writers for the protocol's primitive types."""

from __future__ import annotations

import struct
from collections.abc import Callable
from math import floor
from typing import Any, TypeVar
from uuid import UUID

from proxy.wire.frame import FrameError, pack_varint, read_varint

T = TypeVar("T")

_U16 = struct.Struct(">H")
_I16 = struct.Struct(">h")
_I32 = struct.Struct(">i")
_I64 = struct.Struct(">q")
_F32 = struct.Struct(">f")
_F64 = struct.Struct(">d")


class DecodeError(ValueError):
    """A packet body doesn't have the layout that its version says. The text says what and at which byte."""


class Reader:
    """Reads primitives from a packet body. Every method raises :class:`DecodeError` at the end of the data."""

    __slots__ = ("data", "depth", "pos")

    def __init__(self, data: bytes, pos: int = 0) -> None:
        self.data = data
        self.pos = pos
        self.depth = 0
        """How many values that can hold their own kind are being read around this one: they bound it."""

    @property
    def remaining(self) -> int:
        return len(self.data) - self.pos

    def take(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        end = self.pos + count
        if count < 0 or end > len(self.data):
            raise DecodeError(f"{count} bytes wanted at byte {self.pos}, {self.remaining} left")
        out = self.data[self.pos : end]
        self.pos = end
        return out

    def rest(self) -> bytes:
        out = self.data[self.pos :]
        self.pos = len(self.data)
        return out

    def unpack(self, layout: struct.Struct) -> tuple[Any, ...]:
        try:
            values = layout.unpack_from(self.data, self.pos)
        except struct.error:
            raise DecodeError(
                f"{layout.size} bytes wanted at byte {self.pos}, {self.remaining} left"
            ) from None
        self.pos += layout.size
        return values

    def u8(self) -> int:
        try:
            value = self.data[self.pos]
        except IndexError:
            raise DecodeError(f"1 byte wanted at byte {self.pos}, 0 left") from None
        self.pos += 1
        return value

    def i8(self) -> int:
        value = self.u8()
        return value - 256 if value > 127 else value

    def boolean(self) -> bool:
        return self.u8() != 0

    def u16(self) -> int:
        return int(self.unpack(_U16)[0])

    def i16(self) -> int:
        return int(self.unpack(_I16)[0])

    def i32(self) -> int:
        return int(self.unpack(_I32)[0])

    def i64(self) -> int:
        return int(self.unpack(_I64)[0])

    def f32(self) -> float:
        return float(self.unpack(_F32)[0])

    def f64(self) -> float:
        return float(self.unpack(_F64)[0])

    def varint(self) -> int:
        data, pos = self.data, self.pos
        if pos < len(data) and (byte := data[pos]) < 0x80:
            self.pos = pos + 1  # most are this short
            return byte
        try:
            value, self.pos = read_varint(self.data, self.pos)
        except FrameError as error:
            raise DecodeError(str(error)) from None
        return value

    def varint_and(self, layout: struct.Struct) -> tuple[int, tuple[Any, ...]]:
        """A VarInt and the values of ``layout`` behind it, in one step: what most moves of entities are."""
        data, pos = self.data, self.pos
        try:
            value = data[pos]
            pos += 1
            if value > 0x7F:
                byte = data[pos]
                pos += 1
                value = value & 0x7F | byte << 7
                if byte > 0x7F:
                    value, pos = read_varint(data, pos - 2)
            values = layout.unpack_from(data, pos)
        except (IndexError, FrameError, struct.error):
            raise DecodeError(
                f"VarInt and {layout.size} bytes wanted at byte {self.pos}, {self.remaining} left"
            ) from None
        self.pos = pos + layout.size
        return value, values

    def varlong(self) -> int:
        value = 0
        for shift in range(0, 70, 7):
            byte = self.u8()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                value &= 0xFFFFFFFFFFFFFFFF
                return value - (1 << 64) if value >> 63 else value
        raise DecodeError(f"VarLong of more than 10 bytes at byte {self.pos - 10}")

    def count(self, smallest: int = 1) -> int:
        """A VarInt that counts elements of at least ``smallest`` bytes: refused when they can't follow."""
        value = self.varint()
        if value < 0 or value * smallest > self.remaining:
            raise DecodeError(f"{value} elements claimed at byte {self.pos}, {self.remaining} bytes left")
        return value

    def string(self, limit: int = 262144) -> str:
        """UTF-8 with a VarInt length in bytes; ``limit`` in characters."""
        length = self.varint()
        if length < 0 or length > limit * 4:
            raise DecodeError(
                f"string of {length} bytes at byte {self.pos}, at most {limit} characters allowed"
            )
        try:
            text = self.take(length).decode("utf-8")
        except UnicodeDecodeError as error:
            raise DecodeError(f"string before byte {self.pos} isn't UTF-8: {error.reason}") from None
        if len(text) > limit:
            raise DecodeError(
                f"string of {len(text)} characters before byte {self.pos}, at most {limit} allowed"
            )
        return text

    def uuid(self) -> UUID:
        return UUID(bytes=self.take(16))

    def angle(self) -> float:
        """A byte that counts 1/256 turns, as degrees in [-180, 180)."""
        return self.i8() * 360.0 / 256.0

    def position(self) -> tuple[int, int, int]:
        """A block position packed as x:26 z:26 y:12 (1.14+)."""
        value = self.i64()
        return value >> 38, _signed(value, 12), _signed(value >> 12, 26)

    def optional(self, read: Callable[[], T]) -> T | None:
        return read() if self.boolean() else None


def _signed(value: int, bits: int) -> int:
    """The low ``bits`` of ``value`` as two's complement."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def pack_string(text: str) -> bytes:
    data = text.encode("utf-8")
    return pack_varint(len(data)) + data


def pack_position(x: int, y: int, z: int) -> bytes:
    return (((x & 0x3FFFFFF) << 38) | ((z & 0x3FFFFFF) << 12) | (y & 0xFFF)).to_bytes(8, "big")


def pack_angle(degrees: float) -> bytes:
    """Degrees as a byte of 1/256 turns, rounded down as vanilla does."""
    return bytes((floor(degrees * 256.0 / 360.0) & 0xFF,))
