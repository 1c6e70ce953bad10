"""Metadata of an actor in 1.8 to 1.12.2: flags instead of poses, and names as plain text."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

from npc.stage_port import Actor
from proxy.versions.legacy_metadata import (
    END_1_8,
    END_1_9,
    INDICES_1_8,
    INDICES_1_10,
    TYPES_1_8,
    TYPES_1_9,
    LegacyIndices,
)
from proxy.versions.tables import Tables
from proxy.versions.write.kinds import ALL_SKIN_LAYERS, is_living
from proxy.wire.buffer import pack_string

_FLAGS = {"sneaking": 0x02, "fall_flying": 0x80}
"""Entity flags that stand for a pose; 1.8 has no use for the second."""
_NAME_LIMIT = 64
"""Characters of a custom name that vanilla's own name tags have at most."""

Entry = Callable[[int, str, bytes], bytes]


def metadata_1_8(actor: Actor, tables: Tables) -> bytes:
    def entry(index: int, kind: str, value: bytes) -> bytes:
        return bytes((TYPES_1_8.index(kind) << 5 | index,)) + value

    return b"".join(_entries(actor, INDICES_1_8, entry, "byte")) + bytes((END_1_8,))


def metadata_1_10(actor: Actor, tables: Tables) -> bytes:
    """To 1.12.2."""

    def entry(index: int, kind: str, value: bytes) -> bytes:
        return bytes((index, TYPES_1_9.index(kind))) + value

    return b"".join(_entries(actor, INDICES_1_10, entry, "boolean")) + bytes((END_1_9,))


def _entries(actor: Actor, indices: LegacyIndices, entry: Entry, boolean: str) -> Iterator[bytes]:
    """``boolean``: the type that truth values have."""
    yield entry(indices.flags, "byte", bytes((_FLAGS.get(actor.pose, 0),)))
    if is_living(actor.kind):
        yield entry(indices.health, "float", struct.pack(">f", actor.health))
    if actor.kind == "player":
        yield entry(indices.skin_layers, "byte", bytes((ALL_SKIN_LAYERS,)))
    else:  # a player's name comes from its profile
        yield entry(indices.custom_name, "string", pack_string(actor.name[:_NAME_LIMIT]))
        yield entry(indices.custom_name_visible, boolean, b"\x01")
