"""What a client sends of its body, its hands and its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.values import FAR, NEAR, UUID_A, UUID_B, Packet, buffer


def serverbound(protocol: int) -> Iterator[Packet]:
    yield from _body(protocol)
    yield from _hands(protocol)
    yield from _settings(protocol)
    yield from _chat(protocol)


def _body(protocol: int) -> Iterator[Packet]:
    place = {"x": -29_999_999.5, "y": -63.9375, "z": 0.1}
    look = {"yaw": 1234.5, "pitch": -90}
    for on_ground in (True, False):
        for ground in _ground(protocol, on_ground):
            yield "position", {**place, **ground}
            yield "position_look", {**place, **look, **ground}
            yield "look", {**look, **ground}
            yield "flying", ground
    yield "teleport_confirm", {"teleportId": 2**31 - 1}
    if protocol >= 768:
        for held in ((), *((key,) for key in _KEYS), _KEYS):
            yield "player_input", {"inputs": dict.fromkeys(held, True) | {"_value": 0}}
    else:
        for flags in range(4):
            yield "steer_vehicle", {"sideways": -0.5, "forward": 1, "jump": flags}
    yield "vehicle_move", {**place, **look, **({"onGround": True} if protocol >= 769 else {})}
    for action in (*(_SNEAKING if protocol < 771 else ()), *_ACTIONS):
        yield "entity_action", {"entityId": 5, "actionId": action, "jumpBoost": 100}
    yield "abilities", {"flags": 2}
    yield "spectate", {"target": UUID_B}


_KEYS = ("forward", "backward", "left", "right", "jump", "shift", "sprint")
_SNEAKING = ("start_sneaking", "stop_sneaking")
_ACTIONS = (
    *("stop_sleeping", "start_sprinting", "stop_sprinting", "start_riding_jump", "stop_riding_jump"),
    *("open_inventory", "start_fall_flying"),
)


def _ground(protocol: int, on_ground: bool) -> list[dict[str, Any]]:
    if protocol < 768:
        return [{"onGround": on_ground}]
    flags = {"_value": 0, "onGround": on_ground}
    return [{"flags": {**flags, "hasHorizontalCollision": collides}} for collides in (True, False)]


def _hands(protocol: int) -> Iterator[Packet]:
    sequence = {"sequence": 300} if protocol >= 759 else {}
    rotation = {"rotation": {"x": -725.5, "y": 89.5}} if protocol >= 767 else {}
    hands: tuple[Any, ...] = ("main_hand", "off_hand") if protocol >= 775 else (0, 1)
    for hand in hands:
        yield "arm_animation", {"hand": hand}
        yield "use_item", {"hand": hand, **sequence, **rotation}
    yield from _interactions(protocol, hands)
    for status in range(7):
        yield "block_dig", {"status": status, "location": FAR, "face": status % 6, **sequence}
    cursor = {"cursorX": 0.5, "cursorY": 0, "cursorZ": 1}
    where = {"hand": hands[1], "location": NEAR, "direction": 5}
    border = {"worldBorderHit": True} if protocol >= 768 else {}
    yield "block_place", {**where, **cursor, "insideBlock": True, **border, **sequence}
    yield "held_item_slot", {"slotId": 8}


def _interactions(protocol: int, hands: tuple[Any, ...]) -> Iterator[Packet]:
    for hand in hands:
        target = 0x5000_0000
        for sneaking in (True, False):
            if protocol >= 775:
                point = {"x": 1, "y": 0, "z": -1}
                yield "use_entity", {"target": target, "hand": hand, "location": point, "sneaking": sneaking}
                continue
            use = {"target": target + hand, "sneaking": sneaking}
            yield "use_entity", {**use, "mouse": 0, "hand": hand}
            yield "use_entity", {**use, "mouse": 1}
            yield "use_entity", {**use, "mouse": 2, "x": 0.25, "y": 1.5, "z": -0.25, "hand": hand}
    ours = {"entityId": 0x5000_0000}
    if protocol >= 775:
        yield "attack", ours
        yield "spectate_entity", ours
    if protocol >= 769:
        yield "pick_item_from_entity", {**ours, "includeData": True}
    yield "query_entity_nbt", {**ours, "transactionId": 3}
    yield "update_command_block_minecart", {**ours, "command": "say ✿", "track_output": True}


def _settings(protocol: int) -> Iterator[Packet]:
    settings: dict[str, Any] = {"locale": "zh_cn", "viewDistance": 12, "chatFlags": 2, "chatColors": True}
    settings |= {"skinParts": 0x7F, "mainHand": 0}
    if protocol > 754:
        settings |= {"enableTextFiltering": True, "enableServerListing": False}
    if protocol >= 768:
        settings["particleStatus"] = "minimal"
    yield "settings", settings
    if protocol >= 764:
        yield "configuration/settings", settings
        yield "configuration/custom_payload", {"channel": "pack:one", "data": buffer(0, 255, 7)}
    for action in ("perform_respawn", "request_stats"):
        yield "client_command", {"actionId": action}
    yield "custom_payload", {"channel": "hearthkin:mood", "data": buffer(0, 255, 7)}


def _chat(protocol: int) -> Iterator[Packet]:
    if protocol < 760:
        yield "chat", {"message": "hello / ✿"}
        yield "chat", {"message": "/npc list"}
        return
    if protocol >= 761:
        yield from _chat_since_1_19_3(protocol)
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


def _chat_since_1_19_3(protocol: int) -> Iterator[Packet]:
    signing = {"timestamp": [1, 2], "salt": [-1, -2], "acknowledged": buffer(1, 2, 3), "checksum": 100}
    argument = {"argumentName": "message", "signature": buffer(*range(256))}
    for text in ("hello / ✿", "/still chat"):
        chat = {"message": text, **signing, "offset": 300}
        yield "chat_message", chat
        yield "chat_message", {**chat, "signature": buffer(*range(256))}
    signed = "chat_command"
    if protocol >= 766:
        yield "chat_command", {"command": "npc list"}
        signed = "chat_command_signed"
    for arguments in ([], [argument, argument]):
        yield signed, {"command": "npc list", **signing, "argumentSignatures": arguments, "messageCount": 300}
