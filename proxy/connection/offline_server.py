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

from proxy.connection.clock import DelayedCall, Reactor
from proxy.connection.framed import Handler
from proxy.connection.handshake import read_login_start
from proxy.connection.inbound import InboundConnection, OpeningHandler
from proxy.connection.status import Status
from proxy.versions.base import ProtocolFamily, State
from proxy.versions.server_side import server_side
from proxy.wire.frame import Frame, FrameError
from proxy.wire.limits import Limits
from proxy.wire.statistics import Statistics
from proxy.wire.text import Component

log = logging.getLogger(__name__)

COMPRESSION_THRESHOLD = 256
"""Bytes from which on packets are compressed."""
CONFIGURATION_KEEP_ALIVE_SECONDS = 10.0
"""Between two asks for a sign of life while a client is configured."""


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
        """Make the session of a player who logs in. It sends nothing before it is asked to.

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
        self.transport.registerProducer(session, True)
        self.send([server_side(family).set_compression(COMPRESSION_THRESHOLD)])
        self.set_compression(COMPRESSION_THRESHOLD)
        self.send([session.login_success()])
        self.logged_in()
        if family.has_configuration:
            self.switch_protocol_mode("configuration")
            self.handler = AcknowledgementHandler(self, session)
        else:
            self.enter_play(session)

    def configure(self, session: PlayerSession) -> None:
        """The client has entered the configuration state, from login or from play."""
        self.handler = ConfigurationHandler(self, session)
        session.configure()

    def enter_play(self, session: PlayerSession) -> None:
        """The client has entered play."""
        self.handler = session
        if self.protocol_mode != "play":
            self.switch_protocol_mode("play")
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


class SessionHandler(OpeningHandler[OfflineConnection]):
    """A state between the login and play, in which a player has its session already."""

    def __init__(self, connection: OfflineConnection, session: PlayerSession) -> None:
        super().__init__(connection)
        self._session = session

    def breached(self, what: str) -> None:
        self._session.breached(what)

    def timed_out(self) -> None:
        self._session.timed_out()

    def lost(self) -> None:
        self._session.lost()


class AcknowledgementHandler(SessionHandler):
    """Waits for the client to acknowledge that it is logged in."""

    name = "login"

    def packet(self, frame: Frame) -> None:
        session = self._session
        name = session.family.packet_name("login", "serverbound", frame.packet_id)
        if name != "login_acknowledged" or frame.body:
            raise FrameError(
                f"{name or f'packet {frame.packet_id:#04x}'} where the login should be acknowledged"
            )
        self._connection.configure(session)


class ConfigurationHandler(SessionHandler):
    """Keeps a client that is being configured alive, until it says that it is done."""

    name = "configuration"

    def __init__(self, connection: OfflineConnection, session: PlayerSession) -> None:
        super().__init__(connection, session)
        self._keep_alive: DelayedCall = self._ask_later()

    def _ask_later(self) -> DelayedCall:
        return self._connection.clock.callLater(CONFIGURATION_KEEP_ALIVE_SECONDS, self._ask)

    def _ask(self) -> None:
        # Whether anything comes is seen by the read timeout.
        if not self._connection.closed and not self._session.configured:
            self._session.send(self._session.encode.configuration_keep_alive(0))
            self._keep_alive = self._ask_later()

    def packet(self, frame: Frame) -> None:
        session = self._session
        name = session.family.packet_name("configuration", "serverbound", frame.packet_id)
        if name is None:
            raise FrameError(f"packet {frame.packet_id:#04x}, which the configuration state doesn't have")
        if name != "finish_configuration":
            session.configuration_received(name, frame.body)
        elif session.configured:
            self._stop()
            self._connection.enter_play(session)
        else:
            raise FrameError("finish_configuration, which nobody asked for")

    def lost(self) -> None:
        self._stop()
        super().lost()

    def _stop(self) -> None:
        if self._keep_alive.active():
            self._keep_alive.cancel()


@implementer(IPushProducer)
class PlayerSession(Handler):
    """A player who is in. Each server has its own kind, which sends whatever its players are to see."""

    name = "play"
    brand = "Hearthkin"
    """What the client's debug screen calls the server."""

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
        self.configured = False
        """Whether all of the configuration is sent, so that play follows (1.20.2+)."""

    def login_success(self) -> bytes:
        """The packet that ends the login: it tells the client who it is."""
        return self.encode.login_success(self.uuid, self.player_name)

    def configure(self) -> None:
        """The client is in the configuration state now: tell it what the game consists of (1.20.2+)."""
        self.send(self.encode.configuration_opening(self.brand))
        if not self.encode.asks_for_packs:
            self._send_registries(core_known=False)

    def configuration_received(self, name: str, body: bytes) -> None:
        """A packet of the client in the configuration state, by quarry's name without prefix.

        Raises :class:`FrameError` or :class:`proxy.wire.buffer.DecodeError` for what isn't allowed.
        """
        if name == "select_known_packs":
            core_known = self.encode.knows_core_pack(body)
            if self.configured or not self.encode.asks_for_packs:
                raise FrameError("select_known_packs, which nobody asked for")
            self._send_registries(core_known=core_known)

    def _send_registries(self, *, core_known: bool) -> None:
        self.send(self.encode.registries(core_known=core_known))
        self.finish_configuration(self.encode.finish_configuration())

    def finish_configuration(self, packets: list[bytes]) -> None:
        """Send the packet that ends the configuration; what follows is of play."""
        self.send(packets)
        self.configured = True
        self.connection.switch_protocol_mode("play")

    def join(self) -> None:
        """The client is in play now: send it what it is to see first."""
        raise NotImplementedError

    def send(self, packets: list[bytes]) -> None:
        if packets:
            self.connection.send(packets)

    def disconnect(self, text: str) -> None:
        """Log the player out with a reason."""
        state: State = "configuration" if self.connection.protocol_mode == "configuration" else "play"
        self.connection.send([self.family.disconnect({"text": text}, state)])
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
