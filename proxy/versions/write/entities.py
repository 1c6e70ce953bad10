"""An actor on the wire: spawn, move, look, swing, hurt, go."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from npc.stage_port import Actor
from proxy.mood_symbols import Symbol
from proxy.versions.lp_vec3 import pack_lp_vec3
from proxy.versions.read.entities import EQUIPMENT_SLOTS
from proxy.versions.releases import (
    FIRST,
    V1_9,
    V1_16_2,
    V1_19,
    V1_19_4,
    V1_20_2,
    V1_21_2,
    V1_21_9,
    Since,
)
from proxy.versions.stand_ins import ITEMS, stand_in
from proxy.versions.tables import Tables
from proxy.versions.write.items import pack_item
from proxy.versions.write.kinds import is_living
from proxy.versions.write.legacy import entities as legacy
from proxy.versions.write.metadata import metadata
from proxy.versions.write.packets import NamedPacket, pack_boolean
from proxy.wire.buffer import pack_angle
from proxy.wire.frame import pack_varint
from world.item import ItemStack

_SWING = Since((FIRST, (0, 0)), (V1_9, (0, 3)))
"""Animation number by hand; 1.8 has one hand."""
_HURT_ANIMATION = 1
_STILL = bytes(6)
"""No velocity."""
_STILL_1_21_9 = pack_lp_vec3(0.0, 0.0, 0.0)
_FRONT = 90.0
"""The angle of a blow from the front: the client measures from the left hand, clockwise."""


def _position(actor: Actor) -> bytes:
    return struct.pack(">ddd", actor.x, actor.y, actor.z)


def _entity_type(actor: Actor, tables: Tables) -> int:
    type_id = tables.registries.entity_ids.get(actor.kind)
    if type_id is None:
        raise LookupError(f"protocol {tables.protocol} has no entity type {actor.kind!r}")
    return type_id


def _spawn_player(actor: Actor, entity_id: int) -> NamedPacket:
    angles = pack_angle(actor.yaw) + pack_angle(actor.pitch)
    return "spawn_player", pack_varint(entity_id) + actor.uuid.bytes + _position(actor) + angles


def _head(actor: Actor, entity_id: int, tables: Tables) -> bytes:
    type_id = _entity_type(actor, tables)
    return pack_varint(entity_id) + actor.uuid.bytes + pack_varint(type_id) + _position(actor)


def _angles(actor: Actor) -> bytes:
    return pack_angle(actor.pitch) + pack_angle(actor.yaw) + pack_angle(actor.head_yaw)


def _spawn_1_16(actor: Actor, entity_id: int, tables: Tables) -> NamedPacket:
    if actor.kind == "player":
        return _spawn_player(actor, entity_id)
    head = _head(actor, entity_id, tables)
    yaw, pitch = pack_angle(actor.yaw), pack_angle(actor.pitch)
    if is_living(actor.kind):
        return "spawn_mob", head + yaw + pitch + pack_angle(actor.head_yaw) + _STILL
    return "spawn_object", head + pitch + yaw + bytes(4) + _STILL


def _spawn_1_19(actor: Actor, entity_id: int, tables: Tables) -> NamedPacket:
    return (
        _spawn_player(actor, entity_id) if actor.kind == "player" else _spawn_1_20_2(actor, entity_id, tables)
    )


def _spawn_1_20_2(actor: Actor, entity_id: int, tables: Tables) -> NamedPacket:
    return "spawn_object", _head(actor, entity_id, tables) + _angles(actor) + pack_varint(0) + _STILL


def _spawn_1_21_9(actor: Actor, entity_id: int, tables: Tables) -> NamedPacket:
    return "spawn_object", _head(actor, entity_id, tables) + _STILL_1_21_9 + _angles(actor) + pack_varint(0)


_SPAWN: Since[Callable[[Actor, int, Tables], NamedPacket]] = Since(
    (FIRST, legacy.spawn_1_8),
    (V1_9, legacy.spawn_1_9),
    (V1_16_2, _spawn_1_16),
    (V1_19, _spawn_1_19),
    (V1_20_2, _spawn_1_20_2),
    (V1_21_9, _spawn_1_21_9),
)


def spawnable(tables: Tables) -> frozenset[str]:
    """Entity types that :func:`spawn` can show."""
    return _SPAWNABLE.at(tables.protocol)(tables)


def _registered(tables: Tables) -> frozenset[str]:
    return frozenset(tables.registries.entity_ids)


_SPAWNABLE: Since[Callable[[Tables], frozenset[str]]] = Since(
    (FIRST, legacy.spawnable), (V1_16_2, _registered)
)


def spawn_bare(actor: Actor, entity_id: int, tables: Tables) -> NamedPacket:
    """The spawn packet alone. Raises as :func:`spawn`."""
    return _SPAWN.at(tables.protocol)(actor, entity_id, tables)


def spawn(actor: Actor, entity_id: int, symbol: Symbol | None, tables: Tables) -> list[NamedPacket]:
    """Raises LookupError when the version has no such entity type."""
    packets = [spawn_bare(actor, entity_id, tables)]
    items = shown_items(actor)
    if items and is_living(actor.kind):  # before the metadata, which may say that it uses one
        packets += equipment(entity_id, items, tables)
    packets += metadata(actor, entity_id, symbol, tables)
    if is_living(actor.kind):
        packets += head_look(entity_id, actor.head_yaw)
    return packets


def destroy(entity_ids: Sequence[int]) -> list[NamedPacket]:
    return [("destroy_entities", pack_varint(len(entity_ids)) + b"".join(map(pack_varint, entity_ids)))]


def head_look(entity_id: int, head_yaw: float) -> list[NamedPacket]:
    return [("entity_head_look", pack_varint(entity_id) + pack_angle(head_yaw))]


Teleport = Callable[[int, float, float, float, float, float, bool], NamedPacket]


def _teleport_1_9(
    entity_id: int, x: float, y: float, z: float, yaw: float, pitch: float, on_ground: bool
) -> NamedPacket:
    angles = pack_angle(yaw) + pack_angle(pitch)
    place = struct.pack(">ddd", x, y, z)
    return "entity_teleport", pack_varint(entity_id) + place + angles + pack_boolean(on_ground)


def _teleport_1_21_2(
    entity_id: int, x: float, y: float, z: float, yaw: float, pitch: float, on_ground: bool
) -> NamedPacket:
    """Where a server tells an entity's place, without being asked to move it relative to the one before.

    Its ``entity_teleport`` of that time is for commands and portals.
    """
    still = (0.0, 0.0, 0.0)
    return (
        "sync_entity_position",
        pack_varint(entity_id)
        + struct.pack(">dddddd", x, y, z, *still)
        + struct.pack(">ff?", yaw, pitch, on_ground),
    )


_TELEPORT: Since[Teleport] = Since(
    (FIRST, legacy.teleport_1_8), (V1_9, _teleport_1_9), (V1_21_2, _teleport_1_21_2)
)


def teleport(
    entity_id: int, x: float, y: float, z: float, yaw: float, pitch: float, on_ground: bool, tables: Tables
) -> list[NamedPacket]:
    return [_TELEPORT.at(tables.protocol)(entity_id, x, y, z, yaw, pitch, on_ground)]


def _equipment_1_16(entity_id: int, items: Mapping[str, ItemStack], tables: Tables) -> list[NamedPacket]:
    names = EQUIPMENT_SLOTS.at(tables.protocol)
    last = len(names) - 1
    slots = b"".join(
        bytes((number if number == last else number | 0x80,)) + pack_item(items.get(slot), tables)
        for number, slot in enumerate(names)
    )
    return [("entity_equipment", pack_varint(entity_id) + slots)]


_EQUIPMENT: Since[Callable[[int, Mapping[str, ItemStack], Tables], list[NamedPacket]]] = Since(
    (FIRST, legacy.equipment_1_8), (V1_9, legacy.equipment_1_9), (V1_16_2, _equipment_1_16)
)


def equipment(entity_id: int, items: Mapping[str, ItemStack], tables: Tables) -> list[NamedPacket]:
    """All slots: those that ``items`` doesn't name become empty. Items of other versions have stand-ins."""
    known = tables.registries.item_ids
    fitting = {
        slot: replace(stack, name=name)
        for slot, stack in items.items()
        if (name := stand_in(stack.name, known, ITEMS)) is not None
    }
    return _EQUIPMENT.at(tables.protocol)(entity_id, fitting, tables)


