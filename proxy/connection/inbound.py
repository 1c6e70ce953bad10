"""A connection that a client opened, to the proxy or to a server of our own, until its login begins."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from quarry.net.server import ServerProtocol

from proxy.connection.clock import Clock
from proxy.connection.framed import FramedConnection, Handler
from proxy.connection.handshake import (
    STATUS_PING,
    STATUS_PONG,
    STATUS_REQUEST,
    Handshake,
    Intent,
    login_disconnect_packet,
)
from proxy.connection.status import Status, encode_status
from proxy.wire.frame import Frame, FrameError, pack_varint
from proxy.wire.framing import FrameSplitter
from proxy.wire.limits import Limits
from proxy.wire.statistics import Statistics
from proxy.wire.text import Component
from proxy.wire.throttle import ByteRate

log = logging.getLogger(__name__)


class InboundConnection(FramedConnection, ServerProtocol):  # type: ignore[misc]
    """Our end of a client's connection: what it may send, and how long it may take to log in."""

    def __init__(
        self, factory: Any, remote_addr: Any, *, clock: Clock, limits: Limits, statistics: Statistics
    ) -> None:
        self.statistics = statistics
        rate = ByteRate(limits.serverbound_bytes_per_second, limits.serverbound_window, clock.seconds)
        splitter = FrameSplitter(
            limits.login_frame_bytes, limits.inflated_serverbound_bytes, statistics.serverbound, rate
        )
        super().__init__(
            factory,
            remote_addr,
            clock=clock,
            limits=limits,
            splitter=splitter,
            handler=HandshakeHandler(self),
        )
        self._deadline = clock.callLater(limits.login_deadline, self._too_slow)

    # --- what the two kinds do in their own way

    def get_status(self, protocol: int, answer: Callable[[Status], None]) -> None:
        """Call ``answer``, now or later, with the status that a client of ``protocol`` is to see."""
        raise NotImplementedError

    def begin_login(self, protocol: int) -> None:
        """The client wants to play: put a handler in place, or turn it away."""
        raise NotImplementedError

    # --- states

    def logged_in(self) -> None:
        """The login is over: its deadline holds no more, and frames may be as large as in play."""
        if self._deadline.active():
            self._deadline.cancel()
        self.splitter.max_frame = self.limits.frame_bytes

    def disconnect(self, text: str | Component) -> None:
        """Close; a client in the login state is told why."""
        if self.protocol_mode == "login" and not self.closed:
            self.send([login_disconnect_packet(text)])
        self.close()

    def dismiss(self, text: str) -> None:
        """Close, with ``text`` as the reason where the state has a packet for it."""
        self.disconnect(text)

    def connection_lost(self, reason: object = None) -> None:
        if self._deadline.active():
            self._deadline.cancel()
        super().connection_lost(reason)

    def _too_slow(self) -> None:
        if not self.closed:
            seconds = self.limits.login_deadline
            log.info("%s: not logged in after %g s", self.address, seconds)
            self.dismiss(f"You can't join: you weren't logged in after {seconds:g} s")


C = TypeVar("C", bound=InboundConnection)


class OpeningHandler(Handler, Generic[C]):
    """What the states before play have in common: each frame is read, and who breaks a rule is cut off."""

    def __init__(self, connection: C) -> None:
        self._connection = connection

    def received(self, item: bytes | Frame) -> None:
        if isinstance(item, bytes):
            raise FrameError("a frame that wasn't looked at")
        self.packet(item)

    def packet(self, frame: Frame) -> None:
        """As :meth:`received`, for the frames that there are in these states."""
        raise NotImplementedError

    def breached(self, what: str) -> None:
        self._connection.close()

    def timed_out(self) -> None:
        self._connection.close()


class HandshakeHandler(OpeningHandler[InboundConnection]):
    """Waits for the handshake, which says the version and what the client wants."""

    name = "handshake"

    def packet(self, frame: Frame) -> None:
        protocol, intent = Handshake.read(frame)
        connection = self._connection
        if intent is Intent.STATUS:
            connection.switch_protocol_mode("status")
            connection.handler = StatusHandler(connection, protocol)
        else:
            connection.switch_protocol_mode("login")
            connection.begin_login(protocol)


class StatusHandler(OpeningHandler[InboundConnection]):
    """Answers a server-list ping: one request, one ping, either of which may be left out."""

    name = "status"

    def __init__(self, connection: InboundConnection, protocol: int) -> None:
        super().__init__(connection)
        self._protocol = protocol
        self._requested = False
        self._pinged = False
        self._awaited = False
        """Whether the status is still to come."""

    def packet(self, frame: Frame) -> None:
        if frame.packet_id == STATUS_REQUEST and not self._requested:
            self._request(frame.body)
        elif frame.packet_id == STATUS_PING and not self._pinged:
            self._ping(frame.body)
        else:
            raise FrameError(f"packet {frame.packet_id:#04x}: one status request and one ping expected")

    def _request(self, body: bytes) -> None:
        if body:
            raise FrameError(f"status request with {len(body)} bytes, none expected")
        self._requested = self._awaited = True
        self._connection.statistics.status_requests += 1
        self._connection.get_status(self._protocol, self._answer)

    def _answer(self, status: Status) -> None:
        self._awaited = False
        self._connection.send([encode_status(status)])
        if self._pinged:
            self._connection.close()

    def _ping(self, body: bytes) -> None:
        if len(body) != 8:
            raise FrameError(f"ping of {len(body)} bytes, 8 expected")
        self._pinged = True
        self._connection.send([pack_varint(STATUS_PONG) + body])
        if not self._awaited:
            self._connection.close()
