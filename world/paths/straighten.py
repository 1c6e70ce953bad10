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

    @property
    def done(self) -> bool:
        return self._next == len(self.waypoints)

    def advance(self) -> None:
        """Find the next waypoint that is kept."""
        waypoints = self.waypoints
        at = self._next
        last = min(at + AHEAD, len(waypoints))
        move = waypoints[at].move
        clear = self._clear.get(move)
        if clear is not None:
            while at + 1 < last and waypoints[at + 1].move is move:
                self.looks += 1
                if not clear(self._from, waypoints[at + 1][:3]):
                    break
                at += 1
        self.kept.append(waypoints[at])
        self._from = waypoints[at][:3]
        self._next = at + 1
