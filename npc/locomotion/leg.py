"""One leg of a route: the straight piece to the next waypoint, with all that stays the same while a body is on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from world.paths.route import Move, Waypoint
from world.terrain import Vector

RADIUS = 0.25
"""Blocks within which a waypoint is reached: tight enough that a body doesn't touch the corner behind it."""
EXACT_RADIUS = 0.12
"""The same where the next move needs a certain place: a ladder, a door, the take-off of a leap."""
SHORT = 1e-6
"""Blocks below which a leg has no direction."""

_EXACT = (Move.CLIMB, Move.LEAP, Move.DOOR)


class Leg:
    """From a place to a waypoint. Lengths in blocks along the ground."""

    __slots__ = (
        "dx",
        "dz",
        "following",
        "high",
        "length",
        "low",
        "radius",
        "start",
        "straightness",
        "target",
    )

    def __init__(self, start: Vector, waypoints: Sequence[Waypoint], index: int) -> None:
        """``index``: of the waypoint that it leads to."""
        self.start = start
        self.target = target = waypoints[index]
        self.following = following = waypoints[index + 1] if index + 1 < len(waypoints) else None
        """The waypoint after that."""
        self.low, self.high = min(start[1], target.y), max(start[1], target.y)
        self.dx, self.dz = target.x - start[0], target.z - start[2]
        self.length = hypot(self.dx, self.dz)
        exact = following is None or following.move in _EXACT
        self.radius = EXACT_RADIUS if exact else RADIUS
        """Within which the waypoint is reached."""
        self.straightness = 0.0
        """1: the way goes straight on behind the waypoint, 0: it makes a turn of 90° or more there, or needs care."""
        if following is not None and not exact:
            bx, bz = following.x - target.x, following.z - target.z
            lengths = self.length * hypot(bx, bz)
            if lengths > SHORT:
                self.straightness = max(0.0, (self.dx * bx + self.dz * bz) / lengths)

    def along(self, x: float, z: float) -> float:
        """How far along the leg, or the line that it is on, the place is that is nearest to ``x, z``."""
        if self.length < SHORT:
            return 0.0
        return ((x - self.start[0]) * self.dx + (z - self.start[2]) * self.dz) / self.length

    def place(self, along: float) -> tuple[float, float]:
        """x and z so far along the leg, not beyond its ends."""
        if self.length < SHORT:
            return self.target.x, self.target.z
        share = 0.0 if along <= 0.0 else 1.0 if along >= self.length else along / self.length
        return self.start[0] + self.dx * share, self.start[2] + self.dz * share

    def is_passed(self, x: float, z: float) -> bool:
        """Whether a place is beside the waypoint or beyond it."""
        return (self.target.x - x) * self.dx + (self.target.z - z) * self.dz <= 0.0
