"""Entities: how they appear, move, change and go."""

from __future__ import annotations

import struct
from collections.abc import Callable

from proxy.messages import (
    AttachEntity,
    CollectItem,
    DestroyEntities,
    EntityAnimation,
    EntityDamaged,
    EntityEffect,
    EntityEquipment,
    EntityHeadLook,
    EntityMove,
    EntityStatus,
    EntityTeleport,
    EntityVelocity,
    HurtAnimation,
    MinecartMove,
    MinecartStep,
    RemoveEntityEffect,
    SetPassengers,
    SpawnEntity,
)
from proxy.versions.lp_vec3 import read_lp_vec3
from proxy.versions.read.items import item
from proxy.versions.read.rows import Row
from proxy.versions.read.values import finite, finite_look, skip_nbt, vector, velocity
from proxy.versions.releases import (
    FIRST,
    V1_18_2,
    V1_19,
    V1_19_4,
    V1_20_5,
    V1_21_2,
    V1_21_5,
    V1_21_9,
    Since,
)
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader
from world.item import ItemStack

EQUIPMENT_SLOTS = Since(
    (FIRST, ("main_hand", "off_hand", "feet", "legs", "chest", "head")),
    (V1_20_5, ("main_hand", "off_hand", "feet", "legs", "chest", "head", "body")),
    (V1_21_5, ("main_hand", "off_hand", "feet", "legs", "chest", "head", "body", "saddle")),
)
"""Names of the slots by number."""

_MOVE = struct.Struct(">hhh?")
_LOOK = struct.Struct(">bb?")
_MOVE_LOOK = struct.Struct(">hhhbb?")
_TELEPORT = struct.Struct(">dddbb?")
_SYNC = struct.Struct(">ddddddff?")
_TELEPORT_WITH_FLAGS = struct.Struct(">ddddddffi?")
_TURN = 360.0 / 256.0
_STILL = (0.0, 0.0, 0.0)


def spawn_object_1_14(reader: Reader, tables: Tables) -> SpawnEntity:
    return _spawn_object(reader, tables, head_yaw=False, data=reader.i32)


def spawn_object_1_19(reader: Reader, tables: Tables) -> SpawnEntity:
    """From 1.19 on for mobs too, from 1.20.2 on for players, from 1.21.5 on for experience."""
    return _spawn_object(reader, tables, head_yaw=True, data=reader.varint)


def _spawn_object(reader: Reader, tables: Tables, *, head_yaw: bool, data: Callable[[], int]) -> SpawnEntity:
    entity_id, uuid = reader.varint(), reader.uuid()
    kind = tables.registries.entity_kind(reader.varint())
    x, y, z = vector(reader)
    pitch, yaw = reader.angle(), reader.angle()
    head = reader.angle() if head_yaw else yaw
    number = data()
    return SpawnEntity(entity_id, uuid, kind, x, y, z, yaw, pitch, head, velocity(reader), number)


def spawn_object_1_21_9(reader: Reader, tables: Tables) -> SpawnEntity:
    entity_id, uuid = reader.varint(), reader.uuid()
    kind = tables.registries.entity_kind(reader.varint())
    x, y, z = vector(reader)
    motion = read_lp_vec3(reader)
    pitch, yaw, head = reader.angle(), reader.angle(), reader.angle()
    return SpawnEntity(entity_id, uuid, kind, x, y, z, yaw, pitch, head, motion, reader.varint())


def spawn_mob(reader: Reader, tables: Tables) -> SpawnEntity:
    entity_id, uuid = reader.varint(), reader.uuid()
    kind = tables.registries.entity_kind(reader.varint())
    x, y, z = vector(reader)
    yaw, pitch, head = reader.angle(), reader.angle(), reader.angle()
    return SpawnEntity(entity_id, uuid, kind, x, y, z, yaw, pitch, head, velocity(reader), 0)


def spawn_player(reader: Reader, tables: Tables) -> SpawnEntity:
    entity_id, uuid = reader.varint(), reader.uuid()
    x, y, z = vector(reader)
    yaw, pitch = reader.angle(), reader.angle()
    return SpawnEntity(entity_id, uuid, "player", x, y, z, yaw, pitch, yaw, _STILL, 0)


def spawn_experience_orb(reader: Reader, tables: Tables) -> SpawnEntity:
    entity_id = reader.varint()
    x, y, z = vector(reader)
    return SpawnEntity(entity_id, None, "experience_orb", x, y, z, 0.0, 0.0, 0.0, _STILL, reader.i16())


