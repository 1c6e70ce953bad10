"""Leaving out the waypoints that a straight way doesn't need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import floor

from world.paths.cells import STAND, UNIT
from world.paths.route import Abilities, Move, Waypoint
from world.paths.sweep import MARGIN, rows_under, walks
from world.paths.window import Window
from world.terrain import Terrain, Vector

AHEAD = 7
"""Waypoints that are looked ahead at most."""


def straight(terrain: Terrain, a: Vector, b: Vector, abilities: Abilities) -> bool:
    """Whether a body can walk straight from one feet position to another: no jump, no fall, no harm."""
    step = min(abilities.step_height, 0.6)
    return walks(
        terrain, a, b, abilities.width, abilities.height,
        rise=step, drop=0.6, shuns_farmland=abilities.shuns_farmland,
    )  # fmt: skip


def is_plain(window: Window, a: Vector, b: Vector, kind: int = STAND) -> bool:
    """Whether there is nothing but one kind of place, all even, about a straight way: a quick yes; a no may be one."""
    level = floor(a[1] + 1e-6)
    units = round((a[1] - level) * UNIT)
    if abs(a[1] - b[1]) > 1e-6:
        return False
    kinds, levels, wides, need = window.kinds, window.levels, window.wides, window.footing.body.need
    half = window.footing.body.width / 2 + MARGIN
    for x, first, last in rows_under(a, b, half):
        for z in range(first, last + 1):
            place = window.place(x, level, z)
            if place is None or (kinds[place] or window.see(place)) != kind:
                return False
            if wides[place] < need or (levels[place] != units and kind == STAND):
                return False
    return True


class Straightener:
    """Goes through waypoints and leaves out those that aren't needed, a look at a time."""

    def __init__(
        self, start: Vector, waypoints: list[Waypoint], clear: Mapping[Move, Callable[[Vector, Vector], bool]]
    ) -> None:
        """``clear``: of the moves that may be taken together, whether one leads straight from here to there."""
        self.waypoints = waypoints
        self.kept: list[Waypoint] = []
        self.looks = 0
        """Straight ways that were looked at."""
        self._clear = clear
        self._from = start
        self._next = 0
        self._reached = 0
        """The farthest waypoint that is known to be straight ahead; at first the next one, which needs no look."""

    @property
    def done(self) -> bool:
        return self._next == len(self.waypoints)

    def advance(self) -> None:
        """Look at one straight way more, or keep a waypoint when there is none to be looked at."""
        waypoints, following = self.waypoints, self._reached + 1
        move = waypoints[self._next].move
        clear = self._clear.get(move)
        if (
            clear is not None
            and following < min(self._next + AHEAD, len(waypoints))
            and waypoints[following].move is move
        ):
            self.looks += 1
            if clear(self._from, waypoints[following][:3]):
                self._reached = following
                return
        self.kept.append(waypoints[self._reached])
        self._from = waypoints[self._reached][:3]
        self._next = self._reached = following
