"""Records a client's session: all that the client got, companions included, and all that it sent."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from proxy.capture.container import SUFFIX, UNFINISHED_SUFFIX, Metadata
from proxy.capture.writer import CaptureWriter
from proxy.connection.observer import EVERYTHING
from proxy.messages import SpawnEntity
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import Frame

if TYPE_CHECKING:
    from proxy.connection.bridge import Bridge

log = logging.getLogger(__name__)

_NOTHING: frozenset[str] = frozenset()
_BUNDLE_DELIMITER = "bundle_delimiter"
_SPAWNS = frozenset({"spawn_player", "spawn_object"})
"""What players come with: the first to 1.20.1, the second from then on."""


class CaptureObserver:
    """Records into a new file in ``folder`` from the moment the client has joined.

    It has to be the first of the bridge's observers, so that it sees what others keep from the server. The
    clientbound packets are seen from behind the others, in the order of the wire: what is injected while they
    look at a frame goes out before it, and what takes a frame's place is recorded instead of it. The client gets a
    bundle when it is whole, and so does the recording: what is injected meanwhile comes before it in both.
    """

    clientbound_interests = _NOTHING
    serverbound_interests = EVERYTHING

    def __init__(self, bridge: Bridge, folder: Path) -> None:
        self.folder = folder
        self.writer: CaptureWriter | None = None
        """None before the client has joined, and where no file could be made."""

    def joined(self, bridge: Bridge) -> None:
        started = time.time()
        metadata = Metadata(
            protocol=bridge.family.protocol,
            minecraft=bridge.family.minecraft,
            server_name=bridge.backend_name,
            started=int(started * 1000),
        )
        try:
            path = free_path(self.folder, bridge.profile_name, started)
            self.writer = CaptureWriter(path, metadata)
        except OSError as error:
            log.error("%s isn't recorded: %s", bridge, error)
            return
        self.writer.players[bridge.profile_uuid] = None
        self.writer.record("clientbound", bridge.login_success)
        behind = _Behind(self.writer)
        bridge.injection_listeners.append(self._injected)
        bridge.replacement_listeners.append(behind.replaced)
        bridge.observers.append(behind)
        bridge.refresh_interests()

    def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        return None

    def serverbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        if self.writer is not None:
            self.writer.record("serverbound", frame.packet)
        return None

    def left(self, bridge: Bridge) -> None:
        if self.writer is not None:
            self.writer.close()

    def _injected(self, packets: Sequence[bytes]) -> None:
        if self.writer is not None:
            for packet in packets:
                self.writer.record("clientbound", packet)


class _Behind:
    """The last observer: sees the clientbound frames that go to the client as they came, and records them."""

    clientbound_interests = EVERYTHING
    serverbound_interests = _NOTHING

    def __init__(self, writer: CaptureWriter) -> None:
        self._writer = writer
        self._bundle: list[bytes] | None = None
        """What the open bundle holds so far, its delimiter included."""

    def joined(self, bridge: Bridge) -> None: ...

    def left(self, bridge: Bridge) -> None: ...

    def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        if name == _BUNDLE_DELIMITER:
            self._delimited(frame.packet)
        else:
            self._put(frame.packet)
        if name in _SPAWNS:
            self._note_player(bridge, name, frame)
        return None

    def replaced(self, packets: Sequence[bytes]) -> None:
        """An observer in front had these take the place of a frame."""
        for packet in packets:
            self._put(packet)

    def _put(self, packet: bytes) -> None:
        if self._bundle is None:
            self._writer.record("clientbound", packet)
        else:
            self._bundle.append(packet)

    def _delimited(self, delimiter: bytes) -> None:
        if self._bundle is None:
            self._bundle = [delimiter]
            return
        bundle, self._bundle = self._bundle, None
        for packet in (*bundle, delimiter):
            self._put(packet)

    def serverbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        return None

    def _note_player(self, bridge: Bridge, name: str, frame: Frame) -> None:
        try:
            message = bridge.family.decode("clientbound", name, frame.body)
        except DecodeError:
            return  # the tracker reports it; the metadata can do without
        if isinstance(message, SpawnEntity) and message.kind == "player" and message.uuid is not None:
            self._writer.players[message.uuid] = None


def free_path(folder: Path, player: str, started: float) -> Path:
    """A name for a new capture: local time and player, numbered where that exists."""
    moment = time.strftime("%Y-%m-%d_%H-%M-%S", time.localtime(started))
    stem = f"{moment}_{re.sub(r'[^A-Za-z0-9_-]', '_', player)}"
    number = 1
    while True:
        path = folder / (stem + ("" if number == 1 else f"_{number}") + SUFFIX)
        if not path.exists() and not path.with_name(path.name + UNFINISHED_SUFFIX).exists():
            return path
        number += 1
