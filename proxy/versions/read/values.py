"""Values that many packets share: NBT, text components, byte arrays."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from nbt.codec import read_network, read_network_tag, skip_network
from nbt.errors import NbtError
from proxy.versions import text_components
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

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


VELOCITY_UNITS = 8000.0
"""Units of a velocity of one block per tick, to 1.21.8."""


def velocity(reader: Reader) -> tuple[float, float, float]:
    """Shorts, as blocks per tick."""
    x, y, z = reader.i16(), reader.i16(), reader.i16()
    return x / VELOCITY_UNITS, y / VELOCITY_UNITS, z / VELOCITY_UNITS


def vector(reader: Reader) -> tuple[float, float, float]:
    return reader.f64(), reader.f64(), reader.f64()


def finite(*values: float) -> None:
    """Refuse NaN and infinities where a value becomes a block coordinate."""
    if not all(map(isfinite, values)):
        raise DecodeError(f"a position of {values}")
