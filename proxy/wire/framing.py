"""Cuts a byte stream into frames and puts packets into frames.

A frame is a VarInt length of at most three bytes and that many bytes. With compression on, those start with
the VarInt size of the packet before it was compressed, 0 for a packet that isn't, and go on with the packet
or its zlib stream.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Protocol, cast

from proxy.wire.frame import Frame, FrameError, pack_varint, peek_id, read_varint
from proxy.wire.statistics import BEYOND_TABLE, Traffic
from proxy.wire.throttle import ByteRate

PASS, WANTED, UNKNOWN = 0, 1, 2
"""What an :data:`IdTable` says of an id: nobody reads it, somebody does, the version doesn't have it."""

IdTable = bytes
"""257 of the figures above: for the ids 0 to 255, and last for all others."""

ALL_WANTED: IdTable = bytes([WANTED]) * 257

NO_COMPRESSION = -1

_SMALL = 0x7F
"""The largest frame whose length is one byte."""

MAX_FRAME_BYTES = (1 << 21) - 1
"""What a length prefix of three bytes can name."""


_NOTHING = (b"", 0, 0)


class Skip(Protocol):
    """Matches any number of frames, maybe none, at a place in the bytes."""

    def __call__(self, data: bytes, position: int, /) -> re.Match[bytes]: ...


class FrameSplitter:
    """The receiving end of a connection.

    ``table`` says which ids come out as a :class:`Frame`; the rest comes out as runs of untouched
    bytes. None for ``table``: nobody wants any, and ids aren't looked at. ``threshold`` and ``table`` may
    change while :meth:`feed` is being iterated: they hold from the next frame on.

    Time and memory are linear in the bytes fed, however they are split: the bytes of an unfinished frame are
    appended to a buffer that is looked at again only when the whole frame is there.
    """

    __slots__ = (
        "_held",
        "_last",
        "_need",
        "_rate",
        "_skip",
        "_table",
        "_threshold",
        "bytes_copied",
        "max_frame",
        "max_inflated",
        "traffic",
    )

    _KEEP_LAST = 1 << 17

    def __init__(
        self, max_frame: int, max_inflated: int, traffic: Traffic, rate: ByteRate | None = None
    ) -> None:
        self.max_frame = max_frame
        """Bytes without the length prefix."""
        self.max_inflated = max_inflated
        self.traffic = traffic
        self._threshold = NO_COMPRESSION
        self._table: IdTable | None = ALL_WANTED
        self._skip = skip_small_frames(self._threshold, self._table)
        self._last = _NOTHING
        """Where the latest run or frame stands in which bytes."""
        self.bytes_copied = 0
        """Bytes that were moved to put split frames together: at most three for each byte fed."""
        self._rate = rate
        self._held = bytearray()
        self._need = 0
        """Size of the held frame with its prefix; 0 while not even the prefix is whole."""

    @property
    def threshold(self) -> int:
        """Bytes from which on a packet is compressed; negative: none is."""
        return self._threshold

    @threshold.setter
    def threshold(self, threshold: int) -> None:
        self._threshold = threshold
        self._skip = skip_small_frames(self._threshold, self._table)

    @property
    def table(self) -> IdTable | None:
        return self._table

    @table.setter
    def table(self, table: IdTable | None) -> None:
        self._table = table
        self._skip = skip_small_frames(self._threshold, self._table)

    @property
    def held(self) -> int:
        """Bytes kept of an unfinished frame."""
        return len(self._held)

    def feed(self, data: bytes) -> Iterator[bytes | Frame]:
        """Take the next bytes of the stream; yield runs of whole frames that nobody wants, and wanted frames.

        The result must be iterated to its end before the next bytes are fed. Raises :class:`FrameError` where
        a frame breaks a limit; what was yielded before is good, and the splitter must not be fed again.
        """
        self.traffic.bytes += len(data)
        held = self._held
        if not held:
            yield from self._split(data, 0)
            return
        if not self._need:
            # At most two bytes of a length prefix are held: with what comes it is whole, or still that short.
            self.bytes_copied += len(held) + len(data)
            data = bytes(held) + data
            held.clear()
            yield from self._split(data, 0)
            return
        missing = self._need - len(held)
        if len(data) < missing:
            held += data
            self.bytes_copied += len(data)
            return
        held += memoryview(data)[:missing]
        frame = bytes(held)
        self.bytes_copied += missing + len(frame)
        held.clear()
        self._need = 0
        yield from self._split(frame, 0)
        if missing < len(data):
            yield from self._split(data, missing)

    def _split(self, data: bytes, position: int) -> Iterator[bytes | Frame]:
        """Yield the frames that start in ``data`` at or after ``position`` and hold what is left over."""
        end = len(data)
        start = position  # of the run that isn't handed out yet
        need = inflated = 0
        threshold = self._threshold
        table = self._table
        limit = self.max_frame
        rate = self._rate
        skip = self._skip if limit >= _SMALL else None
        skipping = True
        while position < end:
            if skipping and skip is not None:
                # Most frames are small, and most of no interest to anybody: many are stepped over at once.
                begin = position
                position = skip(data, position).end()
                inflated += position - begin
                if position == end:
                    break
            length = data[position]
            body = position + 1
            if length > 0x7F:
                if body >= end:
                    break
                byte = data[body]
                body += 1
                length = (length & 0x7F) | (byte & 0x7F) << 7
                if byte > 0x7F:
                    if body >= end:
                        break
                    byte = data[body]
                    body += 1
                    if byte > 0x7F:
                        raise FrameError(
                            "length prefix of more than 3 bytes: the frame is too large or negative"
                        )
                    length |= byte << 14
            if length > limit:
                raise FrameError(f"frame of {length} bytes, at most {limit} allowed")
            stop = body + length
            if stop > end:
                need = stop - position
                break
            if not length:
                if start < position:
                    yield data[start:position]
                start = position = stop
                continue
            if threshold < 0:
                claimed = 0
            else:
                claimed = data[body]
                body += 1
                if claimed > 0x7F:
                    claimed, body = read_varint(data, body - 1)
                    if body > stop:
                        raise FrameError("inflated size goes beyond the end of its frame")
                if claimed:
                    if not threshold <= claimed <= self.max_inflated:
                        raise FrameError(
                            f"compressed packet claims {claimed} bytes, "
                            f"{threshold} to {self.max_inflated} allowed"
                        )
                    if body == stop:
                        raise FrameError(f"compressed packet claims {claimed} bytes but its frame holds none")
                elif body == stop:
                    # No packet in it: as good as a frame of no length.
                    if start < position:
                        yield data[start:position]
                    start = position = stop
                    continue
                elif stop - body >= threshold:
                    raise FrameError(
                        f"packet of {stop - body} bytes isn't compressed, the threshold is {threshold}"
                    )
            if rate is not None:
                inflated += claimed or length
            if table is not None:
                if claimed:
                    packet_id = peek_id(data, body, stop)
                else:
                    packet_id = data[body]
                    if packet_id > 0x7F:
                        packet_id, id_end = read_varint(data, body)
                        if id_end > stop:
                            raise FrameError("packet id goes beyond the end of its frame")
                kind = table[packet_id] if 0 <= packet_id <= 0xFF else table[256]
                if kind:
                    if kind == UNKNOWN:
                        self.count_unknown(packet_id)
                    else:
                        if rate is not None:
                            rate.spend(inflated)
                            inflated = 0
                        self.traffic.frames += 1
                        if start < position:
                            yield data[start:position]
                        raw = data[position:stop]
                        self._last = (raw, 0, len(raw)) if len(raw) <= self._KEEP_LAST else _NOTHING
                        yield Frame(raw, body - position, claimed, packet_id)
                        start = position = stop
                        threshold = self._threshold
                        table = self._table
                        limit = self.max_frame
                        skip = self._skip if limit >= _SMALL else None
                        # Where one is wanted the next often is: look at it before trying to skip again.
                        skipping = False
                        continue
            position = stop
            skipping = True
        if position < end:
            self._held += memoryview(data)[position:] if position else data
            self._need = need
            self.bytes_copied += end - position
        if rate is not None and inflated:
            rate.spend(inflated)
        if start < position:
            self._last = (data, start, position) if len(data) <= self._KEEP_LAST else _NOTHING
            yield data[start:position] if start or position < end else data

    def count_unknown(self, packet_id: int) -> None:
        self.traffic.unknown_ids[packet_id if 0 <= packet_id <= 0xFF else BEYOND_TABLE] += 1

    def last_packet_id(self) -> int | None:
        """The id of the last frame that came, None when it isn't kept or has none."""
        data, start, end = self._last
        body = start
        try:
            while start < end:
                length, body = read_varint(data, start)
                start = body + length
            if self._threshold < 0:
                return read_varint(data, body)[0]
            claimed, body = read_varint(data, body)
            return peek_id(data, body, end) if claimed else read_varint(data, body)[0]
        except FrameError:
            return None


