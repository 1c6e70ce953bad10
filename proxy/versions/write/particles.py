"""Particles about a point, as a server has its clients scatter them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from functools import cache

from npc.cues import Particles
from proxy.versions.legacy_particles import LEGACY_PARTICLES, LEGACY_PARTICLES_WITH_DATA
from proxy.versions.protodef.notation import Layout
from proxy.versions.read.particles import particle_layouts
from proxy.versions.releases import FIRST, V1_13, V1_15, V1_19, V1_20_5, V1_21_4, Since
from proxy.versions.stand_ins import PARTICLES, stand_in
from proxy.versions.tables import Tables
from proxy.versions.write.packets import NamedPacket, pack_boolean
from proxy.wire.frame import pack_varint

_FAR = pack_boolean(False)
"""They are only to be seen nearby, and only by who wants particles."""
_WHITE = struct.pack(">i", -1)
_ONE = struct.pack(">f", 1.0)
_FILLERS: dict[str, bytes] = {"void": b"", "i32": _WHITE, "f32": _ONE}
"""What particles carry that need more than a name: colors, which are white, and sizes and the like, which are 1."""


def _number_1_8(tables: Tables) -> Mapping[str, int]:
    last = max(tables.registries.particles)
    return {
        name: number
        for name, number in LEGACY_PARTICLES.items()
        if number <= last and name not in LEGACY_PARTICLES_WITH_DATA
    }


def _number_1_13(tables: Tables) -> Mapping[str, int]:
    return {name: number for number, name in tables.registries.particles.items()}


_NUMBERS: Since[Callable[[Tables], Mapping[str, int]]] = Since((FIRST, _number_1_8), (V1_13, _number_1_13))


def _filler(layout: Layout) -> bytes | None:
    if isinstance(layout, str):
        return _FILLERS.get(layout)
    if not isinstance(layout, dict):
        return None
    parts = [_filler(part) for part in layout.values()]
    return b"".join(part for part in parts if part is not None) if None not in parts else None


@cache
def showable(tables: Tables) -> Mapping[str, tuple[int, bytes]]:
    """Name → number and data of the particles that can be shown: of blocks and items we have none."""
    layouts = particle_layouts(tables) if tables.protocol >= V1_13 else {}
    known: dict[str, tuple[int, bytes]] = {}
    for name, number in _NUMBERS.at(tables.protocol)(tables).items():
        data = _filler(layouts.get(name, "void"))
        if data is not None:
            known[name] = number, data
    return known


def _scatter(cue: Particles) -> bytes:
    """Spread along each axis, speed and count."""
    return struct.pack(">ffffi", cue.spread, cue.spread, cue.spread, cue.speed, cue.count)


def _particles_1_8(cue: Particles, number: int, data: bytes) -> bytes:
    place = struct.pack(">fff", cue.x, cue.y, cue.z)
    return struct.pack(">i", number) + _FAR + place + _scatter(cue) + data


def _place(cue: Particles) -> bytes:
    return struct.pack(">ddd", cue.x, cue.y, cue.z)


def _particles_1_15(cue: Particles, number: int, data: bytes) -> bytes:
    return struct.pack(">i", number) + _FAR + _place(cue) + _scatter(cue) + data


def _particles_1_19(cue: Particles, number: int, data: bytes) -> bytes:
    return pack_varint(number) + _FAR + _place(cue) + _scatter(cue) + data


def _particles_1_20_5(cue: Particles, number: int, data: bytes) -> bytes:
    return _FAR + _place(cue) + _scatter(cue) + pack_varint(number) + data


def _particles_1_21_4(cue: Particles, number: int, data: bytes) -> bytes:
    """The second flag would show them to who has particles turned down."""
    return _FAR + _particles_1_20_5(cue, number, data)


_PARTICLES: Since[Callable[[Particles, int, bytes], bytes]] = Since(
    (FIRST, _particles_1_8),
    (V1_15, _particles_1_15),
    (V1_19, _particles_1_19),
    (V1_20_5, _particles_1_20_5),
    (V1_21_4, _particles_1_21_4),
)


def particles(cue: Particles, tables: Tables) -> list[NamedPacket]:
    """Nothing for those that the version has nothing like."""
    known = showable(tables)
    name = stand_in(cue.particle, known, PARTICLES)
    return [] if name is None else [("particle", _PARTICLES.at(tables.protocol)(cue, *known[name]))]
