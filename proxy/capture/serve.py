"""Plays a capture to a real client in real time, from a small server of its own.

The client becomes the recorded player: it gets the recorded login and packets, and its body is moved along
the path that the recorded one walked."""

from __future__ import annotations

import itertools
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from proxy.capture.container import CapturedPacket, CaptureError
from proxy.capture.reader import Capture
from proxy.capture.replay import family_of
from proxy.capture.states import FINISH, LOGIN_SUCCESS, START, ProtocolStates, Recorded
from proxy.connection.clock import Reactor
from proxy.connection.offline_server import (
    LoginRefusedError,
    OfflineConnection,
    OfflineFactory,
    PlayerSession,
    own_status,
)
from proxy.connection.status import Status
from proxy.messages import (
    RELATIVE_PITCH,
    RELATIVE_X,
    RELATIVE_Y,
    RELATIVE_YAW,
    RELATIVE_Z,
    PlayerMove,
    PlayerTeleport,
)
from proxy.versions.base import CONFIGURATION, ProtocolFamily
from proxy.wire.address import Address
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import Frame, FrameError
from proxy.wire.limits import Limits
from proxy.wire.statistics import Statistics

if TYPE_CHECKING:
    from proxy.connection.clock import DelayedCall

log = logging.getLogger(__name__)

KEEP_ALIVE_SECONDS = 10.0
FOLLOW_MILLISECONDS = 50
"""Between two steps along the recorded path."""

_MOVES = frozenset({"player_position", "player_position_and_look", "player_look"})
_TELEPORT = "player_position_and_look"
_ACKNOWLEDGED = "configuration_acknowledged"
_RELATIVE = RELATIVE_X | RELATIVE_Y | RELATIVE_Z | RELATIVE_YAW | RELATIVE_PITCH

_OF_THEN = ("code_of_conduct", "disconnect", "keep_alive", "set_compression", "transfer")
_OURS = frozenset(_OF_THEN) | {CONFIGURATION + name for name in _OF_THEN}
"""Recorded packets that belong to the connection of then: they would end this one, or wait for its player."""
_FIRST_TELEPORT_ID = 0x4000_0000
"""Ours are counted from here, far from those that were recorded."""


