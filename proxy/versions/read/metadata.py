"""Entity metadata: a list of (index, serializer, value) that ends with index 255."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from uuid import UUID

from proxy.messages import EntityMetadata
from proxy.versions.protodef.compiler import Compiler
from proxy.versions.protodef.primitives import Read
from proxy.versions.read.items import item, stack_types
from proxy.versions.read.particles import particle, particle_reader
from proxy.versions.read.rows import Row
from proxy.versions.read.values import component, nbt
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

DIRECTIONS = ("down", "up", "north", "south", "west", "east")

_END = 255


ReadValue = Callable[[Reader, Tables], Any]


def _string(reader: Reader) -> str:
    return reader.string(32767)


def _rotations(reader: Reader) -> tuple[float, float, float]:
    return reader.f32(), reader.f32(), reader.f32()


def _optional_block_position(reader: Reader) -> tuple[int, int, int] | None:
    return reader.position() if reader.boolean() else None


def _direction(reader: Reader) -> str:
    return _named(reader.varint(), DIRECTIONS, "direction")


def _pose(reader: Reader, tables: Tables) -> str:
    return _named(reader.varint(), tables.poses, "pose")


def _named(number: int, names: tuple[str, ...], what: str) -> str:
    if not 0 <= number < len(names):
        raise DecodeError(f"{what} {number}, {len(names) - 1} is the last")
    return names[number]


def _optional_uuid(reader: Reader) -> UUID | None:
    return reader.uuid() if reader.boolean() else None


def _optional_block_state(reader: Reader) -> int | None:
    """0, which would be air, stands for none."""
    return reader.varint() or None


def _optional_unsigned_int(reader: Reader) -> int | None:
    """0 for none, else one more than the value."""
    value = reader.varint()
    return value - 1 if value else None


def _villager_data(reader: Reader) -> tuple[int, int, int]:
    return reader.varint(), reader.varint(), reader.varint()


def _optional_global_position(reader: Reader) -> tuple[str, tuple[int, int, int]] | None:
    return (reader.string(32767), reader.position()) if reader.boolean() else None


def _optional_component(reader: Reader, tables: Tables) -> str | None:
    return component(reader, tables) if reader.boolean() else None


_ALIKE: Mapping[str, Read] = {
    "byte": Reader.i8,
    "varint": Reader.varint,
    "long": Reader.varlong,
    "float": Reader.f32,
    "string": _string,
    "boolean": Reader.boolean,
    "rotations": _rotations,
    "block_position": Reader.position,
    "optional_block_position": _optional_block_position,
    "direction": _direction,
    "optional_uuid": _optional_uuid,
    "block_state": Reader.varint,
    "optional_block_state": _optional_block_state,
    "villager_data": _villager_data,
    "optional_unsigned_int": _optional_unsigned_int,
    "optional_global_pos": _optional_global_position,
}
"""Serializer name → reader of its value, for those alike in all versions. Optional values are None when absent."""

_BY_VERSION: Mapping[str, ReadValue] = {
    "component": component,
    "optional_component": _optional_component,
    "item_stack": item,
    "compound": nbt,
    "particle": particle,
    "pose": _pose,
}


def _whatever_the_version(read: Read) -> ReadValue:
    return lambda reader, tables: read(reader)


VALUES: Mapping[str, ReadValue] = {
    **{name: _whatever_the_version(read) for name, read in _ALIKE.items()},
    **_BY_VERSION,
}
"""All that are read by hand."""

_VARIANTS_TO_1_19_3 = {"cat_variant": "varint", "frog_variant": "varint", "painting_variant": "varint"}
"""Those that the generated layouts describe later."""


@cache
def _readers(tables: Tables) -> tuple[tuple[str, Read], ...]:
    """Name and reader by number: by hand, else by the version's layouts."""
    compiler = Compiler(tables.layouts.types, {**stack_types(tables), "Particle": particle_reader(tables)})
    layouts = tables.layouts.metadata or _VARIANTS_TO_1_19_3

    def reader(name: str) -> Read:
        if name in _ALIKE:
            return _ALIKE[name]
        by_version = _BY_VERSION.get(name)
        if by_version is None:
            return compiler.compile(layouts[name])
        return lambda reader: by_version(reader, tables)

    return tuple((name, reader(name)) for name in tables.serializers)


def metadata_values(reader: Reader, tables: Tables) -> dict[int, tuple[str, Any]]:
    readers = _readers(tables)
    values: dict[int, tuple[str, Any]] = {}
    while (index := reader.u8()) != _END:
        number = reader.varint()
        if not 0 <= number < len(readers):
            raise DecodeError(f"metadata serializer {number}, {len(readers) - 1} is the last")
        name, read = readers[number]
        values[index] = name, read(reader)
    return values


def entity_metadata(reader: Reader, tables: Tables) -> EntityMetadata:
    return EntityMetadata(reader.varint(), metadata_values(reader, tables))


CLIENTBOUND = (Row("entity_metadata", entity_metadata),)
