"""A peer that says exactly the bytes a test wants said. Its framing is its own, not the proxy's."""

from __future__ import annotations

import json
import socket
import zlib
from typing import Any
from uuid import UUID

PATIENCE = 30.0


def varint(value: int) -> bytes:
    value &= 0xFFFFFFFF
    out = b""
    while True:
        low, value = value & 0x7F, value >> 7
        out += bytes([low | 0x80 if value else low])
        if not value:
            return out


def string(text: str) -> bytes:
    return varint(len(text.encode())) + text.encode()


def handshake(protocol: int, intent: int, host: str = "wherever.example", port: int = 25565) -> bytes:
    return b"\0" + varint(protocol) + string(host) + port.to_bytes(2, "big") + varint(intent)


def login_start(protocol: int, name: str) -> bytes:
    """The packet without key, and without UUID where that may be left out (to 1.20.1)."""
    if protocol >= 764:
        return b"\0" + string(name) + bytes(16)
    if protocol >= 761:
        return b"\0" + string(name) + b"\0"
    return b"\0" + string(name) + (b"\0\0" if protocol == 760 else b"")


def login_success(protocol: int, uuid: bytes, name: str) -> bytes:
    """The packet for a player without properties (1.19+), with strict error handling (1.20.5 to 1.21.1) off."""
    if protocol < 735:
        return b"\x02" + string(str(UUID(bytes=uuid))) + string(name)
    properties = b"\0" if protocol >= 759 else b""
    strict = b"\0" if protocol in (766, 767) else b""
    return b"\x02" + uuid + string(name) + properties + strict


def frame(packet: bytes, threshold: int = -1) -> bytes:
    if threshold >= 0:
        big = len(packet) >= threshold
        packet = varint(len(packet)) + zlib.compress(packet) if big else b"\0" + packet
    return varint(len(packet)) + packet


class ClosedError(Exception):
    """The other side closed the connection."""


class RawConnection:
    """A blocking socket with frames. Every wait ends after ``PATIENCE`` with a TimeoutError."""

    def __init__(self, sock: socket.socket) -> None:
        sock.settimeout(PATIENCE)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = sock
        self.threshold = -1
        self.other_end: RawConnection | None = None
        """The far side of the proxy, kept so that it stays open as long as this one."""
        self._buffer = b""

    @classmethod
    def connect(cls, port: int) -> RawConnection:
        return cls(socket.create_connection(("127.0.0.1", port), PATIENCE))

    def __enter__(self) -> RawConnection:
        return self

    def __exit__(self, *_: object) -> None:
        self.sock.close()

    def send_bytes(self, data: bytes) -> None:
        self.sock.sendall(data)

    def send(self, *packets: bytes) -> None:
        self.send_bytes(b"".join(frame(packet, self.threshold) for packet in packets))

    def _take(self, count: int) -> bytes:
        while len(self._buffer) < count:
            try:
                data = self.sock.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                raise ClosedError(f"{len(self._buffer)} bytes of {count} came")
            self._buffer += data
        out, self._buffer = self._buffer[:count], self._buffer[count:]
        return out

    def _take_varint(self) -> int:
        value = shift = 0
        while True:
            byte = self._take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def receive(self) -> bytes:
        """The next packet, id and body. Raises ClosedError."""
        data = self._take(self._take_varint())
        if self.threshold < 0:
            return data
        claimed, size = read_varint(data)
        return zlib.decompress(data[size:]) if claimed else data[size:]

    def receive_id(self, packet_id: int) -> bytes:
        """The body of the next packet with that id; others are skipped."""
        while True:
            packet = self.receive()
            if packet[0] == packet_id:
                return packet[1:]

    def rest(self) -> bytes:
        """All bytes until the other side closes."""
        out = [self._buffer]
        self._buffer = b""
        while True:
            try:
                data = self.sock.recv(65536)
            except ConnectionResetError:
                return b"".join(out)
            if not data:
                return b"".join(out)
            out.append(data)

    def wait_closed(self) -> None:
        """Return when the other side has closed; what came until then is dropped."""
        self.rest()


def read_varint(data: bytes, at: int = 0) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def read_json(body: bytes) -> Any:
    """A packet body that is one JSON string."""
    size, at = read_varint(body)
    assert len(body) == at + size
    return json.loads(body[at:])


def words(component: Any) -> str:
    """The words of a text component, for assertions about messages."""
    if isinstance(component, str):
        return component
    if isinstance(component, list):
        return "".join(map(words, component))
    return component.get("text", component.get("translate", "")) + "".join(
        map(words, component.get("extra", []))
    )
