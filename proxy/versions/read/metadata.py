"""Entity metadata: a list of (index, serializer, value) that ends with index 255."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proxy.messages import EntityMetadata
from proxy.versions.read.particles import particle
from proxy.versions.read.rows import Row
from proxy.versions.read.values import component, item, nbt
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


VALUES: dict[str, Callable[[Reader, Tables], Any]] = {
    "byte": lambda reader, tables: reader.i8(),
    "varint": _varint,
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
    "optional_block_state": _optional_block_state,
    "compound": nbt,
    "particle": particle,
    "villager_data": lambda reader, tables: (reader.varint(), reader.varint(), reader.varint()),
    "optional_unsigned_int": _optional_unsigned_int,
    "pose": _pose,
    "cat_variant": _varint,
    "frog_variant": _varint,
    "optional_global_pos": lambda reader, tables: _global_position(reader) if reader.boolean() else None,
    "painting_variant": _varint,
}
"""Serializer name → reader of its value. Optional values are None when absent."""


def metadata_values(reader: Reader, tables: Tables) -> dict[int, tuple[str, Any]]:
    values: dict[int, tuple[str, Any]] = {}
    while (index := reader.u8()) != _END:
        name = _named(reader.varint(), tables.serializers, "metadata serializer")
        values[index] = name, VALUES[name](reader, tables)
    return values


def entity_metadata(reader: Reader, tables: Tables) -> EntityMetadata:
    return EntityMetadata(reader.varint(), metadata_values(reader, tables))


CLIENTBOUND = (Row("entity_metadata", entity_metadata),)
