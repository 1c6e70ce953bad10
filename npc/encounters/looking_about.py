"""To look about in a place where somebody may be."""

from __future__ import annotations

from random import Random

from npc.encounters.encounter import Gaze
from npc.gaze import wrap_degrees

TURN = 20
"""Ticks for one direction."""
SIDE = 80.0
"""Degrees to either side."""


class LookAbout:
    """Looks ahead, to both sides and behind."""

    def __init__(self, ahead: float, now: int, random: Random) -> None:
        """``ahead`` in degrees."""
        side = random.choice((-SIDE, SIDE))
        self._yaws = [wrap_degrees(ahead + turn) for turn in (0.0, side, -side, 180.0)]
        self._began = now

    def is_over(self, now: int) -> bool:
        return now - self._began >= TURN * len(self._yaws)

    def gaze(self, now: int) -> Gaze:
        turn = min((now - self._began) // TURN, len(self._yaws) - 1)
        return Gaze(self._yaws[turn])
