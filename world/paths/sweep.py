"""Whether a body gets through: its box, taken along a way, among the true collision boxes."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, hypot

from world.paths.cells import is_bad
from world.physics.collision import boxes_around, is_free
from world.terrain import SOLID, Box, Terrain, Vector

STRIDE = 0.4
"""Blocks: the longest piece of a way that is swept in one."""
EASY_RISE = 0.6
"""Blocks that a body rises and comes down without a jump or a fall."""
MIDDLE = 0.1
"""Blocks from its axis within which a body has ground beneath it, wherever it walks."""
MARGIN = 0.05
"""Blocks that a body keeps from what harms it."""
_TOUCH = 1e-4


def is_clear(terrain: Terrain, a: Vector, b: Vector, width: float, height: float) -> bool:
    """Whether a body can rise at ``a``, move level, come down at ``b``, and touch nothing that stops or harms it."""
    half = width / 2
    (ax, ay, az), (bx, by, bz) = a, b
    top = max(ay, by)
    ways = [(ax - half, ay, az - half, ax + half, top + height, az + half)]
    if by < top:
        ways.append((bx - half, by, bz - half, bx + half, top + height, bz + half))
    dx, dz = bx - ax, bz - az
    pieces = 1 if not dx or not dz else ceil(hypot(dx, dz) / STRIDE)
    for piece in range(pieces):
        x0, x1 = ax + dx * piece / pieces, ax + dx * (piece + 1) / pieces
        z0, z1 = az + dz * piece / pieces, az + dz * (piece + 1) / pieces
        ways.append(
            (
                min(x0, x1) - half,
                top,
                min(z0, z1) - half,
                max(x0, x1) + half,
                top + height,
                max(z0, z1) + half,
            )
        )
    return all(is_free(terrain, way) and is_harmless(terrain, way) for way in ways)


def is_harmless(terrain: Terrain, box: Box) -> bool:
    """Whether nothing that a box reaches into is bad for a body."""
    x0, y0, z0, x1, y1, z1 = box
    number, cells = terrain.number, terrain.cells
    for x in range(floor(x0 + _TOUCH), floor(x1 - _TOUCH) + 1):
        for z in range(floor(z0 + _TOUCH), floor(z1 - _TOUCH) + 1):
            for y in range(floor(y0 + _TOUCH), floor(y1 - _TOUCH) + 1):
                what = number(x, y, z)
                if what > SOLID and is_bad(cells[what]):
                    return False
    return True


def walks(
    terrain: Terrain,
    a: Vector,
    b: Vector,
    width: float,
    height: float,
    *,
    rise: float = EASY_RISE,
    drop: float = EASY_RISE,
    shuns_farmland: bool = True,
) -> bool:
    """Whether a body that walks straight from ``a`` to ``b`` gets there, on ground all the way.

    ``rise`` and ``drop``: the highest step up and down, in blocks. It must not come near harm, water, or what is
    unknown, and has to have ground under its middle, not only under its rim.
    """
    half = width / 2
    (ax, level, az), (bx, by, bz) = a, b
    dx, dz = bx - ax, bz - az
    pieces = max(1, ceil(hypot(dx, dz) / STRIDE))
    for piece in range(pieces):
        x0, x1 = ax + dx * piece / pieces, ax + dx * (piece + 1) / pieces
        z0, z1 = az + dz * piece / pieces, az + dz * (piece + 1) / pieces
        way = (
            min(x0, x1) - half, level - drop - MARGIN, min(z0, z1) - half,
            max(x0, x1) + half, level + rise + height, max(z0, z1) + half,
        )  # fmt: skip
        boxes = boxes_around(terrain, way, level)
        risen = _risen(boxes, way, level, level + rise, height)
        if risen is None:
            return False
        ground = risen
        for x, z in (((x0 + x1) / 2, (z0 + z1) / 2), (x1, z1)):
            beneath = _ground(boxes, x, z, MIDDLE, risen)
            if beneath is None or risen - beneath > drop + _TOUCH:
                return False
            ground = min(ground, beneath)
        around = (way[0] - MARGIN, way[2] - MARGIN, way[3] + MARGIN, way[5] + MARGIN)
        if not _is_safe(terrain, around, min(ground, level), risen + height, shuns_farmland):
            return False
        under_all = _ground(boxes, x1, z1, half, risen)
        assert under_all is not None  # there is some under its middle
        level = under_all
    return abs(level - by) < 0.02


def _risen(boxes: list[Box], way: Box, level: float, highest: float, height: float) -> float | None:
    """The height that feet are at after stepping onto whatever is in the way; None: it is too high."""
    x0, _, z0, x1, _, z1 = way
    here = [
        (bottom, top)
        for ax, bottom, az, bx, top, bz in boxes
        if ax < x1 - _TOUCH and bx > x0 + _TOUCH and az < z1 - _TOUCH and bz > z0 + _TOUCH
    ]
    risen = level
    for bottom, top in here:
        if top > risen + _TOUCH and bottom < level + height - _TOUCH:
            if top > highest + _TOUCH:
                return None
            risen = top
    if any(top > risen + _TOUCH and bottom < risen + height - _TOUCH for bottom, top in here):
        return None
    return risen


def _ground(boxes: list[Box], x: float, z: float, half: float, level: float) -> float | None:
    """The highest top at or below a level, under a square."""
    tops = [
        top
        for ax, _, az, bx, top, bz in boxes
        if top <= level + _TOUCH and ax < x + half and bx > x - half and az < z + half and bz > z - half
    ]
    return max(tops, default=None)


def _is_safe(
    terrain: Terrain, around: tuple[float, float, float, float], low: float, high: float, shuns: bool
) -> bool:
    """Whether nothing harms who moves there, from the ground that it stands on (``low``) to its head."""
    x0, z0, x1, z1 = around
    bottom = floor(low - _TOUCH)
    cells, column = terrain.cells, terrain.column
    for x in range(floor(x0), floor(x1) + 1):
        for z in range(floor(z0), floor(z1) + 1):
            numbers = column(x, z, bottom, floor(high))
            if max(numbers) <= SOLID:  # as most are
                continue
            for y, what in enumerate(numbers, bottom):
                if what <= SOLID:
                    continue
                cell = cells[what]
                if cell.hazard or cell.stuck is not None:
                    return False
                if not cell.known and y == bottom:
                    return False
                if cell.fluid and y + cell.fluid_height > low + _TOUCH:
                    return False
                if shuns and cell.farmland and y + 1.0 > low:
                    return False
    return True


def rows_under(a: Vector, b: Vector, half: float) -> Iterator[tuple[int, int, int]]:
    """The blocks that a square comes over on its straight way: by x, the first and the last z."""
    (ax, _, az), (bx, _, bz) = a, b
    dx, dz = bx - ax, bz - az
    for x in range(floor(min(ax, bx) - half), floor(max(ax, bx) + half) + 1):
        if dx:
            # shares of the way at which the square comes into the row and has left it
            one, other = (x - half - ax) / dx, (x + 1 + half - ax) / dx
            enter, leave = max(0.0, min(one, other)), min(1.0, max(one, other))
        else:
            enter, leave = 0.0, 1.0
        z0, z1 = az + dz * enter, az + dz * leave
        yield x, floor(min(z0, z1) - half), floor(max(z0, z1) + half)
