"""What a client sends of its body, its hands and its words."""

from __future__ import annotations

from uuid import UUID

from expected.params import Builder, Params
from expected.values import position, unsigned_byte
from proxy import messages as m


def own_move(p: Params) -> m.Message:
    return m.PlayerMove(
        (p("x"), p("y"), p("z")) if "x" in p.fields else None,
        (p("yaw"), p("pitch")) if "yaw" in p.fields else None,
        p("onGround"),
    )


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
    p.ignore("entityId", "jumpBoost")
    return m.EntityAction(_ENTITY_ACTIONS[p("actionId")])


def use_entity(p: Params) -> m.Message:
    return m.InteractEntity(
        entity_id=p("target"),
        action=("interact", "attack", "interact_at")[p("mouse")],
        target=(p("x"), p("y"), p("z")) if "x" in p.fields else None,
        hand=p("hand", default=None),
        sneaking=p("sneaking"),
    )


def block_place(p: Params) -> m.Message:
    p.ignore("sequence")
    cursor = p("cursorX"), p("cursorY"), p("cursorZ")
    return m.UseItemOn(p("hand"), position(p("location")), p("direction"), cursor, p("insideBlock"))


def block_dig(p: Params) -> m.Message:
    p.ignore("sequence")
    return m.Digging(p("status"), position(p("location")), p("face"))


def use_item(p: Params) -> m.Message:
    p.ignore("sequence")
    return m.UseItem(p("hand"))


def settings(p: Params) -> m.Message:
    p.ignore("enableTextFiltering", "enableServerListing")
    return m.ClientSettings(
        p("locale"), p("viewDistance"), p("chatFlags"), p("chatColors"), p("skinParts"), p("mainHand")
    )


def chat(p: Params) -> m.Message:
    text = p("message")
    return m.ChatSaid(text.removeprefix("/"), text.startswith("/"))


_SIGNING = (
    *("timestamp", "salt", "signature", "argumentSignatures", "signedPreview"),
    *("previousMessages", "lastRejectedMessage"),
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
    "vehicle_move": lambda p: m.VehicleMove(p("x"), p("y"), p("z"), p("yaw"), p("pitch")),
    "entity_action": entity_action,
    "arm_animation": lambda p: m.SwingArm(p("hand")),
    "use_entity": use_entity,
    "block_dig": block_dig,
    "block_place": block_place,
    "use_item": use_item,
    "settings": settings,
    "client_command": lambda p: m.ClientStatus(("perform_respawn", "request_stats").index(p("actionId"))),
    "held_item_slot": lambda p: m.HeldSlot(p("slotId")),
    "abilities": lambda p: m.AbilitiesChanged(unsigned_byte(p("flags"))),
    "query_entity_nbt": lambda p: m.EntityNbtQuery(p("transactionId"), p("entityId")),
    "spectate": lambda p: m.Spectate(UUID(p("target"))),
    "chat": chat,
    "chat_message": chat_message,
    "chat_command": chat_command,
}
