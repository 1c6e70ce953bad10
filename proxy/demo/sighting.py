"""Which other players a client sees, and how they move on its screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.versions.write.moves import angle_units
from world.entity import encode_position

if TYPE_CHECKING:
    from proxy.demo.session import PlayHandler

_Units = tuple[int, int, int]


@dataclass(slots=True)
class _Seen:
    units: _Units
    """Position in what the watcher's version counts relative moves in, as its client has it."""
    look: tuple[float, float]


class Sighting:
    """One client's view of the others."""

    def __init__(self, watcher: PlayHandler) -> None:
        self._watcher = watcher
        self._seen: dict[PlayHandler, _Seen] = {}

    def __contains__(self, other: PlayHandler) -> bool:
        return other in self._seen

    def reset(self) -> None:
        """The client has lost all entities."""
        self._seen.clear()

    def forget(self, other: PlayHandler) -> None:
        """Take somebody who leaves off the screen."""
        if self._seen.pop(other, None) is not None:
            self._watcher.send(self._watcher.family.destroy([other.player.entity_id]))

    def tick(self) -> None:
        """Show who came near, take away who went, move the rest."""
        watcher = self._watcher
        for other in watcher.server.players:
            if other is watcher:
                continue
            visible = other.player.chunk in watcher.chunks.held
            if visible and other in self._seen:
                self._follow(other)
            elif visible:
                self._show(other)
            else:
                self.forget(other)

    def _units(self, other: PlayHandler) -> _Units:
        family, actor = self._watcher.family, other.player.actor
        x, y, z = (
            encode_position(value, rounded=family.rounds_positions, units=family.units_per_block)
            for value in (actor.x, actor.y, actor.z)
        )
        return x, y, z

    def _show(self, other: PlayHandler) -> None:
        family, player = self._watcher.family, other.player
        actor = player.actor
        self._seen[other] = _Seen(self._units(other), (actor.yaw, actor.pitch))
        packets = family.spawn(actor, player.entity_id)
        if player.equipment:
            packets += family.equipment(player.entity_id, player.equipment)
        self._watcher.send(packets)

    def _follow(self, other: PlayHandler) -> None:
        seen, family, actor = self._seen[other], self._watcher.family, other.player.actor
        units, look = self._units(other), (actor.yaw, actor.pitch)
        entity_id = other.player.entity_id
        moves, angles = family.moves(entity_id), (angle_units(actor.yaw), angle_units(actor.pitch))
        dx, dy, dz = step = tuple(now - before for now, before in zip(units, seen.units, strict=True))
        if any(abs(distance) > family.farthest_step for distance in step):
            packets = family.teleport(entity_id, actor.x, actor.y, actor.z, *look, actor.on_ground)
        elif any(step):
            packets = [moves.step(dx, dy, dz, *angles, actor.on_ground)]
        elif look != seen.look:
            packets = [moves.look(*angles, actor.on_ground)]
        else:
            return
        if look != seen.look:
            packets.append(moves.head(angle_units(actor.head_yaw)))
        seen.units, seen.look = units, look
        self._watcher.send(packets)
