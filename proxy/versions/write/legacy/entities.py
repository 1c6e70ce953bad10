"""An actor on the wire of 1.8 to 1.12.2.

Mobs and players have room for metadata in their spawn packets; ours leave it empty, for objects need a packet of
their own anyway.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from npc.stage_port import Actor
from proxy.versions.legacy_metadata import END_1_8, END_1_9
from proxy.versions.legacy_objects import OWNED_OBJECTS, object_number
from proxy.versions.read.legacy.entities import SLOTS_1_8, SLOTS_1_9
from proxy.versions.tables import Tables
from proxy.versions.write.items import pack_item
from proxy.versions.write.legacy.values import pack_fixed_point
from proxy.versions.write.packets import NamedPacket, pack_boolean
from proxy.wire.buffer import pack_angle
from proxy.wire.frame import pack_varint
from world.item import ItemStack

_STILL = bytes(6)
_NO_ITEM = bytes(2)
_NO_METADATA_1_8, _NO_METADATA_1_9 = bytes((END_1_8,)), bytes((END_1_9,))
_PACKETS_OF_THEIR_OWN = frozenset({"experience_orb", "lightning_bolt", "painting"})


def spawnable(tables: Tables) -> frozenset[str]:
    """Entity types that can be shown: those with packets of their own, or that need an owner, can't."""
    known = tables.registries.entity_sizes.keys()
    return frozenset(known) - _PACKETS_OF_THEIR_OWN - OWNED_OBJECTS


def _check(actor: Actor, tables: Tables) -> None:
    if actor.kind not in spawnable(tables):
        raise LookupError(f"protocol {tables.protocol} has no entity type {actor.kind!r} that it can show")


def spawn_1_8(actor: Actor, entity_id: int, tables: Tables) -> NamedPacket:
    _check(actor, tables)
    head, place = pack_varint(entity_id), pack_fixed_point(actor.x, actor.y, actor.z)
    yaw, pitch = pack_angle(actor.yaw), pack_angle(actor.pitch)
    if actor.kind == "player":
        return "spawn_player", head + actor.uuid.bytes + place + yaw + pitch + _NO_ITEM + _NO_METADATA_1_8
    as_object = object_number(actor.kind)
    if as_object is None:
        type_id = bytes((tables.registries.entity_ids[actor.kind],))
        angles = yaw + pitch + pack_angle(actor.head_yaw)
        return "spawn_mob", head + type_id + place + angles + _STILL + _NO_METADATA_1_8
    number, data = as_object
    motion = _STILL if data > 0 else b""
    return "spawn_object", head + bytes((number,)) + place + pitch + yaw + struct.pack(">i", data) + motion


def spawn_1_9(actor: Actor, entity_id: int, tables: Tables) -> NamedPacket:
    """To 1.12.2; 1.11 made a VarInt of the type of a mob, none of which was over 127 before."""
    _check(actor, tables)
    head = pack_varint(entity_id) + actor.uuid.bytes
    place = struct.pack(">ddd", actor.x, actor.y, actor.z)
    yaw, pitch = pack_angle(actor.yaw), pack_angle(actor.pitch)
    if actor.kind == "player":
        return "spawn_player", head + place + yaw + pitch + _NO_METADATA_1_9
    as_object = object_number(actor.kind)
    if as_object is None:
        type_id = pack_varint(tables.registries.entity_ids[actor.kind])
        angles = yaw + pitch + pack_angle(actor.head_yaw)
        return "spawn_mob", head + type_id + place + angles + _STILL + _NO_METADATA_1_9
    number, data = as_object
    return "spawn_object", head + bytes((number,)) + place + pitch + yaw + struct.pack(">i", data) + _STILL


def teleport_1_8(
    entity_id: int, x: float, y: float, z: float, yaw: float, pitch: float, on_ground: bool
) -> NamedPacket:
    angles = pack_angle(yaw) + pack_angle(pitch)
    place = pack_fixed_point(x, y, z)
    return "entity_teleport", pack_varint(entity_id) + place + angles + pack_boolean(on_ground)


def equipment_1_8(entity_id: int, items: Mapping[str, ItemStack], tables: Tables) -> list[NamedPacket]:
    """A packet for each slot; there is no off hand."""
    return [
        (
            "entity_equipment",
            pack_varint(entity_id) + struct.pack(">h", number) + pack_item(items.get(slot), tables),
        )
        for number, slot in enumerate(SLOTS_1_8)
    ]


def equipment_1_9(entity_id: int, items: Mapping[str, ItemStack], tables: Tables) -> list[NamedPacket]:
    """A packet for each slot (to 1.15.2)."""
    return [
        (
            "entity_equipment",
            pack_varint(entity_id) + pack_varint(number) + pack_item(items.get(slot), tables),
        )
        for number, slot in enumerate(SLOTS_1_9)
    ]
