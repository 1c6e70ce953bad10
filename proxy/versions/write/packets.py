"""What writers share: named packets, NBT, text components."""

from __future__ import annotations

import json
from collections.abc import Mapping

from nbtlib.tag import Compound

from nbt.codec import write_network, write_network_tag
from proxy.mood_symbols import Symbol
from proxy.versions.tables import Tables
from proxy.versions.text_components import to_nbt
from proxy.wire.buffer import pack_string

NamedPacket = tuple[str, bytes]
"""Quarry's name of a packet and its body; the family puts the version's id in front."""


def pack_nbt(compound: Compound | None, tables: Tables) -> bytes:
    """A compound, whose root has an empty name to 1.20.1; None writes a lone TAG_End."""
    return write_network(compound, named=tables.named_nbt)


def pack_component(component: Mapping[str, object], tables: Tables) -> bytes:
    """A text component: NBT from 1.20.3 on, before (and in the login state to this day) JSON."""
    return write_network_tag(to_nbt(component)) if tables.text_as_nbt else pack_json_component(component)


def pack_json_component(component: Mapping[str, object]) -> bytes:
    """A text component as JSON, ASCII only so that no lone surrogate can break it."""
    return pack_string(json.dumps(component, separators=(",", ":")))


def behind_name(symbol: Symbol) -> list[dict[str, object]]:
    """What stands behind a name, as text components."""
    return [{"text": f" {text}", "color": color} for text, color in symbol.parts]


def pack_boolean(value: bool) -> bytes:
    return b"\x01" if value else b"\x00"
