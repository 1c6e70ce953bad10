"""The two directions of a connection once the player is logged in: what is looked at, held, and passed on.

Each direction has a state of its own. What the server says changes that of the clientbound lane at once; the client
answers to it, and only then the serverbound lane changes, so that what was under way is still read as what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from proxy.connection.bundle import Bundle
from proxy.connection.framed import FramedConnection, Handler
from proxy.connection.guard import Check, serverbound_checks
from proxy.connection.handshake import read_compression_threshold
from proxy.connection.observer import EVERYTHING, Observer
from proxy.versions.base import CONFIGURATION
from proxy.wire.frame import Frame, FrameError, InflateError
from proxy.wire.framing import ALL_WANTED, PASS, UNKNOWN, WANTED, IdTable, frame_packet, reframe

if TYPE_CHECKING:
    from proxy.connection.bridge import Bridge
    from proxy.versions.base import Direction

LaneState = Literal["configuration", "play"]

Show = Callable[["Bridge", str, Frame], Sequence[bytes] | None]
"""How an observer is shown a frame."""

Turn = Callable[[Frame], None]
"""Passes on a frame that changes how the next ones are to be read, and sees to that."""

_IDS = 256


class _Entry(NamedTuple):
    """What is done with the packets of one id."""

    name: str | None
    """As observers know it; None where the version has no such packet."""
    watchers: tuple[tuple[Observer, Show], ...]
    check: Check | None = None
    turn: Turn | None = None

    @property
    def wanted(self) -> bool:
        return bool(self.watchers or self.check or self.turn)


class Lane(Handler):
    """One direction after the login: shows frames to observers and passes everything on."""

    direction: ClassVar[Direction]
    source_is: ClassVar[str]
    """Who is at the other end, for messages to the player."""

    state: LaneState

    def __init__(self, bridge: Bridge, source: FramedConnection, target: FramedConnection) -> None:
        self._bridge = bridge
        self._source = source
        self._target = target
        self._tables: dict[LaneState, tuple[list[_Entry], IdTable]] = {}
        """By state, so that a server that goes to and fro between them doesn't have them made anew each time."""
        self._entries: list[_Entry] = []
        self._equal_thresholds = True
        self._put = target.queue
        """Takes whole frames that are to go out in order."""

    def enter(self, state: LaneState) -> None:
        """Read the frames that follow as those of ``state``."""
        self._target.switch_protocol_mode(state)
        self.state = state
        self.name = f"{state}, {self.direction}"
        self._use_tables()

    # --- what differs between the directions

    def _interest(self, observer: Observer) -> tuple[frozenset[str], Show]:
        raise NotImplementedError

    def _checks(self) -> Mapping[int, Check]:
        """Bounds on packets of the present state, by id."""
        return {}

    def _turns(self) -> Mapping[str, Turn]:
        """What changes the present state, by the name of the packet."""
        raise NotImplementedError

    def _replaced(self, packets: Sequence[bytes]) -> None:
        """An observer had ``packets`` take the place of a frame."""

    # --- tables

    def refresh(self) -> None:
        """Take up what observers want now, and the thresholds of both sides."""
        self._tables.clear()
        self._use_tables()

    def _use_tables(self) -> None:
        if self.state not in self._tables:
            self._tables[self.state] = self._make_tables()
        self._entries, kinds = self._tables[self.state]
        self._equal_thresholds = self._source.threshold == self._target.threshold
        if not self._equal_thresholds:
            self._source.splitter.table = ALL_WANTED
        else:
            self._source.splitter.table = kinds if WANTED in kinds else None

    def _make_tables(self) -> tuple[list[_Entry], IdTable]:
        """Resolve names to ids: who gets which frame, and which the splitter needn't cut out."""
        shows = [(o, *self._interest(o)) for o in self._bridge.observers]
        checks = self._checks()
        turns = self._turns()
        prefix = CONFIGURATION if self.state == "configuration" else ""
        entries = []
        kinds = bytearray()
        for packet_id in range(_IDS):
            bare = self._bridge.family.packet_name(self.state, self.direction, packet_id)
            name = None if bare is None else prefix + bare
            watchers = tuple((o, show) for o, names, show in shows if name in names or names >= EVERYTHING)
            entry = _Entry(name, watchers, checks.get(packet_id), turns.get(bare) if bare else None)
            entries.append(entry)
            kinds.append(WANTED if entry.wanted else PASS if name is not None else UNKNOWN)
        curious = tuple((o, show) for o, names, show in shows if names >= EVERYTHING)
        entries.append(_Entry(None, curious))
        kinds.append(WANTED if curious else UNKNOWN)
        return entries, bytes(kinds)

    # --- frames

    def received(self, item: bytes | Frame) -> None:
        if isinstance(item, bytes):
            self._put(item)
            return
        packet_id = item.packet_id
        name, watchers, check, turn = self._entries[packet_id if 0 <= packet_id < _IDS else _IDS]
        if check is not None:
            check(item.body)
        if name is None:
            self._source.splitter.count_unknown(packet_id)
            name = unknown_name(packet_id, self.state)
        for observer, show in watchers:
            try:
                answer = show(self._bridge, name, item)
                if answer is not None:
                    if turn is not None:
                        raise TypeError(f"nothing can take the place of {name}: both sides have to see it")
                    self._replace(answer)
                    return
            except InflateError:
                # The frame itself is damaged, whoever was the first to look into it.
                raise
            except Exception:
                self._bridge.observer_failed(observer, name)
        if turn is not None:
            turn(item)
        else:
            self._put(item.raw if self._equal_thresholds else self._whole(item))

    def _whole(self, frame: Frame) -> bytes:
        """The frame as the other side takes it."""
        if self._equal_thresholds:
            return frame.raw
        return reframe(frame, self._source.threshold, self._target.threshold)

    def _replace(self, packets: Sequence[bytes]) -> None:
        threshold = self._target.threshold
        self._put(b"".join([frame_packet(packet, threshold) for packet in packets]))
        self._replaced(packets)

    def batch_over(self) -> None:
        self._target.flush()

    # --- the end

    def breached(self, what: str) -> None:
        self._bridge.close(
            f"{self.source_is[0].upper()}{self.source_is[1:]} sent what Hearthkin can't pass on: {what}"
        )

    def timed_out(self) -> None:
        seconds = self._bridge.limits.read_timeout
        self._bridge.close(f"Timed out: nothing came from {self.source_is} for {seconds:g} s")


