"""Parameters of packets that no recording holds, for node-minecraft-protocol to write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from minecraft_data_names import minecraft_data

from proxy.versions.base import ProtocolFamily

Sample = tuple[str, str, dict[str, Any]]
"""Direction, minecraft-data's name, parameters."""

UUID_A = "6e4c922a-82ba-4b8b-8ff3-1e1b549a34c1"
UUID_B = "ffffffff-0000-2000-8000-000000000001"
FAR = {"x": -30_000_000, "y": -64, "z": 29_999_999}
NEAR = {"x": 1, "y": 255, "z": -1}
NO_ITEM: dict[str, Any] = {"present": False}
NBT: dict[str, Any] = {
    "type": "compound",
    "name": "",
    "value": {
        "byte": {"type": "byte", "value": -1},
        "short": {"type": "short", "value": -300},
        "int": {"type": "int", "value": 70_000},
        "long": {"type": "long", "value": [-1, 5]},
        "float": {"type": "float", "value": 0.5},
        "double": {"type": "double", "value": -0.1},
        "string": {"type": "string", "value": "grün ✿"},
        "bytes": {"type": "byteArray", "value": [1, -2, 3]},
        "ints": {"type": "intArray", "value": [1, -2, 3]},
        "longs": {"type": "longArray", "value": [[0, 1], [-1, -2]]},
        "empty": {"type": "list", "value": {"type": "end", "value": []}},
        "strings": {"type": "list", "value": {"type": "string", "value": ["a", "b"]}},
        "deep": {
            "type": "list",
            "value": {"type": "compound", "value": [{"x": {"type": "byte", "value": 1}}, {}]},
        },
    },
}
SWORD: dict[str, Any] = {"present": True, "itemId": 600, "itemCount": 1, "nbtData": NBT}
STONES: dict[str, Any] = {"present": True, "itemId": 1, "itemCount": 64}


def buffer(*data: int) -> dict[str, Any]:
    return {"type": "Buffer", "data": list(data)}


def particle_names(peers: Path, release: str) -> dict[int, str]:
    """minecraft-data's particles by id."""
    return {entry["id"]: entry["name"] for entry in minecraft_data(peers, release, "particles")}


def samples(family: ProtocolFamily, particles: dict[int, str]) -> Iterator[Sample]:
    """``particles``: minecraft-data's particles by id."""
    protocol = family.protocol
    yield from (("clientbound", *sample) for sample in _session(protocol))
    yield from (("clientbound", *sample) for sample in _world(protocol))
    yield from (("clientbound", *sample) for sample in _border(protocol))
    yield from (("clientbound", *sample) for sample in _player_list(protocol))
    yield from (("clientbound", *sample) for sample in _entities(protocol))
    yield from (("clientbound", *sample) for sample in _metadata(protocol, particles))
    yield from (("clientbound", *sample) for sample in _inventory(protocol))
    yield from (("serverbound", *sample) for sample in _body())
    yield from (("serverbound", *sample) for sample in _hands(protocol))
    yield from (("serverbound", *sample) for sample in _clicks(protocol))
    yield from (("serverbound", *sample) for sample in _chat(protocol))


def _session(protocol: int) -> Iterator[tuple[str, dict[str, Any]]]:
    dismount = {"dismountVehicle": True} if protocol > 754 else {}
    place = {"x": -0.5, "y": 300, "z": 1e7, "yaw": -725.5, "pitch": 89.5}
    for flags in (0x1F, 0x08, -1):
        yield "position", {**place, "flags": flags, "teleportId": 200_000, **dismount}
    yield "abilities", {"flags": 15, "flyingSpeed": 0.25, "walkingSpeed": 0.5}
    yield "held_item_slot", {"slot": 8}
    yield "spawn_position", {"location": FAR, **({"angle": -90.5} if protocol > 754 else {})}
    nether = {
        "has_skylight": {"type": "byte", "value": 0},
        "natural": {"type": "byte", "value": 0},
        "effects": {"type": "string", "value": "minecraft:the_nether"},
    }
    if protocol > 754:
        nether |= {"min_y": {"type": "int", "value": -32}, "height": {"type": "int", "value": 160}}
    element: Any = {"type": "compound", "name": "", "value": nether}
    respawn = {
        "dimension": "minecraft:the_nether" if protocol >= 760 else element,
        "worldName": "pack:below",
        "hashedSeed": [-2, 3],
        "gamemode": 2,
        "previousGamemode": 255,
        "isDebug": True,
        "isFlat": False,
        "copyMetadata": True,
    }
    yield "respawn", respawn
    yield "respawn", {**respawn, "previousGamemode": 1, "isDebug": False, "isFlat": True}


