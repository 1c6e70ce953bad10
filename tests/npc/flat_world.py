"""A world for companions to stand and walk in."""

from __future__ import annotations

from functools import cache

from world.blocks import BlockTable
from world.chunk import Chunk, ColumnContents
from world.dimension import DimensionType
from world.section import Section
from world.view import WorldKey, WorldView

BLOCKS = BlockTable.load("1.20.4")
DIMENSION = DimensionType("overworld", min_y=0, height=128)
GROUND = 64
"""Feet of whoever stands in a flat world, in blocks."""


class FlatWorld(WorldView):
    """Stone up to :data:`GROUND`, in every chunk that somebody looks into; viewer 0 holds them all."""

    def __init__(self, name: str, blocks: BlockTable = BLOCKS) -> None:
        super().__init__(WorldKey("test", name, 0), DIMENSION, blocks)
        self.world_age = 7

    def chunk(self, x: int, z: int) -> Chunk:
        found = super().chunk(x, z)
        if found is None:
            stone = [Section.filled(self.blocks.state("stone")) for _ in range(GROUND // 16)]
            above = [None] * (DIMENSION.section_count - len(stone))
            found = self.load(0, Chunk(x, z, DIMENSION, lambda: ColumnContents([*stone, *above])))
        return found

    def put(self, x: int, y: int, z: int, name: str, **properties: str) -> None:
        """Have a block somewhere."""
        self.chunk(x >> 4, z >> 4)
        self.set_state(x, y, z, self.blocks.state(name, **properties))


@cache
def flat_world(name: str) -> FlatWorld:
    """One for all that only stand in it."""
    return FlatWorld(name)
