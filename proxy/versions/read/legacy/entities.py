"""Entities of 1.8 to 1.12.2: how they appear, move, change and go.

1.8 counts places in 1/32 block; everything is told in blocks and, for moves, in 1/4096 block here. Mobs and players
come with their metadata.
"""

from __future__ import annotations

import struct

from proxy.messages import (
    AttachEntity,
    CollectItem,
    EntityEquipment,
    EntityMove,
    EntityTeleport,
    RideEntity,
    SpawnEntity,
)
from proxy.versions.legacy_objects import object_kind
from proxy.versions.read import entities
from proxy.versions.read.items import item
from proxy.versions.read.legacy.metadata import metadata_values_1_8, metadata_values_1_9
from proxy.versions.read.legacy.values import fixed_point, position
from proxy.versions.read.rows import Row
from proxy.versions.read.values import vector, velocity
from proxy.versions.releases import V1_8, V1_9, V1_12
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

SLOTS_1_8 = ("main_hand", "feet", "legs", "chest", "head")
SLOTS_1_9 = ("main_hand", "off_hand", "feet", "legs", "chest", "head")

_STEP = 4096 // 32
"""1/4096 block in 1.8's unit of moves."""
_TURN = 360.0 / 256.0
_MOVE = struct.Struct(">bbb?")
_MOVE_LOOK = struct.Struct(">bbbbb?")
_TELEPORT = struct.Struct(">iiibb?")
_PAINTING_TITLE_LIMIT = 20
_NOBODY = -1
_STILL = (0.0, 0.0, 0.0)


def spawn_object_1_8(reader: Reader, tables: Tables) -> SpawnEntity:
    entity_id, number = reader.varint(), reader.i8()
    x, y, z = fixed_point(reader)
    pitch, yaw, data = reader.angle(), reader.angle(), reader.i32()
    kind = object_kind(number, data)
    motion = velocity(reader) if data > 0 else _STILL
    return SpawnEntity(entity_id, None, kind, x, y, z, yaw, pitch, yaw, motion, data)


def spawn_object_1_9(reader: Reader, tables: Tables) -> SpawnEntity:
    """To 1.13.2."""
    entity_id, uuid, number = reader.varint(), reader.uuid(), reader.i8()
    x, y, z = vector(reader)
    pitch, yaw, data = reader.angle(), reader.angle(), reader.i32()
    kind = object_kind(number, data)
    return SpawnEntity(entity_id, uuid, kind, x, y, z, yaw, pitch, yaw, velocity(reader), data)


def spawn_mob_1_8(reader: Reader, tables: Tables) -> SpawnEntity:
    entity_id, kind = reader.varint(), tables.registries.entity_kind(reader.u8())
    x, y, z = fixed_point(reader)
    yaw, pitch, head = reader.angle(), reader.angle(), reader.angle()
    motion, metadata = velocity(reader), metadata_values_1_8(reader, tables)
    return SpawnEntity(entity_id, None, kind, x, y, z, yaw, pitch, head, motion, 0, metadata)


def spawn_mob_1_11(reader: Reader, tables: Tables) -> SpawnEntity:
    """To 1.14.4."""
    message = entities.spawn_mob(reader, tables)
    message.metadata = metadata_values_1_9(reader, tables)
    return message


def spawn_player_1_8(reader: Reader, tables: Tables) -> SpawnEntity:
    entity_id, uuid = reader.varint(), reader.uuid()
    x, y, z = fixed_point(reader)
    yaw, pitch = reader.angle(), reader.angle()
    reader.i16()  # id of the item in the hand; equipment follows anyway
    metadata = metadata_values_1_8(reader, tables)
    return SpawnEntity(entity_id, uuid, "player", x, y, z, yaw, pitch, yaw, _STILL, 0, metadata)


def spawn_player_1_9(reader: Reader, tables: Tables) -> SpawnEntity:
    """To 1.14.4."""
    message = entities.spawn_player(reader, tables)
    message.metadata = metadata_values_1_9(reader, tables)
    return message


def spawn_experience_orb_1_8(reader: Reader, tables: Tables) -> SpawnEntity:
    entity_id = reader.varint()
    x, y, z = fixed_point(reader)
    return SpawnEntity(entity_id, None, "experience_orb", x, y, z, 0.0, 0.0, 0.0, _STILL, reader.i16())


def _spawn_painting(reader: Reader, *, has_uuid: bool) -> SpawnEntity:
    """The motive is a name, of which nothing is kept. The direction counts quarter turns from south."""
    entity_id, uuid = reader.varint(), reader.uuid() if has_uuid else None
    reader.string(_PAINTING_TITLE_LIMIT)
    x, y, z = map(float, position(reader))
    yaw = reader.u8() % 4 * 90.0
    return SpawnEntity(entity_id, uuid, "painting", x, y, z, yaw, 0.0, yaw, _STILL, 0)


