"""Feeds a capture to observers as fast as it can be read, through a bridge that has no sockets."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from proxy import messages as m
from proxy.capture.container import CapturedPacket, CaptureError
from proxy.capture.reader import Capture
from proxy.capture.states import LOGIN_SUCCESS, ProtocolStates
from proxy.connection.observer import EVERYTHING, Observer
from proxy.tracking.client_view import ClientView
from proxy.tracking.tracker import WorldTracker
from proxy.versions import family_for, supported_releases
from proxy.versions.base import Direction, ProtocolFamily
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import Frame
from world.view import WorldRegistry

if TYPE_CHECKING:
    from proxy.connection.bridge import Bridge

log = logging.getLogger(__name__)

Progress = Callable[[int, int], object]
"""Called with bytes done and bytes in all."""

MakeObservers = Callable[["ReplayBridge"], Iterable[Observer]]

PROGRESS_BYTES = 1024 * 1024

_SPAWNS = frozenset({"spawn_object", "spawn_mob", "spawn_player", "spawn_painting", "spawn_experience_orb"})


class ReplayBridge:
    """Stands in for :class:`proxy.connection.bridge.Bridge`: what observers send is counted and goes nowhere."""

    def __init__(
        self, family: ProtocolFamily, make_observers: MakeObservers, *, from_login: bool = True
    ) -> None:
        """``from_login``: login success comes first. Otherwise call :meth:`join` before feeding."""
        self.family = family
        self.session = 1
        self.profile_name = ""
        self.profile_uuid = UUID(int=0)
        self.address = "capture"
        self.backend_name = "capture"
        self.login_success = b""
        self.observers: list[Observer] = []
        self.injection_listeners: list[Callable[[Sequence[bytes]], None]] = []
        self.replacement_listeners: list[Callable[[Sequence[bytes]], None]] = []
        self.client_congested = False
        self.sent_to_client = 0
        """Packets."""
        self.sent_to_server = 0
        self.packets: dict[Direction, Counter[str]] = {"clientbound": Counter(), "serverbound": Counter()}
        """By name."""
        self.errors: Counter[str] = Counter()
        """Observers that failed, by packet name."""
        self._make_observers = make_observers
        self._states = ProtocolStates(family, from_login=from_login)
        self._joined = False
        self._watchers: dict[tuple[Direction, str], tuple[Observer, ...]] = {}

    def __str__(self) -> str:
        return f"{self.profile_name} ({self.address})"

    # --- what observers may call

    @property
    def in_play(self) -> bool:
        """As of the live bridge: what is sent outside of play is dropped."""
        return self._joined and self._states["clientbound"] == "play"

    def send_to_client(self, *packets: bytes) -> None:
        if self.in_play:
            self.sent_to_client += len(packets)
            for listener in tuple(self.injection_listeners):
                listener(packets)

    def send_to_server(self, *packets: bytes) -> None:
        if self._joined and self._states["serverbound"] == "play":
            self.sent_to_server += len(packets)

    def refresh_interests(self) -> None:
        self._watchers.clear()

    def kick(self, reason: object) -> None:
        """A replay goes on."""

    # --- feeding

    def feed(self, packet: CapturedPacket) -> None:
        """Show a packet to the observers that want it.

        Raises :class:`CaptureError` for what can't be a packet of the login.
        """
        recorded = self._states.name(packet)
        direction, name = packet.direction, recorded.name
        self.packets[direction][name] += 1
        if recorded.state != "login":
            self._show(direction, name, Frame(packet.data, 0, 0, recorded.packet_id, packet.data))
        self._states.follow(direction, recorded)
        if recorded.state == "login" and name == LOGIN_SUCCESS:
            self._log_in(packet, recorded.start)

    def _show(self, direction: Direction, name: str, frame: Frame) -> None:
        for observer in self._watching(direction, name):
            try:
                if direction == "clientbound":
                    answer = observer.clientbound(cast("Bridge", self), name, frame)
                else:
                    answer = observer.serverbound(cast("Bridge", self), name, frame)
            except Exception:
                self.errors[name] += 1
                log.exception("%s failed on %s", type(observer).__name__, name)
                continue
            if answer is not None:
                if direction == "clientbound":
                    for listener in tuple(self.replacement_listeners):
                        listener(answer)
                break

    def join(self) -> None:
        """The login is over: observers are made now that the player's name is known, and told."""
        self._joined = True
        self.observers += self._make_observers(self)
        self.refresh_interests()
        for observer in tuple(self.observers):
            observer.joined(cast("Bridge", self))

    def leave(self) -> None:
        for observer in tuple(self.observers):
            observer.left(cast("Bridge", self))

    def _log_in(self, packet: CapturedPacket, start: int) -> None:
        try:
            self.profile_uuid, self.profile_name = self.family.read_login_success(packet.data[start:])
        except DecodeError as error:
            raise CaptureError(f"login success can't be read: {error}") from None
        self.login_success = packet.data
        self.join()

    def _watching(self, direction: Direction, name: str) -> tuple[Observer, ...]:
        key = direction, name
        watchers = self._watchers.get(key)
        if watchers is None:
            watchers = self._watchers[key] = tuple(
                observer
                for observer in self.observers
                for names in [getattr(observer, f"{direction}_interests")]
                if name in names or names >= EVERYTHING
            )
        return watchers


