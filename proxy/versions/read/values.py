"""Values that many packets share: NBT, text components, byte arrays."""

from __future__ import annotations

import json
import struct
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


_VECTOR = struct.Struct(">ddd")
_LOOK = struct.Struct(">ff")


def vector(reader: Reader) -> tuple[float, float, float]:
    """Doubles, all of them finite."""
    x, y, z = reader.unpack(_VECTOR)
    finite(x, y, z)
    return x, y, z


def look(reader: Reader) -> tuple[float, float]:
    """Yaw and pitch in degrees, both finite."""
    yaw, pitch = reader.unpack(_LOOK)
    finite_look(yaw, pitch)
    return yaw, pitch


def finite_look(yaw: float, pitch: float) -> None:
    if not isfinite(yaw + pitch):
        raise DecodeError(f"a look of {yaw, pitch}")


def finite(x: float, y: float, z: float) -> None:
    """Refuse NaN and infinities: they have no block, and what they are added to is lost."""
    if not isfinite(x + y + z):
        raise DecodeError(f"a position of {x, y, z}")
