"""Running jumps over gaps: which landings a body reaches, and how it has to take off."""

from __future__ import annotations

from functools import cache
from math import floor, hypot
from typing import NamedTuple

from world.paths.cells import BLOCKED, OPEN, STAND, UNIT
from world.paths.route import Abilities
from world.paths.window import Place, Window
from world.physics.ballistics import geometric, height_after, landing_speed, lift_for
from world.physics.collision import is_free
from world.physics.figures import AIR_FRICTION
from world.terrain import Vector

HIGHEST = 1.3
"""Blocks that a leap rises at most."""
DEEPEST = 2.75
"""Blocks that it comes down at most."""
TICKS = range(5, 16)
"""That it may take."""
SPEED = 0.12, 0.58
"""Horizontal speed to take off with, in blocks per tick."""
LIFT = 0.12, 0.56
"""Vertical speed to take off with."""
LANDING = -0.72, -0.04
"""Vertical speed to land with."""
LONGEST = SPEED[1] * geometric(AIR_FRICTION, TICKS[-1])
"""Blocks that it goes at most."""
SUBSTEPS = 4
"""Places in a tick at which the body is tried."""
LEAPING = 900
"""What it costs on top of the distance, in thousandths of a block's walk."""
_BLOCK = 1000


class Arc(NamedTuple):
    """A leap: speeds to take off with, in blocks per tick, and how long it takes."""

    speed: float
    lift: float
    ticks: int

    def at(self, tick: int) -> tuple[float, float]:
        """Blocks ahead and up after so many ticks: each moves by the speed, then speeds are lessened."""
        return self.speed * geometric(AIR_FRICTION, tick), height_after(self.lift, tick)


def is_within_strength(speed: float, lift: float, ticks: int) -> bool:
    """Whether legs are good for that take-off, and the landing is neither too soft nor too hard."""
    return (
        SPEED[0] <= speed <= SPEED[1]
        and LIFT[0] <= lift <= LIFT[1]
        and LANDING[0] <= landing_speed(lift, ticks) <= LANDING[1]
    )


@cache
def arcs(distance: float, rise: float) -> tuple[Arc, ...]:
    """The leaps over a distance and up (or, negative, down) by a rise: the one of the least effort, then the flattest.

    Empty when there is none. A body in the air moves by its speed in each tick; then 0.91 is left of it ahead, and
    (v - 0.08) · 0.98 upward. So the speeds that get it there in a number of ticks follow from two geometric series.
    """
    if not -DEEPEST - 1e-9 <= rise <= HIGHEST:
        return ()
    found: list[Arc] = []
    for ticks in TICKS:
        speed, lift = distance / geometric(AIR_FRICTION, ticks), lift_for(rise, ticks)
        if is_within_strength(speed, lift, ticks):
            found.append(Arc(speed, lift, ticks))
    if not found:
        return ()
    easiest = min(found, key=lambda arc: hypot(arc.speed, arc.lift))
    flattest = min(found, key=lambda arc: arc.lift)
    return (easiest,) if flattest is easiest else (easiest, flattest)


class Leaps:
    """Landings that a running jump reaches, over gaps of one to three blocks."""

    def __init__(self, window: Window, abilities: Abilities) -> None:
        self.window = window
        self.tried = 0
        """Arcs that were swept."""
        self._deepest = floor(min(DEEPEST, abilities.max_drop) * UNIT + 1e-6)
        self._step = floor(abilities.step_height * UNIT + 1e-6)
        south = window.south
        self._directions = [(1, 1.0), (-1, 1.0), (south, 1.0), (-south, 1.0)]
        self._directions += [(x + z, hypot(1, 1)) for x in (1, -1) for z in (south, -south)]

    def from_place(self, i: Place) -> list[tuple[Place, int]]:
        """Landings from a place on the ground, with what it costs to get there."""
        window = self.window
        edges: list[tuple[Place, int]] = []
        for offset, length in self._directions:
            j = i + offset
            if window.kind(j) != OPEN:
                continue
            walked = self._step_on(i, offset)
            distance = length
            while window.kind(j) == OPEN:
                j += offset
                distance += length
                if distance > LONGEST:
                    break
                if walked is not None:
                    walked = self._step_on(walked, offset)
                landing = self._landing(i, j)
                if landing is None or landing == walked:
                    continue  # what can be walked to is no place to leap to
                if self._is_free(i, landing, distance):
                    edges.append((landing, round(distance * _BLOCK) + LEAPING))
        return edges

    def _step_on(self, i: Place, offset: int) -> Place | None:
        """Where a step from a place on the ground leads; None: it doesn't, or deeper than a step."""
        window = self.window
        j = i + offset
        kind = window.kind(j)
        if kind == OPEN:
            return self._ground(i, j, self._step)
        rise = -window.levels[i]
        if kind == BLOCKED:
            j += window.up
            kind = window.kind(j)
            rise += UNIT
        return j if kind == STAND and rise + window.levels[j] <= self._step else None

    def _landing(self, i: Place, j: Place) -> Place | None:
        """Ground at, a block above, or not too far below a place."""
        window = self.window
        kind = window.kind(j)
        if kind == BLOCKED:
            j += window.up
            return j if window.kind(j) == STAND else None
        return j if kind == STAND else self._ground(i, j, self._deepest)

    def _ground(self, i: Place, j: Place, deepest: int) -> Place | None:
        """Ground under an open place, at most so many units below that of ``i``."""
        window = self.window
        drop = window.levels[i]
        while drop <= deepest + UNIT:
            kind = window.kind(j)
            if kind != OPEN:
                return j if kind == STAND and drop - window.levels[j] <= deepest else None
            j -= window.up
            drop += UNIT
        return None

    def _is_free(self, i: Place, j: Place, distance: float) -> bool:
        """Whether there is a leap from one place to the other, and nothing in its way."""
        window = self.window
        start, end = window.feet(i), window.feet(j)
        for leap in arcs(distance, end[1] - start[1]):
            self.tried += 1
            if is_arc_free(window, start, end, leap, distance):
                return True
        return False


def is_arc_free(window: Window, start: Vector, end: Vector, leap: Arc, distance: float) -> bool:
    """Whether a body meets nothing on its leap."""
    body, terrain = window.footing.body, window.footing.terrain
    half = body.width / 2
    ahead, up = 0.0, 0.0
    for tick in range(1, leap.ticks + 1):
        next_ahead, next_up = leap.at(tick)
        for substep in range(1, SUBSTEPS + 1):
            if tick == leap.ticks and substep == SUBSTEPS:
                break  # it stands
            share = substep / SUBSTEPS
            along = (ahead + (next_ahead - ahead) * share) / distance
            x = start[0] + (end[0] - start[0]) * along
            y = start[1] + up + (next_up - up) * share
            z = start[2] + (end[2] - start[2]) * along
            if not is_free(terrain, (x - half, y, z - half, x + half, y + body.height, z + half)):
                return False
        ahead, up = next_ahead, next_up
    return True