def replay(
    path: Path | str, progress: Progress | None = None, observers: MakeObservers | None = None
) -> dict[str, Any]:
    """Feed a capture to the tracker, or to ``observers`` beside it; return a summary that JSON can hold.

    All sections of every chunk are read, so that damage is found. Keys: ``minecraft``, ``protocol``,
    ``duration`` (ms), ``cut`` (the end is missing), ``packets`` (direction → name → count), ``chunks``,
    ``players``, ``entities`` (seen in all), ``errors`` (name → count).

    Raises :class:`CaptureError` for what isn't a capture, is damaged, or is of a version that we don't speak.
    """
    with Capture(path) as capture:
        surveys: list[_Survey] = []

        def make(bridge: ReplayBridge) -> list[Observer]:
            view = ClientView(cast("Bridge", bridge), cast(Any, _NoPort()))
            tracker = WorldTracker(view, WorldRegistry())
            surveys.append(_Survey(view, tracker))
            return [tracker, *surveys, *(observers(bridge) if observers is not None else ())]

        bridge = ReplayBridge(family_of(capture), make, from_login=capture.metadata.starts_in_login)
        duration = _feed(capture, bridge, progress)
        if not surveys:
            raise CaptureError(f"{capture.path}: nobody logs in")
        survey = surveys[0]
        errors = survey.errors() + bridge.errors
        bridge.leave()
        return {
            "minecraft": bridge.family.minecraft,
            "protocol": bridge.family.protocol,
            "duration": duration,
            "cut": capture.cut,
            "packets": {
                direction: dict(sorted(names.items())) for direction, names in bridge.packets.items()
            },
            "chunks": len(survey.chunks),
            "players": len(survey.players),
            "entities": sum(survey.entities.values()),
            "entity_kinds": dict(sorted(survey.entities.items())),
            "errors": dict(sorted(errors.items())),
        }


def _feed(capture: Capture, bridge: ReplayBridge, progress: Progress | None) -> int:
    """Feed all packets; return the time of the last in milliseconds."""
    total = capture.total_bytes
    reported = duration = 0
    if not capture.metadata.starts_in_login:
        bridge.join()
    for packet in capture.packets():
        bridge.feed(packet)
        duration = packet.time
        if progress is not None and capture.bytes_read - reported >= PROGRESS_BYTES:
            reported = capture.bytes_read
            progress(reported, total)
    if progress is not None:
        progress(total, total)
    return duration


def family_of(capture: Capture) -> ProtocolFamily:
    """The family of a capture's version. Raises :class:`CaptureError` for one that we don't speak."""
    metadata = capture.metadata
    family = family_for(metadata.protocol)
    if family is None:
        raise CaptureError(
            f"{capture.path}: of {metadata.minecraft} (protocol {metadata.protocol}), "
            f"Hearthkin reads {supported_releases()}"
        )
    return family


class _NoPort:
    """For a view whose companions nobody sees."""


class _Survey:
    """Counts what a capture shows, and reads each chunk whole."""

    clientbound_interests = frozenset({"chunk_data", "map_chunk_bulk", "player_list_item"}) | _SPAWNS
    serverbound_interests: frozenset[str] = frozenset()

    def __init__(self, view: ClientView, tracker: WorldTracker) -> None:
        self._view = view
        self._tracker = tracker
        self._damaged = 0
        self.chunks: set[tuple[str, int, int]] = set()
        self.players: set[UUID] = {view.player.uuid}
        self.entities: Counter[str] = Counter()

    def errors(self) -> Counter[str]:
        return self._tracker.errors + Counter(chunk_data=self._damaged)

    def joined(self, bridge: Bridge) -> None: ...

    def left(self, bridge: Bridge) -> None: ...

    def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        try:
            message = bridge.family.decode("clientbound", name, frame.body)
        except DecodeError:
            return None  # counted by the tracker
        if isinstance(message, m.ChunkData):
            self._read_chunk(message.x, message.z)
        elif isinstance(message, m.ChunkBulk):
            for x, z in message.places:
                self._read_chunk(x, z)
        elif isinstance(message, m.PlayerInfo):
            self.players |= {entry.uuid for entry in message.entries}
        elif isinstance(message, m.SpawnEntity):
            self.entities[message.kind] += 1
        return None

    def serverbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        return None

    def _read_chunk(self, x: int, z: int) -> None:
        world = self._view.world
        chunk = None if world is None else world.chunk(x, z)
        if world is None or chunk is None:
            return
        self.chunks.add((world.key.name, x, z))
        dimension = world.dimension
        if chunk.states_between(dimension.min_y, dimension.min_y + dimension.height) is None:
            self._damaged += 1
