"""Joining, changing worlds, time, the border and other packets that are not about a thing in the world."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
        bool(int(element["has_skylight"]["value"])),
        element["default_clock"]["value"] if "default_clock" in element else None,
    )


def login(p: Params) -> m.Message:
    p.ignore("simulationDistance", "death", "portalCooldown", "doLimitedCrafting", "enforcesSecureChat")
    types: dict[str, DimensionType] = {}
    here = None
    if "dimensionCodec" in p.fields:
        entries = p("dimensionCodec")["value"]["minecraft:dimension_type"]["value"]["value"]["value"]["value"]
        elements = {entry["name"]["value"]: entry["element"]["value"] for entry in entries}
        types = {name: dimension(name, element) for name, element in elements.items()}
        if "worldType" in p.fields:
            here = types[p("worldType")]
        else:
            spelled_out = p("dimension")["value"]
            name = next(name for name, element in elements.items() if element == spelled_out)
            here = dimension(name, spelled_out)
    world = p.inner(p("worldState")) if "worldState" in p.fields else p
    message = m.JoinGame(
        entity_id=p("entityId"),
        hardcore=p("isHardcore"),
        game_mode=game_mode(world),
        previous_game_mode=signed_byte(world("previousGameMode", "previousGamemode")),
        world_names=tuple(p("worldNames")),
        world=world("worldName", "name"),
        dimension=here,
        dimension_key=None if here else world("worldType", "dimension"),
        dimension_types=types,
        hashed_seed=long(world("hashedSeed")),
        max_players=p("maxPlayers"),
        view_distance=p("viewDistance"),
        reduced_debug_info=p("reducedDebugInfo"),
        respawn_screen=p("enableRespawnScreen"),
        debug=world("isDebug"),
        flat=world("isFlat"),
    )
    world.ignore("death", "portalCooldown", "seaLevel")
    assert not world.unread() or world is p
    return message


_GAME_MODES = ("survival", "creative", "adventure", "spectator")


def game_mode(p: Params) -> int:
    mode = p("gameMode", "gamemode")
    return _GAME_MODES.index(mode) if isinstance(mode, str) else mode


def respawn(p: Params) -> m.Message:
    world = p.inner(p("worldState")) if "worldState" in p.fields else p
    described = world("dimension")
    spelled_out = isinstance(described, dict)
    message = m.Respawn(
        world=world("worldName", "name"),
        dimension=dimension(described["value"]["effects"]["value"], described["value"])
        if spelled_out
        else None,
        dimension_key=None if spelled_out else described,
        hashed_seed=long(world("hashedSeed")),
        game_mode=game_mode(world),
        previous_game_mode=signed_byte(world("previousGamemode")),
        debug=world("isDebug"),
        flat=world("isFlat"),
        keep_attributes=bool(int(p("copyMetadata")) & 1),
    )
    world.ignore("death", "portalCooldown", "seaLevel")
    assert not world.unread() or world is p
    return message


def registry_data(p: Params) -> m.Message:
    if "codec" in p.fields:  # 1.20.2 to 1.20.4: all at once
        registries, types = {}, {}
        for registry, content in p("codec")["value"].items():
            entries = content["value"]["value"]["value"]["value"]
            entries = sorted(entries, key=lambda entry: int(entry["id"]["value"]))
            registries[registry] = tuple(entry["name"]["value"] for entry in entries)
            if registry == "minecraft:dimension_type":
                types = {
                    entry["name"]["value"]: dimension(entry["name"]["value"], entry["element"]["value"])
                    for entry in entries
                }
        return m.RegistryData(registries, types)
    registry = namespaced(p("id"))
    names, types = [], {}
    for entry in p("entries"):
        name = namespaced(entry["key"])
        names.append(name)
        if registry == "minecraft:dimension_type":
            data = entry.get("value")
            if data is not None:
                types[name] = dimension(name, data["value"])
            elif name in VANILLA:
                types[name] = dimension(name, VANILLA[name](p.family.protocol))
    return m.RegistryData({registry: tuple(names)}, types)


def namespaced(name: str) -> str:
    return name if ":" in name else f"minecraft:{name}"


def _vanilla(
    min_y: int, height: int, skylight: Callable[[int], bool], clock: str | None = None
) -> Callable[[int], dict[str, Any]]:
    def element(protocol: int) -> dict[str, Any]:
        values: dict[str, Any] = {"min_y": min_y, "height": height, "has_skylight": skylight(protocol)}
        if clock is not None and protocol >= 775:
            values["default_clock"] = clock
        return {key: {"value": value} for key, value in values.items()}

    return element


VANILLA = {
    "minecraft:overworld": _vanilla(-64, 384, lambda protocol: True, "minecraft:overworld"),
    "minecraft:overworld_caves": _vanilla(-64, 384, lambda protocol: True, "minecraft:overworld"),
    "minecraft:the_nether": _vanilla(0, 256, lambda protocol: False),
    "minecraft:the_end": _vanilla(0, 256, lambda protocol: protocol >= 773, "minecraft:the_end"),
}
"""What a client has of its own when a server leaves the data out."""


def update_time(p: Params) -> m.Message:
    age = long(p("age"))
    if "clockUpdates" in p.fields:
        clocks = [p.inner(clock) for clock in p("clockUpdates")]
        return m.TimeUpdate(
            age, None, True, tuple(m.ClockState(c("id"), long(c("totalTicks")), c("rate")) for c in clocks)
        )
    time = long(p("time"))
    return m.TimeUpdate(age, abs(time), p("tickDayTime", default=time >= 0))


def spawn_position(p: Params) -> m.Message:
    if "globalPos" in p.fields:
        place = p("globalPos")
        return m.SpawnPosition(position(place["location"]), p("yaw"), p("pitch"), place["dimensionName"])
    return m.SpawnPosition(position(p("location")), p("angle", default=0.0), 0.0, None)


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


TICKS_OF_BORDER = 774
"""From here on the border's time counts ticks of 50 ms."""


def border_part(p: Params) -> m.Message:
    lerp = p("speed", default=None)
    if lerp is not None and p.family.protocol >= TICKS_OF_BORDER:
        lerp = 50 * long(lerp)
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
    "limited_crafting",
    "level_chunks_load_start",
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
    "configuration/registry_data": registry_data,
    "configuration/custom_payload": custom_payload,
    "start_configuration": lambda p: m.StartConfiguration(),
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
    "spawn_position": spawn_position,
    "game_state_change": game_state_change,
    "update_view_position": lambda p: m.ViewCenter(p("chunkX"), p("chunkZ")),
    "update_view_distance": lambda p: m.ViewDistance(p("viewDistance")),
    "custom_payload": custom_payload,
}


SERVERBOUND: dict[str, Builder] = {
    "custom_payload": custom_payload,
    "configuration/custom_payload": custom_payload,
}
