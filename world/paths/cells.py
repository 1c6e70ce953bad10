"""What the blocks of a world are to whoever looks for a way: computed a section at a time, kept until a block changes.

Heights within a block, and room above the feet, are in units of 1/32 block (:data:`UNIT`): all that vanilla's
shapes need, and small enough for a byte.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import ceil, floor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from world.section import EDGE
from world.terrain import EMPTY, SOLID, UNKNOWN, WATER, Box, Cell, CellTable, Terrain

UNIT = 32
"""Steps of height in a block."""
TALLEST = 6.0
"""Blocks: the tallest body that room in a byte is enough for."""
WIDEST = 3.0

# Kinds of cells. A cell is where the feet of a body are that stands in the middle of it.
UNSEEN = 0
"""Nobody has looked yet."""
BLOCKED = 1
"""No room for the body, or it would be harmed, or nobody knows."""
OPEN = 2
"""Room, and nothing to stand on."""
STAND = 3
WADE = 4
"""Ground under shallow water."""
SWIM = 5
"""The surface of deeper water."""
DIVE = 6
"""Under more water."""
CLIMB = 7
"""Something to climb on, and no ground."""
RUNG = 8
"""Something to climb on, and ground."""
DOOR_X = 9
"""Ground in a closed door that lets through along x once somebody opens it."""
DOOR_Z = 10
FARMLAND = 11
"""Ground that is trampled by who jumps on it."""
KINDS = 12

HARM = 255
"""Level of blocked cells that are blocked because their own block is bad for a body."""
SHALLOW = UNIT // 2
"""Depth of water that is waded through."""
_NONE = 10_000
"""Height of the lowest box where there is none."""

Bytes = npt.NDArray[np.uint8]
_Table = npt.NDArray[np.int16]
Stamp = tuple[int, ...]
_SectionPos = tuple[int, int, int]


class BodyClass(NamedTuple):
    """Bodies that find the same room everywhere. Sizes in blocks."""

    width: float
    height: float

    @property
    def need(self) -> int:
        """Room that it takes, in units."""
        return ceil(self.height * UNIT - 1e-6)

    @property
    def reach(self) -> int:
        """Cells to each side that it reaches into while it stands in the middle of one."""
        return max(0, ceil(self.width / 2 - 0.5 - 1e-6))


class SectionCells(NamedTuple):
    """Cells of a section, each array of shape (16, 16, 16) in order y, z, x and read-only."""

    kind: Bytes
    level: Bytes
    """Height of the feet above the bottom of their block."""
    wide: Bytes
    """Room above the feet all over the block, 0 where something rises beside them; where a body wider than a block
    is, all over that."""


class Zone(NamedTuple):
    """A part of a block seen from above, in blocks from its corner."""

    x0: float
    z0: float
    x1: float
    z1: float


WHOLE = Zone(0.0, 0.0, 1.0, 1.0)


def zones(body: BodyClass) -> list[tuple[int, int, Zone]]:
    """Blocks (offset in x and z) that a body in the middle of a block reaches into, and which part of each."""
    half, reach = body.width / 2, body.reach
    parts = []
    for dz in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            x, z = 0.5 - dx, 0.5 - dz  # the middle of the body, seen from that block's corner
            zone = Zone(max(0.0, x - half), max(0.0, z - half), min(1.0, x + half), min(1.0, z + half))
            parts.append((dx, dz, zone))
    return parts


def extent(cell: Cell, zone: Zone, body: BodyClass) -> tuple[int, int]:
    """Lowest bottom and highest top, in units, of what collides within a zone; (a lot, 0) where nothing does.

    What opens by hand counts as open if a body gets through. Scaffolding carries from above and lets through who is
    in it.
    """
    if cell.scaffolding:
        return _NONE, UNIT
    low, top = _NONE, 0
    if not passage(cell, body):
        for box in cell.boxes:
            if _within(box, zone):
                low = min(low, floor(box[1] * UNIT + 1e-6))
                top = max(top, ceil(box[4] * UNIT - 1e-6))
    return low, top


def _within(box: Box, zone: Zone) -> bool:
    return (
        box[0] < zone.x1 - 1e-7 and box[3] > zone.x0 + 1e-7 and box[2] < zone.z1 - 1e-7 and box[5] > zone.z0 + 1e-7
    )  # fmt: skip


def passage(cell: Cell, body: BodyClass) -> int:
    """The kind of a closed door or gate that somebody may open by hand, by the axis it bars.

    0: it is none, or the body doesn't fit between a door's open leaf and the frame.
    """
    if cell.door != "hand" or not cell.boxes:
        return 0
    x0, _, z0, x1, _, z1 = cell.boxes[0]
    along_x = x1 - x0 < z1 - z0
    near, far = (x0, x1) if along_x else (z0, z1)
    # a gate is in the middle, and gone when it is open
    leaf = far - near if near <= 0.0 or far >= 1.0 else 0.0
    if body.width > 1.0 - 2 * leaf + 1e-6:
        return 0
    return DOOR_X if along_x else DOOR_Z


def is_bad(cell: Cell) -> bool:
    """Whether a body had better not be in it: harm, cobwebs, columns that drag down, and the unknown."""
    return bool(cell.hazard) or cell.stuck is not None or cell.bubbles < 0 or not cell.known


class _Heights:
    """What each cell number is within a zone: tables over cell numbers, in units."""

    def __init__(self, cells: list[Cell], zone: Zone, body: BodyClass) -> None:
        extents = [extent(cell, zone, body) for cell in cells]
        low = np.array([low for low, _ in extents], np.int16)
        top = np.array([top for _, top in extents], np.int16)
        whole = np.array([cell.scaffolding for cell in cells])
        self.low = np.where([is_bad(cell) for cell in cells], 0, low).astype(np.int16)
        """Lowest bottom; room ends below what is bad for a body."""
        self.floor = np.where(top < UNIT, top, 0).astype(np.int16)
        """Height that a body stands at in the block; 0: it has no such floor."""
        self.ceiling = np.where((top >= UNIT) & ~whole, low, _NONE).astype(np.int16)
        """Lowest bottom of what isn't a floor of the block itself."""
        self.above = (top - UNIT).astype(np.int16)
        """Height above the next block's bottom that a body stands at in that one; negative: none."""
        self.bottom = low
        """Lowest bottom in the block that the feet are in."""
        self.top = np.where(whole, 0, top).astype(np.int16)


