"""The player's inventory, as far as the wire shows it.

All functions keep :attr:`world.player.Player.inventory` in slot numbers of the player's own window: 0 craft result,
1–4 craft grid, 5–8 armour from head to feet, 9–35 main, 36–44 hotbar, 45 off hand.

A server confirms a click without repeating its result. From 1.17 the client states the result itself; before, the
clicks whose outcome doesn't depend on a container's rules are worked out here, and the next full update of the
window corrects the rest.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from proxy import messages as m
from proxy.tracking import storage
from world.item import ComponentHash, ItemStack
from world.player import Player

if TYPE_CHECKING:
    from proxy.tracking.client_view import ClientView

OWN_WINDOW = 0
MAIN_SLOTS = 36
"""Main inventory and hotbar: the last slots of every container window."""
OFF_HAND = 45
OUTSIDE = -999

PICKUP, QUICK_MOVE, SWAP, CLONE, THROW, DRAG, COLLECT = range(7)


def put(player: Player, slot: int, item: ItemStack | None) -> None:
    """Set a slot of the player's own window; slots that it doesn't have are ignored."""
    if not 0 <= slot <= OFF_HAND:
        return
    if item is None:
        player.inventory.pop(slot, None)
    else:
        player.inventory[slot] = item


def own_slot(view: ClientView, window: int, slot: int) -> int | None:
    """The own-window slot behind a slot of any window, None where it belongs to the container."""
    if window == OWN_WINDOW:
        return slot
    if window == view.window and view.window_size >= MAIN_SLOTS:
        index = slot - (view.window_size - MAIN_SLOTS)
        return index + 9 if 0 <= index < MAIN_SLOTS else None
    return None


def _inventory_index(slot: int) -> int | None:
    """Slot numbers of the inventory itself (0–8 hotbar, 9–35 main, 36–39 feet to head, 40 off hand)."""
    if 0 <= slot <= 8:
        return slot + 36
    if 9 <= slot <= 35:
        return slot
    if 36 <= slot <= 39:
        return 44 - slot
    return OFF_HAND if slot == 40 else None


def hotbar_slot(button: int) -> int | None:
    """The slot whose key a swap is made with: 0–8 of the hotbar, 40 the off hand; None for any other button."""
    if button == 40:
        return OFF_HAND
    return 36 + button if 0 <= button <= 8 else None


def replace_all(view: ClientView, message: m.WindowItems) -> None:
    if message.window == OWN_WINDOW:
        view.player.inventory.clear()
    else:
        view.window, view.window_size = message.window, len(message.items)
        view.contents = list(message.items[: max(view.window_size - MAIN_SLOTS, 0)])
    for index, item in enumerate(message.items):
        slot = own_slot(view, message.window, index)
        if slot is not None:
            put(view.player, slot, item)
    if message.has_cursor:
        view.player.cursor = message.cursor


def set_slot(view: ClientView, message: m.SetSlot) -> None:
    if message.window == m.CURSOR_WINDOW:
        view.player.cursor = message.item
        return
    slot = (
        _inventory_index(message.slot)
        if message.window == m.INVENTORY_WINDOW
        else own_slot(view, message.window, message.slot)
    )
    if slot is not None:
        put(view.player, slot, message.item)
    elif message.window == view.window and 0 <= message.slot < len(view.contents):
        view.contents[message.slot] = message.item


def click(view: ClientView, message: m.ClickWindow) -> None:
    player = view.player
    if message.reports_result:
        _take_result(view, message)
        return
    if view.holds_storage and message.window == view.window:
        storage.click(view, message)
        return
    if message.mode == PICKUP and message.slot == OUTSIDE:
        player.cursor = None if message.button == 0 else with_count(player.cursor, -1)
        return
    slot = own_slot(view, message.window, message.slot)
    if slot is None or slot <= 4:
        return  # a container's or a crafting slot: its rules aren't ours to guess
    if message.mode == PICKUP:
        _pick_up(player, slot, right=message.button == 1)
    elif message.mode == SWAP:
        other = hotbar_slot(message.button)
        if other is not None:
            here, there = player.inventory.get(slot), player.inventory.get(other)
            put(player, slot, there)
            put(player, other, here)
    elif message.mode == THROW and player.cursor is None:
        put(player, slot, None if message.button == 1 else with_count(player.inventory.get(slot), -1))


def _take_result(view: ClientView, message: m.ClickWindow) -> None:
    player = view.player
    changed = {
        slot: item
        for index, item in message.changed
        if (slot := own_slot(view, message.window, index)) is not None
    }
    clicked_slot = own_slot(view, message.window, message.slot)
    clicked = None if clicked_slot is None else player.inventory.get(clicked_slot)
    held = player.cursor
    before = {slot: player.inventory.get(slot) for slot in changed}
    if message.window == view.window:
        for index, item in message.changed:
            if 0 <= index < len(view.contents):
                view.contents[index] = item
    for slot, item in changed.items():
        others = (stack for other, stack in before.items() if other != slot)
        put(player, slot, _with_values(item, held, *others, before[slot]))
    player.cursor = _with_values(message.cursor, clicked, held, *before.values())


def _with_values(item: ItemStack | None, *moved: ItemStack | None) -> ItemStack | None:
    """``item`` with the components of the stack that the click has moved there.

    From 1.21.5 on clients send hashes of components. A click only moves stacks about, so that a stack which it
    concerned, of the same item and with the same components, is the one; ``moved`` begins with the likeliest. A stack
    out of a container stays hashed until the server tells of it.
    """
    if item is None or not any(isinstance(value, ComponentHash) for value in item.components.values()):
        return item
    for stack in moved:
        if (
            stack is not None
            and (stack.item_id, stack.removed_components) == (item.item_id, item.removed_components)
            and stack.components.keys() == item.components.keys()
        ):
            return replace(item, components=stack.components)
    return item


def _pick_up(player: Player, slot: int, *, right: bool) -> None:
    here, cursor = player.inventory.get(slot), player.cursor
    if cursor is None:
        taken = (here.count + 1) // 2 if here and right else (here.count if here else 0)
        player.cursor = counted(here, taken)
        put(player, slot, with_count(here, -taken))
    elif here is None:
        placed = 1 if right else cursor.count
        put(player, slot, counted(cursor, placed))
        player.cursor = with_count(cursor, -placed)
    elif counted(here, 1) != counted(cursor, 1):
        put(player, slot, cursor)
        player.cursor = here
    # Merging stops at the item's stack size, which the wire doesn't tell: the server's next update does.


def counted(item: ItemStack | None, count: int) -> ItemStack | None:
    """As many of an item; none of none, and none where the count isn't positive."""
    return None if item is None or count <= 0 else replace(item, count=count)


def with_count(item: ItemStack | None, change: int) -> ItemStack | None:
    """A stack with so many more."""
    return None if item is None else counted(item, item.count + change)
