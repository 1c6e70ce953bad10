"""Which world a client is in, its registries, time, border and blocks."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from npc.happenings import Happening
from proxy import messages as m
from proxy.tracking import block_deeds, containers
from proxy.tracking.handlers import Handlers
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import Frame
from proxy.wire.identifiers import resource_name
from world.chunk import AIR, Chunk, ColumnContents
from world.entity import Entity
from world.view import WorldKey

if TYPE_CHECKING:
    from proxy.tracking.tracker import WorldTracker

log = logging.getLogger(__name__)

CHUNK_DATA = "chunk_data"
CHUNK_BULK = "map_chunk_bulk"
CHUNK_HEAD_BYTES = 16
"""More than any version needs to say which column a packet describes."""
BULK_HEAD_BYTES = 4096
"""Enough for the places of 400 columns; vanilla sends ten together."""

GAME_MODE_REASON = 3
WORLD_CLOCK = "minecraft:world_clock"


def learn_registries(tracker: WorldTracker, message: m.RegistryData) -> None:
    view = tracker.view
    if tracker.registries_are_old:
        view.registries, view.dimension_types = {}, {}
        tracker.registries_are_old = False
    for registry, names in message.registries.items():
        # A registry may come in parts.
        view.registries[registry] = view.registries.get(registry, ()) + names
    view.dimension_types |= message.dimension_types


def start_configuration(tracker: WorldTracker, message: m.StartConfiguration) -> None:
    containers.window_closes(tracker)
    tracker.view.leave_world()
    tracker.teleports.clear()
    tracker.registries_are_old = True
    tracker.events.configuration_started(tracker.view)


def join(tracker: WorldTracker, message: m.JoinGame) -> None:
    view, player = tracker.view, tracker.view.player
    containers.window_closes(tracker)
    view.leave_world()
    if message.dimension is not None:
        view.dimension_types = message.dimension_types
    player.entity_id = message.entity_id
    player.game_mode = message.game_mode
    view.entities[message.entity_id] = Entity(message.entity_id, player.uuid, "player", 0.0, 0.0, 0.0)
    tracker.teleports.clear()
    _enter(tracker, message)
    tracker.events.server_uses_entity_id(view, message.entity_id)
    tracker.events.entities_forgotten(view)


def respawn(tracker: WorldTracker, message: m.Respawn) -> None:
    view, player = tracker.view, tracker.view.player
    if view.world is None or view.world.key.name != resource_name(message.world):
        containers.window_closes(tracker)
        # The client makes a new level only for another world; in the same one chunks and entities stay.
        view.forget_entities()
        _enter(tracker, message)
    player.game_mode = message.game_mode
    player.vehicle = None
    player.sneaking = player.sprinting = player.gliding = player.swimming = player.sleeping = False
    player.velocity = (0.0, 0.0, 0.0)
    tracker.events.entities_forgotten(view)


def _enter(tracker: WorldTracker, message: m.JoinGame | m.Respawn) -> None:
    """Leave the present world for the one that the message names; for none if its shape is unknown."""
    view = tracker.view
    view.enter(None)
    dimension = message.dimension or view.dimension(message.dimension_key)
    if dimension is None:
        log.warning(
            "%s: world %s is of unknown dimension type %s",
            view.player.name, message.world, message.dimension_key,
        )  # fmt: skip
        return
    key = WorldKey(view.bridge.backend_name, resource_name(message.world), message.hashed_seed)
    family = tracker.family
    view.enter(tracker.worlds.open(key, dimension, family.blocks, view.viewer_id, family.physics))


def set_time(tracker: WorldTracker, message: m.TimeUpdate) -> None:
    if (world := tracker.view.world) is None:
        return
    world.world_age = message.world_age
    if message.time_of_day is not None:
        world.time_of_day = message.time_of_day
        world.daylight_cycle = message.daylight_cycle
        return
    names = tracker.view.registries.get(WORLD_CLOCK, ())
    for clock in message.clocks:
        if 0 <= clock.clock < len(names) and names[clock.clock] == world.dimension.clock:
            world.time_of_day = clock.ticks
            world.daylight_cycle = clock.rate > 0


def change_border(tracker: WorldTracker, message: m.WorldBorder) -> None:
    if (world := tracker.view.world) is None:
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


def change_game_state(tracker: WorldTracker, message: m.GameStateChange) -> None:
    if message.reason == GAME_MODE_REASON:
        tracker.view.player.game_mode = int(message.value)


def load_chunk(tracker: WorldTracker, frame: Frame) -> None:
    """Only the column's place is read. Whoever is the first to ask for a block there reads the rest; till then a
    column costs its compressed frame, and it takes no time to inflate what nobody looks at."""
    world = tracker.view.world
    if world is None:
        return
    family, dimension = tracker.family, world.dimension
    place = family.decode("clientbound", CHUNK_DATA, frame.head(CHUNK_HEAD_BYTES))
    if isinstance(place, m.UnloadChunk):
        unload_chunk(tracker, place)
        return
    assert isinstance(place, m.ChunkData)
    if place.full:
        kept = frame.packed()
        chunk = Chunk(place.x, place.z, dimension, lambda: family.read_column(kept.body, dimension))
        world.load(tracker.view.viewer_id, chunk, fingerprint=frame.raw)
    elif (present := world.chunk(place.x, place.z)) is not None:
        body = frame.body
        try:
            present.merge(family.read_column(body, dimension))
        except ValueError as error:
            raise DecodeError(f"part of chunk ({place.x}, {place.z}): {error}") from None
        world.chunk_replaced(place.x, place.z)


def load_chunk_bulk(tracker: WorldTracker, frame: Frame) -> None:
    """As :func:`load_chunk`, for whole columns that came together (to 1.8.9)."""
    world = tracker.view.world
    if world is None:
        return
    family, dimension = tracker.family, world.dimension
    message = family.decode("clientbound", CHUNK_BULK, frame.head(BULK_HEAD_BYTES))
    assert isinstance(message, m.ChunkBulk)
    kept = frame.packed()

    def contents(index: int) -> ColumnContents:
        return family.read_column(family.column_bodies(kept.body)[index], dimension)

    for index, (x, z) in enumerate(message.places):
        chunk = Chunk(x, z, dimension, partial(contents, index))
        world.load(tracker.view.viewer_id, chunk, fingerprint=(frame.raw, index))


def unload_chunk(tracker: WorldTracker, message: m.UnloadChunk) -> None:
    if (world := tracker.view.world) is not None:
        world.unload(tracker.view.viewer_id, message.x, message.z)


def change_blocks(tracker: WorldTracker, message: m.BlocksChanged) -> None:
    if (world := tracker.view.world) is not None:
        happenings = block_deeds.deeds_of(tracker, world, message.positions, message.states)
        for (x, y, z), state in zip(message.positions, message.states, strict=True):
            world.set_state(x, y, z, state)
        _tell(tracker, happenings)


def acknowledge_digging(tracker: WorldTracker, message: m.DiggingAcknowledged) -> None:
    if (world := tracker.view.world) is not None:
        happenings = block_deeds.deeds_of(tracker, world, (message.position,), (message.state,))
        world.set_state(*message.position, message.state)
        _tell(tracker, happenings)


def explode(tracker: WorldTracker, message: m.Explosion) -> None:
    if (world := tracker.view.world) is not None:
        happenings = block_deeds.blasted(tracker, world, message.destroyed)
        for x, y, z in message.destroyed:
            world.set_state(x, y, z, AIR)
        _tell(tracker, happenings)


def _tell(tracker: WorldTracker, happenings: Iterable[Happening]) -> None:
    """Afterwards, for who looks then sees the blocks as they are."""
    for happening in happenings:
        tracker.events.happened(tracker.view, happening)


def set_block_entity(tracker: WorldTracker, message: m.BlockEntityData) -> None:
    if (world := tracker.view.world) is not None:
        world.set_block_entity(*message.position, message.kind, message.nbt)


CLIENTBOUND: Handlers = {
    m.RegistryData: learn_registries,
    m.StartConfiguration: start_configuration,
    m.JoinGame: join,
    m.Respawn: respawn,
    m.TimeUpdate: set_time,
    m.WorldBorder: change_border,
    m.GameStateChange: change_game_state,
    m.UnloadChunk: unload_chunk,
    m.BlocksChanged: change_blocks,
    m.DiggingAcknowledged: acknowledge_digging,
    m.Explosion: explode,
    m.BlockEntityData: set_block_entity,
}
