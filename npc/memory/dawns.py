"""Dawns of worlds, and the companions that one comes to: a few in each tick, so that no tick is long."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from npc.memory.days import Days
from npc.memory.stream import MemoryStream

PER_TICK = 8
"""Companions whom a dawn comes to in one tick."""


class Dawns:
    """Between the times of day that servers tell and the memories of companions, in the order in which they wait."""

    def __init__(self) -> None:
        self._days: dict[str, Days] = {}
        """By world."""
        self._waiting: dict[MemoryStream, int] = {}
        """How many dawns each has before it."""

    def tell(self, world: str, time_of_day: int, minds: Iterable[MemoryStream]) -> None:
        """What time it is in a world (ticks, as its server says it), and who of those in it remembers anything."""
        passed = self._days.setdefault(world, Days()).dawns(time_of_day)
        if passed:
            for mind in minds:
                self._waiting[mind] = self._waiting.get(mind, 0) + passed

    def tick(self) -> None:
        """Let the dawn come to a few of those who wait."""
        for mind in list(islice(self._waiting, PER_TICK)):
            mind.dawn(self._waiting.pop(mind))

    def leave(self, mind: MemoryStream) -> None:
        """Somebody is gone; nothing comes to it any more."""
        self._waiting.pop(mind, None)

    def forget(self, world: str) -> None:
        """Nobody is in a world any more: what its time was says nothing about when somebody comes back."""
        self._days.pop(world, None)
