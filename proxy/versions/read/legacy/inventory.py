"""Windows and their slots when items had ids and damage, and windows a name for a type."""

from __future__ import annotations

from proxy.messages import ClickWindow, CreativeSlot, OpenWindow, SetSlot, WindowItems
from proxy.versions.read.inventory import close_window
from proxy.versions.read.legacy.values import item
from proxy.versions.read.rows import Row
from proxy.versions.read.values import component
from proxy.versions.releases import V1_8
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

_KIND_LIMIT = 32
_HORSE = "EntityHorse"
"""The one type of window that belongs to an entity."""


def window_items(reader: Reader, tables: Tables) -> WindowItems:
    window, count = reader.u8(), reader.i16()
    if not 0 <= count <= reader.remaining:
        raise DecodeError(f"{count} slots claimed, {reader.remaining} bytes left")
    items = tuple(item(reader, tables) for _ in range(count))
    return WindowItems(window, 0, items, None, has_cursor=False)


def set_slot(reader: Reader, tables: Tables) -> SetSlot:
    return SetSlot(reader.i8(), 0, reader.i16(), item(reader, tables))


def open_window(reader: Reader, tables: Tables) -> OpenWindow:
    window, kind, title = reader.u8(), reader.string(_KIND_LIMIT), component(reader, tables)
    reader.u8()  # how many slots are the window's own
    if kind == _HORSE:
        reader.i32()  # the horse
    return OpenWindow(window, kind, title)


def click_window(reader: Reader, tables: Tables) -> ClickWindow:
    window, slot, button = reader.u8(), reader.i16(), reader.i8()
    reader.i16()  # number of the transaction
    mode = reader.varint()
    return ClickWindow(window, slot, button, mode, (), item(reader, tables), reports_result=False)


def creative_slot(reader: Reader, tables: Tables) -> CreativeSlot:
    return CreativeSlot(reader.i16(), item(reader, tables))


CLIENTBOUND = (
    Row("window_items", window_items, since=V1_8),
    Row("set_slot", set_slot, since=V1_8),
    Row("open_window", open_window, since=V1_8),
    Row("close_window", close_window, since=V1_8),
)
SERVERBOUND = (
    Row("click_window", click_window, since=V1_8),
    Row("creative_inventory_action", creative_slot, since=V1_8),
    Row("close_window", close_window, since=V1_8),
)
