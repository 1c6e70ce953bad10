"""The two ends of a measured connection, server and client, and the process between them."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from benchmarks.forwarding.packets import MARKER, PROTOCOL, THRESHOLD
from proxy.wire.buffer import pack_string
from proxy.wire.frame import pack_varint, read_varint
from proxy.wire.framing import frame_packet

_TICKS = os.sysconf("SC_CLK_TCK")
_PATIENCE = 120.0


@dataclass
class Between:
    """A running proxy."""

    process: subprocess.Popen[str]
    port: int

    def cpu_seconds(self) -> float:
        """User and system time that the process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS


@contextlib.contextmanager
def running(kind: str, server_port: int) -> Iterator[Between]:
    """Start a contender by its name and end it afterwards."""
    here = Path(__file__).parent
    command = [sys.executable, "-m", "benchmarks.forwarding.contender", kind, str(server_port)]
    env = dict(os.environ)
    if kind == "nmp_relay":
        command = ["node", str(here / "nmp_relay.js"), str(server_port)]
        env["NODE_PATH"] = str(Path("tests/peers/node_modules").resolve())
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    assert process.stdout is not None
    try:
        yield Between(process, int(process.stdout.readline()))
    finally:
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=30)
        if "tracking" in kind:
            print(rest.strip(), file=sys.stderr)


class FrameSocket:
    """Reads frames one by one; for the login only."""

    def __init__(self, sock: socket.socket) -> None:
        sock.settimeout(_PATIENCE)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = sock

    def _exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            more = self.sock.recv(count - len(data))
            if not more:
                raise ConnectionError("closed during the login")
            data += more
        return data

    def frame(self) -> bytes:
        prefix = b""
        while not prefix or prefix[-1] > 0x7F:
            prefix += self._exactly(1)
        return self._exactly(read_varint(prefix, 0)[0])


def serve_login(listening: socket.socket) -> socket.socket:
    """Accept one player and let it in, with compression."""
    sock, _ = listening.accept()
    frames = FrameSocket(sock)
    frames.frame()
    frames.frame()
    success = b"\x02" + UUID(int=1).bytes + pack_string("Bench")
    sock.sendall(frame_packet(b"\x03" + pack_varint(THRESHOLD), -1) + frame_packet(success, THRESHOLD))
    return sock


def log_in(port: int) -> socket.socket:
    """Join as a client; return when the login is over."""
    sock = socket.create_connection(("127.0.0.1", port), _PATIENCE)
    handshake = b"\0" + pack_varint(PROTOCOL) + pack_string("127.0.0.1") + port.to_bytes(2, "big") + b"\x02"
    sock.sendall(frame_packet(handshake, -1) + frame_packet(b"\0" + pack_string("Bench"), -1))
    frames = FrameSocket(sock)
    if frames.frame()[0] != 3:
        raise ConnectionError("no compression")
    success = frames.frame()
    if success[:2] != b"\x00\x02":
        raise ConnectionError(f"no login success but {success[:40]!r}")
    return sock


def join(listening: socket.socket, port: int) -> tuple[socket.socket, socket.socket]:
    """A player in play: the client's socket and the server's."""
    server: list[socket.socket] = []
    serving = threading.Thread(target=lambda: server.append(serve_login(listening)))
    serving.start()
    client = log_in(port)
    serving.join(_PATIENCE)
    return client, server[0]


def pump(server: socket.socket, client: socket.socket, pieces: list[bytes]) -> tuple[float, int]:
    """Send all pieces and the marker; return seconds until the client has the marker, and the bytes it got."""
    marker = frame_packet(MARKER, THRESHOLD)

    def send() -> None:
        for piece in pieces:
            server.sendall(piece)
        server.sendall(marker)

    sending = threading.Thread(target=send, daemon=True)
    buffer = bytearray(1 << 20)
    view = memoryview(buffer)
    tail = b""
    received = 0
    begin = time.perf_counter()
    sending.start()
    while not tail.endswith(marker):
        count = client.recv_into(view)
        if not count:
            raise ConnectionError("the proxy closed the connection")
        received += count
        tail = (tail + bytes(view[max(0, count - len(marker)) : count]))[-len(marker) :]
    seconds = time.perf_counter() - begin
    sending.join()
    return seconds, received
