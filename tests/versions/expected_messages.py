"""Builds our neutral messages from packets as node-minecraft-protocol reads them: the expectation of the tests.

Written against minecraft-data's field names and nothing of ours but the messages, so that a wrong layout can't
agree with itself. :class:`Params` remembers what was looked at: a field that no builder read is an error, so that
a comparison can't be incomplete.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from math import floor
from typing import Any
from uuid import UUID

import numpy as np
from nbtlib import tag as tags

from proxy import messages as m
from proxy.versions.base import ProtocolFamily
from world.dimension import DimensionType
from world.item import ItemStack

_MISSING: Any = object()


class Params:
    """The fields of a packet, each to be read once or more."""

    def __init__(
        self, fields: Mapping[str, Any], family: ProtocolFamily, particles: Mapping[int, str]
    ) -> None:
        """``particles``: minecraft-data's particles by id, for metadata that has one."""
        self.fields = fields
        self.family = family
        self.particles = particles
        self._read: set[str] = set()

    def __call__(self, *names: str, default: Any = _MISSING) -> Any:
        """The field that has one of ``names`` (releases of minecraft-data differ), or the default."""
        for name in names:
            if name in self.fields:
                self._read.add(name)
                return self.fields[name]
        if default is _MISSING:
            raise KeyError(f"none of {names} in {sorted(self.fields)}")
        return default

    def ignore(self, *names: str) -> None:
        """Fields that no message carries."""
        self._read.update(names)

    def unread(self) -> set[str]:
        return set(self.fields) - self._read

    def inner(self, fields: Mapping[str, Any]) -> Params:
        return Params(fields, self.family, self.particles)


# --- values ---------------------------------------------------------------------------------------

_SCALARS: dict[str, Callable[[Any], Any]] = {
    "byte": tags.Byte,
    "short": tags.Short,
    "int": tags.Int,
    "long": lambda value: tags.Long(long(value)),
    "float": tags.Float,
    "double": tags.Double,
    "string": tags.String,
    "byteArray": lambda value: tags.ByteArray(value),
    "intArray": lambda value: tags.IntArray(value),
    "longArray": lambda value: tags.LongArray([long(item) for item in value]),
}


def long(value: Any) -> int:
    """A long as the library has it: a pair of int32, or a number."""
    if isinstance(value, list):
        high, low = value
        return int(high) << 32 | int(low) & 0xFFFFFFFF
    return int(value)


def nbt(value: Mapping[str, Any] | None) -> Any:
    """prismarine-nbt's form as nbtlib tags; an empty root stands for nothing."""
    if value is None or value.get("type") == "end":
        return None
    kind, content = value["type"], value["value"]
    if kind == "compound":
        return tags.Compound({name: nbt(item) for name, item in content.items()})
    if kind == "list":
        items = [nbt({"type": content["type"], "value": item}) for item in content["value"]]
        return tags.List(items) if not items else tags.List[type(items[0])](items)
    return _SCALARS[kind](content)


def angle(byte: int) -> float:
    return byte * 360.0 / 256.0


def position(value: Mapping[str, int]) -> tuple[int, int, int]:
    return value["x"], value["y"], value["z"]


def item(value: Mapping[str, Any], family: ProtocolFamily) -> ItemStack | None:
    if not value["present"]:
        return None
    item_id = value["itemId"]
    return ItemStack(item_id, family.items[item_id], value["itemCount"], nbt(value.get("nbtData")))


def velocity(p: Params) -> tuple[int, int, int]:
    if "velocity" in p.fields:
        value = p("velocity")
        return value["x"], value["y"], value["z"]
    return p("velocityX"), p("velocityY"), p("velocityZ")


def signed_byte(value: int) -> int:
    return value - 256 if value > 127 else value


def unsigned_byte(value: int) -> int:
    return value & 0xFF


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


# --- clientbound ----------------------------------------------------------------------------------


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


