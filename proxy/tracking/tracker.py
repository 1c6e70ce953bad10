"""Reads a client's traffic into what :mod:`world` keeps.

The tracker only watches: it never changes or holds a packet, and a packet that it can't read costs that packet's
knowledge, not the connection.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from proxy import messages as m
from proxy.tracking import inventory
from proxy.tracking.client_view import ClientView
from proxy.versions.base import Direction
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import Frame
from proxy.wire.identifiers import resource_name
from world.chunk import AIR, Chunk, ColumnContents
from world.entity import Entity, ListedPlayer
from world.view import WorldKey, WorldRegistry

if TYPE_CHECKING:
    from proxy.connection.bridge import Bridge

log = logging.getLogger(__name__)

Handler = Callable[["WorldTracker", Any], None]

CLIENTBOUND = frozenset(
    """
    configuration/registry_data start_configuration
    join_game respawn time_update world_border initialize_world_border world_border_center
    world_border_lerp_size world_border_size world_border_warning_delay world_border_warning_reach
    change_game_state chunk_data map_chunk_bulk unload_chunk block_change multi_block_change acknowledge_player_digging
    explosion update_block_entity
    player_position_and_look player_rotation update_health set_experience player_abilities held_item_change window_items
    set_slot set_cursor_item set_player_inventory open_window close_window
    player_list_item player_remove spawn_object spawn_mob spawn_player spawn_painting spawn_experience_orb
    destroy_entities entity_relative_move entity_look_and_relative_move entity_look entity_teleport
    sync_entity_position move_minecart entity_head_look entity_velocity entity_metadata entity_equipment set_passengers
    entity_effect remove_entity_effect vehicle_move
    """.split()
)
SERVERBOUND = frozenset(
    """
    player_position player_position_and_look player_look player teleport_confirm vehicle_move
    player_input entity_action player_abilities held_item_change click_window creative_inventory_action close_window
    client_settings configuration/client_settings
    """.split()
)

WITHOUT_POSES = frozenset({"use_bed", "animation", "attach_entity"})
"""What is read beside :data:`CLIENTBOUND` where no pose tells who lies down and gets up, and some riders ride."""

CHUNK_DATA = "chunk_data"
CHUNK_BULK = "map_chunk_bulk"
CHUNK_HEAD_BYTES = 16
"""More than any version needs to say which column a packet describes."""

GAME_MODE_REASON = 3
LEAVE_BED_ANIMATION = 2
WORLD_CLOCK = "minecraft:world_clock"

LOGGED_ERRORS = 3
"""Unreadable packets of one name that are logged for a client; all are counted."""

# Indices of the base entity's metadata that have been the same since 1.14.
FLAGS_INDEX = 0
FLAG_SWIMMING, FLAG_GLIDING = 0x10, 0x80
POSE_INDEX = 6


class TrackerEvents(Protocol):
    """What the tracker tells its owner beside what it writes into the view."""

    def entities_forgotten(self, view: ClientView) -> None:
        """The client has dropped its entities: world change, respawn, or a new login."""

    def configuration_started(self, view: ClientView) -> None:
        """The client goes back to the configuration state: it drops its world, its entities and its tab list."""

    def server_uses_entity_id(self, view: ClientView, entity_id: int) -> None: ...


class NoEvents:
    """For a tracker that nobody listens to."""

    def entities_forgotten(self, view: ClientView) -> None: ...

    def configuration_started(self, view: ClientView) -> None: ...

    def server_uses_entity_id(self, view: ClientView, entity_id: int) -> None: ...


class WorldTracker:
    """Observer that keeps one client's :class:`ClientView` and the shared worlds up to date."""

    serverbound_interests = SERVERBOUND

    def __init__(self, view: ClientView, worlds: WorldRegistry, events: TrackerEvents | None = None) -> None:
        self.view = view
        self.worlds = worlds
        self.events: TrackerEvents = events or NoEvents()
        self.family = view.bridge.family
        self.errors: Counter[str] = Counter()
        self.clientbound_interests = CLIENTBOUND if self.family.has_poses else CLIENTBOUND | WITHOUT_POSES
        self._unconfirmed_teleports: list[int] = []
        self._registries_are_old = False
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

    def joined(self, bridge: Bridge) -> None: ...

    def left(self, bridge: Bridge) -> None:
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
            if name == CHUNK_DATA:
                self._chunk(frame)
            elif name == CHUNK_BULK:
                self._chunk_bulk(frame)
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
        handler = _HANDLERS[direction].get(type(message))
        if handler is not None:
            handler(self, message)

    # --- session and world

    def _registries(self, message: m.RegistryData) -> None:
        view = self.view
        if self._registries_are_old:
            view.registries, view.dimension_types = {}, {}
            self._registries_are_old = False
        for registry, names in message.registries.items():
            # A registry may come in parts.
            view.registries[registry] = view.registries.get(registry, ()) + names
        view.dimension_types |= message.dimension_types

    def _configuration(self, message: m.StartConfiguration) -> None:
        self.view.leave_world()
        self._unconfirmed_teleports.clear()
        self._registries_are_old = True
        self.events.configuration_started(self.view)

    def _join(self, message: m.JoinGame) -> None:
        view, player = self.view, self.view.player
        view.leave_world()
        if message.dimension is not None:
            view.dimension_types = message.dimension_types
        player.entity_id = message.entity_id
        player.game_mode = message.game_mode
        view.entities[message.entity_id] = Entity(message.entity_id, player.uuid, "player", 0.0, 0.0, 0.0)
        self._unconfirmed_teleports.clear()
        self._enter(message)
        self.events.server_uses_entity_id(view, message.entity_id)
        self.events.entities_forgotten(view)

    def _respawn(self, message: m.Respawn) -> None:
        view, player = self.view, self.view.player
        if view.world is None or view.world.key.name != resource_name(message.world):
            # The client makes a new level only for another world; in the same one chunks and entities stay.
            view.forget_entities()
            self._enter(message)
        player.game_mode = message.game_mode
        player.vehicle = None
        player.sneaking = player.sprinting = player.gliding = player.swimming = player.sleeping = False
        player.velocity = (0.0, 0.0, 0.0)
        self.events.entities_forgotten(view)

    def _enter(self, message: m.JoinGame | m.Respawn) -> None:
        """Leave the present world for the one that the message names; for none if its shape is unknown."""
        view = self.view
        view.enter(None)
        dimension = message.dimension or view.dimension(message.dimension_key)
        if dimension is None:
            log.warning(
                "%s: world %s is of unknown dimension type %s",
                view.player.name, message.world, message.dimension_key,
            )  # fmt: skip
            return
        key = WorldKey(view.bridge.backend_name, resource_name(message.world), message.hashed_seed)
        view.enter(self.worlds.open(key, dimension, self.family.blocks, view.viewer_id))

    def _time(self, message: m.TimeUpdate) -> None:
        if (world := self.view.world) is None:
            return
        world.world_age = message.world_age
        if message.time_of_day is not None:
            world.time_of_day = message.time_of_day
            world.daylight_cycle = message.daylight_cycle
            return
        names = self.view.registries.get(WORLD_CLOCK, ())
        for clock in message.clocks:
            if 0 <= clock.clock < len(names) and names[clock.clock] == world.dimension.clock:
                world.time_of_day = clock.ticks
                world.daylight_cycle = clock.rate > 0

    def _border(self, message: m.WorldBorder) -> None:
        if (world := self.view.world) is None:
            return
        border = world.border
        if message.center is not None:
            border.center = message.center
        if message.diameter is not None or message.target_diameter is not None:
            start = message.diameter if message.diameter is not None else border.diameter
            target = message.target_diameter if message.target_diameter is not None else start
            border.resize(start, target, message.lerp_ms or 0)
        if message.warning_blocks is not None:
            border.warning_blocks = message.warning_blocks
        if message.warning_time is not None:
            border.warning_time = message.warning_time

    def _game_state(self, message: m.GameStateChange) -> None:
        if message.reason == GAME_MODE_REASON:
            self.view.player.game_mode = int(message.value)

    # --- chunks

    def _chunk(self, frame: Frame) -> None:
        """Only the column's place is read. Whoever is the first to ask for a block there reads the rest; till then a
        column costs its compressed frame, and it takes no time to inflate what nobody looks at."""
        world = self.view.world
        if world is None:
            return
        family, dimension = self.family, world.dimension
        place = family.decode("clientbound", CHUNK_DATA, frame.head(CHUNK_HEAD_BYTES))
        if isinstance(place, m.UnloadChunk):
            self._unload(place)
            return
        assert isinstance(place, m.ChunkData)
        if place.full:
            kept = frame.packed()
            chunk = Chunk(place.x, place.z, dimension, lambda: family.read_column(kept.body, dimension))
            world.load(self.view.viewer_id, chunk, fingerprint=frame.raw)
        elif (present := world.chunk(place.x, place.z)) is not None:
            body = frame.body
            try:
                present.merge(family.read_column(body, dimension))
            except ValueError as error:
                raise DecodeError(f"part of chunk ({place.x}, {place.z}): {error}") from None
            world.chunk_replaced(place.x, place.z)

    def _chunk_bulk(self, frame: Frame) -> None:
        """As :meth:`_chunk`, for whole columns that came together."""
        world = self.view.world
        if world is None:
            return
        family, dimension = self.family, world.dimension
        message = family.decode("clientbound", CHUNK_BULK, frame.body)
        assert isinstance(message, m.ChunkBulk)
        kept = frame.packed()

        def contents(index: int) -> ColumnContents:
            return family.read_column(family.column_bodies(kept.body)[index], dimension)

        for index, (x, z) in enumerate(message.places):
            chunk = Chunk(x, z, dimension, partial(contents, index))
            world.load(self.view.viewer_id, chunk, fingerprint=(frame.raw, index))

    def _unload(self, message: m.UnloadChunk) -> None:
        if (world := self.view.world) is not None:
            world.unload(self.view.viewer_id, message.x, message.z)

    def _blocks(self, message: m.BlocksChanged) -> None:
        if (world := self.view.world) is not None:
            for (x, y, z), state in zip(message.positions, message.states, strict=True):
                world.set_state(x, y, z, state)

    def _digging_acknowledged(self, message: m.DiggingAcknowledged) -> None:
        if (world := self.view.world) is not None:
            world.set_state(*message.position, message.state)

    def _explosion(self, message: m.Explosion) -> None:
        if (world := self.view.world) is not None:
            for x, y, z in message.destroyed:
                world.set_state(x, y, z, AIR)

    def _block_entity(self, message: m.BlockEntityData) -> None:
        if (world := self.view.world) is not None:
            world.set_block_entity(*message.position, message.kind, message.nbt)

    # --- the own player

    def _teleported(self, message: m.PlayerTeleport) -> None:
        player = self.view.player
        relative = message.relative
        self.view.place_player(
            message.x + (player.x if relative & m.RELATIVE_X else 0.0),
            message.y + (player.y if relative & m.RELATIVE_Y else 0.0),
            message.z + (player.z if relative & m.RELATIVE_Z else 0.0),
            walked=False,
        )
        self.view.turn_player(
            message.yaw + (player.yaw if relative & m.RELATIVE_YAW else 0.0),
            message.pitch + (player.pitch if relative & m.RELATIVE_PITCH else 0.0),
        )
        if message.dismount:
            self._dismount()
        if message.teleport_id is not None:
            self._unconfirmed_teleports.append(message.teleport_id)
            del self._unconfirmed_teleports[:-64]

    def _turned(self, message: m.PlayerTurn) -> None:
        player = self.view.player
        self.view.turn_player(
            message.yaw + (player.yaw if message.relative_yaw else 0.0),
            message.pitch + (player.pitch if message.relative_pitch else 0.0),
        )

    def _teleport_confirmed(self, message: m.TeleportConfirm) -> None:
        if message.teleport_id in self._unconfirmed_teleports:
            done = self._unconfirmed_teleports.index(message.teleport_id) + 1
            del self._unconfirmed_teleports[:done]

    def _walked(self, message: m.PlayerMove) -> None:
        if self._unconfirmed_teleports:
            return  # sent before the client knew of the teleport: the server drops it too
        self.view.player.on_ground = message.on_ground
        if message.position is not None:
            self.view.place_player(*message.position, walked=True)
        if message.look is not None:
            self.view.turn_player(*message.look)

    def _vehicle_driven(self, message: m.VehicleMove) -> None:
        vehicle = self.view.entities.get(self.view.player.vehicle or -1)
        if vehicle is not None:
            vehicle.x, vehicle.y, vehicle.z = message.x, message.y, message.z
            vehicle.yaw, vehicle.pitch = message.yaw, message.pitch
            self.view.place_player(message.x, message.y, message.z, walked=True)

    def _health(self, message: m.HealthUpdate) -> None:
        player = self.view.player
        player.health, player.food, player.saturation = message.health, message.food, message.saturation

    def _experience(self, message: m.Experience) -> None:
        self.view.player.level = message.level

    def _abilities(self, message: m.Abilities) -> None:
        self.view.player.abilities = message.flags
        self.view.player.flying = bool(message.flags & 0x02)

    def _own_abilities(self, message: m.AbilitiesChanged) -> None:
        self.view.player.flying = bool(message.flags & 0x02)

    def _held(self, message: m.HeldSlot) -> None:
        if 0 <= message.slot <= 8:
            self.view.player.held_slot = message.slot

    def _entity_action(self, message: m.EntityAction) -> None:
        player = self.view.player
        match message.action:
            case "start_sneaking":
                player.sneaking = True
            case "stop_sneaking":
                player.sneaking = False
            case "start_sprinting":
                player.sprinting = True
            case "stop_sprinting":
                player.sprinting = False
            case "start_elytra":
                player.gliding = True
            case "leave_bed":
                player.sleeping = False

    def _keys(self, message: m.PlayerInput) -> None:
        self.view.player.sneaking = message.sneak

    def _lies_down(self, message: m.UseBed) -> None:
        if message.entity_id == self.view.player.entity_id:
            self.view.player.sleeping = True

    def _animation(self, message: m.EntityAnimation) -> None:
        if message.animation == LEAVE_BED_ANIMATION and message.entity_id == self.view.player.entity_id:
            self.view.player.sleeping = False

    def _settings(self, message: m.ClientSettings) -> None:
        player = self.view.player
        player.locale = message.locale.lower()
        player.view_distance = message.view_distance
        player.skin_parts = message.skin_parts
        player.main_hand = message.main_hand

    # --- inventory

    def _window_items(self, message: m.WindowItems) -> None:
        inventory.replace_all(self.view, message)

    def _set_slot(self, message: m.SetSlot) -> None:
        inventory.set_slot(self.view, message)

    def _open_window(self, message: m.OpenWindow) -> None:
        self.view.window, self.view.window_size = message.window, 0

    def _close_window(self, message: m.CloseWindow) -> None:
        self.view.window = self.view.window_size = 0
        self.view.player.cursor = None

    def _click(self, message: m.ClickWindow) -> None:
        inventory.click(self.view, message)

    def _creative_slot(self, message: m.CreativeSlot) -> None:
        inventory.put(self.view.player, message.slot, message.item)

    # --- player list

    def _player_info(self, message: m.PlayerInfo) -> None:
        view = self.view
        for entry in message.entries:
            listed = view.listed.get(entry.uuid)
            if listed is None:
                if entry.name is None:
                    continue  # an update for somebody the client doesn't know either
                listed = view.listed[entry.uuid] = ListedPlayer(entry.uuid, entry.name)
                listed.listed = not self.family.unlisted_entries  # until the packet says so
            if entry.name is not None:
                listed.name = entry.name
            if entry.properties is not None:
                listed.properties = tuple((p.name, p.value, p.signature) for p in entry.properties)
            if entry.game_mode is not None:
                listed.game_mode = entry.game_mode
                if entry.uuid == view.player.uuid:
                    view.player.game_mode = entry.game_mode
            if entry.ping is not None:
                listed.ping = entry.ping
            if "display_name" in message.actions:
                listed.display_name = entry.display_name
            if entry.listed is not None:
                listed.listed = entry.listed

    def _players_removed(self, message: m.PlayersRemoved) -> None:
        for uuid in message.uuids:
            self.view.listed.pop(uuid, None)

    # --- entities

    def _spawn(self, message: m.SpawnEntity) -> None:
        self.view.entities[message.entity_id] = Entity(
            message.entity_id,
            message.uuid,
            message.kind,
            message.x,
            message.y,
            message.z,
            message.yaw,
            message.pitch,
            message.head_yaw,
            message.velocity,
            data=message.data,
            metadata=dict(message.metadata or {}),
        )
        self.events.server_uses_entity_id(self.view, message.entity_id)

    def _destroy(self, message: m.DestroyEntities) -> None:
        for entity_id in message.entity_ids:
            entity = self.view.entities.pop(entity_id, None)
            if entity is None:
                continue
            if entity.vehicle is not None and (vehicle := self.view.entities.get(entity.vehicle)) is not None:
                vehicle.passengers = tuple(p for p in vehicle.passengers if p != entity_id)
            for passenger in entity.passengers:
                self._set_vehicle(passenger, None)

    def _move(self, message: m.EntityMove) -> None:
        entity = self.view.entities.get(message.entity_id)
        if entity is None:
            return
        if message.has_position:
            entity.move_by(message.dx, message.dy, message.dz, rounded=self.family.rounds_positions)
        if message.yaw is not None and message.pitch is not None:
            entity.yaw, entity.pitch = message.yaw, message.pitch
        entity.on_ground = message.on_ground
        if entity.entity_id == self.view.player.vehicle:
            self._carry_player(entity)

    def _entity_teleported(self, message: m.EntityTeleport) -> None:
        entity, relative = self.view.entities.get(message.entity_id), message.relative
        if entity is None:
            return
        entity.x = message.x + (entity.x if relative & m.RELATIVE_X else 0.0)
        entity.y = message.y + (entity.y if relative & m.RELATIVE_Y else 0.0)
        entity.z = message.z + (entity.z if relative & m.RELATIVE_Z else 0.0)
        entity.yaw = message.yaw + (entity.yaw if relative & m.RELATIVE_YAW else 0.0)
        entity.pitch = message.pitch + (entity.pitch if relative & m.RELATIVE_PITCH else 0.0)
        if message.velocity is not None:
            x, y, z = message.velocity
            entity.velocity = (
                x + (entity.velocity[0] if relative & m.RELATIVE_VELOCITY_X else 0.0),
                y + (entity.velocity[1] if relative & m.RELATIVE_VELOCITY_Y else 0.0),
                z + (entity.velocity[2] if relative & m.RELATIVE_VELOCITY_Z else 0.0),
            )
        entity.on_ground = message.on_ground
        if entity.entity_id == self.view.player.vehicle:
            self._carry_player(entity)

    def _minecart(self, message: m.MinecartMove) -> None:
        """The client takes a few ticks for the way; its end is where the server has the minecart."""
        entity = self.view.entities.get(message.entity_id)
        if entity is None or not message.steps:
            return
        end = message.steps[-1]
        entity.x, entity.y, entity.z = end.position
        entity.velocity = end.velocity
        entity.yaw, entity.pitch = end.yaw, end.pitch
        if entity.entity_id == self.view.player.vehicle:
            self._carry_player(entity)

    def _carry_player(self, vehicle: Entity) -> None:
        """A passenger's client sends no position of its own: it goes where its vehicle goes."""
        self.view.place_player(vehicle.x, vehicle.y, vehicle.z, walked=True)

    def _head(self, message: m.EntityHeadLook) -> None:
        if (entity := self.view.entities.get(message.entity_id)) is not None:
            entity.head_yaw = message.head_yaw

    def _entity_velocity(self, message: m.EntityVelocity) -> None:
        if (entity := self.view.entities.get(message.entity_id)) is not None:
            entity.velocity = message.velocity

    def _metadata(self, message: m.EntityMetadata) -> None:
        entity = self.view.entities.get(message.entity_id)
        if entity is None:
            return
        entity.metadata.update(message.values)
        if message.entity_id == self.view.player.entity_id and self.family.has_poses:
            player = self.view.player
            if FLAGS_INDEX in message.values:
                flags = message.values[FLAGS_INDEX][1]
                player.gliding = bool(flags & FLAG_GLIDING)
                player.swimming = bool(flags & FLAG_SWIMMING)
            if POSE_INDEX in message.values:
                player.sleeping = message.values[POSE_INDEX][1] == "sleeping"

    def _equipment(self, message: m.EntityEquipment) -> None:
        if (entity := self.view.entities.get(message.entity_id)) is not None:
            for slot, item in message.items:
                if item is None:
                    entity.equipment.pop(slot, None)
                else:
                    entity.equipment[slot] = item

    def _passengers(self, message: m.SetPassengers) -> None:
        vehicle = self.view.entities.get(message.vehicle_id)
        if vehicle is None:
            return
        for passenger in set(vehicle.passengers) - set(message.passengers):
            self._set_vehicle(passenger, None)
        vehicle.passengers = message.passengers
        for passenger in message.passengers:
            self._set_vehicle(passenger, vehicle.entity_id)

    def _rides(self, message: m.RideEntity) -> None:
        entities, rider = self.view.entities, message.entity_id
        for entity in entities.values():
            if rider in entity.passengers:
                entity.passengers = tuple(p for p in entity.passengers if p != rider)
        if message.vehicle_id is not None and (vehicle := entities.get(message.vehicle_id)) is not None:
            vehicle.passengers = (*vehicle.passengers, rider)
        self._set_vehicle(rider, message.vehicle_id)

    def _set_vehicle(self, passenger_id: int, vehicle_id: int | None) -> None:
        if (passenger := self.view.entities.get(passenger_id)) is not None:
            passenger.vehicle = vehicle_id
        if passenger_id == self.view.player.entity_id:
            self.view.player.vehicle = vehicle_id

    def _dismount(self) -> None:
        own = self.view.player.entity_id
        vehicle = self.view.entities.get(self.view.player.vehicle or -1)
        if vehicle is not None:
            vehicle.passengers = tuple(p for p in vehicle.passengers if p != own)
        self._set_vehicle(own, None)

    def _effect(self, message: m.EntityEffect) -> None:
        if (entity := self.view.entities.get(message.entity_id)) is not None:
            entity.effects[message.effect] = (message.amplifier, message.duration)

    def _effect_gone(self, message: m.RemoveEntityEffect) -> None:
        if (entity := self.view.entities.get(message.entity_id)) is not None:
            entity.effects.pop(message.effect, None)