class ClientboundLane(Lane):
    """From the server to the client. Holds a bundle back until it is whole."""

    direction = "clientbound"
    source_is = "the server"

    def __init__(self, bridge: Bridge, source: FramedConnection, target: FramedConnection) -> None:
        super().__init__(bridge, source, target)
        self._bundle: Bundle | None = None
        self.announced = 0
        """How often the server has changed the state; the client has to acknowledge each time."""

    def _interest(self, observer: Observer) -> tuple[frozenset[str], Show]:
        return observer.clientbound_interests, observer.clientbound

    def _turns(self) -> Mapping[str, Turn]:
        if self.state == "configuration":
            return {"finish_configuration": self._configured}
        return {
            "start_configuration": self._reconfigured,
            "bundle_delimiter": self._delimited,
            "set_compression": self._compression_changed,
        }

    def _replaced(self, packets: Sequence[bytes]) -> None:
        self._bridge.replaced(packets)

    def said_why(self) -> bool:
        """Whether the server's last word is one that ends the connection, and has reached the client."""
        last = self._source.splitter.last_packet_id()
        if last is None or self._bundle is not None:
            return False
        return self._bridge.family.packet_name(self.state, "clientbound", last) in ("disconnect", "transfer")

    # --- turns

    def _configured(self, frame: Frame) -> None:
        self._put(self._whole(frame))
        self.announced += 1
        self.enter("play")

    def _reconfigured(self, frame: Frame) -> None:
        if self._bundle is not None:
            raise FrameError("start_configuration inside a bundle")
        self._put(self._whole(frame))
        self.announced += 1
        self.enter("configuration")

    def _delimited(self, frame: Frame) -> None:
        if self._bundle is None:
            self._bundle = Bundle(self._whole(frame), self._bridge.limits)
            self._put = self._bundle.hold
        else:
            self._put = self._target.queue
            self._put(self._bundle.closed_by(self._whole(frame)))
            self._bundle = None

    def _compression_changed(self, frame: Frame) -> None:
        threshold = read_compression_threshold(frame.body)
        self._put(self._whole(frame))
        self._bridge.use_compression(threshold)

    def lost(self) -> None:
        self._bridge.backend_lost()


class ServerboundLane(Lane):
    """From the client to the server. Keeps what the client says within bounds, and its states behind the server's."""

    direction = "serverbound"
    source_is = "your game"

    def __init__(
        self, bridge: Bridge, source: FramedConnection, target: FramedConnection, clientbound: ClientboundLane
    ) -> None:
        super().__init__(bridge, source, target)
        self._clientbound = clientbound
        self._acknowledged = 0

    def _interest(self, observer: Observer) -> tuple[frozenset[str], Show]:
        return observer.serverbound_interests, observer.serverbound

    def _checks(self) -> Mapping[int, Check]:
        return serverbound_checks(self._bridge.family, self._bridge.limits, self.state)

    def _turns(self) -> Mapping[str, Turn]:
        if self.state == "configuration":
            return {"finish_configuration": self._configured}
        return {"configuration_acknowledged": self._reconfigured}

    def _configured(self, frame: Frame) -> None:
        self._acknowledge("finish_configuration")
        self._put(self._whole(frame))
        self.enter("play")

    def _reconfigured(self, frame: Frame) -> None:
        self._acknowledge("configuration_acknowledged")
        self._put(self._whole(frame))
        self.enter("configuration")

    def _acknowledge(self, what: str) -> None:
        if self._acknowledged == self._clientbound.announced:
            raise FrameError(f"{what}, which nobody asked for")
        self._acknowledged += 1

    def lost(self) -> None:
        self._bridge.client_lost()


def unknown_name(packet_id: int, state: LaneState) -> str:
    """What observers of everything get as the name of a packet that the version doesn't have."""
    prefix = CONFIGURATION if state == "configuration" else ""
    return f"{prefix}unknown_{packet_id & 0xFFFFFFFF:#04x}"
