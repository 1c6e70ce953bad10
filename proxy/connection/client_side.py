"""The connection from the player's client, from its first byte to play."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from proxy.connection.bridge import Bridge
from proxy.connection.guard import read_cookie_key
from proxy.connection.handshake import read_login_start
from proxy.connection.inbound import InboundConnection, OpeningHandler
from proxy.connection.legacy_ping import Opening, encode_kick, recognize
from proxy.connection.legacy_ping import encode_status as encode_legacy_status
from proxy.connection.status import ANY_PROTOCOL, Status, legacy_status, status_for
from proxy.versions import family_for, supported_releases
from proxy.wire.buffer import Reader
from proxy.wire.frame import Frame, FrameError

if TYPE_CHECKING:
    from proxy.connection.clock import DelayedCall
    from proxy.connection.listener import ProxyFactory
    from proxy.versions.base import ProtocolFamily

log = logging.getLogger(__name__)

_LEGACY_MOMENT = 0.3
"""Seconds in which the rest of a legacy ping must have come."""


class ClientSide(InboundConnection):
    """Our end of the connection from a client."""

    factory: ProxyFactory

    def __init__(self, factory: ProxyFactory, remote_addr: Any) -> None:
        super().__init__(
            factory,
            remote_addr,
            clock=factory.reactor,
            limits=factory.limits,
            statistics=factory.stats,
        )
        self.bridge: Bridge | None = None
        self._opening: bytes | None = b""
        self._moment: DelayedCall | None = None

    def connection_made(self) -> None:
        super().connection_made()
        self.factory.client_came(self)

    def connection_lost(self, reason: object = None) -> None:
        if self._moment is not None and self._moment.active():
            self._moment.cancel()
        super().connection_lost(reason)
        self.factory.client_gone(self)

    def data_received(self, data: bytes) -> None:
        if self._opening is None:
            super().data_received(data)
        elif not self.closed:
            self._opening += data
            self._recognize(waited=False)

    def dismiss(self, text: str) -> None:
        if self.bridge is not None:
            self.bridge.close(text)
        else:
            super().dismiss(text)

    def get_status(self, protocol: int, answer: Callable[[Status], None]) -> None:
        asked = protocol if family_for(protocol) is not None else ANY_PROTOCOL
        self.factory.status.get(asked).addCallback(lambda status: answer(status_for(status, protocol)))

    def begin_login(self, protocol: int) -> None:
        family = family_for(protocol)
        if family is None:
            log.info("%s: protocol %d isn't supported", self.address, protocol)
            self.disconnect(f"This server speaks Minecraft {supported_releases()}. Please join with it.")
        else:
            self.handler = LoginStartHandler(self, family)

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


class LegacyHandler(OpeningHandler[ClientSide]):
    """A client before 1.7 that waits for its answer. What else it sends is of no interest."""

    name = "legacy ping"

    def received(self, item: bytes | Frame) -> None: ...


class LoginStartHandler(OpeningHandler[ClientSide]):
    """Waits for the player's name and has the server dialled."""

    name = "login"

    def __init__(self, client: ClientSide, family: ProtocolFamily) -> None:
        super().__init__(client)
        self._family = family

    def packet(self, frame: Frame) -> None:
        client = self._connection
        name = read_login_start(frame, client.limits.name_characters)
        if not client.factory.admit_login(client.remote_addr.host):
            log.info("%s: %s logs in again too soon", client.address, name)
            client.disconnect("You are logging in too fast. Please wait a few seconds and try again.")
            return
        bridge = client.bridge = Bridge(client, self._family, name, frame.packet)
        client.handler = LoginHandler(client, bridge)
        bridge.dial()

    def breached(self, what: str) -> None:
        self._connection.disconnect(f"You can't join: {what}")

    def timed_out(self) -> None:
        self._connection.disconnect("You can't join: nothing came from your game")


class LoginHandler(OpeningHandler[ClientSide]):
    """The client's half of a login that the server conducts, to its acknowledgement where there is one."""

    name = "login"

    def __init__(self, client: ClientSide, bridge: Bridge) -> None:
        super().__init__(client)
        self._bridge = bridge

    def packet(self, frame: Frame) -> None:
        bridge = self._bridge
        name = bridge.family.packet_name("login", "serverbound", frame.packet_id)
        if name == "login_plugin_response":
            bridge.plugin_answered(frame, Reader(frame.body).varint())
        elif name == "cookie_response":
            bridge.cookie_answered(frame, read_cookie_key(frame.body, bridge.limits))
        elif name == "login_acknowledged":
            bridge.login_acknowledged(frame)
        else:
            raise FrameError(
                f"{name or f'packet {frame.packet_id:#04x}'} isn't expected while the server logs you in"
            )

    def breached(self, what: str) -> None:
        self._bridge.close(f"You can't join: {what}")

    def timed_out(self) -> None:
        self._bridge.close("You can't join: nothing came from your game")

    def lost(self) -> None:
        self._bridge.client_lost()
