"""What the server tells a client of its own player, and the player list."""

from __future__ import annotations

from proxy.messages import (
    Abilities,
    Camera,
    Experience,
    HealthUpdate,
    HeldSlot,
    PlayerInfo,
    PlayerInfoEntry,
    PlayerTeleport,
    ProfileProperty,
    VehicleMove,
)
from proxy.versions.read.rows import Row
from proxy.versions.read.values import byte_array, component
from proxy.versions.releases import V1_17, V1_19
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader


def _teleport(reader: Reader, *, dismount: bool) -> PlayerTeleport:
    return PlayerTeleport(
        x=reader.f64(),
        y=reader.f64(),
        z=reader.f64(),
        yaw=reader.f32(),
        pitch=reader.f32(),
        relative=reader.u8(),
        teleport_id=reader.varint(),
        dismount=reader.boolean() if dismount else False,
    )


def teleport_1_9(reader: Reader, tables: Tables) -> PlayerTeleport:
    return _teleport(reader, dismount=False)


def teleport_1_17(reader: Reader, tables: Tables) -> PlayerTeleport:
    return _teleport(reader, dismount=True)


def update_health(reader: Reader, tables: Tables) -> HealthUpdate:
    return HealthUpdate(reader.f32(), reader.varint(), reader.f32())


def set_experience(reader: Reader, tables: Tables) -> Experience:
    return Experience(reader.f32(), reader.varint(), reader.varint())


def player_abilities(reader: Reader, tables: Tables) -> Abilities:
    return Abilities(reader.u8(), reader.f32(), reader.f32())


def held_item_change(reader: Reader, tables: Tables) -> HeldSlot:
    return HeldSlot(reader.i8())


def camera(reader: Reader, tables: Tables) -> Camera:
    return Camera(reader.varint())


def vehicle_move(reader: Reader, tables: Tables) -> VehicleMove:
    return VehicleMove(reader.f64(), reader.f64(), reader.f64(), reader.f32(), reader.f32())


_LIST_ACTIONS = ("add", "game_mode", "ping", "display_name", "remove")


def _profile_property(reader: Reader) -> ProfileProperty:
    return ProfileProperty(reader.string(), reader.string(), reader.optional(reader.string))


def _list_entry(reader: Reader, tables: Tables, action: str, *, profile_keys: bool) -> PlayerInfoEntry:
    uuid = reader.uuid()
    if action == "game_mode":
        return PlayerInfoEntry(uuid, game_mode=reader.varint())
    if action == "ping":
        return PlayerInfoEntry(uuid, ping=reader.varint())
    if action == "display_name":
        return PlayerInfoEntry(uuid, display_name=reader.optional(lambda: component(reader, tables)))
    if action == "remove":
        return PlayerInfoEntry(uuid)
    entry = PlayerInfoEntry(
        uuid,
        name=reader.string(16),
        properties=tuple(_profile_property(reader) for _ in range(reader.count(3))),
        game_mode=reader.varint(),
        ping=reader.varint(),
        display_name=reader.optional(lambda: component(reader, tables)),
    )
    if profile_keys and reader.boolean():
        reader.i64()  # when the key expires
        byte_array(reader)  # key
        byte_array(reader)  # Mojang's signature of it
    return entry


def _player_list(reader: Reader, tables: Tables, *, profile_keys: bool) -> PlayerInfo:
    number = reader.varint()
    if not 0 <= number < len(_LIST_ACTIONS):
        raise DecodeError(f"player list action {number}")
    action = _LIST_ACTIONS[number]
    return PlayerInfo(
        action,
        tuple(
            _list_entry(reader, tables, action, profile_keys=profile_keys) for _ in range(reader.count(16))
        ),
    )


def player_list_1_8(reader: Reader, tables: Tables) -> PlayerInfo:
    return _player_list(reader, tables, profile_keys=False)


def player_list_1_19(reader: Reader, tables: Tables) -> PlayerInfo:
    return _player_list(reader, tables, profile_keys=True)


CLIENTBOUND = (
    Row("player_position_and_look", teleport_1_9),
    Row("player_position_and_look", teleport_1_17, since=V1_17),
    Row("update_health", update_health),
    Row("set_experience", set_experience),
    Row("player_abilities", player_abilities),
    Row("held_item_change", held_item_change),
    Row("camera", camera),
    Row("vehicle_move", vehicle_move),
    Row("player_list_item", player_list_1_8),
    Row("player_list_item", player_list_1_19, since=V1_19),
)
