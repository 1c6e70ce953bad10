"""The data behind a particle id: most have none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proxy.versions.read.values import item
from proxy.versions.releases import FIRST, V1_19, Since
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

ReadData = Callable[[Reader, Tables], Any]
Particle = tuple[str, Any]
"""Name and data; the data is None where the particle has none."""


def _block_state(reader: Reader, tables: Tables) -> int:
    return reader.varint()


def _floats(count: int) -> ReadData:
    def read(reader: Reader, tables: Tables) -> tuple[float, ...]:
        return tuple(reader.f32() for _ in range(count))

    return read


def _delay(reader: Reader, tables: Tables) -> int:
    return reader.varint()


def _vibration_1_17(reader: Reader, tables: Tables) -> tuple[Any, ...]:
    """(origin, target position or entity id, ticks)."""
    origin = reader.position()
    kind = reader.string(32767).removeprefix("minecraft:")
    target: Any
    if kind == "block":
        target = reader.position()
    elif kind == "entity":
        target = reader.varint()
    else:
        raise DecodeError(f"vibration towards {kind!r}")
    return origin, target, reader.varint()


def _vibration_1_19(reader: Reader, tables: Tables) -> tuple[Any, ...]:
    """(target position or (entity id, height above its feet), ticks)."""
    kind = reader.string(32767).removeprefix("minecraft:")
    target: Any
    if kind == "block":
        target = reader.position()
    elif kind == "entity":
        target = reader.varint(), reader.f32()
    else:
        raise DecodeError(f"vibration towards {kind!r}")
    return target, reader.varint()


PARTICLE_DATA: dict[str, Since[ReadData]] = {
    "block": Since((FIRST, _block_state)),
    "block_marker": Since((FIRST, _block_state)),
    "falling_dust": Since((FIRST, _block_state)),
    "dust": Since((FIRST, _floats(4))),
    "dust_color_transition": Since((FIRST, _floats(7))),
    "item": Since((FIRST, item)),
    "vibration": Since((FIRST, _vibration_1_17), (V1_19, _vibration_1_19)),
    "sculk_charge": Since((FIRST, _floats(1))),
    "shriek": Since((FIRST, _delay)),
}
"""Particles that carry data, by name."""


def particle(reader: Reader, tables: Tables) -> Particle:
    """A particle id and its data. An unknown id is an error: nobody can tell where it ends."""
    particle_id = reader.varint()
    name = tables.registries.particles.get(particle_id)
    if name is None:
        raise DecodeError(f"particle {particle_id}")
    read = PARTICLE_DATA.get(name)
    return name, read.at(tables.protocol)(reader, tables) if read else None
