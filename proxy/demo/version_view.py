"""The demo world as clients of one version see it."""

from __future__ import annotations

import numpy as np

from proxy.connection.offline_server import COMPRESSION_THRESHOLD
from proxy.demo.blocks import Block, StateMap
from proxy.demo.terrain import BOTTOM
from proxy.demo.world import DemoWorld
from proxy.versions.base import ProtocolFamily
from proxy.versions.server_side import server_side
from proxy.wire.framing import frame_packet
from world.chunk import BlockEntity, Chunk, ColumnContents, LocalPos
from world.section import EDGE, Section

BIOME = "plains"
KEPT_COLUMNS = 1024
"""Encoded columns that are kept, a few kB each."""


class VersionView:
    """Turns blocks into state ids and columns into packets."""

    def __init__(self, world: DemoWorld, family: ProtocolFamily) -> None:
        self.world = world
        self.family = family
        self.server_side = server_side(family)
        self._states = StateMap(world.palette, family.blocks)
        self._biome = self.server_side.biome(BIOME)
        self._frames: dict[tuple[int, int], bytes] = {}

    def state(self, block: Block) -> int:
        return self._states.state(self.world.palette.index(block))

    def chunk(self, chunk_x: int, chunk_z: int) -> Chunk:
        """A column in the version's own states, as high as its overworld."""
        dimension = self.server_side.dimension
        column = self.world.column(chunk_x, chunk_z)
        states = self._states.states(column)
        sections: list[Section | None] = [None] * dimension.section_count
        first = (BOTTOM - dimension.min_y) // EDGE
        for number, layers in enumerate(np.split(states, len(states) // EDGE)):
            if layers.any():
                sections[first + number] = Section.from_array(layers)
        entities = self._block_entities(chunk_x, chunk_z)
        contents = ColumnContents(sections, block_entities=entities)
        return Chunk(chunk_x, chunk_z, dimension, contents, self.family.blocks)

    def _block_entities(self, chunk_x: int, chunk_z: int) -> dict[LocalPos, BlockEntity]:
        """Chests, beds and the like: a client doesn't draw one that comes without its block entity."""
        column = self.world.column(chunk_x, chunk_z)
        kinds = {
            int(number): kind
            for number in np.unique(column)
            if (kind := block_entity_kind(self.world.palette[int(number)].name)) is not None
        }
        entities: dict[LocalPos, BlockEntity] = {}
        if kinds:
            for layer, z, x in np.argwhere(np.isin(column, list(kinds))).tolist():
                place = chunk_x * EDGE + x, BOTTOM + layer, chunk_z * EDGE + z
                entity = self.server_side.block_entity(kinds[int(column[layer, z, x])], place)
                if entity is not None:
                    entities[x, place[1], z] = entity
        return entities

    def column(self, chunk_x: int, chunk_z: int) -> list[bytes]:
        """Packets that give a client a column with its light."""
        biomes = self.server_side.biome_count
        return self.family.chunk_data(self.chunk(chunk_x, chunk_z), self._biome, biomes)

    def column_frames(self, chunk_x: int, chunk_z: int) -> bytes:
        """The same as frames of a connection with :data:`COMPRESSION_THRESHOLD`, kept for the next client."""
        place = chunk_x, chunk_z
        frames = self._frames.get(place)
        if frames is None:
            if len(self._frames) >= KEPT_COLUMNS:
                self._frames.clear()
            packets = self.column(chunk_x, chunk_z)
            frames = self._frames[place] = b"".join(frame_packet(p, COMPRESSION_THRESHOLD) for p in packets)
        return frames

    def column_changed(self, chunk_x: int, chunk_z: int) -> None:
        """A block of the column isn't what it was."""
        self._frames.pop((chunk_x, chunk_z), None)


_KINDS = {
    "barrel": "barrel",
    "bell": "bell",
    "campfire": "campfire",
    "chest": "chest",
    "conduit": "conduit",
    "enchanting_table": "enchanting_table",
    "ender_chest": "ender_chest",
    "furnace": "furnace",
    "lectern": "lectern",
    "soul_campfire": "campfire",
    "trapped_chest": "trapped_chest",
}
_KINDS_BY_ENDING = {
    "_banner": "banner",
    "_bed": "bed",
    "_head": "skull",
    "_shulker_box": "shulker_box",
    "_sign": "sign",
    "_skull": "skull",
}


def block_entity_kind(name: str) -> str | None:
    """The type of block entity that goes with a block; None for a block without one, or that shows none."""
    if name in _KINDS:
        return _KINDS[name]
    return next((kind for ending, kind in _KINDS_BY_ENDING.items() if name.endswith(ending)), None)
