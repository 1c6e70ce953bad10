"""Servers of our own: they log clients in without asking who they are, and then each does its own thing."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Protocol
from uuid import UUID

from quarry.net.server import ServerFactory
from quarry.types import uuid as quarry_uuid
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer  # type: ignore[import-untyped]

from proxy.connection.clock import Reactor
from proxy.connection.framed import Handler
from proxy.connection.handshake import read_login_start
from proxy.connection.inbound import InboundConnection, OpeningHandler
from proxy.connection.status import Status
from proxy.versions.base import ProtocolFamily
from proxy.versions.server_side import server_side
from proxy.wire.frame import Frame
from proxy.wire.limits import Limits
from proxy.wire.statistics import Statistics
from proxy.wire.text import Component

log = logging.getLogger(__name__)

COMPRESSION_THRESHOLD = 256
"""Bytes from which on packets are compressed."""


class LoginRefusedError(Exception):
    """A client can't join; the text tells its player why."""


class OfflineServer(Protocol):
    """What a connection asks its server."""

    reactor: Reactor
    limits: Limits
    statistics: Statistics

    def status(self, protocol: int) -> Status:
        """The answer to a server-list ping of a client of ``protocol``."""

    def family(self, protocol: int) -> ProtocolFamily:
        """The family for a client of ``protocol``. Raises :class:`LoginRefusedError` when there is none."""

    def begin_play(
        self, connection: OfflineConnection, family: ProtocolFamily, name: str, uuid: UUID
    ) -> PlayerSession:
        """Make the handler for a player who logs in. It sends nothing before its ``join`` is called.

        Raises :class:`LoginRefusedError` when the player can't come in.
        """


class OfflineConnection(InboundConnection):
    """Our end of the connection of one client."""

    def __init__(self, server: OfflineServer, factory: Any, remote_addr: Any) -> None:
        self.server = server
        super().__init__(
            factory,
            remote_addr,
            clock=server.reactor,
            limits=server.limits,
            statistics=server.statistics,
        )

    def get_status(self, protocol: int, answer: Callable[[Status], None]) -> None:
        answer(self.server.status(protocol))

    def begin_login(self, protocol: int) -> None:
        try:
            self.handler = LoginHandler(self, self.server.family(protocol))
        except LoginRefusedError as error:
            self.disconnect(str(error))

    def log_in(self, family: ProtocolFamily, name: str) -> None:
        """Let a player in, as whoever it says that it is."""
        uuid = UUID(bytes=quarry_uuid.UUID.from_offline_player(name).bytes)
        try:
            session = self.server.begin_play(self, family, name, uuid)
        except LoginRefusedError as error:
            self.disconnect(str(error))
            return
        self.handler = session
        self.transport.registerProducer(session, True)
        self.send([server_side(family).set_compression(COMPRESSION_THRESHOLD)])
        self.set_compression(COMPRESSION_THRESHOLD)
        self.send([session.login_success()])
        self.entered_play()
        session.join()


class OfflineFactory(ServerFactory):  # type: ignore[misc]
    """Makes a connection for each client of a server."""

    noisy = False

    def __init__(self, server: OfflineServer) -> None:
        # Not quarry's: it makes a key pair, which a server that encrypts nothing has no use for.
        self.server = server

    def buildProtocol(self, addr: Any) -> OfflineConnection:
        return OfflineConnection(self.server, self, addr)


class LoginHandler(OpeningHandler[OfflineConnection]):
    """Waits for the player's name."""

    name = "login"

    def __init__(self, connection: OfflineConnection, family: ProtocolFamily) -> None:
        super().__init__(connection)
        self._family = family

    def packet(self, frame: Frame) -> None:
        connection = self._connection
        connection.log_in(self._family, read_login_start(frame, connection.limits.name_characters))


@implementer(IPushProducer)
class PlayerSession(Handler):
    """A player who is in. Each server has its own kind, which sends whatever its players are to see."""

    name = "play"

    def __init__(
        self, connection: OfflineConnection, family: ProtocolFamily, player_name: str, uuid: UUID
    ) -> None:
        self.connection = connection
        self.family = family
        self.encode = server_side(family)
        self.player_name = player_name
        self.uuid = uuid
        self.congested = False
        """Whether more than Twisted's buffer size (64 KiB) waits to be sent. What can wait should."""

    def login_success(self) -> bytes:
        """The packet that ends the login: it tells the client who it is."""
        return self.encode.login_success(self.uuid, self.player_name)

    def join(self) -> None:
        """The client is in play now: send it what it is to see first."""
        raise NotImplementedError

    def send(self, packets: list[bytes]) -> None:
        if packets:
            self.connection.send(packets)

    def disconnect(self, text: str) -> None:
        """Log the player out with a reason."""
        self.connection.send([self.family.disconnect({"text": text})])
        self.connection.close()

    def breached(self, what: str) -> None:
        self.disconnect(f"Your game sent something wrong: {what}")

    def timed_out(self) -> None:
        self.disconnect("Timed out")

    def pauseProducing(self) -> None:
        self.congested = True

    def resumeProducing(self) -> None:
        self.congested = False

    def stopProducing(self) -> None:
        """The connection is gone; :meth:`lost` is called by itself."""


def own_status(family: ProtocolFamily, description: Component, online: int, maximum: int) -> Status:
    """The status of a server that shows itself as one of ``family``."""
    return {
        "description": description,
        "players": {"max": maximum, "online": online},
        "version": {"name": family.minecraft, "protocol": family.protocol},
    }
