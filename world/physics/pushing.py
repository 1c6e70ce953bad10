"""Bodies that overlap push each other apart, as vanilla's ``Entity.push``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor, sqrt

from world.physics.body import Body
from world.terrain import Box

PUSH = 0.05
"""Blocks per tick that a push adds, along the line between the two."""
NO_PUSH = 0.01
"""Blocks along the farther axis below which two are in the same place, and no way is away."""
PUSHES_OF_COMPANIONS = 2
"""In a tick: each of two pushes both."""
PUSHES_OF_PLAYERS = 1
"""A player's own side of it happens in its client."""

EDGE_BITS = 2
EDGE = 1 << EDGE_BITS
"""Blocks along a square of the grid. Wider boxes reach over several."""
_Square = tuple[int, int]


def push_apart(bodies: Sequence[Body], players: Iterable[Box] = ()) -> list[int]:
    """Add to the velocities of bodies that overlap each other or a player's box.

    Players aren't pushed here: their clients do that. Returns the indices of the bodies that got a push, ascending.
    The work grows with the number of bodies and with how many are near each other.
    """
    boxes = [body.box for body in bodies]
    pushes: dict[int, tuple[float, float]] = {}
    grid: dict[_Square, list[int]] = {}
    for index, box in enumerate(boxes):
        for square in _squares(box):
            here = grid.get(square)
            if here is None:  # as in most places
                grid[square] = [index]
                continue
            for other in here:
                if _meet(box, boxes[other], square):
                    x, z = _push(boxes[other], box)
                    _add(pushes, index, x * PUSHES_OF_COMPANIONS, z * PUSHES_OF_COMPANIONS)
                    _add(pushes, other, -x * PUSHES_OF_COMPANIONS, -z * PUSHES_OF_COMPANIONS)
            here.append(index)
    for player in players:
        for square in _squares(player):
            for other in grid.get(square, ()):
                if _meet(player, boxes[other], square):
                    x, z = _push(player, boxes[other])
                    _add(pushes, other, x * PUSHES_OF_PLAYERS, z * PUSHES_OF_PLAYERS)
    pushed = sorted(index for index, (x, z) in pushes.items() if x or z)
    for index in pushed:
        x, z = pushes[index]
        bodies[index].vx += x
        bodies[index].vz += z
    return pushed


def _squares(box: Box) -> list[_Square]:
    """The squares of the grid that a box is in."""
    west, north = floor(box[0]) >> EDGE_BITS, floor(box[2]) >> EDGE_BITS
    east, south = floor(box[3]) >> EDGE_BITS, floor(box[5]) >> EDGE_BITS
    if west == east and north == south:  # as most are
        return [(west, north)]
    return [(x, z) for x in range(west, east + 1) for z in range(north, south + 1)]


def _meet(one: Box, other: Box, square: _Square) -> bool:
    """Whether two boxes overlap, and that square is the one of those they share that answers for them."""
    return (
        one[0] < other[3]
        and one[3] > other[0]
        and one[2] < other[5]
        and one[5] > other[2]
        and one[1] < other[4]
        and one[4] > other[1]
        and square == (max(one[0], other[0]) // EDGE, max(one[2], other[2]) // EDGE)
    )


def _push(one: Box, other: Box) -> tuple[float, float]:
    """What ``one`` gives to ``other``: over the distance, or its root where that is less than a block."""
    dx = (other[0] + other[3] - one[0] - one[3]) / 2
    dz = (other[2] + other[5] - one[2] - one[5]) / 2
    farther = max(abs(dx), abs(dz))
    if farther < NO_PUSH:
        return 0.0, 0.0
    root = sqrt(farther)
    share = PUSH * min(1.0, 1.0 / root) / root
    return dx * share, dz * share


def _add(pushes: dict[int, tuple[float, float]], index: int, x: float, z: float) -> None:
    before = pushes.get(index, (0.0, 0.0))
    pushes[index] = before[0] + x, before[1] + z
