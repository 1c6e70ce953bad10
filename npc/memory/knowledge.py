"""Long-term knowledge of all companions: what they make of somebody after days, when the memories are gone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple
from uuid import UUID

import numpy as np

from nbt.memory import KnowledgeRecord
from npc.memory.entity_keys import EntityKeys
from npc.memory.memory_type import MemoryType

CAPACITY = 32
"""Beings that a companion knows in the long term."""
FADING = 0.95
"""What a world day leaves of strength and disposition: half of them in two weeks."""
LOST = 0.05
"""Strength below which somebody isn't known any more."""
MOST_FACTS = 2**16 - 1
"""At which counting stops."""
DISPOSITION = (0.0, 0.0, 0.25, -0.5, -1.0)
"""By type of memory, what a day with one of full salience does to how somebody is looked at."""

_ENTRY = np.dtype(
    [
        ("entity", np.uint32),  # key; 0 in an entry that is free
        ("strength", np.float32),
        ("disposition", np.float32),
        ("facts", np.uint16, (len(MemoryType),)),
    ]
)


class Knowledge(NamedTuple):
    """What a companion knows of somebody."""

    entity: UUID
    strength: float
    """0 to 1: how well."""
    disposition: float
    """-1 (enemy) to 1 (friend)."""
    facts: tuple[int, ...]
    """By type of memory, on how many days it had to do with somebody in this way."""


class KnowledgePool:
    """A row of entries for each companion, in the order in which it came to know them.

    Rows are whoever's makes them; :meth:`resize` follows.
    """

    def __init__(self, keys: EntityKeys) -> None:
        self._keys = keys
        self._entries = np.zeros((0, CAPACITY), _ENTRY)

    def resize(self, rows: int) -> None:
        """Have at least so many rows."""
        grown = np.zeros((rows, CAPACITY), _ENTRY)
        grown[: len(self._entries)] = self._entries
        self._entries = grown

    def of(self, row: int, entity: UUID) -> Knowledge | None:
        """What a companion knows of somebody; None if nothing."""
        found = np.flatnonzero(self._entries["entity"][row] == self._keys.find(entity))
        return self._knowledge(row, int(found[0])) if len(found) else None

    def all_of(self, row: int) -> list[Knowledge]:
        """What a companion knows, in the order in which it came to know it."""
        return [self._knowledge(row, slot) for slot in range(self._count(row))]

    def learn(self, row: int, entity: UUID, kind: MemoryType, salience: float) -> None:
        """Make a memory of the last day knowledge. Where there is no room, whom it knows least is forgotten."""
        slot = self._slot(row, entity)
        entry = self._entries[row, slot]
        entry["strength"] = min(1.0, float(entry["strength"]) + salience)
        disposition = float(entry["disposition"]) + DISPOSITION[kind] * salience
        entry["disposition"] = min(max(disposition, -1.0), 1.0)
        entry["facts"][kind] = min(int(entry["facts"][kind]) + 1, MOST_FACTS)

    def fade(self, row: int, days: int) -> None:
        """Let world days pass."""
        left = FADING ** min(days, 1000)
        entries = self._entries[row]
        entries["strength"] *= left
        entries["disposition"] *= left
        known = entries["strength"][: self._count(row)] >= LOST
        if not known.all():
            self._keep(row, known.tolist())

    def forget(self, row: int, entity: UUID) -> None:
        """Know nothing of somebody any more."""
        key = self._keys.find(entity)
        held = self._entries["entity"][row, : self._count(row)]
        if (held == key).any():
            self._keep(row, (held != key).tolist())

    def clear(self, row: int) -> None:
        """Know nothing of anybody."""
        self._keep(row, [False] * self._count(row))

    # --- what is kept

    def records(self, row: int) -> list[KnowledgeRecord]:
        """What is to be kept of a row."""
        return [KnowledgeRecord(*knowledge) for knowledge in self.all_of(row)]

    def restore(self, row: int, records: Sequence[KnowledgeRecord]) -> None:
        """Know what was kept, and nothing else; of what is too much, and of somebody twice, the first counts."""
        self.clear(row)
        first: dict[UUID, KnowledgeRecord] = {}
        for record in records:
            first.setdefault(record.entity, record)
        for slot, record in enumerate(islice(first.values(), CAPACITY)):
            key = self._keys.hold(record.entity)
            self._entries[row, slot] = (key, record.strength, record.disposition, record.facts)

    # --- inside

    def _count(self, row: int) -> int:
        return int(np.count_nonzero(self._entries["entity"][row]))

    def _knowledge(self, row: int, slot: int) -> Knowledge:
        key, strength, disposition, facts = self._entries[row, slot].item()
        return Knowledge(self._keys.uuid(key), strength, disposition, tuple(facts.tolist()))

    def _slot(self, row: int, entity: UUID) -> int:
        """Where what is known of somebody is, or is to be."""
        entries = self._entries[row]
        found = np.flatnonzero(entries["entity"] == self._keys.find(entity))
        if len(found):
            return int(found[0])
        slot = self._count(row)
        if slot == CAPACITY:
            weakest = np.arange(CAPACITY) == int(entries["strength"].argmin())
            self._keep(row, (~weakest).tolist())
            slot -= 1
        entries[slot] = (self._keys.hold(entity), 0.0, 0.0, (0,) * len(MemoryType))
        return slot

    def _keep(self, row: int, kept: Sequence[bool]) -> None:
        """Leave those of the first entries that are to be kept, and nothing else."""
        entries = self._entries[row]
        for key, keep in zip(entries["entity"].tolist(), kept, strict=False):
            if not keep:
                self._keys.release(key)
        left = entries[: len(kept)][np.array(kept, np.bool_)]
        entries[: len(left)] = left
        entries[len(left) :] = np.zeros(1, _ENTRY)
