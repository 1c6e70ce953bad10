"""What a client sends of its body, its hands and its words."""

from __future__ import annotations

from uuid import UUID

from expected.params import Builder, Params
from expected.values import flags, position, unsigned_byte, vector
from proxy import messages as m


def own_move(p: Params) -> m.Message:
    return m.PlayerMove(
        (p("x"), p("y"), p("z")) if "x" in p.fields else None,
        (p("yaw"), p("pitch")) if "yaw" in p.fields else None,
        on_ground(p),
    )


def on_ground(p: Params) -> bool:
    if "flags" in p.fields:
        return bool(flags(p("flags"), ("onGround", "hasHorizontalCollision")) & 1)
    return bool(p("onGround"))


_KEYS = ("forward", "backward", "left", "right", "jump", "shift", "sprint")


def player_input(p: Params) -> m.Message:
    held = p("inputs")
    assert set(held) <= {"_value", *_KEYS}
    return m.PlayerInput(*(bool(held.get(key)) for key in _KEYS))


def hand(p: Params) -> int:
    value = p("hand")
    return ("main_hand", "off_hand").index(value) if isinstance(value, str) else value


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
    p.ignore("jumpBoost")
    return m.EntityAction(_ENTITY_ACTIONS[p("actionId")], p("entityId"))


def use_entity(p: Params) -> m.Message:
    if "location" in p.fields:  # 26.1
        return m.InteractEntity(
            p("target"), "interact_at", vector(p("location")), hand(p), p("sneaking", default=None)
        )
    return m.InteractEntity(
        entity_id=p("target"),
        action=("interact", "attack", "interact_at")[p("mouse")],
        target=(p("x"), p("y"), p("z")) if "x" in p.fields else None,
        hand=p("hand", default=None),
        sneaking=p("sneaking"),
    )


def block_place(p: Params) -> m.Message:
    p.ignore("sequence", "worldBorderHit")
    cursor = p("cursorX"), p("cursorY"), p("cursorZ")
    return m.UseItemOn(hand(p), position(p("location")), p("direction"), cursor, p("insideBlock"))


def block_dig(p: Params) -> m.Message:
    p.ignore("sequence")
    return m.Digging(p("status"), position(p("location")), p("face"))


def use_item(p: Params) -> m.Message:
    p.ignore("sequence")
    # minecraft-data calls yaw and pitch the x and y of a rotation
    look = p("rotation", default=None)
    return m.UseItem(hand(p), None if look is None else (look["x"], look["y"]))


def settings(p: Params) -> m.Message:
    p.ignore("enableTextFiltering", "enableServerListing", "particleStatus")
    return m.ClientSettings(
        p("locale"), p("viewDistance"), p("chatFlags"), p("chatColors"), p("skinParts"), p("mainHand")
    )


def chat(p: Params) -> m.Message:
    text = p("message")
    return m.ChatSaid(text.removeprefix("/"), text.startswith("/"))


def vehicle_move(p: Params) -> m.Message:
    p.ignore("onGround")
    return m.VehicleMove(p("x"), p("y"), p("z"), p("yaw"), p("pitch"))


def chosen(p: Params, purpose: str) -> m.Message:
    p.ignore("includeData", "command", "track_output")
    return m.EntityChosen(p("entityId"), purpose)


_SIGNING = (
    *("timestamp", "salt", "signature", "argumentSignatures", "signedPreview"),
    *("previousMessages", "lastRejectedMessage"),
    *("offset", "messageCount", "acknowledged", "checksum"),
)


def chat_message(p: Params) -> m.Message:
    p.ignore(*_SIGNING)
    return m.ChatSaid(p("message"), False)


def chat_command(p: Params) -> m.Message:
    p.ignore(*_SIGNING)
    return m.ChatSaid(p("command"), True)


SERVERBOUND: dict[str, Builder] = {
    "position": own_move,
    "position_look": own_move,
    "look": own_move,
    "flying": own_move,
    "teleport_confirm": lambda p: m.TeleportConfirm(p("teleportId")),
    "steer_vehicle": lambda p: m.SteerVehicle(
        p("sideways"), p("forward"), bool(p("jump") & 1), bool(p("jump") & 2)
    ),
    "player_input": player_input,
    "vehicle_move": vehicle_move,
    "entity_action": entity_action,
    "arm_animation": lambda p: m.SwingArm(hand(p)),
    "use_entity": use_entity,
    "block_dig": block_dig,
    "block_place": block_place,
    "use_item": use_item,
    "settings": settings,
    "configuration/settings": settings,
    "attack": lambda p: m.InteractEntity(p("entityId"), "attack", None, None, None),
    "pick_item_from_entity": lambda p: chosen(p, "pick"),
    "spectate_entity": lambda p: chosen(p, "spectate"),
    "update_command_block_minecart": lambda p: chosen(p, "edit_command"),
    "client_command": lambda p: m.ClientStatus(("perform_respawn", "request_stats").index(p("actionId"))),
    "held_item_slot": lambda p: m.HeldSlot(p("slotId")),
    "abilities": lambda p: m.AbilitiesChanged(unsigned_byte(p("flags"))),
    "query_entity_nbt": lambda p: m.EntityNbtQuery(p("transactionId"), p("entityId")),
    "spectate": lambda p: m.Spectate(UUID(p("target"))),
    "chat": chat,
    "chat_message": chat_message,
    "chat_command": chat_command,
    "chat_command_signed": chat_command,
}
