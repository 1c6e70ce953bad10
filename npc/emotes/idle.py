"""When somebody with nothing to do plays an emote."""

from __future__ import annotations

from random import Random

MIN_IDLE = 80
"""Ticks of idleness before the first."""
INTERVAL = (120, 320)
"""Ticks between two looks, at random."""
CHANCE = 0.45
"""That a look comes to an emote."""


class IdleSchedule:
    """Looks from time to time whether it is time for an emote. The first look may come at once.

    It counts no ticks: those in which it is idle all the same may be left out until :attr:`due`.
    """

    __slots__ = ("_next_look", "_random", "_since")

    def __init__(self, random: Random) -> None:
        self._random = random
        self._since: int | None = None
        """The first tick of idleness."""
        self._next_look = 0

    @property
    def due(self) -> int | None:
        """The tick of the next look, if it stays idle; None while it isn't."""
        return None if self._since is None else max(self._since + MIN_IDLE - 1, self._next_look)

    def interrupt(self) -> None:
        """It isn't idle: it will have to be for a while first."""
        self._since = None

    def put_off(self, now: int) -> None:
        """Draw the time of the next look anew."""
        self._next_look = now + self._random.randint(*INTERVAL)

    def tick(self, now: int) -> bool:
        """A tick of idleness; whether it brings an emote."""
        if self._since is None:
            self._since = now
        if now < self._since + MIN_IDLE - 1 or now < self._next_look:
            return False
        self.put_off(now)
        return self._random.random() < CHANCE
