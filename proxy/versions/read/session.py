"""Joining, changing worlds, time and the other packets that aren't about a thing in the world."""

from __future__ import annotations

from typing import Any, NamedTuple

from proxy.messages import (
    ClockState,
    GameStateChange,
    JoinGame,
    PluginMessage,
    Respawn,
    SpawnPosition,
    StartConfiguration,
    TimeUpdate,
    ViewCenter,
    ViewDistance,
)
from proxy.versions.read.dimensions import anonymous_dimension, dimension_elements, dimension_type
from proxy.versions.read.rows import Row
from proxy.versions.read.values import nbt
from proxy.versions.releases import (
    V1_17,
    V1_18,
    V1_19,
    V1_20,
    V1_20_2,
    V1_20_5,
    V1_21_2,
    V1_21_9,
    V26_1,
)
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader
from proxy.wire.identifiers import resource_name
from world.dimension import DimensionType

_NAME_LIMIT = 32767
_KEEP_ATTRIBUTES = 1


# --- joining and changing worlds ------------------------------------------------------------------


class _World(NamedTuple):
    """What both packets say of the world that a player comes into (1.20.2+)."""

    dimension_key: str | int
    name: str
    hashed_seed: int
    game_mode: int
    previous_game_mode: int
    debug: bool
    flat: bool


def _world(reader: Reader, *, numbered_type: bool, sea_level: bool) -> _World:
    world = _World(
        dimension_key=reader.varint() if numbered_type else reader.string(_NAME_LIMIT),
        name=reader.string(_NAME_LIMIT),
        hashed_seed=reader.i64(),
        game_mode=reader.u8(),
        previous_game_mode=reader.i8(),
        debug=reader.boolean(),
        flat=reader.boolean(),
    )
    _skip_death_location(reader)
    _skip_portal_cooldown(reader)
    if sea_level:
        reader.varint()
    return world


def _skip_death_location(reader: Reader) -> None:
    if reader.boolean():
        reader.string(_NAME_LIMIT)
        reader.position()


def _skip_portal_cooldown(reader: Reader) -> None:
    reader.varint()


def _named_dimension(element: Any, elements: dict[str, Any], world: str) -> DimensionType:
    """As :func:`anonymous_dimension`, with the codec at hand to find the name."""
    same = [name for name, known in elements.items() if known == element]
    if not same:
        return anonymous_dimension(element, world)
    return dimension_type(world if world in same else same[0], element)


def _world_names(reader: Reader) -> tuple[str, ...]:
    return tuple(reader.string(_NAME_LIMIT) for _ in range(reader.count()))


def _join_with_codec(
    reader: Reader, tables: Tables, *, named_type: bool, simulation_distance: bool
) -> JoinGame:
    """To 1.20.1 the packet brings the registries along."""
    entity_id = reader.i32()
    hardcore = reader.boolean()
    game_mode, previous = reader.u8(), reader.i8()
    world_names = _world_names(reader)
    elements = dimension_elements(nbt(reader, tables))
    types = {name: dimension_type(name, element) for name, element in elements.items()}
    if named_type:
        type_name, world = resource_name(reader.string(_NAME_LIMIT)), reader.string(_NAME_LIMIT)
        if type_name not in types:
            raise DecodeError(f"dimension type {type_name} isn't in the registry codec")
        dimension = types[type_name]
    else:
        element = nbt(reader, tables)
        world = reader.string(_NAME_LIMIT)
        dimension = _named_dimension(element, elements, world)
    seed = reader.i64()
    max_players, view_distance = reader.varint(), reader.varint()
    if simulation_distance:
        reader.varint()
    reduced, respawn_screen = reader.boolean(), reader.boolean()
    debug, flat = reader.boolean(), reader.boolean()
    return JoinGame(
        entity_id=entity_id,
        hardcore=hardcore,
        game_mode=game_mode,
        previous_game_mode=previous,
        world_names=world_names,
        world=world,
        dimension=dimension,
        dimension_key=None,
        dimension_types=types,
        hashed_seed=seed,
        max_players=max_players,
        view_distance=view_distance,
        reduced_debug_info=reduced,
        respawn_screen=respawn_screen,
        debug=debug,
        flat=flat,
    )


