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
    """Looks from time to time whether it is time for an emote. The first look may come at once."""

    __slots__ = ("_idle", "_next_look", "_random")

    def __init__(self, random: Random) -> None:
        self._random = random
        self._idle = 0
        self._next_look = 0

    @property
    def idle_ticks(self) -> int:
        """For how long it has been idle without a break."""
        return self._idle

    def interrupt(self) -> None:
        """It isn't idle: it will have to be for a while first."""
        self._idle = 0

    def put_off(self, now: int) -> None:
        """Draw the time of the next look anew."""
        self._next_look = now + self._random.randint(*INTERVAL)

    def tick(self, now: int) -> bool:
        """One tick of idleness; whether it brings an emote."""
        self._idle += 1
        if self._idle < MIN_IDLE or now < self._next_look:
            return False
        self.put_off(now)
        return self._random.random() < CHANCE
