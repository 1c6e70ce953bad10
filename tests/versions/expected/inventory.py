"""Windows and their slots."""

from __future__ import annotations

from expected.items import item
from expected.params import Builder, Params
from expected.values import text
from proxy import messages as m


def window_items(p: Params) -> m.Message:
    has_cursor = "carriedItem" in p.fields
    return m.WindowItems(
        window=p("windowId"),
        state=p("stateId", default=0),
        items=tuple(item(value, p.family) for value in p("items")),
        cursor=item(p("carriedItem"), p.family) if has_cursor else None,
        has_cursor=has_cursor,
    )


def set_slot(p: Params) -> m.Message:
    return m.SetSlot(p("windowId"), p("stateId", default=0), p("slot"), item(p("item"), p.family))


def window_click(p: Params) -> m.Message:
    p.ignore("action", "stateId")
    reports = "changedSlots" in p.fields
    changed = tuple(
        (entry["location"], item(entry.get("item"), p.family)) for entry in p("changedSlots", default=())
    )
    return m.ClickWindow(
        window=p("windowId"),
        slot=p("slot"),
        button=p("mouseButton"),
        mode=p("mode"),
        changed=changed,
        cursor=item(p("cursorItem", "item", default=None), p.family),
        reports_result=reports,
    )


CLIENTBOUND: dict[str, Builder] = {
    "window_items": window_items,
    "set_slot": set_slot,
    "set_cursor_item": lambda p: m.SetSlot(m.CURSOR_WINDOW, 0, -1, item(p("contents"), p.family)),
    "set_player_inventory": lambda p: m.SetSlot(
        m.INVENTORY_WINDOW, 0, p("slotId"), item(p("contents"), p.family)
    ),
    "open_window": lambda p: m.OpenWindow(p("windowId"), p("inventoryType"), text(p("windowTitle"))),
    "close_window": lambda p: m.CloseWindow(p("windowId")),
}


SERVERBOUND: dict[str, Builder] = {
    "window_click": window_click,
    "set_creative_slot": lambda p: m.CreativeSlot(p("slot"), item(p("item"), p.family)),
    "close_window": lambda p: m.CloseWindow(p("windowId")),
}
