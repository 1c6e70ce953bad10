"""What can be seen from where: lines of sight among the blocks of a world.

A line is followed from block to block (Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", 1987).
What has a collision box hides what is behind that box, but for blocks that light shines through.
"""

from __future__ import annotations

from functools import cache
from math import copysign, floor, inf

import numpy as np

from world.blocks import BlockTable, Mask
from world.terrain import LAVA, UNKNOWN, Box, Cell, Terrain

Point = tuple[float, float, float]
"""x y z in blocks."""
Block = tuple[int, int, int]

CLEAR_SUFFIXES = ("glass", "glass_pane", "_bars", "copper_grate")
CLEAR = frozenset(
    {"barrier", "frosted_ice", "honey_block", "ice", "scaffolding", "slime_block", "spawner", "trial_spawner"}
)
"""Blocks that can be seen through although they have a box. Leaves can't: whoever is behind them is hidden."""
GRAZE = 1e-9
"""Share of a line that may lie in something without being hidden by it: what it only touches."""
INSIDE = 0.01
"""Blocks by which a line to the face of a block ends inside it."""


@cache
def see_through(blocks: BlockTable) -> Mask:
    """The states that hide nothing although they have a box."""
    kinds = [kind.name in CLEAR or kind.name.endswith(CLEAR_SUFFIXES) for kind in blocks.kinds]
    mask: Mask = np.array(kinds, np.bool_)[blocks.block_of_state]
    mask.flags.writeable = False
    return mask


class Sight:
    """Answers who can see what in one world. Unknown blocks hide what is behind them."""

    __slots__ = ("_hiding", "_see_through", "_terrain")

    def __init__(self, terrain: Terrain) -> None:
        self._terrain = terrain
        self._see_through = see_through(terrain.world.blocks)
        self._hiding = _hiding_in(terrain.world.blocks)

    def is_clear(self, start: Point, end: Point) -> bool:
        """Whether nothing is between two points, each anywhere. Costs time with the distance: check that before."""
        return self._follow(start, end, None)

    def sees_block(self, eye: Point, block: Block) -> bool:
        """Whether a block (its lowest corner) can be seen: its middle, or the middle of a face turned to the eye."""
        x, y, z = block[0] + 0.5, block[1] + 0.5, block[2] + 0.5
        if self._follow(eye, (x, y, z), block):
            return True
        reach = 0.5 - INSIDE
        for axis in range(3):
            offset = eye[axis] - (block[axis] + 0.5)
            if abs(offset) > 0.5:
                face = [x, y, z]
                face[axis] += copysign(reach, offset)
                if self._follow(eye, (face[0], face[1], face[2]), block):
                    return True
        return False

    def _follow(self, start: Point, end: Point, target: Block | None) -> bool:
        """Whether nothing but ``target`` is on a line."""
        ax, ay, az = start
        dx, dy, dz = end[0] - ax, end[1] - ay, end[2] - az
        x, y, z = floor(ax), floor(ay), floor(az)
        left = abs(floor(end[0]) - x) + abs(floor(end[1]) - y) + abs(floor(end[2]) - z)
        step_x, next_x, span_x = _axis(ax, dx, x)
        step_y, next_y, span_y = _axis(ay, dy, y)
        step_z, next_z, span_z = _axis(az, dz, z)
        number = self._terrain.number
        along = 0.0
        while True:
            leaves = min(next_x, next_y, next_z, 1.0)
            if leaves - along > GRAZE and (x, y, z) != target:
                cell = number(x, y, z)
                if cell and self._hides(cell, (x, y, z), start, (dx, dy, dz)):
                    return False
            if left == 0:
                return True
            left -= 1
            along = leaves
            if next_x <= next_y and next_x <= next_z:
                x += step_x
                next_x += span_x
            elif next_y <= next_z:
                y += step_y
                next_y += span_y
            else:
                z += step_z
                next_z += span_z

    def _hides(self, number: int, block: Block, start: Point, way: Point) -> bool:
        hiding = self._hiding
        if number >= len(hiding):
            hiding.extend(map(_hiding, self._terrain.cells[len(hiding) :]))
        boxes = hiding[number]
        if boxes is False or (boxes is not True and not any(_meets(box, block, start, way) for box in boxes)):
            return False
        if number == UNKNOWN:
            return True
        state = self._terrain.world.state(*block)
        return state is None or not self._see_through[state]


@cache
def _hiding_in(blocks: BlockTable) -> list[bool | tuple[Box, ...]]:
    """By cell number: whether it hides, or which of its boxes may. As far as anybody had to know it."""
    return []


def _axis(start: float, way: float, block: int) -> tuple[int, float, float]:
    """Which way a line goes along an axis, the share of it at which it leaves its first block, and that of a block."""
    if way > 0.0:
        return 1, (block + 1 - start) / way, 1.0 / way
    if way < 0.0:
        return -1, (block - start) / way, -1.0 / way
    return 0, inf, inf


def _hiding(cell: Cell) -> bool | tuple[Box, ...]:
    if cell.full or cell.powder or cell.fluid == LAVA:
        return True
    # what a fence has above its own block keeps bodies out; nobody sees it
    return tuple((x0, y0, z0, x1, min(y1, 1.0), z1) for x0, y0, z0, x1, y1, z1 in cell.boxes) or False


def _meets(box: Box, block: Block, start: Point, way: Point) -> bool:
    """Whether a line goes through a box of a block."""
    enters, leaves = 0.0, 1.0
    for axis in range(3):
        low = box[axis] + block[axis] - start[axis]
        high = box[axis + 3] + block[axis] - start[axis]
        if way[axis] == 0.0:
            if not low < 0.0 < high:
                return False
            continue
        first, second = low / way[axis], high / way[axis]
        enters = max(enters, min(first, second))
        leaves = min(leaves, max(first, second))
    return leaves - enters > GRAZE
