"""The data behind a particle id: most have none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from proxy.versions.protodef.compiler import Compiler
from proxy.versions.protodef.notation import Layout
from proxy.versions.read.items import stack_types
from proxy.versions.releases import FIRST, V1_19, V1_20_3, Since
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

Particle = tuple[str, Any]
"""Name and data; the data is None where the particle has none."""

_COLOR = {"red": "f32", "green": "f32", "blue": "f32", "scale": "f32"}
_TWO_COLORS = {
    **{"fromRed": "f32", "fromGreen": "f32", "fromBlue": "f32", "scale": "f32"},
    **{"toRed": "f32", "toGreen": "f32", "toBlue": "f32"},
}
_BLOCK_OR_ENTITY = {
    "minecraft:block": "block_position",
    "minecraft:entity": {"entityId": "varint", "entityEyeHeight": "f32"},
}
_VIBRATION_1_17 = {
    "origin": "block_position",
    "positionType": "string",
    "position": ["switch", "positionType", {**_BLOCK_OR_ENTITY, "minecraft:entity": "varint"}],
    "ticks": "varint",
}
_VIBRATION_1_19 = {
    "positionType": "string",
    "position": ["switch", "positionType", _BLOCK_OR_ENTITY],
    "ticks": "varint",
}
_VIBRATION_1_20_3 = {
    "positionType": ["enum", *_BLOCK_OR_ENTITY],
    "position": ["switch", "positionType", _BLOCK_OR_ENTITY],
    "ticks": "varint",
}

_TO_1_20_4: Mapping[str, Since[Layout]] = {
    "block": Since((FIRST, "varint")),
    "block_marker": Since((FIRST, "varint")),
    "falling_dust": Since((FIRST, "varint")),
    "dust": Since((FIRST, _COLOR)),
    "dust_color_transition": Since((FIRST, _TWO_COLORS)),
    "item": Since((FIRST, "Slot")),
    "vibration": Since((FIRST, _VIBRATION_1_17), (V1_19, _VIBRATION_1_19), (V1_20_3, _VIBRATION_1_20_3)),
    "sculk_charge": Since((FIRST, "f32")),
    "shriek": Since((FIRST, "varint")),
}
"""Particles that carry data before the generated layouts begin: minecraft-data has them by number, some of them wrong
(vibrations) or those of another release (1.20.3)."""


def particle(reader: Reader, tables: Tables) -> Particle:
    """A particle id and its data. An unknown id is an error: nobody can tell where it ends."""
    return particle_reader(tables)(reader)


def particle_layouts(tables: Tables) -> Mapping[str, Layout]:
    """The data of those particles that have any, by name (1.13+)."""
    return tables.layouts.particle or {name: since.at(tables.protocol) for name, since in _TO_1_20_4.items()}


@cache
def particle_reader(tables: Tables) -> Callable[[Reader], Particle]:
    compiler = Compiler(tables.layouts.types, stack_types(tables))
    layouts = particle_layouts(tables)
    names = tables.registries.particles
    data = {name: compiler.compile(layout) for name, layout in layouts.items()}

    def read(reader: Reader) -> Particle:
        number = reader.varint()
        name = names.get(number)
        if name is None:
            raise DecodeError(f"particle {number}, {len(names) - 1} is the last, before byte {reader.pos}")
        read_data = data.get(name)
        return name, read_data(reader) if read_data else None

    return read
