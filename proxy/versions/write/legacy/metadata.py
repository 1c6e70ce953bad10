"""Metadata of an actor in 1.8 to 1.12.2: flags instead of poses, and names as plain text."""

from __future__ import annotations

import struct
from collections.abc import Callable

from npc.stage_port import Actor
from proxy.mood_symbols import Symbol
from proxy.versions.legacy_metadata import (
    INDICES_1_8,
    INDICES_1_10,
    TYPES_1_8,
    TYPES_1_9,
    LegacyIndices,
)
from proxy.versions.postures import posture_of
from proxy.versions.tables import Tables
from proxy.versions.write.kinds import ALL_SKIN_LAYERS, common_flags, is_living, using_flags
from proxy.versions.write.legacy.colors import colored
from proxy.wire.buffer import pack_string

_USES_ITEM_1_8 = 0x10
"""Of the entity flags. There is one hand."""
_NAME_LIMIT = 64
"""Characters of a custom name that vanilla's own name tags have at most."""

Entry = Callable[[int, str, bytes], bytes]


def looks_1_8(actor: Actor, symbol: Symbol | None, tables: Tables) -> dict[int, bytes]:
    def entry(index: int, kind: str, value: bytes) -> bytes:
        return bytes((TYPES_1_8.index(kind) << 5 | index,)) + value

    return _looks(actor, symbol, tables, INDICES_1_8, entry, "byte")


def looks_1_10(actor: Actor, symbol: Symbol | None, tables: Tables) -> dict[int, bytes]:
    """To 1.12.2."""

    def entry(index: int, kind: str, value: bytes) -> bytes:
        return bytes((index, TYPES_1_9.index(kind))) + value

    return _looks(actor, symbol, tables, INDICES_1_10, entry, "boolean")


def _looks(
    actor: Actor, symbol: Symbol | None, tables: Tables, indices: LegacyIndices, entry: Entry, boolean: str
) -> dict[int, bytes]:
    """``boolean``: the type that truth values have."""
    posture = posture_of(actor, tables.protocol, ())
    flags = posture.flags | common_flags(actor)
    if indices.living_flags is None and actor.using == 0:
        flags |= _USES_ITEM_1_8
    values = [(indices.flags, "byte", bytes((flags,)))]
    if is_living(actor.kind):
        if indices.living_flags is not None:
            values.append((indices.living_flags, "byte", bytes((using_flags(actor),))))
        values.append((indices.health, "float", struct.pack(">f", actor.health)))
    if actor.kind == "player":
        values.append((indices.skin_layers, "byte", bytes((ALL_SKIN_LAYERS,))))
    else:  # a player's name comes from its profile
        suffix = "" if symbol is None else colored(symbol)
        name = actor.name[: _NAME_LIMIT - len(suffix)] + suffix
        values.append((indices.custom_name, "string", pack_string(name)))
        values.append((indices.custom_name_visible, boolean, b"\x01"))
    return {index: entry(index, kind, value) for index, kind, value in values}
