"""One client with its connection to the server: the login between them, and the two lanes of play."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from proxy.connection.backend_side import BackendFactory, BackendLoginHandler, BackendSide
from proxy.connection.framed import Backpressure, FramedConnection, Handler
from proxy.connection.guard import Check, serverbound_checks
from proxy.connection.handshake import Intent, handshake_packet
from proxy.connection.observer import EVERYTHING, Observer
from proxy.wire.frame import Frame, FrameError, InflateError
from proxy.wire.framing import ALL_WANTED, PASS, UNKNOWN, WANTED, IdTable, reframe
from proxy.wire.text import Component, component, plain_text

if TYPE_CHECKING:
    from proxy.connection.client_side import ClientSide
    from proxy.connection.clock import DelayedCall
    from proxy.versions.base import Direction, ProtocolFamily

log = logging.getLogger(__name__)

Show = Callable[["Bridge", str, Frame], Sequence[bytes] | None]
"""How an observer is shown a frame."""

_IDS = 256
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
        self.state: Literal["login", "play", "closed"] = "login"
        self.observers: list[Observer] = []
        self.login_success = b""
        """The packet (id and body) that ended the login; empty before."""
        self.injection_listeners: list[Callable[[Sequence[bytes]], None]] = []
        """Called in play with packets (id and body) of ours that go to the client, in the order of the wire."""
        self._login_start = login_start
        self._dialling = BackendFactory(proxy, BackendLoginHandler(self), self._connected, self._unreachable)
        self._plugin_requests: dict[int, DelayedCall] = {}
        self._to_client: Backpressure | None = None
        self._lanes: tuple[Lane, ...] = ()
        self._silenced: dict[tuple[str, str], tuple[float, int]] = {}

    def __str__(self) -> str:
        return f"{self.profile_name} ({self.address})"

    # --- for observers and the stage

    def send_to_client(self, *packets: bytes) -> None:
        """Send packets (id and body, not compressed) after all that was forwarded so far.

        Nothing is sent once the connection is closing. Raises :class:`FrameError` for a packet that is too
        large for a frame.
        """
        self.client.send(packets)
        self.injected(packets)

    def injected(self, packets: Sequence[bytes]) -> None:
        """Tell :attr:`injection_listeners`. One that raises is logged and dropped."""
        for listener in tuple(self.injection_listeners):
            try:
                listener(packets)
            except Exception:
                self.injection_listeners.remove(listener)
                log.exception("%s: no longer told of injected packets: %r", self, listener)

    def send_to_server(self, *packets: bytes) -> None:
        """As :meth:`send_to_client`, to the server."""
        if self.backend is not None:
            self.backend.send(packets)

    @property
    def client_congested(self) -> bool:
        """Whether the client takes less than it is sent. What can be left out should be."""
        return self._to_client is not None and self._to_client.congested

    def refresh_interests(self) -> None:
        """Take up what :attr:`observers` want now; holds from the next frame on."""
        for lane in self._lanes:
            lane.refresh()

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
        """Both connections use the server's threshold, so that frames can travel as they are."""
        self.forward_to_client(frame)
        self.client.set_compression(threshold)
        if self.backend is not None:
            self.backend.set_compression(threshold)

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
        waiting.cancel()
        self.backend.write(frame.raw)

    def _plugin_unanswered(self) -> None:
        seconds = self.limits.login_plugin_timeout
        log.info("%s can't join: no answer to a login plugin request in %g s", self, seconds)
        self.close(f"You can't join: your game didn't answer the server's question within {seconds:g} s")

    def login_succeeded(self, frame: Frame, uuid: UUID, name: str) -> None:
        """The server lets the player in: tell the client, and open both lanes."""
        client, backend = self.client, self.backend
        if backend is None:
            raise FrameError("login success without a server")
        self.forward_to_client(frame)
        self._cancel_plugin_requests()
        self.login_success = frame.packet
        self.profile_uuid = uuid
        self.profile_name = name
        client.entered_play()
        backend.switch_protocol_mode("play")
        self.state = "play"
        clientbound = Lane(self, "clientbound", backend, client, {})
        serverbound = Lane(self, "serverbound", client, backend, serverbound_checks(self.family, self.limits))
        self._lanes = (clientbound, serverbound)
        backend.handler, client.handler = clientbound, serverbound
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

    # --- the end

    def backend_lost(self) -> None:
        """The server closed the connection, or it broke."""
        if self.state == "login":
            self.close("The server closed the connection while you logged in")
        elif self.state == "play" and self.backend is not None:
            said_why = self.backend.splitter.last_packet_id() == self._disconnect_id()
            self.close(None if said_why else "Lost connection to the server")

    def client_lost(self) -> None:
        self.close()

    def close(self, reason: str | Component | None = None) -> None:
        """End both connections once what is written to them is sent; a reason is shown to the player."""
        if self.state == "closed":
            return
        state, self.state = self.state, "closed"
        self._cancel_plugin_requests()
        if reason is not None and state == "play":
            self.client.send([self.family.disconnect(component(reason))])
            self.client.close()
        elif reason is not None:
            self.client.disconnect(reason)
        else:
            self.client.close()
        if self.backend is not None:
            self.backend.close()
        else:
            self._dialling.give_up()
        if state == "play":
            self.proxy.stats.players -= 1
            log.info("%s left%s", self, "" if reason is None else f": {plain_text(reason)}")
            for observer in tuple(self.observers):
                self._notify(observer, "left")
        elif reason is not None:
            log.info("%s didn't get in: %s", self, plain_text(reason))

    def _disconnect_id(self) -> int | None:
        return self.family.packet_id("play", "clientbound", "disconnect")

    def _cancel_plugin_requests(self) -> None:
        for call in self._plugin_requests.values():
            if call.active():
                call.cancel()
        self._plugin_requests.clear()

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


