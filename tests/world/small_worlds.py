"""Worlds of a few blocks from a neutral description: what the tests of physics happen in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
import numpy.typing as npt

from proxy.versions import data_releases, supported
from world.blocks import BlockTable
from world.chunk import Chunk, ColumnContents
from world.dimension import DimensionType
from world.physics.rules import PhysicsRules
from world.section import EDGE, Section
from world.terrain import Terrain, terrain_of
from world.view import WorldKey, WorldView

Place = tuple[int, int, int]

DIMENSION = DimensionType("minecraft:overworld", min_y=-64, height=256)
ROOM = 2
"""Chunks of air on each side of the blocks."""


def rules_of(release: str) -> PhysicsRules:
    """Raises KeyError for a release that no generated data are of."""
    return dict(zip(data_releases(), supported(), strict=True))[release].physics


@cache
def _state(release: str, block: str) -> int:
    name, _, rest = block.removesuffix("]").partition("[")
    properties = dict(pair.split("=") for pair in rest.split(",")) if rest else {}
    return BlockTable.load(release).state(name, **properties)


def states(blocks: Mapping[Place, str], release: str) -> dict[Place, int]:
    """State ids of blocks that are written as in commands, ``oak_slab[type=top]``; air is left out."""
    return {place: _state(release, block) for place, block in blocks.items() if block != "air"}


def small_world(blocks: Mapping[Place, str], release: str) -> WorldView:
    """A world in which nothing else is; :data:`ROOM` chunks of air around are known as well."""
    table = BlockTable.load(release)
    world = WorldView(WorldKey("test", "minecraft:overworld", 0), DIMENSION, table, rules=rules_of(release))
    columns: dict[tuple[int, int], dict[int, npt.NDArray[np.uint16]]] = {}
    chunks = {(x >> 4, z >> 4) for x, _, z in blocks} or {(0, 0)}
    xs, zs = [x for x, _ in chunks], [z for _, z in chunks]
    for x in range(min(xs) - ROOM, max(xs) + ROOM + 1):
        for z in range(min(zs) - ROOM, max(zs) + ROOM + 1):
            columns[x, z] = {}
    for (x, y, z), state in states(blocks, release).items():
        sections = columns[x >> 4, z >> 4]
        section = sections.setdefault(y >> 4, np.zeros((EDGE,) * 3, np.uint16))
        section[y & 15, z & 15, x & 15] = state
    bottom = DIMENSION.min_y >> 4
    for (x, z), sections in columns.items():
        contents = ColumnContents(
            [
                Section.from_array(sections[y], table.air) if y in sections else None
                for y in range(bottom, bottom + DIMENSION.section_count)
            ]
        )
        world.load(1, Chunk(x, z, DIMENSION, contents))
    return world


def small_terrain(blocks: Mapping[Place, str], release: str = "1.21.4") -> Terrain:
    return terrain_of(small_world(blocks, release))
