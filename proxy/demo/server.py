"""The demo server: one small world, offline, creative, for all versions at once."""

from __future__ import annotations

import itertools
import logging
from typing import Any
from uuid import UUID

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.task import LoopingCall

from proxy.connection.clock import Reactor
from proxy.connection.offline_server import LoginRefusedError, OfflineConnection, OfflineFactory, own_status
from proxy.connection.status import Status
from proxy.demo import placement
from proxy.demo.blocks import Block
from proxy.demo.session import FULL, PlayHandler
from proxy.demo.version_view import VersionView
from proxy.demo.world import Cell, DemoWorld
from proxy.versions import family_for, supported, supported_releases
from proxy.versions.base import ProtocolFamily
from proxy.wire.limits import Limits
from proxy.wire.statistics import Statistics
from proxy.wire.text import Component

log = logging.getLogger(__name__)

MOTD: Component = {"text": "Hearthkin demo", "color": "gold"}
TICK_SECONDS = 0.05
MORNING = 1000
DAY_TICKS = 24000
TIME_UPDATE_TICKS = 20


class DemoServer:
    """The world, those who are in it, and its clock.

    Everybody is in creative mode; what they build lasts as long as the server.
    """

    max_players = 20
    motd = MOTD

    def __init__(self, reactor: Any, limits: Limits | None = None, world: DemoWorld | None = None) -> None:
        self.reactor: Reactor = reactor
        self.limits = Limits() if limits is None else limits
        self.statistics = Statistics()
        self.world = DemoWorld() if world is None else world
        self.players: list[PlayHandler] = []
        self.world_age = 0
        self._views: dict[int, VersionView] = {}
        self._entity_ids = itertools.count(1)
        self._port: Any = None
        self._clock = LoopingCall(self.tick)
        self._clock.clock = reactor

    # --- life

    def listen(self, interface: str = "127.0.0.1", port: int = 0) -> int:
        """Start; return the port it listens on (0: a free one). Raises twisted's CannotListenError."""
        self._port = self.reactor.listenTCP(port, OfflineFactory(self), interface=interface)
        self._clock.start(TICK_SECONDS, now=False).addErrback(
            lambda failure: log.error("the demo's clock stopped: %s", failure.getTraceback())
        )
        return int(self._port.getHost().port)

    def stop(self) -> Deferred[Any]:
        """Log everybody out and close; fires when the port is closed."""
        if self._clock.running:
            self._clock.stop()
        for player in tuple(self.players):
            player.disconnect("The demo is closed")
        port, self._port = self._port, None
        return maybeDeferred(port.stopListening) if port is not None else maybeDeferred(lambda: None)

    def tick(self) -> None:
        """A twentieth of a second: time goes on, chunks and movements go out."""
        self.world_age += 1
        tell_time = self.world_age % TIME_UPDATE_TICKS == 0
        for player in tuple(self.players):
            try:
                if tell_time:
                    player.send(player.encode.time(self.world_age, self.time_of_day))
                player.tick(self.world_age)
            except Exception:
                log.exception("the demo closes the connection of %s", player.player.name)
                player.connection.abort()

    @property
    def time_of_day(self) -> int:
        """Ticks; 0 is sunrise."""
        return (MORNING + self.world_age) % DAY_TICKS

    # --- what connections ask

    def next_entity_id(self) -> int:
        return next(self._entity_ids)

    def view(self, family: ProtocolFamily) -> VersionView:
        """The world for one version; shared by its clients."""
        view = self._views.get(family.protocol)
        if view is None:
            view = self._views[family.protocol] = VersionView(self.world, family)
        return view

    def status(self, protocol: int) -> Status:
        """The answer to a server-list ping of a client of ``protocol``."""
        family = family_for(protocol) or supported()[-1]
        return own_status(family, self.motd, len(self.players), self.max_players)

    def family(self, protocol: int) -> ProtocolFamily:
        """The family of a client. Raises :class:`LoginRefusedError` for a version that we don't speak."""
        family = family_for(protocol)
        if family is None:
            raise LoginRefusedError(f"The demo speaks Minecraft {supported_releases()}.")
        return family

    @property
    def full(self) -> bool:
        """Whether all places are taken."""
        return len(self.players) >= self.max_players

    def begin_play(
        self, connection: OfflineConnection, family: ProtocolFamily, name: str, uuid: UUID
    ) -> PlayHandler:
        """Raises :class:`LoginRefusedError` when all places are taken."""
        if self.full:
            raise LoginRefusedError(FULL)
        return PlayHandler(connection, self, family, name, uuid)

    # --- players

    def player_joined(self, player: PlayHandler) -> None:
        """Take somebody in, in place of whoever had the name, and tell all."""
        for other in tuple(self.players):
            if other.player.uuid == player.player.uuid:
                other.disconnect("You logged in from another location")
                other.lost()
        player.send(player.encode.list_players([*(other.listing for other in self.players), player.listing]))
        for other in self.players:
            other.send(other.encode.list_players([player.listing]))
        self.players.append(player)
        self.say({"translate": "multiplayer.player.joined", "with": [player.player.name], "color": "yellow"})

    def player_left(self, player: PlayHandler) -> None:
        """Forget somebody whose connection is gone, and tell all."""
        if player not in self.players:
            return
        self.players.remove(player)
        log.info("%s left the demo", player.player.name)
        for other in self.players:
            other.sighting.forget(player)
            other.send(other.encode.unlist_players([player.player.uuid]))
        self.say({"translate": "multiplayer.player.left", "with": [player.player.name], "color": "yellow"})

    def say(self, component: Component) -> None:
        """A line of chat to everybody."""
        for player in self.players:
            player.tell(component)

    def _watchers(self, player: PlayHandler) -> list[PlayHandler]:
        return [other for other in self.players if player in other.sighting]

    def swung(self, player: PlayHandler, hand: int) -> None:
        for other in self._watchers(player):
            other.send(other.family.swing(player.player.entity_id, hand))

    def pose_changed(self, player: PlayHandler) -> None:
        for other in self._watchers(player):
            other.send(other.family.metadata(player.player.actor, player.player.entity_id))

    def equipment_changed(self, player: PlayHandler) -> None:
        for other in self._watchers(player):
            other.send(other.family.equipment(player.player.entity_id, player.player.equipment))

    # --- blocks

    def break_block(self, player: PlayHandler, cell: Cell) -> None:
        """Break a block and show its splinters to all but the one who broke it: that client has its own."""
        broken = self.world.block(cell)
        changes = placement.broken(self.world, cell)
        if not changes:
            return
        for other in self.players:
            if other is not player and (cell[0] >> 4, cell[2] >> 4) in other.chunks.held:
                other.send(other.encode.break_effect(cell, other.view.state(broken)))
        self.change_blocks(changes)

    def change_blocks(self, changes: dict[Cell, Block]) -> None:
        """Put blocks and tell all who hold their chunks."""
        for cell, block in self.world.change(changes).items():
            for view in self._views.values():
                view.column_changed(cell[0] >> 4, cell[2] >> 4)
            for player in self.players:
                if (cell[0] >> 4, cell[2] >> 4) in player.chunks.held:
                    player.send(player.encode.block_change(cell, player.view.state(block)))

    def would_bury_somebody(self, placing: PlayHandler, changes: dict[Cell, Block]) -> bool:
        """Whether a block that bodies collide with would be put where somebody stands."""
        table = placing.family.blocks
        return any(
            table.solid[placing.view.state(block)]
            and any(player.player.touches(cell) for player in self.players)
            for cell, block in changes.items()
        )
