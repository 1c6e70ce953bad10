"""One packet as it travels: the bytes that came, its id, and its contents when somebody asks."""

from __future__ import annotations

import zlib


class FrameError(ValueError):
    """A frame breaks the protocol or a limit. Its text says what and the sizes involved."""


class InflateError(FrameError):
    """A compressed packet is damaged or isn't of the size that it claims."""


def read_varint(data: bytes | memoryview, position: int) -> tuple[int, int]:
    """Read a signed 32-bit VarInt at ``position``; return its value and the position behind it.

    Raises :class:`FrameError` when it is longer than five bytes or cut short.
    """
    value = 0
    for shift in range(0, 35, 7):
        try:
            byte = data[position]
        except IndexError:
            raise FrameError(f"VarInt cut short at byte {position}") from None
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            value &= 0xFFFFFFFF
            return (value - (1 << 32) if value & 0x80000000 else value), position
    raise FrameError(f"VarInt of more than 5 bytes at byte {position - 5}")


def pack_varint(value: int) -> bytes:
    """Encode a signed 32-bit integer as VarInt."""
    value &= 0xFFFFFFFF
    out = bytearray()
    while value > 0x7F:
        out.append((value & 0x7F) | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


class Frame:
    """A frame whose contents are inflated the first time ``packet`` is asked for.

    ``raw`` is the whole frame with its length prefix, as it came (decrypted), to be sent on unchanged.
    ``claimed`` is the inflated size it claims: 0 for a packet that isn't compressed.
    """

    __slots__ = ("_packet", "_start", "claimed", "packet_id", "raw")

    def __init__(
        self, raw: bytes, start: int, claimed: int, packet_id: int, packet: bytes | None = None
    ) -> None:
        self.raw = raw
        self.packet_id = packet_id
        self.claimed = claimed
        self._start = start
        self._packet = packet

    @property
    def packet(self) -> bytes:
        """Packet id and body, inflated. Raises :class:`InflateError` when that doesn't give the claim."""
        if self._packet is None:
            if self.claimed == 0:
                self._packet = self.raw[self._start :]
            else:
                self._packet = inflate(memoryview(self.raw)[self._start :], self.claimed)
        return self._packet

    def packed(self) -> Frame:
        """The same frame without its inflated contents: for whoever keeps it until somebody asks, if ever."""
        return self if self.claimed == 0 else Frame(self.raw, self._start, self.claimed, self.packet_id)

    @property
    def body(self) -> bytes:
        """The packet without its id."""
        start = self._start
        if self.claimed == 0 and self.raw[start] < 0x80:
            return self.raw[start + 1 :]
        packet = self.packet
        return packet[read_varint(packet, 0)[1] :]

    def head(self, count: int) -> bytes:
        """The first ``count`` bytes of the body, fewer where it is shorter, without inflating the rest.

        Raises :class:`InflateError` when the front of the stream is damaged.
        """
        if self.claimed == 0 or self._packet is not None:
            return self.body[:count]
        start = self._start
        try:
            front = zlib.decompressobj().decompress(
                self.raw[start : start + _PEEK_BYTES + count], _VARINT_BYTES + count
            )
        except zlib.error as error:
            raise InflateError(f"compressed packet is damaged: {error}") from None
        _, id_end = read_varint(front, 0)
        return front[id_end : id_end + count]


def inflate(data: bytes | memoryview, claimed: int) -> bytes:
    """Inflate to exactly ``claimed`` bytes; never makes more than one byte beyond the claim.

    Raises :class:`InflateError` when the stream is damaged, cut short, longer than that, or followed by more.
    """
    stream = zlib.decompressobj()
    try:
        out = stream.decompress(data, claimed + 1)
    except zlib.error as error:
        raise InflateError(f"compressed packet is damaged: {error}") from None
    if len(out) != claimed:
        found = "more" if len(out) > claimed else len(out)
        raise InflateError(f"compressed packet claims {claimed} bytes but holds {found}")
    if not stream.eof:
        raise InflateError(f"compressed packet of {claimed} bytes has no end")
    if stream.unused_data:
        raise InflateError(f"{len(stream.unused_data)} bytes follow the compressed packet")
    return out


# The header of a dynamic Huffman block is at most about 290 bytes, so the first byte comes out of these.
_PEEK_BYTES = 512
_VARINT_BYTES = 5


def peek_id(data: bytes, start: int, stop: int) -> int:
    """The packet id at the front of the zlib stream in ``data[start:stop]``, inflating no more than that.

    Raises :class:`InflateError` when the stream is damaged or holds nothing.
    """
    for end in (min(stop, start + _PEEK_BYTES), stop):
        try:
            front = zlib.decompressobj().decompress(data[start:end], _VARINT_BYTES)
        except zlib.error as error:
            raise InflateError(f"compressed packet is damaged: {error}") from None
        if front and front[0] < 0x80:
            return front[0]
        if len(front) == _VARINT_BYTES or end == stop:
            break
    try:
        return read_varint(front, 0)[0]
    except FrameError as error:
        raise InflateError(f"compressed packet has no id: {error}") from None
