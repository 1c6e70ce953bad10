"""The way out for a body that a block was put into, or that was put into a block."""

from __future__ import annotations

from enum import Enum, auto
from math import floor

from world.physics.body import Body
from world.physics.collision import boxes_around, is_free, moved, overlaps, reach_x, reach_y, reach_z, swept
from world.terrain import UNKNOWN, Box, Terrain, Vector

ASIDE = 1.0
"""Blocks that a body is moved sideways at most."""
UP = 3.0
"""Blocks that it is lifted at most."""
PUSH = 0.1
"""Blocks per tick sideways, as vanilla's client pushes its player out of a block."""

_SIDES: tuple[tuple[int, int], ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""West, east, north, south: in this order, of sides that are as near."""


class Escape(Enum):
    """What became of a body in a tick."""

    FREE = auto()
    """It is in nothing."""
    PUSHED = auto()
    """It was moved a little towards the nearest free side; it may still be in something."""
    LIFTED = auto()
    """It was put on top: a way that it could not have walked."""
    TRAPPED = auto()
    """There is no way out, and it hasn't been moved. What it is in may suffocate it."""


def escape(body: Body, terrain: Terrain) -> Escape:
    """Move a body by a tick's share out of what it is in: aside if it can be, else up.

    Its velocity into the block ends. Nothing that it isn't in already is passed through.
    """
    boxes = _boxes_in(terrain, body.box)
    if not boxes:
        return Escape.FREE
    way = _way_out(terrain, body.box, boxes)
    if way is None:
        return Escape.TRAPPED
    dx, dy, dz = way
    body.fall_distance = 0.0
    if dy:
        body.y += dy
        body.stop()
        return Escape.LIFTED
    body.x += max(-PUSH, min(PUSH, dx))
    body.z += max(-PUSH, min(PUSH, dz))
    if body.vx * dx < 0.0:
        body.vx = 0.0
    if body.vz * dz < 0.0:
        body.vz = 0.0
    return Escape.PUSHED


def free_place(body: Body, terrain: Terrain) -> Vector | None:
    """Where a body has to be to be in nothing: its own place if it is so already, None if there is no way out."""
    boxes = _boxes_in(terrain, body.box)
    way = _way_out(terrain, body.box, boxes) if boxes else (0.0, 0.0, 0.0)
    return None if way is None else (body.x + way[0], body.y + way[1], body.z + way[2])


def _way_out(terrain: Terrain, box: Box, inside: list[Box]) -> Vector | None:
    """The shortest way sideways, else the one up."""
    best: Vector | None = None
    shortest = ASIDE
    for side_x, side_z in _SIDES:
        dx, dz = _clearance(box, inside, 0, side_x), _clearance(box, inside, 2, side_z)
        length = abs(dx + dz)
        if length <= shortest and (best is None or length < shortest) and _is_open(terrain, box, dx, 0.0, dz):
            best, shortest = (dx, 0.0, dz), length
    if best is None:
        dy = _clearance(box, inside, 1, 1)
        if dy <= UP and _is_open(terrain, box, 0.0, dy, 0.0):
            best = 0.0, dy, 0.0
    return best


def _clearance(box: Box, inside: list[Box], axis: int, direction: int) -> float:
    """How far a box must go along an axis to leave all that it is in."""
    if direction > 0:
        return max(other[axis + 3] for other in inside) - box[axis]
    if direction < 0:
        return min(other[axis] for other in inside) - box[axis + 3]
    return 0.0


def _is_open(terrain: Terrain, box: Box, dx: float, dy: float, dz: float) -> bool:
    """Whether nothing is at the end of a way, nor on it beside what the box is in already."""
    if not is_free(terrain, moved(box, dx, dy, dz)):
        return False
    boxes = boxes_around(terrain, swept(box, dx, dy, dz))
    reached = reach_x(boxes, box, dx) + reach_y(boxes, box, dy) + reach_z(boxes, box, dz)
    return reached == dx + dy + dz


def _boxes_in(terrain: Terrain, box: Box) -> list[Box]:
    """What a body is in. Where nothing is known, nobody has put anything."""
    return [
        other
        for other in boxes_around(terrain, box)
        if overlaps(box, other)
        and terrain.number(floor(other[0]), floor(other[1]), floor(other[2])) != UNKNOWN
    ]
