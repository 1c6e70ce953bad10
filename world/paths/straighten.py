"""Leaving out the waypoints that a straight way doesn't need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, floor, hypot

from world.paths.cells import STAND, UNIT
from world.paths.route import Abilities, Move, Waypoint
from world.paths.sweep import MARGIN, walks
from world.paths.window import Window
from world.terrain import Terrain, Vector

AHEAD = 7
"""Waypoints that are looked ahead at most."""
SAMPLE = 0.25
"""Blocks between places that are looked at on plain ground."""


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
    dx, dz = b[0] - a[0], b[2] - a[2]
    pieces = max(1, ceil(hypot(dx, dz) / SAMPLE))
    passed: set[tuple[int, int]] = set()
    for piece in range(pieces + 1):
        x, z = a[0] + dx * piece / pieces, a[2] + dz * piece / pieces
        x0, z0, x1, z1 = floor(x - half), floor(z - half), floor(x + half), floor(z + half)
        for corner in ((x0, z0), (x1, z0), (x0, z1), (x1, z1)):
            if corner in passed:
                continue
            passed.add(corner)
            place = window.place(corner[0], level, corner[1])
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
