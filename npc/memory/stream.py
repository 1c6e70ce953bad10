"""One companion's memory."""

from __future__ import annotations

from uuid import UUID

from nbtlib import Compound

from nbt.memory import MemoryRecord
from npc.clock import Clock
from npc.memory.knowledge import Knowledge
from npc.memory.memory_type import TYPE_KEYS, MemoryType
from npc.memory.pool import MemoryPool, Recollection


class MemoryStream:
    """What a companion remembers and knows: a view on its row of the pool, on a clock of real seconds."""

    def __init__(self, pool: MemoryPool, clock: Clock) -> None:
        self._pool = pool
        self._clock = clock
        self.row = pool.add()
        """Its number in the pool."""

    def __len__(self) -> int:
        """How many memories there are, forgotten ones that nothing has taken the place of among them."""
        return self._pool.count(self.row)

    # --- working memory

    def record(self, entity: UUID, kind: MemoryType, salience: float, *, permanent: bool = False) -> bool:
        """Something happened that has to do with somebody; see :meth:`MemoryPool.record`."""
        return self._pool.record(self.row, entity, kind, salience, self._clock.seconds, permanent=permanent)

    def strongest(self, entity: UUID, at_least: MemoryType = MemoryType.TRIVIA) -> Recollection | None:
        """What somebody brings to mind, which strengthens it; see :meth:`MemoryPool.strongest`."""
        return self._pool.strongest(self.row, entity, self._clock.seconds, at_least)

    def look(self) -> list[Recollection]:
        """All memories as they are. Nothing comes to mind by it."""
        return self._pool.look(self.row, self._clock.seconds)

    @property
    def dropped(self) -> int:
        """How many events found no room."""
        return self._pool.dropped(self.row)

    # --- long-term knowledge

    def dawn(self, days: int = 1) -> None:
        """World days have passed; see :meth:`MemoryPool.dawn`."""
        self._pool.dawn(self.row, self._clock.seconds, days)

    def knowledge_of(self, entity: UUID) -> Knowledge | None:
        """What it makes of somebody; None of whom it doesn't know."""
        return self._pool.knowledge.of(self.row, entity)

    def knowledge(self) -> list[Knowledge]:
        """Of everybody, in the order in which it came to know them."""
        return self._pool.knowledge.all_of(self.row)

    def forget(self, entity: UUID) -> None:
        """Neither remember nor know anything about somebody any more."""
        self._pool.forget(self.row, entity)

    # --- coming and going

    def write_to_nbt(self) -> Compound:
        """What is to be kept, as the compound ``NpcMemory``."""
        return MemoryRecord(
            self._pool.records(self.row, self._clock.seconds), self._pool.knowledge.records(self.row)
        ).to_nbt(TYPE_KEYS)

    def read_from_nbt(self, tag: object, away: float = 0.0) -> None:
        """Forget all, then remember what was kept; what of it is missing or damaged stays forgotten.

        ``away``: seconds since the save that are to count as well, by default none. Raises ValueError when they are
        negative or not finite.
        """
        if not 0.0 <= away < float("inf"):
            raise ValueError(f"away for {away} seconds: a finite number of 0 and more expected")
        record = MemoryRecord.from_nbt(tag, TYPE_KEYS)
        self._pool.restore(self.row, record.items, self._clock.seconds - away)
        self._pool.knowledge.restore(self.row, record.knowledge)

    def close(self) -> None:
        """Give its row back; it mustn't be used afterwards."""
        self._pool.remove(self.row)


class NoMemory:
    """In place of a memory, for whoever has none: nothing happened, and nobody is known."""

    row = None
    dropped = 0

    def __len__(self) -> int:
        return 0

    def record(self, entity: UUID, kind: MemoryType, salience: float, *, permanent: bool = False) -> bool:
        """Nothing is remembered."""
        return False

    def strongest(self, entity: UUID, at_least: MemoryType = MemoryType.TRIVIA) -> Recollection | None:
        """Nobody brings anything to mind."""
        return None

    def look(self) -> list[Recollection]:
        """There is nothing."""
        return []

    def dawn(self, days: int = 1) -> None:
        """Nothing happens."""

    def knowledge_of(self, entity: UUID) -> Knowledge | None:
        """Nobody is known."""
        return None

    def knowledge(self) -> list[Knowledge]:
        """Nobody is known."""
        return []

    def forget(self, entity: UUID) -> None:
        """Nothing happens."""

    def write_to_nbt(self) -> None:
        """Nothing is kept."""

    def read_from_nbt(self, tag: object, away: float = 0.0) -> None:
        """Nothing happens."""

    def close(self) -> None:
        """Nothing happens."""


Memory = MemoryStream | NoMemory
"""What a companion remembers with."""
