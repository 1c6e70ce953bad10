"""Windows and their slots."""

from __future__ import annotations

from collections.abc import Iterator

from samples.items import no_item, stones, sword
from samples.values import Packet


def clientbound(protocol: int) -> Iterator[Packet]:
    state = {"stateId": 300} if protocol > 754 else {}
    yield "set_slot", {"windowId": -2, **state, "slot": -1, "item": sword(protocol)}
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
    yield "open_window", {"windowId": 100, "inventoryType": 2, "windowTitle": '{"text":"Kiste"}'}


def serverbound(protocol: int) -> Iterator[Packet]:
    click = {"windowId": 200, "slot": -999, "mouseButton": 2, "mode": 6}
    if protocol > 754:
        changed = [{"location": 36, "item": no_item(protocol)}, {"location": 37, "item": sword(protocol)}]
        yield "window_click", {**click, "stateId": 7, "changedSlots": changed, "cursorItem": stones(protocol)}
    else:
        yield "window_click", {**click, "action": 12, "item": sword(protocol)}
    yield "set_creative_slot", {"slot": 36, "item": sword(protocol)}
    yield "set_creative_slot", {"slot": -1, "item": no_item(protocol)}
    yield "close_window", {"windowId": 255}