class Lane(Handler):
    """One direction of play: shows frames to observers and passes everything on."""

    def __init__(
        self,
        bridge: Bridge,
        direction: Direction,
        source: FramedConnection,
        target: FramedConnection,
        checks: Mapping[int, Check],
    ) -> None:
        self.name = f"play, {direction}"
        self._bridge = bridge
        self._direction: Direction = direction
        self._source = source
        self._target = target
        self._checks = checks
        self._watch: list[tuple[str | None, tuple[tuple[Observer, Show], ...]]] = []
        self._equal_thresholds = True

    def refresh(self) -> None:
        """Resolve names to ids: who gets which frame, and which the splitter needn't cut out."""
        shows = [(o, *self._interest(o)) for o in self._bridge.observers]
        self._watch = []
        kinds = bytearray()
        for packet_id in range(_IDS):
            name = self._bridge.family.packet_name("play", self._direction, packet_id)
            watchers = tuple((o, show) for o, names, show in shows if name in names or names >= EVERYTHING)
            self._watch.append((name, watchers))
            wanted = watchers or packet_id in self._checks
            kinds.append(WANTED if wanted else PASS if name is not None else UNKNOWN)
        curious = tuple((o, show) for o, names, show in shows if names >= EVERYTHING)
        self._watch.append((None, curious))
        kinds.append(WANTED if curious else UNKNOWN)
        self._equal_thresholds = self._source.threshold == self._target.threshold
        self._source.splitter.table = self._table(bytes(kinds))

    def _interest(self, observer: Observer) -> tuple[frozenset[str], Show]:
        if self._direction == "clientbound":
            return observer.clientbound_interests, observer.clientbound
        return observer.serverbound_interests, observer.serverbound

    def _table(self, kinds: IdTable) -> IdTable | None:
        if not self._equal_thresholds:
            return ALL_WANTED
        return kinds if WANTED in kinds else None

    def received(self, item: bytes | Frame) -> None:
        if isinstance(item, bytes):
            self._target.queue(item)
            return
        packet_id = item.packet_id
        if packet_id in self._checks:
            self._checks[packet_id](item.body)
        name, watchers = self._watch[packet_id if 0 <= packet_id < _IDS else _IDS]
        if name is None:
            self._source.splitter.count_unknown(packet_id)
            name = unknown_name(packet_id)
        for observer, show in watchers:
            try:
                answer = show(self._bridge, name, item)
                if answer is not None:
                    self._replace(answer)
                    return
            except InflateError:
                # The frame itself is damaged, whoever was the first to look into it.
                raise
            except Exception:
                self._bridge.observer_failed(observer, name)
        if self._equal_thresholds:
            self._target.queue(item.raw)
        else:
            self._target.queue(reframe(item, self._source.threshold, self._target.threshold))

    def _replace(self, packets: Sequence[bytes]) -> None:
        self._target.send(packets)
        if self._direction == "clientbound":
            self._bridge.injected(packets)

    def batch_over(self) -> None:
        self._target.flush()

    def breached(self, what: str) -> None:
        who = "Your game" if self._direction == "serverbound" else "The server"
        self._bridge.close(f"{who} sent what Hearthkin can't pass on: {what}")

    def timed_out(self) -> None:
        seconds = self._bridge.limits.read_timeout
        who = "your game" if self._direction == "serverbound" else "the server"
        self._bridge.close(f"Timed out: nothing came from {who} for {seconds:g} s")

    def lost(self) -> None:
        if self._direction == "serverbound":
            self._bridge.client_lost()
        else:
            self._bridge.backend_lost()


def unknown_name(packet_id: int) -> str:
    """What observers of everything get as the name of a packet that the version doesn't have."""
    return f"unknown_{packet_id & 0xFFFFFFFF:#04x}"
