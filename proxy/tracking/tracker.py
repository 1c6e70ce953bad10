"""Reads a client's traffic into what :mod:`world` keeps.

The tracker only watches: it never changes or holds a packet, and a packet that it can't read costs that packet's
knowledge, not the connection.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from npc.happenings import Happening
from proxy import messages as m
from proxy.tracking import blows, containers, entities, hands, player, player_list, scoreboard, words, worlds
from proxy.tracking.blows import Blows
from proxy.tracking.client_view import ClientView
from proxy.tracking.containers import Containers
from proxy.tracking.doers import Doers
from proxy.tracking.handlers import Handlers, in_turn
from proxy.tracking.teleports import PendingTeleports
from proxy.versions.base import Direction
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import Frame
from world.view import WorldRegistry

if TYPE_CHECKING:
    from proxy.connection.bridge import Bridge

log = logging.getLogger(__name__)

CLIENTBOUND = frozenset(
    """
    configuration/registry_data start_configuration
    join_game respawn time_update world_border initialize_world_border world_border_center
    world_border_lerp_size world_border_size world_border_warning_delay world_border_warning_reach
    change_game_state chunk_data map_chunk_bulk unload_chunk block_change multi_block_change acknowledge_player_digging
    explosion update_block_entity block_action
    player_position_and_look player_rotation update_health set_experience player_abilities held_item_change window_items
    set_slot set_cursor_item set_player_inventory open_window close_window
    player_list_item player_remove teams spawn_object spawn_mob spawn_player spawn_painting spawn_experience_orb
    destroy_entities entity_relative_move entity_look_and_relative_move entity_look entity_teleport
    sync_entity_position move_minecart entity_head_look entity_velocity entity_metadata entity_equipment set_passengers
    entity_effect remove_entity_effect vehicle_move animation entity_status damage_event
    """.split()
)
SERVERBOUND = frozenset(
    """
    player_position player_position_and_look player_look player teleport_confirm vehicle_move
    player_input entity_action player_abilities held_item_change click_window creative_inventory_action close_window
    client_settings configuration/client_settings chat_message use_entity attack player_digging player_block_placement
    """.split()
)

WITH_SENDERS = frozenset({"chat_message"})
"""What is read beside :data:`CLIENTBOUND` where it tells who says it."""
WITHOUT_POSES = frozenset({"use_bed", "attach_entity"})
"""What is read beside :data:`CLIENTBOUND` where no pose tells who lies down and gets up, and some riders ride."""

LOGGED_ERRORS = 3
"""Unreadable packets of one name that are logged for a client; all are counted."""


class TrackerEvents(Protocol):
    """What the tracker tells its owner beside what it writes into the view."""

    def entities_forgotten(self, view: ClientView) -> None:
        """The client has dropped its entities: world change, respawn, or a new login."""

    def configuration_started(self, view: ClientView) -> None:
        """The client goes back to the configuration state: it drops its world, its entities and its tab list."""

    def server_uses_entity_id(self, view: ClientView, entity_id: int) -> None: ...

    def is_watched(self, view: ClientView, x: float, z: float) -> bool:
        """Whether somebody may notice what happens at a place of the client's world. Cheap, to be asked first."""

    def happened(self, view: ClientView, happening: Happening) -> None:
        """Something happens in the client's world that somebody may notice."""

    def server_uses_team(self, view: ClientView, team: str) -> None:
        """The server is about to make a team of that name."""

    def server_names_changed(self, view: ClientView, names: Sequence[str]) -> None:
        """These names came onto the server's player list or into its teams, or went: :meth:`ClientView.server_has`."""


class NoEvents:
    """For a tracker that nobody listens to."""

    def entities_forgotten(self, view: ClientView) -> None: ...

    def configuration_started(self, view: ClientView) -> None: ...

    def server_uses_entity_id(self, view: ClientView, entity_id: int) -> None: ...

    def is_watched(self, view: ClientView, x: float, z: float) -> bool:
        return False

    def happened(self, view: ClientView, happening: Happening) -> None: ...

    def server_uses_team(self, view: ClientView, team: str) -> None: ...

    def server_names_changed(self, view: ClientView, names: Sequence[str]) -> None: ...


class WorldTracker:
    """Observer that keeps one client's :class:`ClientView` and the shared worlds up to date."""

    serverbound_interests = SERVERBOUND

    def __init__(
        self,
        view: ClientView,
        worlds: WorldRegistry,
        events: TrackerEvents | None = None,
        doers: Doers | None = None,
    ) -> None:
        self.view = view
        self.worlds = worlds
        self.events: TrackerEvents = events or NoEvents()
        self.doers = doers if doers is not None else Doers()
        self.family = view.bridge.family
        self.errors: Counter[str] = Counter()
        self.clientbound_interests = CLIENTBOUND | WITH_SENDERS & self.family.decodes("clientbound")
        if not self.family.has_poses:
            self.clientbound_interests |= WITHOUT_POSES
        self.teleports = PendingTeleports()
        self.blows = Blows()
        self.containers = Containers(lambda: self.doers.now)
        self.registries_are_old = False
        """Whether the registries that are known are those of an earlier configuration state."""
        self._readers = {
            "clientbound": self._readers_of("clientbound", self.clientbound_interests),
            "serverbound": self._readers_of("serverbound", SERVERBOUND),
        }

    def _readers_of(
        self, direction: Direction, names: frozenset[str]
    ) -> dict[str, Callable[[bytes], m.Message]]:
        return {name: self.family.reader(direction, name) for name in names & self.family.decodes(direction)}

    # --- observer

    def joined(self, bridge: Bridge) -> None:
        self.doers.joined(self.view.player.uuid)

    def left(self, bridge: Bridge) -> None:
        containers.window_closes(self)
        self.doers.left(self.view.player.uuid)
        self.view.enter(None)

    def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        self._read("clientbound", name, frame)
        return None

    def serverbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        self._read("serverbound", name, frame)
        return None

    def _read(self, direction: Direction, name: str, frame: Frame) -> None:
        read = self._readers[direction].get(name)
        if read is None:
            return
        try:
            if name == worlds.CHUNK_DATA:
                worlds.load_chunk(self, frame)
            elif name == worlds.CHUNK_BULK:
                worlds.load_chunk_bulk(self, frame)
            else:
                self.apply(direction, read(frame.body))
        except DecodeError as error:
            self.errors[name] += 1
            if self.errors[name] <= LOGGED_ERRORS:
                log.warning(
                    "%s: %s packet %s can't be read and is left out: %s",
                    self.view.player.name, direction, name, error,
                )  # fmt: skip

    def apply(self, direction: Direction, message: m.Message) -> None:
        """Take in a message; one that the tracker has no use for changes nothing."""
        handler = HANDLERS[direction].get(type(message))
        if handler is not None:
            handler(self, message)


HANDLERS: dict[Direction, Handlers] = {
    "clientbound": in_turn(
        blows.CLIENTBOUND,  # before the player's health is another one
        worlds.CLIENTBOUND,
        player.CLIENTBOUND,
        player_list.CLIENTBOUND,
        scoreboard.CLIENTBOUND,
        entities.CLIENTBOUND,
        words.CLIENTBOUND,
        hands.CLIENTBOUND,
        containers.CLIENTBOUND,
    ),
    "serverbound": in_turn(
        player.SERVERBOUND, entities.SERVERBOUND, words.SERVERBOUND, hands.SERVERBOUND, blows.SERVERBOUND
    ),
}
"""Message → what takes it in."""
