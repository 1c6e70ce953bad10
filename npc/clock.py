"""Where time comes from: the system's clocks, or a test's hand."""

from __future__ import annotations

from collections.abc import Callable
from math import floor
from time import monotonic, time
from typing import Protocol, TypeAlias

TICKS_PER_SECOND = 20


class Clock(Protocol):
    """Time that never runs backwards. Both figures count from the same arbitrary start."""

    @property
    def seconds(self) -> float: ...

    @property
    def tick(self) -> int:
        """Whole twentieths of a second since the start."""


class SystemClock:
    """Starts at zero when made and follows :func:`time.monotonic`."""

    def __init__(self) -> None:
        self._start = monotonic()

    @property
    def seconds(self) -> float:
        return monotonic() - self._start

    @property
    def tick(self) -> int:
        return floor(self.seconds * TICKS_PER_SECOND)


WallClock: TypeAlias = Callable[[], float]
"""Tells the seconds since 1970, by whatever the system believes: it may be put back."""


def wall_clock() -> float:
    """The system's."""
    return time()


class ManualClock:
    """Stands still until it is told to go on."""

    def __init__(self, tick: int = 0) -> None:
        self._ticks: float = tick

    @property
    def seconds(self) -> float:
        return self._ticks / TICKS_PER_SECOND

    @property
    def tick(self) -> int:
        return floor(self._ticks)

    def advance(self, ticks: float = 1) -> None:
        """Go on by ``ticks`` twentieths of a second. Raises ValueError when they are negative."""
        if ticks < 0:
            raise ValueError(f"a clock can't go back by {-ticks} ticks")
        self._ticks += ticks
