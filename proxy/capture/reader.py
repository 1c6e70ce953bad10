"""Opening captures: finished ones, those of a killed process, and zips that lost their end."""

from __future__ import annotations

import struct
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Protocol, cast
from zipfile import BadZipFile, ZipFile

from proxy.capture.container import (
    ENTRY,
    EXTRA,
    MAX_PACKET,
    METADATA,
    STREAMS,
    SUFFIX,
    UNFINISHED_SUFFIX,
    CapturedPacket,
    CaptureError,
    Metadata,
    entry,
    extra_json,
)
from proxy.capture.writer import pack
from proxy.versions.base import Direction

__all__ = ["Capture", "CaptureError", "recover"]

_NAMES = (METADATA, EXTRA, *STREAMS.values())


class _Source(Protocol):
    """Where the parts of a capture come from."""

    def size(self, name: str) -> int | None:
        """Bytes of a part (inflated), None when it isn't there."""

    def open(self, name: str) -> BinaryIO: ...

    def close(self) -> None: ...


class _Folder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def size(self, name: str) -> int | None:
        path = self._folder / name
        return path.stat().st_size if path.is_file() else None

    def open(self, name: str) -> BinaryIO:
        return (self._folder / name).open("rb")

    def close(self) -> None: ...


class _Zip:
    def __init__(self, path: Path) -> None:
        self._archive = ZipFile(path)
        self._sizes = {info.filename: info.file_size for info in self._archive.infolist()}

    def size(self, name: str) -> int | None:
        return self._sizes.get(name)

    def open(self, name: str) -> BinaryIO:
        return cast(BinaryIO, self._archive.open(name))

    def close(self) -> None:
        self._archive.close()


class _Salvage:
    """A zip without its directory, read by the headers in front of its members."""

    _HEADER = struct.Struct("<4sHHHHHIIIHH")
    _SIGNATURE = b"PK\x03\x04"
    _STORED, _DEFLATED = 0, 8

    def __init__(self, path: Path) -> None:
        self._parts: dict[str, tuple[BinaryIO, int]] = {}
        with path.open("rb") as file:
            while (member := self._next(file)) is not None:
                name, part, size = member
                if name in _NAMES and name not in self._parts:
                    self._parts[name] = part, size
                else:
                    part.close()
        if METADATA not in self._parts:
            self.close()
            raise CaptureError(f"{path}: not a capture: neither a zip nor the beginning of one")

    def _next(self, file: BinaryIO) -> tuple[str, BinaryIO, int] | None:
        head = file.read(self._HEADER.size)
        if len(head) < self._HEADER.size or not head.startswith(self._SIGNATURE):
            return None
        _, _, _, method, _, _, _, packed, _, name_length, extra_length = self._HEADER.unpack(head)
        name = file.read(name_length).decode("utf-8", "replace")
        file.seek(extra_length, 1)
        part = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 - closed with the capture
        if method == self._DEFLATED:
            self._inflate(file, part)
        elif method == self._STORED:
            part.write(file.read(packed))
        return name, part, part.tell()

    @staticmethod
    def _inflate(file: BinaryIO, part: BinaryIO) -> None:
        stream = zlib.decompressobj(-zlib.MAX_WBITS)
        while not stream.eof and (piece := file.read(65536)):
            try:
                part.write(stream.decompress(piece))
            except zlib.error:
                return
        file.seek(-len(stream.unused_data), 1)

    def size(self, name: str) -> int | None:
        return self._parts[name][1] if name in self._parts else None

    def open(self, name: str) -> BinaryIO:
        part = self._parts[name][0]
        part.seek(0)
        return part

    def close(self) -> None:
        for part, _ in self._parts.values():
            part.close()


class _Stream:
    """The entries of one ``.tmcpr``."""

    def __init__(self, file: BinaryIO, name: str, direction: Direction, *, complete: bool) -> None:
        self._file = file
        self._name = name
        self._direction: Direction = direction
        self._complete = complete
        self.position = 0
        self.cut = False
        """Whether it ended inside an entry."""

    def __iter__(self) -> Iterator[CapturedPacket]:
        last = 0
        while True:
            head = self._read(ENTRY.size)
            if not head:
                return
            if len(head) < ENTRY.size:
                self.cut = True
                return
            time, length = ENTRY.unpack(head)
            if not 0 < length <= MAX_PACKET:
                raise CaptureError(
                    f"{self._name} is damaged at byte {self.position}: packet of {length} bytes"
                )
            data = self._read(length)
            if len(data) < length:
                self.cut = True
                return
            self.position += ENTRY.size + length
            last = max(last, time)
            yield CapturedPacket(last, self._direction, data)

    def _read(self, count: int) -> bytes:
        try:
            return self._file.read(count)
        except (BadZipFile, EOFError, zlib.error) as error:
            if self._complete:
                raise CaptureError(f"{self._name} is damaged after byte {self.position}: {error}") from None
            return b""

    def close(self) -> None:
        self._file.close()


