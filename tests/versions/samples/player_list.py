"""The player list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.values import UUID_A, UUID_B, Packet, buffer


def clientbound(protocol: int) -> Iterator[Packet]:
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
