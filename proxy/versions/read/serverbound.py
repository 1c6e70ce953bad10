"""What a client sends: its body, its hands, its words."""

from __future__ import annotations

from proxy.messages import (
    AbilitiesChanged,
    ChatSaid,
    ClientSettings,
    ClientStatus,
    Digging,
    EntityAction,
    EntityNbtQuery,
    HeldSlot,
    InteractEntity,
    PlayerMove,
    Spectate,
    SteerVehicle,
    SwingArm,
    TeleportConfirm,
    UseItem,
    UseItemOn,
)
from proxy.versions.read.player import vehicle_move
from proxy.versions.read.rows import Row
from proxy.versions.read.values import byte_array
from proxy.versions.releases import V1_17, V1_18, V1_19, V1_19_1
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

_CHAT_LIMIT = 256
_ACTIONS = (
    "start_sneaking",
    "stop_sneaking",
    "leave_bed",
    "start_sprinting",
    "stop_sprinting",
    "start_horse_jump",
    "stop_horse_jump",
    "open_horse_inventory",
    "start_elytra",
)


def _point(reader: Reader) -> tuple[float, float, float]:
    return reader.f64(), reader.f64(), reader.f64()


def _small_point(reader: Reader) -> tuple[float, float, float]:
    return reader.f32(), reader.f32(), reader.f32()


def player_position(reader: Reader, tables: Tables) -> PlayerMove:
    return PlayerMove(_point(reader), None, reader.boolean())


def player_position_and_look(reader: Reader, tables: Tables) -> PlayerMove:
    return PlayerMove(_point(reader), (reader.f32(), reader.f32()), reader.boolean())


def player_look(reader: Reader, tables: Tables) -> PlayerMove:
    return PlayerMove(None, (reader.f32(), reader.f32()), reader.boolean())


def player(reader: Reader, tables: Tables) -> PlayerMove:
    return PlayerMove(None, None, reader.boolean())


def teleport_confirm(reader: Reader, tables: Tables) -> TeleportConfirm:
    return TeleportConfirm(reader.varint())


def steer_vehicle(reader: Reader, tables: Tables) -> SteerVehicle:
    sideways, forward, flags = reader.f32(), reader.f32(), reader.u8()
    return SteerVehicle(sideways, forward, bool(flags & 1), bool(flags & 2))


def entity_action(reader: Reader, tables: Tables) -> EntityAction:
    reader.varint()  # own entity id
    number = reader.varint()
    reader.varint()  # strength of a horse's jump
    if not 0 <= number < len(_ACTIONS):
        raise DecodeError(f"entity action {number}, {len(_ACTIONS) - 1} is the last")
    return EntityAction(_ACTIONS[number])


def animation(reader: Reader, tables: Tables) -> SwingArm:
    return SwingArm(reader.varint())


def use_entity(reader: Reader, tables: Tables) -> InteractEntity:
    entity_id, kind = reader.varint(), reader.varint()
    if kind == 0:
        return InteractEntity(entity_id, "interact", None, reader.varint(), reader.boolean())
    if kind == 1:
        return InteractEntity(entity_id, "attack", None, None, reader.boolean())
    if kind == 2:
        return InteractEntity(
            entity_id, "interact_at", _small_point(reader), reader.varint(), reader.boolean()
        )
    raise DecodeError(f"interaction {kind} with an entity, 2 is the last")


def digging_1_8(reader: Reader, tables: Tables) -> Digging:
    return Digging(reader.varint(), reader.position(), reader.u8())


def digging_1_19(reader: Reader, tables: Tables) -> Digging:
    message = digging_1_8(reader, tables)
    reader.varint()  # sequence that the server acknowledges
    return message


def use_item_on_1_14(reader: Reader, tables: Tables) -> UseItemOn:
    return UseItemOn(
        reader.varint(), reader.position(), reader.varint(), _small_point(reader), reader.boolean()
    )


def use_item_on_1_19(reader: Reader, tables: Tables) -> UseItemOn:
    message = use_item_on_1_14(reader, tables)
    reader.varint()
    return message


def use_item_1_9(reader: Reader, tables: Tables) -> UseItem:
    return UseItem(reader.varint())


