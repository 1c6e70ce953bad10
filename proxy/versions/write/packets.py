"""What writers share: named packets, text components, item stacks."""

from __future__ import annotations

import json
from collections.abc import Mapping

from nbtlib.tag import Compound

from nbt.codec import write_network, write_network_tag
from proxy.versions.tables import Tables
from proxy.versions.text_components import to_nbt
from proxy.wire.buffer import pack_string
from proxy.wire.frame import pack_varint
from world.item import ItemStack

NamedPacket = tuple[str, bytes]
"""Quarry's name of a packet and its body; the family puts the version's id in front."""

EMPTY_SLOT = b"\x00"
_NO_COMPONENTS = pack_varint(0) + pack_varint(0)
"""None added, none removed: the item as it is by itself."""


def pack_nbt(compound: Compound | None, tables: Tables) -> bytes:
    """A compound, whose root has an empty name to 1.20.1; None writes a lone TAG_End."""
    return write_network(compound, named=tables.named_nbt)


def pack_component(component: Mapping[str, object], tables: Tables) -> bytes:
    """A text component: NBT from 1.20.3 on, before (and in the login state to this day) JSON."""
    return write_network_tag(to_nbt(component)) if tables.text_as_nbt else pack_json_component(component)


def pack_json_component(component: Mapping[str, object]) -> bytes:
    """A text component as JSON, ASCII only so that no lone surrogate can break it."""
    return pack_string(json.dumps(component, separators=(",", ":")))


def pack_boolean(value: bool) -> bytes:
    return b"\x01" if value else b"\x00"


def pack_item(stack: ItemStack | None, tables: Tables) -> bytes:
    """A stack by its name, so that one made for another version fits; what this one doesn't know is empty."""
    item_id = None if stack is None else tables.registries.item_ids.get(stack.name)
    if stack is None or item_id is None:
        return EMPTY_SLOT
    if tables.layouts.components:
        count = max(1, stack.count)
        return pack_varint(count) + pack_varint(item_id) + _NO_COMPONENTS
    count = max(-128, min(stack.count, 127)) & 0xFF
    return b"\x01" + pack_varint(item_id) + bytes((count,)) + pack_nbt(stack.nbt, tables)
