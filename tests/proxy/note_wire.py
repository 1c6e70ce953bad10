"""A stage writer whose family writes its packets as pickled notes."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast
from uuid import UUID

from npc.clock import ManualClock
from npc.cues import Particles
from npc.stage_port import Actor
from proxy.mood_symbols import Symbol
from proxy.stage_writer import StageWriter
from proxy.versions.base import ProtocolFamily
from proxy.versions.postures import Posture, posture_of
from world.item import ItemStack

Note = tuple[Any, ...]


DEGREES = 360 / 256


def note(*parts: Any) -> list[bytes]:
    return [pickle.dumps(parts)]


class NoteMoves:
    """Angles as degrees again, to the unit of the wire."""

    def __init__(self, entity_id: int) -> None:
        self.entity_id = entity_id

    def step(self, dx: int, dy: int, dz: int, *look: Any) -> bytes:
        return note("step", self.entity_id, dx, dy, dz)[0]

    def look(self, yaw: int, pitch: int, on_ground: bool) -> bytes:
        return note("look", self.entity_id, yaw * DEGREES, pitch * DEGREES, on_ground)[0]

    def head(self, yaw: int) -> bytes:
        return note("head", self.entity_id, yaw * DEGREES)[0]


class NoteFamily:
    minecraft = "0.0"
    protocol = 775
    rounds_positions = False
    unlisted_entries = False
    units_per_block = 4096
    farthest_step = 32767
    spawnable = frozenset({"player", "fox"})

    def add_to_player_list(self, actor: Actor) -> list[bytes]:
        return note("list", actor.uuid.int)

    def remove_from_player_list(self, uuid: UUID) -> list[bytes]:
        return note("unlist", uuid.int)

    def spawn(self, actor: Actor, entity_id: int, symbol: Symbol | None = None) -> list[bytes]:
        return note("spawn", entity_id, actor.x)

    def destroy(self, entity_ids: Sequence[int]) -> list[bytes]:
        return note("destroy", *entity_ids)

    def moves(self, entity_id: int) -> NoteMoves:
        return NoteMoves(entity_id)

    def teleport(self, entity_id: int, x: float, y: float, z: float, *look: Any) -> list[bytes]:
        return note("teleport", entity_id, x, y, z)

    def looks(self, actor: Actor, symbol: Symbol | None = None) -> dict[int, bytes]:
        looks = (actor.pose, actor.sprinting, actor.health, actor.kind != "player" and symbol)
        return {index: pickle.dumps(look) for index, look in enumerate(looks)}

    def update_looks(self, entity_id: int, entries: Iterable[bytes]) -> list[bytes]:
        return note("metadata", entity_id, *map(pickle.loads, entries))

    def create_team(self, team: str, member: str, symbol: Symbol) -> list[bytes]:
        return note("create team", team, member, symbol)

    def change_team(self, team: str, symbol: Symbol) -> list[bytes]:
        return note("change team", team, symbol)

    def remove_team(self, team: str) -> list[bytes]:
        return note("remove team", team)

    def plugin_message(self, channel: str, data: bytes) -> list[bytes]:
        return note("plugin", channel, data)

    def equipment(self, entity_id: int, items: Mapping[str, ItemStack]) -> list[bytes]:
        return note("equipment", entity_id, sorted(items))

    def swing(self, entity_id: int, hand: int) -> list[bytes]:
        return note("swing", entity_id, hand)

    def hurt(self, entity_id: int, from_yaw: float, body_yaw: float) -> list[bytes]:
        return note("hurt", entity_id, from_yaw, body_yaw)

    def sound(self, name: str, x: float, y: float, z: float, volume: float, pitch: float) -> list[bytes]:
        return note("sound", name, x, y, z, volume, pitch)

    seat_height = 0.25

    def posture(self, actor: Actor) -> Posture:
        return posture_of(actor, self.protocol, ("standing",))

    def spawn_seat(self, rider: Actor, entity_id: int, uuid: UUID) -> list[bytes]:
        return note("seat", entity_id, rider.x)

    def mount(self, seat_id: int, rider_id: int) -> list[bytes]:
        return note("mount", seat_id, rider_id)

    def dismount(self, seat_id: int, rider_id: int) -> list[bytes]:
        return note("dismount", seat_id, rider_id)

    def use_bed(self, entity_id: int, bed: tuple[int, int, int]) -> list[bytes]:
        return note("bed", entity_id, *bed)

    def leave_bed(self, entity_id: int) -> list[bytes]:
        return note("leave bed", entity_id)

    def particles(self, cue: Particles) -> list[bytes]:
        return note("particles", cue.particle, cue.count)

    def block_change(self, *arguments: int) -> list[bytes]:
        return note("block", *arguments)

    def system_chat(self, component: Mapping[str, object]) -> list[bytes]:
        return note("chat", dict(component))


class Wire:
    """A bridge that keeps what it was given, and everything needed to drive a writer on it."""

    def __init__(self, **options: Any) -> None:
        self.client_congested = False
        self.writes: list[list[Note]] = []
        self.family = NoteFamily()
        self.clock = ManualClock()
        self.writer = StageWriter(self, cast(ProtocolFamily, self.family), self.clock, **options)

    def send_to_client(self, *packets: bytes) -> None:
        self.writes.append([pickle.loads(packet) for packet in packets])

    def take(self) -> list[Note]:
        """All that was sent since the last time, after a flush."""
        self.writer.flush()
        notes = [note for write in self.writes for note in write]
        self.writes.clear()
        return notes


def make_actor(actor_id: str = "juniper", number: int = 1, **fields: Any) -> Actor:
    return Actor(actor_id, UUID(int=number), "Juniper", **fields)