_HAND_SLOTS = ("main_hand", "off_hand")


def shown_items(actor: Actor) -> dict[str, ItemStack]:
    """By slot: what it wears and carries, with its props instead of what is in the hand."""
    props = {_HAND_SLOTS[hand]: ItemStack(0, item, 1) for hand, item in actor.props.items()}
    return actor.equipment | props


def swing(entity_id: int, hand: int, tables: Tables) -> list[NamedPacket]:
    return [("animation", pack_varint(entity_id) + bytes((_SWING.at(tables.protocol)[hand],)))]


def _hurt_1_16(entity_id: int, angle: float) -> NamedPacket:
    """An animation tilts the model and turns it red, without a direction.

    Entity status 2 would do the same and play the client's own hurt sound over ours.
    """
    return "animation", pack_varint(entity_id) + bytes((_HURT_ANIMATION,))


def _hurt_1_19_4(entity_id: int, angle: float) -> NamedPacket:
    """A ``damage_event`` would do the same and play the client's own hurt sound over ours."""
    return "hurt_animation", pack_varint(entity_id) + struct.pack(">f", angle)


_HURT: Since[Callable[[int, float], NamedPacket]] = Since((FIRST, _hurt_1_16), (V1_19_4, _hurt_1_19_4))


def hurt(entity_id: int, from_yaw: float, body_yaw: float, tables: Tables) -> list[NamedPacket]:
    """``from_yaw``: direction from the one who is hurt to who hurt it.

    On the wire it is the angle of ``atan2(dz, dx)`` of that direction less the body's yaw: 0 is a blow
    from the left, 90 from the front, 180 from the right.
    """
    angle = (from_yaw - body_yaw + _FRONT) % 360.0
    return [_HURT.at(tables.protocol)(entity_id, angle)]
