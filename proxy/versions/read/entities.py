"""Entities: how they appear, move, change and go."""

from __future__ import annotations

import struct
from collections.abc import Callable

from proxy.messages import (
    AttachEntity,
    CollectItem,
    DestroyEntities,
    EntityAnimation,
    EntityEffect,
    EntityEquipment,
    EntityHeadLook,
    EntityMove,
    EntityStatus,
    EntityTeleport,
    EntityVelocity,
    RemoveEntityEffect,
    SetPassengers,
    SpawnEntity,
)
from proxy.versions.read.rows import Row
from proxy.versions.read.values import item, skip_nbt, velocity
from proxy.versions.releases import V1_18_2, V1_19
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader
from world.item import ItemStack

EQUIPMENT_SLOTS = ("main_hand", "off_hand", "feet", "legs", "chest", "head")

_MOVE = struct.Struct(">hhh?")
_LOOK = struct.Struct(">bb?")
_MOVE_LOOK = struct.Struct(">hhhbb?")
_TELEPORT = struct.Struct(">dddbb?")
_TURN = 360.0 / 256.0


def spawn_object_1_14(reader: Reader, tables: Tables) -> SpawnEntity:
    return _spawn_object(reader, tables, head_yaw=False, data=reader.i32)


def spawn_object_1_19(reader: Reader, tables: Tables) -> SpawnEntity:
    """From 1.19 on for mobs too."""
    return _spawn_object(reader, tables, head_yaw=True, data=reader.varint)


def _spawn_object(reader: Reader, tables: Tables, *, head_yaw: bool, data: Callable[[], int]) -> SpawnEntity:
    entity_id, uuid = reader.varint(), reader.uuid()
    kind = tables.registries.entity_kind(reader.varint())
    x, y, z = reader.f64(), reader.f64(), reader.f64()
    pitch, yaw = reader.angle(), reader.angle()
    head = reader.angle() if head_yaw else yaw
    number = data()
    return SpawnEntity(entity_id, uuid, kind, x, y, z, yaw, pitch, head, velocity(reader), number)


def spawn_mob(reader: Reader, tables: Tables) -> SpawnEntity:
    return SpawnEntity(
        entity_id=reader.varint(),
        uuid=reader.uuid(),
        kind=tables.registries.entity_kind(reader.varint()),
        x=reader.f64(),
        y=reader.f64(),
        z=reader.f64(),
        yaw=reader.angle(),
        pitch=reader.angle(),
        head_yaw=reader.angle(),
        velocity=velocity(reader),
        data=0,
    )


def spawn_player(reader: Reader, tables: Tables) -> SpawnEntity:
    entity_id, uuid = reader.varint(), reader.uuid()
    x, y, z = reader.f64(), reader.f64(), reader.f64()
    yaw, pitch = reader.angle(), reader.angle()
    return SpawnEntity(entity_id, uuid, "player", x, y, z, yaw, pitch, yaw, (0, 0, 0), 0)


def spawn_experience_orb(reader: Reader, tables: Tables) -> SpawnEntity:
    entity_id = reader.varint()
    x, y, z = reader.f64(), reader.f64(), reader.f64()
    return SpawnEntity(entity_id, None, "experience_orb", x, y, z, 0.0, 0.0, 0.0, (0, 0, 0), reader.i16())


def spawn_painting(reader: Reader, tables: Tables) -> SpawnEntity:
    """To 1.18.2. ``data`` is the motive; the direction counts quarter turns from south."""
    entity_id, uuid, motive = reader.varint(), reader.uuid(), reader.varint()
    x, y, z = reader.position()
    yaw = reader.u8() % 4 * 90.0
    return SpawnEntity(
        entity_id, uuid, "painting", float(x), float(y), float(z), yaw, 0.0, yaw, (0, 0, 0), motive
    )


def destroy_entities(reader: Reader, tables: Tables) -> DestroyEntities:
    return DestroyEntities(tuple(reader.varint() for _ in range(reader.count())))


def entity_relative_move(reader: Reader, tables: Tables) -> EntityMove:
    entity_id, (dx, dy, dz, on_ground) = reader.varint_and(_MOVE)
    return EntityMove(entity_id, dx, dy, dz, None, None, on_ground, True)


def entity_look_and_relative_move(reader: Reader, tables: Tables) -> EntityMove:
    entity_id, (dx, dy, dz, yaw, pitch, on_ground) = reader.varint_and(_MOVE_LOOK)
    return EntityMove(entity_id, dx, dy, dz, yaw * _TURN, pitch * _TURN, on_ground, True)


