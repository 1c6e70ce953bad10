"""What the server tells a client of its own player."""

from __future__ import annotations

from proxy.messages import (
    Abilities,
    Camera,
    Experience,
    HealthUpdate,
    HeldSlot,
    PlayerTeleport,
    PlayerTurn,
    VehicleMove,
)
from proxy.versions.read.rows import Row
from proxy.versions.read.values import finite_look, look, vector
from proxy.versions.releases import V1_17, V1_19_4, V1_21_2, V1_21_4, V1_21_9
from proxy.versions.tables import Tables
from proxy.wire.buffer import Reader


def _teleport(reader: Reader, *, dismount: bool) -> PlayerTeleport:
    (x, y, z), (yaw, pitch) = vector(reader), look(reader)
    relative, teleport_id = reader.u8(), reader.varint()
    dismounts = reader.boolean() if dismount else False
    return PlayerTeleport(x, y, z, yaw, pitch, relative, teleport_id, dismounts, None)


def teleport_1_9(reader: Reader, tables: Tables) -> PlayerTeleport:
    """Again from 1.19.4 on."""
    return _teleport(reader, dismount=False)


def teleport_1_17(reader: Reader, tables: Tables) -> PlayerTeleport:
    return _teleport(reader, dismount=True)


def teleport_1_21_2(reader: Reader, tables: Tables) -> PlayerTeleport:
    teleport_id = reader.varint()
    x, y, z = vector(reader)
    velocity = vector(reader)
    yaw, pitch = look(reader)
    return PlayerTeleport(x, y, z, yaw, pitch, reader.i32(), teleport_id, False, velocity)


def player_rotation_1_21_2(reader: Reader, tables: Tables) -> PlayerTurn:
    return PlayerTurn(*look(reader), False, False)


def player_rotation_1_21_9(reader: Reader, tables: Tables) -> PlayerTurn:
    yaw, relative_yaw = reader.f32(), reader.boolean()
    pitch, relative_pitch = reader.f32(), reader.boolean()
    finite_look(yaw, pitch)
    return PlayerTurn(yaw, pitch, relative_yaw, relative_pitch)


def update_health(reader: Reader, tables: Tables) -> HealthUpdate:
    return HealthUpdate(reader.f32(), reader.varint(), reader.f32())


def set_experience(reader: Reader, tables: Tables) -> Experience:
    return Experience(reader.f32(), reader.varint(), reader.varint())


def player_abilities(reader: Reader, tables: Tables) -> Abilities:
    return Abilities(reader.u8(), reader.f32(), reader.f32())


def held_item_change_1_8(reader: Reader, tables: Tables) -> HeldSlot:
    return HeldSlot(reader.i8())


def held_item_change_1_21_4(reader: Reader, tables: Tables) -> HeldSlot:
    return HeldSlot(reader.varint())


def camera(reader: Reader, tables: Tables) -> Camera:
    return Camera(reader.varint())


def vehicle_move(reader: Reader, tables: Tables) -> VehicleMove:
    return VehicleMove(*vector(reader), *look(reader))


CLIENTBOUND = (
    Row("player_position_and_look", teleport_1_9),
    Row("player_position_and_look", teleport_1_17, since=V1_17),
    Row("player_position_and_look", teleport_1_9, since=V1_19_4),
    Row("player_position_and_look", teleport_1_21_2, since=V1_21_2),
    Row("player_rotation", player_rotation_1_21_2, since=V1_21_2),
    Row("player_rotation", player_rotation_1_21_9, since=V1_21_9),
    Row("update_health", update_health),
    Row("set_experience", set_experience),
    Row("player_abilities", player_abilities),
    Row("held_item_change", held_item_change_1_8),
    Row("held_item_change", held_item_change_1_21_4, since=V1_21_4),
    Row("camera", camera),
    Row("vehicle_move", vehicle_move),
)
