"""What a piece of a world is to a body, seen from above: a map for people who wonder about its way."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import floor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from world.section import EDGE
from world.terrain import LAVA, UNKNOWN, WATER, Cell, Terrain, Vector

CLIMB = 1.25
"""Blocks above the place that a column is seen from, beyond which its surface is a wall."""
HEIGHT = 1.8
"""Blocks above it that a body there reaches up to: a column is looked into from there down."""
DEPTH = 24
"""Blocks below it where the look down ends."""
COLUMN_LIMIT = 40_000


class Ground(StrEnum):
    """What there is in a column. Its value is its letter in a map."""

    FLOOR = "."
    WALL = "#"
    """Nobody gets onto it from where it is seen from, or through it."""
    WATER = "~"
    LAVA = "L"
    HAZARD = "!"
    """Hurts who touches it or stands on it."""
    FARMLAND = "%"
    LADDER = "H"
    """Or what else can be climbed."""
    DOOR = "D"
    """A closed one, or a gate."""
    ABYSS = " "
    """Nothing to stand on within :data:`DEPTH`."""
    UNKNOWN = "?"
    """The server hasn't said what is there."""


class Relief(NamedTuple):
    """A map: row by row to the south, in a row to the east."""

    x: int
    z: int
    """Its north-western column."""
    ground: list[str]
    """A letter of :class:`Ground` for each column."""
    heights: list[list[float | None]]
    """y of the surface, rounded to 1/16 block; None where there is none."""


def relief(
    terrain: Terrain, corner: tuple[int, int], size: tuple[int, int], places: Sequence[Vector]
) -> Relief:
    """Map ``size`` (to the east, to the south) columns from a north-western ``corner`` on.

    Each is seen from the height of the ``places`` nearest to it: so a way over a bridge
    shows the bridge, and one below it what is below. Raises ValueError for no place or too many columns.
    """
    (x0, z0), (width, depth) = corner, size
    if width < 1 or depth < 1 or width * depth > COLUMN_LIMIT:
        raise ValueError(f"a map has 1 to {COLUMN_LIMIT} columns, not {width} × {depth}")
    if not places:
        raise ValueError("a map needs a place that it is seen from")
    feet = _heights_of_view(corner, size, places)
    highest = np.floor(feet + HEIGHT).astype(np.int64)
    bottom = int(highest.min()) - DEPTH
    cells = _cells(terrain, (x0, bottom, z0), (width, int(highest.max()) + 1 - bottom, depth))
    masks = _Masks(terrain)

    kind = np.full(feet.shape, _NUMBER[Ground.ABYSS])
    height = np.full(feet.shape, np.nan)
    passed = np.full(feet.shape, _NOTHING)
    """A ladder or door at the feet or the head, which is what to show of a column that has a floor below."""
    looking = np.ones(feet.shape, np.bool_)
    for below in range(DEPTH + 1):
        y = highest - below
        cell = np.take_along_axis(cells, (y - bottom)[None], axis=0)[0]
        passable = masks.ladder[cell] | masks.door[cell]
        beside = looking & (y >= np.floor(feet))
        passed[beside & masks.ladder[cell]] = _NUMBER[Ground.LADDER]
        passed[beside & masks.door[cell]] = _NUMBER[Ground.DOOR]
        solid = masks.solid[cell] & ~passable
        top, surface = y + masks.top[cell], y + masks.fluid[cell]
        for ground, there, level in (
            (Ground.UNKNOWN, cell == UNKNOWN, np.full(feet.shape, np.nan)),
            (Ground.LAVA, masks.lava[cell], surface),
            (Ground.WATER, masks.water[cell], surface),
            (Ground.HAZARD, masks.hazard[cell], top),
            (Ground.WALL, solid & (top > feet + CLIMB), top),
            (Ground.FARMLAND, masks.farmland[cell], top),
            (Ground.FLOOR, solid, top),
        ):
            found = looking & there
            kind[found] = _NUMBER[ground]
            height[found] = level[found]
            looking &= ~there
        if not looking.any():
            break
    shown = (passed != _NOTHING) & (kind != _NUMBER[Ground.WALL])
    kind[shown] = passed[shown]
    return Relief(
        x0,
        z0,
        ["".join(_GROUNDS[number].value for number in row) for row in kind.tolist()],
        [[None if np.isnan(y) else round(y * 16) / 16 for y in row] for row in height.tolist()],
    )


_GROUNDS = tuple(Ground)
_NUMBER = {ground: number for number, ground in enumerate(_GROUNDS)}
_NOTHING = -1


class _Masks:
    """What matters here of each cell number."""

    def __init__(self, terrain: Terrain) -> None:
        table = terrain.table
        fluids = table.masks("fluid")
        self.water, self.lava = fluids == WATER, fluids == LAVA
        self.fluid: npt.NDArray[np.float64] = table.masks("fluid_height").astype(np.float64)
        self.ladder = table.masks("climbable") | table.masks("scaffolding")
        self.farmland = table.masks("farmland")
        self.hazard, self.door = table.masks("hazard") != "", table.masks("door") != ""
        self.top = np.array([_top(cell) for cell in terrain.cells])
        self.solid = self.top > 0.0


def _top(cell: Cell) -> float:
    """Height of a block in the middle of its column: one can pass by what only has edges, such as an open door."""
    return max(
        (box[4] for box in cell.boxes if box[0] <= 0.5 <= box[3] and box[2] <= 0.5 <= box[5]), default=0.0
    )


def _heights_of_view(
    corner: tuple[int, int], size: tuple[int, int], places: Sequence[Vector]
) -> npt.NDArray[np.float64]:
    """For each column ``[z, x]`` the y of the lowest place in the column nearest to it that has one."""
    lowest: dict[tuple[int, int], float] = {}
    for x, y, z in places:
        column = floor(x), floor(z)
        lowest[column] = min(y, lowest.get(column, y))
    nearest = np.full((size[1], size[0]), np.inf)
    heights = np.zeros_like(nearest)
    xs = corner[0] + np.arange(size[0])
    zs = corner[1] + np.arange(size[1])
    for (x, z), y in lowest.items():
        distance = (xs[None, :] - x) ** 2 + (zs[:, None] - z) ** 2
        closer = (distance < nearest) | ((distance == nearest) & (y < heights))
        nearest[closer] = distance[closer]
        heights[closer] = y
    return heights


def _cells(
    terrain: Terrain, corner: tuple[int, int, int], size: tuple[int, int, int]
) -> npt.NDArray[np.uint16]:
    """Cell numbers ``[y, z, x]`` of a box of ``size`` blocks in x, y, z."""
    x0, y0, z0 = corner
    width, height, depth = size
    cells = np.full((height, depth, width), UNKNOWN, np.uint16)
    for section_y in range(y0 >> 4, (y0 + height - 1 >> 4) + 1):
        for section_z in range(z0 >> 4, (z0 + depth - 1 >> 4) + 1):
            for section_x in range(x0 >> 4, (x0 + width - 1 >> 4) + 1):
                section = terrain.section(section_x, section_y, section_z)
                if section is not None:
                    starts = section_y * EDGE - y0, section_z * EDGE - z0, section_x * EDGE - x0
                    ours = tuple(
                        slice(max(start, 0), min(start + EDGE, extent))
                        for start, extent in zip(starts, cells.shape, strict=True)
                    )
                    theirs = tuple(
                        slice(part.start - start, part.stop - start)
                        for start, part in zip(starts, ours, strict=True)
                    )
                    cells[ours] = section[theirs]
    return cells
