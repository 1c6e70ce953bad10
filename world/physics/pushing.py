"""Bodies that overlap push each other apart, as vanilla's ``Entity.push``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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

CELL = 4.0
"""Edge of the grid's squares in blocks. Wider boxes reach over several."""
_Square = tuple[int, int]


def push_apart(bodies: Sequence[Body], players: Iterable[Box] = ()) -> list[int]:
    """Add to the velocities of bodies that overlap each other or a player's box.

    Players aren't pushed here: their clients do that. Returns the indices of the bodies that got a push, ascending.
    The work grows with the number of bodies and with how many overlap.
    """
    boxes = [body.box for body in bodies]
    pushes: dict[int, tuple[float, float]] = {}
    grid: dict[_Square, list[int]] = {}
    for index, box in enumerate(boxes):
        near: dict[int, None] = {}
        for square in _squares(box):
            here = grid.setdefault(square, [])
            near |= dict.fromkeys(here)
            here.append(index)
        for other in near:
            if _meet(box, boxes[other]):
                x, z = _push(_middle(boxes[other]), _middle(box))
                _add(pushes, index, x * PUSHES_OF_COMPANIONS, z * PUSHES_OF_COMPANIONS)
                _add(pushes, other, -x * PUSHES_OF_COMPANIONS, -z * PUSHES_OF_COMPANIONS)
    for player in players:
        near = {}
        for square in _squares(player):
            near |= dict.fromkeys(grid.get(square, ()))
        for other in near:
            if _meet(player, boxes[other]):
                x, z = _push(_middle(player), _middle(boxes[other]))
                _add(pushes, other, x * PUSHES_OF_PLAYERS, z * PUSHES_OF_PLAYERS)
    pushed = sorted(index for index, (x, z) in pushes.items() if x or z)
    for index in pushed:
        x, z = pushes[index]
        bodies[index].vx += x
        bodies[index].vz += z
    return pushed


def _push(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """What ``one`` gives to ``other``: over the distance, or its root where that is less than a block."""
    dx, dz = other[0] - one[0], other[1] - one[1]
    farther = max(abs(dx), abs(dz))
    if farther < NO_PUSH:
        return 0.0, 0.0
    root = sqrt(farther)
    share = PUSH * min(1.0, 1.0 / root) / root
    return dx * share, dz * share


def _add(pushes: dict[int, tuple[float, float]], index: int, x: float, z: float) -> None:
    before = pushes.get(index, (0.0, 0.0))
    pushes[index] = before[0] + x, before[1] + z


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[3]) / 2, (box[2] + box[5]) / 2


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[3]
        and one[3] > other[0]
        and one[1] < other[4]
        and one[4] > other[1]
        and one[2] < other[5]
        and one[5] > other[2]
    )


def _squares(box: Box) -> Iterator[_Square]:
    for x in range(floor(box[0] / CELL), floor(box[3] / CELL) + 1):
        for z in range(floor(box[2] / CELL), floor(box[5] / CELL) + 1):
            yield x, z
