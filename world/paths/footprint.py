"""The blocks that a route depends on, and whether they are still the same."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, dist, floor

from world.terrain import Terrain, Vector

PIECE = 0.5
"""Blocks of a way that are looked at in one."""
BENEATH = 0.51
"""Blocks beneath the feet within which something carries them: a fence's top is half a block above its block."""


class Footprint:
    """Blocks with what they were when a route was found. Routes that are made by hand depend on none."""

    __slots__ = ("_blocks", "_columns", "_stamps")

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

    def __len__(self) -> int:
        return len(self._blocks)

    def holds(self, terrain: Terrain) -> bool:
        """Whether all blocks are as they were, as far as is known. Quick where no column has changed."""
        stamps = self._stamps_in(terrain)
        if stamps == self._stamps:
            return True
        number = terrain.number
        if any(number(x, y, z) != what for x, y, z, what in self._blocks):
            return False
        self._stamps = stamps
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
        pieces = max(1, ceil(dist(at, to) / PIECE))
        for piece in range(pieces + 1):
            x, z = at[0] + (to[0] - at[0]) * piece / pieces, at[2] + (to[2] - at[2]) * piece / pieces
            for block_x in range(floor(x - half), floor(x + half) + 1):
                for block_z in range(floor(z - half), floor(z + half) + 1):
                    blocks.update(dict.fromkeys((block_x, y, block_z) for y in range(low, high + 1)))
        at = to
    return Footprint(terrain, blocks)
