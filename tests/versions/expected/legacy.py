"""Packets of 1.8.8 and 1.12.2 whose fields differ so much that the modules by topic leave them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any
from uuid import UUID

from expected.params import Builder, Params
from expected.serverbound import entity_action
from expected.values import angle, nbt, position, signed_byte, unsigned_byte
from proxy import messages as m
from proxy.versions.base import ProtocolFamily
from proxy.versions.legacy_objects import object_kind
from proxy.versions.registries import load_registries
from world.dimension import DimensionType
from world.item import ItemStack

Metadata = dict[int, tuple[str, Any]]


def is_1_8(p: Params) -> bool:
    return p.family.protocol == 47


# --- values


_registries = cache(load_registries)


def item(value: Mapping[str, Any], family: ProtocolFamily) -> ItemStack | None:
    if value["blockId"] == -1:
        return None
    item_id, damage = value["blockId"], value["itemDamage"]
    name = _registries(family.minecraft).item_name(item_id, damage)
    return ItemStack(item_id, name, value["itemCount"], nbt(value.get("nbtData")), damage=damage)


def place(p: Params) -> tuple[float, float, float]:
    units = 32 if is_1_8(p) else 1
    return p("x") / units, p("y") / units, p("z") / units


def velocity(value: Mapping[str, int]) -> tuple[float, float, float]:
    return tuple(value[f"velocity{axis}"] / 8000 for axis in "XYZ")  # type: ignore[return-value]


_TYPES_1_8 = ("byte", "short", "int", "float", "string", "item_stack", "block_position", "rotations")
_TYPES_1_12 = (
    *("byte", "varint", "float", "string", "component", "item_stack", "boolean", "rotations"),
    *("block_position", "optional_block_position", "direction", "optional_uuid", "optional_block_state"),
    "compound",
)
_DIRECTIONS = ("down", "up", "north", "south", "west", "east")


def metadata(entries: Sequence[Mapping[str, Any]], family: ProtocolFamily) -> Metadata:
    types = _TYPES_1_8 if family.protocol == 47 else _TYPES_1_12
    return {
        entry["key"]: (types[entry["type"]], _value(types[entry["type"]], entry.get("value"), family))
        for entry in entries
    }


def _value(name: str, value: Any, family: ProtocolFamily) -> Any:
    match name:
        case "item_stack":
            return item(value, family)
        case "block_position":
            return position(value)
        case "optional_block_position":
            return None if value is None else position(value)
        case "optional_uuid":
            return None if value is None else UUID(value)
        case "optional_block_state":
            return value or None
        case "rotations":
            return value["pitch"], value["yaw"], value["roll"]
        case "direction":
            return _DIRECTIONS[value]
        case "compound":
            return nbt(value)
    return value


# --- session and world

_DIMENSIONS = {
    -1: DimensionType("minecraft:the_nether", 0, 256, False),
    0: DimensionType("minecraft:overworld", 0, 256, True),
    1: DimensionType("minecraft:the_end", 0, 256, False),
    7: DimensionType("minecraft:dimension_7", 0, 256, True),
}


def login(p: Params) -> m.Message:
    p.ignore("difficulty")
    here = _DIMENSIONS[p("dimension")]
    return m.JoinGame(
        entity_id=p("entityId"),
        hardcore=p("gameMode") >= 8,
        game_mode=p("gameMode") % 8,
        previous_game_mode=-1,
        world_names=(),
        world=here.name,
        dimension=here,
        dimension_key=None,
        dimension_types={_DIMENSIONS[number].name: _DIMENSIONS[number] for number in (-1, 0, 1)},
        hashed_seed=0,
        max_players=p("maxPlayers"),
        view_distance=0,
        reduced_debug_info=p("reducedDebugInfo"),
        respawn_screen=True,
        debug=p("levelType") == "debug_all_block_states"[:16],
        flat=p("levelType") == "flat",
    )


def respawn(p: Params) -> m.Message:
    p.ignore("difficulty")
    here = _DIMENSIONS[p("dimension")]
    return m.Respawn(
        world=here.name,
        dimension=here,
        dimension_key=None,
        hashed_seed=0,
        game_mode=p("gamemode"),
        previous_game_mode=-1,
        debug=False,
        flat=p("levelType") == "flat",
        keep_attributes=False,
    )


def multi_block_change(p: Params) -> m.Message:
    x, z = 16 * p("chunkX"), 16 * p("chunkZ")
    positions = tuple(
        (x + record["horizontalPos"] // 16, record["y"], z + record["horizontalPos"] % 16)
        for record in p("records")
    )
    return m.BlocksChanged(positions, tuple(record["blockId"] for record in p("records")))


def explosion(p: Params) -> m.Message:
    """Vanilla cuts the centre to integers, towards zero, where later versions round down."""
    x, y, z = p("x"), p("y"), p("z")
    destroyed = tuple(
        (int(x) + offset["x"], int(y) + offset["y"], int(z) + offset["z"])
        for offset in p("affectedBlockOffsets")
    )
    motion = p("playerMotionX"), p("playerMotionY"), p("playerMotionZ")
    return m.Explosion((x, y, z), p("radius"), destroyed, motion)


def map_chunk_bulk(p: Params) -> m.Message:
    p.ignore("skyLightSent", "data")
    return m.ChunkBulk(tuple((column["x"], column["z"]) for column in p("meta")))


def open_window(p: Params) -> m.Message:
    p.ignore("slotCount", "entityId")
    return m.OpenWindow(p("windowId"), p("inventoryType"), p("windowTitle"))


def teleported(p: Params) -> m.Message:
    return m.PlayerTeleport(
        *(p("x"), p("y"), p("z"), p("yaw"), p("pitch"), unsigned_byte(p("flags"))),
        teleport_id=None if is_1_8(p) else p("teleportId"),
        dismount=False,
        velocity=None,
    )


# --- entities


def spawn_entity(p: Params) -> m.Message:
    """1.8 only has a velocity where the data isn't zero; minecraft-packets puts both into one field."""
    data, motion = p("objectData"), (0.0, 0.0, 0.0)
    if isinstance(data, Mapping):  # recorded 1.8
        motion = velocity(data) if data["intField"] else motion
        data = data["intField"]
    elif p("velocity", default=None) is not None:
        motion = tuple(p("velocity")[axis] / 8000 for axis in "xyz")  # type: ignore[assignment]
    elif "velocityX" in p.fields:
        motion = velocity({name: p(name) for name in ("velocityX", "velocityY", "velocityZ")})
    yaw = angle(p("yaw"))
    return m.SpawnEntity(
        entity_id=p("entityId"),
        uuid=None if is_1_8(p) else UUID(p("objectUUID")),
        kind=object_kind(p("type"), data),
        **dict(zip("xyz", place(p), strict=True)),
        yaw=yaw,
        pitch=angle(p("pitch")),
        head_yaw=yaw,
        velocity=motion,
        data=data,
    )


