"""Entity metadata: a list of (index, serializer, value) that ends with index 255."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

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


def _direction(reader: Reader, tables: Tables) -> str:
    return _named(reader.varint(), DIRECTIONS, "direction")


def _pose(reader: Reader, tables: Tables) -> str:
    return _named(reader.varint(), tables.poses, "pose")


def _named(number: int, names: tuple[str, ...], what: str) -> str:
    if not 0 <= number < len(names):
        raise DecodeError(f"{what} {number}, {len(names) - 1} is the last")
    return names[number]


def _optional_block_state(reader: Reader, tables: Tables) -> int | None:
    """0, which would be air, stands for none."""
    return reader.varint() or None


def _optional_unsigned_int(reader: Reader, tables: Tables) -> int | None:
    """0 for none, else one more than the value."""
    value = reader.varint()
    return value - 1 if value else None


def _global_position(reader: Reader) -> tuple[str, tuple[int, int, int]]:
    return reader.string(32767), reader.position()


def _varint(reader: Reader, tables: Tables) -> int:
    return reader.varint()


VALUES: Mapping[str, Callable[[Reader, Tables], Any]] = {
    "byte": lambda reader, tables: reader.i8(),
    "varint": _varint,
    "long": lambda reader, tables: reader.varlong(),
    "float": lambda reader, tables: reader.f32(),
    "string": lambda reader, tables: reader.string(32767),
    "component": component,
    "optional_component": lambda reader, tables: component(reader, tables) if reader.boolean() else None,
    "item_stack": item,
    "boolean": lambda reader, tables: reader.boolean(),
    "rotations": lambda reader, tables: (reader.f32(), reader.f32(), reader.f32()),
    "block_position": lambda reader, tables: reader.position(),
    "optional_block_position": lambda reader, tables: reader.optional(reader.position),
    "direction": _direction,
    "optional_uuid": lambda reader, tables: reader.optional(reader.uuid),
    "block_state": _varint,
    "optional_block_state": _optional_block_state,
    "compound": nbt,
    "particle": particle,
    "villager_data": lambda reader, tables: (reader.varint(), reader.varint(), reader.varint()),
    "optional_unsigned_int": _optional_unsigned_int,
    "pose": _pose,
    "optional_global_pos": lambda reader, tables: _global_position(reader) if reader.boolean() else None,
}
"""Serializer name → reader of its value. Optional values are None when absent."""

_VARIANTS_TO_1_19_3 = {"cat_variant": "varint", "frog_variant": "varint", "painting_variant": "varint"}
"""Those that the generated layouts describe later."""


@cache
def _readers(tables: Tables) -> tuple[tuple[str, Read], ...]:
    """Name and reader by number: by hand, else by the version's layouts."""
    compiler = Compiler(tables.layouts.types, {**stack_types(tables), "Particle": particle_reader(tables)})
    layouts = tables.layouts.metadata or _VARIANTS_TO_1_19_3

    def reader(name: str) -> Read:
        by_hand = VALUES.get(name)
        if by_hand is None:
            return compiler.compile(layouts[name])
        return lambda reader: by_hand(reader, tables)

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