def join_game_1_16_2(reader: Reader, tables: Tables) -> JoinGame:
    return _join_with_codec(reader, tables, named_type=False, simulation_distance=False)


def join_game_1_18(reader: Reader, tables: Tables) -> JoinGame:
    return _join_with_codec(reader, tables, named_type=False, simulation_distance=True)


def join_game_1_19(reader: Reader, tables: Tables) -> JoinGame:
    message = _join_with_codec(reader, tables, named_type=True, simulation_distance=True)
    _skip_death_location(reader)
    return message


def join_game_1_20(reader: Reader, tables: Tables) -> JoinGame:
    message = join_game_1_19(reader, tables)
    _skip_portal_cooldown(reader)
    return message


def _join_configured(reader: Reader, *, numbered_type: bool, sea_level: bool, secure_chat: bool) -> JoinGame:
    """From 1.20.2 on the configuration state has told of the registries."""
    entity_id = reader.i32()
    hardcore = reader.boolean()
    world_names = _world_names(reader)
    max_players, view_distance = reader.varint(), reader.varint()
    reader.varint()  # simulation distance
    reduced, respawn_screen = reader.boolean(), reader.boolean()
    reader.boolean()  # whether crafting is limited to known recipes
    world = _world(reader, numbered_type=numbered_type, sea_level=sea_level)
    if secure_chat:
        reader.boolean()
    return JoinGame(
        entity_id=entity_id,
        hardcore=hardcore,
        game_mode=world.game_mode,
        previous_game_mode=world.previous_game_mode,
        world_names=world_names,
        world=world.name,
        dimension=None,
        dimension_key=world.dimension_key,
        dimension_types={},
        hashed_seed=world.hashed_seed,
        max_players=max_players,
        view_distance=view_distance,
        reduced_debug_info=reduced,
        respawn_screen=respawn_screen,
        debug=world.debug,
        flat=world.flat,
    )


def join_game_1_20_2(reader: Reader, tables: Tables) -> JoinGame:
    return _join_configured(reader, numbered_type=False, sea_level=False, secure_chat=False)


def join_game_1_20_5(reader: Reader, tables: Tables) -> JoinGame:
    return _join_configured(reader, numbered_type=True, sea_level=False, secure_chat=True)


def join_game_1_21_2(reader: Reader, tables: Tables) -> JoinGame:
    return _join_configured(reader, numbered_type=True, sea_level=True, secure_chat=True)


def _respawn_with_flag(
    reader: Reader, world: str, dimension: DimensionType | None, dimension_key: str | None
) -> Respawn:
    """To 1.20.1. The last byte is a boolean to 1.19.2, then a set: attributes are kept, metadata are kept."""
    return Respawn(
        world=world,
        dimension=dimension,
        dimension_key=dimension_key,
        hashed_seed=reader.i64(),
        game_mode=reader.u8(),
        previous_game_mode=reader.i8(),
        debug=reader.boolean(),
        flat=reader.boolean(),
        keep_attributes=bool(reader.u8() & _KEEP_ATTRIBUTES),
    )


def respawn_1_16_2(reader: Reader, tables: Tables) -> Respawn:
    element = nbt(reader, tables)
    world = reader.string(_NAME_LIMIT)
    return _respawn_with_flag(reader, world, anonymous_dimension(element, world), None)


def respawn_1_19(reader: Reader, tables: Tables) -> Respawn:
    type_name, world = reader.string(_NAME_LIMIT), reader.string(_NAME_LIMIT)
    message = _respawn_with_flag(reader, world, None, type_name)
    _skip_death_location(reader)
    return message


def respawn_1_20(reader: Reader, tables: Tables) -> Respawn:
    message = respawn_1_19(reader, tables)
    _skip_portal_cooldown(reader)
    return message


def _respawn_configured(reader: Reader, *, numbered_type: bool, sea_level: bool) -> Respawn:
    world = _world(reader, numbered_type=numbered_type, sea_level=sea_level)
    return Respawn(
        world=world.name,
        dimension=None,
        dimension_key=world.dimension_key,
        hashed_seed=world.hashed_seed,
        game_mode=world.game_mode,
        previous_game_mode=world.previous_game_mode,
        debug=world.debug,
        flat=world.flat,
        keep_attributes=bool(reader.u8() & _KEEP_ATTRIBUTES),
    )


