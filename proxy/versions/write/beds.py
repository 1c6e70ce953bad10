"""Going to bed and getting up as to 1.13.2; later versions have a pose for it."""

from __future__ import annotations

from npc.locomotion.stride import BlockPosition
from proxy.versions.write.legacy.values import pack_position
from proxy.versions.write.packets import NamedPacket
from proxy.wire.frame import pack_varint

_LEAVE_BED = 2
"""Animation number."""


def use_bed(entity_id: int, bed: BlockPosition) -> list[NamedPacket]:
    """Lay a player into a bed, by its head's block. Clients take it amiss when that is none."""
    return [("use_bed", pack_varint(entity_id) + pack_position(*bed))]


def leave_bed(entity_id: int) -> list[NamedPacket]:
    return [("animation", pack_varint(entity_id) + bytes((_LEAVE_BED,)))]
