"""Clicks in the window of a block that keeps things as they are put there, for the releases whose clients say where
they click and not what comes of it (to 1.16.5).

Stacks merge up to :data:`STACK`: how many of an item make a stack the wire doesn't tell. Where that is fewer, the
server's next update of the window corrects it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from proxy import messages as m
from proxy.tracking import inventory
from world.item import ItemStack

if TYPE_CHECKING:
    from proxy.tracking.client_view import ClientView

STACK = 64

_DRAG_BEGINS, _DRAG_GOES_ON, _DRAG_ENDS = range(3)
_ONE_EACH = 1
"""Number of the mouse button that leaves one item in each slot dragged over; the left one shares all evenly."""


class _Slots:
    """The slots of the open window by number: those of the block, then the player's."""

    def __init__(self, view: ClientView) -> None:
        self.view = view
        self.block = range(len(view.contents))
        self.own = range(len(view.contents), view.window_size)

    def __getitem__(self, slot: int) -> ItemStack | None:
        if slot in self.block:
            return self.view.contents[slot]
        own = inventory.own_slot(self.view, self.view.window, slot)
        return None if own is None else self.view.player.inventory.get(own)

    def __setitem__(self, slot: int, item: ItemStack | None) -> None:
        if slot in self.block:
            self.view.contents[slot] = item
        elif (own := inventory.own_slot(self.view, self.view.window, slot)) is not None:
            inventory.put(self.view.player, own, item)

    def pour(self, stack: ItemStack | None, into: Iterable[int]) -> ItemStack | None:
        """Lay a stack onto like ones, then into empty slots; return what is left over."""
        slots = list(into)
        for wanted in (True, False):
            for slot in slots:
                if stack is not None and (self[slot] is not None) is wanted:
                    self[slot], stack = _merged(self[slot], stack)
        return stack


def click(view: ClientView, message: m.ClickWindow) -> None:
    """Work out a click in the open window; slots that it doesn't have are left alone."""
    slots, player, slot = _Slots(view), view.player, message.slot
    if message.mode == inventory.DRAG:
        _drag(slots, slot, message.button)
        return
    view.dragged.clear()
    if slot == inventory.OUTSIDE:
        if message.mode == inventory.PICKUP:
            player.cursor = None if message.button == 0 else inventory.with_count(player.cursor, -1)
        return
    if slot not in slots.block and slot not in slots.own:
        return
    here = slots[slot]
    match message.mode:
        case inventory.PICKUP:
            slots[slot], player.cursor = _pick_up(here, player.cursor, right=message.button == 1)
        case inventory.QUICK_MOVE:
            # what comes out of a block goes to the player's slots from the last one on
            slots[slot] = None
            slots[slot] = slots.pour(here, slots.own[::-1] if slot in slots.block else slots.block)
        case inventory.SWAP:
            other = inventory.hotbar_slot(message.button)
            if other is not None:
                slots[slot] = player.inventory.get(other)
                inventory.put(player, other, here)
        case inventory.THROW:
            if player.cursor is None:
                slots[slot] = None if message.button == 1 else inventory.with_count(here, -1)
        case inventory.COLLECT:
            for from_ in (*slots.block, *slots.own):
                if player.cursor is not None and _alike(slots[from_], player.cursor):
                    player.cursor, slots[from_] = _merged(player.cursor, slots[from_])


def _pick_up(
    here: ItemStack | None, cursor: ItemStack | None, *, right: bool
) -> tuple[ItemStack | None, ItemStack | None]:
    """Slot and cursor after a click with a mouse button."""
    if cursor is None:
        taken = 0 if here is None else (here.count + 1) // 2 if right else here.count
        return inventory.with_count(here, -taken), inventory.counted(here, taken)
    if here is not None and not _alike(here, cursor):
        return cursor, here
    laid, rest = _merged(here, inventory.counted(cursor, 1 if right else cursor.count))
    kept = cursor.count - 1 if right else 0
    return laid, inventory.counted(cursor, kept + (0 if rest is None else rest.count))


def _drag(slots: _Slots, slot: int, button: int) -> None:
    """Share what the cursor holds among the slots that it is dragged over."""
    view, (which, stage) = slots.view, divmod(button, 4)
    if stage == _DRAG_BEGINS:
        view.dragged.clear()
    elif stage == _DRAG_GOES_ON:
        view.dragged.append(slot)
    elif stage == _DRAG_ENDS:
        cursor = view.player.cursor
        over = [slot for slot in dict.fromkeys(view.dragged) if slot in slots.block or slot in slots.own]
        view.dragged.clear()
        if cursor is None or not over:
            return
        share = 1 if which == _ONE_EACH else cursor.count // len(over)
        left = cursor.count
        for slot in over:
            here = slots[slot]
            if here is None or _alike(here, cursor):
                given = inventory.counted(cursor, min(share, left))
                slots[slot], rest = _merged(here, given)
                left -= (0 if given is None else given.count) - (0 if rest is None else rest.count)
        view.player.cursor = inventory.counted(cursor, left)


def _merged(onto: ItemStack | None, stack: ItemStack | None) -> tuple[ItemStack | None, ItemStack | None]:
    """What lies there when a stack is laid onto another or nothing, and what is left over."""
    if stack is None or onto is None:
        return (onto, None) if stack is None else (stack, None)
    if not _alike(onto, stack):
        return onto, stack
    moved = min(stack.count, max(STACK - onto.count, 0))
    return inventory.with_count(onto, moved), inventory.with_count(stack, -moved)


def _alike(one: ItemStack | None, other: ItemStack | None) -> bool:
    """Whether two stacks are of the same, so that they may be one."""
    return one is not None and inventory.counted(one, 1) == inventory.counted(other, 1)