class _Tables:
    """What a body class has to know of each cell number."""

    def __init__(self, table: CellTable, body: BodyClass, climbable_trapdoors: bool) -> None:
        cells = table.cells
        self.parts = [(dx, dz, _Heights(cells, zone, body)) for dx, dz, zone in zones(body)]
        self.whole = _Heights(cells, WHOLE, body) if body.reach == 0 and body.width < 1.0 else None
        self.bad = np.array([is_bad(cell) for cell in cells])
        self.water = np.array([cell.fluid == WATER for cell in cells])
        self.depth = np.array([ceil(cell.fluid_height * UNIT - 1e-6) for cell in cells], np.int16)
        self.climbable = table.masks("climbable").astype(bool)
        self.farmland = table.masks("farmland").astype(bool)
        self.door = np.array([passage(cell, body) for cell in cells], np.uint8)
        facings = {"": 0}
        trapdoors = [facings.setdefault(cell.open_trapdoor, len(facings)) for cell in cells]
        ladders = [facings.setdefault(cell.ladder, len(facings)) for cell in cells]
        self.trapdoor = np.array(trapdoors if climbable_trapdoors else [0] * len(cells), np.uint8)
        self.ladder = np.array(ladders, np.uint8)


_tables = cache(_Tables)


@dataclass(slots=True)
class _Kept:
    stamp: Stamp
    numbers: bytes
    cells: SectionCells


def is_small_enough(width: float, height: float) -> bool:
    """Whether ways are looked for for such bodies at all. In blocks."""
    return 0.0 < height <= TALLEST and 0.0 < width <= WIDEST


