"""What a client of 1.8 to 1.12.2 sends. 1.8 has one hand, and one packet for every use of an item."""

from __future__ import annotations

from proxy.messages import (
    AbilitiesChanged,
    ChatSaid,
    ClientSettings,
    Digging,
    EntityAction,
    InteractEntity,
    SwingArm,
    UseItem,
    UseItemOn,
)
from proxy.versions.read import serverbound
from proxy.versions.read.items import item
from proxy.versions.read.legacy.values import position
from proxy.versions.read.player import vehicle_move
from proxy.versions.read.rows import Row
from proxy.versions.releases import V1_8, V1_9, V1_12
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

_CHAT_LIMIT_1_8 = 100
_RIGHT_HANDED = 1
_ON_NO_BLOCK = 255
"""The face of a 1.8 block placement that only uses the item in the hand."""
_CURSOR_STEPS = 16.0
"""Of a block, in 1.8's place of a click on it."""

_ACTIONS_1_8 = (
    "start_sneaking",
    "stop_sneaking",
    "leave_bed",
    "start_sprinting",
    "stop_sprinting",
    "start_horse_jump",
    "open_horse_inventory",
)


def entity_action_1_8(reader: Reader, tables: Tables) -> EntityAction:
    return serverbound.entity_action(reader, _ACTIONS_1_8)


def animation_1_8(reader: Reader, tables: Tables) -> SwingArm:
    return SwingArm(0)


def _use_entity(reader: Reader, *, hands: bool) -> InteractEntity:
    entity_id, kind = reader.varint(), reader.varint()
    if kind == 1:
        return InteractEntity(entity_id, "attack", None, None, None)
    if kind not in (0, 2):
        raise DecodeError(f"interaction {kind} with an entity, 2 is the last")
    target = (reader.f32(), reader.f32(), reader.f32()) if kind == 2 else None
    hand = reader.varint() if hands else 0
    return InteractEntity(entity_id, "interact_at" if kind == 2 else "interact", target, hand, None)


def use_entity_1_8(reader: Reader, tables: Tables) -> InteractEntity:
    return _use_entity(reader, hands=False)


def use_entity_1_9(reader: Reader, tables: Tables) -> InteractEntity:
    """To 1.15.2."""
    return _use_entity(reader, hands=True)


def digging(reader: Reader, tables: Tables) -> Digging:
    return Digging(reader.varint(), position(reader), reader.u8())


def block_placement_1_8(reader: Reader, tables: Tables) -> UseItemOn | UseItem:
    place, face = position(reader), reader.u8()
    item(reader, tables)  # what the client has in its hand
    x, y, z = reader.u8(), reader.u8(), reader.u8()
    if face == _ON_NO_BLOCK:
        return UseItem(0)
    return UseItemOn(0, place, face, (x / _CURSOR_STEPS, y / _CURSOR_STEPS, z / _CURSOR_STEPS), False)


def block_placement_1_11(reader: Reader, tables: Tables) -> UseItemOn:
    """To 1.13.2."""
    place, face, hand = position(reader), reader.varint(), reader.varint()
    return UseItemOn(hand, place, face, (reader.f32(), reader.f32(), reader.f32()), False)


def client_settings_1_8(reader: Reader, tables: Tables) -> ClientSettings:
    return ClientSettings(
        locale=reader.string(16),
        view_distance=reader.i8(),
        chat_mode=reader.i8(),
        chat_colors=reader.boolean(),
        skin_parts=reader.u8(),
        main_hand=_RIGHT_HANDED,
    )


def player_abilities(reader: Reader, tables: Tables) -> AbilitiesChanged:
    """With speeds that servers don't look at (to 1.15.2)."""
    message = AbilitiesChanged(reader.u8())
    reader.take(8)
    return message


def chat_message_1_8(reader: Reader, tables: Tables) -> ChatSaid:
    text = reader.string(_CHAT_LIMIT_1_8)
    return ChatSaid(text.removeprefix("/"), text.startswith("/"))


SERVERBOUND = (
    Row("player_position", serverbound.player_position, since=V1_8),
    Row("player_position_and_look", serverbound.player_position_and_look, since=V1_8),
    Row("player_look", serverbound.player_look, since=V1_8),
    Row("player", serverbound.player, since=V1_8),
    Row("teleport_confirm", serverbound.teleport_confirm, since=V1_9),
    Row("steer_vehicle", serverbound.steer_vehicle, since=V1_8),
    Row("vehicle_move", vehicle_move, since=V1_9),
    Row("entity_action", entity_action_1_8, since=V1_8),
    Row("entity_action", serverbound.entity_action_1_9, since=V1_9),
    Row("animation", animation_1_8, since=V1_8),
    Row("animation", serverbound.animation, since=V1_9),
    Row("use_entity", use_entity_1_8, since=V1_8),
    Row("use_entity", use_entity_1_9, since=V1_9),
    Row("player_digging", digging, since=V1_8),
    Row("player_block_placement", block_placement_1_8, since=V1_8),
    Row("player_block_placement", block_placement_1_11, since=V1_12),
    Row("use_item", serverbound.use_item_1_9, since=V1_9),
    Row("client_settings", client_settings_1_8, since=V1_8),
    Row("client_settings", serverbound.client_settings_1_9, since=V1_9),
    Row("client_status", serverbound.client_status, since=V1_8),
    Row("held_item_change", serverbound.held_item_change, since=V1_8),
    Row("player_abilities", player_abilities, since=V1_8),
    Row("spectate", serverbound.spectate, since=V1_8),
    Row("chat_message", chat_message_1_8, since=V1_8),
    Row("chat_message", serverbound.chat_message_1_11, since=V1_12),
)
