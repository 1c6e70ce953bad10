"""The own player and the player list."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from expected.params import Builder, Params
from expected.values import flags, text, unsigned_byte
from proxy import messages as m

_INFO_ACTIONS = {
    "add_player": ("add", "game_mode", "ping", "display_name"),
    "update_game_mode": ("game_mode",),
    "update_latency": ("ping",),
    "update_display_name": ("display_name",),
    "remove_player": (),
}
"""To 1.19.2 a packet does one of these."""

_INFO_FLAGS = {
    "add_player": "add",
    "initialize_chat": "chat_session",
    "update_game_mode": "game_mode",
    "update_listed": "listed",
    "update_latency": "ping",
    "update_display_name": "display_name",
    "update_list_order": "list_order",
    "update_hat": "hat",
}
"""From 1.19.3 on any of these."""


def player_info(p: Params) -> m.Message:
    action = p("action")
    if p.family.protocol >= 761:
        bits = flags(action, tuple(_INFO_FLAGS))  # a number in the recordings
        actions = frozenset(ours for bit, ours in enumerate(_INFO_FLAGS.values()) if bits >> bit & 1)
    else:
        name = action if isinstance(action, str) else list(_INFO_ACTIONS)[action]
        if name == "remove_player":
            return m.PlayersRemoved(tuple(UUID(entry.get("uuid", entry.get("UUID"))) for entry in p("data")))
        actions = frozenset(_INFO_ACTIONS[name])
    return m.PlayerInfo(actions, tuple(_info_entry(p.inner(entry)) for entry in p("data")))


def _info_entry(p: Params) -> m.PlayerInfoEntry:
    profile = p.inner(p("player")) if p("player", default=None) is not None else p
    properties = profile("properties", default=None)
    p.ignore("crypto", "chatSession")
    listed, name = p("listed", default=None), p("displayName", default=None)
    entry = m.PlayerInfoEntry(
        UUID(p("UUID", "uuid")),
        name=profile("name", default=None),
        properties=None
        if properties is None
        else tuple(
            m.ProfileProperty(value["name"], value["value"], value.get("signature")) for value in properties
        ),
        game_mode=p("gamemode", default=None),
        ping=p("ping", "latency", default=None),
        display_name=text(name),
        listed=None if listed is None else bool(listed),
        list_order=p("listPriority", default=None),
        hat=p("showHat", default=None),
    )
    assert not p.unread()
    assert not profile.unread()
    return entry


_RELATIVE = ("x", "y", "z", "yaw", "pitch", "dx", "dy", "dz", "yawDelta")


def teleported(p: Params) -> m.Message:
    return m.PlayerTeleport(
        p("x"),
        p("y"),
        p("z"),
        p("yaw"),
        p("pitch"),
        relative(p("flags")),
        p("teleportId"),
        p("dismountVehicle", default=False),
        (p("dx"), p("dy"), p("dz")) if "dx" in p.fields else None,
    )


def relative(value: Any) -> int:
    number = flags(value, _RELATIVE)
    return unsigned_byte(number) if number < 0 else number


def turned(p: Params) -> m.Message:
    return m.PlayerTurn(
        p("yaw"), p("pitch"), p("relativeYaw", default=False), p("relativePitch", default=False)
    )


CLIENTBOUND: dict[str, Builder] = {
    "position": teleported,
    "update_health": lambda p: m.HealthUpdate(p("health"), p("food"), p("foodSaturation")),
    "experience": lambda p: m.Experience(p("experienceBar"), p("level"), p("totalExperience")),
    "abilities": lambda p: m.Abilities(unsigned_byte(p("flags")), p("flyingSpeed"), p("walkingSpeed")),
    "held_item_slot": lambda p: m.HeldSlot(p("slot")),
    "camera": lambda p: m.Camera(p("cameraId")),
    "player_info": player_info,
    "player_remove": lambda p: m.PlayersRemoved(tuple(map(UUID, p("players")))),
    "player_rotation": turned,
    "vehicle_move": lambda p: m.VehicleMove(p("x"), p("y"), p("z"), p("yaw"), p("pitch")),
}
