"""Plays a capture to a real client in real time, from a small server of its own.

The client becomes the recorded player: it gets the recorded login and packets, and its body is moved along
the path that the recorded one walked."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from quarry.net.server import ServerFactory, ServerProtocol
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer  # type: ignore[import-untyped]

from proxy.buffer import DecodeError
from proxy.capture.container import CapturedPacket, CaptureError
from proxy.capture.reader import Capture
from proxy.capture.replay import family_of
from proxy.frame import FrameError, read_varint
from proxy.framing import frame_packet
from proxy.messages import PlayerMove, PlayerTeleport
from proxy.versions.server_side import server_side

if TYPE_CHECKING:
    from proxy.clock import DelayedCall
    from proxy.config import Address

log = logging.getLogger(__name__)

COMPRESSION_THRESHOLD = 256
KEEP_ALIVE_SECONDS = 10.0
FOLLOW_MILLISECONDS = 50
"""Between two steps along the recorded path."""

_MOVES = frozenset({"player_position", "player_position_and_look", "player_look"})
_TELEPORT = "player_position_and_look"
_OURS = frozenset({"keep_alive", "disconnect"})
"""Recorded packets that belong to the connection of then."""
_FIRST_TELEPORT_ID = 0x4000_0000
"""Ours are counted from here, far from those that were recorded."""
_WRONG_VERSION = "Wrong protocol version"
"""quarry's words."""