_T = WorldTracker
_HANDLERS: dict[Direction, dict[type[m.Message], Handler]] = {
    "clientbound": {
        m.RegistryData: _T._registries,
        m.StartConfiguration: _T._configuration,
        m.JoinGame: _T._join,
        m.Respawn: _T._respawn,
        m.TimeUpdate: _T._time,
        m.WorldBorder: _T._border,
        m.GameStateChange: _T._game_state,
        m.UnloadChunk: _T._unload,
        m.BlocksChanged: _T._blocks,
        m.DiggingAcknowledged: _T._digging_acknowledged,
        m.Explosion: _T._explosion,
        m.BlockEntityData: _T._block_entity,
        m.PlayerTeleport: _T._teleported,
        m.PlayerTurn: _T._turned,
        m.UseBed: _T._lies_down,
        m.EntityAnimation: _T._animation,
        m.HealthUpdate: _T._health,
        m.Experience: _T._experience,
        m.Abilities: _T._abilities,
        m.HeldSlot: _T._held,
        m.WindowItems: _T._window_items,
        m.SetSlot: _T._set_slot,
        m.OpenWindow: _T._open_window,
        m.CloseWindow: _T._close_window,
        m.PlayerInfo: _T._player_info,
        m.PlayersRemoved: _T._players_removed,
        m.SpawnEntity: _T._spawn,
        m.DestroyEntities: _T._destroy,
        m.EntityMove: _T._move,
        m.EntityTeleport: _T._entity_teleported,
        m.MinecartMove: _T._minecart,
        m.EntityHeadLook: _T._head,
        m.EntityVelocity: _T._entity_velocity,
        m.EntityMetadata: _T._metadata,
        m.EntityEquipment: _T._equipment,
        m.SetPassengers: _T._passengers,
        m.RideEntity: _T._rides,
        m.EntityEffect: _T._effect,
        m.RemoveEntityEffect: _T._effect_gone,
        m.VehicleMove: _T._vehicle_driven,
    },
    "serverbound": {
        m.PlayerMove: _T._walked,
        m.TeleportConfirm: _T._teleport_confirmed,
        m.VehicleMove: _T._vehicle_driven,
        m.EntityAction: _T._entity_action,
        m.PlayerInput: _T._keys,
        m.AbilitiesChanged: _T._own_abilities,
        m.HeldSlot: _T._held,
        m.ClickWindow: _T._click,
        m.CreativeSlot: _T._creative_slot,
        m.CloseWindow: _T._close_window,
        m.ClientSettings: _T._settings,
    },
}
