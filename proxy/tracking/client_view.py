"""Everything one client has been told: its player, its world, its entities and its player list."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from npc.stage_port import StagePort
from proxy.tracking.scoreboard import Scoreboard
from proxy.wire.identifiers import resource_name
from world.dimension import DimensionType
from world.entity import Entity, ListedPlayer
from world.item import ItemStack
from world.player import Player
from world.view import WorldView

if TYPE_CHECKING:
    from proxy.connection.bridge import Bridge


DIMENSION_TYPE = "minecraft:dimension_type"


class ClientView:
    """One client's knowledge, and the :class:`npc.stage_port.Viewer` that the simulation sees."""

    def __init__(self, bridge: Bridge, port: StagePort) -> None:
        self.bridge = bridge
        self.viewer_id = bridge.session
        self.port = port
        self.player = Player(bridge.profile_name, bridge.profile_uuid, eye_heights=bridge.family.eye_heights)
        self.registries: dict[str, tuple[str, ...]] = {}
        """Registry → names of its entries by number, where the server told them."""
        self.dimension_types: dict[str, DimensionType] = {}
        self.entities: dict[int, Entity] = {}
        self.listed: dict[UUID, ListedPlayer] = {}
        self.scoreboard = Scoreboard()
        self.window = 0
        self.window_size = 0
        """Slots of the open window, the player's own included."""
        self.contents: list[ItemStack | None] = []
        """What is in its slots that aren't the player's own."""
        self.holds_storage = False
        """Whether it is of a block that keeps things as they are put there."""
        self.dragged: list[int] = []
        """Slots of it that the player has dragged items over so far."""
        self._world: WorldView | None = None
        self._moved = False
        self._still_ticks = 0

    @property
    def world(self) -> WorldView | None:
        return self._world

    def enter(self, world: WorldView | None) -> None:
        """Leave the present world with all its chunks and enter another; the same one again is a fresh start too."""
        if self._world is not None:
            self._world.release(self.viewer_id)
        self._world = world

    def holds_chunk(self, chunk_x: int, chunk_z: int) -> bool:
        return self._world is not None and self._world.holds(self.viewer_id, chunk_x, chunk_z)

    def dimension(self, key: str | int | None) -> DimensionType | None:
        """A dimension type by its name or its number in the registry."""
        if isinstance(key, int):
            names = self.registries.get(DIMENSION_TYPE, ())
            key = names[key] if 0 <= key < len(names) else None
        return None if key is None else self.dimension_types.get(resource_name(key))

    def leave_world(self) -> None:
        """The client has thrown away its world, all entities, the player list and the scoreboard."""
        self.enter(None)
        self.entities.clear()
        self.listed.clear()
        self.scoreboard.clear()
        self.show_window(0)
        self.player.leave_world()

    def show_window(self, window: int) -> None:
        """A window opens of whose contents nothing is known yet; 0: the player's own is left."""
        self.window, self.window_size, self.contents = window, 0, []
        self.dragged.clear()

    def server_has(self, name: str) -> bool:
        """Whether the server has put a name into a team, or has a player of that name on its list."""
        return self.scoreboard.team_of(name) is not None or any(
            listed.name == name for listed in self.listed.values()
        )

    @property
    def own_entity(self) -> Entity | None:
        return self.entities.get(self.player.entity_id)

    def forget_entities(self) -> None:
        """The client has thrown its entities away; the player's own lives on."""
        own = self.own_entity
        self.entities.clear()
        self.player.vehicle = None
        if own is not None:
            own.vehicle, own.passengers = None, ()
            self.entities[own.entity_id] = own

    def place_player(self, x: float, y: float, z: float, *, walked: bool) -> None:
        """Set the player's position; only a walk of the client's own says something about its velocity."""
        player = self.player
        if walked and player.placed:
            player.velocity = (x - player.x, y - player.y, z - player.z)
        else:
            player.velocity = (0.0, 0.0, 0.0)
        player.x, player.y, player.z = x, y, z
        player.placed = True
        self._moved = True
        if (own := self.own_entity) is not None:
            own.x, own.y, own.z = x, y, z

    def turn_player(self, yaw: float, pitch: float) -> None:
        self.player.yaw, self.player.pitch = yaw, pitch
        if (own := self.own_entity) is not None:
            own.yaw = own.head_yaw = yaw
            own.pitch = pitch

    def tick(self) -> None:
        """Once a game tick: a client that stands still sends nothing, so its velocity fades by itself."""
        self._still_ticks = 0 if self._moved else self._still_ticks + 1
        self._moved = False
        if self._still_ticks >= 3:
            self.player.velocity = (0.0, 0.0, 0.0)
