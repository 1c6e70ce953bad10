"""What both kinds of connection share: frames in and out, times, and a close that lets the last words arrive.

quarry gives the protocol classes, the cipher and the state machine; receiving, sending and timing are ours.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from quarry.net.crypto import Cipher
from quarry.net.protocol import ProtocolError
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer  # type: ignore[import-untyped]

from proxy.connection.clock import Clock, DelayedCall, IdleTimer
from proxy.wire.address import Address
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import Frame, FrameError
from proxy.wire.framing import FrameSplitter, frame_packet
from proxy.wire.limits import Limits

if TYPE_CHECKING:
    from proxy.wire.statistics import Statistics

log = logging.getLogger(__name__)

_SWITCHES = frozenset(
    {
        ("init", "status"),
        ("init", "login"),
        ("login", "play"),
        ("login", "configuration"),
        ("configuration", "play"),
        ("play", "configuration"),
    }
)
"""State to state, by quarry's names."""


class Handler:
    """What a connection does in one state of the protocol. A state change puts another handler in place."""

    name = "?"
    """As in log lines."""

    def received(self, item: bytes | Frame) -> None:
        """A frame, or a run of whole frames that the splitter's table lets pass.

        Raises :class:`FrameError` or :class:`DecodeError` for what this state doesn't allow.
        """
        raise NotImplementedError

    def batch_over(self) -> None:
        """No more frames in the bytes that came at once."""

    def breached(self, what: str) -> None:
        """The peer broke the protocol or a limit; tell whom it concerns, and close."""
        raise NotImplementedError

    def timed_out(self) -> None:
        """Nothing came for ``Limits.read_timeout``; tell whom it concerns, and close."""
        raise NotImplementedError

    def lost(self) -> None:
        """The connection is gone, whoever closed it."""


