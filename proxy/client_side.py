"""The connection from the player's client, from its first byte to play."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from quarry.net.server import ServerProtocol

from proxy.bridge import Bridge
from proxy.buffer import Reader
from proxy.connection import FramedConnection, Handler
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
from proxy.legacy_ping import Opening, encode_kick, recognize
from proxy.legacy_ping import encode_status as encode_legacy_status
from proxy.status import ANY_PROTOCOL, Status, encode_status, legacy_status, status_for
from proxy.text import Component
from proxy.throttle import ByteRate
from proxy.versions import family_for, supported_releases

if TYPE_CHECKING:
    from proxy.clock import DelayedCall
    from proxy.listener import ProxyFactory
    from proxy.versions.base import ProtocolFamily

log = logging.getLogger(__name__)

_LEGACY_MOMENT = 0.3
"""Seconds in which the rest of a legacy ping must have come."""


class ClientSide(FramedConnection, ServerProtocol):  # type: ignore[misc]
    """Our end of the connection from a client."""

    factory: ProxyFactory

    def __init__(self, factory: ProxyFactory, remote_addr: Any) -> None:
        limits = factory.limits
        clock = factory.reactor
        rate = ByteRate(limits.serverbound_bytes_per_second, limits.serverbound_window, clock.seconds)
        splitter = FrameSplitter(
            limits.login_frame_bytes, limits.inflated_serverbound_bytes, factory.stats.serverbound, rate
        )
        self.statistics = factory.stats
        super().__init__(
            factory,
            remote_addr,
            clock=clock,
            limits=limits,
            splitter=splitter,
            handler=HandshakeHandler(self),
        )
        self.bridge: Bridge | None = None
        self._opening: bytes | None = b""
        self._moment: DelayedCall | None = None
        self._deadline = clock.callLater(limits.login_deadline, self._too_slow)

    def connection_made(self) -> None:
        super().connection_made()
        self.factory.client_came(self)

    def connection_lost(self, reason: object = None) -> None:
        self._cancel_timers()
        super().connection_lost(reason)
        self.factory.client_gone(self)

    def data_received(self, data: bytes) -> None:
        if self._opening is None:
            super().data_received(data)
        elif not self.closed:
            self._opening += data
            self._recognize(waited=False)

    def entered_play(self) -> None:
        """Logged in: the bounds of play hold from here on."""
        self._deadline.cancel()
        self.splitter.max_frame = self.limits.frame_bytes
        self.switch_protocol_mode("play")

    def disconnect(self, text: str | Component) -> None:
        """Log out a client in the login state with a reason, and close."""
        if self.protocol_mode == "login" and not self.closed:
            self.send([login_disconnect_packet(text)])
        self.close()

    def dismiss(self, text: str) -> None:
        """Close, with ``text`` as the reason where the state has a packet for it."""
        if self.bridge is not None:
            self.bridge.close(text)
        else:
            self.disconnect(text)

    def _too_slow(self) -> None:
        if not self.closed:
            seconds = self.limits.login_deadline
            log.info("%s: not logged in after %g s", self.address, seconds)
            self.dismiss(f"You can't join: you weren't logged in after {seconds:g} s")

    def _cancel_timers(self) -> None:
        for call in (self._deadline, self._moment):
            if call is not None and call.active():
                call.cancel()

    # --- clients before 1.7

    def _recognize(self, *, waited: bool) -> None:
        data = self._opening
        if data is None or self.closed:
            return
        opening = recognize(data, waited=waited)
        if opening is Opening.UNDECIDED:
            if self._moment is None:
                self._moment = self.clock.callLater(_LEGACY_MOMENT, lambda: self._recognize(waited=True))
            return
        if self._moment is not None and self._moment.active():
            self._moment.cancel()
        self._opening = None
        if opening is Opening.MODERN:
            super().data_received(data)
            return
        if opening is Opening.LOGIN:
            self.write(encode_kick(f"This server speaks Minecraft {supported_releases()}"))
            self.close()
            return
        self.statistics.status_requests += 1
        self.handler = LegacyHandler(self)
        answer = self.factory.status.get(ANY_PROTOCOL)
        answer.addCallback(self._answer_legacy, opening)

    def _answer_legacy(self, status: Status | None, opening: Opening) -> None:
        self.write(encode_legacy_status(legacy_status(status), opening))
        self.close()


class LegacyHandler(Handler):
    """A client before 1.7 that waits for its answer. What else it sends is of no interest."""

    name = "legacy ping"

    def __init__(self, client: ClientSide) -> None:
        self._client = client

    def received(self, item: bytes | Frame) -> None: ...

    def breached(self, what: str) -> None:
        self._client.close()

    def timed_out(self) -> None:
        self._client.close()


class HandshakeHandler(Handler):
    """Waits for the handshake, which says the version and what the client wants."""

    name = "handshake"

    def __init__(self, client: ClientSide) -> None:
        self._client = client

    def received(self, item: bytes | Frame) -> None:
        if isinstance(item, bytes):
            raise FrameError("a frame that wasn't looked at")
        protocol, intent = Handshake.read(item)
        client = self._client
        if intent is Intent.STATUS:
            client.switch_protocol_mode("status")
            client.handler = StatusHandler(client, protocol)
        else:
            client.switch_protocol_mode("login")
            family = family_for(protocol)
            if family is None:
                log.info("%s: protocol %d isn't supported", client.address, protocol)
                client.disconnect(
                    f"This server speaks Minecraft {supported_releases()}. Please join with it."
                )
            else:
                client.handler = LoginStartHandler(client, family)

    def breached(self, what: str) -> None:
        self._client.close()

    def timed_out(self) -> None:
        self._client.close()


class StatusHandler(Handler):
    """Answers a server-list ping: one request, one ping, either of which may be left out."""

    name = "status"

    def __init__(self, client: ClientSide, protocol: int) -> None:
        self._client = client
        self._protocol = protocol
        self._requested = False
        self._pinged = False
        self._awaited = False
        """Whether the server's answer is still to come."""

    def received(self, item: bytes | Frame) -> None:
        if isinstance(item, bytes):
            raise FrameError("a frame that wasn't looked at")
        if item.packet_id == STATUS_REQUEST and not self._requested:
            self._request(item.body)
        elif item.packet_id == STATUS_PING and not self._pinged:
            self._ping(item.body)
        else:
            raise FrameError(f"packet {item.packet_id:#04x}: one status request and one ping expected")

    def _request(self, body: bytes) -> None:
        if body:
            raise FrameError(f"status request with {len(body)} bytes, none expected")
        self._requested = self._awaited = True
        client = self._client
        client.statistics.status_requests += 1
        protocol = self._protocol if family_for(self._protocol) is not None else ANY_PROTOCOL
        client.factory.status.get(protocol).addCallback(self._answer)

    def _answer(self, status: Status | None) -> None:
        self._awaited = False
        self._client.send([encode_status(status_for(status, self._protocol))])
        if self._pinged:
            self._client.close()

    def _ping(self, body: bytes) -> None:
        if len(body) != 8:
            raise FrameError(f"ping of {len(body)} bytes, 8 expected")
        self._pinged = True
        self._client.send([pack_varint(STATUS_PONG) + body])
        if not self._awaited:
            self._client.close()

    def breached(self, what: str) -> None:
        self._client.close()

    def timed_out(self) -> None:
        self._client.close()