@implementer(IPushProducer)
class Playback(ServerProtocol):  # type: ignore[misc]
    """One client that watches. quarry logs it in; the rest is the capture."""

    def setup(self) -> None:
        self._capture: Capture | None = None
        self._packets: Iterator[CapturedPacket] = iter(())
        self._next: CapturedPacket | None = None
        self._started = 0.0
        self._paused = False
        self._calls: dict[str, DelayedCall] = {}
        self._in_play = False
        self._body: tuple[float, float, float] | None = None
        self._look = (0.0, 0.0)
        self._moved = 0
        self._teleport_ids = itertools.count(_FIRST_TELEPORT_ID)

    # --- the connection

    def connection_made(self) -> None:
        super().connection_made()
        self.transport.setTcpNoDelay(True)
        self.transport.registerProducer(self, True)

    def connection_lost(self, reason: object = None) -> None:
        self._stop()
        super().connection_lost(reason)

    def close(self, reason: Any = None) -> None:
        factory: PlaybackFactory = self.factory
        self._stop()
        self.transport.unregisterProducer()  # as long as there is one, Twisted doesn't close
        super().close(
            f"This capture is of Minecraft {factory.minecraft}" if reason == _WRONG_VERSION else reason
        )

    def pauseProducing(self) -> None:
        self._paused = True

    def resumeProducing(self) -> None:
        if self._paused:
            self._paused = False
            self._play()

    def stopProducing(self) -> None:
        """The connection is gone; connection_lost follows."""

    def switch_protocol_mode(self, mode: str) -> None:
        if mode != "play":
            super().switch_protocol_mode(mode)
            return
        self.check_protocol_mode_switch(mode)
        factory: PlaybackFactory = self.factory
        self._send(factory.encode.set_compression(COMPRESSION_THRESHOLD))
        self.set_compression(COMPRESSION_THRESHOLD)
        self.protocol_mode = mode
        self._begin()

    # --- playing

    def _begin(self) -> None:
        factory: PlaybackFactory = self.factory
        try:
            self._capture = Capture(factory.path)
            if not self._capture.metadata.starts_in_login:
                self._send(factory.encode.login_success(UUID(bytes=self.uuid.bytes), self.display_name))
                self._in_play = True
            self._packets = self._capture.packets()
            self._next = next(self._packets, None)
        except (CaptureError, OSError) as error:
            self._give_up(error)
            return
        self._started = factory.reactor.seconds()
        self._play()
        self._keep_alive()

    def _play(self) -> None:
        """Send what is due, and come back when the next packet is."""
        if self._capture is None or self._paused or self.closed:
            return
        factory: PlaybackFactory = self.factory
        try:
            while self._next is not None:
                wait = self._started + self._next.time / 1000 - factory.reactor.seconds()
                if wait > 0 or self._paused:
                    self._later("play", max(wait, 0.0), self._play)
                    return
                self._show(self._next)
                self._next = next(self._packets, None)
        except (CaptureError, DecodeError, FrameError, OSError) as error:
            self._give_up(error)
            return
        log.info("%s has seen it all", self.display_name)
        self.close("The capture ends here.")

    def _show(self, packet: CapturedPacket) -> None:
        factory: PlaybackFactory = self.factory
        packet_id, start = read_varint(packet.data, 0)
        if not self._in_play:
            if factory.family.packet_name("login", packet.direction, packet_id) == "login_success":
                self._in_play = True
                self._send(packet.data)
            return
        name = factory.family.packet_name("play", packet.direction, packet_id)
        if packet.direction == "clientbound":
            if name not in _OURS:
                self._send(packet.data)
            if name == _TELEPORT:
                self._teleported(packet.data[start:])
        elif name in _MOVES:
            self._follow(name, packet, start)

    def _teleported(self, body: bytes) -> None:
        message = self.factory.family.decode("clientbound", _TELEPORT, body)
        if isinstance(message, PlayerTeleport) and not message.relative:
            self._body = message.x, message.y, message.z
            self._look = message.yaw, message.pitch

    def _follow(self, name: str, packet: CapturedPacket, start: int) -> None:
        """Move the client to where the recorded one said that it was."""
        factory: PlaybackFactory = self.factory
        message = factory.family.decode("serverbound", name, packet.data[start:])
        if not isinstance(message, PlayerMove):
            return
        self._body = message.position or self._body
        self._look = message.look or self._look
        if self._body is None or packet.time - self._moved < FOLLOW_MILLISECONDS:
            return
        self._moved = packet.time
        for step in factory.encode.teleport(*self._body, *self._look, next(self._teleport_ids)):
            self._send(step)

    def _keep_alive(self) -> None:
        factory: PlaybackFactory = self.factory
        if self._in_play:
            for packet in factory.encode.keep_alive(int(factory.reactor.seconds() * 1000)):
                self._send(packet)
        self._later("keep alive", KEEP_ALIVE_SECONDS, self._keep_alive)

    def _send(self, packet: bytes) -> None:
        if not self.closed:
            self.transport.write(frame_packet(packet, self.compression_threshold))

    def _give_up(self, error: Exception) -> None:
        log.error("%s", error)
        self.close(f"The capture can't be played on: {error}")

    def _later(self, what: str, seconds: float, call: Any) -> None:
        if not self.closed:
            self._calls[what] = self.factory.reactor.callLater(seconds, call)

    def _stop(self) -> None:
        for call in self._calls.values():
            if call.active():
                call.cancel()
        self._calls.clear()
        if self._capture is not None:
            self._capture.close()
            self._capture = None


class PlaybackFactory(ServerFactory):  # type: ignore[misc]
    """Plays one capture, from its start for each client.

    Raises :class:`CaptureError` for what can't be played.
    """

    protocol = Playback
    noisy = False
    online_mode = False

    def __init__(self, reactor: Any, path: Path) -> None:
        super().__init__()
        self.reactor = reactor
        self.path = path
        with Capture(path) as capture:
            self.family = family_of(capture)
        self.minecraft = self.family.minecraft
        self.encode = server_side(self.family)
        self.force_protocol_version = self.family.protocol
        self.motd = f"Hearthkin replay: {path.name}"

    def listen(self, host: str, port: int = 0) -> Any:
        """Start; return Twisted's listening port. Raises its CannotListenError."""
        return self.reactor.listenTCP(port, self, interface=host)


def serve(reactor: Any, path: Path, listen: Address) -> None:
    """Play a capture to whoever joins at ``listen``, until the process is interrupted.

    Raises :class:`CaptureError` and OSError before it listens, for what can't be played.
    """
    factory = PlaybackFactory(reactor, path)
    host = factory.listen(listen.host, listen.port).getHost()
    log.info("join %s:%d with Minecraft %s to watch %s", host.host, host.port, factory.minecraft, path)
    reactor.run()
