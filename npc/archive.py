"""What is kept of companions and worlds: what the store had, what it has by now, and what there is to write."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from nbtlib import Compound

from nbt.emotion import NAME as EMOTION
from nbt.memory import NAME as MEMORY
from nbt.memory import lasting
from nbt.schema import NpcRecord, WorldRecord
from nbt.store import NpcStore
from npc.npc import Npc
from npc.records import record_of

log = logging.getLogger(__name__)

BOOKKEEPING = ("LastUpdateTick", "IdleSeconds")
"""Fields of ``NpcEmotion`` that change by themselves while nothing happens. Where all else is as it was, an older time
means the same, and of its idleness somebody loses half a minute at most."""


class Archive:
    """Between the living and their store. Without a store nothing is kept, and nothing fails.

    Methods raise :class:`nbt.store.StoreError` when the store can't be read or written.
    """

    def __init__(self, store: NpcStore | None) -> None:
        self.store = store
        self._records: dict[str, NpcRecord] = {}
        """What the store had, and what became of companions that were removed."""
        self._saved: dict[str, NpcRecord] = {}
        """What the store has."""
        self._worlds: dict[str, WorldRecord] = {}

    # --- companions

    def load(self) -> Mapping[str, NpcRecord]:
        """Read what the store has; return it by companion id."""
        if self.store is not None:
            self._records = {record.npc_id: record for record in self.store.load_all()}
            self._saved = dict(self._records)
        return dict(self._records)

    @property
    def worlds(self) -> list[str]:
        """Names of the worlds that companions were last in, sorted."""
        return sorted({record.world for record in self._records.values()})

    def find(self, npc_id: str) -> NpcRecord | None:
        """What a companion that comes in goes on from."""
        return self._records.get(npc_id)

    def part_with(self, npc: Npc) -> None:
        """A companion leaves: should it come back, it goes on from how it is now."""
        self._records[npc.id] = record_of(npc)

    def write(self, npcs: Iterable[Npc]) -> int:
        """Write those who have changed; return how many are safe on disk."""
        if self.store is None:
            return 0
        records = {npc.id: record_of(npc) for npc in npcs}
        self.write_records(record for npc_id, record in records.items() if record != self._saved.get(npc_id))
        self.note(records)
        return len(records)

    def write_records(self, records: Iterable[NpcRecord]) -> None:
        """Write these, in any thread; :meth:`note` it afterwards."""
        if self.store is not None:
            self.store.save_npcs(records)

    def note(self, records: Mapping[str, NpcRecord]) -> None:
        """These are in the store."""
        self._saved |= records

    def is_news(self, record: NpcRecord) -> bool:
        """Whether the store lacks something of a record that is worth a file."""
        saved = self._saved.get(record.npc_id)
        return saved is None or _substance(record) != _substance(saved)

    def report_unclaimed(self, claimed: Iterable[str]) -> None:
        """Say in the log who is kept and wasn't claimed."""
        for npc_id in sorted(self._records.keys() - claimed):
            log.info("npc %s is kept on disk, but the configuration doesn't have it: it stays away", npc_id)

    # --- worlds

    def world(self, name: str) -> WorldRecord:
        """What is kept of a world, read when first asked for: that is a new session of it."""
        record = self._worlds.get(name)
        if record is None:
            kept = self.store.load_world(name) if self.store is not None else None
            record = kept if kept is not None else WorldRecord(name)
            record.session_epoch += 1
            self._worlds[name] = record
        return record

    def write_worlds(self, records: Iterable[WorldRecord]) -> None:
        """Write what has changed of worlds, in any thread."""
        if self.store is not None:
            for record in records:
                self.store.save_world(record)


def _substance(record: NpcRecord) -> NpcRecord:
    """A record without what changes by itself, for comparisons alone."""
    extra: dict[str, Any] = dict(record.extra)
    emotion = extra.get(EMOTION)
    if isinstance(emotion, Compound):
        extra[EMOTION] = {name: tag for name, tag in emotion.items() if name not in BOOKKEEPING}
    if MEMORY in extra:
        extra[MEMORY] = lasting(extra[MEMORY])
    return replace(record, extra=extra)
