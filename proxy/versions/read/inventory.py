"""Windows and their slots, either direction."""

from __future__ import annotations

from collections.abc import Callable

from proxy.messages import (
    CURSOR_WINDOW,
    INVENTORY_WINDOW,
    ClickWindow,
    CloseWindow,
    CreativeSlot,
    OpenWindow,
    SetSlot,
    WindowItems,
)
from proxy.versions.read.items import hashed_item, item, untrusted_item
from proxy.versions.read.rows import Row
from proxy.versions.read.values import component
from proxy.versions.releases import V1_17, V1_17_1, V1_21_2, V1_21_5
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader
from world.item import ItemStack

ReadItem = Callable[[Reader, Tables], ItemStack | None]


def window_items_1_8(reader: Reader, tables: Tables) -> WindowItems:
    window, count = reader.u8(), reader.i16()
    if not 0 <= count <= reader.remaining:
        raise DecodeError(f"{count} slots claimed, {reader.remaining} bytes left")
    items = tuple(item(reader, tables) for _ in range(count))
    return WindowItems(window, 0, items, None, has_cursor=False)


def window_items_1_17_1(reader: Reader, tables: Tables) -> WindowItems:
    window, state = reader.u8(), reader.varint()
    items = tuple(item(reader, tables) for _ in range(reader.count()))
    return WindowItems(window, state, items, item(reader, tables), has_cursor=True)


def set_slot_1_8(reader: Reader, tables: Tables) -> SetSlot:
    return SetSlot(reader.i8(), 0, reader.i16(), item(reader, tables))


def set_slot_1_17_1(reader: Reader, tables: Tables) -> SetSlot:
    return SetSlot(reader.i8(), reader.varint(), reader.i16(), item(reader, tables))


def window_items_1_21_2(reader: Reader, tables: Tables) -> WindowItems:
    window, state = reader.varint(), reader.varint()
    items = tuple([item(reader, tables) for _ in range(reader.count())])
    return WindowItems(window, state, items, item(reader, tables), has_cursor=True)


def set_slot_1_21_2(reader: Reader, tables: Tables) -> SetSlot:
    return SetSlot(reader.varint(), reader.varint(), reader.i16(), item(reader, tables))


def set_cursor_item(reader: Reader, tables: Tables) -> SetSlot:
    return SetSlot(CURSOR_WINDOW, 0, -1, item(reader, tables))


def set_player_inventory(reader: Reader, tables: Tables) -> SetSlot:
    return SetSlot(INVENTORY_WINDOW, 0, reader.varint(), item(reader, tables))


def open_window(reader: Reader, tables: Tables) -> OpenWindow:
    return OpenWindow(reader.varint(), reader.varint(), component(reader, tables))


def close_window(reader: Reader, tables: Tables) -> CloseWindow:
    return CloseWindow(reader.u8())


def close_window_1_21_2(reader: Reader, tables: Tables) -> CloseWindow:
    return CloseWindow(reader.varint())


def click_window_1_8(reader: Reader, tables: Tables) -> ClickWindow:
    window, slot, button = reader.u8(), reader.i16(), reader.i8()
    reader.i16()  # number of the transaction
    mode = reader.varint()
    return ClickWindow(window, slot, button, mode, (), item(reader, tables), reports_result=False)


def click_window_1_17(reader: Reader, tables: Tables) -> ClickWindow:
    return _click_with_result(reader, tables, reader.u8(), item)


def click_window_1_17_1(reader: Reader, tables: Tables) -> ClickWindow:
    window, _state = reader.u8(), reader.varint()
    return _click_with_result(reader, tables, window, item)


def click_window_1_21_2(reader: Reader, tables: Tables) -> ClickWindow:
    window, _state = reader.varint(), reader.varint()
    return _click_with_result(reader, tables, window, item)


def click_window_1_21_5(reader: Reader, tables: Tables) -> ClickWindow:
    window, _state = reader.varint(), reader.varint()
    return _click_with_result(reader, tables, window, hashed_item)


def _click_with_result(reader: Reader, tables: Tables, window: int, read_item: ReadItem) -> ClickWindow:
    slot, button, mode = reader.i16(), reader.i8(), reader.varint()
    changed = tuple([(reader.i16(), read_item(reader, tables)) for _ in range(reader.count(3))])
    return ClickWindow(window, slot, button, mode, changed, read_item(reader, tables), reports_result=True)


def creative_slot_1_8(reader: Reader, tables: Tables) -> CreativeSlot:
    return CreativeSlot(reader.i16(), item(reader, tables))


def creative_slot_1_21_5(reader: Reader, tables: Tables) -> CreativeSlot:
    return CreativeSlot(reader.i16(), untrusted_item(reader, tables))


CLIENTBOUND = (
    Row("window_items", window_items_1_8),
    Row("window_items", window_items_1_17_1, since=V1_17_1),
    Row("set_slot", set_slot_1_8),
    Row("window_items", window_items_1_21_2, since=V1_21_2),
    Row("set_slot", set_slot_1_17_1, since=V1_17_1),
    Row("set_slot", set_slot_1_21_2, since=V1_21_2),
    Row("set_cursor_item", set_cursor_item, since=V1_21_2),
    Row("set_player_inventory", set_player_inventory, since=V1_21_2),
    Row("open_window", open_window),
    Row("close_window", close_window),
    Row("close_window", close_window_1_21_2, since=V1_21_2),
)
SERVERBOUND = (
    Row("click_window", click_window_1_8),
    Row("click_window", click_window_1_17, since=V1_17),
    Row("click_window", click_window_1_17_1, since=V1_17_1),
    Row("click_window", click_window_1_21_2, since=V1_21_2),
    Row("click_window", click_window_1_21_5, since=V1_21_5),
    Row("creative_inventory_action", creative_slot_1_8),
    Row("creative_inventory_action", creative_slot_1_21_5, since=V1_21_5),
    Row("close_window", close_window),
    Row("close_window", close_window_1_21_2, since=V1_21_2),
)
