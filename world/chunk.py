"""A chunk column, read the first time that somebody asks for something in it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from world.blocks import BlockTable, Mask
from world.dimension import DimensionType
from world.paletted import Ids
from world.section import BIOME_EDGE, EDGE, Section

log = logging.getLogger(__name__)

AIR = 0
"""State id of air in every release."""

MAX_PENDING = 4096
"""Changes that are remembered for a column before it is read to take them in."""

ColumnBiomes = npt.NDArray[np.uint8]
"""Biome ids of a column's blocks, shape (16, 16) in order z, x: to 1.14.4 biomes had no height."""

LocalPos = tuple[int, int, int]
"""x and z within the column (0–15), y in world coordinates."""


class BlockEntity(NamedTuple):
    """``kind``: id or name as the release writes it; ``nbt``: nbtlib Compound or None."""

    kind: int | str
    nbt: Any


@dataclass(slots=True)
class ColumnContents:
    """What a chunk packet says of a column."""

    sections: list[Section | None]
    """From the bottom up; None: nothing but air."""
    block_entities: dict[LocalPos, BlockEntity] = field(default_factory=dict)
    """Keyed by x and z within the column and y in world coordinates."""
    biomes: npt.NDArray[np.integer[Any]] | None = None
    """To 1.17: biome ids of the column's 4 × 4 × 4 cells in order y, z, x, any shape. Later each section
    has its own."""
    heightmaps: dict[str, npt.NDArray[np.integer[Any]]] = field(default_factory=dict)
    """Name (``MOTION_BLOCKING``, …) → 256 heights in order z, x, as blocks above the dimension's bottom; as
    last sent, block changes don't touch them."""
    column_biomes: ColumnBiomes | None = None
    """To 1.14.4, instead of the two others."""


Source = Callable[[], ColumnContents]


