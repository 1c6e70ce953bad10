"""Values that many packets share: NBT, text components, item stacks, byte arrays."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from nbt.codec import read_network, read_network_tag, skip_network
from nbt.errors import NbtError
from proxy.versions import text_components
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader
from world.item import ItemStack

COMPONENT_LIMIT = 262144
"""Characters of a JSON text component."""


def nbt(reader: Reader, tables: Tables) -> Any:
    """A compound, without the name that its root has to 1.20.1; None for a lone TAG_End."""
    try:
        compound, reader.pos = read_network(reader.data, reader.pos, named=tables.named_nbt)
    except NbtError as error:
        raise DecodeError(f"NBT: {error}") from None
    return compound


def skip_nbt(reader: Reader, tables: Tables) -> None:
    """Step over a compound without building it."""
    try:
        reader.pos = skip_network(reader.data, reader.pos, named=tables.named_nbt)
    except NbtError as error:
        raise DecodeError(f"NBT: {error}") from None


def item(reader: Reader, tables: Tables) -> ItemStack | None:
    if not reader.boolean():
        return None
    item_id = reader.varint()
    count = reader.i8()
    return ItemStack(item_id, tables.registries.item_name(item_id), count, nbt(reader, tables))


def byte_array(reader: Reader) -> bytes:
    return reader.take(reader.count())


def component(reader: Reader, tables: Tables) -> str:
    """A text component as JSON, whichever way it travels."""
    if not tables.text_as_nbt:
        return reader.string(COMPONENT_LIMIT)
    try:
        tag, reader.pos = read_network_tag(reader.data, reader.pos)
        text = text_components.from_nbt("" if tag is None else tag)
    except NbtError as error:
        raise DecodeError(f"text component: {error}") from None
    return json.dumps(text, separators=(",", ":"))


def velocity(reader: Reader) -> tuple[int, int, int]:
    return reader.i16(), reader.i16(), reader.i16()


def finite(*values: float) -> None:
    """Refuse NaN and infinities where a value becomes a block coordinate."""
    if not all(map(isfinite, values)):
        raise DecodeError(f"a position of {values}")
