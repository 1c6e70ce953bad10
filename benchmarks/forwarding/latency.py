"""Added latency: many clients that send a small packet now and then, answered at once by the server."""

from __future__ import annotations

import selectors
import socket
import time
from collections import deque

from benchmarks.forwarding.ends import join, running
from benchmarks.forwarding.packets import THRESHOLD
from proxy.wire.framing import frame_packet

CLIENTS = 50
PINGS = 60
INTERVAL = 0.05
"""Seconds between two packets of one client, spread evenly over all clients."""

_UP = frame_packet(b"\x10" + bytes(8), THRESHOLD)


def measure(kind: str) -> list[float]:
    """Round trips in milliseconds, all clients together."""
    with (
        socket.create_server(("127.0.0.1", 0), backlog=CLIENTS) as listening,
        running(kind, listening.getsockname()[1]) as between,
    ):
        pairs = [join(listening, between.port) for _ in range(CLIENTS)]
        try:
            return _ping_pong(pairs)
        finally:
            for pair in pairs:
                for sock in pair:
                    sock.close()


def _ping_pong(pairs: list[tuple[socket.socket, socket.socket]]) -> list[float]:
    trips: list[float] = []
    # A client may have several under way, and they may come back in one piece.
    sent_at: dict[socket.socket, deque[float]] = {client: deque() for client, _ in pairs}
    received = dict.fromkeys(sent_at, 0)
    under_way = 0
    with selectors.DefaultSelector() as selector:
        for client, server in pairs:
            selector.register(client, selectors.EVENT_READ, None)
            selector.register(server, selectors.EVENT_READ, server)
        begin = time.perf_counter()
        due = [
            (begin + INTERVAL * (turn + number / CLIENTS), pair[0])
            for turn in range(PINGS)
            for number, pair in enumerate(pairs)
        ]
        due.reverse()
        while due or under_way:
            now = time.perf_counter()
            while due and due[-1][0] <= now:
                client = due.pop()[1]
                sent_at[client].append(time.perf_counter())
                under_way += 1
                client.sendall(_UP)
            for key, _ in selector.select(max(0.0, due[-1][0] - now) if due else 1.0):
                sock = key.fileobj
                assert isinstance(sock, socket.socket)
                data = sock.recv(4096)
                if not data:
                    raise ConnectionError("the proxy closed a connection")
                if key.data is not None:
                    sock.sendall(data)
                else:
                    now = time.perf_counter()
                    whole, received[sock] = divmod(received[sock] + len(data), len(_UP))
                    under_way -= whole
                    trips += [(now - sent_at[sock].popleft()) * 1000 for _ in range(whole)]
    return trips
