"""The player list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.values import UUID_A, UUID_B, Packet, buffer, component


def clientbound(protocol: int) -> Iterator[Packet]:
    yield from _by_flags(protocol) if protocol >= 761 else _by_action(protocol)


def _by_flags(protocol: int) -> Iterator[Packet]:
    signed = {"name": "textures", "value": "e30=", "signature": "c2ln"}
    unsigned = {"name": "note", "value": "x"}
    key = {"expireTime": [1, 2], "keyBytes": buffer(1, 2), "keySignature": buffer(3)}
    session = {"uuid": UUID_B, "publicKey": key}
    profile = {"name": "Ada", "properties": [signed, unsigned]}
    fields: dict[str, dict[str, Any]] = {
        "add_player": {"player": profile},
        "initialize_chat": {"chatSession": session},
        "update_game_mode": {"gamemode": 3},
        "update_listed": {"listed": 1},
        "update_latency": {"latency": 300},
        "update_display_name": {"displayName": component(protocol, "Ada ✿")},
    }
    if protocol >= 768:
        fields["update_list_order"] = {"listPriority": -7}
    if protocol >= 769:  # together: minecraft-data mistakes the one's bit for the other's
        fields["update_list_order"] |= {"showHat": True}
    sets = [tuple(fields), ("add_player",), *((name,) for name in fields if name != "add_player"), ()]
    for names in sets:
        action = dict.fromkeys(names, True) | {"_value": 0}
        if "update_list_order" in names and protocol >= 769:
            action["update_hat"] = True
        full = {"uuid": UUID_A}
        for name in names:
            full |= fields[name]
        bare: dict[str, Any] = {**full, "uuid": UUID_B}
        for optional in ("chatSession", "displayName"):
            bare.pop(optional, None)
        bare |= {key: value for key, value in {"listed": 0, "showHat": False}.items() if key in bare}
        yield "player_info", {"action": action, "data": [full, bare]}
    yield "player_info", {"action": {"add_player": True, "_value": 0}, "data": []}
    yield "player_remove", {"players": [UUID_A, UUID_B]}
    yield "player_remove", {"players": []}


def _by_action(protocol: int) -> Iterator[Packet]:
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
