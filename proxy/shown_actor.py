"""What one client knows of an actor, and the fewest packets that bring it up to date."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from npc.stage_port import Actor
from proxy.mood_symbols import Symbol
from proxy.versions.write.moves import angle_units

if TYPE_CHECKING:
    from proxy.versions.base import ProtocolFamily


class ShownActor:
    """An actor that a client has: exactly what the packets so far made of it.

    The client keeps an entity's place as whole units once it has stepped, and counts on from there. So steps are
    the differences of what it has, and what they round off is never lost. Methods that fail change nothing.
    """

    __slots__ = (
        *("actor", "entity_id", "uuid", "_family", "_moves", "_units_per_block", "_rounding", "_farthest"),
        *("_x", "_y", "_z", "_yaw", "_pitch", "_head", "_on_ground", "_teleported", "_looks"),
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

    def move(self, actor: Actor) -> list[bytes]:
        """Bring place and look up to date: one packet at most, and one for the head."""
        units, half = self._units_per_block, self._rounding
        x, y, z = floor(actor.x * units + half), floor(actor.y * units + half), floor(actor.z * units + half)
        dx, dy, dz = x - self._x, y - self._y, z - self._z
        if not (dx or dy or dz) and actor.teleported == self._teleported:
            return self.turn(actor)
        yaw, pitch, head = angle_units(actor.yaw), angle_units(actor.pitch), angle_units(actor.head_yaw)
        farthest = self._farthest
        teleports = actor.teleported != self._teleported or not (
            -farthest <= dx <= farthest and -farthest <= dy <= farthest and -farthest <= dz <= farthest
        )
        if teleports:
            packets = self._family.teleport(
                self.entity_id, actor.x, actor.y, actor.z, actor.yaw, actor.pitch, actor.on_ground
            )
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
        self._yaw, self._pitch, self._head = yaw, pitch, head
        self._on_ground = actor.on_ground
        return packets

    def restyle(self, actor: Actor, symbol: Symbol | None) -> list[bytes]:
        """Bring the metadata up to date: what changed of it, in one packet."""
        looks = self._family.looks(actor, symbol)
        changed = [entry for index, entry in looks.items() if self._looks.get(index) != entry]
        if not changed:
            return []
        packets = self._family.update_looks(self.entity_id, changed)
        self._looks = looks
        return packets
