"""Recording to disk beside the wire: packets are queued in memory and a thread of its own writes them.

While it goes on, a recording is a folder ``NAME.mcpr.tmp``; closing it makes ``NAME.mcpr`` of that, in one
step. A killed process leaves the folder, which the reader opens up to its last whole packet.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Thread
from typing import BinaryIO
from uuid import UUID
from weakref import WeakSet
from zipfile import ZIP_DEFLATED, ZipFile

from proxy.capture.container import EXTRA, METADATA, STREAMS, UNFINISHED_SUFFIX, Metadata, entry, extra_json
from proxy.versions.base import Direction

log = logging.getLogger(__name__)

FLUSH_SECONDS = 1.0
"""How much of a recording a kill may cost."""
BATCH_BYTES = 1024 * 1024
"""Waiting packets that are written at once, without waiting for the second to pass."""
QUEUE_BYTES = 64 * 1024 * 1024
"""Waiting packets beyond which the disk is given up."""
EXIT_SECONDS = 30.0
"""How long the end of the process waits for recordings to be packed."""


class CaptureWriter:
    """Writes one session. ``path`` ends in ``.mcpr``; neither it nor its unfinished folder may exist.

    :meth:`record` only queues, so that the wire never waits for a disk; when that can't keep up or fails, the
    recording ends with a logged error and keeps what it has. Raises OSError when the folder can't be made.
    """

    def __init__(
        self,
        path: Path,
        metadata: Metadata,
        *,
        clock: Callable[[], float] = time.monotonic,
        queue_bytes: int = QUEUE_BYTES,
    ) -> None:
        self.path = path
        self.folder = path.with_name(path.name + UNFINISHED_SUFFIX)
        self.metadata = metadata
        self.failure: str | None = None
        """Why the recording ended early."""
        self.players: dict[UUID, None] = {}
        """Players seen, in order, for the metadata."""
        self._clock = clock
        self._start = clock()
        self._last = 0
        self._queue_bytes = queue_bytes
        self._changed = Condition()
        self._pending: dict[Direction, list[bytes]] = {direction: [] for direction in STREAMS}
        self._pending_bytes = 0
        self._closing = False
        if path.exists():
            raise FileExistsError(f"{path} exists")
        self.folder.mkdir(parents=True)
        (self.folder / METADATA).write_text(metadata.to_json(), "utf-8")
        (self.folder / EXTRA).write_text(extra_json(metadata), "utf-8")
        self._files: dict[Direction, BinaryIO] = {
            direction: (self.folder / name).open("wb") for direction, name in STREAMS.items()
        }
        self._thread = Thread(target=self._run, name=f"capture {path.name}", daemon=True)
        self._thread.start()
        _open_writers.add(self)

    def record(self, direction: Direction, packet: bytes) -> None:
        """Queue a packet (id and body) under the present time."""
        with self._changed:
            if self._closing:
                return
            self._last = max(self._last, int((self._clock() - self._start) * 1000))
            if self._pending_bytes + len(packet) > self._queue_bytes:
                self._fail(f"the disk is too slow: {self._pending_bytes} bytes wait to be written")
                return
            idle = not self._pending_bytes
            self._pending[direction] += (entry(self._last, packet), packet)
            self._pending_bytes += len(packet) + 8
            if idle or self._pending_bytes >= BATCH_BYTES:
                self._changed.notify()

    def close(self) -> None:
        """End the recording. The file appears soon after; :meth:`wait` for it."""
        with self._changed:
            self._closing = True
            self._changed.notify()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the file is there or the recording has failed; False after ``timeout`` seconds."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    # --- the thread

    def _run(self) -> None:
        try:
            while self._write_batch():
                pass
            for file in self._files.values():
                file.close()
            if self.failure is None:
                self._finish()
                log.info("recorded %s", self.path)
            else:
                log.error("%s: recording ended early: %s", self.folder, self.failure)
        except OSError as error:
            with self._changed:
                self._fail(str(error))
            log.error("%s: recording ended early: %s", self.folder, error)
        finally:
            for file in self._files.values():
                _close_quietly(file)

    def _write_batch(self) -> bool:
        """Write what is waiting, once there is something; False when nothing more will come."""
        with self._changed:
            self._changed.wait_for(lambda: self._pending_bytes or self._closing)
            self._changed.wait_for(
                lambda: self._pending_bytes >= BATCH_BYTES or self._closing, timeout=FLUSH_SECONDS
            )
            closing = self._closing
            pending, self._pending = self._pending, {direction: [] for direction in STREAMS}
            self._pending_bytes = 0
        for direction, parts in pending.items():
            if parts:
                self._files[direction].write(b"".join(parts))
                self._files[direction].flush()
        return not closing

    def _finish(self) -> None:
        metadata = self.metadata.with_end(self._last, tuple(self.players))
        (self.folder / METADATA).write_text(metadata.to_json(), "utf-8")
        pack(self.folder, self.path)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _fail(self, why: str) -> None:
        self.failure = why
        self._closing = True
        self._pending = {direction: [] for direction in STREAMS}
        self._pending_bytes = 0
        self._changed.notify()


def pack(folder: Path, target: Path) -> None:
    """Make an ``.mcpr`` of a folder's files; it has its name only once it is complete and on the disk."""
    new = target.with_name(target.name + ".new")
    try:
        with new.open("wb") as file:
            with ZipFile(file, "w", ZIP_DEFLATED) as archive:
                # Small ones first: what is cut off at the end of a damaged copy should be packets.
                for name in (METADATA, EXTRA, *STREAMS.values()):
                    if (folder / name).exists():
                        archive.write(folder / name, name)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, target)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def _close_quietly(file: BinaryIO) -> None:
    try:
        file.close()
    except OSError as error:
        log.debug("closing %s: %s", file.name, error)


_open_writers: WeakSet[CaptureWriter] = WeakSet()


def _finish_all() -> None:
    """At the end of the process: close recordings that nobody closed, and give them time to be packed."""
    writers = list(_open_writers)
    deadline = time.monotonic() + EXIT_SECONDS
    for writer in writers:
        writer.close()
    for writer in writers:
        if not writer.wait(max(0.0, deadline - time.monotonic())):
            log.error("%s: not packed in time, the folder holds the recording", writer.folder)


atexit.register(_finish_all)