def multi_block_change(p: Params) -> m.Message:
    section = p("chunkCoordinates")
    p.ignore("notTrustEdges", "suppressLightUpdates")
    records = [long(record) for record in p("records")]
    positions = tuple(
        (
            section["x"] * 16 + (record >> 8) % 16,
            section["y"] * 16 + record % 16,
            section["z"] * 16 + (record >> 4) % 16,
        )
        for record in records
    )
    return m.BlocksChanged(positions, tuple(record // 4096 for record in records))


def explosion(p: Params) -> m.Message:
    x, y, z = p("x"), p("y"), p("z")
    destroyed = tuple(
        (floor(x) + offset["x"], floor(y) + offset["y"], floor(z) + offset["z"])
        for offset in p("affectedBlockOffsets")
    )
    motion = p("playerMotionX"), p("playerMotionY"), p("playerMotionZ")
    return m.Explosion((x, y, z), p("radius"), destroyed, motion)


_INFO_ACTIONS = {
    "add_player": "add",
    "update_game_mode": "game_mode",
    "update_latency": "ping",
    "update_display_name": "display_name",
    "remove_player": "remove",
}


def player_info(p: Params) -> m.Message:
    action = p("action")
    name = _INFO_ACTIONS[action] if isinstance(action, str) else list(_INFO_ACTIONS.values())[action]
    return m.PlayerInfo(name, tuple(_info_entry(p.inner(entry)) for entry in p("data")))


def _info_entry(p: Params) -> m.PlayerInfoEntry:
    properties = p("properties", default=None)
    p.ignore("crypto")
    entry = m.PlayerInfoEntry(
        UUID(p("UUID", "uuid")),
        name=p("name", default=None),
        properties=None
        if properties is None
        else tuple(
            m.ProfileProperty(value["name"], value["value"], value.get("signature")) for value in properties
        ),
        game_mode=p("gamemode", default=None),
        ping=p("ping", default=None),
        display_name=p("displayName", default=None),
    )
    assert not p.unread()
    return entry


def spawn_entity(p: Params) -> m.Message:
    yaw = angle(p("yaw"))
    return m.SpawnEntity(
        entity_id=p("entityId"),
        uuid=UUID(p("objectUUID")),
        kind=p.family.entity_kinds[p("type")],
        x=p("x"),
        y=p("y"),
        z=p("z"),
        yaw=yaw,
        pitch=angle(p("pitch")),
        head_yaw=angle(p("headPitch")) if "headPitch" in p.fields else yaw,
        velocity=velocity(p),
        data=p("objectData"),
    )


def spawn_entity_living(p: Params) -> m.Message:
    return m.SpawnEntity(
        entity_id=p("entityId"),
        uuid=UUID(p("entityUUID")),
        kind=p.family.entity_kinds[p("type")],
        x=p("x"),
        y=p("y"),
        z=p("z"),
        yaw=angle(p("yaw")),
        pitch=angle(p("pitch")),
        head_yaw=angle(p("headPitch")),
        velocity=velocity(p),
        data=0,
    )


def named_entity_spawn(p: Params) -> m.Message:
    yaw, pitch = angle(p("yaw")), angle(p("pitch"))
    place = p("x"), p("y"), p("z")
    return m.SpawnEntity(
        p("entityId"), UUID(p("playerUUID")), "player", *place, yaw, pitch, yaw, (0, 0, 0), 0
    )


def spawn_entity_experience_orb(p: Params) -> m.Message:
    place = p("x"), p("y"), p("z")
    return m.SpawnEntity(p("entityId"), None, "experience_orb", *place, 0, 0, 0, (0, 0, 0), p("count"))


def spawn_entity_painting(p: Params) -> m.Message:
    yaw = p("direction") * 90.0
    place = position(p("location"))
    uuid = UUID(p("entityUUID"))
    return m.SpawnEntity(p("entityId"), uuid, "painting", *place, yaw, 0, yaw, (0, 0, 0), p("title"))


def moved(p: Params) -> m.Message:
    turned = "yaw" in p.fields
    return m.EntityMove(
        entity_id=p("entityId"),
        dx=p("dX", default=0),
        dy=p("dY", default=0),
        dz=p("dZ", default=0),
        yaw=angle(p("yaw")) if turned else None,
        pitch=angle(p("pitch")) if turned else None,
        on_ground=p("onGround"),
        has_position="dX" in p.fields,
    )


_SERIALIZERS = (
    *("byte", "varint", "float", "string", "component", "optional_component", "item_stack", "boolean"),
    *("rotations", "block_position", "optional_block_position", "direction", "optional_uuid"),
    *("optional_block_state", "compound", "particle", "villager_data", "optional_unsigned_int", "pose"),
    *("cat_variant", "frog_variant", "optional_global_pos", "painting_variant"),
)
_DIRECTIONS = ("down", "up", "north", "south", "west", "east")
_POSES = {
    754: ("standing", "fall_flying", "sleeping", "swimming", "spin_attack", "sneaking", "dying"),
    758: (
        "standing",
        "fall_flying",
        "sleeping",
        "swimming",
        "spin_attack",
        "sneaking",
        "long_jumping",
        "dying",
    ),
    760: (
        *("standing", "fall_flying", "sleeping", "swimming", "spin_attack", "sneaking", "long_jumping"),
        *("dying", "croaking", "using_tongue", "roaring", "sniffing", "emerging", "digging"),
    ),
}


def particle(value: Mapping[str, Any], p: Params) -> tuple[str, Any]:
    name, data = p.particles[value["particleId"]], value.get("data") or {}
    if name == "item":
        return name, item(data["item"], p.family)
    if name == "vibration":
        target = data["destination"]
        target = position(target) if isinstance(target, dict) else target
        if p.family.protocol < 759:
            return name, (position(data["origin"]), target, data["ticks"])
        return name, (target, data["ticks"])
    if name == "dust":
        return name, tuple(data[key] for key in ("red", "green", "blue", "scale"))
    if name == "dust_color_transition":
        keys = ("fromRed", "fromGreen", "fromBlue", "scale", "toRed", "toGreen", "toBlue")
        return name, tuple(data[key] for key in keys)
    if name == "sculk_charge":
        return name, (data["rotation"],)
    single = data.get("blockState", data.get("delayInTicksBeforeShown"))
    return name, single


def metadata_value(name: str, value: Any, p: Params) -> Any:
    family = p.family
    if name == "item_stack":
        return item(value, family)
    if name == "rotations":
        return value["pitch"], value["yaw"], value["roll"]
    if name == "block_position" or (name == "optional_block_position" and value is not None):
        return position(value)
    if name == "particle":
        return particle(value, p)
    if name == "direction":
        return _DIRECTIONS[value]
    if name == "optional_uuid":
        return None if value is None else UUID(value)
    if name == "optional_block_state":
        return value or None
    if name == "compound":
        return nbt(value)
    if name == "villager_data":
        return value["villagerType"], value["villagerProfession"], value["level"]
    if name == "optional_unsigned_int":
        return value - 1 if value else None
    if name == "pose":
        return _POSES[family.protocol][value]
    return value


def entity_metadata(p: Params) -> m.Message:
    values = {}
    for entry in p("metadata"):
        name = _SERIALIZERS[entry["type"]]
        values[entry["key"]] = name, metadata_value(name, entry.get("value"), p)
    return m.EntityMetadata(p("entityId"), values)


_SLOTS = ("main_hand", "off_hand", "feet", "legs", "chest", "head")


def entity_equipment(p: Params) -> m.Message:
    items = tuple((_SLOTS[entry["slot"]], item(entry["item"], p.family)) for entry in p("equipments"))
    return m.EntityEquipment(p("entityId"), items)


def entity_effect(p: Params) -> m.Message:
    p.ignore("factorCodec")
    return m.EntityEffect(
        p("entityId"), p("effectId"), p("amplifier"), p("duration"), unsigned_byte(p("hideParticles"))
    )


def window_items(p: Params) -> m.Message:
    has_cursor = "carriedItem" in p.fields
    return m.WindowItems(
        window=p("windowId"),
        state=p("stateId", default=0),
        items=tuple(item(value, p.family) for value in p("items")),
        cursor=item(p("carriedItem"), p.family) if has_cursor else None,
        has_cursor=has_cursor,
    )


def set_slot(p: Params) -> m.Message:
    return m.SetSlot(p("windowId"), p("stateId", default=0), p("slot"), item(p("item"), p.family))


def teleported(p: Params) -> m.Message:
    return m.PlayerTeleport(
        p("x"),
        p("y"),
        p("z"),
        p("yaw"),
        p("pitch"),
        unsigned_byte(p("flags")),
        p("teleportId"),
        p("dismountVehicle", default=False),
    )


CLIENTBOUND: dict[str, Callable[[Params], m.Message]] = {
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
    "unload_chunk": lambda p: m.UnloadChunk(p("chunkX"), p("chunkZ")),
    "block_change": lambda p: m.BlocksChanged((position(p("location")),), (p("type"),)),
    "multi_block_change": multi_block_change,
    "acknowledge_player_digging": lambda p: m.DiggingAcknowledged(
        position(p("location")), p("block"), p("status"), p("successful")
    ),
    "explosion": explosion,
    "tile_entity_data": lambda p: m.BlockEntityData(
        position(p("location")), p("action"), nbt(p("nbtData", default=None))
    ),
    "block_action": lambda p: m.BlockAction(position(p("location")), p("byte1"), p("byte2"), p("blockId")),
    "position": teleported,
    "update_health": lambda p: m.HealthUpdate(p("health"), p("food"), p("foodSaturation")),
    "experience": lambda p: m.Experience(p("experienceBar"), p("level"), p("totalExperience")),
    "abilities": lambda p: m.Abilities(unsigned_byte(p("flags")), p("flyingSpeed"), p("walkingSpeed")),
    "held_item_slot": lambda p: m.HeldSlot(p("slot")),
    "window_items": window_items,
    "set_slot": set_slot,
    "open_window": lambda p: m.OpenWindow(p("windowId"), p("inventoryType"), p("windowTitle")),
    "close_window": lambda p: m.CloseWindow(p("windowId")),
    "camera": lambda p: m.Camera(p("cameraId")),
    "player_info": player_info,
    "spawn_entity": spawn_entity,
    "spawn_entity_living": spawn_entity_living,
    "named_entity_spawn": named_entity_spawn,
    "spawn_entity_experience_orb": spawn_entity_experience_orb,
    "spawn_entity_painting": spawn_entity_painting,
    "entity_destroy": lambda p: m.DestroyEntities(tuple(p("entityIds"))),
    "rel_entity_move": moved,
    "entity_move_look": moved,
    "entity_look": moved,
    "entity_teleport": lambda p: m.EntityTeleport(
        p("entityId"), p("x"), p("y"), p("z"), angle(p("yaw")), angle(p("pitch")), p("onGround")
    ),
    "entity_head_rotation": lambda p: m.EntityHeadLook(p("entityId"), angle(p("headYaw"))),
    "entity_velocity": lambda p: m.EntityVelocity(p("entityId"), velocity(p)),
    "entity_metadata": entity_metadata,
    "entity_equipment": entity_equipment,
    "set_passengers": lambda p: m.SetPassengers(p("entityId"), tuple(p("passengers"))),
    "attach_entity": lambda p: m.AttachEntity(p("entityId"), p("vehicleId") or -1),
    "entity_status": lambda p: m.EntityStatus(p("entityId"), p("entityStatus")),
    "animation": lambda p: m.EntityAnimation(p("entityId"), p("animation")),
    "collect": lambda p: m.CollectItem(p("collectedEntityId"), p("collectorEntityId"), p("pickupItemCount")),
    "entity_effect": entity_effect,
    "remove_entity_effect": lambda p: m.RemoveEntityEffect(p("entityId"), p("effectId")),
    "vehicle_move": lambda p: m.VehicleMove(p("x"), p("y"), p("z"), p("yaw"), p("pitch")),
}
"""minecraft-data's name → the message that the packet has to become. Chunks are compared elsewhere."""


# --- serverbound ----------------------------------------------------------------------------------


def own_move(p: Params) -> m.Message:
    return m.PlayerMove(
        (p("x"), p("y"), p("z")) if "x" in p.fields else None,
        (p("yaw"), p("pitch")) if "yaw" in p.fields else None,
        p("onGround"),
    )


_ENTITY_ACTIONS = {
    "start_sneaking": "start_sneaking",
    "stop_sneaking": "stop_sneaking",
    "stop_sleeping": "leave_bed",
    "start_sprinting": "start_sprinting",
    "stop_sprinting": "stop_sprinting",
    "start_riding_jump": "start_horse_jump",
    "stop_riding_jump": "stop_horse_jump",
    "open_inventory": "open_horse_inventory",
    "start_fall_flying": "start_elytra",
}


def entity_action(p: Params) -> m.Message:
    p.ignore("entityId", "jumpBoost")
    return m.EntityAction(_ENTITY_ACTIONS[p("actionId")])


def use_entity(p: Params) -> m.Message:
    return m.InteractEntity(
        entity_id=p("target"),
        action=("interact", "attack", "interact_at")[p("mouse")],
        target=(p("x"), p("y"), p("z")) if "x" in p.fields else None,
        hand=p("hand", default=None),
        sneaking=p("sneaking"),
    )


def block_place(p: Params) -> m.Message:
    p.ignore("sequence")
    cursor = p("cursorX"), p("cursorY"), p("cursorZ")
    return m.UseItemOn(p("hand"), position(p("location")), p("direction"), cursor, p("insideBlock"))


def block_dig(p: Params) -> m.Message:
    p.ignore("sequence")
    return m.Digging(p("status"), position(p("location")), p("face"))


def use_item(p: Params) -> m.Message:
    p.ignore("sequence")
    return m.UseItem(p("hand"))


def settings(p: Params) -> m.Message:
    p.ignore("enableTextFiltering", "enableServerListing")
    return m.ClientSettings(
        p("locale"), p("viewDistance"), p("chatFlags"), p("chatColors"), p("skinParts"), p("mainHand")
    )


def window_click(p: Params) -> m.Message:
    p.ignore("action", "stateId")
    reports = "cursorItem" in p.fields
    changed = tuple(
        (entry["location"], item(entry["item"], p.family)) for entry in p("changedSlots", default=())
    )
    return m.ClickWindow(
        window=p("windowId"),
        slot=p("slot"),
        button=p("mouseButton"),
        mode=p("mode"),
        changed=changed,
        cursor=item(p("cursorItem", "item"), p.family),
        reports_result=reports,
    )


def chat(p: Params) -> m.Message:
    text = p("message")
    return m.ChatSaid(text.removeprefix("/"), text.startswith("/"))


_SIGNING = (
    *("timestamp", "salt", "signature", "argumentSignatures", "signedPreview"),
    *("previousMessages", "lastRejectedMessage"),
)


def chat_message(p: Params) -> m.Message:
    p.ignore(*_SIGNING)
    return m.ChatSaid(p("message"), False)


def chat_command(p: Params) -> m.Message:
    p.ignore(*_SIGNING)
    return m.ChatSaid(p("command"), True)


SERVERBOUND: dict[str, Callable[[Params], m.Message]] = {
    "position": own_move,
    "position_look": own_move,
    "look": own_move,
    "flying": own_move,
    "teleport_confirm": lambda p: m.TeleportConfirm(p("teleportId")),
    "steer_vehicle": lambda p: m.SteerVehicle(
        p("sideways"), p("forward"), bool(p("jump") & 1), bool(p("jump") & 2)
    ),
    "vehicle_move": lambda p: m.VehicleMove(p("x"), p("y"), p("z"), p("yaw"), p("pitch")),
    "entity_action": entity_action,
    "arm_animation": lambda p: m.SwingArm(p("hand")),
    "use_entity": use_entity,
    "block_dig": block_dig,
    "block_place": block_place,
    "use_item": use_item,
    "settings": settings,
    "client_command": lambda p: m.ClientStatus(("perform_respawn", "request_stats").index(p("actionId"))),
    "held_item_slot": lambda p: m.HeldSlot(p("slotId")),
    "abilities": lambda p: m.AbilitiesChanged(unsigned_byte(p("flags"))),
    "query_entity_nbt": lambda p: m.EntityNbtQuery(p("transactionId"), p("entityId")),
    "spectate": lambda p: m.Spectate(UUID(p("target"))),
    "window_click": window_click,
    "set_creative_slot": lambda p: m.CreativeSlot(p("slot"), item(p("item"), p.family)),
    "close_window": lambda p: m.CloseWindow(p("windowId")),
    "custom_payload": custom_payload,
    "chat": chat,
    "chat_message": chat_message,
    "chat_command": chat_command,
}

BUILDERS = {"clientbound": CLIENTBOUND, "serverbound": SERVERBOUND}


# --- comparing ------------------------------------------------------------------------------------


def expected(
    direction: str,
    name: str,
    fields: Mapping[str, Any],
    family: ProtocolFamily,
    particles: Mapping[int, str] | None = None,
) -> m.Message:
    """The message for a packet of minecraft-data's ``name``. Fails when a field was left out."""
    params = Params(fields, family, particles or {})
    message = BUILDERS[direction][name](params)
    assert not params.unread(), f"{name}: fields that nobody compared: {sorted(params.unread())}"
    return message


def plain(value: Any) -> Any:
    """Comparable by kind too: nbtlib's Int(1) equals its Byte(1), and a message of another class could match."""
    if isinstance(value, tags.Base):
        if isinstance(value, dict):
            return "Compound", {key: plain(item) for key, item in value.items()}
        if isinstance(value, list):
            return "List", [plain(item) for item in value]
        if isinstance(value, np.ndarray):
            return type(value).__name__, value.tolist()
        return type(value).__name__, float(value) if isinstance(value, float) else value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return type(value).__name__, fields
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def load(path: Any) -> Any:
    return json.loads(path.read_text("utf-8"))
