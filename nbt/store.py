"""Where NPCs and worlds are kept: one gzipped NBT file each, never half written.

``<folder>/npcs/<id>.dat`` and ``<folder>/worlds/<name>.dat``, ids escaped by :mod:`nbt.filenames`. Each has
its previous contents beside it as ``.dat_old``.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Protocol, TypeVar

from filelock import FileLock, Timeout
from nbtlib.tag import Compound

from nbt import atomic
from nbt.codec import NbtError, read_file_bytes, write_file_bytes
from nbt.filenames import escape, unescape
from nbt.schema import NewerVersionError, NpcRecord, WorldRecord

log = logging.getLogger(__name__)

SUFFIX = ".dat"
LOCK_NAME = "session.lock"

_WRITERS = 8
"""Files written at once: a disk merges the fsyncs of several into few of its own."""


class StoreError(Exception):
    """Loading or saving failed; the text names the file. What was on the disk is still there."""


class _Record(Protocol):
    def to_nbt(self) -> Compound: ...


R = TypeVar("R")


class NpcStore:
    """The saves of one proxy, which has the folder for itself between :meth:`open` and :meth:`close`.

    Methods may be called from any thread; one at a time runs.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        self._npcs = self.folder / "npcs"
        self._worlds = self.folder / "worlds"
        self._digests: dict[Path, bytes] = {}
        """Of the contents that each file is known to have: equal ones aren't written again."""
        self._mutex = threading.RLock()
        self._lock = FileLock(self.folder / LOCK_NAME, thread_local=False)

    def open(self) -> None:
        """Make the folder and lock it.

        Raises :class:`StoreError` when it can't be used or another process uses it.
        """
        try:
            self._npcs.mkdir(parents=True, exist_ok=True)
            self._worlds.mkdir(exist_ok=True)
            self._lock.acquire(timeout=0)
            for folder in (self._npcs, self._worlds):
                atomic.clear_unfinished(folder)
        except Timeout:
            raise StoreError(f"{self.folder}: in use by another Hearthkin") from None
        except OSError as error:
            raise StoreError(f"{error.filename or self.folder}: {error.strerror}") from error

    def close(self) -> None:
        """Let another process have the folder."""
        with self._mutex:
            self._lock.release()

    def __enter__(self) -> NpcStore:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- NPCs

    def npc_path(self, npc_id: str) -> Path:
        """The file of an NPC. Raises ValueError for the empty id."""
        return self._npcs / (escape(npc_id) + SUFFIX)

    def load_all(self) -> list[NpcRecord]:
        """All NPCs by file name. A damaged file is set aside and its predecessor used; the log says so.

        Raises :class:`StoreError` when a file can't be read or is from a newer Hearthkin: a start without it
        would end in overwriting it.
        """
        with self._mutex:
            self._must_be_open()
            records = []
            for name in self._stems(self._npcs):
                path = self._npcs / (name + SUFFIX)
                record = self._load(path, NpcRecord.from_nbt, unescape(name) or name)
                if record is None:
                    continue
                if not record.npc_id or self.npc_path(record.npc_id) != path:
                    log.error("%s: holds NPC %r, which isn't its name; left alone", path, record.npc_id)
                    continue
                records.append(record)
            return records

    def save_npc(self, record: NpcRecord) -> bool:
        """Write an NPC if it has changed; whether it was. Raises :class:`StoreError`."""
        return self.save_npcs((record,)) == 1

    def save_npcs(self, records: Iterable[NpcRecord]) -> int:
        """Write those NPCs that have changed; their number.

        Tries all; raises the :class:`StoreError` of the first that failed and logs those of others.
        """
        return self._save(self._npcs, [(self.npc_path(record.npc_id), record) for record in records])

    def delete_npc(self, npc_id: str) -> None:
        """Remove an NPC with its old contents, so that it never comes back. Raises :class:`StoreError`."""
        path = self.npc_path(npc_id)
        with self._mutex:
            self._must_be_open()
            try:
                atomic.remove(path)
                atomic.sync_folder(self._npcs)
            except OSError as error:
                raise StoreError(f"{error.filename or path}: {error.strerror}") from error
            self._digests.pop(path, None)

    # --- worlds

    def world_path(self, name: str) -> Path:
        """The file of a world. Raises ValueError for the empty name."""
        return self._worlds / (escape(name) + SUFFIX)

    def load_world(self, name: str) -> WorldRecord | None:
        """A world, None when nothing is kept of it. Damage and errors as :meth:`load_all`."""
        with self._mutex:
            self._must_be_open()
            return self._load(self.world_path(name), WorldRecord.from_nbt, name)

    def save_world(self, record: WorldRecord) -> bool:
        """Write a world if it has changed; whether it was. Raises :class:`StoreError`."""
        return self._save(self._worlds, [(self.world_path(record.name), record)]) == 1

    def _must_be_open(self) -> None:
        if not self._lock.is_locked:
            raise StoreError(f"{self.folder}: not open")

    # --- loading

    @staticmethod
    def _stems(folder: Path) -> list[str]:
        """Names that have current or old contents."""
        suffixes = (SUFFIX, SUFFIX + atomic.OLD_SUFFIX)
        try:
            names = [entry.name for entry in folder.iterdir()]
        except OSError as error:
            raise StoreError(f"{folder}: {error.strerror}") from error
        return sorted({name.removesuffix(end) for name in names for end in suffixes if name.endswith(end)})

    def _load(
        self, path: Path, from_nbt: Callable[[Compound, str], tuple[R, list[str]]], name: str
    ) -> R | None:
        for candidate in (path, atomic.old_path(path)):
            try:
                data = candidate.read_bytes()
            except FileNotFoundError:
                continue
            except OSError as error:
                raise StoreError(f"{candidate}: {error.strerror}") from error
            try:
                root = read_file_bytes(data)[1]
            except NbtError as error:
                aside = self._set_aside(candidate)
                log.error("%s: damaged, set aside as %s: %s", candidate, aside.name, error)
                continue
            try:
                record, warnings = from_nbt(root, name)
            except NewerVersionError as error:
                raise StoreError(f"{candidate}: {error}") from error
            for warning in warnings:
                log.warning("%s: %s", candidate, warning)
            if candidate is path:
                self._digests[path] = _digest(data)
            else:
                log.error("%s: no usable file, its predecessor %s is used", path, candidate.name)
            return record
        return None

    @staticmethod
    def _set_aside(path: Path) -> Path:
        number = 1
        while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
            number += 1
        try:
            path.rename(aside)
        except OSError as error:
            raise StoreError(f"{path}: damaged and can't be set aside: {error.strerror}") from error
        return aside

    # --- saving

    def _save(self, folder: Path, records: list[tuple[Path, _Record]]) -> int:
        failed: list[StoreError] = []
        with self._mutex:
            self._must_be_open()
            changed: list[tuple[Path, bytes]] = []
            for path, record in records:
                try:
                    data = write_file_bytes("", record.to_nbt())
                except (TypeError, ValueError) as error:
                    failed.append(StoreError(f"{path}: can't be written: {error}"))
                    continue
                if self._digests.get(path) != _digest(data) or not path.exists():
                    changed.append((path, data))
            if len(changed) == 1:
                written = [self._write(*changed[0])]
            else:
                with ThreadPoolExecutor(_WRITERS) as writers:
                    written = list(writers.map(lambda change: self._write(*change), changed))
            failed += [failure for failure in written if failure is not None]
            if changed:
                try:
                    atomic.sync_folder(folder)
                except OSError as error:
                    failed.append(StoreError(f"{folder}: {error.strerror}"))
        if failed:
            for further in failed[1:]:
                log.error("%s", further)
            raise failed[0]
        return len(changed)

    def _write(self, path: Path, data: bytes) -> StoreError | None:
        try:
            atomic.write_new(path, data)
            atomic.commit_new(path)
        except OSError as error:
            return StoreError(f"{error.filename or path}: {error.strerror}")
        self._digests[path] = _digest(data)
        return None


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
