"""Everybody who can be seen in a world: players on this proxy and off it, and mobs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import floor

from npc.anatomy import UNKNOWN, anatomy
from npc.crowd import CELL
from npc.happenings import Being
from npc.perception import Silhouette
from npc.stage_port import Viewer
from world.entity import Entity

SPECTATOR = 3
"""Game mode of a player who isn't bodily in the world."""
PLAYER = "player"


class Company:
    """A horizontal grid of beings as they were at one tick."""

    __slots__ = ("_cells",)

    def __init__(self, beings: Iterable[Being] = ()) -> None:
        self._cells: defaultdict[tuple[int, int], list[Being]] = defaultdict(list)
        for being in beings:
            x, _, z = being.shape.feet
            self._cells[floor(x / CELL), floor(z / CELL)].append(being)

    def within(self, x: float, y: float, z: float, radius: float) -> list[Being]:
        """Those whose feet are at most ``radius`` blocks from a point, in no order of distance."""
        found = []
        limit = radius * radius
        for cell_x in range(floor((x - radius) / CELL), floor((x + radius) / CELL) + 1):
            for cell_z in range(floor((z - radius) / CELL), floor((z + radius) / CELL) + 1):
                for being in self._cells.get((cell_x, cell_z), ()):
                    bx, by, bz = being.shape.feet
                    if (bx - x) ** 2 + (by - y) ** 2 + (bz - z) ** 2 <= limit:
                        found.append(being)
        return found


def is_bodily(viewer: Viewer) -> bool:
    """Whether a player is in the world with a living body in a known place."""
    player = viewer.player
    return viewer.world is not None and player.placed and player.alive and player.game_mode != SPECTATOR


def being_of_player(viewer: Viewer) -> Being:
    """The player behind a client."""
    player = viewer.player
    shape = Silhouette.of(player.x, player.y, player.z, player.eye_height)
    return Being(player.uuid, player.name, shape)


def being_of_entity(entity: Entity, viewer: Viewer) -> Being | None:
    """An entity that a client sees; None for one that doesn't live, or is none of the server's own beings."""
    if entity.uuid is None:
        return None
    body = anatomy(entity.kind)
    if body is UNKNOWN:
        return None
    name = ""
    if entity.kind == PLAYER:
        listed = viewer.listed.get(entity.uuid)
        if listed is not None:
            name = listed.name
    return Being(entity.uuid, name, Silhouette.of(entity.x, entity.y, entity.z, body.eye_height))


def company_of(viewers: Iterable[Viewer]) -> Company:
    """Who can be seen by these clients, all of one world. Of a player on this proxy its own client knows best."""
    viewers = [viewer for viewer in viewers if viewer.world is not None]
    beings = {viewer.player.uuid: being_of_player(viewer) for viewer in viewers if is_bodily(viewer)}
    known = {viewer.player.uuid for viewer in viewers}
    for viewer in viewers:
        for entity in viewer.entities.values():
            uuid = entity.uuid
            if uuid is None or uuid in known or uuid in beings:
                continue
            being = being_of_entity(entity, viewer)
            if being is not None:
                beings[uuid] = being
    return Company(beings.values())


NO_COMPANY = Company()
