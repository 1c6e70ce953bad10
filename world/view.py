"""Worlds as their clients know them: shared by all clients that are in the same one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from world.blocks import BlockTable, Mask
from world.border import WorldBorder
from world.chunk import BlockEntity, Chunk
from world.dimension import DimensionType
from world.physics.rules import MODERN, PhysicsRules

log = logging.getLogger(__name__)

UNKNOWN = -1
"""Stands for a state in arrays where nothing is known."""

ChunkPos = tuple[int, int]

DAY_LENGTH = 24_000
NIGHT = range(12_542, 23_460)
"""Ticks of a day in which vanilla lets players sleep in clear weather; 0 is sunrise."""


class WorldKey(NamedTuple):
    """Which world a client is in, as far as it can tell."""

    server: str
    """Name of the backend."""
    name: str
    """The world's own, such as ``minecraft:overworld``."""
    hashed_seed: int


class WorldListener(Protocol):
    """Told of changes after they are made. What it raises is logged and goes no further."""

    def chunk_loaded(self, world: WorldView, x: int, z: int) -> None:
        """A column has become known, or has been replaced as a whole."""

    def chunk_unloaded(self, world: WorldView, x: int, z: int) -> None: ...

    def block_changed(self, world: WorldView, x: int, y: int, z: int, state: int) -> None: ...


@dataclass(slots=True)
class _Column:
    """A loaded chunk with who has it."""

    chunk: Chunk
    fingerprint: tuple[int, int] | None
    """Of the packet that it came in; None as soon as the chunk no longer is what that packet said."""
    holders: set[int] = field(default_factory=set)


