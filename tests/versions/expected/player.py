"""The own player and the player list."""

from __future__ import annotations

from uuid import UUID

from expected.params import Builder, Params
from expected.values import unsigned_byte
from proxy import messages as m

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


CLIENTBOUND: dict[str, Builder] = {
    "position": teleported,
    "update_health": lambda p: m.HealthUpdate(p("health"), p("food"), p("foodSaturation")),
    "experience": lambda p: m.Experience(p("experienceBar"), p("level"), p("totalExperience")),
    "abilities": lambda p: m.Abilities(unsigned_byte(p("flags")), p("flyingSpeed"), p("walkingSpeed")),
    "held_item_slot": lambda p: m.HeldSlot(p("slot")),
    "camera": lambda p: m.Camera(p("cameraId")),
    "player_info": player_info,
    "vehicle_move": lambda p: m.VehicleMove(p("x"), p("y"), p("z"), p("yaw"), p("pitch")),
}
