"""The players of one world, findable by place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import floor

CELL = 16.0
"""Blocks of a grid cell's edge."""


@dataclass(frozen=True, slots=True)
class Bystander:
    """A player as a companion perceives it: place of its eyes in blocks."""

    viewer_id: int
    name: str
    x: float
    eye_y: float
    z: float

    def squared_distance(self, x: float, y: float, z: float) -> float:
        """From its eyes to a point, in square blocks."""
        return (self.x - x) ** 2 + (self.eye_y - y) ** 2 + (self.z - z) ** 2


class Crowd:
    """A horizontal grid of bystanders, made anew each tick: asking it costs little where nobody is."""

    __slots__ = ("_cells",)

    def __init__(self, bystanders: Iterable[Bystander] = ()) -> None:
        self._cells: defaultdict[tuple[int, int], list[Bystander]] = defaultdict(list)
        for bystander in bystanders:
            self._cells[floor(bystander.x / CELL), floor(bystander.z / CELL)].append(bystander)

    def within(self, x: float, y: float, z: float, radius: float) -> list[Bystander]:
        """Bystanders whose eyes are at most ``radius`` blocks from a point.

        The nearest comes first, on a tie the oldest session.
        """
        if not self._cells:
            return []
        found: list[tuple[float, int, Bystander]] = []
        limit = radius * radius
        for cell_x in range(floor((x - radius) / CELL), floor((x + radius) / CELL) + 1):
            for cell_z in range(floor((z - radius) / CELL), floor((z + radius) / CELL) + 1):
                for bystander in self._cells.get((cell_x, cell_z), ()):
                    distance = bystander.squared_distance(x, y, z)
                    if distance <= limit:
                        found.append((distance, bystander.viewer_id, bystander))
        found.sort(key=lambda entry: entry[:2])
        return [bystander for _, _, bystander in found]


NOBODY = Crowd()
