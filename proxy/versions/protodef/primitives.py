"""The types that layouts are made of, by ProtoDef's names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nbt.codec import read_network_tag
from nbt.errors import NbtError
from proxy.wire.buffer import DecodeError, Reader

Read = Callable[[Reader], Any]

STRING_LIMIT = 32767


def _string(reader: Reader) -> str:
    return reader.string(STRING_LIMIT)


def _void(reader: Reader) -> None:
    return None


def byte_array(reader: Reader) -> bytes:
    return reader.take(reader.count())


def nbt_tag(reader: Reader) -> Any:
    """NBT without a root name, whose root is of any type (1.20.2+); None for a lone TAG_End."""
    try:
        tag, reader.pos = read_network_tag(reader.data, reader.pos)
    except NbtError as error:
        raise DecodeError(f"NBT: {error}") from None
    return tag


PRIMITIVES: Mapping[str, Read] = {
    "void": _void,
    "bool": Reader.boolean,
    "i8": Reader.i8,
    "u8": Reader.u8,
    "i16": Reader.i16,
    "i32": Reader.i32,
    "i64": Reader.i64,
    "f32": Reader.f32,
    "f64": Reader.f64,
    "varint": Reader.varint,
    "optvarint": Reader.varint,
    "varlong": Reader.varlong,
    "string": _string,
    "byte_array": byte_array,
    "UUID": Reader.uuid,
    "block_position": Reader.position,
    "anonymousNbt": nbt_tag,
    "anonOptionalNbt": nbt_tag,
}