def _world(protocol: int) -> Iterator[tuple[str, dict[str, Any]]]:
    offsets = [{"x": -128, "y": 0, "z": 127}, {"x": 0, "y": -1, "z": 1}]
    for center in (-0.5, 100.25):
        explosion = {"x": center, "y": 64.5, "z": -center, "radius": 4, "affectedBlockOffsets": offsets}
        yield "explosion", {**explosion, "playerMotionX": 0.5, "playerMotionY": -0.25, "playerMotionZ": 0}
    yield "tile_entity_data", {"location": FAR, "action": 9, "nbtData": NBT}
    yield "tile_entity_data", {"location": NEAR, "action": 1}
    yield "block_action", {"location": FAR, "byte1": 255, "byte2": 1, "blockId": 300}
    if protocol < 760:
        yield (
            "acknowledge_player_digging",
            {"location": FAR, "block": 9000, "status": 2, "successful": True},
        )
    yield "unload_chunk", {"chunkX": -1_875_000, "chunkZ": 7}
    yield "update_view_distance", {"viewDistance": 32}
    yield "update_time", {"age": [1, 2], "time": [-1, -6000]}
    yield "camera", {"cameraId": 2_000_000_000}
    yield "vehicle_move", {"x": 1.5, "y": -60.25, "z": 1e7, "yaw": -720.5, "pitch": 90}
    yield "game_state_change", {"reason": "change_game_mode", "gameMode": 3}
    trust = "suppressLightUpdates" if protocol >= 760 else "notTrustEdges"
    low = -1 if protocol > 754 else 3
    section = {"x": -2_000_000, "y": low, "z": 1_000_000}
    records = [(17_000 << 12) | 0xABC, 0x0F0]
    yield "multi_block_change", {"chunkCoordinates": section, trust: True, "records": records}


def _border(protocol: int) -> Iterator[tuple[str, dict[str, Any]]]:
    if protocol < 758:
        yield "world_border", {"action": 0, "radius": 100.5}
        yield "world_border", {"action": 1, "old_radius": 10, "new_radius": 20, "speed": 5000}
        yield "world_border", {"action": 2, "x": -5.5, "z": 6}
        yield "world_border", {"action": 4, "warning_time": 7}
        yield "world_border", {"action": 5, "warning_blocks": 8}
        return
    yield "world_border_center", {"x": -5.5, "z": 6}
    yield "world_border_lerp_size", {"oldDiameter": 10, "newDiameter": 20, "speed": 5000}
    yield "world_border_size", {"diameter": 100.5}
    yield "world_border_warning_delay", {"warningTime": 7}
    yield "world_border_warning_reach", {"warningBlocks": 8}


def _player_list(protocol: int) -> Iterator[tuple[str, dict[str, Any]]]:
    actions = ["add_player", "update_game_mode", "update_latency", "update_display_name", "remove_player"]
    signed = {"name": "textures", "value": "e30=", "signature": "c2ln"}
    unsigned = {"name": "note", "value": "x"}
    plain = {"uuid": UUID_A, "name": "Ada", "properties": [signed, unsigned], "gamemode": 1, "ping": -1}
    full: dict[str, Any] = {**plain, "uuid": UUID_B, "displayName": '{"text":"Ada ✿"}', "properties": []}
    if protocol >= 760:
        full["crypto"] = {"timestamp": [1, 2], "publicKey": buffer(1, 2), "signature": buffer(3)}
    yield "player_info", {"action": actions[0], "data": [plain, full]}
    yield "player_info", {"action": actions[1], "data": [{"uuid": UUID_A, "gamemode": 3}]}
    yield "player_info", {"action": actions[2], "data": [{"uuid": UUID_A, "ping": 300}]}
    named = [{"uuid": UUID_A, "displayName": '"x"'}, {"uuid": UUID_B}]
    yield "player_info", {"action": actions[3], "data": named}
    yield "player_info", {"action": actions[4], "data": [{"uuid": UUID_A}, {"uuid": UUID_B}]}
    yield "player_info", {"action": actions[4], "data": []}


