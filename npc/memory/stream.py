"""One companion's memory."""

from __future__ import annotations

from math import floor
from uuid import UUID

from nbtlib import Compound

from nbt.memory import OLDEST, MemoryRecord
from npc.clock import Clock, WallClock
from npc.memory.knowledge import Knowledge
from npc.memory.memory_type import TYPE_KEYS, MemoryType
from npc.memory.pool import MemoryPool, Recollection


class MemoryStream:
    """What a companion remembers and knows: a view on its row of the pool, on a clock of real seconds."""

    def __init__(self, pool: MemoryPool, clock: Clock, wall: WallClock | None = None) -> None:
        """``wall``: where there is one, the time between a save and the next start counts."""
        self._pool = pool
        self._clock = clock
        self._wall = wall
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
            self._pool.records(self.row, self._clock.seconds),
            self._pool.knowledge.records(self.row),
            None if self._wall is None else floor(self._wall() * 1000),
        ).to_nbt(TYPE_KEYS)

    def read_from_nbt(self, tag: object) -> None:
        """Forget all, then remember what was kept; what of it is missing or damaged stays forgotten.

        By a wall clock that was put back meanwhile, no time has passed since.
        """
        record = MemoryRecord.from_nbt(tag, TYPE_KEYS)
        away = 0.0
        if self._wall is not None and record.saved_at is not None:
            away = min(max(0.0, self._wall() - record.saved_at / 1000), OLDEST)
        self._pool.restore(self.row, record.items, self._clock.seconds - away)
        self._pool.knowledge.restore(self.row, record.knowledge)

    def close(self) -> None:
        """Give its row back; it mustn't be used afterwards."""
        self._pool.remove(self.row)
