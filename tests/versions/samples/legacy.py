"""All packets of 1.8.8 and 1.12.2 that no recording holds, and the far ends of some that one does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.values import FAR, NBT, NEAR, UUID_A, UUID_B, Packet, buffer

_1_8 = 47
NO_ITEM: dict[str, Any] = {"blockId": -1}
SWORD: dict[str, Any] = {"blockId": 276, "itemCount": 1, "itemDamage": 1200, "nbtData": NBT}
WOOL: dict[str, Any] = {"blockId": 35, "itemCount": 64, "itemDamage": 14}
MODDED: dict[str, Any] = {"blockId": 4000, "itemCount": -1, "itemDamage": -1}
ITEMS = (NO_ITEM, SWORD, WOOL, MODDED)


def clientbound(protocol: int) -> Iterator[Packet]:
    yield from _session(protocol)
    yield from _blocks()
    yield from _entities(protocol)
    yield from _metadata(protocol)
    yield from _windows()


def _session(protocol: int) -> Iterator[Packet]:
    for number, dimension in enumerate((-1, 0, 1, 7)):
        mode = {"gameMode": number | 8 * (number % 2), "dimension": dimension, "difficulty": 3}
        world = {"levelType": ("flat", "amplified", "default_1_1", "largeBiomes")[number]}
        yield (
            "login",
            {"entityId": 2**31 - 1, "maxPlayers": 255, "reducedDebugInfo": True, **mode, **world},
        )
        yield "respawn", {"dimension": dimension, "difficulty": 0, "gamemode": number, **world}
    place = {"x": -0.5, "y": 300, "z": 1e7, "yaw": -725.5, "pitch": 89.5}
    teleport = {} if protocol == _1_8 else {"teleportId": 200_000}
    for flags in (0x1F, 0x08, -1):
        yield "position", {**place, "flags": flags, **teleport}
    yield "abilities", {"flags": 15, "flyingSpeed": 0.25, "walkingSpeed": 0.5}
    yield "spawn_position", {"location": FAR}
    for age, time in ([0, 5], [-1, -6000]), ([1, 0], [0, 18000]):
        yield "update_time", {"age": age, "time": time}
    yield "game_state_change", {"reason": "change_game_mode", "gameMode": 3}
    yield "camera", {"cameraId": 0x5000_0000}
    yield "bed", {"entityId": 300, "location": FAR}
    yield "custom_payload", {"channel": "hearthkin:mood", "data": buffer(0, 255, 7)}
    border: tuple[dict[str, Any], ...] = (
        {"action": 0, "radius": 100.5},
        {"action": 1, "old_radius": 10, "new_radius": 20, "speed": 5000},
        {"action": 2, "x": -1.5, "z": 2.5},
        {
            **{"action": 3, "x": -1, "z": 1, "old_radius": 6, "new_radius": 7, "speed": 1},
            **{"portalBoundary": 29_999_984, "warning_time": 5, "warning_blocks": 15},
        },
        {"action": 4, "warning_time": 3},
        {"action": 5, "warning_blocks": 300},
    )
    for change in border:
        yield "world_border", change
    if protocol != _1_8:
        yield "vehicle_move", {"x": -1.5, "y": 64.25, "z": 1e6, "yaw": -90, "pitch": 12.5}
    yield from _player_list()


def _player_list() -> Iterator[Packet]:
    textures = {"name": "textures", "value": "dGV4"}
    entry = {"uuid": UUID_A, "name": "Ada", "gamemode": 1, "ping": 70}
    for properties in ([], [textures, {**textures, "signature": "c2ln"}]):
        for shown in ({}, {"displayName": '{"text":"Countess"}'}):
            data = [{**entry, "properties": properties, **shown}, {**entry, "uuid": UUID_B, "properties": []}]
            yield "player_info", {"action": "add_player", "data": data}
    yield "player_info", {"action": "update_game_mode", "data": [{"uuid": UUID_A, "gamemode": 2}]}
    yield "player_info", {"action": "update_latency", "data": [{"uuid": UUID_A, "ping": 5}]}
    for shown in ({}, {"displayName": '"x"'}):
        yield "player_info", {"action": "update_display_name", "data": [{"uuid": UUID_A, **shown}]}
    yield "player_info", {"action": "remove_player", "data": [{"uuid": UUID_A}, {"uuid": UUID_B}]}


def _blocks() -> Iterator[Packet]:
    for location in (FAR, NEAR):
        yield "block_change", {"location": location, "type": 255 << 4 | 15}
        yield "block_action", {"location": location, "byte1": 1, "byte2": 255, "blockId": 54}
        yield "tile_entity_data", {"location": location, "action": 9, "nbtData": NBT}
        yield "tile_entity_data", {"location": location, "action": 1}
    records = [
        {"horizontalPos": place, "y": y, "blockId": state}
        for place, y, state in ((0, 0, 0), (255, 255, 4095), (0x1F, 64, 300))
    ]
    yield "multi_block_change", {"chunkX": -1_875_000, "chunkZ": 1_874_999, "records": records}
    yield "multi_block_change", {"chunkX": 0, "chunkZ": 0, "records": []}
    center = {"x": -0.75, "y": 64.5, "z": -1.25, "radius": 4}
    motion = {"playerMotionX": 0.5, "playerMotionY": -0.5, "playerMotionZ": 0}
    offsets = [{"x": -1, "y": 0, "z": 1}, {"x": 127, "y": -128, "z": 0}]
    for blocks in (offsets, []):
        yield "explosion", {**center, **motion, "affectedBlockOffsets": blocks}


def _entities(protocol: int) -> Iterator[Packet]:
    old = protocol == _1_8
    place = {"x": -64_000_001, "y": 2049, "z": 31} if old else {"x": -3e7, "y": 64.03125, "z": 0.1}
    angles = {"pitch": -64, "yaw": 127}
    uuid = {} if old else {"objectUUID": UUID_A}
    still, moving = {"x": 0, "y": 0, "z": 0}, {"x": -32768, "y": 32767, "z": 1}
    for kind in (1, 2, 50, 51, 60, 70, 71, 78, 90, 100):
        spawn = {"entityId": 300, **uuid, "type": kind, **place, **angles}
        motion = {} if old else {"velocity": still}
        yield "spawn_entity", {**spawn, "objectData": 0, **motion}
        yield "spawn_entity", {**spawn, "objectData": 5, "velocity": moving}
    for minecart in range(8):
        spawn = {"entityId": 300, **uuid, "type": 10, **place, **angles}
        yield "spawn_entity", {**spawn, "objectData": minecart, "velocity": still}
    mob = {"entityId": 1, **({} if old else {"entityUUID": UUID_A}), **place, **angles, "headPitch": -1}
    for kind in (50, 54, 90, 120):
        yield "spawn_entity_living", {**mob, "type": kind, "velocity": moving, "metadata": []}
    player = {"entityId": 2, "playerUUID": UUID_B, **place, **angles, **({"currentItem": 267} if old else {})}
    yield "named_entity_spawn", {**player, "metadata": []}
    yield "spawn_entity_experience_orb", {"entityId": 3, **place, "count": 2477}
    for direction in range(4):
        painting = {"title": "SkullAndRoses", "location": FAR, "direction": direction}
        yield (
            "spawn_entity_painting",
            {"entityId": 4, **({} if old else {"entityUUID": UUID_A}), **painting},
        )
    far = (-128, 127) if old else (-32768, 32767)
    step = {"entityId": 2**28, "dX": far[0], "dY": far[1], "dZ": -1, "onGround": True}
    yield "rel_entity_move", step
    yield "entity_move_look", {**step, **angles}
    yield "entity_look", {"entityId": 0, **angles, "onGround": False}
    yield "entity_teleport", {"entityId": 127, **place, **angles, "onGround": True}
    yield "entity_destroy", {"entityIds": [1, 128, 2**31 - 1]}
    yield "entity_destroy", {"entityIds": []}
    for animation in (0, 1, 2, 4, 5):
        yield "animation", {"entityId": 5, "animation": animation}
    for slot, worn in zip(range(5 if old else 6), (*ITEMS, WOOL, SWORD), strict=False):
        yield "entity_equipment", {"entityId": 6, "slot": slot, "item": worn}
    for other in (-1, 77):
        for leash in (True, False):
            attached = {"entityId": 9, "vehicleId": other}
            yield "attach_entity", {**attached, **({"leash": leash} if old else {})}
    if not old:
        yield "set_passengers", {"entityId": 9, "passengers": [1, 2**31 - 1]}
        yield "set_passengers", {"entityId": 9, "passengers": []}


def _metadata(protocol: int) -> Iterator[Packet]:
    values: list[tuple[int, Any]]
    if protocol == _1_8:
        values = [(0, -128), (1, -300), (2, -70_000), (3, 0.5), (4, "grün ✿"), *((5, worn) for worn in ITEMS)]
        values += [(6, {"x": -1, "y": 2, "z": 30_000_000}), (7, {"pitch": 0.5, "yaw": -1, "roll": 180})]
    else:
        values = [(0, -128), (1, 70_000), (2, 0.5), (3, "grün ✿"), (4, '{"text":"x"}')]
        values += [*((5, worn) for worn in ITEMS), (6, True), (6, False)]
        values += [(7, {"pitch": 0.5, "yaw": -1, "roll": 180}), (8, FAR), (9, NEAR), (9, None)]
        values += [*((10, face) for face in range(6)), (11, UUID_A), (11, None), (12, 0), (12, 33)]
        values += [(13, NBT)]
    entries = [
        {"key": index, "type": kind, **({} if value is None else {"value": value})}
        for index, (kind, value) in enumerate(values)
    ]
    yield "entity_metadata", {"entityId": 7, "metadata": entries}
    yield "entity_metadata", {"entityId": 7, "metadata": []}


def _windows() -> Iterator[Packet]:
    yield "window_items", {"windowId": 255, "items": list(ITEMS)}
    yield "window_items", {"windowId": 0, "items": []}
    for worn in ITEMS:
        yield "set_slot", {"windowId": -2, "slot": 45, "item": worn}
    title = {"windowTitle": '{"text":"Dobbin"}', "slotCount": 17}
    yield "open_window", {"windowId": 100, "inventoryType": "EntityHorse", **title, "entityId": 12}
    yield "open_window", {"windowId": 1, "inventoryType": "minecraft:chest", **title}


def serverbound(protocol: int) -> Iterator[Packet]:
    yield from _body(protocol)
    yield from _hands(protocol)
    yield from _settings(protocol)
    yield from _clicks()


def _body(protocol: int) -> Iterator[Packet]:
    place = {"x": -29_999_999.5, "y": -63.9375, "z": 0.1}
    look = {"yaw": 1234.5, "pitch": -90}
    for on_ground in (True, False):
        yield "position", {**place, "onGround": on_ground}
        yield "position_look", {**place, **look, "onGround": on_ground}
        yield "look", {**look, "onGround": on_ground}
        yield "flying", {"onGround": on_ground}
    for flags in range(4):
        yield "steer_vehicle", {"sideways": -0.5, "forward": 1, "jump": flags}
    actions = ["start_sneaking", "stop_sneaking", "stop_sleeping", "start_sprinting", "stop_sprinting"]
    actions += ["start_riding_jump", "open_inventory"]
    if protocol != _1_8:
        actions += ["stop_riding_jump", "start_fall_flying"]
        yield "teleport_confirm", {"teleportId": 2**31 - 1}
        yield "vehicle_move", {**place, **look}
    for action in actions:
        yield "entity_action", {"entityId": 5, "actionId": action, "jumpBoost": 100}
    yield "abilities", {"flags": 2, "flyingSpeed": 0.05, "walkingSpeed": 0.1}
    yield "spectate", {"target": UUID_B}


def _hands(protocol: int) -> Iterator[Packet]:
    point = {"x": 0.25, "y": 1.5, "z": -0.25}
    for hand in (0, 1):
        which = {} if protocol == _1_8 else {"hand": hand}
        target = 0x5000_0000 + hand
        yield "arm_animation", which
        yield "use_entity", {"target": target, "mouse": 0, **which}
        yield "use_entity", {"target": target, "mouse": 1}
        yield "use_entity", {"target": target, "mouse": 2, **point, **which}
        if protocol == _1_8:
            for worn in ITEMS:
                clicked = {"heldItem": worn, "cursorX": 15, "cursorY": 8, "cursorZ": 0}
                yield "block_place", {"location": FAR, "direction": 5, **clicked}
            nowhere = {"x": -1, "y": -1, "z": -1}
            used = {"heldItem": SWORD, "cursorX": 0, "cursorY": 0, "cursorZ": 0}
            yield "block_place", {"location": nowhere, "direction": -1, **used}
        else:
            cursor = {"cursorX": 0.5, "cursorY": 0, "cursorZ": 1}
            yield "block_place", {"location": NEAR, "direction": 5, **which, **cursor}
            yield "use_item", which
    for status in range(6):
        yield "block_dig", {"status": status, "location": FAR, "face": status % 6}
    yield "held_item_slot", {"slotId": 8}


def _settings(protocol: int) -> Iterator[Packet]:
    settings: dict[str, Any] = {"locale": "zh_CN", "viewDistance": 12, "chatFlags": 2, "chatColors": True}
    hand = {} if protocol == _1_8 else {"mainHand": 0}
    yield "settings", {**settings, "skinParts": 0x7F, **hand}
    field = "payload" if protocol == _1_8 else "actionId"
    for action in ("perform_respawn", "request_stats"):
        yield "client_command", {field: action}
    if protocol == _1_8:
        yield "client_command", {field: "open_inventory_achievement"}
    yield "custom_payload", {"channel": "MC|Brand", "data": buffer(7, 118)}
    for text in ("hello / ✿", "/npc list", "x" * (100 if protocol == _1_8 else 256)):
        yield "chat", {"message": text}


def _clicks() -> Iterator[Packet]:
    for mode, worn in enumerate((*ITEMS, NO_ITEM, SWORD, WOOL)):
        click = {"windowId": 255, "slot": -999, "mouseButton": 1, "action": 32767, "mode": mode}
        yield "window_click", {**click, "item": worn}
        yield "set_creative_slot", {"slot": 44, "item": worn}
    yield "close_window", {"windowId": 255}
