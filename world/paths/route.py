"""What a way is made of, and what whoever walks it is able to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise
from math import dist
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from world.paths.footprint import Footprint
from world.terrain import Vector


class Medium(Enum):
    """What a search moves through."""

    GROUND = auto()
    """On foot, with what that brings along: ladders, water to cross, leaps, as far as the abilities go."""
    AIR = auto()
    SWIM = auto()


class Move(Enum):
    """How a waypoint is reached from the one before it."""

    WALK = auto()
    """Also over rises that one step takes."""
    HOP = auto()
    """A rise that takes a jump."""
    DROP = auto()
    CLIMB = auto()
    """Up or down a ladder or what else can be climbed."""
    SWIM = auto()
    LEAP = auto()
    """A running jump over a gap."""
    DOOR = auto()
    """Through a door that has to be opened."""
    FLY = auto()


class Waypoint(NamedTuple):
    """Feet position in blocks."""

    x: float
    y: float
    z: float
    move: Move


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a body can do. Sizes and heights in blocks."""

    width: float = 0.6
    height: float = 1.8
    step_height: float = 1.25
    """Highest rise between two neighbouring places."""
    max_drop: float = 2.0
    """Deepest fall that it takes on purpose; into water any."""
    can_swim: bool = True
    can_climb: bool = True
    can_leap: bool = False
    can_fly: bool = False
    may_open_doors: bool = False
    shuns_farmland: bool = True


NOWHERE: npt.NDArray[np.int32] = np.empty((0, 3), np.int32)


@dataclass(frozen=True, slots=True)
class Route:
    """A way from a start, which isn't part of it, to its last waypoint."""

    start: Vector
    goal: Vector
    """Where it was meant to lead; the last waypoint is elsewhere when it is partial."""
    waypoints: tuple[Waypoint, ...]
    partial: bool
    """Whether it ends short of the goal, as near to it as the search came."""
    polls: int
    """Places that the search looked at."""
    footprint: Footprint = field(default_factory=Footprint, repr=False, compare=False)
    """What it depends on; :meth:`Pathfinder.still_valid` asks it."""
    searched: npt.NDArray[np.int32] = field(default_factory=lambda: NOWHERE, repr=False, compare=False)
    """Block positions that the search looked at, shape (n, 3): for people who wonder about a way."""

    @property
    def length(self) -> float:
        """Blocks from the start over all waypoints."""
        places = [self.start, *((w.x, w.y, w.z) for w in self.waypoints)]
        return sum(dist(a, b) for a, b in pairwise(places))
