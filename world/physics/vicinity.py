"""What is in the blocks around a body: looked at once, for all that ask about one place."""

from __future__ import annotations

from math import floor

from world.physics.body import Body, Vicinity
from world.terrain import SOLID, Terrain

INSIDE_MARGIN = 1e-7
"""Blocks that a body may reach into a block without being in it."""


def vicinity(body: Body, terrain: Terrain) -> Vicinity:
    """What is around a body where it is now."""
    near = body.vicinity
    if (
        near is not None
        and near.terrain is terrain
        and near.changes == terrain.changes
        and near.place == (body.x, body.y, body.z)
    ):
        return near
    near = body.vicinity = _look(body, terrain)
    return near


def _look(body: Body, terrain: Terrain) -> Vicinity:
    x0, y0, z0, x1, y1, z1 = body.box
    column = terrain.column
    west, east = floor(x0 + INSIDE_MARGIN), floor(x1 - INSIDE_MARGIN)
    bottom, top = floor(y0 + INSIDE_MARGIN), floor(y1 - INSIDE_MARGIN)
    north, south = floor(z0 + INSIDE_MARGIN), floor(z1 - INSIDE_MARGIN)
    low, high = floor(y0 - 1.0), floor(y1)
    plain = True
    contents: list[tuple[int, int, int, int]] = []
    for x in range(floor(x0), floor(x1) + 1):
        for z in range(floor(z0), floor(z1) + 1):
            y = low - 1
            for number in column(x, z, low, high):
                y += 1
                if number:
                    if number > SOLID:
                        plain = False
                    if bottom <= y <= top and west <= x <= east and north <= z <= south:
                        contents.append((x, y, z, number))
    return Vicinity((body.x, body.y, body.z), terrain, terrain.changes, plain, contents)