def _entities(protocol: int) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "spawn_entity_experience_orb", {"entityId": 5, "x": 1.5, "y": -2, "z": 3, "count": 77}
    if protocol < 760:
        for direction in range(4):
            painting = {"entityId": 6, "entityUUID": UUID_A, "title": 25, "location": FAR}
            yield "spawn_entity_painting", {**painting, "direction": direction}
    yield "animation", {"entityId": 300, "animation": 3}
    yield "attach_entity", {"entityId": 5, "vehicleId": 6}
    yield "attach_entity", {"entityId": 5, "vehicleId": 0}
    yield "attach_entity", {"entityId": 5, "vehicleId": -1}
    yield "set_passengers", {"entityId": 5, "passengers": [6, 700, 80_000]}
    yield "set_passengers", {"entityId": 5, "passengers": []}
    yield "entity_destroy", {"entityIds": [1, 200, 40_000, 2_000_000_000]}
    slots = [{"slot": slot, "item": (NO_ITEM, SWORD, STONES)[slot % 3]} for slot in range(6)]
    yield "entity_equipment", {"entityId": 9, "equipments": slots}
    effect = {"entityId": 5, "effectId": 31, "amplifier": -1, "duration": 1_000_000, "hideParticles": 5}
    yield "entity_effect", effect
    if protocol >= 760:
        yield "entity_effect", {**effect, "factorCodec": NBT}
    extreme = {"entityId": 2**31 - 1, "dX": -32768, "dY": 32767, "dZ": 1}
    yield "entity_move_look", {**extreme, "yaw": -128, "pitch": 127, "onGround": False}


