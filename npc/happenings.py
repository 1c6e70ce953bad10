"""What happens in a world that companions may notice, as the wire tells it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple
from uuid import UUID

from npc.perception import Silhouette
from world.terrain import Vector

SAME = 10
"""Ticks within which what another client reports is the same happening."""


class Deed(Enum):
    """What sort of thing happens."""

    DOOR = auto()
    """A door, gate or trapdoor is opened or closed."""
    CHEST = auto()
    """A container is opened."""
    PLACED = auto()
    """A block is placed."""
    BROKEN = auto()
    """A block is broken."""
    TALK = auto()
    """Somebody says something to all around."""
    BLOW = auto()
    """Somebody is struck."""
    DEATH = auto()
    """Somebody dies."""
    TAKEN = auto()
    """Things are taken out of a container; :attr:`Happening.strength` is the share of what was in it."""


class Being(NamedTuple):
    """Somebody as a client sees them."""

    uuid: UUID
    name: str
    """Of a player or a companion; empty for others."""
    shape: Silhouette
    owner: str = ""
    """Name or UUID of the player whose companion it is; empty for others."""


class Happening(NamedTuple):
    """Something that happens. What it is to a companion depends on the companion."""

    deed: Deed
    where: Vector
    """Blocks: the place where it happens, of a block its lowest corner."""
    doer: Being | None = None
    """Who does it, where that is known."""
    victim: Being | None = None
    """Whom it is done to."""
    block: str = ""
    """Name without namespace of the block that it happens to."""
    strength: float = 1.0
    """0 to 1."""

    @property
    def at_block(self) -> bool:
        """Whether it happens to the block there."""
        return bool(self.block)


@dataclass(slots=True)
class _Known:
    """Something that happened at a tick, and the clients that have reported it."""

    tick: int
    reporters: set[int]


class Reports:
    """Tells what several clients report of the same happening from what is new.

    Every client reports what it sees in order. So a report is about the oldest of those happenings that its client
    hasn't reported yet, and if there is none about a new one: two blows are two, however many clients see them.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, list[_Known]] = {}
        """What happened → each time of it, the oldest first; the one that was new last comes last."""

    def is_new(self, world: str, happening: Happening, viewer_id: int, now: int) -> bool:
        """Whether a client is the first to report something in a world at a tick."""
        for key, times in list(self._known.items()):
            if now - times[-1].tick <= SAME:
                break
            del self._known[key]
        key = world, happening.deed, _subject(happening)
        times = [known for known in self._known.get(key, ()) if now - known.tick <= SAME]
        for known in times:
            if viewer_id not in known.reporters:
                known.reporters.add(viewer_id)
                return False
        times.append(_Known(now, {viewer_id}))
        self._known.pop(key, None)
        self._known[key] = times
        return True


def _subject(happening: Happening) -> Hashable:
    """What all clients have in common of it: places of bodies are a little different to each."""
    if happening.victim is not None:
        return happening.victim.uuid
    if happening.deed is Deed.TALK and happening.doer is not None:
        return happening.doer.uuid
    return happening.where
