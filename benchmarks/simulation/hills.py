"""Ground for companions to live on: hills with ponds, trees and walls, the same in every run."""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

from world.blocks import BlockTable
from world.chunk import Chunk, ColumnContents
from world.dimension import DimensionType
from world.section import Section
from world.view import WorldKey, WorldView

DIMENSION = DimensionType("overworld", min_y=0, height=128)
WATER_LEVEL = 62
WALL_EVERY = 29
"""Blocks between two walls, each with a gap every few blocks."""


class Hills:
    """``size`` blocks square around the origin."""

    def __init__(self, blocks: BlockTable, size: int) -> None:
        self.size = size
        half = size // 2
        x, z = np.meshgrid(np.arange(-half, half), np.arange(-half, half), indexing="ij")
        height = 64.0 + 2.5 * np.sin(x / 11) + 2.5 * np.cos(z / 13) + 1.5 * np.sin((x + 2 * z) / 7)
        self.heights: npt.NDArray[np.intp] = np.rint(height).astype(np.intp)
        """y of the highest block of the ground, by x and z from the corner."""
        self.states = self._states(blocks, x, z)

    def _states(
        self, blocks: BlockTable, x: npt.NDArray[np.intp], z: npt.NDArray[np.intp]
    ) -> npt.NDArray[np.uint16]:
        """All block states in order x, z, y."""
        y = np.arange(DIMENSION.height)
        top = self.heights[..., None]
        states = np.where(y < top, blocks.state("stone"), 0)
        states[y == top] = blocks.state("grass_block")
        states[(y > top) & (y <= WATER_LEVEL)] = blocks.state("water")
        dry = (self.heights > WATER_LEVEL)[..., None]
        scatter = ((x * 73 + z * 179) % 41)[..., None]
        states[dry & (scatter == 0) & (y > top) & (y <= top + 4)] = blocks.state("oak_log")
        states[dry & (scatter == 7) & (y == top + 1)] = blocks.state("stone_slab")
        wall = ((x % WALL_EVERY == 0) & (z % 9 > 1))[..., None]
        states[dry & wall & (y > top) & (y <= top + 2)] = blocks.state("cobblestone")
        return states.astype(np.uint16)

    def digest(self) -> str:
        """Hash of all blocks."""
        return hashlib.sha256(self.states.tobytes()).hexdigest()[:16]

    def world(self, blocks: BlockTable, holders: list[int]) -> WorldView:
        """A view of it in which every holder has every chunk."""
        view = WorldView(WorldKey("benchmark", "minecraft:overworld", 0), DIMENSION, blocks)
        half = self.size // 2
        for chunk_x in range(-half >> 4, half >> 4):
            for chunk_z in range(-half >> 4, half >> 4):
                west, north = (chunk_x << 4) + half, (chunk_z << 4) + half
                column = self.states[west : west + 16, north : north + 16].transpose(2, 1, 0)
                sections = [
                    Section.from_array(np.ascontiguousarray(column[low : low + 16]))
                    for low in range(0, DIMENSION.height, 16)
                ]
                chunk = Chunk(chunk_x, chunk_z, DIMENSION, lambda kept=sections: ColumnContents(list(kept)))  # type: ignore[misc]
                for holder in holders:
                    view.load(holder, chunk, fingerprint=(chunk_x, chunk_z))
        return view

    def ground(self, x: float, z: float) -> tuple[float, float, float] | None:
        """Feet of somebody who stands on dry ground in the middle of that column; None where there is none."""
        half = self.size // 2
        block_x, block_z = int(x // 1), int(z // 1)
        height = int(self.heights[block_x + half, block_z + half])
        if height <= WATER_LEVEL or self.states[block_x + half, block_z + half, height + 1]:
            return None
        return block_x + 0.5, height + 1.0, block_z + 0.5