class Playback(PlayerSession):
    """One client that watches a capture, which is closed with the session.

    Raises :class:`CaptureError` and OSError for what can't be played.
    """

    def __init__(
        self,
        connection: OfflineConnection,
        server: PlaybackServer,
        family: ProtocolFamily,
        name: str,
        uuid: UUID,
    ) -> None:
        super().__init__(connection, family, name, uuid)
        self._server = server
        self._clock = server.reactor
        self._calls: dict[str, DelayedCall] = {}
        self._started = 0.0
        self._body: tuple[float, float, float] | None = None
        self._look = (0.0, 0.0)
        self._moved = 0
        self._teleport_ids = itertools.count(_FIRST_TELEPORT_ID)
        self._capture = Capture(server.path)
        self._packets = self._capture.packets()
        from_login = self._capture.metadata.starts_in_login
        self._states = ProtocolStates(family, from_login=from_login)
        self._needs_configuration = not from_login
        """Whether the recording has none before its first packet of play."""
        self._waiting = True
        """Whether the client must enter the next state before more can be sent."""
        self._waiting_since = 0.0
        try:
            self._login_success = self._recorded_login() if from_login else super().login_success()
            self._next = next(self._packets, None)
        except BaseException:
            self._capture.close()
            raise

    def _recorded_login(self) -> bytes:
        """The packet that ended the recorded login."""
        for packet in self._packets:
            if self._states.read(packet).name == LOGIN_SUCCESS:
                return packet.data
        raise CaptureError(f"{self._capture.path}: nobody was logged in")

    # --- the connection

    def login_success(self) -> bytes:
        """The recorded one, where there is one: the client becomes the recorded player."""
        return self._login_success

    def configure(self) -> None:
        """As it was recorded; a capture that starts in play gets a configuration of ours."""
        if self._needs_configuration:
            super().configure()
            return
        self._go_on()

    def configuration_received(self, name: str, body: bytes) -> None:
        """What the recorded client answered, the recorded server has heeded."""
        if self._needs_configuration:
            super().configuration_received(name, body)

    def join(self) -> None:
        self._needs_configuration = False
        self._go_on()
        self._keep_alive()

    def _go_on(self) -> None:
        """The client has followed. While it took its time, the recording stood still."""
        now = self._clock.seconds()
        if self not in self._server.watchers:
            self._server.watchers.add(self)
            self._started = now
        else:
            self._started += now - self._waiting_since
        self._waiting = False
        self._play()

    def _wait(self) -> None:
        """Nothing more before the client has followed."""
        self._waiting = True
        self._waiting_since = self._clock.seconds()

    def received(self, item: bytes | Frame) -> None:
        """What the client does changes nothing in a recording; it only has to follow to its states."""
        if isinstance(item, Frame):
            name = self.family.packet_name("play", "serverbound", item.packet_id)
            if name == _ACKNOWLEDGED:
                if self.connection.protocol_mode != "configuration":
                    raise FrameError(f"{_ACKNOWLEDGED}, which nobody asked for")
                self.connection.configure(self)

    def lost(self) -> None:
        self._server.watchers.discard(self)
        self._stop()

    def disconnect(self, text: str) -> None:
        self._stop()
        super().disconnect(text)

    def resumeProducing(self) -> None:
        super().resumeProducing()
        self._play()

    # --- playing

    def _play(self) -> None:
        """Send what is due, and come back when the next packet is."""
        if self.connection.closed:
            return
        try:
            while self._next is not None:
                if self._waiting or self.congested:
                    return  # until the client has followed, or resumeProducing
                wait = self._started + self._next.time / 1000 - self._clock.seconds()
                if wait > 0:
                    self._later("play", wait, self._play)
                    return
                self._show(self._next, self._states.read(self._next))
                self._next = next(self._packets, None)
        except (CaptureError, DecodeError, FrameError, OSError) as error:
            self._give_up(error)
            return
        log.info("%s has seen it all", self.player_name)
        self.disconnect("The capture ends here.")

    def _show(self, packet: CapturedPacket, recorded: Recorded) -> None:
        name, body = recorded.name, packet.data[recorded.start :]
        if packet.direction == "serverbound":
            if name in _MOVES and self.connection.protocol_mode == "play":
                self._follow(name, packet.time, body)
        elif name == FINISH:
            self._wait()
            self.finish_configuration([packet.data])
        elif name == START:
            self._wait()
            self.configured = False
            self.send([packet.data])
            self.connection.switch_protocol_mode("configuration")
        elif name not in _OURS:
            self.send([packet.data])
            if name == _TELEPORT:
                self._teleported(body)

    def _teleported(self, body: bytes) -> None:
        message = self.family.decode("clientbound", _TELEPORT, body)
        if isinstance(message, PlayerTeleport) and not message.relative & _RELATIVE:
            self._body = message.x, message.y, message.z
            self._look = message.yaw, message.pitch

    def _follow(self, name: str, time: int, body: bytes) -> None:
        """Move the client to where the recorded one said that it was."""
        message = self.family.decode("serverbound", name, body)
        if not isinstance(message, PlayerMove):
            return
        self._body = message.position or self._body
        self._look = message.look or self._look
        if self._body is None or time - self._moved < FOLLOW_MILLISECONDS:
            return
        self._moved = time
        self.send(self.encode.teleport(*self._body, *self._look, next(self._teleport_ids)))

    def _keep_alive(self) -> None:
        if self.connection.protocol_mode == "play":
            self.send(self.encode.keep_alive(int(self._clock.seconds() * 1000)))
        self._later("keep alive", KEEP_ALIVE_SECONDS, self._keep_alive)

    def _give_up(self, error: Exception) -> None:
        log.error("%s", error)
        self.disconnect(f"The capture can't be played on: {error}")

    def _later(self, what: str, seconds: float, call: Any) -> None:
        """Call after ``seconds``, in place of an earlier call for the same purpose."""
        if not self.connection.closed:
            if what in self._calls and self._calls[what].active():
                self._calls[what].cancel()
            self._calls[what] = self._clock.callLater(seconds, call)

    def _stop(self) -> None:
        for call in self._calls.values():
            if call.active():
                call.cancel()
        self._calls.clear()
        self._capture.close()


class PlaybackServer:
    """Plays one capture, from its start for each client.

    Raises :class:`CaptureError` for what can't be played.
    """

    max_watchers = 20

    def __init__(self, reactor: Any, path: Path, limits: Limits | None = None) -> None:
        self.reactor: Reactor = reactor
        self.limits = Limits() if limits is None else limits
        self.statistics = Statistics()
        self.path = path
        self.watchers: set[Playback] = set()
        with Capture(path) as capture:
            self._family = family_of(capture)
        self.minecraft = self._family.minecraft

    def listen(self, host: str, port: int = 0) -> Address:
        """Start; return where it listens. Raises Twisted's CannotListenError."""
        listening = self.reactor.listenTCP(port, OfflineFactory(self), interface=host).getHost()
        return Address(listening.host, listening.port)

    # --- what connections ask

    def status(self, protocol: int) -> Status:
        description = {"text": f"Hearthkin replay: {self.path.name}"}
        return own_status(self._family, description, len(self.watchers), self.max_watchers)

    def family(self, protocol: int) -> ProtocolFamily:
        if protocol != self._family.protocol:
            raise LoginRefusedError(f"This capture is of Minecraft {self.minecraft}")
        return self._family

    def begin_play(
        self, connection: OfflineConnection, family: ProtocolFamily, name: str, uuid: UUID
    ) -> Playback:
        if len(self.watchers) >= self.max_watchers:
            raise LoginRefusedError("Too many are watching already.")
        try:
            return Playback(connection, self, family, name, uuid)
        except (CaptureError, FrameError, OSError) as error:
            log.error("%s", error)
            raise LoginRefusedError(f"The capture can't be played: {error}") from None


def serve(reactor: Any, path: Path, listen: Address) -> None:
    """Play a capture to whoever joins at ``listen``, until the process is interrupted.

    Raises :class:`CaptureError` and OSError before it listens, for what can't be played.
    """
    server = PlaybackServer(reactor, path)
    address = server.listen(listen.host, listen.port)
    log.info("join %s with Minecraft %s to watch %s", address, server.minecraft, path)
    reactor.run()
