"""The blocks that a route depends on, and whether they are still the same."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor

from world.paths.sweep import rows_under
from world.terrain import Terrain, Vector

BENEATH = 0.51
"""Blocks beneath the feet within which something carries them: a fence's top is half a block above its block."""


class Footprint:
    """Blocks with what they were when a route was found. Routes that are made by hand depend on none."""

    __slots__ = ("_blocks", "_changes", "_columns", "_stamps")

    def __init__(self, terrain: Terrain | None = None, blocks: Iterable[tuple[int, int, int]] = ()) -> None:
        """Raises ValueError for blocks without a terrain that they are in."""
        self._blocks: list[tuple[int, int, int, int]] = []
        for x, y, z in blocks:
            if terrain is None:
                raise ValueError("blocks that are in no world")
            self._blocks.append((x, y, z, terrain.number(x, y, z)))
        self._columns = list(dict.fromkeys((x >> 4, z >> 4) for x, _, z, _ in self._blocks))
        self._stamps = [] if terrain is None else self._stamps_in(terrain)
        """Of the columns, when all blocks were last known to be the same."""
        self._changes = -1
        """:attr:`Terrain.changes` then."""

    def __len__(self) -> int:
        return len(self._blocks)

    def holds(self, terrain: Terrain) -> bool:
        """Whether all blocks are as they were, as far as is known. Quick where no column has changed."""
        if terrain.changes == self._changes:
            return True
        stamps = self._stamps_in(terrain)
        if stamps != self._stamps:
            number = terrain.number
            if any(number(x, y, z) != what for x, y, z, what in self._blocks):
                return False
            self._stamps = stamps
        self._changes = terrain.changes
        return True

    def _stamps_in(self, terrain: Terrain) -> list[tuple[int, bool]]:
        versions, loaded = terrain.versions, terrain.world.is_loaded
        return [(versions.get(column, 0), loaded(*column)) for column in self._columns]


def along(
    terrain: Terrain, start: Vector, places: Iterable[Vector], width: float, height: float
) -> Footprint:
    """The footprint of a body that goes straight from place to place: all that it comes by, the ground included."""
    half = width / 2
    blocks: dict[tuple[int, int, int], None] = {}
    at = start
    for to in places:
        low, high = floor(min(at[1], to[1]) - BENEATH), floor(max(at[1], to[1]) + height)
        for x, first, last in rows_under(at, to, half):
            for z in range(first, last + 1):
                if (x, low, z) not in blocks or (x, high, z) not in blocks:
                    blocks.update(dict.fromkeys((x, y, z) for y in range(low, high + 1)))
        at = to
    return Footprint(terrain, blocks)
