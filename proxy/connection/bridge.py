"""One client with its connection to the server: the login between them, and the two lanes that follow it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from proxy.connection.backend_side import BackendFactory, BackendLoginHandler, BackendSide
from proxy.connection.framed import Backpressure
from proxy.connection.handshake import Intent, handshake_packet, login_disconnect_packet
from proxy.connection.lane import ClientboundLane, Lane, LaneState, ServerboundLane
from proxy.connection.observer import Observer
from proxy.wire.frame import Frame, FrameError
from proxy.wire.text import Component, component, plain_text

if TYPE_CHECKING:
    from proxy.connection.client_side import ClientSide
    from proxy.connection.clock import DelayedCall
    from proxy.versions.base import ProtocolFamily

log = logging.getLogger(__name__)

Listener = Callable[[Sequence[bytes]], None]
"""Is told of packets (id and body) of ours that go to the client."""

_ERROR_LOG_INTERVAL = 10.0
"""Seconds between two tracebacks of one observer for one packet."""


class Bridge:
    """One client and its server. Made when a client names its player; :meth:`close` ends it for good."""

    def __init__(self, client: ClientSide, family: ProtocolFamily, name: str, login_start: bytes) -> None:
        proxy = client.factory
        self.proxy = proxy
        self.limits = proxy.limits
        self.session: int = proxy.next_session()
        """Positive, new for each login."""
        self.family = family
        self.profile_name = name
        self.profile_uuid = UUID(int=0)
        """As the server gives it with the end of the login; nil before."""
        self.client = client
        self.backend: BackendSide | None = None
        self.backend_name: str = proxy.backend_name
        """The server as ``host:port``."""
        self.address = client.address
        """The client as ``host:port``."""
        self.state: Literal["login", "joined", "closed"] = "login"
        """Joined is who is logged in; whether the client is in play already, or still, says :attr:`in_play`."""
        self.observers: list[Observer] = []
        self.login_success = b""
        """The packet (id and body) that ended the login; empty before."""
        self.injection_listeners: list[Listener] = []
        """Told of what is sent to the client beside the server's frames: after those that were forwarded, but before
        a bundle that is still open. What isn't sent, they aren't told of."""
        self.replacement_listeners: list[Listener] = []
        """Told of what observers had take the place of a frame, at the frame's place among those they are shown."""
        self._login_start = login_start
        self._dialling = BackendFactory(proxy, BackendLoginHandler(self), self._connected, self._unreachable)
        self._plugin_requests: dict[int, DelayedCall] = {}
        self._cookie_requests: Counter[str] = Counter()
        self._to_client: Backpressure | None = None
        self._clientbound: ClientboundLane | None = None
        self._serverbound: ServerboundLane | None = None
        self._silenced: dict[tuple[str, str], tuple[float, int]] = {}

    def __str__(self) -> str:
        return f"{self.profile_name} ({self.address})"

    # --- for observers and the stage

    @property
    def in_play(self) -> bool:
        """Whether what is sent to the client now reaches it in the play state.

        False during login and configuration, also when the server has taken the client back there from play.
        """
        lane = self._clientbound
        return lane is not None and lane.state == "play" and self.state == "joined"

    def send_to_client(self, *packets: bytes) -> None:
        """Send packets of play (id and body, not compressed) after all that was forwarded so far.

        While the server has a bundle open, the packets go out before it. Outside play (:attr:`in_play`) and once the
        connection is closing nothing is sent. Raises :class:`FrameError` for a packet too large for a frame.
        """
        if self.in_play:
            self.client.send(packets)
            self._tell(self.injection_listeners, packets)

    def replaced(self, packets: Sequence[bytes]) -> None:
        """``packets`` took the place of a frame to the client."""
        self._tell(self.replacement_listeners, packets)

    def _tell(self, listeners: list[Listener], packets: Sequence[bytes]) -> None:
        """Tell listeners. One that raises is logged and dropped."""
        for listener in tuple(listeners):
            try:
                listener(packets)
            except Exception:
                listeners.remove(listener)
                log.exception("%s: no longer told of packets to the client: %r", self, listener)

    def send_to_server(self, *packets: bytes) -> None:
        """As :meth:`send_to_client`, to the server: nothing while it doesn't read packets of play."""
        lane = self._serverbound
        if self.backend is not None and lane is not None and lane.state == "play":
            self.backend.send(packets)

    @property
    def client_congested(self) -> bool:
        """Whether the client takes less than it is sent. What can be left out should be."""
        return self._to_client is not None and self._to_client.congested

    def refresh_interests(self) -> None:
        """Take up what :attr:`observers` want now; holds from the next frame on."""
        for lane in self._lanes():
            lane.refresh()

    def _lanes(self) -> list[Lane]:
        return [lane for lane in (self._clientbound, self._serverbound) if lane is not None]

    def kick(self, reason: str | Component) -> None:
        """Close the connection and give the player a reason."""
        self.close(reason)

    # --- login

    def dial(self) -> None:
        """Connect to the server."""
        self._dialling.dial()

    def _connected(self, backend: BackendSide) -> None:
        if self.state == "closed":
            backend.abort()
            return
        self.backend = backend
        self._to_client = Backpressure(backend)
        self.client.transport.registerProducer(self._to_client, True)
        backend.transport.registerProducer(Backpressure(self.client), True)
        backend.switch_protocol_mode("login")
        # The handshake names the configured address, never what a client called the server.
        backend.send(
            [handshake_packet(self.family.protocol, self.proxy.backend, Intent.LOGIN), self._login_start]
        )

    def _unreachable(self, why: str) -> None:
        if self.state == "closed":
            return
        log.warning("%s can't join: %s: %s", self, self.backend_name, why)
        self.proxy.stats.backend_failures += 1
        self.close(f"The server can't be reached: {why}. Please try again later.")

    def forward_to_client(self, frame: Frame) -> None:
        """Pass on a frame of the login."""
        self.client.write(frame.raw)

    def backend_refused(self, frame: Frame) -> None:
        """The server turned the player away; its reason goes on as it came."""
        self.forward_to_client(frame)
        log.info("%s was turned away by %s", self, self.backend_name)
        self.close()

    def encryption_requested(self) -> None:
        log.warning("%s can't join: %s is in online mode", self, self.backend_name)
        self.close(
            "The server is in online mode, and Hearthkin can't log players in there yet. "
            "Its owner can set online-mode=false and let only Hearthkin reach it."
        )

    def compression_announced(self, frame: Frame, threshold: int) -> None:
        """The server compresses from the next packet on."""
        self.forward_to_client(frame)
        self.use_compression(threshold)

    def use_compression(self, threshold: int) -> None:
        """Both connections use the server's threshold, so that frames can travel as they are."""
        self.client.set_compression(threshold)
        if self.backend is not None:
            self.backend.set_compression(threshold)
        self.refresh_interests()

    def plugin_requested(self, frame: Frame, message_id: int) -> None:
        """A login plugin request goes to the client, which must answer in time."""
        if message_id in self._plugin_requests:
            raise FrameError(f"login plugin request {message_id} is asked twice")
        self._plugin_requests[message_id] = self.proxy.reactor.callLater(
            self.limits.login_plugin_timeout, self._plugin_unanswered
        )
        self.forward_to_client(frame)

    def plugin_answered(self, frame: Frame, message_id: int) -> None:
        waiting = self._plugin_requests.pop(message_id, None)
        if waiting is None or self.backend is None:
            raise FrameError(f"answer to login plugin request {message_id}, which nobody asked")
        if waiting.active():
            waiting.cancel()
        self.backend.write(frame.raw)

    def cookie_requested(self, frame: Frame, key: str) -> None:
        """What a server stored with the client, another one may ask for while it logs the player in."""
        self._cookie_requests[key] += 1
        self.forward_to_client(frame)

    def cookie_answered(self, frame: Frame, key: str) -> None:
        if not self._cookie_requests[key] or self.backend is None:
            raise FrameError(f"cookie {key[:64]!r}, which nobody asked for")
        self._cookie_requests[key] -= 1
        self.backend.write(frame.raw)

    def _plugin_unanswered(self) -> None:
        seconds = self.limits.login_plugin_timeout
        log.info("%s can't join: no answer to a login plugin request in %g s", self, seconds)
        self.close(f"You can't join: your game didn't answer the server's question within {seconds:g} s")

    def login_succeeded(self, frame: Frame, uuid: UUID, name: str) -> None:
        """The server lets the player in: tell the client, and open the lanes.

        Where the configuration follows, the client acknowledges the login first: to that it speaks as in login.
        """
        client, backend = self.client, self.backend
        if backend is None:
            raise FrameError("login success without a server")
        self.forward_to_client(frame)
        self._stop_waiting_for_answers()
        self.login_success = frame.packet
        self.profile_uuid = uuid
        self.profile_name = name
        client.logged_in()
        self.state = "joined"
        lane = self._clientbound = ClientboundLane(self, backend, client)
        backend.handler = lane
        if self.family.has_configuration:
            lane.enter("configuration")
        else:
            lane.enter("play")
            self._open_serverbound("play", backend, lane)
        self.proxy.stats.joins += 1
        self.proxy.stats.players += 1
        log.info("%s joined %s → %s", self, self.family.minecraft, self.backend_name)
        try:
            self.observers = list(self.proxy.observers(self))
        except Exception:
            self.proxy.stats.observer_errors += 1
            log.exception("%s: no observers, the player goes on without", self)
        self.refresh_interests()
        for observer in tuple(self.observers):
            self._notify(observer, "joined")

    def login_acknowledged(self, frame: Frame) -> None:
        """The client has heard that it is logged in, and goes on to the configuration."""
        backend, clientbound = self.backend, self._clientbound
        if backend is None or clientbound is None:
            raise FrameError("login acknowledged before the server let the player in")
        backend.write(frame.raw)
        self._open_serverbound("configuration", backend, clientbound)

    def _open_serverbound(self, state: LaneState, backend: BackendSide, clientbound: ClientboundLane) -> None:
        lane = self._serverbound = ServerboundLane(self, self.client, backend, clientbound)
        self.client.handler = lane
        lane.enter(state)

    # --- the end

    def backend_lost(self) -> None:
        """The server closed the connection, or it broke."""
        if self.state == "login":
            self.close("The server closed the connection while you logged in")
        elif self._clientbound is not None:
            self.close(None if self._clientbound.said_why() else "Lost connection to the server")

    def client_lost(self) -> None:
        self.close()

    def close(self, reason: str | Component | None = None) -> None:
        """End both connections once what is written to them is sent; a reason is shown to the player."""
        if self.state == "closed":
            return
        last_words = [] if reason is None else [self._disconnect_packet(reason)]
        state, self.state = self.state, "closed"
        self._stop_waiting_for_answers()
        self.client.send(last_words)
        self.client.close()
        if self.backend is not None:
            self.backend.close()
        else:
            self._dialling.give_up()
        if state == "joined":
            self.proxy.stats.players -= 1
            log.info("%s left%s", self, "" if reason is None else f": {plain_text(reason)}")
            for observer in tuple(self.observers):
                self._notify(observer, "left")
        elif reason is not None:
            log.info("%s didn't get in: %s", self, plain_text(reason))

    def _disconnect_packet(self, reason: str | Component) -> bytes:
        """As the client reads it in the state that it is in."""
        if self._clientbound is None:
            return login_disconnect_packet(reason)
        return self.family.disconnect(component(reason), self._clientbound.state)

    def _stop_waiting_for_answers(self) -> None:
        """A login plugin request that the server didn't wait for may be answered at any time."""
        for call in self._plugin_requests.values():
            if call.active():
                call.cancel()

    # --- observers may fail

    def _notify(self, observer: Observer, what: Literal["joined", "left"]) -> None:
        try:
            getattr(observer, what)(self)
        except Exception:
            self.observer_failed(observer, what)

    def observer_failed(self, observer: Observer, what: str) -> None:
        """Log the exception being handled: one traceback in ten seconds for one observer and packet."""
        self.proxy.stats.observer_errors += 1
        key = (type(observer).__name__, what)
        now = self.proxy.reactor.seconds()
        last, silenced = self._silenced.get(key, (-_ERROR_LOG_INTERVAL, 0))
        if now - last < _ERROR_LOG_INTERVAL:
            self._silenced[key] = (last, silenced + 1)
            return
        self._silenced[key] = (now, 0)
        more = f" ({silenced} more since the last report)" if silenced else ""
        log.exception("%s: %s failed on %s, the packet travels on%s", self, *key, more)