class Capture:
    """An open capture. ``path``: an ``.mcpr``, or the folder that a killed recording left.

    Raises :class:`CaptureError` when it isn't one; OSError when it can't be read.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.cut = False
        """Whether the end is missing: known once the packets have been read."""
        self._source = self._open_source()
        self._streams: list[_Stream] = []
        try:
            size = self._source.size(METADATA)
            if size is None:
                raise CaptureError(f"{self.path}: no {METADATA} in it")
            if size > MAX_PACKET:
                raise CaptureError(f"{self.path}: {METADATA} of {size} bytes")
            with self._source.open(METADATA) as file:
                try:
                    self.metadata = Metadata.from_json(file.read())
                except (CaptureError, BadZipFile, zlib.error) as error:
                    raise CaptureError(f"{self.path}: {error}") from None
        except BaseException:
            self._source.close()
            raise

    def _open_source(self) -> _Source:
        if self.path.is_dir():
            return _Folder(self.path)
        try:
            return _Zip(self.path)
        except BadZipFile:
            self.cut = True
            return _Salvage(self.path)

    @property
    def total_bytes(self) -> int:
        """Bytes of packets and their heads."""
        return sum(self._source.size(name) or 0 for name in STREAMS.values())

    @property
    def bytes_read(self) -> int:
        return sum(stream.position for stream in self._streams)

    def packets(self) -> Iterator[CapturedPacket]:
        """All packets by time up to the last whole one; in the same millisecond the clientbound first.

        Raises :class:`CaptureError` for damage other than a missing end.
        """
        for stream in self._streams:
            stream.close()
        self._streams = [
            _Stream(self._source.open(name), f"{self.path}: {name}", direction, complete=not self.cut)
            for direction, name in STREAMS.items()
            if self._source.size(name) is not None
        ]
        iterators = [iter(stream) for stream in self._streams]
        heads = [next(iterator, None) for iterator in iterators]
        while True:
            waiting = [(head.time, index) for index, head in enumerate(heads) if head is not None]
            if not waiting:
                break
            index = min(waiting)[1]
            head = heads[index]
            assert head is not None
            heads[index] = next(iterators[index], None)
            yield head
        self.cut = self.cut or any(stream.cut for stream in self._streams)

    def close(self) -> None:
        for stream in self._streams:
            stream.close()
        self._source.close()

    def __enter__(self) -> Capture:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def recover(path: Path, target: Path | None = None) -> Path:
    """Make a whole ``.mcpr`` of what can be read of a capture; return where it is.

    By default beside it: ``X.mcpr`` of the folder ``X.mcpr.tmp``, ``X.recovered.mcpr`` of the zip
    ``X.mcpr``. What it is made from stays. Raises :class:`CaptureError`, also when the target exists.
    """
    if target is None:
        target = (
            path.with_name(path.name.removesuffix(UNFINISHED_SUFFIX))
            if path.name.endswith(SUFFIX + UNFINISHED_SUFFIX)
            else path.with_name(path.name.removesuffix(SUFFIX) + ".recovered" + SUFFIX)
        )
    if target.exists():
        raise CaptureError(f"{target} exists")
    with Capture(path) as capture, tempfile.TemporaryDirectory(dir=target.parent) as name:
        folder = Path(name)
        rewrite(capture.packets(), capture.metadata, folder)
        pack(folder, target)
    return target


def rewrite(packets: Iterator[CapturedPacket], metadata: Metadata, folder: Path) -> Metadata:
    """Write a capture's parts into a folder, with the duration that the packets have; return the metadata."""
    duration = 0
    files = {direction: (folder / name).open("wb") for direction, name in STREAMS.items()}
    try:
        for packet in packets:
            files[packet.direction].write(entry(packet.time, packet.data) + packet.data)
            duration = packet.time
    finally:
        for file in files.values():
            file.close()
    metadata = metadata.with_end(duration, metadata.players)
    (folder / METADATA).write_text(metadata.to_json(), "utf-8")
    (folder / EXTRA).write_text(extra_json(metadata), "utf-8")
    return metadata