class FramedConnection:
    """Comes before a quarry protocol class among the bases and takes over its bytes, timers and logger.

    quarry's own ``__init__`` is not called: it starts a 20 Hz ticker and leaves a logger per address behind.
    """

    #: Set by quarry's classes.
    transport: Any
    closed: bool
    protocol_mode: str

    handler: Handler
    statistics: Statistics

    def __init__(
        self,
        factory: Any,
        remote_addr: Any,
        *,
        clock: Clock,
        limits: Limits,
        splitter: FrameSplitter,
        handler: Handler,
    ) -> None:
        self.factory = factory
        self.remote_addr = remote_addr
        self.cipher: Any = Cipher()
        self.logger = log
        self.clock = clock
        self.limits = limits
        self.splitter = splitter
        self.handler = handler
        self.idle = IdleTimer(clock, limits.read_timeout, self.connection_timed_out)
        self._queued: list[bytes] = []
        self._linger: DelayedCall | None = None
        self._lost = False

    @property
    def address(self) -> str:
        """The peer as ``host:port``, for people."""
        return str(Address(self.remote_addr.host, self.remote_addr.port))

    @property
    def threshold(self) -> int:
        """Compression threshold of both directions in bytes; negative: off."""
        return self.splitter.threshold

    def check_protocol_mode_switch(self, mode: str) -> None:
        """Raise quarry's ProtocolError for a state that can't follow the present one.

        quarry's own knows no configuration state, which lies between login and play and can come again.
        """
        if (self.protocol_mode, mode) not in _SWITCHES:
            raise ProtocolError(f"{mode} can't follow {self.protocol_mode}")

    def switch_protocol_mode(self, mode: str) -> None:
        """Note the state of what is sent from here on; that of what is received is its handler's business.

        Raises quarry's ProtocolError for one that can't follow. Sends nothing, where quarry's would.
        """
        self.check_protocol_mode_switch(mode)
        self.protocol_mode = mode

    def set_compression(self, compression_threshold: int) -> None:
        """Use compression from the next frame on, in both directions."""
        self.splitter.threshold = compression_threshold

    # --- receiving

    def connection_made(self) -> None:
        self.transport.setTcpNoDelay(True)

    def data_received(self, data: bytes) -> None:
        if self.closed:
            return
        self.idle.touch()
        if self.cipher.decryptor is not None:
            data = self.cipher.decrypt(data)
        try:
            self._handle(data)
        except (FrameError, DecodeError, ProtocolError) as error:
            self.breach(str(error))
        except Exception:
            log.exception("%s: internal error in %s, connection closed", self.address, self.handler.name)
            self.handler.breached("internal error in Hearthkin")
            self.close()

    def _handle(self, data: bytes) -> None:
        try:
            for item in self.splitter.feed(data):
                # Another handler may have taken over since the last one.
                self.handler.received(item)
                if self.closed:
                    break
        finally:
            self.handler.batch_over()

    def breach(self, what: str) -> None:
        """Close because the peer broke the protocol or a limit; ``what`` says how."""
        log.warning("%s: closed in %s: %s", self.address, self.handler.name, what)
        self.statistics.breaches += 1
        self.handler.breached(what)
        self.close()

    def connection_timed_out(self) -> None:
        if not self.closed:
            self.handler.timed_out()
            self.close()

    def pause_reading(self) -> None:
        """Read nothing until :meth:`resume_reading`; the read timeout waits as well."""
        if not self.closed:
            self.idle.pause()
            self.transport.pauseProducing()

    def resume_reading(self) -> None:
        if not self.closed:
            self.idle.resume()
            self.transport.resumeProducing()

    # --- sending

    def queue(self, raw: bytes) -> None:
        """Send whole frames as they are, with the next :meth:`flush`."""
        self._queued.append(raw)

    def flush(self) -> None:
        """Send what is queued."""
        queued = self._queued
        if not queued:
            return
        data = queued[0] if len(queued) == 1 else b"".join(queued)
        queued.clear()
        if self.closed:
            return
        if self.cipher.encryptor is not None:
            data = self.cipher.encrypt(data)
        self.transport.write(data)

    def write(self, raw: bytes) -> None:
        """Send whole frames as they are, after those that are queued."""
        self._queued.append(raw)
        self.flush()

    def send(self, packets: Iterable[bytes]) -> None:
        """Send packets (id and body), each in a frame of this connection's threshold.

        Raises :class:`FrameError`, before anything is sent, when one doesn't fit into a frame.
        """
        self.write(b"".join([frame_packet(packet, self.splitter.threshold) for packet in packets]))

    # --- closing

    def close(self, reason: object = None) -> None:
        """Send what is written, say that nothing follows, and cut the connection when the peer doesn't close.

        Closing the socket at once would lose the last words: with unread bytes in it, it answers by a reset.
        """
        if self.closed:
            return
        self.flush()
        self.closed = True
        self.idle.cancel()
        if self._lost:
            return
        transport = self.transport
        transport.unregisterProducer()
        transport.resumeProducing()
        transport.loseWriteConnection()
        self._linger = self.clock.callLater(self.limits.close_timeout, transport.abortConnection)

    def abort(self) -> None:
        """Cut the connection, whatever isn't sent yet."""
        self.closed = True
        self.idle.cancel()
        if not self._lost:
            self.transport.abortConnection()

    def connection_lost(self, reason: object = None) -> None:
        self._lost = True
        self.closed = True
        self.idle.cancel()
        if self._linger is not None and self._linger.active():
            self._linger.cancel()
        self.handler.lost()


@implementer(IPushProducer)
class Backpressure:
    """Stands between a connection that is written to and the one that the bytes come from.

    Twisted asks it to pause when more than 64 KiB wait to be sent and to go on when they are sent.
    """

    def __init__(self, source: FramedConnection) -> None:
        self._source = source
        self.congested = False

    def pauseProducing(self) -> None:
        # Twisted says so again with each write to a full buffer.
        if not self.congested:
            self.congested = True
            self._source.pause_reading()

    def resumeProducing(self) -> None:
        self.congested = False
        self._source.resume_reading()

    def stopProducing(self) -> None:
        """The connection written to is gone; its handler closes the other one."""
