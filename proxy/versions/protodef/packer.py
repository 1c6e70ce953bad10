"""Layouts into writers: what :mod:`proxy.versions.protodef.compiler` reads, the other way round."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nbt.codec import write_network_tag
from proxy.versions.protodef.notation import Layout, LayoutCompiler, Step
from proxy.wire.buffer import pack_position, pack_string
from proxy.wire.frame import pack_varint

Pack = Callable[[Any], bytes]

MISFITS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error)
"""What packing raises for a value that a layout has no place for: one made for another version, or by hand."""


def _nbt_tag(tag: Any) -> bytes:
    return b"\x00" if tag is None else write_network_tag(tag)


PRIMITIVES: Mapping[str, Pack] = {
    "void": lambda value: b"",
    "bool": struct.Struct(">?").pack,
    "i8": struct.Struct(">b").pack,
    "u8": struct.Struct(">B").pack,
    "i16": struct.Struct(">h").pack,
    "i32": struct.Struct(">i").pack,
    "i64": struct.Struct(">q").pack,
    "f32": struct.Struct(">f").pack,
    "f64": struct.Struct(">d").pack,
    "varint": pack_varint,
    "optvarint": pack_varint,
    "string": pack_string,
    "byte_array": lambda data: pack_varint(len(data)) + data,
    "UUID": lambda uuid: bytes(uuid.bytes),
    "block_position": lambda place: pack_position(*place),
    "anonymousNbt": _nbt_tag,
    "anonOptionalNbt": _nbt_tag,
}


class Packer(LayoutCompiler[Pack]):
    """Compiles the layouts of one version into writers, which raise one of :data:`MISFITS` for what doesn't fit."""

    def __init__(self, types: Mapping[str, Layout], packers: Mapping[str, Pack]) -> None:
        """``packers`` are those of types that are written by hand."""
        super().__init__(types, {**PRIMITIVES, **packers})

    def later(self, name: str) -> Pack:
        return lambda value: self._known[name](value)

    def named(self, name: str, made: Pack) -> Pack:
        return made

    def container(self, steps: Sequence[Step[Pack]]) -> Pack:
        def pack(values: Mapping[str, Any]) -> bytes:
            return b"".join(
                [step.choose(values)(values[step.name] if step.name else values) for step in steps]
            )

        return pack

    def array(self, item: Pack) -> Pack:
        return lambda items: pack_varint(len(items)) + b"".join([item(value) for value in items])

    def option(self, value: Pack) -> Pack:
        return lambda held: b"\x00" if held is None else b"\x01" + value(held)

    def enum(self, names: tuple[str, ...]) -> Pack:
        numbers = {name: number for number, name in enumerate(names)}
        return lambda name: pack_varint(name if isinstance(name, int) else numbers[name])

    def holder(self, direct: Pack) -> Pack:
        return lambda held: pack_varint(held + 1) if isinstance(held, int) else b"\x00" + direct(held)

    def holders(self, tag: Pack, entry: Pack) -> Pack:
        def pack(held: Any) -> bytes:
            if isinstance(held, str):
                return b"\x00" + tag(held)
            return pack_varint(len(held) + 1) + b"".join([entry(value) for value in held])

        return pack
