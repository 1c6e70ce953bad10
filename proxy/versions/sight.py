"""What the client of a version makes of packets about a player whom it sees.

The tracker has no use for most of this: it is read by who draws what a client draws.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from proxy.messages import Message
from proxy.versions.family import JavaFamily
from proxy.versions.read.teams import ACTIONS
from proxy.versions.read.values import component
from proxy.versions.releases import (
    FIRST,
    V1_9,
    V1_13,
    V1_14,
    V1_15,
    V1_17,
    V1_19,
    V1_19_3,
    V1_20_2,
    V1_20_5,
    V1_21_4,
    V1_21_5,
    Since,
)
from proxy.versions.tables import Tables
from proxy.wire.buffer import Reader
from proxy.wire.frame import read_varint


@dataclass(slots=True)
class TagChanged(Message):
    """A team begins to put ``suffix`` behind its members' names."""

    team: str
    suffix: str


@dataclass(slots=True)
class ParticlesSeen(Message):
    """Position in blocks; ``spread``: the standard deviation along each axis."""

    particle: str
    """Key of today without namespace."""
    x: float
    y: float
    z: float
    spread: tuple[float, float, float]
    count: int


@dataclass(slots=True)
class SoundHeard(Message):
    sound: str
    """As the version names it, without namespace; ``#`` and a number for one of its registry."""


@dataclass(frozen=True, slots=True)
class Looks:
    """What metadata tells of a player's body."""

    posture: str = "standing"
    """``standing sneaking sleeping swimming spinning gliding``."""
    using: int | None = None
    """The hand whose item it uses."""


class Sight:
    """Reads packets (id and body) as one version's client does."""

    def __init__(self, family: JavaFamily) -> None:
        self._family = family
        self._tables = family.tables
        protocol = family.protocol
        self.head_steps = _HEAD_STEPS.at(protocol)
        """Ticks in which a head comes to where it was told to look."""
        self.body_freedom = _BODY_FREEDOM.at(protocol)
        """Degrees that a body may stand away from its yaw before it turns after it."""
        self.seated_height = _SEATED_HEIGHT.at(protocol)
        """Blocks from a marker armor stand up to the feet of a player who rides it."""
        self._living_flags = _LIVING_FLAGS.at(protocol)

    def read(self, packet: bytes) -> Message | None:
        """The message of a clientbound play packet; None for one that shows nothing. Raises DecodeError."""
        packet_id, start = read_varint(packet, 0)
        name = self._family.packet_name("play", "clientbound", packet_id)
        body = packet[start:]
        match name:
            case None:
                raise LookupError(f"{self._family.minecraft} has no packet {packet_id}")
            case "teams":
                return self._tag(Reader(body))
            case "particle":
                return _PARTICLES.at(self._family.protocol)(Reader(body), self._tables)
            case "sound_effect" | "named_sound_effect":
                return SoundHeard(self._sound(Reader(body), name))
        known = name in self._family.decodes("clientbound")
        return self._family.decode("clientbound", name, body) if known else None

    def looks(self, values: Mapping[int, tuple[str, Any]]) -> Looks:
        """``values`` as in :class:`proxy.messages.EntityMetadata`, all that were told so far."""
        flags = _number(values, 0)
        living = _number(values, self._living_flags) if self._living_flags is not None else 0
        pose = "standing"
        if self._family.has_poses:
            pose = values.get(self._tables.indices.pose, ("pose", "standing"))[1]
        elif flags & _SNEAKING:
            pose = "sneaking"
        if flags & _GLIDING and self._living_flags is not None:
            pose = "gliding"
        elif living & _SPINNING and self._family.protocol >= V1_13:
            pose = "spinning"
        elif pose not in ("sneaking", "sleeping", "swimming"):
            pose = "standing"
        if self._living_flags is None:
            return Looks(pose, 0 if flags & _EATING else None)
        hand = 1 if living & _OFF_HAND else 0
        return Looks(pose, hand if living & _USING else None)

    def _tag(self, reader: Reader) -> Message | None:
        team, action = reader.string(), ACTIONS[reader.u8()]
        if action == "remove":
            return TagChanged(team, "")
        if action not in ("create", "change"):
            return None
        return TagChanged(team, _SUFFIX.at(self._family.protocol)(reader, self._tables).strip())

    def _sound(self, reader: Reader, packet: str) -> str:
        if packet == "sound_effect" and self._family.protocol >= V1_19_3:
            number = reader.varint()
            name = reader.string() if number == 0 else f"#{number - 1}"
        elif packet == "sound_effect" and self._family.protocol >= V1_9:
            name = f"#{reader.varint()}"
        else:
            name = reader.string()
        return name.removeprefix("minecraft:")


def _number(values: Mapping[int, tuple[str, Any]], index: int) -> int:
    value = values.get(index, ("byte", 0))[1]
    return value & 0xFF if isinstance(value, int) else 0


