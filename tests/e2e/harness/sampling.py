"""Which blocks to compare."""

from __future__ import annotations

from random import Random

from harness.players import BlockPosition, Position

LOWEST, HIGHEST = 0, 75
"""Heights between which the world of terrain.js is interesting."""


def positions_around(center: Position, count: int, radius: int = 24, seed: int = 7) -> list[BlockPosition]:
    """Return ``count`` different positions at all heights, within ``radius`` blocks of a column."""
    random = Random(seed)
    found: set[BlockPosition] = set()
    while len(found) < count:
        x, z = (int(center[axis]) + random.randint(-radius, radius) for axis in (0, 2))
        found.add((x, random.randint(LOWEST, HIGHEST), z))
    return sorted(found)
