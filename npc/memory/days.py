"""The world's days, counted by its dawns."""

from __future__ import annotations

TICKS_PER_DAY = 24_000
EVENING = TICKS_PER_DAY // 2
"""Ticks from a dawn to the evening after it."""


class Days:
    """Tells of dawns from a world's time of day, as its server says it.

    Servers send ticks that count on from day to day or begin anew each day, and people set them as they like: a dawn
    is a new day, or a morning after an evening.
    """

    __slots__ = ("_time",)

    def __init__(self) -> None:
        self._time: int | None = None

    def dawns(self, time_of_day: int) -> int:
        """How many dawns have passed since the last call; none at the first. ``time_of_day`` in ticks."""
        before, self._time = self._time, time_of_day
        if before is None:
            return 0
        passed = time_of_day // TICKS_PER_DAY - before // TICKS_PER_DAY
        if passed > 0:
            return passed
        was_evening = before % TICKS_PER_DAY >= EVENING
        is_morning = time_of_day % TICKS_PER_DAY < EVENING
        return int(time_of_day < before and was_evening and is_morning)