class LoginStartHandler(Handler):
    """Waits for the player's name and has the server dialled."""

    name = "login"

    def __init__(self, client: ClientSide, family: ProtocolFamily) -> None:
        self._client = client
        self._family = family

    def received(self, item: bytes | Frame) -> None:
        client = self._client
        if isinstance(item, bytes):
            raise FrameError("a frame that wasn't looked at")
        name = read_login_start(item, client.limits.name_characters)
        if not client.factory.admit_login(client.remote_addr.host):
            log.info("%s: %s logs in again too soon", client.address, name)
            client.disconnect("You are logging in too fast. Please wait a few seconds and try again.")
            return
        bridge = client.bridge = Bridge(client, self._family, name, item.packet)
        client.handler = LoginHandler(client, bridge)
        bridge.dial()

    def breached(self, what: str) -> None:
        self._client.disconnect(f"You can't join: {what}")

    def timed_out(self) -> None:
        self._client.disconnect("You can't join: nothing came from your game")


class LoginHandler(Handler):
    """The client's half of a login that the server conducts."""

    name = "login"

    def __init__(self, client: ClientSide, bridge: Bridge) -> None:
        self._client = client
        self._bridge = bridge

    def received(self, item: bytes | Frame) -> None:
        if isinstance(item, bytes):
            raise FrameError("a frame that wasn't looked at")
        name = self._bridge.family.packet_name("login", "serverbound", item.packet_id)
        if name != "login_plugin_response":
            raise FrameError(
                f"{name or f'packet {item.packet_id:#04x}'} isn't expected while the server logs you in"
            )
        self._bridge.plugin_answered(item, Reader(item.body).varint())

    def breached(self, what: str) -> None:
        self._bridge.close(f"You can't join: {what}")

    def timed_out(self) -> None:
        self._bridge.close("You can't join: nothing came from your game")

    def lost(self) -> None:
        self._bridge.client_lost()
