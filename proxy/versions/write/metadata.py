"""Metadata of an actor: what of its looks the client can't know from the spawn packet."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable

from npc.stage_port import Actor
from proxy.versions.releases import FIRST, V1_9, V1_16_2, Since
from proxy.versions.tables import Tables
from proxy.versions.write.kinds import ALL_SKIN_LAYERS, is_living
from proxy.versions.write.legacy.metadata import metadata_1_8, metadata_1_10
from proxy.versions.write.packets import NamedPacket, pack_boolean, pack_component
from proxy.wire.frame import pack_varint

_FLAGS = {"sneaking": 0x02, "swimming": 0x10, "fall_flying": 0x80}
"""Entity flags that go with a pose: the client looks at them for the name tag and for animations."""


def metadata(actor: Actor, entity_id: int, tables: Tables) -> list[NamedPacket]:
    return [("entity_metadata", pack_varint(entity_id) + _METADATA.at(tables.protocol)(actor, tables))]


def _metadata_1_16(actor: Actor, tables: Tables) -> bytes:
    return b"".join(_entries(actor, tables)) + b"\xff"


_METADATA: Since[Callable[[Actor, Tables], bytes]] = Since(
    (FIRST, metadata_1_8), (V1_9, metadata_1_10), (V1_16_2, _metadata_1_16)
)


def _entries(actor: Actor, tables: Tables) -> Iterable[bytes]:
    indices = tables.indices
    pose = actor.pose if actor.pose in tables.poses else "standing"

    def entry(index: int, serializer: str, value: bytes) -> bytes:
        return bytes((index,)) + pack_varint(tables.serializers.index(serializer)) + value

    yield entry(indices.flags, "byte", bytes((_FLAGS.get(pose, 0),)))
    yield entry(indices.pose, "pose", pack_varint(tables.poses.index(pose)))
    if is_living(actor.kind):
        yield entry(indices.health, "float", struct.pack(">f", actor.health))
    if actor.kind == "player":
        yield entry(indices.skin_layers, "byte", bytes((ALL_SKIN_LAYERS,)))
    else:  # a player's name comes from its profile
        yield entry(
            indices.custom_name, "optional_component", b"\x01" + pack_component({"text": actor.name}, tables)
        )
        yield entry(indices.custom_name_visible, "boolean", pack_boolean(True))
