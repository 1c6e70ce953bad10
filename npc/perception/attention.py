"""What of all that somebody perceives is news to it."""

from __future__ import annotations

from math import inf
from uuid import UUID

from npc.memory.entity_keys import NOBODY
from npc.perception.field import Eyes
from npc.perception.senses import Event, Percept, Senses
from world.sight import Sight

MOST_RECENT = 64
"""Events that it can tell from new ones."""


class Attention:
    """One companion's: what goes on and on is one event, and again one only after a while.

    Without it, somebody who digs for a minute would be remembered for a month.
    """

    def __init__(self, senses: Senses) -> None:
        self._senses = senses
        self._noticed: dict[tuple[str, UUID], float] = {}
        """By kind and being, when it was last news, in this order."""

    def notice(
        self, event: Event, eyes: Eyes, sight: Sight, now: float, *, awake: bool = True
    ) -> Percept | None:
        """What is news of an event to somebody whose eyes those are; ``now`` in seconds. Raises KeyError as
        :meth:`Senses.perceive` does.
        """
        again = self._senses.again(event.kind)
        if self._is_old((event.kind, NOBODY if event.who is None else event.who), now - again, now):
            return None  # whose it is was clear then, so it needn't be seen again
        percept = self._senses.perceive(event, eyes, sight, awake=awake)
        if percept is None or not again:
            return percept
        what = percept.kind, percept.who
        if self._is_old(what, now - again, now):
            return None
        self._noticed.pop(what, None)
        self._noticed[what] = now
        if len(self._noticed) > MOST_RECENT:
            del self._noticed[next(iter(self._noticed))]
        return percept

    def _is_old(self, what: tuple[str, UUID], since: float, now: float) -> bool:
        """Whether something was news after a time; a clock that was turned back makes all news."""
        return since < self._noticed.get(what, -inf) <= now
