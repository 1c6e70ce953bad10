"""Metadata of an actor: what of its looks the client can't know from the spawn packet."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable

from npc.stage_port import Actor
from proxy.mood_symbols import Symbol
from proxy.versions.legacy_metadata import END_1_8, END_1_9
from proxy.versions.postures import posture_of
from proxy.versions.releases import FIRST, V1_9, V1_16_2, Since
from proxy.versions.tables import Tables
from proxy.versions.write.kinds import ALL_SKIN_LAYERS, common_flags, is_living, using_flags
from proxy.versions.write.legacy.metadata import looks_1_8, looks_1_10
from proxy.versions.write.packets import NamedPacket, behind_name, pack_boolean, pack_component
from proxy.wire.buffer import pack_position
from proxy.wire.frame import pack_varint

_END = Since((FIRST, bytes((END_1_8,))), (V1_9, bytes((END_1_9,))))


def metadata(actor: Actor, entity_id: int, symbol: Symbol | None, tables: Tables) -> list[NamedPacket]:
    """All of :func:`looks`."""
    return update(entity_id, looks(actor, symbol, tables).values(), tables)


def update(entity_id: int, entries: Iterable[bytes], tables: Tables) -> list[NamedPacket]:
    """Entries of :func:`looks`; the client keeps what it has of the others."""
    return [("entity_metadata", pack_varint(entity_id) + b"".join(entries) + _END.at(tables.protocol))]


def looks(actor: Actor, symbol: Symbol | None, tables: Tables) -> dict[int, bytes]:
    """Index → entry as it travels. ``symbol`` stands behind the name of who is no player."""
    return _LOOKS.at(tables.protocol)(actor, symbol, tables)


def _name_line(name: str, symbol: Symbol | None) -> dict[str, object]:
    if symbol is None:
        return {"text": name}
    return {"text": name, "extra": behind_name(symbol)}


def _bed(actor: Actor) -> bytes:
    if actor.bed is None or actor.pose != "sleeping":
        return pack_boolean(False)
    return pack_boolean(True) + pack_position(*actor.bed)


def _looks_1_16(actor: Actor, symbol: Symbol | None, tables: Tables) -> dict[int, bytes]:
    indices = tables.indices
    posture = posture_of(actor, tables.protocol, tables.poses)
    values = [
        (indices.flags, "byte", bytes((posture.flags | common_flags(actor),))),
        (indices.pose, "pose", pack_varint(tables.poses.index(posture.pose))),
    ]
    if is_living(actor.kind):
        living = bytes((posture.living_flags | using_flags(actor),))
        values.append((indices.living_flags, "byte", living))
        values.append((indices.bed, "optional_block_position", _bed(actor)))
        values.append((indices.health, "float", struct.pack(">f", actor.health)))
    if actor.kind == "player":
        values.append((indices.skin_layers, "byte", bytes((ALL_SKIN_LAYERS,))))
    else:  # a player's name comes from its profile
        name = b"\x01" + pack_component(_name_line(actor.name, symbol), tables)
        values.append((indices.custom_name, "optional_component", name))
        values.append((indices.custom_name_visible, "boolean", pack_boolean(True)))
    return {
        index: bytes((index,)) + pack_varint(tables.serializers.index(serializer)) + value
        for index, serializer, value in values
    }


_LOOKS: Since[Callable[[Actor, Symbol | None, Tables], dict[int, bytes]]] = Since(
    (FIRST, looks_1_8), (V1_9, looks_1_10), (V1_16_2, _looks_1_16)
)