def count_frames(run: bytes) -> int:
    """How many frames a run of whole frames holds."""
    count = position = 0
    while position < len(run):
        length, body = read_varint(run, position)
        position = body + length
        count += 1
    return count


@lru_cache(maxsize=64)
def skip_small_frames(threshold: int, table: IdTable | None) -> Skip | None:
    """Something that steps over small whole frames that aren't compressed and that nobody reads.

    It is one regular expression, for that is the one loop over bytes that Python runs in C: any number of
    ``length, [0 where compression is on,] id, the rest``. It takes 60 ns a frame, a loop in Python twice that.
    Possessive, so that it never goes back. None: there are no such frames.
    """
    known = range(0x100) if table is None else [i for i in range(0x80) if table[i] == PASS]
    if not known:
        return None
    ids = b"." if table is None else b"[" + b"".join(b"\\x%02x" % i for i in known) + b"]"
    if threshold < 0:
        frames = [b"\\x%02x%b.{%d}" % (n, ids, n - 1) for n in range(1, _SMALL + 1)]
    else:
        # A packet of the threshold's size must be compressed.
        largest = min(_SMALL, threshold)
        frames = [b"\\x%02x\\x00%b.{%d}" % (n, ids, n - 2) for n in range(2, largest + 1)]
    if not frames:
        return None
    return cast(Skip, re.compile(b"(?s:(?:%b)*+)" % b"|".join(frames)).match)


def frame_packet(packet: bytes, threshold: int) -> bytes:
    """Put a packet (id and body) into a frame. ``threshold`` in bytes; negative: no compression.

    Raises :class:`FrameError` when the frame would be larger than a peer accepts.
    """
    if threshold < 0:
        payload = packet
    elif len(packet) < threshold:
        payload = b"\x00" + packet
    else:
        payload = pack_varint(len(packet)) + zlib.compress(packet)
    if len(payload) > MAX_FRAME_BYTES:
        raise FrameError(
            f"packet of {len(packet)} bytes makes a frame of {len(payload)}, at most {MAX_FRAME_BYTES} fit"
        )
    return pack_varint(len(payload)) + payload


def reframe(frame: Frame, came_with: int, threshold: int) -> bytes:
    """The frame for a connection with ``threshold``: its own bytes where it came from one with the same.

    Raises :class:`FrameError` as :func:`frame_packet` and :attr:`Frame.packet` do.
    """
    return frame.raw if came_with == threshold else frame_packet(frame.packet, threshold)
