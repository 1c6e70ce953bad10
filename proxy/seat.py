"""What a sitting actor rides on one client."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from npc.stage_port import Actor
from proxy.versions.write.moves import angle_units

if TYPE_CHECKING:
    from proxy.versions.base import ProtocolFamily


def seat_uuid(actor: Actor) -> UUID:
    """The UUID of the seat of an actor."""
    return uuid5(actor.uuid, "seat")


class Seat:
    """An invisible entity under an actor. Clients have the actor wherever the seat is, and its hips along the seat."""

    __slots__ = ("_family", "_moves", "_place", "_yaw", "entity_id")

    def __init__(self, entity_id: int, actor: Actor, family: ProtocolFamily) -> None:
        self.entity_id = entity_id
        self._family = family
        self._moves = family.moves(entity_id)
        self._place = actor.x, actor.y, actor.z
        self._yaw = angle_units(actor.yaw)

    def put_under(self, actor: Actor, rider_id: int) -> list[bytes]:
        """Spawn it with the actor on it, which the client has."""
        spawn = self._family.spawn_seat(actor, self.entity_id, seat_uuid(actor))
        return spawn + self._family.mount(self.entity_id, rider_id)

    def follow(self, actor: Actor) -> list[bytes]:
        """Go where the actor is now."""
        place = actor.x, actor.y, actor.z
        if place == self._place:
            return []
        self._place, self._yaw = place, angle_units(actor.yaw)
        height = self._family.seat_height
        return self._family.teleport(
            self.entity_id, actor.x, actor.y + height, actor.z, actor.yaw, 0.0, actor.on_ground
        )

    def turn(self, yaw: int) -> list[bytes]:
        """Turn to 1/256 turns."""
        if yaw == self._yaw:
            return []
        self._yaw = yaw
        return [self._moves.look(yaw, 0, True)]

    def take_away(self, rider_id: int) -> list[bytes]:
        """Let the actor get up, and remove it."""
        return self._family.dismount(self.entity_id, rider_id) + self._family.destroy([self.entity_id])
