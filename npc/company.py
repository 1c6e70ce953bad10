"""Everybody who can be seen in a world: players on this proxy and off it, and mobs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import floor

from npc.anatomy import KNOWN_KINDS, anatomy
from npc.crowd import CELL
from npc.happenings import Being
from npc.perception import Silhouette
from npc.stage_port import Actor, Viewer
from world.entity import FLAG_GLIDING, FLAG_INVISIBLE, FLAG_SNEAKING, FLAGS_INDEX, POSE_INDEX, Entity
from world.player import EYE_HEIGHTS

SPECTATOR = 3
"""Game mode of a player who isn't bodily in the world."""
PLAYER = "player"
STANDING = "standing"
BEINGS = KNOWN_KINDS - {"armor_stand"}
"""Entity types that live."""

_POSES = {"fall_flying": "gliding", "spin_attack": "swimming"}
"""Poses as the wire calls them → one that has its eyes at the same height."""


class Company:
    """Who can be seen by some clients, all of one world, as they were at about one tick.

    Nothing is looked up before somebody asks, and then only in what the clients know that have that place loaded.
    """

    __slots__ = ("_cells", "_entities", "_known", "_unread")

    def __init__(self, viewers: Iterable[Viewer] = ()) -> None:
        self._unread = [(viewer, viewer.world) for viewer in viewers if viewer.world is not None]
        """Clients of which nobody has needed to know yet whom they see, and their world."""
        self._known = {viewer.player.uuid.int for viewer, _ in self._unread}
        """Whoever is in a cell already. Of a player on this proxy its own client knows best."""
        self._cells: defaultdict[tuple[int, int], list[Being]] = defaultdict(list)
        self._entities: defaultdict[tuple[int, int], list[tuple[Entity, Viewer]]] = defaultdict(list)
        """By cell, of which beings haven't been made yet."""
        for viewer, _ in self._unread:
            if is_bodily(viewer) and not _is_invisible(viewer.entities.get(viewer.player.entity_id)):
                self._cells[_cell(viewer.player.x, viewer.player.z)].append(being_of_player(viewer))

    def within(self, x: float, y: float, z: float, radius: float) -> list[Being]:
        """Those whose feet are at most ``radius`` blocks from a point, in no order of distance."""
        if self._unread:
            self._read_those_at(floor(x) >> 4, floor(z) >> 4)
        found = []
        limit = radius * radius
        for cell_x in range(floor((x - radius) / CELL), floor((x + radius) / CELL) + 1):
            for cell_z in range(floor((z - radius) / CELL), floor((z + radius) / CELL) + 1):
                for being in self._beings((cell_x, cell_z)):
                    bx, by, bz = being.shape.feet
                    if (bx - x) ** 2 + (by - y) ** 2 + (bz - z) ** 2 <= limit:
                        found.append(being)
        return found

    def _read_those_at(self, chunk_x: int, chunk_z: int) -> None:
        """Take in whom those clients see that have a chunk."""
        unread = []
        for viewer, world in self._unread:
            if viewer.world is not world:
                continue  # it has left since, and its entities are those of elsewhere
            if viewer.holds_chunk(chunk_x, chunk_z):
                self._read(viewer)
            else:
                unread.append((viewer, world))
        self._unread = unread

    def _read(self, viewer: Viewer) -> None:
        known, entities = self._known, self._entities
        for entity in viewer.entities.values():
            if entity.uuid is None or entity.kind not in BEINGS:
                continue
            number = entity.uuid.int  # many times faster to look up
            if number not in known:
                known.add(number)
                entities[_cell(entity.x, entity.z)].append((entity, viewer))

    def _beings(self, cell: tuple[int, int]) -> Sequence[Being]:
        for entity, viewer in self._entities.pop(cell, ()):
            if not is_hidden(entity, viewer) and (being := being_of_entity(entity, viewer)) is not None:
                self._cells[cell].append(being)
        return self._cells.get(cell, ())


def is_bodily(viewer: Viewer) -> bool:
    """Whether a player is in the world with a living body in a known place."""
    player = viewer.player
    return viewer.world is not None and player.placed and player.alive and player.game_mode != SPECTATOR


def being_of_player(viewer: Viewer) -> Being:
    """The player behind a client."""
    player = viewer.player
    shape = Silhouette.of(player.x, player.y, player.z, player.eye_height)
    return Being(player.uuid, player.name, shape)


def being_of_companion(actor: Actor, owner: str) -> Being:
    """One of ours, as others of ours see it."""
    shape = Silhouette.of(actor.x, actor.y, actor.z, anatomy(actor.kind).eye_height)
    return Being(actor.uuid, actor.name, shape, owner)


def being_of_entity(entity: Entity, viewer: Viewer) -> Being | None:
    """An entity that a client sees, but for its own player; None for one that doesn't live."""
    if entity.uuid is None or entity.kind not in BEINGS:
        return None
    if entity.kind != PLAYER:
        eye_height, name = anatomy(entity.kind).eye_height, ""
    else:
        eye_height = viewer.player.eye_heights[_pose(entity)]
        listed = viewer.listed.get(entity.uuid)
        name = "" if listed is None else listed.name
    return Being(entity.uuid, name, Silhouette.of(entity.x, entity.y, entity.z, eye_height))


def is_hidden(entity: Entity, viewer: Viewer) -> bool:
    """Whether nobody sees an entity although it is there: it is invisible, or a player who is no more than a ghost."""
    return _is_invisible(entity) or is_spectator(entity, viewer)


def is_spectator(entity: Entity, viewer: Viewer) -> bool:
    """Whether an entity is a player who isn't bodily in the world."""
    if entity.kind != PLAYER or entity.uuid is None:
        return False
    listed = viewer.listed.get(entity.uuid)
    return listed is not None and listed.game_mode == SPECTATOR


def _flags(entity: Entity) -> int:
    entry = entity.metadata.get(FLAGS_INDEX)
    return entry[1] if entry is not None and isinstance(entry[1], int) else 0


def _is_invisible(entity: Entity | None) -> bool:
    return entity is not None and bool(_flags(entity) & FLAG_INVISIBLE)


def _pose(player: Entity) -> str:
    """The pose of somebody else, as :data:`world.player.EYE_HEIGHTS` names them; to 1.13.2 flags tell of it."""
    entry = player.metadata.get(POSE_INDEX)
    if entry is not None and entry[0] == "pose":
        pose = _POSES.get(entry[1], entry[1])
        return pose if pose in EYE_HEIGHTS else STANDING
    flags = _flags(player)
    if flags & FLAG_GLIDING:
        return "gliding"
    return "sneaking" if flags & FLAG_SNEAKING else STANDING


def _cell(x: float, z: float) -> tuple[int, int]:
    return floor(x / CELL), floor(z / CELL)


NO_COMPANY = Company()