def spawn_entity_living(p: Params) -> m.Message:
    if "velocity" in p.fields:
        motion = tuple(p("velocity")[axis] / 8000 for axis in "xyz")
    else:
        motion = velocity({name: p(name) for name in ("velocityX", "velocityY", "velocityZ")})
    return m.SpawnEntity(
        entity_id=p("entityId"),
        uuid=None if is_1_8(p) else UUID(p("entityUUID")),
        kind=p.family.entity_kinds[p("type")],
        **dict(zip("xyz", place(p), strict=True)),
        yaw=angle(p("yaw")),
        pitch=angle(p("pitch")),
        head_yaw=angle(p("headPitch")),
        velocity=motion,  # type: ignore[arg-type]
        data=0,
        metadata=metadata(p("metadata"), p.family),
    )


def named_entity_spawn(p: Params) -> m.Message:
    p.ignore("currentItem")
    yaw = angle(p("yaw"))
    return m.SpawnEntity(
        entity_id=p("entityId"),
        uuid=UUID(p("playerUUID")),
        kind="player",
        **dict(zip("xyz", place(p), strict=True)),
        yaw=yaw,
        pitch=angle(p("pitch")),
        head_yaw=yaw,
        velocity=(0.0, 0.0, 0.0),
        data=0,
        metadata=metadata(p("metadata"), p.family),
    )


def spawn_entity_experience_orb(p: Params) -> m.Message:
    still = (0.0, 0.0, 0.0)
    return m.SpawnEntity(p("entityId"), None, "experience_orb", *place(p), 0, 0, 0, still, p("count"))


def spawn_entity_painting(p: Params) -> m.Message:
    p.ignore("title")
    yaw = p("direction") * 90.0
    where = position(p("location"))
    uuid = None if is_1_8(p) else UUID(p("entityUUID"))
    return m.SpawnEntity(p("entityId"), uuid, "painting", *where, yaw, 0, yaw, (0.0, 0.0, 0.0), 0)


def moved(p: Params) -> m.Message:
    turned, units = "yaw" in p.fields, 4096 // 32 if is_1_8(p) else 1
    return m.EntityMove(
        entity_id=p("entityId"),
        dx=p("dX", default=0) * units,
        dy=p("dY", default=0) * units,
        dz=p("dZ", default=0) * units,
        yaw=angle(p("yaw")) if turned else None,
        pitch=angle(p("pitch")) if turned else None,
        on_ground=p("onGround"),
        has_position="dX" in p.fields,
    )


