"""Finding a first place for a companion that was given none."""

from __future__ import annotations

from math import atan2, cos, degrees, floor, radians, sin
from typing import NamedTuple

from world.view import WorldView

REACH = 3
"""Blocks that the ground may lie above or below the player's feet."""
# Degrees off the player's line of sight and blocks away, best first: in view, near enough to talk to.
_OFFSETS = [
    (angle, distance) for distance in (3.0, 2.0, 4.0, 5.0) for angle in (-25, 25, 0, -50, 50, -90, 90, 180)
]


class Place(NamedTuple):
    """Feet position in blocks and body yaw in degrees."""

    x: float
    y: float
    z: float
    yaw: float


def is_standable(world: WorldView, x: int, y: int, z: int) -> bool:
    """Whether a body of two blocks can stand with its feet in that cell: ground below, nothing solid or wet inside."""
    below, feet, head = (world.state(x, y + dy, z) for dy in (-1, 0, 1))
    if below is None or feet is None or head is None:
        return False
    blocks = world.blocks
    if not blocks.solid[below] or blocks.hazard[below]:
        return False
    return not any(
        blocks.solid[state] or blocks.water[state] or blocks.lava[state] or blocks.hazard[state]
        for state in (feet, head)
    )


def place_beside(
    world: WorldView,
    x: float,
    y: float,
    z: float,
    yaw: float,
    taken: list[tuple[int, int, int]] | None = None,
) -> Place | None:
    """A standable place near somebody at ``x y z`` who looks along ``yaw``, turned towards them; None without one.

    Cells in ``taken`` are left free.
    """
    for offset, distance in _OFFSETS:
        direction = radians(yaw + offset)
        cell_x, cell_z = floor(x - sin(direction) * distance), floor(z + cos(direction) * distance)
        for dy in sorted(range(-REACH, REACH + 1), key=abs):
            cell = (cell_x, floor(y) + dy, cell_z)
            if cell in (taken or []) or not is_standable(world, *cell):
                continue
            centre_x, centre_z = cell_x + 0.5, cell_z + 0.5
            return Place(centre_x, float(cell[1]), centre_z, degrees(atan2(-(x - centre_x), z - centre_z)))
    return None
