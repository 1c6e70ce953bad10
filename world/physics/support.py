"""What a body stands on, hangs on and is held by."""

from __future__ import annotations

from math import floor

from world.physics.body import Body
from world.physics.collision import EPSILON, boxes_around, overlaps
from world.physics.rules import MODERN, PhysicsRules
from world.terrain import SOLID, UNKNOWN, Cell, Terrain

SUPPORT_DEPTH = 1e-6
UNDERFOOT = 0.2
"""Blocks below the feet at which the block is that a body lands and walks on."""
ABOVE_GROUND = 0.500001
"""Blocks below the feet at which the block is that slows a body or lowers its jump."""


def ground(body: Body, terrain: Terrain, depth: float) -> Cell:
    """The block so far below the feet, where the body has its ground."""
    x, z = body.carrier or (floor(body.x), floor(body.z))
    return terrain.cell(x, floor(body.y - depth), z)


def factor_beneath(body: Body, terrain: Terrain, factor: str) -> float:
    """A factor of the block at the feet, or where that has none, of the ground."""
    here: float = getattr(terrain.cell(*body.block), factor)
    if here != 1.0:
        return here
    below: float = getattr(ground(body, terrain, ABOVE_GROUND), factor)
    return below


def carrier_of(body: Body, terrain: Terrain) -> tuple[int, int] | None:
    """Block x and z of the nearest block that carries a body on the ground; None: the one below its middle.

    As vanilla's ``findSupportingBlock``: of two that are as near, the one with the higher z, then x.
    """
    x, z = floor(body.x), floor(body.z)
    if terrain.number(x, floor(body.y - EPSILON), z) == SOLID:
        return None
    x0, y0, z0, x1, _, z1 = body.box
    below = x0, y0 - SUPPORT_DEPTH, z0, x1, y0, z1
    carriers = [
        (floor((ax + bx) / 2), floor((az + bz) / 2))
        for ax, ay, az, bx, by, bz in boxes_around(terrain, below, body.y)
        if overlaps(below, (ax, ay, az, bx, by, bz))
    ]
    if not carriers or (x, z) in carriers:
        return None
    return min(
        carriers, key=lambda at: ((at[0] + 0.5 - body.x) ** 2 + (at[1] + 0.5 - body.z) ** 2, -at[1], -at[0])
    )


def is_climbable(terrain: Terrain, x: int, y: int, z: int, rules: PhysicsRules = MODERN) -> bool:
    """Whether a body whose feet are in that block can climb."""
    number = terrain.number(x, y, z)
    if number <= UNKNOWN:
        return False
    cell = terrain.cells[number]
    if cell.climbable:
        return True
    if cell.open_trapdoor and rules.climbable_trapdoors:
        return terrain.cell(x, y - 1, z).ladder == cell.open_trapdoor
    return False
