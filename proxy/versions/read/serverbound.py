"""What a client sends: its body, its hands, its words."""

from __future__ import annotations

from proxy.messages import (
    AbilitiesChanged,
    ChatSaid,
    ClientSettings,
    ClientStatus,
    Digging,
    EntityAction,
    EntityChosen,
    EntityNbtQuery,
    HeldSlot,
    InteractEntity,
    PlayerInput,
    PlayerMove,
    Spectate,
    SteerVehicle,
    SwingArm,
    TeleportConfirm,
    UseItem,
    UseItemOn,
    VehicleMove,
)
from proxy.versions.lp_vec3 import read_lp_vec3
from proxy.versions.read.player import vehicle_move
from proxy.versions.read.rows import Row
from proxy.versions.read.values import byte_array, look, vector
from proxy.versions.releases import (
    V1_17,
    V1_18,
    V1_19,
    V1_19_1,
    V1_19_3,
    V1_20_2,
    V1_20_5,
    V1_21,
    V1_21_2,
    V1_21_4,
    V1_21_5,
    V1_21_6,
    V26_1,
)
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

_CHAT_LIMIT = 256
_COMMAND_LIMIT = 32767
"""From 1.20.5 on, for clickable text may hold longer commands than anybody types."""
_SIGNATURE_BYTES = 256
_ACKNOWLEDGED_BYTES = 3
"""20 bits: which of the messages last seen the client acknowledges."""
_ACTIONS_1_9 = (
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
_ACTIONS_1_21_6 = _ACTIONS_1_9[2:]
"""Whether a player sneaks is left to the keys that it holds."""


def _small_point(reader: Reader) -> tuple[float, float, float]:
    return reader.f32(), reader.f32(), reader.f32()


def _on_ground(reader: Reader) -> bool:
    """A boolean to 1.21.1, then flags of which the second says that the player runs against something."""
    return bool(reader.u8() & 1)


def player_position(reader: Reader, tables: Tables) -> PlayerMove:
    return PlayerMove(vector(reader), None, _on_ground(reader))


def player_position_and_look(reader: Reader, tables: Tables) -> PlayerMove:
    return PlayerMove(vector(reader), look(reader), _on_ground(reader))


def player_look(reader: Reader, tables: Tables) -> PlayerMove:
    return PlayerMove(None, look(reader), _on_ground(reader))


def player(reader: Reader, tables: Tables) -> PlayerMove:
    return PlayerMove(None, None, _on_ground(reader))


def vehicle_move_1_21_4(reader: Reader, tables: Tables) -> VehicleMove:
    message = vehicle_move(reader, tables)
    reader.boolean()  # whether it is on the ground
    return message


def teleport_confirm(reader: Reader, tables: Tables) -> TeleportConfirm:
    return TeleportConfirm(reader.varint())


def steer_vehicle(reader: Reader, tables: Tables) -> SteerVehicle:
    sideways, forward, flags = reader.f32(), reader.f32(), reader.u8()
    return SteerVehicle(sideways, forward, bool(flags & 1), bool(flags & 2))


def player_input(reader: Reader, tables: Tables) -> PlayerInput:
    flags = reader.u8()
    return PlayerInput(*(bool(flags >> bit & 1) for bit in range(7)))


def entity_action_1_9(reader: Reader, tables: Tables) -> EntityAction:
    return entity_action(reader, _ACTIONS_1_9)


def entity_action_1_21_6(reader: Reader, tables: Tables) -> EntityAction:
    return entity_action(reader, _ACTIONS_1_21_6)


def entity_action(reader: Reader, actions: tuple[str, ...]) -> EntityAction:
    """``actions``: by number."""
    entity_id, number = reader.varint(), reader.varint()
    reader.varint()  # strength of a horse's jump
    if not 0 <= number < len(actions):
        raise DecodeError(f"entity action {number}, {len(actions) - 1} is the last")
    return EntityAction(actions[number], entity_id)


def animation(reader: Reader, tables: Tables) -> SwingArm:
    return SwingArm(reader.varint())


def use_entity_1_16(reader: Reader, tables: Tables) -> InteractEntity:
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


def use_entity_26_1(reader: Reader, tables: Tables) -> InteractEntity:
    """One packet, with a place, for what were two; an attack has its own."""
    entity_id, hand, target = reader.varint(), reader.varint(), read_lp_vec3(reader)
    return InteractEntity(entity_id, "interact_at", target, hand, reader.boolean())


def attack(reader: Reader, tables: Tables) -> InteractEntity:
    return InteractEntity(reader.varint(), "attack", None, None, None)


def pick_item_from_entity(reader: Reader, tables: Tables) -> EntityChosen:
    entity_id = reader.varint()
    reader.boolean()  # whether its data are to come along
    return EntityChosen(entity_id, "pick")


def spectate_entity(reader: Reader, tables: Tables) -> EntityChosen:
    return EntityChosen(reader.varint(), "spectate")


def update_command_block_minecart(reader: Reader, tables: Tables) -> EntityChosen:
    entity_id = reader.varint()
    reader.string(32767)  # command
    reader.boolean()  # whether its output is kept
    return EntityChosen(entity_id, "edit_command")


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


def use_item_on_1_21_2(reader: Reader, tables: Tables) -> UseItemOn:
    message = use_item_on_1_14(reader, tables)
    reader.boolean()  # whether the world border was hit
    reader.varint()
    return message


def use_item_1_9(reader: Reader, tables: Tables) -> UseItem:
    return UseItem(reader.varint())


def use_item_1_19(reader: Reader, tables: Tables) -> UseItem:
    message = use_item_1_9(reader, tables)
    reader.varint()
    return message


def use_item_1_21(reader: Reader, tables: Tables) -> UseItem:
    message = use_item_1_19(reader, tables)
    message.look = look(reader)
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


def client_settings_1_21_2(reader: Reader, tables: Tables) -> ClientSettings:
    message = client_settings_1_18(reader, tables)
    reader.varint()  # how many particles it wants
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


def _skip_acknowledgement(reader: Reader, *, checksum: bool) -> None:
    reader.varint()  # how many messages were seen since the last time
    reader.take(_ACKNOWLEDGED_BYTES)
    if checksum:
        reader.u8()


def _chat_message(reader: Reader, *, checksum: bool) -> ChatSaid:
    text = reader.string(_CHAT_LIMIT)
    reader.i64()
    reader.i64()
    if reader.boolean():
        reader.take(_SIGNATURE_BYTES)
    _skip_acknowledgement(reader, checksum=checksum)
    return ChatSaid(text, False)


def chat_message_1_19_3(reader: Reader, tables: Tables) -> ChatSaid:
    return _chat_message(reader, checksum=False)


def chat_message_1_21_5(reader: Reader, tables: Tables) -> ChatSaid:
    return _chat_message(reader, checksum=True)


def _signed_command(reader: Reader, *, limit: int, checksum: bool) -> ChatSaid:
    text = reader.string(limit)
    reader.i64()
    reader.i64()
    for _ in range(reader.count(1 + _SIGNATURE_BYTES)):
        reader.string(16)
        reader.take(_SIGNATURE_BYTES)
    _skip_acknowledgement(reader, checksum=checksum)
    return ChatSaid(text, True)


def chat_command_1_19_3(reader: Reader, tables: Tables) -> ChatSaid:
    return _signed_command(reader, limit=_CHAT_LIMIT, checksum=False)


def chat_command_signed_1_20_5(reader: Reader, tables: Tables) -> ChatSaid:
    return _signed_command(reader, limit=_COMMAND_LIMIT, checksum=False)


def chat_command_signed_1_21_5(reader: Reader, tables: Tables) -> ChatSaid:
    return _signed_command(reader, limit=_COMMAND_LIMIT, checksum=True)


def chat_command_1_20_5(reader: Reader, tables: Tables) -> ChatSaid:
    """A command none of whose arguments can be signed."""
    return ChatSaid(reader.string(_COMMAND_LIMIT), True)


SERVERBOUND = (
    Row("player_position", player_position),
    Row("player_position_and_look", player_position_and_look),
    Row("player_look", player_look),
    Row("player", player),
    Row("teleport_confirm", teleport_confirm),
    Row("steer_vehicle", steer_vehicle),
    Row("player_input", player_input, since=V1_21_2),
    Row("vehicle_move", vehicle_move),
    Row("vehicle_move", vehicle_move_1_21_4, since=V1_21_4),
    Row("entity_action", entity_action_1_9),
    Row("entity_action", entity_action_1_21_6, since=V1_21_6),
    Row("animation", animation),
    Row("use_entity", use_entity_1_16),
    Row("use_entity", use_entity_26_1, since=V26_1),
    Row("attack", attack, since=V26_1),
    Row("pick_item_from_entity", pick_item_from_entity, since=V1_21_4),
    Row("spectate_entity", spectate_entity, since=V26_1),
    Row("update_command_block_minecart", update_command_block_minecart),
    Row("player_digging", digging_1_8),
    Row("player_digging", digging_1_19, since=V1_19),
    Row("player_block_placement", use_item_on_1_14),
    Row("player_block_placement", use_item_on_1_19, since=V1_19),
    Row("player_block_placement", use_item_on_1_21_2, since=V1_21_2),
    Row("use_item", use_item_1_9),
    Row("use_item", use_item_1_19, since=V1_19),
    Row("use_item", use_item_1_21, since=V1_21),
    Row("client_settings", client_settings_1_9),
    Row("client_settings", client_settings_1_17, since=V1_17),
    Row("client_settings", client_settings_1_18, since=V1_18),
    Row("client_settings", client_settings_1_21_2, since=V1_21_2),
    Row("configuration/client_settings", client_settings_1_18, since=V1_20_2),
    Row("configuration/client_settings", client_settings_1_21_2, since=V1_21_2),
    Row("client_status", client_status),
    Row("held_item_change", held_item_change),
    Row("player_abilities", player_abilities),
    Row("entity_metadata_request", entity_metadata_request),
    Row("spectate", spectate),
    Row("chat_message", chat_message_1_11),
    Row("chat_message", chat_message_1_19_1, since=V1_19_1),
    Row("chat_message", chat_message_1_19_3, since=V1_19_3),
    Row("chat_message", chat_message_1_21_5, since=V1_21_5),
    Row("chat_command", chat_command_1_19_1, since=V1_19_1),
    Row("chat_command", chat_command_1_19_3, since=V1_19_3),
    Row("chat_command", chat_command_1_20_5, since=V1_20_5),
    Row("chat_command_signed", chat_command_signed_1_20_5, since=V1_20_5),
    Row("chat_command_signed", chat_command_signed_1_21_5, since=V1_21_5),
)
