"""Joining and changing worlds when dimensions were numbers and every world was 256 blocks high."""

from __future__ import annotations

from proxy.messages import EntityChosen, JoinGame, PluginMessage, Respawn, SpawnPosition
from proxy.versions.read import border
from proxy.versions.read.legacy.values import position
from proxy.versions.read.rows import Row
from proxy.versions.read.session import change_game_state, plugin_message, time_update_1_8
from proxy.versions.releases import V1_8, V1_9
from proxy.versions.tables import Tables
from proxy.wire.buffer import Reader
from world.dimension import DimensionType

DIMENSIONS = {
    -1: DimensionType("minecraft:the_nether", has_skylight=False),
    0: DimensionType("minecraft:overworld"),
    1: DimensionType("minecraft:the_end", has_skylight=False),
}
"""By number. Servers with mods count on."""

_HARDCORE = 0x08
_COMMAND_CHANNELS = frozenset({"MC|AdvCdm", "MC|AdvCmd"})
"""1.8's and 1.9's. A block's command comes the same way, with a 0 and the block's place."""
_OF_MINECART = b"\x01"
_LEVEL_TYPE_LIMIT = 16
_NO_SEED = 0
"""What stands for the hashed seed, which no server tells before 1.15: two overworlds can't be told apart."""


def dimension_of(number: int) -> DimensionType:
    """A dimension by its number; one that vanilla doesn't have is taken for an overworld of its own."""
    return DIMENSIONS.get(number) or DimensionType(f"minecraft:dimension_{number}")


def _level_type(reader: Reader) -> tuple[bool, bool]:
    """Whether the world is the debug world, and whether it is flat."""
    name = reader.string(_LEVEL_TYPE_LIMIT)
    return name.startswith("debug"), name == "flat"


def _join_game(reader: Reader, *, wide_dimension: bool) -> JoinGame:
    entity_id = reader.i32()
    mode = reader.u8()
    dimension = dimension_of(reader.i32() if wide_dimension else reader.i8())
    reader.u8()  # difficulty
    max_players = reader.u8()
    debug, flat = _level_type(reader)
    return JoinGame(
        entity_id=entity_id,
        hardcore=bool(mode & _HARDCORE),
        game_mode=mode & ~_HARDCORE,
        previous_game_mode=-1,
        world_names=(),
        world=dimension.name,
        dimension=dimension,
        dimension_key=None,
        dimension_types={known.name: known for known in DIMENSIONS.values()},
        hashed_seed=_NO_SEED,
        max_players=max_players,
        view_distance=0,
        reduced_debug_info=reader.boolean(),
        respawn_screen=True,
        debug=debug,
        flat=flat,
    )


def join_game_1_8(reader: Reader, tables: Tables) -> JoinGame:
    return _join_game(reader, wide_dimension=False)


def join_game_1_9(reader: Reader, tables: Tables) -> JoinGame:
    return _join_game(reader, wide_dimension=True)


def respawn(reader: Reader, tables: Tables) -> Respawn:
    dimension = dimension_of(reader.i32())
    reader.u8()  # difficulty
    mode = reader.u8()
    debug, flat = _level_type(reader)
    return Respawn(
        world=dimension.name,
        dimension=dimension,
        dimension_key=None,
        hashed_seed=_NO_SEED,
        game_mode=mode,
        previous_game_mode=-1,
        debug=debug,
        flat=flat,
        keep_attributes=False,
    )


def spawn_position(reader: Reader, tables: Tables) -> SpawnPosition:
    return SpawnPosition(position(reader), 0.0, 0.0, None)


def client_plugin_message(reader: Reader, tables: Tables) -> PluginMessage | EntityChosen:
    """The command of a minecart has no packet of its own yet."""
    message = plugin_message(reader, tables)
    kind, entity_id = message.data[:1], message.data[1:5]
    if message.channel in _COMMAND_CHANNELS and kind == _OF_MINECART and len(entity_id) == 4:
        return EntityChosen(int.from_bytes(entity_id, "big", signed=True), "edit_command")
    return message


CLIENTBOUND = (
    Row("join_game", join_game_1_8, since=V1_8),
    Row("join_game", join_game_1_9, since=V1_9),
    Row("respawn", respawn, since=V1_8),
    Row("time_update", time_update_1_8, since=V1_8),
    Row("world_border", border.world_border, since=V1_8),
    Row("spawn_position", spawn_position, since=V1_8),
    Row("change_game_state", change_game_state, since=V1_8),
    Row("plugin_message", plugin_message, since=V1_8),
)
SERVERBOUND = (Row("plugin_message", client_plugin_message, since=V1_8),)