def use_item_1_19(reader: Reader, tables: Tables) -> UseItem:
    message = use_item_1_9(reader, tables)
    reader.varint()
    return message


def client_settings_1_9(reader: Reader, tables: Tables) -> ClientSettings:
    return ClientSettings(
        locale=reader.string(16),
        view_distance=reader.i8(),
        chat_mode=reader.varint(),
        chat_colors=reader.boolean(),
        skin_parts=reader.u8(),
        main_hand=reader.varint(),
    )


def client_settings_1_17(reader: Reader, tables: Tables) -> ClientSettings:
    message = client_settings_1_9(reader, tables)
    reader.boolean()  # text filtering
    return message


def client_settings_1_18(reader: Reader, tables: Tables) -> ClientSettings:
    message = client_settings_1_17(reader, tables)
    reader.boolean()  # whether the server may list the player
    return message


def client_status(reader: Reader, tables: Tables) -> ClientStatus:
    return ClientStatus(reader.varint())


def held_item_change(reader: Reader, tables: Tables) -> HeldSlot:
    return HeldSlot(reader.i16())


def player_abilities(reader: Reader, tables: Tables) -> AbilitiesChanged:
    return AbilitiesChanged(reader.u8())


def entity_metadata_request(reader: Reader, tables: Tables) -> EntityNbtQuery:
    return EntityNbtQuery(reader.varint(), reader.varint())


def spectate(reader: Reader, tables: Tables) -> Spectate:
    return Spectate(reader.uuid())


def chat_message_1_11(reader: Reader, tables: Tables) -> ChatSaid:
    """To 1.18.2 commands are chat that starts with a slash."""
    text = reader.string(_CHAT_LIMIT)
    return ChatSaid(text[1:], True) if text.startswith("/") else ChatSaid(text, False)


def _acknowledgement_1_19_1(reader: Reader) -> None:
    """The messages last seen, and the last that was received but not shown."""
    for _ in range(reader.count(17)):
        reader.uuid()
        byte_array(reader)
    if reader.boolean():
        reader.uuid()
        byte_array(reader)


def chat_message_1_19_1(reader: Reader, tables: Tables) -> ChatSaid:
    text = reader.string(_CHAT_LIMIT)
    reader.i64()  # time
    reader.i64()  # salt
    byte_array(reader)  # signature
    reader.boolean()  # whether a preview was signed
    _acknowledgement_1_19_1(reader)
    return ChatSaid(text, False)


def chat_command_1_19_1(reader: Reader, tables: Tables) -> ChatSaid:
    text = reader.string(_CHAT_LIMIT)
    reader.i64()
    reader.i64()
    for _ in range(reader.count(2)):
        reader.string(16)  # name of a signed argument
        byte_array(reader)
    reader.boolean()
    _acknowledgement_1_19_1(reader)
    return ChatSaid(text, True)


SERVERBOUND = (
    Row("player_position", player_position),
    Row("player_position_and_look", player_position_and_look),
    Row("player_look", player_look),
    Row("player", player),
    Row("teleport_confirm", teleport_confirm),
    Row("steer_vehicle", steer_vehicle),
    Row("vehicle_move", vehicle_move),
    Row("entity_action", entity_action),
    Row("animation", animation),
    Row("use_entity", use_entity),
    Row("player_digging", digging_1_8),
    Row("player_digging", digging_1_19, since=V1_19),
    Row("player_block_placement", use_item_on_1_14),
    Row("player_block_placement", use_item_on_1_19, since=V1_19),
    Row("use_item", use_item_1_9),
    Row("use_item", use_item_1_19, since=V1_19),
    Row("client_settings", client_settings_1_9),
    Row("client_settings", client_settings_1_17, since=V1_17),
    Row("client_settings", client_settings_1_18, since=V1_18),
    Row("client_status", client_status),
    Row("held_item_change", held_item_change),
    Row("player_abilities", player_abilities),
    Row("entity_metadata_request", entity_metadata_request),
    Row("spectate", spectate),
    Row("chat_message", chat_message_1_11),
    Row("chat_message", chat_message_1_19_1, since=V1_19_1),
    Row("chat_command", chat_command_1_19_1, since=V1_19_1),
)
