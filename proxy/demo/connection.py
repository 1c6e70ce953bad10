"""A client of the demo server, from its first byte until it plays."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any
from uuid import UUID

from quarry.net.server import ServerProtocol
from quarry.types import uuid as quarry_uuid
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer  # type: ignore[import-untyped]

from proxy.connection import FramedConnection, Handler
from proxy.demo.session import PlayHandler
from proxy.demo.version_view import COMPRESSION_THRESHOLD
from proxy.frame import Frame, FrameError, pack_varint
from proxy.framing import FrameSplitter
from proxy.handshake import (
    STATUS_PING,
    STATUS_PONG,
    STATUS_REQUEST,
    Handshake,
    Intent,
    login_disconnect_packet,
    read_login_start,
)
from proxy.status import encode_status
from proxy.throttle import ByteRate
from proxy.versions import family_for, supported_releases
from proxy.versions.base import ProtocolFamily
from proxy.versions.server_side import server_side

if TYPE_CHECKING:
    from proxy.demo.server import DemoServer

log = logging.getLogger(__name__)


@implementer(IPushProducer)
class Congestion:
    """Knows whether more than Twisted's buffer size (64 KiB) waits to be sent."""

    def __init__(self) -> None:
        self.congested = False

    def pauseProducing(self) -> None:
        self.congested = True

    def resumeProducing(self) -> None:
        self.congested = False

    def stopProducing(self) -> None:
        """The connection is gone; its handler is told by itself."""


class DemoConnection(FramedConnection, ServerProtocol):  # type: ignore[misc]
    """Our end of a client's connection."""

    def __init__(self, server: DemoServer, factory: Any, remote_addr: Any) -> None:
        limits, clock = server.limits, server.reactor
        self.server = server
        self.statistics = server.statistics
        self.congestion = Congestion()
        rate = ByteRate(limits.serverbound_bytes_per_second, limits.serverbound_window, clock.seconds)
        splitter = FrameSplitter(
            limits.login_frame_bytes, limits.inflated_serverbound_bytes, self.statistics.serverbound, rate
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

    def connection_made(self) -> None:
        super().connection_made()
        self.transport.registerProducer(self.congestion, True)

    def connection_lost(self, reason: object = None) -> None:
        if self._deadline.active():
            self._deadline.cancel()
        super().connection_lost(reason)

    def enter_play(self) -> None:
        """Logged in: the bounds of play hold from here on."""
        self._deadline.cancel()
        self.splitter.max_frame = self.limits.frame_bytes
        self.switch_protocol_mode("play")

    def refuse(self, text: str) -> None:
        """Turn away a client that logs in."""
        self.send([login_disconnect_packet(text)])
        self.close()

    def _too_slow(self) -> None:
        log.info("%s: not logged in after %g s", self.address, self.limits.login_deadline)
        self.close()


class OpeningHandler(Handler):
    """What all states before play have in common: who breaks a rule is cut off."""

    def __init__(self, connection: DemoConnection) -> None:
        self._connection = connection

    def received(self, item: bytes | Frame) -> None:
        if isinstance(item, bytes):
            raise FrameError("a frame that wasn't looked at")
        self._packet(item)

    def _packet(self, frame: Frame) -> None:
        raise NotImplementedError

    def breached(self, what: str) -> None:
        self._connection.close()

    def timed_out(self) -> None:
        self._connection.close()


class HandshakeHandler(OpeningHandler):
    """Waits for the client to say its version and what it wants."""

    name = "handshake"

    def _packet(self, frame: Frame) -> None:
        protocol, intent = Handshake.read(frame)
        connection = self._connection
        if intent is Intent.STATUS:
            connection.switch_protocol_mode("status")
            connection.handler = StatusHandler(connection, protocol)
        else:
            connection.switch_protocol_mode("login")
            family = family_for(protocol)
            if family is None:
                connection.refuse(f"The demo speaks Minecraft {supported_releases()}.")
            else:
                connection.handler = LoginHandler(connection, family)


class StatusHandler(OpeningHandler):
    """Answers a server-list ping."""

    name = "status"

    def __init__(self, connection: DemoConnection, protocol: int) -> None:
        super().__init__(connection)
        self._protocol = protocol

    def _packet(self, frame: Frame) -> None:
        connection = self._connection
        if frame.packet_id == STATUS_REQUEST:
            connection.send([encode_status(connection.server.status(self._protocol))])
        elif frame.packet_id == STATUS_PING:
            connection.send([pack_varint(STATUS_PONG) + frame.body])
            connection.close()
        else:
            raise FrameError("neither a status request nor a ping")


class LoginHandler(OpeningHandler):
    """Waits for the player's name. Nobody proves who they are: the demo is an offline server."""

    name = "login"

    def __init__(self, connection: DemoConnection, family: ProtocolFamily) -> None:
        super().__init__(connection)
        self._family = family

    def _packet(self, frame: Frame) -> None:
        connection, server = self._connection, self._connection.server
        name = read_login_start(frame, connection.limits.name_characters)
        if server.is_full:
            connection.refuse("The demo is full.")
            return
        uuid = UUID(bytes=quarry_uuid.UUID.from_offline_player(name).bytes)
        encode = server_side(self._family)
        connection.send([encode.set_compression(COMPRESSION_THRESHOLD)])
        connection.set_compression(COMPRESSION_THRESHOLD)
        connection.send([encode.login_success(uuid, name)])
        connection.enter_play()
        connection.handler = PlayHandler(connection, server, self._family, uuid, name)
        connection.handler.join()
