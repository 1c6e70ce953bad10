"""A* over the places of a window, as many polls at a time as somebody grants it."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from math import floor

import numpy as np
import numpy.typing as npt

from world.paths.ground import BLOCK, Edge
from world.paths.window import Place, Window
from world.terrain import Vector

DIAGONAL_EXTRA = 414
"""Thousandths of a block that a diagonal step is longer than a straight one, rounded down to stay a bound."""

UPRIGHT_EXTRA = 317
"""The same of a step in all three directions, over a diagonal one."""
HASTE = 3
"""Estimates count 1/2**HASTE more than they are, and a way may cost as much more than the cheapest.

On terrain that vanilla generated searches look at two fifths fewer places than with next to no haste, and ways are
longer by 0.6 % in the mean.
"""


def _octile(dx: int, dy: int, dz: int) -> int:
    """Length of the shortest way over 26 directions, rounded down."""
    least, middle, most = sorted((dx, dy, dz))
    return most + (middle * DIAGONAL_EXTRA + least * UPRIGHT_EXTRA) // BLOCK


class AStar:
    """One search. Heap entries are a single number, estimate before place: they compare faster than tuples do.

    The estimate is the octile distance, or the height to gain where that is more; costs are never less. It counts a
    little more than it is (:data:`HASTE`), so that places nearer to the goal go first.
    """

    def __init__(
        self,
        window: Window,
        neighbours: Callable[[Place], list[Edge]],
        start: Place,
        goal: Place | None,
        target: Vector,
        *,
        arrive: float,
        budget: int,
        free: bool = False,
    ) -> None:
        """``goal``: the place to get to, if there is one there; ``target``: the feet position that is meant.

        ``free``: nothing holds the body, so that height is a direction like others.
        """
        self.window = window
        self.neighbours = neighbours
        self.start, self.goal = start, goal
        self.target = target
        self.arrive = arrive
        self.budget = budget
        self.free = free
        self.polls = 0
        self.found: Place | None = None
        """The place that it arrived at."""
        self.exhausted = False
        """Whether there is nothing more to look at, or no budget to do so."""
        self.nearest = start
        """The place nearest to the target so far."""
        self._distances()
        self._costs: dict[Place, int] = {start: 0}
        self._parents: dict[Place, Place] = {}
        self._closed = window.buffers.closed
        np.frombuffer(self._closed, np.uint8, window.size).fill(0)
        self._heap = [start]
        self._bits = window.size.bit_length()
        self._nearest_distance: int | None = None

    def _distances(self) -> None:
        """Distance to the target by column, row and layer of the window, in thousandths of a block."""
        window = self.window
        low = window.low
        if self.goal is not None:
            x, y, z = window.position(self.goal)
        else:
            x, y, z = (floor(v) for v in self.target)
        slack = round(self.arrive * BLOCK)
        rows, layers = window.up >> window.shift, window.size // window.up
        across = [max(0, abs(n + low[0] - 1 - x) * BLOCK - slack) for n in range(window.mask + 1)]
        along = [max(0, abs(n + low[2] - 1 - z) * BLOCK - slack) for n in range(rows)]
        self._x = across, [d * DIAGONAL_EXTRA // BLOCK for d in across]
        self._z = along, [d * DIAGONAL_EXTRA // BLOCK for d in along]
        # feet may be nearly a block above the bottom of theirs
        self._rise = [max(0, (y - n - low[1]) * BLOCK - slack) for n in range(layers)]
        self._upright = [max(0, abs(y - n - low[1] + 1) * BLOCK - slack) for n in range(layers)]
        self._height = [abs(y - n - low[1] + 1) * BLOCK for n in range(layers)]

    @property
    def done(self) -> bool:
        return self.exhausted or self.found is not None

    def advance(self, polls: int) -> int:
        """Look at so many places more, at most. Returns at how many it did."""
        window = self.window
        mask, shift, up, bits = window.mask, window.shift, window.up, self._bits
        (xs, xs_more), (zs, zs_more), rises, heights = self._x, self._z, self._rise, self._height
        heap, costs, parents, closed = self._heap, self._costs, self._parents, self._closed
        neighbours, goal, arrive = self.neighbours, self.goal, self.arrive
        free, upright = self.free, self._upright
        place_mask = (1 << bits) - 1
        nearest, nearest_distance = self.nearest, self._nearest_distance
        left = min(polls, self.budget - self.polls)
        granted = left
        while left > 0:
            if not heap:
                self.exhausted = True
                break
            i = heappop(heap) & place_mask
            if closed[i]:
                continue
            closed[i] = 1
            left -= 1
            if i == goal:
                self.found = i
                break
            layer, flat = divmod(i, up)
            x, z = flat & mask, flat >> shift
            dx, dz = xs[x], zs[z]
            distance = (dx + zs_more[z] if dx > dz else dz + xs_more[x]) + heights[layer]
            if nearest_distance is None or distance < nearest_distance:
                nearest, nearest_distance = i, distance
            if arrive and not dx and not dz and self._arrived(i):
                self.found = i
                break
            cost = costs[i]
            for j, more in neighbours(i):
                if closed[j]:
                    continue
                total = cost + more
                known = costs.get(j)
                if known is not None and known <= total:
                    continue
                costs[j] = total
                parents[j] = i
                x, z = j & mask, j % up >> shift
                dx, dz = xs[x], zs[z]
                if free:
                    ahead = _octile(dx, upright[j // up], dz)
                else:
                    ahead = dx + zs_more[z] if dx > dz else dz + xs_more[x]
                    rise = rises[j // up]
                    if rise > ahead:
                        ahead = rise
                heappush(heap, (total + ahead + (ahead >> HASTE)) << bits | j)
        self.nearest, self._nearest_distance = nearest, nearest_distance
        used = granted - left
        self.polls += used
        if self.polls >= self.budget and self.found is None:
            self.exhausted = True
        return used

    def _arrived(self, i: Place) -> bool:
        x, y, z = self.window.feet(i)
        tx, ty, tz = self.target
        return (x - tx) ** 2 + (y - ty) ** 2 + (z - tz) ** 2 <= self.arrive**2

    def looked_at(self) -> npt.NDArray[np.int32]:
        """Block positions of the places that were looked at, shape (n, 3)."""
        window, closed = self.window, self._closed
        places = np.array([place for place in self._costs if closed[place]], np.int64)
        layers, flat = np.divmod(places, window.up)
        offsets = flat & window.mask, layers, flat >> window.shift
        found = np.empty((len(places), 3), np.int32)
        for axis, offset in enumerate(offsets):
            found[:, axis] = offset + window.low[axis] - 1
        return found

    def way(self) -> list[Place]:
        """Places from the start, both included, to where it arrived, or as near as it came."""
        at = self.nearest if self.found is None else self.found
        places = [at]
        while at in self._parents:
            at = self._parents[at]
            places.append(at)
        places.reverse()
        return places
