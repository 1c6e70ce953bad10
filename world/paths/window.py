"""The part of a world that one search may look at, flat: a place is one number, and its neighbours are offsets."""

from __future__ import annotations

from math import floor

import numpy as np

from world.paths.cells import (
    BLOCKED,
    CLIMB,
    DIVE,
    DOOR_X,
    DOOR_Z,
    FARMLAND,
    KINDS,
    OPEN,
    RUNG,
    STAND,
    SWIM,
    UNIT,
    UNSEEN,
    WADE,
    Footing,
    Stamp,
)
from world.paths.route import Abilities
from world.section import EDGE
from world.terrain import Vector

GRAIN = 1 << 16
"""Places by which memory grows."""
Place = int
"""Index of a cell in a window."""
CellPos = tuple[int, int, int]


def kinds_for(abilities: Abilities) -> bytes:
    """What each kind of cell is to somebody: for :meth:`bytes.translate`."""
    table = bytearray(range(256))
    if not abilities.can_swim:
        table[WADE] = table[SWIM] = table[DIVE] = BLOCKED
    if not abilities.can_climb:
        table[CLIMB], table[RUNG] = OPEN, STAND
    if not abilities.may_open_doors:
        table[DOOR_X] = table[DOOR_Z] = BLOCKED
    table[FARMLAND] = BLOCKED if abilities.shuns_farmland else STAND
    return bytes(table)


class Buffers:
    """Memory of a window, to use again for the next: fresh memory costs more than a search of a few blocks."""

    def __init__(self) -> None:
        self.kinds = self.levels = self.wides = self.closed = bytearray()

    def clear(self, size: int) -> None:
        """Make room for so many places, none of them seen."""
        if len(self.kinds) < size:
            capacity = (size + GRAIN - 1) // GRAIN * GRAIN
            self.kinds, self.levels, self.wides, self.closed = (bytearray(capacity) for _ in range(4))
        else:
            np.frombuffer(self.kinds, np.uint8, size).fill(UNSEEN)


