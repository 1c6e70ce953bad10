"""Windows of 1.8 to 1.12.2, which have a name for a type. Their slots are those of later versions."""

from __future__ import annotations

from proxy.messages import OpenWindow
from proxy.versions.read import inventory
from proxy.versions.read.rows import Row
from proxy.versions.read.values import component
from proxy.versions.releases import V1_8
from proxy.versions.tables import Tables
from proxy.wire.buffer import Reader

_KIND_LIMIT = 32
_HORSE = "EntityHorse"
"""The one type of window that belongs to an entity."""


def open_window(reader: Reader, tables: Tables) -> OpenWindow:
    window, kind, title = reader.u8(), reader.string(_KIND_LIMIT), component(reader, tables)
    reader.u8()  # how many slots are the window's own
    if kind == _HORSE:
        reader.i32()  # the horse
    return OpenWindow(window, kind, title)


CLIENTBOUND = (
    Row("window_items", inventory.window_items_1_8, since=V1_8),
    Row("set_slot", inventory.set_slot_1_8, since=V1_8),
    Row("open_window", open_window, since=V1_8),
    Row("close_window", inventory.close_window, since=V1_8),
)
SERVERBOUND = (
    Row("click_window", inventory.click_window_1_8, since=V1_8),
    Row("creative_inventory_action", inventory.creative_slot_1_8, since=V1_8),
    Row("close_window", inventory.close_window, since=V1_8),
)
