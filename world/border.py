"""The world border: a square that players can't leave, possibly on the move."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

MAX_DIAMETER = 59_999_968.0
"""Diameter of a border that was never set."""


class WorldBorder:
    """Centre and size in blocks. A moving border changes linearly in real time, as the client shows it."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """``clock`` gives seconds, from any origin."""
        self.center: tuple[float, float] = (0.0, 0.0)
        """x, z."""
        self.warning_blocks = 5
        self.warning_time = 15
        """Seconds."""
        self._clock = clock
        self._start = self._target = MAX_DIAMETER
        self._started = 0.0
        self._duration = 0.0

    @property
    def diameter(self) -> float:
        """Length of a side, now."""
        if self._duration <= 0.0:
            return self._target
        progress = (self._clock() - self._started) / self._duration
        if progress >= 1.0:
            return self._target
        return self._start + (self._target - self._start) * max(progress, 0.0)

    @property
    def target_diameter(self) -> float:
        """Length of a side once it has come to rest."""
        return self._target

    def resize(self, start: float, target: float, milliseconds: int = 0) -> None:
        """Move from one diameter to another in that time; at once without any."""
        self._start, self._target = start, target
        self._started, self._duration = self._clock(), milliseconds / 1000.0

    def contains(self, x: float, z: float) -> bool:
        """Whether a point lies inside; the edge itself doesn't."""
        half = self.diameter / 2.0
        return abs(x - self.center[0]) < half and abs(z - self.center[1]) < half
