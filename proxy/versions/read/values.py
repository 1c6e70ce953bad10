"""Values that many packets share: NBT, item stacks, byte arrays."""

from __future__ import annotations

from math import isfinite
from typing import Any

from nbt.codec import read_network, skip_network
from nbt.errors import NbtError
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader
from world.item import ItemStack

COMPONENT_LIMIT = 262144
"""Characters of a JSON text component."""


def nbt(reader: Reader) -> Any:
    """A compound with its (ignored) root name; None for a lone TAG_End."""
    try:
        compound, reader.pos = read_network(reader.data, reader.pos)
    except NbtError as error:
        raise DecodeError(f"NBT: {error}") from None
    return compound


def skip_nbt(reader: Reader) -> None:
    """Step over NBT without building it."""
    try:
        reader.pos = skip_network(reader.data, reader.pos)
    except NbtError as error:
        raise DecodeError(f"NBT: {error}") from None


def item(reader: Reader, tables: Tables) -> ItemStack | None:
    if not reader.boolean():
        return None
    item_id = reader.varint()
    count = reader.i8()
    return ItemStack(item_id, tables.registries.item_name(item_id), count, nbt(reader))


def byte_array(reader: Reader) -> bytes:
    return reader.take(reader.count())


def component(reader: Reader) -> str:
    return reader.string(COMPONENT_LIMIT)


def velocity(reader: Reader) -> tuple[int, int, int]:
    return reader.i16(), reader.i16(), reader.i16()


def finite(*values: float) -> None:
    """Refuse NaN and infinities where a value becomes a block coordinate."""
    if not all(map(isfinite, values)):
        raise DecodeError(f"a position of {values}")
