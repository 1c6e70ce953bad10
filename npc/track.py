"""What a companion did lately, for whoever wonders why it went where it went."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from itertools import islice
from typing import NamedTuple, TypeAlias

from world.paths.route import NOWHERE, Route

CAPACITY = 1200
"""Ticks in which it moved; the time at rest between them takes no room."""

TRIPS_KEPT = 32


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


_Bare: TypeAlias = tuple[int, float, float, float, float, bool, bool, bool, str]
"""A sample without its name. Plain tuples of numbers and text are nothing to the garbage collector, and there are
many; it would look at named ones over and over."""


class Trip(NamedTuple):
    """A route that a companion took up."""

    tick: int
    purpose: str
    route: Route


class Remark(NamedTuple):
    """Why a companion stopped short or gave up."""

    tick: int
    text: str


class Track:
    """The last samples, trips and remarks, oldest first."""

    __slots__ = ("_reason", "_route", "_samples", "remarks", "trips")

    def __init__(self) -> None:
        self._samples: deque[_Bare] = deque(maxlen=CAPACITY)
        self.trips: deque[Trip] = deque(maxlen=TRIPS_KEPT)
        self.remarks: deque[Remark] = deque(maxlen=TRIPS_KEPT)
        self._route: Route | None = None
        self._reason = ""

    def follow(self, tick: int, purpose: str, route: Route | None, reason: str) -> None:
        """What the legs are about after a tick: only what is new is kept."""
        if route is not None and route is not self._route:
            self._route = route
            if self.trips:  # what the searches before looked at is much to keep, and little to know
                last = self.trips.pop()
                self.trips.append(last._replace(route=replace(last.route, searched=NOWHERE)))
            self.trips.append(Trip(tick, purpose, route))
        if reason != self._reason:
            self._reason = reason
            if reason:
                self.remarks.append(Remark(tick, reason))

    def note(self, sample: _Bare) -> None:
        """Keep what a :class:`Sample` says, in its order."""
        self._samples.append(sample)

    def last(self, count: int = CAPACITY) -> list[Sample]:
        """At most ``count`` samples, none if it is negative, the newest last."""
        return list(
            map(Sample._make, islice(self._samples, max(0, len(self._samples) - max(0, count)), None))
        )
