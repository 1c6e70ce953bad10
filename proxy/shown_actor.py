"""What one client knows of an actor, and the fewest packets that bring it up to date."""

from __future__ import annotations

from collections.abc import Callable
from math import floor
from typing import TYPE_CHECKING

from npc.locomotion.stride import BlockPosition
from npc.stage_port import Actor
from proxy.mood_symbols import Symbol
from proxy.seat import Seat
from proxy.versions.postures import Posture
from proxy.versions.write.moves import angle_units

if TYPE_CHECKING:
    from proxy.versions.base import ProtocolFamily


STANDING = Posture()


class ShownActor:
    """An actor that a client has: exactly what the packets so far made of it.

    The client keeps an entity's place as whole units once it has stepped, and counts on from there. So steps are
    the differences of what it has, and what they round off is never lost. Methods that fail change nothing.
    """

    __slots__ = (
        *("actor", "entity_id", "uuid", "_family", "_moves", "_units_per_block", "_rounding", "_farthest"),
        *("_x", "_y", "_z", "_yaw", "_pitch", "_head", "_on_ground", "_teleported", "_looks"),
        *("posture", "seat", "_bed", "_displaced", "_rise"),
    )

    def __init__(self, actor: Actor, entity_id: int, family: ProtocolFamily, symbol: Symbol | None) -> None:
        """The client is about to get the actor's spawn, with ``symbol`` behind its name.

        Raises ValueError or OverflowError for a place that is none.
        """
        self.actor = actor
        self.entity_id = entity_id
        self.uuid = actor.uuid
        self._family = family
        self._moves = family.moves(entity_id)
        self._units_per_block = units = family.units_per_block
        self._rounding = half = 0.5 if family.rounds_positions else 0.0
        self._farthest = family.farthest_step
        self._x, self._y, self._z = (floor(value * units + half) for value in (actor.x, actor.y, actor.z))
        self._yaw, self._pitch = angle_units(actor.yaw), angle_units(actor.pitch)
        self._head = angle_units(actor.head_yaw)
        self._on_ground = actor.on_ground
        self._teleported = actor.teleported
        self._looks = family.looks(actor, symbol)
        self.posture = STANDING
        """As the client shows it. A spawn alone neither seats an actor nor raises it: :meth:`settle` does."""
        self.seat: Seat | None = None
        self._displaced = False
        """Whether the client has put it elsewhere by itself."""
        self._bed: BlockPosition | None = None
        """Where clients have put it by themselves."""
        self._rise = 0.0

    @property
    def entity_ids(self) -> list[int]:
        """Those that the client has of it."""
        return [self.entity_id] if self.seat is None else [self.entity_id, self.seat.entity_id]

    def move(self, actor: Actor) -> list[bytes]:
        """Bring place and look up to date: one packet at most, and one for the head. A seat goes along; who is
        in bed stays there."""
        if self.seat is not None:
            return self.seat.follow(actor) + self.turn(actor)
        if self._bed is not None:
            return self.turn(actor)
        units, half = self._units_per_block, self._rounding
        x, z = floor(actor.x * units + half), floor(actor.z * units + half)
        y = floor((actor.y + self._rise) * units + half)
        dx, dy, dz = x - self._x, y - self._y, z - self._z
        put = self._displaced or actor.teleported != self._teleported
        if not (dx or dy or dz or put):
            return self.turn(actor)
        yaw, pitch, head = angle_units(actor.yaw), angle_units(actor.pitch), angle_units(actor.head_yaw)
        farthest = self._farthest
        teleports = put or not (
            -farthest <= dx <= farthest and -farthest <= dy <= farthest and -farthest <= dz <= farthest
        )
        if teleports:
            packets = self._family.teleport(
                self.entity_id,
                actor.x,
                actor.y + self._rise,
                actor.z,
                actor.yaw,
                actor.pitch,
                actor.on_ground,
            )
            self._displaced = False
        else:
            packets = [self._moves.step(dx, dy, dz, yaw, pitch, actor.on_ground)]
        if head != self._head or yaw != self._yaw:
            packets.append(self._moves.head(head))
        self._x, self._y, self._z = x, y, z
        self._yaw, self._pitch, self._head = yaw, pitch, head
        self._on_ground = actor.on_ground
        self._teleported = actor.teleported
        return packets

    def turn(self, actor: Actor) -> list[bytes]:
        """Bring the look up to date, and leave the place as it is. A head turns with every turn of the body."""
        yaw, pitch, head = angle_units(actor.yaw), angle_units(actor.pitch), angle_units(actor.head_yaw)
        packets = []
        if yaw != self._yaw or pitch != self._pitch or actor.on_ground != self._on_ground:
            packets.append(self._moves.look(yaw, pitch, actor.on_ground))
        if head != self._head or yaw != self._yaw:
            packets.append(self._moves.head(head))
        if self.seat is not None:
            packets += self.seat.turn(yaw)
        self._yaw, self._pitch, self._head = yaw, pitch, head
        self._on_ground = actor.on_ground
        return packets

    def settle(self, actor: Actor, take_seat_id: Callable[[], int]) -> list[bytes]:
        """Sit down or get up, go to bed or leave it, lie at the right height: what metadata don't do.

        Comes after the spawn, and with every :meth:`restyle`. ``take_seat_id`` gives an entity id for a seat.
        """
        before, now = self.posture, self._family.posture(actor)
        bed = actor.bed if now.name == "sleeping" else None
        packets: list[bytes] = []
        if self.seat is not None and not now.seated:
            packets += self.seat.take_away(self.entity_id)
            self.seat, self._displaced = None, True
        if self._bed is not None and bed != self._bed:
            if before.bed_packet:
                packets += self._family.leave_bed(self.entity_id)
            self._displaced = True
        if now.seated and self.seat is None:
            self.seat = Seat(take_seat_id(), actor, self._family)
            packets += self.seat.put_under(actor, self.entity_id)
        if bed is not None and bed != self._bed and now.bed_packet:
            packets += self._family.use_bed(self.entity_id, bed)
        self.posture, self._bed, self._rise = now, bed, now.rise
        return packets + self.move(actor)

    def restyle(self, actor: Actor, symbol: Symbol | None) -> list[bytes]:
        """Bring the metadata up to date: what changed of it, in one packet."""
        looks = self._family.looks(actor, symbol)
        changed = [entry for index, entry in looks.items() if self._looks.get(index) != entry]
        if not changed:
            return []
        packets = self._family.update_looks(self.entity_id, changed)
        self._looks = looks
        return packets