class Chunk:
    """A column of sections. Positions are world coordinates; of x and z only the place in the column counts.

    A column that can't be read is *damaged*: that is logged once, and then it knows nothing and answers
    None. Its methods never raise for what a server sent.
    """

    __slots__ = (
        "_contents",
        "_damaged",
        "_pending_entities",
        "_pending_states",
        "_source",
        "blocks",
        "dimension",
        "x",
        "z",
    )

    def __init__(
        self,
        x: int,
        z: int,
        dimension: DimensionType,
        source: Source | ColumnContents,
        blocks: BlockTable | None = None,
    ) -> None:
        """``source`` is the contents, or is asked for them once, the first time that somebody needs them.

        Contents that don't fit the dimension raise ValueError here, and make the column damaged there. With
        ``blocks``, states that the release doesn't have count as damage. A world sets it on load.
        """
        self.x = x
        self.z = z
        self.dimension = dimension
        self.blocks = blocks
        self._source: Source | None = None
        self._contents: ColumnContents | None = None
        self._damaged = False
        self._pending_states: dict[LocalPos, int] = {}
        self._pending_entities: dict[LocalPos, BlockEntity | None] = {}
        if isinstance(source, ColumnContents):
            self._check(source)
            self._contents = source
        else:
            self._source = source

    def __repr__(self) -> str:
        condition = "damaged" if self._damaged else "unread" if self._source is not None else "read"
        return f"<Chunk {self.x} {self.z} in {self.dimension.name}, {condition}>"

    @property
    def is_read(self) -> bool:
        """Whether somebody has needed the contents already."""
        return self._source is None

    @property
    def is_damaged(self) -> bool:
        """Whether the column turned out to be unreadable; one that nobody has asked yet isn't known to be."""
        return self._damaged

    @property
    def contents(self) -> ColumnContents | None:
        """All that is known of the column, read now if need be; None when it is damaged."""
        return self._contents if self._source is None else self._read()

    # --- blocks

    def state(self, x: int, y: int, z: int) -> int | None:
        """Global state id; air above and below the world, None where the column is damaged."""
        contents = self._contents if self._source is None else self._read()
        if contents is None:
            return None
        height = y - self.dimension.min_y
        if not 0 <= height < self.dimension.height:
            return AIR
        section = contents.sections[height >> 4]
        if section is None:
            return AIR
        if not section.blocks.is_unpacked and not self._unpack(section):
            return None
        return section.get(x & 15, height & 15, z & 15)

    def set_state(self, x: int, y: int, z: int, state: int) -> bool:
        """Change a block; one above or below the world is left out. Raises ValueError for an id over 16 bits.

        Returns whether that changed anything, as far as is known: in a column that nobody has read the change
        waits until somebody does. A block entity goes when its block becomes another one.
        """
        if not 0 <= y - self.dimension.min_y < self.dimension.height:
            return False
        position = x & 15, y, z & 15
        if self._source is None:
            return self._contents is not None and self._put(self._contents, position, state)
        if not 0 <= state <= 0xFFFF:
            raise ValueError(f"{state} isn't a block state")
        if self._pending_states.get(position) == state:
            return False
        self._pending_states[position] = state
        if len(self._pending_states) > MAX_PENDING:
            self._read()
        return True

    def states_between(self, y0: int, y1: int) -> Ids | None:
        """All states with y0 ≤ y < y1, shape (y1 - y0, 16, 16) in order y, z, x; None where it is damaged.

        Above and below the world there is air. The array is the caller's own.
        """
        contents = self.contents
        if contents is None:
            return None
        out = np.full((max(y1 - y0, 0), EDGE, EDGE), AIR, dtype=np.uint16)
        bottom = self.dimension.min_y
        first, last = max(y0, bottom), min(y1, bottom + self.dimension.height)
        for index in range((first - bottom) >> 4, (last - bottom + EDGE - 1) >> 4):
            section = contents.sections[index]
            if section is None:
                continue
            if not section.blocks.is_unpacked and not self._unpack(section):
                return None
            base = bottom + index * EDGE
            low, high = max(first, base), min(last, base + EDGE)
            out[low - y0 : high - y0] = section.states[low - base : high - base]
        return out

    def highest(self, x: int, z: int, mask: Mask | None = None) -> int | None:
        """World y of the highest block of a column that ``mask`` (by state id) chooses.

        Without a mask: the highest block that stops a fall (:attr:`BlockTable.motion_blocking`). None:
        there is none, the column is damaged, or there is neither mask nor block table.
        """
        contents = self.contents
        if mask is None and self.blocks is not None:
            mask = self.blocks.motion_blocking
        if contents is None or mask is None:
            return None
        for index in range(len(contents.sections) - 1, -1, -1):
            section = contents.sections[index]
            if section is None:
                continue
            if not section.blocks.is_unpacked and not self._unpack(section):
                return None
            uniform = section.blocks.uniform
            if uniform is not None:
                found = [EDGE - 1] if mask[uniform] else []
            else:
                found = np.flatnonzero(mask[section.states[:, z & 15, x & 15]]).tolist()
            if found:
                return int(self.dimension.min_y + index * EDGE + found[-1])
        return None

    # --- block entities and biomes

    def block_entity(self, x: int, y: int, z: int) -> BlockEntity | None:
        contents = self.contents
        return None if contents is None else contents.block_entities.get((x & 15, y, z & 15))

    def set_block_entity(self, x: int, y: int, z: int, entity: BlockEntity | None) -> None:
        """Add, change or (None) take away a block entity."""
        if self._source is not None:
            self._pending_entities[x & 15, y, z & 15] = entity
            if len(self._pending_entities) > MAX_PENDING:
                self._read()
        elif self._contents is not None:
            _put_entity(self._contents, (x & 15, y, z & 15), entity)

    def biome(self, x: int, y: int, z: int) -> int | None:
        """Biome id; above and below the world that of its nearest cell. None where the server told none."""
        contents = self.contents
        if contents is None:
            return None
        if contents.column_biomes is not None:
            return int(contents.column_biomes[z & 15, x & 15])
        height = min(max(y - self.dimension.min_y, 0), self.dimension.height - 1)
        cell_x, cell_z = (x & 15) // BIOME_EDGE, (z & 15) // BIOME_EDGE
        if contents.biomes is not None:
            cells = contents.biomes.reshape(-1, BIOME_EDGE, BIOME_EDGE)
            cell_y = height // BIOME_EDGE
            return int(cells[cell_y, cell_z, cell_x]) if cell_y < len(cells) else None
        section = contents.sections[height >> 4]
        if section is None or section.biomes is None:
            return None
        try:
            return section.biomes.get(cell_x, (height & 15) // BIOME_EDGE, cell_z)
        except ValueError as error:
            self._give_up(error)
            return None

    # --- partial columns

    def merge(self, contents: ColumnContents, mask: int | None = None) -> None:
        """Take over the sections of a partial column (to 1.16.5); what it doesn't hold stays as it is.

        Bit n of ``mask`` chooses section n; without a mask it is the sections that aren't None. Block
        entities in them are replaced by those of ``contents``, as the client does.
        """
        own = self.contents
        if own is None:
            return
        try:
            self._check(contents)
        except ValueError as error:
            self._give_up(error)
            return
        if mask is None:
            mask = sum(1 << index for index, section in enumerate(contents.sections) if section is not None)
        for index, section in enumerate(contents.sections):
            if mask >> index & 1:
                own.sections[index] = section
        bottom = self.dimension.min_y
        for position in [p for p in own.block_entities if mask >> ((p[1] - bottom) >> 4) & 1]:
            del own.block_entities[position]
        own.block_entities.update(contents.block_entities)
        own.heightmaps.update(contents.heightmaps)
        if contents.biomes is not None:
            own.biomes = contents.biomes
        if contents.column_biomes is not None:
            own.column_biomes = contents.column_biomes

    # --- inside

    def _read(self) -> ColumnContents | None:
        source, self._source = self._source, None
        assert source is not None
        try:
            contents = source()
            self._check(contents)
        except Exception as error:  # whatever is wrong with a packet, its column is all that it may cost
            self._give_up(error)
            return None
        self._contents = contents
        states, entities = self._pending_states, self._pending_entities
        self._pending_states, self._pending_entities = {}, {}
        for position, state in states.items():
            self._put(contents, position, state)
        for position, entity in entities.items():
            _put_entity(contents, position, entity)
        return self._contents

    def _check(self, contents: ColumnContents) -> None:
        """Raise ValueError for what can be seen without unpacking; fill up the sections that are missing."""
        expected = self.dimension.section_count
        if len(contents.sections) > expected:
            raise ValueError(f"{len(contents.sections)} sections in a world of {expected}")
        contents.sections += [None] * (expected - len(contents.sections))
        for section in contents.sections:
            if section is not None and section.blocks.uniform is not None:
                self._check_states(section.blocks.uniform)

    def _check_states(self, highest: int) -> None:
        if self.blocks is not None and highest >= self.blocks.state_count:
            raise ValueError(f"block state {highest}; {self.blocks.release} has {self.blocks.state_count}")

    def _unpack(self, section: Section) -> bool:
        """Unpack a section; False when that showed the column to be damaged."""
        try:
            self._check_states(int(section.states.max()))
        except ValueError as error:
            self._give_up(error)
            return False
        return True

    def _put(self, contents: ColumnContents, position: LocalPos, state: int) -> bool:
        x, y, z = position
        height = y - self.dimension.min_y
        section = contents.sections[height >> 4]
        if section is None:
            if state == AIR:
                return False
            section = contents.sections[height >> 4] = Section.filled(AIR)
        if not section.blocks.is_unpacked and not self._unpack(section):
            return False
        before = section.get(x, height & 15, z)
        if before == state:
            return False
        section.set(x, height & 15, z, state)
        if position in contents.block_entities and not self._same_block(before, state):
            del contents.block_entities[position]
        return True

    def _same_block(self, one: int, other: int) -> bool:
        if self.blocks is None or max(one, other) >= self.blocks.state_count:
            return False
        return bool(self.blocks.block_of_state[one] == self.blocks.block_of_state[other])

    def _give_up(self, error: Exception) -> None:
        if self._damaged:
            return
        self._contents, self._damaged = None, True
        self._pending_states.clear()
        self._pending_entities.clear()
        log.warning(
            "chunk (%d, %d) of %s can't be read and is left out: %s: %s",
            self.x, self.z, self.dimension.name, type(error).__name__, error,
        )  # fmt: skip


def _put_entity(contents: ColumnContents, position: LocalPos, entity: BlockEntity | None) -> None:
    if entity is None:
        contents.block_entities.pop(position, None)
    else:
        contents.block_entities[position] = entity
