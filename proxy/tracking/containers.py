"""Containers: that somebody opens one, and what this client's player takes out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from npc.company import being_of_player
from npc.happenings import Deed, Happening
from proxy import messages as m
from proxy.messages import BlockPos
from proxy.tracking import chests
from proxy.tracking.block_deeds import corner
from proxy.tracking.handlers import Handlers
from proxy.tracking.lids import Sign
from world.item import ItemStack
from world.view import WorldView

if TYPE_CHECKING:
    from proxy.tracking.tracker import WorldTracker

_LID = 1
"""What a block action of a chest is about: how many hold it open."""
_ANSWERED = 40
"""Ticks within which a server answers the use of a block with a window."""

_Kind = tuple[int, int]
"""Item and its damage."""


@dataclass(slots=True)
class _Opened:
    """A container that the player has open."""

    world: WorldView
    places: tuple[BlockPos, ...]
    block: str
    before: Counter[_Kind] | None = None
    """What it held when it was opened; None till that is known."""
    clicked: bool = False


class Containers:
    """What one client's player does to containers."""

    def __init__(self, now: Callable[[], int]) -> None:
        """``now``: the present tick."""
        self._now = now
        self._used: tuple[BlockPos, int] | None = None
        self.opened: _Opened | None = None

    def use(self, place: BlockPos) -> None:
        """The player uses a block."""
        self._used = place, self._now()

    def take_used(self) -> BlockPos | None:
        """The block whose use a window is the answer to, if any."""
        used, self._used = self._used, None
        return used[0] if used is not None and self._now() - used[1] <= _ANSWERED else None


# --- somebody opens one


def block_acts(tracker: WorldTracker, message: m.BlockAction) -> None:
    view, world, place = tracker.view, tracker.view.world, message.position
    if message.action != _LID or world is None or not tracker.events.is_watched(view, place[0], place[2]):
        return
    block = chests.name_at(world, place)
    if not chests.has_lid(block):
        return
    places, lids, name = chests.halves(world, place), tracker.doers.lids, world.key.name
    if lids.is_lifted(name, places[0], message.parameter) and lids.is_news(name, places[0], Sign.LID):
        doer = tracker.doers.at(name, *places)
        tracker.events.happened(view, Happening(Deed.CHEST, corner(places[0]), doer, block=block))


def window_opens(tracker: WorldTracker) -> None:
    """The player is shown a window, whichever the last one was."""
    window_closes(tracker)
    view, world, place = tracker.view, tracker.view.world, tracker.containers.take_used()
    if place is None or world is None or not tracker.events.is_watched(view, place[0], place[2]):
        return
    block = chests.name_at(world, place)
    places = chests.halves(world, place)
    if chests.is_storage(block):
        tracker.containers.opened = _Opened(world, places, block)
        view.holds_storage = True
    if chests.has_lid(block) and tracker.doers.lids.is_news(world.key.name, places[0], Sign.WINDOW):
        tracker.events.happened(
            view, Happening(Deed.CHEST, corner(places[0]), being_of_player(view), block=block)
        )


# --- and takes things


def window_filled(tracker: WorldTracker, message: m.WindowItems) -> None:
    """The server has said what the open window holds."""
    opened, view = tracker.containers.opened, tracker.view
    if opened is not None and opened.before is None and message.window == view.window:
        opened.before = _count(view.contents)


def clicked(tracker: WorldTracker, message: m.ClickWindow) -> None:
    opened = tracker.containers.opened
    if opened is not None and message.window == tracker.view.window:
        opened.clicked = True


def window_closes(tracker: WorldTracker) -> None:
    """The window is shut, whoever does it, or the player leaves the world where it was: see what has been taken."""
    view, opened = tracker.view, tracker.containers.opened
    tracker.containers.opened, view.holds_storage = None, False
    if opened is None or not opened.before or not opened.clicked or view.world is not opened.world:
        return
    taken = (opened.before - _count(view.contents)).total() / opened.before.total()
    if not taken:
        return
    doer = being_of_player(view)
    for place in opened.places:
        tracker.events.happened(
            view, Happening(Deed.TAKEN, corner(place), doer, block=opened.block, strength=taken)
        )


def _count(stacks: Iterable[ItemStack | None]) -> Counter[_Kind]:
    counts: Counter[_Kind] = Counter()
    for stack in stacks:
        if stack is not None and stack.count > 0:
            counts[stack.item_id, stack.damage] += stack.count
    return counts


CLIENTBOUND: Handlers = {m.BlockAction: block_acts}
