"""Saving while everybody lives on: a few companions a tick, written aside, so that no tick waits for a disk."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

from nbt.schema import NpcRecord, WorldRecord
from nbt.store import StoreError
from npc.archive import Archive
from npc.npc import Npc
from npc.records import record_of

log = logging.getLogger(__name__)

BATCH = 4
"""Companions looked at in a tick: a thousand take a quarter of a minute."""


class Autosave:
    """One round over all companions, then their worlds, and another when it is asked for.

    What is written of somebody is how it is when its turn comes. Errors are logged: the next round tries again.
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._waiting: dict[str, None] = {}
        """Ids of companions whose turn is still to come, in order."""
        self._worlds_wait = False
        self._batch: dict[str, NpcRecord] = {}
        """What is being written."""
        self._writing: Future[object] | None = None
        self._writer = ThreadPoolExecutor(1, "autosave")

    @property
    def is_running(self) -> bool:
        """Whether there is something to do for :meth:`go_on`."""
        return bool(self._waiting or self._worlds_wait or self._writing is not None)

    def begin(self, npc_ids: Iterable[str]) -> None:
        """Begin a round over these companions; whoever still waits in the last one keeps its turn."""
        if self._archive.store is not None:
            self._waiting |= dict.fromkeys(npc_ids)
            self._worlds_wait = True

    def go_on(self, living: Callable[[str], Npc | None], worlds: Callable[[], Iterable[WorldRecord]]) -> None:
        """Do a tick's share, unless the last one isn't written yet.

        ``living`` gives a companion that is to be saved by its id, ``worlds`` copies of what is to be kept of worlds.
        """
        if self._writing is not None:
            if not self._writing.done():
                return
            self._conclude()
        if self._waiting:
            self._batch = dict(self._news(living))
            if self._batch:
                self._writing = self._writer.submit(self._archive.write_records, list(self._batch.values()))
        elif self._worlds_wait:
            self._worlds_wait = False
            try:
                records = list(worlds())
            except StoreError as error:
                log.error("not saved: %s", error)
            else:
                self._writing = self._writer.submit(self._archive.write_worlds, records)

    def finish(self) -> None:
        """Wait for what is being written; of the rest of the round nothing comes any more."""
        self._waiting.clear()
        self._worlds_wait = False
        if self._writing is not None:
            self._conclude()

    def _news(self, living: Callable[[str], Npc | None]) -> Iterator[tuple[str, NpcRecord]]:
        """Those of the next batch that there is something to write of."""
        for npc_id in list(islice(self._waiting, BATCH)):
            del self._waiting[npc_id]
            npc = living(npc_id)
            if npc is None:
                continue
            try:
                record = record_of(npc)
                if self._archive.is_news(record):
                    yield npc_id, record
            except Exception:
                log.exception("npc %s can't be saved", npc_id)

    def _conclude(self) -> None:
        """Wait for what is being written, and note that it is."""
        writing, batch = self._writing, self._batch
        self._writing, self._batch = None, {}
        assert writing is not None
        try:
            writing.result()
        except StoreError as error:
            log.error("not saved: %s", error)
        except Exception:
            log.exception("not saved")
        else:
            self._archive.note(batch)