def _metadata(protocol: int, particles: dict[int, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    values: list[tuple[int, Any]] = [
        (0, -1),
        (1, 2**31 - 1),
        (1, -5),
        (2, 0.25),
        (3, "text"),
        (4, '{"text":"x"}'),
        (5, '{"text":"y"}'),
        (5, None),
        (6, SWORD),
        (6, NO_ITEM),
        (7, True),
        (8, {"pitch": 1.5, "yaw": -2, "roll": 0}),
        (9, FAR),
        (10, NEAR),
        (10, None),
        *((11, direction) for direction in range(6)),
        (12, UUID_A),
        (12, None),
        (13, 17_000),
        (13, 0),
        (14, NBT),
        *((15, value) for value in _particles(particles)),
        (16, {"villagerType": 6, "villagerProfession": 14, "level": 5}),
        (17, 0),
        (17, 4001),
        *((18, pose) for pose in range({754: 7, 758: 8, 760: 14}[protocol])),
    ]
    if protocol >= 760:
        values += [(19, 10), (20, 2), (22, 29), (21, None)]
    for kind, value in values:
        entry = {"key": 20, "type": kind} if value is None else {"key": 20, "type": kind, "value": value}
        flags = {"key": 0, "type": 0, "value": 2}
        yield "entity_metadata", {"entityId": 700, "metadata": [flags, entry]}
    yield "entity_metadata", {"entityId": 7, "metadata": []}


def _particles(particles: dict[int, str]) -> Iterator[dict[str, Any]]:
    block = {"blockState": 9}
    data: dict[str, dict[str, Any]] = {
        "block": block,
        "block_marker": block,
        "falling_dust": block,
        "dust": {"red": 1, "green": 0.5, "blue": 0, "scale": 2},
        "dust_color_transition": {
            **{"fromRed": 1, "fromGreen": 0.5, "fromBlue": 0, "scale": 2},
            **{"toRed": 0, "toGreen": 0.25, "toBlue": 1},
        },
        "item": {"item": SWORD},
        "sculk_charge": {"rotation": 1.5},
        "shriek": {"delayInTicksBeforeShown": 20},
    }
    for particle_id, name in particles.items():
        if name == "vibration":  # towards an entity: minecraft-data's layout isn't vanilla's
            place = {"positionType": "minecraft:block", "destination": NEAR, "ticks": 20}
            # 1.17 and 1.18 also say where it starts; 1.19's writer doesn't look at that
            yield {"particleId": particle_id, "data": {"origin": FAR, **place}}
        else:
            yield {"particleId": particle_id, "data": data.get(name, {})}


def _inventory(protocol: int) -> Iterator[tuple[str, dict[str, Any]]]:
    state = {"stateId": 300} if protocol > 754 else {}
    yield "set_slot", {"windowId": -2, **state, "slot": -1, "item": SWORD}
    carried = {"carriedItem": STONES} if protocol > 754 else {}
    yield "window_items", {"windowId": 255, **state, "items": [NO_ITEM, SWORD, STONES], **carried}
    yield "open_window", {"windowId": 100, "inventoryType": 2, "windowTitle": '{"text":"Kiste"}'}


def _body() -> Iterator[tuple[str, dict[str, Any]]]:
    place = {"x": -29_999_999.5, "y": -63.9375, "z": 0.1}
    look = {"yaw": 1234.5, "pitch": -90}
    for on_ground in (True, False):
        yield "position", {**place, "onGround": on_ground}
        yield "position_look", {**place, **look, "onGround": on_ground}
        yield "look", {**look, "onGround": on_ground}
        yield "flying", {"onGround": on_ground}
    yield "teleport_confirm", {"teleportId": 2**31 - 1}
    for flags in range(4):
        yield "steer_vehicle", {"sideways": -0.5, "forward": 1, "jump": flags}
    yield "vehicle_move", {**place, **look}
    for action in (
        *("start_sneaking", "stop_sneaking", "stop_sleeping", "start_sprinting", "stop_sprinting"),
        *("start_riding_jump", "stop_riding_jump", "open_inventory", "start_fall_flying"),
    ):
        yield "entity_action", {"entityId": 5, "actionId": action, "jumpBoost": 100}
    yield "abilities", {"flags": 2}
    yield "spectate", {"target": UUID_B}


def _hands(protocol: int) -> Iterator[tuple[str, dict[str, Any]]]:
    sequence = {"sequence": 300} if protocol >= 760 else {}
    for hand in (0, 1):
        yield "arm_animation", {"hand": hand}
        yield "use_item", {"hand": hand, **sequence}
        for sneaking in (True, False):
            target = 0x5000_0000 + hand
            yield "use_entity", {"target": target, "mouse": 0, "hand": hand, "sneaking": sneaking}
            yield "use_entity", {"target": target, "mouse": 1, "sneaking": sneaking}
            point = {"x": 0.25, "y": 1.5, "z": -0.25}
            yield (
                "use_entity",
                {"target": target, "mouse": 2, **point, "hand": hand, "sneaking": sneaking},
            )
    for status in range(7):
        yield "block_dig", {"status": status, "location": FAR, "face": status % 6, **sequence}
    cursor = {"cursorX": 0.5, "cursorY": 0, "cursorZ": 1}
    where = {"hand": 1, "location": NEAR, "direction": 5}
    yield "block_place", {**where, **cursor, "insideBlock": True, **sequence}
    yield "held_item_slot", {"slotId": 8}
    yield "query_entity_nbt", {"transactionId": 3, "entityId": 0x5000_0000}


def _clicks(protocol: int) -> Iterator[tuple[str, dict[str, Any]]]:
    click = {"windowId": 200, "slot": -999, "mouseButton": 2, "mode": 6}
    if protocol > 754:
        changed = [{"location": 36, "item": NO_ITEM}, {"location": 37, "item": SWORD}]
        yield "window_click", {**click, "stateId": 7, "changedSlots": changed, "cursorItem": STONES}
    else:
        yield "window_click", {**click, "action": 12, "item": SWORD}
    yield "set_creative_slot", {"slot": 36, "item": SWORD}
    yield "set_creative_slot", {"slot": -1, "item": NO_ITEM}
    yield "close_window", {"windowId": 255}
    settings: dict[str, Any] = {"locale": "zh_cn", "viewDistance": 12, "chatFlags": 2, "chatColors": True}
    settings |= {"skinParts": 0x7F, "mainHand": 0}
    if protocol > 754:
        settings |= {"enableTextFiltering": True, "enableServerListing": False}
    yield "settings", settings
    for action in ("perform_respawn", "request_stats"):
        yield "client_command", {"actionId": action}
    yield "custom_payload", {"channel": "hearthkin:mood", "data": buffer(0, 255, 7)}


def _chat(protocol: int) -> Iterator[tuple[str, dict[str, Any]]]:
    if protocol < 760:
        yield "chat", {"message": "hello / ✿"}
        yield "chat", {"message": "/npc list"}
        return
    seen = [{"messageSender": UUID_A, "messageSignature": buffer(*range(200))}] * 5
    rejected = {"lastRejectedMessage": {"sender": UUID_B, "signature": buffer(9, 9)}}
    signing: dict[str, Any] = {"timestamp": [1, 2], "salt": [-1, -2], "signedPreview": True}
    argument = {"argumentName": "message", "signature": buffer(*range(256))}
    acknowledged: list[dict[str, Any]] = [{"previousMessages": []}, {"previousMessages": seen, **rejected}]
    for seen_part in acknowledged:
        for text in ("hello / ✿", "/still chat"):
            signature = {"signature": buffer(*range(256))}
            yield "chat_message", {"message": text, **signing, **signature, **seen_part}
        for arguments in ([], [argument, argument]):
            fields = {"command": "npc list", **signing, "argumentSignatures": arguments}
            yield "chat_command", {**fields, **seen_part}
