"""What happens in a world that companions may notice, as the wire tells it."""

from __future__ import annotations

from collections.abc import Hashable
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


class Reports:
    """Tells what several clients report of the same happening from what is new."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[int, int]] = {}
        """What happened → tick and client of the latest report that counted, the oldest first."""

    def is_new(self, world: str, happening: Happening, viewer_id: int, now: int) -> bool:
        """Whether a client is the first to report something in a world at a tick."""
        for key, (tick, _) in list(self._known.items()):
            if now - tick <= SAME:
                break
            del self._known[key]
        victim = happening.victim
        subject = happening.where if victim is None else victim.uuid
        key = world, happening.deed, subject
        known = self._known.get(key)
        if known is not None and known[1] != viewer_id:
            return False
        self._known.pop(key, None)
        self._known[key] = now, viewer_id
        return True
