"""What somebody sits on: an invisible armor stand without a body, and who rides it."""

from __future__ import annotations

import struct
from collections.abc import Callable
from uuid import UUID

from npc.stage_port import Actor
from proxy.versions.legacy_metadata import TYPES_1_8
from proxy.versions.releases import FIRST, V1_9, V1_10, V1_14, V1_15, V1_17, V1_20_2, Since
from proxy.versions.tables import Tables
from proxy.versions.write.metadata import update
from proxy.versions.write.packets import NamedPacket
from proxy.wire.frame import pack_varint

SEAT_KIND = "armor_stand"
_HIPS = 0.5
"""Blocks from the feet up to where the heels of a player's model are when it sits: they are to touch the ground."""
_FEET_BELOW_SEAT = Since((FIRST, 0.35), (V1_20_2, 0.6))
"""Blocks that a player's feet are below what it rides, when that has no height."""

_INVISIBLE, _MARKER = 0x20, 0x10
_FLAGS = 0
_STAND_FLAGS = Since((FIRST, 10), (V1_10, 11), (V1_14, 13), (V1_15, 14), (V1_17, 15))
"""Index of the armor stand's own flags."""
_NOTHING = -1


def seat_height(tables: Tables) -> float:
    """Blocks above the ground at which a seat has to be for who rides it to sit on the ground."""
    return _FEET_BELOW_SEAT.at(tables.protocol) - _HIPS


def seat_for(rider: Actor, uuid: UUID, tables: Tables) -> Actor:
    """The seat of an actor, as an actor."""
    height = seat_height(tables)
    return Actor(
        rider.actor_id,
        uuid,
        "",
        SEAT_KIND,
        x=rider.x,
        y=rider.y + height,
        z=rider.z,
        yaw=rider.yaw,
        head_yaw=rider.yaw,
    )


def seat_metadata(entity_id: int, tables: Tables) -> list[NamedPacket]:
    """Not to be seen, and nothing that could be hit."""
    byte = _BYTE.at(tables.protocol)
    entries = [byte(_FLAGS, _INVISIBLE), byte(_STAND_FLAGS.at(tables.protocol), _MARKER)]
    return update(entity_id, entries, tables)


def _byte_1_8(index: int, value: int) -> bytes:
    return bytes((TYPES_1_8.index("byte") << 5 | index, value))


def _byte_1_9(index: int, value: int) -> bytes:
    """The type of bytes has always been the first."""
    return bytes((index, 0, value))


_BYTE: Since[Callable[[int, int], bytes]] = Since((FIRST, _byte_1_8), (V1_9, _byte_1_9))


def _mount_1_8(seat_id: int, rider_id: int) -> NamedPacket:
    """A rider is told its vehicle; the last byte would put it on a leash."""
    return "attach_entity", struct.pack(">ii?", rider_id, seat_id, False)


def _dismount_1_8(seat_id: int, rider_id: int) -> NamedPacket:
    return _mount_1_8(_NOTHING, rider_id)


def _mount_1_9(seat_id: int, rider_id: int) -> NamedPacket:
    return "set_passengers", pack_varint(seat_id) + pack_varint(1) + pack_varint(rider_id)


def _dismount_1_9(seat_id: int, rider_id: int) -> NamedPacket:
    return "set_passengers", pack_varint(seat_id) + pack_varint(0)


_MOUNT: Since[Callable[[int, int], NamedPacket]] = Since((FIRST, _mount_1_8), (V1_9, _mount_1_9))
_DISMOUNT: Since[Callable[[int, int], NamedPacket]] = Since((FIRST, _dismount_1_8), (V1_9, _dismount_1_9))


def mount(seat_id: int, rider_id: int, tables: Tables) -> list[NamedPacket]:
    return [_MOUNT.at(tables.protocol)(seat_id, rider_id)]


def dismount(seat_id: int, rider_id: int, tables: Tables) -> list[NamedPacket]:
    return [_DISMOUNT.at(tables.protocol)(seat_id, rider_id)]
