"""Joining, changing worlds, time and the other packets that aren't about a thing in the world."""

from __future__ import annotations

from typing import Any

from proxy.messages import (
    GameStateChange,
    JoinGame,
    PluginMessage,
    Respawn,
    SpawnPosition,
    TimeUpdate,
    ViewCenter,
    ViewDistance,
)
from proxy.versions.read.rows import Row
from proxy.versions.read.values import nbt
from proxy.versions.releases import V1_17, V1_18, V1_19
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader
from world.dimension import DimensionType

_MAX_HEIGHT = 4064
"""Vanilla's limit for the height of a dimension in blocks."""


def dimension_type(name: str, element: Any) -> DimensionType:
    """A dimension type from its NBT. To 1.16.5 it has no ``min_y`` and ``height``: 0 and 256."""
    if not isinstance(element, dict):
        raise DecodeError(f"dimension type {name} isn't a compound")
    try:
        min_y, height = int(element.get("min_y", 0)), int(element.get("height", 256))
        skylight, natural = bool(int(element["has_skylight"])), bool(int(element["natural"]))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise DecodeError(f"dimension type {name} is damaged: {error!r}") from None
    if min_y % 16 or height % 16 or not 16 <= height <= _MAX_HEIGHT or not -2048 <= min_y <= 2032:
        raise DecodeError(f"dimension type {name} reaches from {min_y} over {height} blocks")
    return DimensionType(name, min_y, height, skylight, natural)


def dimension_elements(codec: Any) -> dict[str, Any]:
    """Name → NBT of each dimension type in a registry codec."""
    try:
        entries = codec["minecraft:dimension_type"]["value"]
        return {str(entry["name"]): entry["element"] for entry in entries}
    except (KeyError, TypeError) as error:
        raise DecodeError(f"the registry codec has no readable dimension types: {error!r}") from None


def anonymous_dimension(element: Any, world: str) -> DimensionType:
    """A type that 1.16–1.18 spell out without its name: called by its ``effects``, else by the world."""
    name = element.get("effects", world) if isinstance(element, dict) else world
    return dimension_type(str(name), element)


def _named_dimension(element: Any, elements: dict[str, Any], world: str) -> DimensionType:
    """As :func:`anonymous_dimension`, with the codec at hand to find the name."""
    same = [name for name, known in elements.items() if known == element]
    if not same:
        return anonymous_dimension(element, world)
    return dimension_type(world if world in same else same[0], element)


def _world_names(reader: Reader) -> tuple[str, ...]:
    return tuple(reader.string(32767) for _ in range(reader.count()))


def _join_game(reader: Reader, tables: Tables, *, named_type: bool, simulation_distance: bool) -> JoinGame:
    entity_id = reader.i32()
    hardcore = reader.boolean()
    game_mode, previous = reader.u8(), reader.i8()
    world_names = _world_names(reader)
    elements = dimension_elements(nbt(reader, tables))
    types = {name: dimension_type(name, element) for name, element in elements.items()}
    if named_type:
        type_name, world = reader.string(32767), reader.string(32767)
        if type_name not in types:
            raise DecodeError(f"dimension type {type_name} isn't in the registry codec")
        dimension = types[type_name]
    else:
        element = nbt(reader, tables)
        world = reader.string(32767)
        dimension = _named_dimension(element, elements, world)
    seed = reader.i64()
    max_players, view_distance = reader.varint(), reader.varint()
    if simulation_distance:
        reader.varint()
    reduced, respawn_screen = reader.boolean(), reader.boolean()
    debug, flat = reader.boolean(), reader.boolean()
    if named_type:
        _skip_death_location(reader)
    return JoinGame(
        entity_id=entity_id,
        hardcore=hardcore,
        game_mode=game_mode,
        previous_game_mode=previous,
        world_names=world_names,
        world=world,
        dimension=dimension,
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
    return _join_game(reader, tables, named_type=False, simulation_distance=False)


def join_game_1_18(reader: Reader, tables: Tables) -> JoinGame:
    return _join_game(reader, tables, named_type=False, simulation_distance=True)


def join_game_1_19(reader: Reader, tables: Tables) -> JoinGame:
    return _join_game(reader, tables, named_type=True, simulation_distance=True)


def _skip_death_location(reader: Reader) -> None:
    if reader.boolean():
        reader.string(32767)
        reader.position()


def respawn_1_16_2(reader: Reader, tables: Tables) -> Respawn:
    element = nbt(reader, tables)
    world = reader.string(32767)
    return _respawn(reader, world, anonymous_dimension(element, world), None)


def respawn_1_19(reader: Reader, tables: Tables) -> Respawn:
    type_name, world = reader.string(32767), reader.string(32767)
    message = _respawn(reader, world, None, type_name)
    _skip_death_location(reader)
    return message


def _respawn(
    reader: Reader, world: str, dimension: DimensionType | None, dimension_name: str | None
) -> Respawn:
    return Respawn(
        world=world,
        dimension=dimension,
        dimension_name=dimension_name,
        hashed_seed=reader.i64(),
        game_mode=reader.u8(),
        previous_game_mode=reader.i8(),
        debug=reader.boolean(),
        flat=reader.boolean(),
        keep_attributes=reader.boolean(),
    )


def time_update(reader: Reader, tables: Tables) -> TimeUpdate:
    age, time = reader.i64(), reader.i64()
    return TimeUpdate(age, abs(time), time >= 0)


def spawn_position_1_8(reader: Reader, tables: Tables) -> SpawnPosition:
    return SpawnPosition(reader.position(), 0.0)


def spawn_position_1_17(reader: Reader, tables: Tables) -> SpawnPosition:
    return SpawnPosition(reader.position(), reader.f32())


def change_game_state(reader: Reader, tables: Tables) -> GameStateChange:
    return GameStateChange(reader.u8(), reader.f32())


def update_view_position(reader: Reader, tables: Tables) -> ViewCenter:
    return ViewCenter(reader.varint(), reader.varint())


def update_view_distance(reader: Reader, tables: Tables) -> ViewDistance:
    return ViewDistance(reader.varint())


def plugin_message(reader: Reader, tables: Tables) -> PluginMessage:
    return PluginMessage(reader.string(32767), reader.rest())


CLIENTBOUND = (
    Row("join_game", join_game_1_16_2),
    Row("join_game", join_game_1_18, since=V1_18),
    Row("join_game", join_game_1_19, since=V1_19),
    Row("respawn", respawn_1_16_2),
    Row("respawn", respawn_1_19, since=V1_19),
    Row("time_update", time_update),
    Row("spawn_position", spawn_position_1_8),
    Row("spawn_position", spawn_position_1_17, since=V1_17),
    Row("change_game_state", change_game_state),
    Row("update_view_position", update_view_position),
    Row("update_view_distance", update_view_distance),
    Row("plugin_message", plugin_message),
)
SERVERBOUND = (Row("plugin_message", plugin_message),)
