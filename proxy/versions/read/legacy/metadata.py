"""Entity metadata of 1.8 to 1.12.2.

1.8: a byte of type (3 bits) and index (5 bits), then the value; 127 ends the list. From 1.9 on index and type have
a byte each and 255 ends the list, as it does to this day.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proxy.messages import EntityMetadata
from proxy.versions.legacy_metadata import END_1_8, END_1_9, TYPES_1_8, TYPES_1_9
from proxy.versions.read.legacy.values import position
from proxy.versions.read.metadata import VALUES
from proxy.versions.read.rows import Row
from proxy.versions.releases import V1_8, V1_9
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

ReadValue = Callable[[Reader, Tables], Any]

_VALUES_1_8: dict[str, ReadValue] = {
    **VALUES,
    "short": lambda reader, tables: reader.i16(),
    "int": lambda reader, tables: reader.i32(),
    "block_position": lambda reader, tables: (reader.i32(), reader.i32(), reader.i32()),
}
_VALUES_1_9: dict[str, ReadValue] = {
    **VALUES,
    "block_position": lambda reader, tables: position(reader),
    "optional_block_position": lambda reader, tables: position(reader) if reader.boolean() else None,
}
"""Type → reader of its value."""


def metadata_values_1_8(reader: Reader, tables: Tables) -> dict[int, tuple[str, Any]]:
    values: dict[int, tuple[str, Any]] = {}
    while (head := reader.u8()) != END_1_8:
        name = TYPES_1_8[head >> 5]
        values[head & 0x1F] = name, _VALUES_1_8[name](reader, tables)
    return values


def metadata_values_1_9(reader: Reader, tables: Tables) -> dict[int, tuple[str, Any]]:
    """To 1.12.2."""
    values: dict[int, tuple[str, Any]] = {}
    while (index := reader.u8()) != END_1_9:
        number = reader.u8()
        if number >= len(TYPES_1_9):
            raise DecodeError(f"metadata type {number}, {len(TYPES_1_9) - 1} is the last")
        name = TYPES_1_9[number]
        values[index] = name, _VALUES_1_9[name](reader, tables)
    return values


def entity_metadata_1_8(reader: Reader, tables: Tables) -> EntityMetadata:
    return EntityMetadata(reader.varint(), metadata_values_1_8(reader, tables))


def entity_metadata_1_9(reader: Reader, tables: Tables) -> EntityMetadata:
    return EntityMetadata(reader.varint(), metadata_values_1_9(reader, tables))


CLIENTBOUND = (
    Row("entity_metadata", entity_metadata_1_8, since=V1_8),
    Row("entity_metadata", entity_metadata_1_9, since=V1_9),
)
