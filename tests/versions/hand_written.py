"""Packets whose layout minecraft-data doesn't give as vanilla has it, written by hand.

Layouts are those that MCProtocolLib and ViaVersion, which speak to vanilla clients and servers, agree on.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from uuid import UUID

from proxy import messages as m
from proxy.versions.base import ProtocolFamily
from proxy.versions.releases import (
    V1_17,
    V1_19_3,
    V1_20,
    V1_20_2,
    V1_20_3,
    V1_20_5,
    V1_21_2,
    V1_21_4,
    V1_21_11,
    V26_1,
)
from proxy.wire.buffer import pack_string
from proxy.wire.frame import pack_varint

Packet = tuple[str, bytes, m.Message]
"""Our name of a clientbound packet, its body, and what it says."""

_UUID = UUID("6e4c922a-82ba-4b8b-8ff3-1e1b549a34c1")


def hand_written(family: ProtocolFamily) -> Iterator[Packet]:
    """Those of a version."""
    protocol = family.protocol
    if protocol >= V1_17:
        yield from _long_border(protocol)
    if V1_19_3 <= protocol < V1_20_5:
        yield from _respawns(protocol)
    if V1_20_3 <= protocol < V1_20_5:
        yield from _explosions_with_named_sound(family)
    if V1_21_2 <= protocol < V1_21_4:
        yield _explosion_with_knockback(family)
    if protocol >= V1_21_2:
        yield _minecart()
    if protocol >= V1_21_4:
        yield from _hats_and_order()
    if protocol >= V26_1:
        yield _long_time()


def _particle(family: ProtocolFamily, name: str) -> bytes:
    """One without data."""
    particles = family.tables.registries.particles  # type: ignore[attr-defined]
    return pack_varint(next(number for number, known in particles.items() if known == name))


def _long_border(protocol: int) -> Iterator[Packet]:
    """The time is a VarLong: two months are more milliseconds than an int has."""
    body = struct.pack(">dd", 10, 20) + _varlong(5_000_000_000)
    ms = 5_000_000_000 * (50 if protocol >= V1_21_11 else 1)
    yield "world_border_lerp_size", body, m.WorldBorder(diameter=10, target_diameter=20, lerp_ms=ms)


def _varlong(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _respawns(protocol: int) -> Iterator[Packet]:
    """What is kept is a set of two flags, not a boolean: attributes 1, metadata 2."""
    for kept in range(4):
        world = (
            pack_string("minecraft:the_end")
            + pack_string("pack:end")
            + struct.pack(">qBb??", 7, 1, -1, False, True)
        )
        flags, died = bytes((kept,)), b"\x00"
        if protocol >= V1_20_2:
            body = world + died + pack_varint(300) + flags
        else:
            body = world + flags + died + (pack_varint(300) if protocol >= V1_20 else b"")
        wanted = m.Respawn("pack:end", None, "minecraft:the_end", 7, 1, -1, False, True, bool(kept & 1))
        yield "respawn", body, wanted


def _explosions_with_named_sound(family: ProtocolFamily) -> Iterator[Packet]:
    """The sound is not from a registry, but a name with an optional range."""
    head = struct.pack(">dddf", 0.5, 64, -0.5, 4) + pack_varint(1) + bytes((1, 0xFF, 0))
    motion = struct.pack(">fff", 0.5, -0.25, 0)
    particles = _particle(family, "explosion") + _particle(family, "explosion_emitter")
    name = pack_string("minecraft:entity.generic.explode")
    for interaction in range(4):
        for reach in (b"\x00", b"\x01" + struct.pack(">f", 16)):
            body = head + motion + pack_varint(interaction) + particles + name + reach
            destroyed = ((1, 63, -1),) if interaction in (1, 2) else ()
            yield "explosion", body, m.Explosion((0.5, 64, -0.5), 4, destroyed, (0.5, -0.25, 0))


def _explosion_with_knockback(family: ProtocolFamily) -> Packet:
    """The knockback is of doubles, not of floats."""
    place, motion = struct.pack(">ddd", 0.5, 64, -0.5), struct.pack(">ddd", 0.1, -0.25, 0)
    body = place + b"\x01" + motion + _particle(family, "explosion") + pack_varint(4)
    return "explosion", body, m.Explosion((0.5, 64, -0.5), None, (), (0.1, -0.25, 0))


def _minecart() -> Packet:
    """Places and velocities are of doubles, not of floats; angles are bytes."""
    steps = struct.pack(">ddddddbbf", 0.1, 64, -0.5, 0.2, 0, -0.3, 64, -32, 0.75)
    steps += struct.pack(">ddddddbbf", 1e7, 64, -0.5, 0, 0, 0, -128, 127, 0.25)
    wanted = m.MinecartMove(
        700,
        (
            m.MinecartStep((0.1, 64, -0.5), (0.2, 0, -0.3), 90, -45, 0.75),
            m.MinecartStep((1e7, 64, -0.5), (0, 0, 0), -180, 178.59375, 0.25),
        ),
    )
    return "move_minecart", pack_varint(700) + pack_varint(2) + steps, wanted


def _hats_and_order() -> Iterator[Packet]:
    """Bit 6 is the order in the list, bit 7 the hat, not the other way round."""
    order = b"\x40\x01" + _UUID.bytes + pack_varint(300)
    yield (
        "player_list_item",
        order,
        m.PlayerInfo(frozenset({"list_order"}), (m.PlayerInfoEntry(_UUID, list_order=300),)),
    )
    hat = b"\x80\x01" + _UUID.bytes + b"\x01"
    yield (
        "player_list_item",
        hat,
        m.PlayerInfo(frozenset({"hat"}), (m.PlayerInfoEntry(_UUID, hat=True),)),
    )


def _long_time() -> Packet:
    """node-minecraft-protocol can't write a VarLong of more than 31 bits."""
    ticks = 2**40 + 7
    body = (
        struct.pack(">q", 5) + pack_varint(1) + pack_varint(3) + _varlong(ticks) + struct.pack(">ff", 0.5, 1)
    )
    return "time_update", body, m.TimeUpdate(5, None, True, (m.ClockState(3, ticks, 1),))
