"""How fast to go: a controller that closes a gap smoothly, and tells when a companion is seen to sprint.

It is given the distance that is left, tick by tick, and makes of it a *demand* between 0 and 1, which becomes a speed
between walking and sprinting. Speeds are factors on a vanilla player's walking speed, so that the legs that a client
draws agree with the ground.
"""

from __future__ import annotations

from enum import Enum, auto
from math import hypot, sqrt

from world.physics.body import WALKING_SPEED
from world.physics.figures import SPRINT_FACTOR

WALK_SPEED = 1.0
SPRINT_SPEED = 1.35
"""Factors on a vanilla player's walking speed."""
SPRINT_RANGE = 12.0
"""Blocks."""
MIN_TRAVEL_SPEED = 0.15
"""Factor below which nobody walks."""
SPRINT_BOOST = 1.3
"""What sprinting itself multiplies the speed by."""

ARRIVAL_DECELERATION = 0.005
"""Blocks per tick squared: how gently it slows down towards the end."""
MAX_CLOSING_RATE = 0.24
"""Blocks per tick."""
TRACK_GAIN = 0.35
"""Demand per block per tick that it closes too slowly."""
MAX_DEMAND_RATE = 0.08
"""Demand per tick."""
DEMAND_CEILING_BASE = 0.25
DEMAND_CEILING_PER_BLOCK = 0.5
URGENT_DEMAND_FLOOR = 0.75

DISTANCE_LERP = 0.45
CLOSING_LERP = 0.35
GROUND_SPEED_LERP = 0.30
"""Share that a new sample has in a filtered value."""
STALE_TICKS = 6
"""A sample that is older than this, or isn't older at all, is nothing to measure a rate from."""

HOLD_DEMAND = 0.05
HOLD_GROUND_SPEED = 0.015
"""Blocks per tick. Who demands and makes less than both holds."""
MIN_DWELL_TICKS = 12
"""Ticks between two changes of gait."""
SPRINT_ENTER_DEMAND = 0.60
SPRINT_EXIT_DEMAND = 0.42
LEADER_SPRINT_ENTER_DEMAND = 0.32
LEADER_SPRINT_EXIT_DEMAND = 0.18
"""The same while the one it follows sprints."""
SPRINT_GAP_FACTOR = 0.08
"""Of the sprint range: the gap that sprinting is for …"""
SPRINT_GAP_MIN = 0.7
SPRINT_GAP_MAX = 1.6
"""… within these, in blocks."""
SPRINT_GAP_EXIT_FACTOR = 0.5
"""Of that gap, below which it isn't any more."""
SPRINT_ENTER_SUSTAIN_TICKS = 16
"""Ticks for which all that sprinting needs has to be true before it begins."""


class Gait(Enum):
    """How a companion is seen to move."""

    HOLD = auto()
    WALK = auto()
    SPRINT = auto()


def clamp(value: float, low: float, high: float) -> float:
    return low if value < low else high if value > high else value


class Pace:
    """Speed of a tick."""

    __slots__ = ("attribute", "gait", "speed", "sprinting", "strength")

    def __init__(self, gait: Gait, speed: float) -> None:
        self.gait = gait
        self.speed = speed
        """Factor on walking speed, without what the sprint flag adds of itself."""
        self.sprinting = gait is Gait.SPRINT
        self.attribute = WALKING_SPEED * speed
        """:attr:`world.physics.body.Controls.speed` for this pace."""
        self.strength = self.attribute * SPRINT_FACTOR if self.sprinting else self.attribute
        """The same with what the sprint flag adds."""