class WorldView:
    """The chunks, time and border of one world.

    Clients that are in it are *occupants*, those that have a chunk are its *holders*, both by a number of
    their own (the viewer id). A chunk is dropped when its last holder lets go of it.
    """

    def __init__(
        self,
        key: WorldKey,
        dimension: DimensionType,
        blocks: BlockTable,
        *,
        rules: PhysicsRules = MODERN,
        clock: Callable[[], float] = monotonic,
        deserted: Callable[[], object] | None = None,
    ) -> None:
        """``clock`` (seconds) moves the border; ``deserted`` is called when the last occupant has left."""
        self.key = key
        self.dimension = dimension
        self.blocks = blocks
        self.rules = rules
        """How bodies move in it."""
        self.border = WorldBorder(clock)
        self.world_age = 0
        """Ticks."""
        self.time_of_day = 0
        """Ticks; a day has 24,000."""
        self.daylight_cycle = True
        self.listeners: list[WorldListener] = []
        self._columns: dict[ChunkPos, _Column] = {}
        self._occupants: set[int] = set()
        self._deserted = deserted
        self._refused_state = False

    def __repr__(self) -> str:
        return f"<WorldView {self.key.name} of {self.key.server}: {len(self._columns)} chunks>"

    @property
    def is_night(self) -> bool:
        """Whether it is time to sleep; never where no sky tells, and before the server has said what time it is."""
        return self.dimension.has_skylight and self.time_of_day % DAY_LENGTH in NIGHT

    # --- who is here and has what

    @property
    def occupants(self) -> frozenset[int]:
        return frozenset(self._occupants)

    def enter(self, holder: int) -> None:
        """Become an occupant; :meth:`load` does so too."""
        self._occupants.add(holder)

    def load(self, holder: int, chunk: Chunk, fingerprint: Hashable | None = None) -> Chunk:
        """A client was sent a chunk. Returns the one that the world keeps.

        What was sent last is the truth, so it replaces what was there. But if ``fingerprint`` (the packet's
        body) equals that of the present chunk and no block of it has changed since, the present one stays,
        with all that is unpacked of it.
        """
        self._occupants.add(holder)
        position = chunk.x, chunk.z
        brief = None if fingerprint is None else _brief(fingerprint)
        column = self._columns.get(position)
        if column is None:
            column = self._columns[position] = _Column(chunk, brief)
        elif brief is not None and column.fingerprint == brief:
            column.holders.add(holder)
            return column.chunk
        else:
            column.chunk, column.fingerprint = chunk, brief
        column.holders.add(holder)
        chunk.blocks = self.blocks
        self._tell("chunk_loaded", *position)
        return chunk

    def unload(self, holder: int, x: int, z: int) -> None:
        """A client was told to forget a chunk; one that it doesn't hold is left alone."""
        column = self._columns.get((x, z))
        if column is None or holder not in column.holders:
            return
        column.holders.remove(holder)
        if not column.holders:
            del self._columns[x, z]
            self._tell("chunk_unloaded", x, z)

    def release(self, holder: int) -> None:
        """A client has left the world, and all its chunks with it."""
        for x, z in [position for position, column in self._columns.items() if holder in column.holders]:
            self.unload(holder, x, z)
        if holder in self._occupants:
            self._occupants.remove(holder)
            if not self._occupants and self._deserted is not None:
                self._deserted()

    def holds(self, holder: int, x: int, z: int) -> bool:
        """Whether that client has the chunk."""
        column = self._columns.get((x, z))
        return column is not None and holder in column.holders

    # --- chunks

    def chunk(self, x: int, z: int) -> Chunk | None:
        """The chunk at chunk coordinates."""
        column = self._columns.get((x, z))
        return None if column is None else column.chunk

    def is_loaded(self, x: int, z: int) -> bool:
        """Whether anybody has the chunk at chunk coordinates."""
        return (x, z) in self._columns

    @property
    def chunk_count(self) -> int:
        return len(self._columns)

    def chunks(self) -> Iterator[Chunk]:
        """All chunks, in no order; load and unload none meanwhile."""
        return (column.chunk for column in self._columns.values())

    def chunk_replaced(self, x: int, z: int) -> None:
        """Somebody has changed many blocks of a chunk directly, :meth:`Chunk.merge` for example."""
        column = self._columns.get((x, z))
        if column is not None:
            column.fingerprint = None
            self._tell("chunk_loaded", x, z)

    # --- blocks, in world coordinates

    def state(self, x: int, y: int, z: int) -> int | None:
        """Global state id; None where nothing is known, air above and below the world."""
        column = self._columns.get((x >> 4, z >> 4))
        return None if column is None else column.chunk.state(x, y, z)

    def set_state(self, x: int, y: int, z: int, state: int) -> None:
        """A block has changed. Left out: one in a chunk that nobody has, and a state that doesn't exist.

        Each of the clients that share the world is told of a change; listeners hear of it once.
        """
        column = self._columns.get((x >> 4, z >> 4))
        if column is None:
            return
        if not 0 <= state < self.blocks.state_count:
            if not self._refused_state:  # a server that does it once does it often
                self._refused_state = True
                log.warning(
                    "%s: block state %d at %d %d %d doesn't exist in %s; left out, as will be others",
                    self.key.name, state, x, y, z, self.blocks.release,
                )  # fmt: skip
            return
        if column.chunk.set_state(x, y, z, state):
            column.fingerprint = None
            self._tell("block_changed", x, y, z, state)

    def block_entity(self, x: int, y: int, z: int) -> BlockEntity | None:
        column = self._columns.get((x >> 4, z >> 4))
        return None if column is None else column.chunk.block_entity(x, y, z)

    def set_block_entity(self, x: int, y: int, z: int, kind: int | str, nbt: Any) -> None:
        """What the server said of a block entity; ``nbt`` None takes it away."""
        column = self._columns.get((x >> 4, z >> 4))
        if column is not None:
            column.fingerprint = None
            column.chunk.set_block_entity(x, y, z, None if nbt is None else BlockEntity(kind, nbt))

    def biome(self, x: int, y: int, z: int) -> int | None:
        column = self._columns.get((x >> 4, z >> 4))
        return None if column is None else column.chunk.biome(x, y, z)

    def highest(self, x: int, z: int, mask: Mask | None = None) -> int | None:
        """y of the highest block that ``mask`` chooses, by default one that stops a fall."""
        column = self._columns.get((x >> 4, z >> 4))
        return None if column is None else column.chunk.highest(x, z, mask)

    def states_in_box(self, x0: int, y0: int, z0: int, x1: int, y1: int, z1: int) -> npt.NDArray[np.int32]:
        """States with x0 ≤ x < x1 and so on, shape (y1 - y0, z1 - z0, x1 - x0) in order y, z, x.

        :data:`UNKNOWN` where nothing is known; air above and below the world in chunks that are.
        """
        out = np.full((max(y1 - y0, 0), max(z1 - z0, 0), max(x1 - x0, 0)), UNKNOWN, dtype=np.int32)
        if not out.size:
            return out
        for chunk_x in range(x0 >> 4, ((x1 - 1) >> 4) + 1):
            for chunk_z in range(z0 >> 4, ((z1 - 1) >> 4) + 1):
                chunk = self.chunk(chunk_x, chunk_z)
                states = None if chunk is None else chunk.states_between(y0, y1)
                if states is None:
                    continue
                base_x, base_z = chunk_x << 4, chunk_z << 4
                low_x, high_x = max(x0, base_x), min(x1, base_x + 16)
                low_z, high_z = max(z0, base_z), min(z1, base_z + 16)
                out[:, low_z - z0 : high_z - z0, low_x - x0 : high_x - x0] = states[
                    :, low_z - base_z : high_z - base_z, low_x - base_x : high_x - base_x
                ]
        return out

    # --- inside

    def _tell(self, event: str, *arguments: int) -> None:
        for listener in list(self.listeners):
            try:
                getattr(listener, event)(self, *arguments)
            except Exception:
                log.exception("%s: a listener failed on %s%r", self.key.name, event, arguments)


class WorldRegistry:
    """All worlds that somebody is in.

    Clients share a world when key, dimension and block table are the same: two releases on one server number
    their states differently, so they keep one each.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._worlds: dict[tuple[WorldKey, DimensionType, BlockTable], WorldView] = {}

    def __iter__(self) -> Iterator[WorldView]:
        return iter(list(self._worlds.values()))

    def __len__(self) -> int:
        return len(self._worlds)

    def open(
        self,
        key: WorldKey,
        dimension: DimensionType,
        blocks: BlockTable,
        holder: int,
        rules: PhysicsRules = MODERN,
    ) -> WorldView:
        """The world that a client enters; it lasts until the last occupant is :meth:`WorldView.release`-d."""
        place = key, dimension, blocks
        world = self._worlds.get(place)
        if world is None:
            world = self._worlds[place] = WorldView(
                key,
                dimension,
                blocks,
                rules=rules,
                clock=self._clock,
                deserted=lambda: self._worlds.pop(place),
            )
        world.enter(holder)
        return world


def _brief(fingerprint: Hashable) -> tuple[int, int]:
    """A fingerprint in a few bytes, so that a chunk doesn't keep its packet. Python's hash of bytes is
    keyed, so nobody can make two packets that agree."""
    length = len(fingerprint) if isinstance(fingerprint, bytes) else 0
    return length, hash(fingerprint)
