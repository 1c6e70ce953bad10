"""An actor on the wire: spawn, move, look, swing, hurt, go."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence

from npc.stage_port import Actor
from proxy.versions.read.entities import EQUIPMENT_SLOTS
from proxy.versions.releases import FIRST, V1_19, Since
from proxy.versions.tables import Tables
from proxy.versions.write.metadata import is_living, metadata
from proxy.versions.write.packets import NamedPacket, pack_boolean, pack_item
from proxy.wire.buffer import pack_angle
from proxy.wire.frame import pack_varint
from world.item import ItemStack

_SWING = (0, 3)
"""Animation number by hand."""
_HURT_ANIMATION = 1
_STILL = bytes(6)
"""No velocity."""


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


def _spawn_1_16(actor: Actor, entity_id: int, tables: Tables) -> NamedPacket:
    head = _head(actor, entity_id, tables)
    yaw, pitch = pack_angle(actor.yaw), pack_angle(actor.pitch)
    if is_living(actor.kind):
        return "spawn_mob", head + yaw + pitch + pack_angle(actor.head_yaw) + _STILL
    return "spawn_object", head + pitch + yaw + bytes(4) + _STILL


def _spawn_1_19(actor: Actor, entity_id: int, tables: Tables) -> NamedPacket:
    head = _head(actor, entity_id, tables)
    angles = pack_angle(actor.pitch) + pack_angle(actor.yaw) + pack_angle(actor.head_yaw)
    return "spawn_object", head + angles + pack_varint(0) + _STILL


_SPAWN: Since[Callable[[Actor, int, Tables], NamedPacket]] = Since((FIRST, _spawn_1_16), (V1_19, _spawn_1_19))


def spawn(actor: Actor, entity_id: int, tables: Tables) -> list[NamedPacket]:
    """Raises LookupError when the version has no such entity type."""
    if actor.kind == "player":
        packets = [_spawn_player(actor, entity_id)]
    else:
        packets = [_SPAWN.at(tables.protocol)(actor, entity_id, tables)]
    packets += metadata(actor, entity_id, tables)
    if is_living(actor.kind):
        packets += equipment(entity_id, actor.equipment, tables) if actor.equipment else []
        packets += head_look(entity_id, actor.head_yaw)
    return packets


def destroy(entity_ids: Sequence[int]) -> list[NamedPacket]:
    return [("destroy_entities", pack_varint(len(entity_ids)) + b"".join(map(pack_varint, entity_ids)))]


def move_relative(
    entity_id: int, dx: int, dy: int, dz: int, yaw: float, pitch: float, on_ground: bool
) -> list[NamedPacket]:
    body = (
        pack_varint(entity_id)
        + struct.pack(">hhh", dx, dy, dz)
        + pack_angle(yaw)
        + pack_angle(pitch)
        + pack_boolean(on_ground)
    )
    return [("entity_look_and_relative_move", body)]


def look(entity_id: int, yaw: float, pitch: float, on_ground: bool) -> list[NamedPacket]:
    body = pack_varint(entity_id) + pack_angle(yaw) + pack_angle(pitch) + pack_boolean(on_ground)
    return [("entity_look", body)]


def head_look(entity_id: int, head_yaw: float) -> list[NamedPacket]:
    return [("entity_head_look", pack_varint(entity_id) + pack_angle(head_yaw))]


def teleport(
    entity_id: int, x: float, y: float, z: float, yaw: float, pitch: float, on_ground: bool
) -> list[NamedPacket]:
    body = (
        pack_varint(entity_id)
        + struct.pack(">ddd", x, y, z)
        + pack_angle(yaw)
        + pack_angle(pitch)
        + pack_boolean(on_ground)
    )
    return [("entity_teleport", body)]


def equipment(entity_id: int, items: Mapping[str, ItemStack], tables: Tables) -> list[NamedPacket]:
    """All slots: those that ``items`` doesn't name become empty."""
    last = len(EQUIPMENT_SLOTS) - 1
    slots = b"".join(
        bytes((number if number == last else number | 0x80,)) + pack_item(items.get(slot), tables)
        for number, slot in enumerate(EQUIPMENT_SLOTS)
    )
    return [("entity_equipment", pack_varint(entity_id) + slots)]


def swing(entity_id: int, hand: int) -> list[NamedPacket]:
    return [("animation", pack_varint(entity_id) + bytes((_SWING[hand],)))]


def hurt(entity_id: int) -> list[NamedPacket]:
    """To 1.19.3 an animation tilts the model and turns it red, without a direction.

    Entity status 2 would do the same and play the client's own hurt sound over ours.
    """
    return [("animation", pack_varint(entity_id) + bytes((_HURT_ANIMATION,)))]
