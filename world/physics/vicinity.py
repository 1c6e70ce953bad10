"""What is in the blocks around a body: looked at once, for all that ask about one place."""

from __future__ import annotations

from math import floor

from world.physics.body import Body, Content, Obstacles, Vicinity
from world.physics.collision import blocks_around, boxes_of
from world.terrain import SOLID, BlockRange, Box, Terrain

INSIDE_MARGIN = 1e-7
"""Blocks that a body may reach into a block without being in it."""


def vicinity(body: Body, terrain: Terrain) -> Vicinity:
    """What is around a body where it is now."""
    place = body.x, body.y, body.z
    near = body.vicinity
    if near is not None and near.holds(terrain):
        if near.place == place:
            return near
        blocks, inside = _ranges(body)
        if near.blocks == blocks and near.inside == inside:  # as in most ticks
            near.place = place
            return near
    else:
        blocks, inside = _ranges(body)
    plain, contents = _look(terrain, blocks, inside)
    near = body.vicinity = Vicinity(terrain, terrain.changes, blocks, place, inside, plain, contents)
    return near


def obstacles(body: Body, terrain: Terrain, around: Box, *, descending: bool) -> list[Box]:
    """The collision boxes that a body may meet within a box. Mostly they are those of its last move."""
    blocks = blocks_around(around)
    known = body.obstacles
    if known is not None and known.blocks == blocks and known.holds(terrain):
        return known.boxes
    boxes, for_all = boxes_of(terrain, blocks, body.y, descending, body.fall_distance)
    body.obstacles = Obstacles(terrain, terrain.changes, blocks, boxes) if for_all else None
    return boxes


def _ranges(body: Body) -> tuple[BlockRange, BlockRange]:
    """The blocks that a body touches or has a block below its feet, and those of them that it is in."""
    x0, y0, z0, x1, y1, z1 = body.box
    return (floor(x0), floor(y0 - 1.0), floor(z0), floor(x1), floor(y1), floor(z1)), (
        floor(x0 + INSIDE_MARGIN),
        floor(y0 + INSIDE_MARGIN),
        floor(z0 + INSIDE_MARGIN),
        floor(x1 - INSIDE_MARGIN),
        floor(y1 - INSIDE_MARGIN),
        floor(z1 - INSIDE_MARGIN),
    )


def _look(terrain: Terrain, blocks: BlockRange, inside: BlockRange) -> tuple[bool, list[Content]]:
    """Whether a range of blocks is plain, and what is in a part of it."""
    west, low, north, east, high, south = blocks
    x0, y0, z0, x1, y1, z1 = inside
    plain = True
    contents: list[Content] = []
    for x in range(west, east + 1):
        for z in range(north, south + 1):
            y = low - 1
            for number in terrain.column(x, z, low, high):
                y += 1
                if number:
                    if number > SOLID:
                        plain = False
                    if y0 <= y <= y1 and x0 <= x <= x1 and z0 <= z <= z1:
                        contents.append((x, y, z, number))
    return plain, contents
