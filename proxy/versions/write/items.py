"""Item stacks: with id, damage and NBT to 1.12.2, with id and NBT to 1.20.4, with components from 1.20.5 on."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

from proxy.versions.protodef.packer import MISFITS, Pack, Packer
from proxy.versions.releases import V1_13
from proxy.versions.tables import Tables
from proxy.versions.write.packets import pack_nbt
from proxy.wire.frame import pack_varint
from world.item import ComponentHash, ItemStack

EMPTY_SLOT = b"\x00"
"""Since 1.13.2."""
_NO_ITEM = struct.pack(">h", -1)
_MAX_COUNT = 127


def pack_item(stack: ItemStack | None, tables: Tables) -> bytes:
    """A stack by its name, so that one made for another version fits; what this one doesn't know is empty.

    Components that the version doesn't have, or lays out otherwise, are left out, as is the NBT of older versions.
    """
    if tables.protocol < V1_13:
        return _pack_with_damage(stack, tables)
    item_id = None if stack is None else tables.registries.item_ids.get(stack.name)
    if stack is None or item_id is None or stack.count <= 0:
        return EMPTY_SLOT
    if tables.layouts.components:
        return _component_items(tables).slot(stack)
    return (
        b"\x01" + pack_varint(item_id) + bytes((min(stack.count, _MAX_COUNT),)) + pack_nbt(stack.nbt, tables)
    )


def _pack_with_damage(stack: ItemStack | None, tables: Tables) -> bytes:
    registries = tables.registries
    item_id = None if stack is None else registries.item_ids.get(stack.name)
    if stack is None or item_id is None:
        return _NO_ITEM
    damage = registries.item_damages.get(stack.name, stack.damage)
    count = max(-_MAX_COUNT - 1, min(stack.count, _MAX_COUNT))
    return struct.pack(">hbh", item_id, count, damage) + pack_nbt(stack.nbt, tables)


@cache
def _component_items(tables: Tables) -> _ComponentItems:
    """One for each version, so that its layouts are compiled once, when they are first needed."""
    return _ComponentItems(tables)


class _ComponentItems:
    """Writes the item stacks of a version that has components (1.20.5+)."""

    def __init__(self, tables: Tables) -> None:
        self._item_ids = tables.registries.item_ids
        layouts = tables.layouts
        packer = Packer(
            layouts.types,
            {"Slot": self.slot, "ItemStackTemplate": self._template, "SlotComponent": self._component},
        )
        self._components: dict[str, tuple[bytes, Pack]] = {
            name: (pack_varint(number), packer.compile(layouts.component[name]))
            for number, name in enumerate(layouts.components)
        }

    def slot(self, stack: ItemStack | None) -> bytes:
        """Raises LookupError for an item that the version doesn't have: most places inside others mustn't be empty."""
        if stack is None:
            return EMPTY_SLOT
        return pack_varint(stack.count) + pack_varint(self._item_ids[stack.name]) + self._patch(stack)

    def _template(self, stack: ItemStack) -> bytes:
        """A stack that can't be empty (26.1+): its id comes first. Raises as :meth:`slot`."""
        return pack_varint(self._item_ids[stack.name]) + pack_varint(stack.count) + self._patch(stack)

    def _patch(self, stack: ItemStack) -> bytes:
        added = [packed for entry in stack.components.items() if (packed := self._fitting(entry)) is not None]
        removed = [self._components[name][0] for name in stack.removed_components if name in self._components]
        return pack_varint(len(added)) + pack_varint(len(removed)) + b"".join((*added, *removed))

    def _fitting(self, entry: tuple[str, Any]) -> bytes | None:
        try:
            return self._component(entry)
        except MISFITS:
            return None

    def _component(self, entry: tuple[str, Any]) -> bytes:
        name, value = entry
        if isinstance(value, ComponentHash):
            raise TypeError(f"only the hash of {name} is known")
        number, pack = self._components[name]
        return number + pack(value)
