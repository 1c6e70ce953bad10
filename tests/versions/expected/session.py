"""Joining, changing worlds, time, the border and other packets that are not about a thing in the world."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from expected.params import Builder, Params
from expected.values import long, position, signed_byte
from proxy import messages as m
from world.dimension import DimensionType


def dimension(name: str, element: Mapping[str, Any]) -> DimensionType:
    """From the dimension type's NBT in prismarine-nbt's form."""

    def number(key: str, default: int) -> int:
        return int(element[key]["value"]) if key in element else default

    return DimensionType(
        name,
        number("min_y", 0),
        number("height", 256),
        bool(number("has_skylight", -1)),
        bool(number("natural", -1)),
    )


def login(p: Params) -> m.Message:
    entries = p("dimensionCodec")["value"]["minecraft:dimension_type"]["value"]["value"]["value"]["value"]
    elements = {entry["name"]["value"]: entry["element"]["value"] for entry in entries}
    types = {name: dimension(name, element) for name, element in elements.items()}
    if "worldType" in p.fields:
        here = types[p("worldType")]
    else:
        spelled_out = p("dimension")["value"]
        name = next(name for name, element in elements.items() if element == spelled_out)
        here = dimension(name, spelled_out)
    p.ignore("simulationDistance", "death")
    return m.JoinGame(
        entity_id=p("entityId"),
        hardcore=p("isHardcore"),
        game_mode=p("gameMode"),
        previous_game_mode=signed_byte(p("previousGameMode")),
        world_names=tuple(p("worldNames")),
        world=p("worldName"),
        dimension=here,
        dimension_types=types,
        hashed_seed=long(p("hashedSeed")),
        max_players=p("maxPlayers"),
        view_distance=p("viewDistance"),
        reduced_debug_info=p("reducedDebugInfo"),
        respawn_screen=p("enableRespawnScreen"),
        debug=p("isDebug"),
        flat=p("isFlat"),
    )


def respawn(p: Params) -> m.Message:
    described = p("dimension")
    name = described if isinstance(described, str) else None
    here = None if name else dimension(described["value"]["effects"]["value"], described["value"])
    p.ignore("death")
    return m.Respawn(
        world=p("worldName"),
        dimension=here,
        dimension_name=name,
        hashed_seed=long(p("hashedSeed")),
        game_mode=p("gamemode"),
        previous_game_mode=signed_byte(p("previousGamemode")),
        debug=p("isDebug"),
        flat=p("isFlat"),
        keep_attributes=p("copyMetadata"),
    )


def update_time(p: Params) -> m.Message:
    time = long(p("time"))
    return m.TimeUpdate(long(p("age")), abs(time), time >= 0)


def world_border(p: Params) -> m.Message:
    """minecraft-data calls the two warnings of ``initialize`` by each other's names: vanilla's defaults are
    5 blocks and 15 seconds, as its own 1.18.2 has them."""
    action = p("action")
    center = (p("x"), p("z")) if action in (2, 3) else None
    old = p("old_radius", default=None)
    diameter = p("radius") if action == 0 else old
    lerp = p("speed", default=None)
    time, blocks = p("warning_time", default=None), p("warning_blocks", default=None)
    if action == 3:
        time, blocks = blocks, time
    return m.WorldBorder(
        center=center,
        diameter=diameter,
        target_diameter=p("new_radius", default=None),
        lerp_ms=None if lerp is None else long(lerp),
        portal_boundary=p("portalBoundary", default=None),
        warning_time=time,
        warning_blocks=blocks,
    )


def border_part(p: Params) -> m.Message:
    lerp = p("speed", default=None)
    return m.WorldBorder(
        center=(p("x"), p("z")) if "x" in p.fields else None,
        diameter=p("diameter", "oldDiameter", default=None),
        target_diameter=p("newDiameter", default=None),
        lerp_ms=None if lerp is None else long(lerp),
        portal_boundary=p("portalTeleportBoundary", default=None),
        warning_time=p("warningTime", default=None),
        warning_blocks=p("warningBlocks", default=None),
    )


_STATE_REASONS = (
    "no_respawn_block_available",
    "start_raining",
    "stop_raining",
    "change_game_mode",
    "win_game",
    "demo_event",
    "play_arrow_hit_sound",
    "rain_level_change",
    "thunder_level_change",
    "puffer_fish_sting",
    "guardian_elder_effect",
    "immediate_respawn",
)


def game_state_change(p: Params) -> m.Message:
    reason = p("reason")
    return m.GameStateChange(
        _STATE_REASONS.index(reason) if isinstance(reason, str) else reason, p("gameMode")
    )


def custom_payload(p: Params) -> m.Message:
    data = p("data")
    if isinstance(data, dict):
        content = bytes(data["data"])
    else:  # the library reads the brand as a string with its length
        text = data.encode()
        content = bytes((len(text),)) + text
    return m.PluginMessage(p("channel"), content)


CLIENTBOUND: dict[str, Builder] = {
    "login": login,
    "respawn": respawn,
    "update_time": update_time,
    "world_border": world_border,
    "initialize_world_border": border_part,
    "world_border_center": border_part,
    "world_border_lerp_size": border_part,
    "world_border_size": border_part,
    "world_border_warning_delay": border_part,
    "world_border_warning_reach": border_part,
    "spawn_position": lambda p: m.SpawnPosition(position(p("location")), p("angle", default=0.0)),
    "game_state_change": game_state_change,
    "update_view_position": lambda p: m.ViewCenter(p("chunkX"), p("chunkZ")),
    "update_view_distance": lambda p: m.ViewDistance(p("viewDistance")),
    "custom_payload": custom_payload,
}


SERVERBOUND: dict[str, Builder] = {
    "custom_payload": custom_payload,
}
