"""A slow reader holds up its sender; the proxy doesn't buffer for it."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from harness.waiting import eventually
from wire_harness.raw import RawConnection, frame
from wire_harness.reactor_thread import in_reactor
from wire_harness.running import Stage

from proxy.connection.bridge import Bridge

CHUNK = b"\x20" + bytes(range(256)) * 400
COUNT = 2000
"""Of 102 kB: 200 MB."""


class Sender(threading.Thread):
    """Sends many frames and counts those that the kernel has taken."""

    def __init__(self, to: RawConnection, packet: bytes) -> None:
        super().__init__(daemon=True)
        self._to = to
        self._frame = frame(packet)
        self.sent = 0
        self.start()

    def run(self) -> None:
        with contextlib.suppress(ConnectionError):  # the test may end before it has sent all
            for _ in range(COUNT):
                self._to.send_bytes(self._frame)
                self.sent += 1


def settled(sender: Sender) -> int:
    """How much is sent once it no longer moves for a second."""
    last, since = -1, time.monotonic()
    while time.monotonic() - since < 1.0:
        if sender.sent != last:
            last, since = sender.sent, time.monotonic()
        time.sleep(0.05)
    return last


def buffered(transport: Any) -> int:
    """Bytes that wait in Twisted to be sent."""
    return len(transport.dataBuffer) - transport.offset + transport._tempDataLen


@pytest.mark.parametrize("direction", ["clientbound", "serverbound"])
def test_two_hundred_megabytes_to_a_peer_that_does_not_read_wait_at_their_sender(
    start_stage: Callable[..., Stage], direction: str
) -> None:
    bridges: list[Bridge] = []
    stage = start_stage(observers=lambda bridge: bridges.append(bridge) or [])
    client, server = stage.join()
    [bridge] = bridges
    assert bridge.backend is not None
    source, target = (server, client) if direction == "clientbound" else (client, server)
    if direction == "serverbound":
        # The rate that a client may send at would end this early; it isn't what is tested here.
        in_reactor(lambda: setattr(bridge.client.splitter, "_rate", None))
    leg = bridge.client if direction == "clientbound" else bridge.backend
    sender = Sender(source, CHUNK)
    stuck_at = settled(sender)
    assert stuck_at < COUNT // 4, "kernel buffers don't hold that much: the proxy took it"
    assert in_reactor(buffered, leg.transport) < 1_000_000
    assert bridge.client_congested == (direction == "clientbound")
    for _ in range(COUNT):
        assert target.receive() == CHUNK
    sender.join(30)
    assert sender.sent == COUNT
    eventually(lambda: not bridge.client_congested, "the congestion to end")
    # And the other direction was never held up.
    target.send(b"\x10back")
    assert source.receive() == b"\x10back"


def test_one_player_that_does_not_read_holds_up_no_other(stage: Stage) -> None:
    slow, slows = stage.join("Slow")
    slow.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sender = Sender(slows, CHUNK)
    settled(sender)
    quick, quicks = stage.join("Quick")
    for _ in range(100):
        quicks.send(CHUNK)
        assert quick.receive() == CHUNK
    slow.sock.close()