def spawn_painting_1_8(reader: Reader, tables: Tables) -> SpawnEntity:
    return _spawn_painting(reader, has_uuid=False)


def spawn_painting_1_9(reader: Reader, tables: Tables) -> SpawnEntity:
    """To 1.12.2."""
    return _spawn_painting(reader, has_uuid=True)


def relative_move_1_8(reader: Reader, tables: Tables) -> EntityMove:
    entity_id, (dx, dy, dz, on_ground) = reader.varint_and(_MOVE)
    return EntityMove(entity_id, dx * _STEP, dy * _STEP, dz * _STEP, None, None, on_ground, True)


def look_and_relative_move_1_8(reader: Reader, tables: Tables) -> EntityMove:
    entity_id, (dx, dy, dz, yaw, pitch, on_ground) = reader.varint_and(_MOVE_LOOK)
    return EntityMove(
        entity_id, dx * _STEP, dy * _STEP, dz * _STEP, yaw * _TURN, pitch * _TURN, on_ground, True
    )


def teleport_1_8(reader: Reader, tables: Tables) -> EntityTeleport:
    entity_id, (x, y, z, yaw, pitch, on_ground) = reader.varint_and(_TELEPORT)
    return EntityTeleport(entity_id, x / 32.0, y / 32.0, z / 32.0, yaw * _TURN, pitch * _TURN, on_ground)


def equipment_1_8(reader: Reader, tables: Tables) -> EntityEquipment:
    return _equipment(reader.varint(), reader.i16(), SLOTS_1_8, reader, tables)


def equipment_1_9(reader: Reader, tables: Tables) -> EntityEquipment:
    """To 1.15.2."""
    return _equipment(reader.varint(), reader.varint(), SLOTS_1_9, reader, tables)


def _equipment(
    entity_id: int, slot: int, slots: tuple[str, ...], reader: Reader, tables: Tables
) -> EntityEquipment:
    if not 0 <= slot < len(slots):
        raise DecodeError(f"equipment slot {slot}, {len(slots) - 1} is the last")
    return EntityEquipment(entity_id, ((slots[slot], item(reader, tables)),))


def attach_entity_1_8(reader: Reader, tables: Tables) -> AttachEntity | RideEntity:
    entity_id, other, leash = reader.i32(), reader.i32(), reader.boolean()
    if leash:
        return AttachEntity(entity_id, other)
    return RideEntity(entity_id, None if other == _NOBODY else other)


def collect_item_1_8(reader: Reader, tables: Tables) -> CollectItem:
    return CollectItem(reader.varint(), reader.varint(), 1)


CLIENTBOUND = (
    Row("spawn_object", spawn_object_1_8, since=V1_8),
    Row("spawn_object", spawn_object_1_9, since=V1_9),
    Row("spawn_mob", spawn_mob_1_8, since=V1_8),
    Row("spawn_mob", spawn_mob_1_11, since=V1_12),
    Row("spawn_player", spawn_player_1_8, since=V1_8),
    Row("spawn_player", spawn_player_1_9, since=V1_9),
    Row("spawn_experience_orb", spawn_experience_orb_1_8, since=V1_8),
    Row("spawn_experience_orb", entities.spawn_experience_orb, since=V1_9),
    Row("spawn_painting", spawn_painting_1_8, since=V1_8),
    Row("spawn_painting", spawn_painting_1_9, since=V1_9),
    Row("destroy_entities", entities.destroy_entities, since=V1_8),
    Row("entity_relative_move", relative_move_1_8, since=V1_8),
    Row("entity_relative_move", entities.entity_relative_move, since=V1_9),
    Row("entity_look_and_relative_move", look_and_relative_move_1_8, since=V1_8),
    Row("entity_look_and_relative_move", entities.entity_look_and_relative_move, since=V1_9),
    Row("entity_look", entities.entity_look, since=V1_8),
    Row("entity_teleport", teleport_1_8, since=V1_8),
    Row("entity_teleport", entities.entity_teleport_1_9, since=V1_9),
    Row("entity_head_look", entities.entity_head_look, since=V1_8),
    Row("entity_velocity", entities.entity_velocity_1_8, since=V1_8),
    Row("entity_equipment", equipment_1_8, since=V1_8),
    Row("entity_equipment", equipment_1_9, since=V1_9),
    Row("set_passengers", entities.set_passengers, since=V1_9),
    Row("attach_entity", attach_entity_1_8, since=V1_8),
    Row("attach_entity", entities.attach_entity, since=V1_9),
    Row("entity_status", entities.entity_status, since=V1_8),
    Row("animation", entities.animation, since=V1_8),
    Row("collect_item", collect_item_1_8, since=V1_8),
    Row("collect_item", entities.collect_item, since=V1_12),
    Row("entity_effect", entities.entity_effect_1_8, since=V1_8),
    Row("remove_entity_effect", entities.remove_entity_effect_1_8, since=V1_8),
)