class GaitController:
    """Turns distances into paces. Time is the tick number."""

    def __init__(
        self, walk: float = WALK_SPEED, sprint: float = SPRINT_SPEED, sprint_range: float = SPRINT_RANGE
    ) -> None:
        self.walk = max(MIN_TRAVEL_SPEED, walk)
        self.sprint = max(self.walk, sprint)
        self.sprint_range = sprint_range
        self.sprint_gap = clamp(SPRINT_GAP_FACTOR * sprint_range, SPRINT_GAP_MIN, SPRINT_GAP_MAX)
        """Blocks of gap that it takes to begin sprinting."""
        self.reset()

    def reset(self) -> None:
        """Forget all that was: demand, history and gait."""
        self.gait = Gait.HOLD
        self.demand = 0.0
        self.distance = 0.0
        """Filtered, in blocks."""
        self.closing = 0.0
        """Filtered rate at which the distance shrinks, in blocks per tick."""
        self.ground_speed = 0.0
        """Filtered, horizontal, in blocks per tick."""
        self._sampled_at: int | None = None
        self._x = self._z = 0.0
        self._dwelt = MIN_DWELL_TICKS
        self._sustained = 0

    @property
    def pace(self) -> Pace:
        """What the last sample came to."""
        blended = self.walk + self.demand * (self.sprint - self.walk)
        return Pace(self.gait, blended / SPRINT_BOOST if self.gait is Gait.SPRINT else blended)

    def update(
        self,
        now: int,
        x: float,
        z: float,
        distance: float,
        *,
        hold: float = 0.0,
        urgent: bool = False,
        leisurely: bool = False,
        leader_sprints: bool = False,
    ) -> Pace:
        """The pace at ``x, z`` with ``distance`` blocks to go, of which ``hold`` are to be left.

        ``leisurely``: no faster than a walk, however far it is.
        """
        steps = self._sample(now, x, z, distance)
        gap = max(0.0, self.distance - max(0.0, hold))
        desired = min(sqrt(2.0 * ARRIVAL_DECELERATION * gap), MAX_CLOSING_RATE)
        ceiling = min(DEMAND_CEILING_BASE + DEMAND_CEILING_PER_BLOCK * gap, 1.0)
        target = clamp(self.demand + TRACK_GAIN * (desired - self.closing), 0.0, ceiling)
        if urgent:
            target = max(target, min(URGENT_DEMAND_FLOOR, ceiling))
        if leisurely:
            target = 0.0
        self._move_demand(target, steps)
        self._choose_gait(gap, steps, leader_sprints)
        return self.pace

    def relax(self, now: int, x: float, z: float) -> Pace:
        """The pace of one that has nowhere to go for the moment: demand fades, the history stays."""
        steps = self._sample(now, x, z, self.distance)
        self._move_demand(0.0, steps)
        self._choose_gait(0.0, steps, leader_sprints=False)
        return self.pace

    def restart(self) -> None:
        """Forget where it was: the next sample is the first of another way."""
        self._sampled_at = None

    def lengthen(self, blocks: float) -> None:
        """The way has become so much longer without its own doing: that is no speed."""
        self.distance += blocks

    def _sample(self, now: int, x: float, z: float, distance: float) -> int:
        """Take a sample in; return the ticks that it stands for."""
        elapsed = 0 if self._sampled_at is None else now - self._sampled_at
        self._sampled_at = now
        if 0 < elapsed <= STALE_TICKS:
            before = self.distance
            self.distance += DISTANCE_LERP * (distance - before)
            self.closing += CLOSING_LERP * ((before - self.distance) / elapsed - self.closing)
            moved = hypot(x - self._x, z - self._z) / elapsed
            self.ground_speed += GROUND_SPEED_LERP * (moved - self.ground_speed)
        else:
            elapsed = 1
            self.distance = distance
            self.closing = 0.0
        self._x, self._z = x, z
        return elapsed

    def _move_demand(self, target: float, steps: int) -> None:
        most = MAX_DEMAND_RATE * steps
        self.demand = clamp(self.demand + clamp(target - self.demand, -most, most), 0.0, 1.0)

    def _choose_gait(self, gap: float, steps: int, leader_sprints: bool) -> None:
        self._dwelt += steps
        enter, leave = (
            (LEADER_SPRINT_ENTER_DEMAND, LEADER_SPRINT_EXIT_DEMAND)
            if leader_sprints
            else (SPRINT_ENTER_DEMAND, SPRINT_EXIT_DEMAND)
        )
        if self.gait is Gait.SPRINT:
            sprints = self.demand >= leave and gap >= SPRINT_GAP_EXIT_FACTOR * self.sprint_gap
        else:
            ready = self.demand >= enter and gap >= self.sprint_gap
            self._sustained = self._sustained + steps if ready else 0
            sprints = self._sustained >= SPRINT_ENTER_SUSTAIN_TICKS
        holds = self.demand < HOLD_DEMAND and self.ground_speed < HOLD_GROUND_SPEED
        wanted = Gait.SPRINT if sprints else Gait.HOLD if holds else Gait.WALK
        if wanted is not self.gait and self._dwelt >= MIN_DWELL_TICKS:
            self.gait = wanted
            self._dwelt = 0
            self._sustained = 0
