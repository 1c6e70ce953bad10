"""Across and through water, with the head out of it where there is air."""

from __future__ import annotations

from math import floor, hypot

from npc.gaze import direction
from npc.locomotion.steering import Heading
from world.paths.route import Waypoint
from world.physics.body import Body
from world.terrain import WATER, Terrain

FLOAT_DEPTH = 0.6
"""Blocks of water above the feet of one who swims at the surface: its head is well out of it."""
SINK_TOLERANCE = 0.2
"""Blocks that the feet may be under a place at the surface."""
DIVE_TOLERANCE = 0.3
"""Blocks that the feet may be above a place under water."""
BEACH = 1.0
"""Blocks above its feet up to which a body that swims tries to get onto land."""
TURN_DISTANCE = 0.25
"""Blocks along the ground below which a direction isn't worth turning to."""


def swim(body: Body, target: Waypoint, terrain: Terrain, speed: float, *, last: bool) -> Heading:
    """One tick towards a waypoint at a speed in blocks per tick; ``last``: where it stops."""
    dx, dz = target.x - body.x, target.z - body.z
    distance = hypot(dx, dz)
    heading = Heading()
    if distance > 1e-6:
        if last:
            speed = min(speed, distance)
        heading = Heading(dx / distance * speed, dz / distance * speed)
    if distance > TURN_DISTANCE:
        heading.facing = direction(dx, dz)
    x, y, z = floor(target.x), floor(target.y + 1e-3), floor(target.z)
    if terrain.cell(x, y, z).fluid != WATER:
        heading.jump = target.y > body.y - BEACH
    elif terrain.cell(x, y + 1, z).fluid != WATER:
        heading.jump = body.y < target.y - SINK_TOLERANCE or body.water > FLOAT_DEPTH
    else:
        heading.jump = body.y < target.y
        heading.sneak = body.y > target.y + DIVE_TOLERANCE
    return heading
