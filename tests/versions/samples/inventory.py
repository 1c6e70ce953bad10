"""Windows and their slots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.items import hashed_sword, no_item, stones, sword, untrusted_sword
from samples.values import Packet, text


def clientbound(protocol: int) -> Iterator[Packet]:
    state = {"stateId": 300} if protocol > 754 else {}
    yield "set_slot", {"windowId": -2 if protocol < 766 else 5, **state, "slot": -1, "item": sword(protocol)}
    carried = {"carriedItem": stones(protocol)} if protocol > 754 else {}
    yield (
        "window_items",
        {
            "windowId": 255,
            **state,
            "items": [no_item(protocol), sword(protocol), stones(protocol)],
            **carried,
        },
    )
    if protocol >= 768:
        yield "set_cursor_item", {"contents": sword(protocol)}
        yield "set_cursor_item", {"contents": no_item(protocol)}
        yield "set_player_inventory", {"slotId": 300, "contents": stones(protocol)}
    yield "close_window", {"windowId": 200}
    yield "open_window", {"windowId": 100, "inventoryType": 2, "windowTitle": text(protocol, "Kiste")}


def serverbound(protocol: int) -> Iterator[Packet]:
    click = {"windowId": 200, "slot": -999, "mouseButton": 2, "mode": 6}
    if protocol >= 770:
        changed: list[dict[str, Any]] = [{"location": 36}, {"location": 37, "item": hashed_sword()}]
        yield "window_click", {**click, "stateId": 7, "changedSlots": changed, "cursorItem": hashed_sword()}
        yield "window_click", {**click, "stateId": 7, "changedSlots": []}
    elif protocol > 754:
        changed = [{"location": 36, "item": no_item(protocol)}, {"location": 37, "item": sword(protocol)}]
        yield "window_click", {**click, "stateId": 7, "changedSlots": changed, "cursorItem": stones(protocol)}
    else:
        yield "window_click", {**click, "action": 12, "item": sword(protocol)}
    yield "set_creative_slot", {"slot": 36, "item": untrusted_sword() if protocol >= 770 else sword(protocol)}
    yield "set_creative_slot", {"slot": -1, "item": no_item(protocol)}
    yield "close_window", {"windowId": 255}