class Window:
    """Cells of a box of the world, filled in section by section as a search comes by.

    Everything outside the box is blocked. ``kinds`` holds :data:`UNSEEN` where nobody has looked: ask :meth:`see`.
    """

    __slots__ = (
        "_cubes",
        "_kinds_for",
        "buffers",
        "computed",
        "filled",
        "footing",
        "high",
        "kinds",
        "levels",
        "low",
        "mask",
        "seen",
        "shift",
        "size",
        "south",
        "up",
        "wides",
    )

    def __init__(
        self,
        footing: Footing,
        abilities: Abilities,
        low: CellPos,
        high: CellPos,
        buffers: Buffers | None = None,
    ) -> None:
        """``low`` and ``high``: block positions of two opposite corners, both inside."""
        self.footing = footing
        self.low, self.high = low, high
        self.shift = (high[0] - low[0] + 2).bit_length()
        row, rows, layers = 1 << self.shift, high[2] - low[2] + 3, high[1] - low[1] + 3
        self.mask = row - 1
        self.south = row
        """Offset of the place a block further along z; along x it is 1."""
        self.up = rows << self.shift
        """Offset of the place a block higher."""
        self.size = layers * self.up
        self.buffers = Buffers() if buffers is None else buffers
        self.buffers.clear(self.size)
        self.kinds, self.levels, self.wides = self.buffers.kinds, self.buffers.levels, self.buffers.wides
        self._cubes = [
            np.frombuffer(flat, np.uint8, self.size).reshape(layers, rows, row)
            for flat in (self.kinds, self.levels, self.wides)
        ]
        self._kinds_for = np.frombuffer(kinds_for(abilities), np.uint8)
        self.seen: dict[tuple[int, int], Stamp] = {}
        """Columns looked at, with their stamps."""
        self.filled = 0
        """Sections filled in so far."""
        self.computed = 0
        """Of these, sections whose cells had to be computed."""

    def place(self, x: int, y: int, z: int) -> Place | None:
        """The place of a block position; None outside the box."""
        low, high = self.low, self.high
        if low[0] <= x <= high[0] and low[1] <= y <= high[1] and low[2] <= z <= high[2]:
            return (y - low[1] + 1) * self.up + ((z - low[2] + 1) << self.shift) + (x - low[0] + 1)
        return None

    def position(self, place: Place) -> CellPos:
        """Block position of a place."""
        low = self.low
        layer, flat = divmod(place, self.up)
        return (flat & self.mask) + low[0] - 1, layer + low[1] - 1, (flat >> self.shift) + low[2] - 1

    def feet(self, place: Place) -> Vector:
        """Feet position of a body there."""
        x, y, z = self.position(place)
        return x + 0.5, y + self.levels[place] / UNIT, z + 0.5

    def kind(self, place: Place) -> int:
        return self.kinds[place] or self.see(place)

    def see(self, place: Place) -> int:
        """Fill in the section of a place that is :data:`UNSEEN`; returns its kind."""
        x, y, z = self.position(place)
        low, high = self.low, self.high
        if not (low[0] <= x <= high[0] and low[1] <= y <= high[1] and low[2] <= z <= high[2]):
            self.kinds[place] = BLOCKED
            return BLOCKED
        section = x >> 4, y >> 4, z >> 4
        self.seen[section[0], section[2]] = self.footing.stamp(section[0], section[2])
        before = self.footing.computed
        cells = self.footing.section(*section)
        self.computed += self.footing.computed - before
        from_x, to_x = _common(section[0], low[0], high[0])
        from_y, to_y = _common(section[1], low[1], high[1])
        from_z, to_z = _common(section[2], low[2], high[2])
        here = np.s_[from_y:to_y, from_z:to_z, from_x:to_x]
        there = np.s_[
            (section[1] << 4) - low[1] + 1 + from_y : (section[1] << 4) - low[1] + 1 + to_y,
            (section[2] << 4) - low[2] + 1 + from_z : (section[2] << 4) - low[2] + 1 + to_z,
            (section[0] << 4) - low[0] + 1 + from_x : (section[0] << 4) - low[0] + 1 + to_x,
        ]
        kinds, levels, wides = self._cubes
        kinds[there] = self._kinds_for[cells.kind[here]]
        levels[there] = cells.level[here]
        wides[there] = cells.wide[here]
        self.filled += 1
        return self.kinds[place]

    def refresh(self) -> bool:
        """Forget what has changed since it was filled in. Returns whether anything had."""
        stale = [column for column, stamp in self.seen.items() if self.footing.stamp(*column) != stamp]
        for column in stale:
            del self.seen[column]
            from_x, to_x = _common(column[0], self.low[0], self.high[0])
            from_z, to_z = _common(column[1], self.low[2], self.high[2])
            base_x, base_z = (column[0] << 4) - self.low[0] + 1, (column[1] << 4) - self.low[2] + 1
            self._cubes[0][:, base_z + from_z : base_z + to_z, base_x + from_x : base_x + to_x] = UNSEEN
        return bool(stale)

    # --- where somebody is

    def find(self, feet: Vector, fall: int) -> Place | None:
        """The place of a body whose feet are there: in the middle of its block or, if it hangs over an edge, beside.

        In the air it is the place beneath, at most ``fall`` blocks lower. None: there is none.
        """
        x, y, z = floor(feet[0]), floor(feet[1] + 0.01), floor(feet[2])
        own = self._standing(x, y, z, feet[1])
        if own is not None:
            return own
        around = [(x + dx, z + dz) for dz in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dz]
        around.sort(key=lambda p: (p[0] + 0.5 - feet[0]) ** 2 + (p[1] + 0.5 - feet[2]) ** 2)
        reach = self.footing.body.width / 2 + 0.5
        for beside_x, beside_z in around:
            if abs(beside_x + 0.5 - feet[0]) < reach and abs(beside_z + 0.5 - feet[2]) < reach:
                beside = self._standing(beside_x, y, beside_z, feet[1])
                if beside is not None:
                    return beside
        place = self.place(x, y, z)
        for _ in range(fall + 1):
            if place is None or self.kind(place) == BLOCKED:
                return None
            if self.kind(place) != OPEN:
                return place
            place = self.place(*self.position(place - self.up))
        return None

    def _standing(self, x: int, y: int, z: int, feet: float) -> Place | None:
        """The place in a block or the one below that a body at a height of feet may be at."""
        for block in (y, y - 1):
            place = self.place(x, block, z)
            if place is not None and self.kind(place) > OPEN:
                level = block + self.levels[place] / UNIT
                if abs(level - feet) <= 0.6 or (self.kinds[place] != STAND and block == y):
                    return place
        return None


def _common(section: int, low: int, high: int) -> tuple[int, int]:
    """The part of a section (along an axis) that is in a range of blocks: first and one past the last, from 0 to 16."""
    return max(0, low - (section << 4)), min(EDGE, high + 1 - (section << 4))


assert KINDS <= 256