def spawn_painting(reader: Reader, tables: Tables) -> SpawnEntity:
    """To 1.18.2. ``data`` is the motive; the direction counts quarter turns from south."""
    entity_id, uuid, motive = reader.varint(), reader.uuid(), reader.varint()
    x, y, z = reader.position()
    yaw = reader.u8() % 4 * 90.0
    return SpawnEntity(
        entity_id, uuid, "painting", float(x), float(y), float(z), yaw, 0.0, yaw, _STILL, motive
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


def entity_teleport_1_9(reader: Reader, tables: Tables) -> EntityTeleport:
    entity_id, (x, y, z, yaw, pitch, on_ground) = reader.varint_and(_TELEPORT)
    finite(x, y, z)
    return EntityTeleport(entity_id, x, y, z, yaw * _TURN, pitch * _TURN, on_ground)


def entity_teleport_1_21_2(reader: Reader, tables: Tables) -> EntityTeleport:
    entity_id, (x, y, z, dx, dy, dz, yaw, pitch, relative, on_ground) = reader.varint_and(
        _TELEPORT_WITH_FLAGS
    )
    finite(x, y, z)
    finite(dx, dy, dz)
    finite_look(yaw, pitch)
    return EntityTeleport(entity_id, x, y, z, yaw, pitch, on_ground, relative, (dx, dy, dz))


def sync_entity_position(reader: Reader, tables: Tables) -> EntityTeleport:
    """Where an entity is: sent now and then, and instead of a relative move that is too far."""
    entity_id, (x, y, z, dx, dy, dz, yaw, pitch, on_ground) = reader.varint_and(_SYNC)
    finite(x, y, z)
    finite(dx, dy, dz)
    finite_look(yaw, pitch)
    return EntityTeleport(entity_id, x, y, z, yaw, pitch, on_ground, 0, (dx, dy, dz))


def move_minecart(reader: Reader, tables: Tables) -> MinecartMove:
    return MinecartMove(reader.varint(), tuple(_minecart_step(reader) for _ in range(reader.count(54))))


def _minecart_step(reader: Reader) -> MinecartStep:
    return MinecartStep(vector(reader), vector(reader), reader.angle(), reader.angle(), reader.f32())


def entity_head_look(reader: Reader, tables: Tables) -> EntityHeadLook:
    return EntityHeadLook(reader.varint(), reader.angle())


def entity_velocity_1_8(reader: Reader, tables: Tables) -> EntityVelocity:
    return EntityVelocity(reader.varint(), velocity(reader))


def entity_velocity_1_21_9(reader: Reader, tables: Tables) -> EntityVelocity:
    return EntityVelocity(reader.varint(), read_lp_vec3(reader))


def entity_equipment(reader: Reader, tables: Tables) -> EntityEquipment:
    """Slots until one without the top bit (1.16+)."""
    entity_id = reader.varint()
    slots = EQUIPMENT_SLOTS.at(tables.protocol)
    items: list[tuple[str, ItemStack | None]] = []
    more = True
    while more:
        slot = reader.u8()
        more = bool(slot & 0x80)
        slot &= 0x7F
        if slot >= len(slots):
            raise DecodeError(f"equipment slot {slot}, {len(slots) - 1} is the last")
        items.append((slots[slot], item(reader, tables)))
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


def damage_event(reader: Reader, tables: Tables) -> EntityDamaged:
    """Ids are one more than an entity's; 0 stands for nobody."""
    return EntityDamaged(
        entity_id=reader.varint(),
        kind=reader.varint(),
        cause_id=_optional_id(reader),
        direct_id=_optional_id(reader),
        position=reader.optional(lambda: vector(reader)),
    )


def _optional_id(reader: Reader) -> int | None:
    value = reader.varint()
    return value - 1 if value else None


def hurt_animation(reader: Reader, tables: Tables) -> HurtAnimation:
    return HurtAnimation(reader.varint(), reader.f32())


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


def entity_effect_1_20_5(reader: Reader, tables: Tables) -> EntityEffect:
    return EntityEffect(reader.varint(), reader.varint(), reader.varint(), reader.varint(), reader.u8())


def remove_entity_effect_1_8(reader: Reader, tables: Tables) -> RemoveEntityEffect:
    return RemoveEntityEffect(reader.varint(), reader.u8())


def remove_entity_effect_1_18_2(reader: Reader, tables: Tables) -> RemoveEntityEffect:
    return RemoveEntityEffect(reader.varint(), reader.varint())


CLIENTBOUND = (
    Row("spawn_object", spawn_object_1_14),
    Row("spawn_object", spawn_object_1_19, since=V1_19),
    Row("spawn_object", spawn_object_1_21_9, since=V1_21_9),
    Row("spawn_mob", spawn_mob),
    Row("spawn_player", spawn_player),
    Row("spawn_experience_orb", spawn_experience_orb),
    Row("spawn_painting", spawn_painting),
    Row("destroy_entities", destroy_entities),
    Row("entity_relative_move", entity_relative_move),
    Row("entity_look_and_relative_move", entity_look_and_relative_move),
    Row("entity_look", entity_look),
    Row("entity_teleport", entity_teleport_1_9),
    Row("entity_teleport", entity_teleport_1_21_2, since=V1_21_2),
    Row("sync_entity_position", sync_entity_position, since=V1_21_2),
    Row("move_minecart", move_minecart, since=V1_21_2),
    Row("entity_head_look", entity_head_look),
    Row("entity_velocity", entity_velocity_1_8),
    Row("entity_velocity", entity_velocity_1_21_9, since=V1_21_9),
    Row("entity_equipment", entity_equipment),
    Row("set_passengers", set_passengers),
    Row("attach_entity", attach_entity),
    Row("entity_status", entity_status),
    Row("animation", animation),
    Row("damage_event", damage_event, since=V1_19_4),
    Row("hurt_animation", hurt_animation, since=V1_19_4),
    Row("collect_item", collect_item),
    Row("entity_effect", entity_effect_1_8),
    Row("entity_effect", entity_effect_1_18_2, since=V1_18_2),
    Row("entity_effect", entity_effect_1_19, since=V1_19),
    Row("entity_effect", entity_effect_1_20_5, since=V1_20_5),
    Row("remove_entity_effect", remove_entity_effect_1_8),
    Row("remove_entity_effect", remove_entity_effect_1_18_2, since=V1_18_2),
)
