"""Finding places where a companion can stand."""

from __future__ import annotations

from math import atan2, cos, degrees, floor, radians, sin
from typing import NamedTuple

from world.physics.body import Body
from world.physics.collision import boxes_around, is_free
from world.terrain import Box, Terrain, Vector
from world.view import WorldView

REACH = 3
"""Blocks that the ground may lie above or below the player's feet."""
# Degrees off the player's line of sight and blocks away, best first: in view, near enough to talk to.
_OFFSETS = [
    (angle, distance) for distance in (3.0, 2.0, 4.0, 5.0) for angle in (-25, 25, 0, -50, 50, -90, 90, 180)
]


SURFACE_MARGIN = 1e-6
"""Blocks by which a body is thinner when it looks for what carries it."""


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


def standing_place(
    terrain: Terrain, x: float, y: float, z: float, body: Body, *, rise: int, fall: int
) -> Vector | None:
    """Where a body could stand well in the column of blocks at ``x z``: in its middle, on ground that carries it.

    At most ``rise`` blocks above and ``fall`` below the block of ``y``, as near to it as may be; nowhere wet,
    harmful or sticky, not on farmland, only where everything is known. None without such a place.
    """
    middle_x, middle_z = floor(x) + 0.5, floor(z) + 0.5
    for dy in sorted(range(-fall, rise + 1), key=abs):
        feet = _surface(terrain, middle_x, floor(y) + dy, middle_z, body)
        if feet is not None and _is_good(terrain, middle_x, feet, middle_z, body):
            return middle_x, feet, middle_z
    return None


def _surface(terrain: Terrain, x: float, block_y: int, z: float, body: Body) -> float | None:
    """Height in ``block_y`` up to ``block_y + 1`` at which something carries a body; None when nothing does."""
    half = body.width / 2 - SURFACE_MARGIN
    footprint: Box = (x - half, block_y, z - half, x + half, block_y + 1.0, z + half)
    return max(
        (
            top
            for west, _, north, east, top, south in boxes_around(terrain, footprint, block_y + 2.0)
            if block_y <= top < block_y + 1 and west < x + half and east > x - half
            and north < z + half and south > z - half
        ),
        default=None,
    )  # fmt: skip


def _is_good(terrain: Terrain, x: float, y: float, z: float, body: Body) -> bool:
    half = body.width / 2 - SURFACE_MARGIN
    box: Box = (x - half, y, z - half, x + half, y + body.height, z + half)
    columns = [
        (block_x, block_z)
        for block_x in range(floor(x - half), floor(x + half) + 1)
        for block_z in range(floor(z - half), floor(z + half) + 1)
    ]
    for block_x, block_z in columns:
        below = terrain.cell(block_x, floor(y - SURFACE_MARGIN), block_z)
        if not below.known or below.hazard or below.farmland:
            return False
        for block_y in range(floor(y), floor(y + body.height) + 1):
            cell = terrain.cell(block_x, block_y, block_z)
            if not cell.known or cell.fluid or cell.hazard or cell.stuck is not None:
                return False
    return is_free(terrain, box)
