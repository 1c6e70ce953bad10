"""Puts the rooms together: listener, worlds, companions, saves, and the 20 Hz clock over them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from twisted.internet import defer, task

from nbt.store import NpcStore, StoreError
from npc.clock import SystemClock
from npc.happenings import Happening
from npc.settle import place_beside
from npc.simulation import Simulation
from proxy.capture.observer import CaptureObserver
from proxy.config import Address, Config, NpcConfig
from proxy.connection.bridge import Bridge
from proxy.connection.listener import ProxyFactory
from proxy.connection.observer import Observer
from proxy.inspection import Inspection, InspectionFactory
from proxy.interaction import InteractionFilter
from proxy.mood_channel import MoodChannel
from proxy.stage_writer import StageWriter
from proxy.tracking.client_view import ClientView
from proxy.tracking.doers import Doers
from proxy.tracking.tracker import WorldTracker
from proxy.verbose import PacketLog
from world.view import WorldRegistry

log = logging.getLogger(__name__)

TICK_SECONDS = 0.05


class Hearthkin:
    """One running proxy with its companions.

    ``reactor`` is Twisted's; ``record`` is the folder that captures go to, None for none.
    """

    def __init__(
        self,
        reactor: Any,
        config: Config,
        *,
        record: Path | None = None,
        verbose: bool = False,
        seed: int | None = None,
    ) -> None:
        self.reactor = reactor
        self.config = config
        self.record = record
        self.verbose = verbose
        self.worlds = WorldRegistry()
        self.views: dict[int, ClientView] = {}
        self.trackers: dict[int, WorldTracker] = {}
        self.store = NpcStore(config.saves.folder)
        self.simulation = Simulation(
            SystemClock(), Random(seed), self.store, config.repertoire(), minds=config.memory.settings()
        )
        self.doers = Doers(lambda: self.simulation.tick_number)
        self.factory = ProxyFactory(
            config.server.address, config.limits_object(), self._observers, reactor=reactor
        )
        self._homeless: dict[str, NpcConfig] = {}
        self._inspection_port: Any = None
        self._ticking = task.LoopingCall(self._tick)
        self._ticking.clock = reactor
        self._saving = task.LoopingCall(self.simulation.autosave)
        self._saving.clock = reactor

    # --- life

    def start(self) -> Address:
        """Load companions, start to listen and to tick; return the address it listens on.

        Raises StoreError for saves that can't be used and twisted's CannotListenError for the address.
        """
        self.store.open()
        self._load_companions()
        listen = self.config.listen.address
        port = self.factory.listen(listen.host, listen.port)
        self._ticking.start(TICK_SECONDS, now=False).addErrback(self._loop_died, "simulation")
        self._saving.start(self.config.saves.autosave_seconds, now=False).addErrback(
            self._loop_died, "autosave"
        )
        return _address_of(port)

    def inspect(self, address: Address) -> Address:
        """Open the inspection port; return where it listens."""
        self._inspection_port = self.reactor.listenTCP(
            address.port, InspectionFactory(Inspection(self)), interface=address.host
        )
        return _address_of(self._inspection_port)

    @defer.inlineCallbacks
    def stop(self) -> Any:
        """Say good-bye to players, save, and release ports and files."""
        for loop in (self._ticking, self._saving):
            if loop.running:
                loop.stop()
        if self._inspection_port is not None:
            yield defer.maybeDeferred(self._inspection_port.stopListening)
        yield self.factory.stop("Hearthkin is stopping. See you soon!")
        count = self.save()
        if count is not None:
            log.info("saved %d companion%s to %s", count, "" if count == 1 else "s", self.store.folder)
        self.store.close()

    def save(self) -> int | None:
        """Write what changed; return how many companions are safe on disk, None when something isn't.

        Errors are logged, play goes on.
        """
        try:
            return self.simulation.save()
        except StoreError as error:
            log.error("not saved: %s", error)
            return None

    def _loop_died(self, failure: Any, what: str) -> None:
        log.error("the %s loop stopped: %s", what, failure.getTraceback())

    # --- companions

    def _load_companions(self) -> None:
        saved = self.simulation.load_records()
        for npc_id, npc in self.config.npc.items():
            if npc.position is None and npc_id not in saved:
                self._homeless[npc_id] = npc
            else:
                self.simulation.add(npc.definition(npc_id))

    def _settle(self) -> None:
        """Give companions without a place one beside the first player whose surroundings are known."""
        for view in self.views.values():
            world, player = view.world, view.player
            if world is None or not player.placed:
                continue
            for npc_id, npc in list(self._homeless.items()):
                taken = [npc.cell for npc in self.simulation.npcs.values()]
                place = place_beside(world, player.x, player.y, player.z, player.yaw, taken)
                if place is None:
                    continue
                del self._homeless[npc_id]
                settled = npc.model_copy(
                    update={
                        "world": world.key.name,
                        "position": (place.x, place.y, place.z),
                        "yaw": place.yaw,
                    }
                )
                self.simulation.add(settled.definition(npc_id))
                log.info("%s settled at %.1f %.1f %.1f in %s", npc.name, *place[:3], world.key.name)

    # --- clients

    def _observers(self, bridge: Bridge) -> list[Observer]:
        """The observers of a client that has just logged in."""
        stage_writer = StageWriter(
            bridge, bridge.family, self.simulation.clock, mood_symbols=self.config.display.mood
        )
        view = ClientView(bridge, stage_writer)
        stage_writer.server_uses = view.entities.__contains__
        stage_writer.server_has_name = view.server_has
        stage_writer.server_has_team = view.scoreboard.__contains__
        stage_writer.in_world = lambda: view.world is not None
        tracker = WorldTracker(view, self.worlds, self, self.doers)
        observers: list[Observer] = [
            tracker,
            InteractionFilter(
                bridge.family, stage_writer, self.simulation, sneaking=lambda: view.player.sneaking
            ),
            MoodChannel(bridge.family, stage_writer.tell_moods),
            _Presence(self, view, tracker),
        ]
        if self.record is not None:
            observers.insert(0, CaptureObserver(bridge, self.record))
        if self.verbose:
            observers.insert(0, PacketLog())
        return observers

    def entities_forgotten(self, view: ClientView) -> None:
        self.simulation.forget(view.viewer_id)

    def configuration_started(self, view: ClientView) -> None:
        if isinstance(view.port, StageWriter):
            view.port.client_reset()
        self.simulation.forget(view.viewer_id)

    def server_uses_entity_id(self, view: ClientView, entity_id: int) -> None:
        if isinstance(view.port, StageWriter):
            view.port.avoid(entity_id)

    def is_watched(self, view: ClientView, x: float, z: float) -> bool:
        return view.world is not None and self.simulation.is_watched(view.world.key.name, x, z)

    def happened(self, view: ClientView, happening: Happening) -> None:
        self.simulation.happened(view.viewer_id, happening)

    def server_uses_team(self, view: ClientView, team: str) -> None:
        if isinstance(view.port, StageWriter):
            view.port.avoid_team(team)

    def server_names_changed(self, view: ClientView, names: Sequence[str]) -> None:
        if isinstance(view.port, StageWriter):
            view.port.reconsider_names(names)

    def _tick(self) -> None:
        try:
            if self._homeless and self.views:
                self._settle()
            for view in self.views.values():
                view.tick()
            self.simulation.tick()
        except Exception:
            log.exception("simulation tick failed")

    # --- for inspection

    def describe_npcs(self) -> list[dict[str, Any]]:
        return [
            {
                "id": npc.definition.id,
                "name": npc.actor.name,
                "uuid": str(npc.actor.uuid),
                "world": npc.world,
                "x": npc.actor.x,
                "y": npc.actor.y,
                "z": npc.actor.z,
                "yaw": npc.actor.yaw,
                "pitch": npc.actor.pitch,
                "head_yaw": npc.actor.head_yaw,
                "loaded": npc.loaded,
            }
            for npc in self.simulation.npcs.values()
        ]

    def statistics(self) -> dict[str, Any]:
        return {
            "proxy": self.factory.statistics(),
            "tick": self.simulation.tick_number,
            "late_ticks": self.simulation.late_ticks,
            "errors": {n: dict(t.errors) for n, t in self.trackers.items() if t.errors},
            "chunks": {world.key.name: world.chunk_count for world in self.worlds},
        }


class _Presence:
    """Observer that brings a client onto the stage and takes it off."""

    clientbound_interests: frozenset[str] = frozenset()
    serverbound_interests: frozenset[str] = frozenset()

    def __init__(self, app: Hearthkin, view: ClientView, tracker: WorldTracker) -> None:
        self.app = app
        self.view = view
        self.tracker = tracker

    def joined(self, bridge: Bridge) -> None:
        self.app.views[self.view.viewer_id] = self.view
        self.app.trackers[self.view.viewer_id] = self.tracker
        self.app.simulation.add_viewer(self.view)

    def left(self, bridge: Bridge) -> None:
        self.app.simulation.remove_viewer(self.view.viewer_id)
        self.app.views.pop(self.view.viewer_id, None)
        self.app.trackers.pop(self.view.viewer_id, None)

    def clientbound(self, bridge: Bridge, name: str, frame: Any) -> None:
        return None

    def serverbound(self, bridge: Bridge, name: str, frame: Any) -> None:
        return None


def _address_of(port: Any) -> Address:
    host = port.getHost()
    return Address(host.host, host.port)