def entity_look(reader: Reader, tables: Tables) -> EntityMove:
    entity_id, (yaw, pitch, on_ground) = reader.varint_and(_LOOK)
    return EntityMove(entity_id, 0, 0, 0, yaw * _TURN, pitch * _TURN, on_ground, False)


def entity_teleport(reader: Reader, tables: Tables) -> EntityTeleport:
    entity_id, (x, y, z, yaw, pitch, on_ground) = reader.varint_and(_TELEPORT)
    return EntityTeleport(entity_id, x, y, z, yaw * _TURN, pitch * _TURN, on_ground)


def entity_head_look(reader: Reader, tables: Tables) -> EntityHeadLook:
    return EntityHeadLook(reader.varint(), reader.angle())


def entity_velocity(reader: Reader, tables: Tables) -> EntityVelocity:
    return EntityVelocity(reader.varint(), velocity(reader))


def entity_equipment(reader: Reader, tables: Tables) -> EntityEquipment:
    """Slots until one without the top bit (1.16+)."""
    entity_id = reader.varint()
    items: list[tuple[str, ItemStack | None]] = []
    more = True
    while more:
        slot = reader.u8()
        more = bool(slot & 0x80)
        slot &= 0x7F
        if slot >= len(EQUIPMENT_SLOTS):
            raise DecodeError(f"equipment slot {slot}, {len(EQUIPMENT_SLOTS) - 1} is the last")
        items.append((EQUIPMENT_SLOTS[slot], item(reader, tables)))
    return EntityEquipment(entity_id, tuple(items))


def set_passengers(reader: Reader, tables: Tables) -> SetPassengers:
    return SetPassengers(reader.varint(), tuple(reader.varint() for _ in range(reader.count())))


def attach_entity(reader: Reader, tables: Tables) -> AttachEntity:
    """Vanilla sends holder 0, an id that no entity has, to let go."""
    return AttachEntity(reader.i32(), reader.i32() or -1)


def entity_status(reader: Reader, tables: Tables) -> EntityStatus:
    return EntityStatus(reader.i32(), reader.i8())


def animation(reader: Reader, tables: Tables) -> EntityAnimation:
    return EntityAnimation(reader.varint(), reader.u8())


def collect_item(reader: Reader, tables: Tables) -> CollectItem:
    return CollectItem(reader.varint(), reader.varint(), reader.varint())


def entity_effect_1_8(reader: Reader, tables: Tables) -> EntityEffect:
    return EntityEffect(reader.varint(), reader.u8(), reader.i8(), reader.varint(), reader.u8())


def entity_effect_1_18_2(reader: Reader, tables: Tables) -> EntityEffect:
    return EntityEffect(reader.varint(), reader.varint(), reader.i8(), reader.varint(), reader.u8())


def entity_effect_1_19(reader: Reader, tables: Tables) -> EntityEffect:
    message = entity_effect_1_18_2(reader, tables)
    if reader.boolean():
        skip_nbt(reader, tables)  # how the darkness effect fades
    return message


def remove_entity_effect_1_8(reader: Reader, tables: Tables) -> RemoveEntityEffect:
    return RemoveEntityEffect(reader.varint(), reader.u8())


def remove_entity_effect_1_18_2(reader: Reader, tables: Tables) -> RemoveEntityEffect:
    return RemoveEntityEffect(reader.varint(), reader.varint())


CLIENTBOUND = (
    Row("spawn_object", spawn_object_1_14),
    Row("spawn_object", spawn_object_1_19, since=V1_19),
    Row("spawn_mob", spawn_mob),
    Row("spawn_player", spawn_player),
    Row("spawn_experience_orb", spawn_experience_orb),
    Row("spawn_painting", spawn_painting),
    Row("destroy_entities", destroy_entities),
    Row("entity_relative_move", entity_relative_move),
    Row("entity_look_and_relative_move", entity_look_and_relative_move),
    Row("entity_look", entity_look),
    Row("entity_teleport", entity_teleport),
    Row("entity_head_look", entity_head_look),
    Row("entity_velocity", entity_velocity),
    Row("entity_equipment", entity_equipment),
    Row("set_passengers", set_passengers),
    Row("attach_entity", attach_entity),
    Row("entity_status", entity_status),
    Row("animation", animation),
    Row("collect_item", collect_item),
    Row("entity_effect", entity_effect_1_8),
    Row("entity_effect", entity_effect_1_18_2, since=V1_18_2),
    Row("entity_effect", entity_effect_1_19, since=V1_19),
    Row("remove_entity_effect", remove_entity_effect_1_8),
    Row("remove_entity_effect", remove_entity_effect_1_18_2, since=V1_18_2),
)
