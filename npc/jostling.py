"""Companions and players that stand in each other's way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import floor

from npc.npc import Npc
from world.physics.body import Body
from world.physics.pushing import push_apart
from world.player import Player
from world.terrain import Box

ChunkPos = tuple[int, int]

REACH = 1.5
"""Blocks along an axis between the middles of two that may overlap: of all but the widest."""
PLAYER_WIDTH = 0.6
PLAYER_HEIGHTS = {
    "standing": 1.8,
    "sneaking": 1.5,
    "swimming": 0.6,
    "gliding": 0.6,
    "sleeping": 0.2,
    "dying": 0.2,
}
"""Blocks, by pose."""


def jostle(
    now: int,
    npcs: Sequence[Npc],
    players: Sequence[Player],
    residents: Callable[[ChunkPos], Iterable[Npc]] = lambda chunk: (),
) -> None:
    """Let companions of one world that overlap each other or a player push each other apart.

    Two that rest side by side don't: only where somebody moves, or a player is, anybody is looked at. ``residents``
    gives companions of a chunk that aren't among ``npcs`` because they rest; who is pushed wakes.
    """
    boxes = [_box(player) for player in players if player.vehicle is None]
    places = [(npc.body.x, npc.body.z) for npc in npcs if not npc.embodiment.resting]
    places += [(box[0], box[2]) for box in boxes]
    if not places:
        return
    near = _squares_near(places)
    who = [npc for npc in npcs if not npc.embodiment.resting or _square(npc.body) in near]
    for chunk in sorted({(x >> 2, z >> 2) for x, z in near}):
        who += [npc for npc in residents(chunk) if _square(npc.body) in near]
    bodies = [npc.body for npc in who]
    for index in push_apart(bodies, boxes):
        who[index].wake()
        if any(_touch(bodies[index].box, box) for box in boxes):
            who[index].bother(now)


def _squares_near(places: Iterable[tuple[float, float]]) -> set[tuple[int, int]]:
    """All squares in which the middle of somebody may be who overlaps one at these places."""
    near = set()
    for x, z in places:
        west, east = floor(x - REACH) >> 2, floor(x + REACH) >> 2
        north, south = floor(z - REACH) >> 2, floor(z + REACH) >> 2
        near |= {(west, north), (east, north), (west, south), (east, south)}
    return near


def _square(body: Body) -> tuple[int, int]:
    """The square of four blocks that a body's middle is in; a chunk has sixteen."""
    return floor(body.x) >> 2, floor(body.z) >> 2


def _box(player: Player) -> Box:
    half = PLAYER_WIDTH / 2
    x, y, z = player.position
    return x - half, y, z - half, x + half, y + PLAYER_HEIGHTS[player.pose], z + half


def _touch(one: Box, other: Box) -> bool:
    return (
        one[0] <= other[3]
        and one[3] >= other[0]
        and one[2] <= other[5]
        and one[5] >= other[2]
        and one[1] <= other[4]
        and one[4] >= other[1]
    )
