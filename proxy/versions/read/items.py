"""Item stacks: with id, damage and NBT to 1.12.2, with id and NBT to 1.20.4, with components from 1.20.5 on.

A stack with components doesn't say how long it is: its end is found by reading every component to its own end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from proxy.versions.protodef.compiler import Compiler, nested
from proxy.versions.protodef.primitives import Read
from proxy.versions.read.values import nbt
from proxy.versions.releases import V1_13
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader
from world.item import ComponentHash, ItemStack

ReadComponent = Callable[[Reader], tuple[str, Any]]

_NO_ITEM = -1


def item(reader: Reader, tables: Tables) -> ItemStack | None:
    """A slot, None for an empty one."""
    if tables.layouts.components:
        return component_items(tables).slot(reader)
    if tables.protocol < V1_13:
        return _item_with_damage(reader, tables)
    if not reader.boolean():
        return None
    item_id = reader.varint()
    count = reader.i8()
    return ItemStack(item_id, tables.registries.item_name(item_id), count, nbt(reader, tables))


def _item_with_damage(reader: Reader, tables: Tables) -> ItemStack | None:
    item_id = reader.i16()
    if item_id == _NO_ITEM:
        return None
    count, damage = reader.i8(), reader.i16()
    name = tables.registries.item_name(item_id, damage)
    return ItemStack(item_id, name, count, nbt(reader, tables), damage=damage)


def untrusted_item(reader: Reader, tables: Tables) -> ItemStack | None:
    """A slot in which every component says how long it is (1.21.5+, from clients in creative mode)."""
    return component_items(tables).untrusted_slot(reader)


def hashed_item(reader: Reader, tables: Tables) -> ItemStack | None:
    """A slot with hashes in place of the components' values (1.21.5+, from clients that click)."""
    return component_items(tables).hashed_slot(reader)


def stack_types(tables: Tables) -> Mapping[str, Read]:
    """The readers of those types that are item stacks or parts of them, by the names that layouts call them."""
    if tables.layouts.components:
        return component_items(tables).types
    return {"Slot": lambda reader: item(reader, tables)}


@cache
def component_items(tables: Tables) -> ComponentItems:
    """One for each version, so that its layouts are compiled once, when they are first needed."""
    return ComponentItems(tables)


class ComponentItems:
    """Reads the item stacks of a version that has components (1.20.5+)."""

    def __init__(self, tables: Tables) -> None:
        self._registries = tables.registries
        self._names = tables.layouts.components
        self.types: Mapping[str, Read] = {
            "Slot": nested("item stack", self._slot),
            "ItemStackTemplate": nested("item stack", self._template),
            "SlotComponent": self._component,
        }
        """See :func:`stack_types`."""
        compiler = Compiler(tables.layouts.types, self.types)
        self._values = tuple(compiler.compile(tables.layouts.component[name]) for name in self._names)

    def slot(self, reader: Reader) -> ItemStack | None:
        stack: ItemStack | None = self.types["Slot"](reader)
        return stack

    def _slot(self, reader: Reader) -> ItemStack | None:
        count = reader.varint()
        return self._stack(reader, count, self._component) if count > 0 else None

    def _template(self, reader: Reader) -> ItemStack:
        """A stack that can't be empty (26.1+): its id comes first."""
        item_id, count = reader.varint(), reader.varint()
        return self._patched(reader, item_id, count, self._component)

    def untrusted_slot(self, reader: Reader) -> ItemStack | None:
        count = reader.varint()
        return self._stack(reader, count, self._delimited_component) if count > 0 else None

    def hashed_slot(self, reader: Reader) -> ItemStack | None:
        if not reader.boolean():
            return None
        item_id, count = reader.varint(), reader.varint()
        hashes = {self._name(reader): ComponentHash(reader.i32()) for _ in range(reader.count(5))}
        removed = tuple([self._name(reader) for _ in range(reader.count())])
        return self._make(item_id, count, hashes, removed)

    def _stack(self, reader: Reader, count: int, read_component: ReadComponent) -> ItemStack:
        return self._patched(reader, reader.varint(), count, read_component)

    def _patched(self, reader: Reader, item_id: int, count: int, read_component: ReadComponent) -> ItemStack:
        """What of the item's components is different: how many are added and how many removed, then these."""
        added, removed = reader.varint(), reader.varint()
        if not (added or removed):
            return self._make(item_id, count, {}, ())
        if added < 0 or removed < 0 or added + removed > reader.remaining:
            raise DecodeError(f"{added} + {removed} item components before byte {reader.pos}")
        components = dict([read_component(reader) for _ in range(added)])
        return self._make(item_id, count, components, tuple([self._name(reader) for _ in range(removed)]))

    def _make(
        self, item_id: int, count: int, components: dict[str, Any], removed: tuple[str, ...]
    ) -> ItemStack:
        name = self._registries.item_name(item_id)
        return ItemStack(item_id, name, count, components=components, removed_components=removed)

    def _number(self, reader: Reader) -> int:
        number = reader.varint()
        if not 0 <= number < len(self._names):
            last = len(self._names) - 1
            raise DecodeError(f"item component {number}, {last} is the last, before byte {reader.pos}")
        return number

    def _name(self, reader: Reader) -> str:
        return self._names[self._number(reader)]

    def _component(self, reader: Reader) -> tuple[str, Any]:
        number = self._number(reader)
        try:
            return self._names[number], self._values[number](reader)
        except DecodeError as error:
            raise DecodeError(f"item component {self._names[number]}: {error}") from None

    def _delimited_component(self, reader: Reader) -> tuple[str, Any]:
        """As :meth:`_component`, with the length of the value in between."""
        number = self._number(reader)
        name = self._names[number]
        body = Reader(reader.take(reader.count()))
        try:
            value = self._values[number](body)
        except DecodeError as error:
            raise DecodeError(f"item component {name}: {error}") from None
        if body.remaining:
            raise DecodeError(f"item component {name}: {body.remaining} bytes left over")
        return name, value