_SNEAKING, _EATING, _GLIDING = 0x02, 0x10, 0x80
"""Entity flags; 0x10 is for swimming since 1.13."""
_USING, _OFF_HAND, _SPINNING = 0x01, 0x02, 0x04
"""A living entity's flags."""
_LIVING_FLAGS: Since[int | None] = Since((FIRST, None), (V1_9, 6), (V1_14, 7), (V1_17, 8))
"""Their index; releases before 1.10, which nobody speaks, had another."""
_HEAD_STEPS = Since((FIRST, 1), (V1_13, 3))
_BODY_FREEDOM = Since((FIRST, 75.0), (V1_20_2, 50.0))
_SEATED_HEIGHT = Since((FIRST, -0.35), (V1_20_2, -0.6))


# --- the suffix of a team


def _plain(text: object) -> str:
    """What is to be read of a text component, as JSON's data."""
    if isinstance(text, dict):
        return str(text.get("text", "")) + _plain(text.get("extra", []))
    return "".join(map(_plain, text)) if isinstance(text, list) else str(text)


def _suffix_1_8(reader: Reader, tables: Tables) -> str:
    reader.string()  # its name
    reader.string()  # before a member's name
    text = reader.string()
    return "".join(part[1:] if at else part for at, part in enumerate(text.split("§")))


def _suffix_1_13(reader: Reader, tables: Tables) -> str:
    component(reader, tables)
    reader.u8()
    reader.string()
    reader.string()
    reader.varint()
    component(reader, tables)
    return _plain(json.loads(component(reader, tables)))


def _suffix_1_21_5(reader: Reader, tables: Tables) -> str:
    component(reader, tables)
    reader.u8()
    for _ in range(3):
        reader.varint()
    component(reader, tables)
    return _plain(json.loads(component(reader, tables)))


_SUFFIX: Since[Callable[[Reader, Tables], str]] = Since(
    (FIRST, _suffix_1_8), (V1_13, _suffix_1_13), (V1_21_5, _suffix_1_21_5)
)


# --- particles

_PARTICLES_1_12 = (
    *("poof", "explosion", "explosion_emitter", "firework", "bubble", "splash", "fishing", "underwater"),
    *("underwater", "crit", "enchanted_hit", "smoke", "large_smoke", "effect", "instant_effect"),
    *("entity_effect", "ambient_entity_effect", "witch", "dripping_water", "dripping_lava"),
    *("angry_villager", "happy_villager", "mycelium", "note", "portal", "enchant", "flame", "lava"),
    *("footstep", "cloud", "dust", "item_snowball", "snow_shovel", "item_slime", "heart", "barrier"),
    *("item", "block", "block_dust", "rain", "take", "elder_guardian", "dragon_breath", "end_rod"),
    *("damage_indicator", "sweep_attack", "falling_dust", "totem_of_undying", "spit"),
)
"""Names of today by the numbers of 1.8 to 1.12.2."""
_FLOATS = struct.Struct(">fff")
_DOUBLES = struct.Struct(">ddd")
_REST = struct.Struct(">ffffi")
"""Spread along each axis, speed, count."""


def _seen(reader: Reader, particle: str, place: struct.Struct) -> ParticlesSeen:
    """From the place on; the data of the particle, if it has any, is left."""
    x, y, z = reader.unpack(place)
    dx, dy, dz, _, count = reader.unpack(_REST)
    return ParticlesSeen(particle, x, y, z, (dx, dy, dz), count)


def _particles_1_8(reader: Reader, tables: Tables) -> ParticlesSeen:
    particle = _PARTICLES_1_12[reader.i32()]
    reader.boolean()
    return _seen(reader, particle, _FLOATS)


def _particles_1_15(reader: Reader, tables: Tables) -> ParticlesSeen:
    particle = tables.registries.particles[reader.i32()]
    reader.boolean()
    return _seen(reader, particle, _DOUBLES)


def _particles_1_19(reader: Reader, tables: Tables) -> ParticlesSeen:
    particle = tables.registries.particles[reader.varint()]
    reader.boolean()
    return _seen(reader, particle, _DOUBLES)


def _particles_1_20_5(reader: Reader, tables: Tables) -> ParticlesSeen:
    reader.boolean()
    return _named_last(reader, tables)


def _particles_1_21_4(reader: Reader, tables: Tables) -> ParticlesSeen:
    reader.boolean()
    reader.boolean()
    return _named_last(reader, tables)


def _named_last(reader: Reader, tables: Tables) -> ParticlesSeen:
    seen = _seen(reader, "", _DOUBLES)
    seen.particle = tables.registries.particles[reader.varint()]
    return seen


_PARTICLES: Since[Callable[[Reader, Tables], ParticlesSeen]] = Since(
    (FIRST, _particles_1_8),
    (V1_15, _particles_1_15),
    (V1_19, _particles_1_19),
    (V1_20_5, _particles_1_20_5),
    (V1_21_4, _particles_1_21_4),
)
