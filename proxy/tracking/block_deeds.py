"""What a change of blocks tells of what somebody has done.

A server says what is where, not why. What comes and goes without hands (:func:`npc.household.is_restless`) is a deed
only of somebody who says so themselves; what else is of nature only of somebody who is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from npc.happenings import Deed, Happening
from npc.household import is_natural, is_restless
from proxy.messages import BlockPos
from proxy.tracking.chests import BARREL, is_storage, name_at
from proxy.tracking.lids import Sign
from world.terrain import Vector
from world.view import WorldView

if TYPE_CHECKING:
    from proxy.tracking.tracker import WorldTracker

MOST = 16
"""Happenings of one packet: of a whole wall that is filled in at once, nobody needs each block."""
_EXAMINED = 256
"""Blocks of one packet that are looked at for those."""

_EMPTY = frozenset("air cave_air void_air water lava bubble_column fire soul_fire".split())
"""What is left where a block has been."""
_LEAVES_OPEN = ("_door", "_trapdoor", "_fence_gate")
_ADDS_UP = {"type": "_slab", "candles": "candle"}
"""Property that says how much of a block is there → what names of those blocks end in."""


def deeds_of(
    tracker: WorldTracker, world: WorldView, positions: Sequence[BlockPos], states: Iterable[int]
) -> list[Happening]:
    """What block changes tell that the client has got, to be asked before they are made."""
    if not _is_watched(tracker, positions):
        return []
    happenings: list[Happening] = []
    for place, after in zip(positions[:_EXAMINED], states, strict=False):
        before = world.state(*place)
        if before is None or before == after:
            continue
        happening = _deed(tracker, world, place, before, after)
        if happening is None:
            continue
        happenings.append(happening)
        if happening.deed is Deed.BROKEN and happening.doer is not None and is_storage(happening.block):
            happenings.append(happening._replace(deed=Deed.TAKEN))  # all that was in it lies about
        if len(happenings) >= MOST:
            break
    return happenings


def blasted(tracker: WorldTracker, world: WorldView, positions: Sequence[BlockPos]) -> list[Happening]:
    """What an explosion breaks, to be asked before it does: whose it is nobody sees."""
    if not _is_watched(tracker, positions):
        return []
    happenings: list[Happening] = []
    for place in positions[:_EXAMINED]:
        name = name_at(world, place)
        if name and name not in _EMPTY:
            happenings.append(Happening(Deed.BROKEN, corner(place), block=name))
            if len(happenings) == MOST:
                break
    return happenings


def _is_watched(tracker: WorldTracker, positions: Sequence[BlockPos]) -> bool:
    """Whether somebody may notice changes, which are all of one chunk or near one another."""
    return bool(positions) and tracker.events.is_watched(tracker.view, positions[0][0], positions[0][2])


def _deed(
    tracker: WorldTracker, world: WorldView, place: BlockPos, before: int, after: int
) -> Happening | None:
    blocks = world.blocks
    if not (0 <= before < blocks.state_count and 0 <= after < blocks.state_count):
        return None
    was, becomes = blocks.name(before), blocks.name(after)
    if was == becomes:
        return _moved(tracker, world, place, before, after)
    if becomes in _EMPTY and was not in _EMPTY:
        return _by_somebody(tracker, world, Deed.BROKEN, place, was)
    if was in _EMPTY or (is_restless(was) and not is_restless(becomes)):
        return None if becomes in _EMPTY else _by_somebody(tracker, world, Deed.PLACED, place, becomes)
    return None


def _by_somebody(
    tracker: WorldTracker, world: WorldView, deed: Deed, place: BlockPos, name: str
) -> Happening | None:
    doer = tracker.doers.at(world.key.name, place, exactly=is_restless(name))
    if doer is None and is_natural(name):
        return None
    return Happening(deed, corner(place), doer, block=name)


def _moved(
    tracker: WorldTracker, world: WorldView, place: BlockPos, before: int, after: int
) -> Happening | None:
    """The block stays and is another way: something opens or shuts, or more of it is there."""
    name = world.blocks.name(before)
    if name == BARREL or name.endswith(_LEAVES_OPEN):
        old, new = world.blocks.properties(before), world.blocks.properties(after)
        if old.get("open") == new.get("open"):
            return None
        return _opens(tracker, world, place, name, new)
    for key, ending in _ADDS_UP.items():
        if name.endswith(ending):
            less = world.blocks.properties(before).get(key, "")
            more = world.blocks.properties(after).get(key, "")
            if more == "double" != less or (less.isdigit() and more.isdigit() and int(more) > int(less)):
                return _by_somebody(tracker, world, Deed.PLACED, place, name)
    return None


def _opens(
    tracker: WorldTracker, world: WorldView, place: BlockPos, name: str, properties: dict[str, str]
) -> Happening | None:
    if name == BARREL:
        if properties["open"] != "true" or not tracker.doers.lids.is_news(world.key.name, place, Sign.LID):
            return None
        return Happening(Deed.CHEST, corner(place), tracker.doers.at(world.key.name, place), block=name)
    x, y, z = place
    if properties.get("half") == "upper":
        return None  # the lower half says so too
    doer = tracker.doers.at(world.key.name, place, (x, y + 1, z))
    return Happening(Deed.DOOR, corner(place), doer, block=name)


def corner(place: BlockPos) -> Vector:
    """Where a happening to the block at a place is."""
    x, y, z = place
    return float(x), float(y), float(z)
