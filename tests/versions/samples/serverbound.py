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


def _hands(protocol: int) -> Iterator[Packet]:
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


def _settings(protocol: int) -> Iterator[Packet]:
    settings: dict[str, Any] = {"locale": "zh_cn", "viewDistance": 12, "chatFlags": 2, "chatColors": True}
    settings |= {"skinParts": 0x7F, "mainHand": 0}
    if protocol > 754:
        settings |= {"enableTextFiltering": True, "enableServerListing": False}
    yield "settings", settings
    for action in ("perform_respawn", "request_stats"):
        yield "client_command", {"actionId": action}
    yield "custom_payload", {"channel": "hearthkin:mood", "data": buffer(0, 255, 7)}


def _chat(protocol: int) -> Iterator[Packet]:
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