class Footing:
    """Where bodies of one class find room in one world."""

    def __init__(self, terrain: Terrain, body: BodyClass, *, keep: int = 1024) -> None:
        """``keep``: sections that are kept at most. Raises ValueError for a body that is too big."""
        if not is_small_enough(body.width, body.height):
            raise ValueError(
                f"a body {body.width} blocks wide and {body.height} high: "
                f"ways are looked for up to {WIDEST} and {TALLEST}"
            )
        self.terrain = terrain
        self.body = body
        self.above = ceil(body.height) + 3
        """Blocks above the feet's that are looked at for room."""
        self.computed = 0
        """Sections computed so far."""
        self._tables = _tables(terrain.table, body, terrain.world.rules.climbable_trapdoors)
        self._kept: dict[_SectionPos, _Kept] = {}
        self._keep = keep
        most = min(255, (self.above + 1) * UNIT)
        self._uniform = {
            EMPTY: _uniform(OPEN, 0, most),
            SOLID: _uniform(BLOCKED, 0, 0),
            UNKNOWN: _uniform(BLOCKED, HARM, 0),
        }

    def section(self, section_x: int, section_y: int, section_z: int) -> SectionCells:
        """Cells of a section as the world is now."""
        position = section_x, section_y, section_z
        stamp = self.stamp(section_x, section_z)
        kept = self._kept.get(position)
        if kept is not None and kept.stamp == stamp:
            return kept.cells
        numbers = self._numbers(section_x, section_y, section_z)
        raw = numbers.tobytes()
        if kept is not None and kept.numbers == raw:
            kept.stamp = stamp
            return kept.cells
        while len(self._kept) >= self._keep:
            del self._kept[next(iter(self._kept))]
        cells = self._compute(numbers)
        self._kept[position] = _Kept(stamp, raw, cells)
        self.computed += 1
        return cells

    def stamp(self, section_x: int, section_z: int) -> Stamp:
        """Changes whenever a block does that a column's cells depend on."""
        versions, loaded = self.terrain.versions, self.terrain.world.is_loaded
        if not self.body.reach:
            position = section_x, section_z
            return versions.get(position, 0), loaded(*position)
        around = [(section_x + dx, section_z + dz) for dz in (-1, 0, 1) for dx in (-1, 0, 1)]
        return tuple(value for position in around for value in (versions.get(position, 0), loaded(*position)))

    def _numbers(self, section_x: int, section_y: int, section_z: int) -> npt.NDArray[np.uint16]:
        """Cell numbers from a block below the section to :attr:`above` above, to the sides as far as bodies reach."""
        reach = self.body.reach
        out = np.full((EDGE + 1 + self.above, EDGE + 2 * reach, EDGE + 2 * reach), UNKNOWN, np.uint16)
        sides = (-1, 0, 1) if reach else (0,)
        for dz in sides:
            to_z, from_z = _overlap(dz, reach, reach)
            for dx in sides:
                to_x, from_x = _overlap(dx, reach, reach)
                for dy in (-1, 0, 1):
                    section = self.terrain.section(section_x + dx, section_y + dy, section_z + dz)
                    if section is not None:
                        to_y, from_y = _overlap(dy, 1, self.above)
                        out[to_y, to_z, to_x] = section[from_y, from_z, from_x]
        return out

    def _compute(self, numbers: npt.NDArray[np.uint16]) -> SectionCells:
        first = int(numbers[0, 0, 0])
        if first in (EMPTY, SOLID, UNKNOWN) and (numbers == first).all():
            return self._uniform[first]
        tables, reach, need = self._tables, self.body.reach, self.body.need
        index = numbers.astype(np.intp)
        present = np.bincount(index.ravel(), minlength=len(tables.bad)) > 0
        # of each column under the body: what its feet's block holds (own), and what the one below does (under)
        own_floor = own_ceiling = under_above = lows = None
        for dx, dz, heights in tables.parts:
            part = index[:, reach + dz : reach + dz + EDGE, reach + dx : reach + dx + EDGE]
            own, under = part[1 : 1 + EDGE], part[:EDGE]
            own_floor = _higher(own_floor, heights.floor[own])
            own_ceiling = _lower(own_ceiling, heights.ceiling[own])
            under_above = _higher(under_above, heights.above[under])
            lows = _lower(lows, heights.low[part])
        assert own_floor is not None  # a body has at least one part
        assert own_ceiling is not None
        assert under_above is not None
        assert lows is not None
        middle = index[:, reach : reach + EDGE, reach : reach + EDGE]
        own, under = middle[1 : 1 + EDGE], middle[:EDGE]

        carried = (under_above >= own_floor) & (under_above >= 0)
        supported = carried | (own_floor > 0)
        level = np.where(carried, under_above, own_floor)
        room = self._room(own_ceiling, lows, level)
        wide = room if tables.whole is None else self._wide(tables.whole, middle, level)

        kind = np.where(supported, np.uint8(STAND), np.uint8(OPEN))
        if (present & tables.farmland).any():
            farmland = np.where(carried, tables.farmland[under], tables.farmland[own])
            kind[supported & farmland] = FARMLAND
        if (present & (tables.climbable | (tables.trapdoor > 0))).any():
            trapdoor = tables.trapdoor[own]
            climbable = tables.climbable[own] | ((trapdoor > 0) & (trapdoor == tables.ladder[under]))
            np.copyto(kind, np.where(supported, np.uint8(RUNG), np.uint8(CLIMB)), where=climbable)
        if (present & tables.water).any():
            water = tables.water[own]
            submerged = water & tables.water[middle[2 : 2 + EDGE]]
            depth = np.where(submerged, UNIT, tables.depth[own]) - level
            wet = water & (depth > 0)
            kind[wet] = SWIM
            kind[wet & supported & (depth < SHALLOW)] = WADE
            kind[wet & submerged] = DIVE
            supported &= ~wet
        if (present & (tables.door > 0)).any():
            door = tables.door[own]
            for k in range(1, ceil(self.body.height) + 1):
                over = tables.door[middle[1 + k : 1 + k + EDGE]]
                door = np.where((door == 0) & (level + need > k * UNIT), over, door)
            for k in range(1, self.above + 1):  # above the body a door is a ceiling: nobody opens that
                beneath = (tables.door[middle[1 + k : 1 + k + EDGE]] > 0) & (level + need <= k * UNIT)
                for space in (room, wide):
                    np.minimum(space, k * UNIT - level, out=space, where=beneath)
            np.copyto(kind, np.where(supported, door, np.uint8(BLOCKED)), where=door > 0)
        if (present & tables.bad).any():
            for dx, dz, _ in tables.parts:
                bad = tables.bad[index[:, reach + dz : reach + dz + EDGE, reach + dx : reach + dx + EDGE]]
                kind[bad[1 : 1 + EDGE] | (bad[:EDGE] & carried)] = BLOCKED
        kind[room < need] = BLOCKED
        level[tables.bad[own]] = HARM
        return _frozen(kind, level.astype(np.uint8), wide.astype(np.uint8))

    def _room(self, ceiling: _Table, lows: _Table, level: _Table) -> _Table:
        room = np.minimum(ceiling, np.int16((self.above + 1) * UNIT))
        for k in range(1, self.above + 1):
            np.minimum(room, lows[1 + k : 1 + k + EDGE] + np.int16(k * UNIT), out=room)
        room -= level
        return np.minimum(np.maximum(room, 0, out=room), 255, out=room)

    def _wide(self, heights: _Heights, middle: npt.NDArray[np.intp], level: _Table) -> _Table:
        own = middle[1 : 1 + EDGE]
        ceiling = np.where(heights.top[own] > level, heights.bottom[own], _NONE)
        wide = self._room(ceiling, heights.low[middle], level)
        wide[heights.above[middle[:EDGE]] > level] = 0
        return wide


def _overlap(side: int, before: int, after: int) -> tuple[slice, slice]:
    """Where a neighbouring section goes along an axis of an array that holds more than one, and which part of it."""
    if side < 0:
        return slice(0, before), slice(EDGE - before, EDGE)
    if side > 0:
        return slice(before + EDGE, before + EDGE + after), slice(0, after)
    return slice(before, before + EDGE), slice(0, EDGE)


def _uniform(*values: int) -> SectionCells:
    return _frozen(*(np.full((EDGE, EDGE, EDGE), value, np.uint8) for value in values))


def _frozen(*arrays: Bytes) -> SectionCells:
    for array in arrays:
        array.flags.writeable = False
    return SectionCells(*arrays)


def _higher(one: _Table | None, other: _Table) -> _Table:
    return other if one is None else np.maximum(one, other)


def _lower(one: _Table | None, other: _Table) -> _Table:
    return other if one is None else np.minimum(one, other)
