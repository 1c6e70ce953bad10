"""What hands do: what the player's own client says that it touches, and whose arms it sees swing.

Only notes of who did it are made here, :mod:`proxy.tracking.doers`; what comes of it the server tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from npc.company import PLAYER, being_of_entity, being_of_player
from proxy import messages as m
from proxy.tracking.handlers import Handlers

if TYPE_CHECKING:
    from proxy.tracking.tracker import WorldTracker

_STARTED, _FINISHED = 0, 2
"""Statuses of digging that may break a block: what is soft, or dug in creative mode, never gets a second one."""
BESIDE = ((0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1), (-1, 0, 0), (1, 0, 0))
"""Where the block beside a face is, by the face's number."""


def digs(tracker: WorldTracker, message: m.Digging) -> None:
    if message.status in (_STARTED, _FINISHED):
        _touch(tracker, message.position)


def uses(tracker: WorldTracker, message: m.UseItemOn) -> None:
    place = message.position
    tracker.containers.use(place)
    if not 0 <= message.face < len(BESIDE):
        _touch(tracker, place)
        return
    x, y, z = place
    dx, dy, dz = BESIDE[message.face]
    _touch(tracker, place, (x + dx, y + dy, z + dz))


def swings(tracker: WorldTracker, message: m.EntityAnimation) -> None:
    view, entity = tracker.view, tracker.view.entities.get(message.entity_id)
    if message.animation not in m.SWINGS or entity is None or entity.kind != PLAYER or view.world is None:
        return  # mobs do nothing to blocks that anybody would ask about
    if tracker.doers.is_own(entity.uuid) or not tracker.events.is_watched(view, entity.x, entity.z):
        return
    being = being_of_entity(entity, view)
    if being is not None:
        tracker.doers.swung(view.world.key.name, being)


def _touch(tracker: WorldTracker, *places: m.BlockPos) -> None:
    view = tracker.view
    x, _, z = places[0]
    if view.world is not None and tracker.events.is_watched(view, x, z):
        tracker.doers.touched(view.world.key.name, being_of_player(view), *places)


CLIENTBOUND: Handlers = {m.EntityAnimation: swings}
SERVERBOUND: Handlers = {m.Digging: digs, m.UseItemOn: uses}
