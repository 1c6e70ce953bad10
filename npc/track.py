"""What a companion did lately, for whoever wonders why it went where it went."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import NamedTuple

CAPACITY = 1200
"""Ticks in which it moved; the time at rest between them takes no room."""


class Sample(NamedTuple):
    """A companion after one tick. Feet in blocks, yaw of its body in degrees."""

    tick: int
    x: float
    y: float
    z: float
    yaw: float
    on_ground: bool
    sprinting: bool
    teleported: bool
    """Whether it was put here instead of going."""
    purpose: str
    """Why it moved: what its mode had in mind, or ``""`` when others moved it."""


class Track:
    """The last samples, oldest first."""

    __slots__ = ("_samples",)

    def __init__(self) -> None:
        self._samples: deque[Sample] = deque(maxlen=CAPACITY)

    def note(self, sample: Sample) -> None:
        self._samples.append(sample)

    def last(self, count: int = CAPACITY) -> list[Sample]:
        """At most ``count`` samples, none if it is negative, the newest last."""
        return list(islice(self._samples, max(0, len(self._samples) - max(0, count)), None))