def respawn_1_20_2(reader: Reader, tables: Tables) -> Respawn:
    return _respawn_configured(reader, numbered_type=False, sea_level=False)


def respawn_1_20_5(reader: Reader, tables: Tables) -> Respawn:
    return _respawn_configured(reader, numbered_type=True, sea_level=False)


def respawn_1_21_2(reader: Reader, tables: Tables) -> Respawn:
    return _respawn_configured(reader, numbered_type=True, sea_level=True)


def start_configuration(reader: Reader, tables: Tables) -> StartConfiguration:
    return StartConfiguration()


# --- time, spawn, view ----------------------------------------------------------------------------


def time_update_1_8(reader: Reader, tables: Tables) -> TimeUpdate:
    """A time that is negated stands still."""
    age, time = reader.i64(), reader.i64()
    return TimeUpdate(age, abs(time), time >= 0)


def time_update_1_21_2(reader: Reader, tables: Tables) -> TimeUpdate:
    return TimeUpdate(reader.i64(), abs(reader.i64()), reader.boolean())


def time_update_26_1(reader: Reader, tables: Tables) -> TimeUpdate:
    age = reader.i64()
    clocks = tuple(_clock(reader) for _ in range(reader.count(10)))
    return TimeUpdate(age, None, True, clocks)


def _clock(reader: Reader) -> ClockState:
    clock, ticks = reader.varint(), reader.varlong()
    reader.f32()  # part of the next tick
    return ClockState(clock, ticks, reader.f32())


def spawn_position_1_8(reader: Reader, tables: Tables) -> SpawnPosition:
    return SpawnPosition(reader.position(), 0.0, 0.0, None)


def spawn_position_1_17(reader: Reader, tables: Tables) -> SpawnPosition:
    return SpawnPosition(reader.position(), reader.f32(), 0.0, None)


def spawn_position_1_21_9(reader: Reader, tables: Tables) -> SpawnPosition:
    world = reader.string(_NAME_LIMIT)
    return SpawnPosition(reader.position(), reader.f32(), reader.f32(), world)


def change_game_state(reader: Reader, tables: Tables) -> GameStateChange:
    return GameStateChange(reader.u8(), reader.f32())


def update_view_position(reader: Reader, tables: Tables) -> ViewCenter:
    return ViewCenter(reader.varint(), reader.varint())


def update_view_distance(reader: Reader, tables: Tables) -> ViewDistance:
    return ViewDistance(reader.varint())


def plugin_message(reader: Reader, tables: Tables) -> PluginMessage:
    return PluginMessage(reader.string(_NAME_LIMIT), reader.rest())


CLIENTBOUND = (
    Row("join_game", join_game_1_16_2),
    Row("join_game", join_game_1_18, since=V1_18),
    Row("join_game", join_game_1_19, since=V1_19),
    Row("join_game", join_game_1_20, since=V1_20),
    Row("join_game", join_game_1_20_2, since=V1_20_2),
    Row("join_game", join_game_1_20_5, since=V1_20_5),
    Row("join_game", join_game_1_21_2, since=V1_21_2),
    Row("respawn", respawn_1_16_2),
    Row("respawn", respawn_1_19, since=V1_19),
    Row("respawn", respawn_1_20, since=V1_20),
    Row("respawn", respawn_1_20_2, since=V1_20_2),
    Row("respawn", respawn_1_20_5, since=V1_20_5),
    Row("respawn", respawn_1_21_2, since=V1_21_2),
    Row("start_configuration", start_configuration, since=V1_20_2),
    Row("time_update", time_update_1_8),
    Row("time_update", time_update_1_21_2, since=V1_21_2),
    Row("time_update", time_update_26_1, since=V26_1),
    Row("spawn_position", spawn_position_1_8),
    Row("spawn_position", spawn_position_1_17, since=V1_17),
    Row("spawn_position", spawn_position_1_21_9, since=V1_21_9),
    Row("change_game_state", change_game_state),
    Row("update_view_position", update_view_position),
    Row("update_view_distance", update_view_distance),
    Row("plugin_message", plugin_message),
    Row("configuration/plugin_message", plugin_message, since=V1_20_2),
)
SERVERBOUND = (
    Row("plugin_message", plugin_message),
    Row("configuration/plugin_message", plugin_message, since=V1_20_2),
)