def entity_teleport(p: Params) -> m.Message:
    return m.EntityTeleport(
        p("entityId"), *place(p), angle(p("yaw")), angle(p("pitch")), on_ground=p("onGround")
    )


def entity_equipment(p: Params) -> m.Message:
    armour = ("feet", "legs", "chest", "head")
    slots = ("main_hand", *armour) if is_1_8(p) else ("main_hand", "off_hand", *armour)
    return m.EntityEquipment(p("entityId"), ((slots[p("slot")], item(p("item"), p.family)),))


def attach_entity(p: Params) -> m.Message:
    other = p("vehicleId")
    if is_1_8(p) and not p("leash"):
        return m.RideEntity(p("entityId"), None if other == -1 else other)
    return m.AttachEntity(p("entityId"), other)


CLIENTBOUND: dict[str, Builder] = {
    "login": login,
    "respawn": respawn,
    "spawn_position": lambda p: m.SpawnPosition(position(p("location")), 0.0, 0.0, None),
    "multi_block_change": multi_block_change,
    "map_chunk_bulk": map_chunk_bulk,
    "explosion": explosion,
    "position": teleported,
    "bed": lambda p: m.UseBed(p("entityId"), position(p("location"))),
    "window_items": lambda p: m.WindowItems(
        p("windowId"), 0, tuple(item(value, p.family) for value in p("items")), None, False
    ),
    "set_slot": lambda p: m.SetSlot(p("windowId"), 0, p("slot"), item(p("item"), p.family)),
    "open_window": open_window,
    "spawn_entity": spawn_entity,
    "spawn_entity_living": spawn_entity_living,
    "named_entity_spawn": named_entity_spawn,
    "spawn_entity_experience_orb": spawn_entity_experience_orb,
    "spawn_entity_painting": spawn_entity_painting,
    "rel_entity_move": moved,
    "entity_move_look": moved,
    "entity_look": moved,
    "entity_teleport": entity_teleport,
    "entity_metadata": lambda p: m.EntityMetadata(p("entityId"), metadata(p("metadata"), p.family)),
    "entity_equipment": entity_equipment,
    "attach_entity": attach_entity,
    "collect": lambda p: m.CollectItem(
        p("collectedEntityId"), p("collectorEntityId"), p("pickupItemCount", default=1)
    ),
}


# --- serverbound


def use_entity(p: Params) -> m.Message:
    return m.InteractEntity(
        entity_id=p("target"),
        action=("interact", "attack", "interact_at")[p("mouse")],
        target=(p("x"), p("y"), p("z")) if "x" in p.fields else None,
        hand=None if p("mouse") == 1 else p("hand", default=0),
        sneaking=None,
    )


def block_place(p: Params) -> m.Message:
    cursor = p("cursorX"), p("cursorY"), p("cursorZ")
    if not is_1_8(p):
        return m.UseItemOn(p("hand"), position(p("location")), p("direction"), cursor, False)
    p.ignore("heldItem")
    if p("direction") == -1:
        p.ignore("location")
        return m.UseItem(0)
    x, y, z = cursor
    return m.UseItemOn(0, position(p("location")), p("direction"), (x / 16, y / 16, z / 16), False)


def settings(p: Params) -> m.Message:
    return m.ClientSettings(
        *(p("locale"), p("viewDistance"), p("chatFlags"), p("chatColors"), p("skinParts")),
        main_hand=1 if is_1_8(p) else p("mainHand"),
    )


def client_command(p: Params) -> m.Message:
    actions = ("perform_respawn", "request_stats", "open_inventory_achievement")
    return m.ClientStatus(actions.index(p("payload", "actionId")))


def abilities(p: Params) -> m.Message:
    p.ignore("flyingSpeed", "walkingSpeed")
    return m.AbilitiesChanged(unsigned_byte(p("flags")))


def window_click(p: Params) -> m.Message:
    p.ignore("action")
    return m.ClickWindow(
        *(p("windowId"), p("slot"), signed_byte(p("mouseButton")), p("mode")),
        changed=(),
        cursor=item(p("item"), p.family),
        reports_result=False,
    )


SERVERBOUND: dict[str, Builder] = {
    "entity_action": entity_action,
    "arm_animation": lambda p: m.SwingArm(p("hand", default=0)),
    "use_entity": use_entity,
    "block_place": block_place,
    "settings": settings,
    "client_command": client_command,
    "abilities": abilities,
    "window_click": window_click,
    "set_creative_slot": lambda p: m.CreativeSlot(p("slot"), item(p("item"), p.family)),
}
