"""The players of one world, findable by place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import floor
from uuid import UUID

CELL = 16.0
"""Blocks of a grid cell's edge: a cell is a chunk."""


@dataclass(frozen=True, slots=True)
class Bystander:
    """A player as a companion perceives it: place of its eyes in blocks, yaw in degrees."""

    viewer_id: int
    name: str
    x: float
    eye_y: float
    z: float
    yaw: float = 0.0
    sprinting: bool = False
    uuid: UUID | None = None

    def squared_distance(self, x: float, y: float, z: float) -> float:
        """From its eyes to a point, in square blocks."""
        return (self.x - x) ** 2 + (self.eye_y - y) ** 2 + (self.z - z) ** 2


class Crowd:
    """A horizontal grid of bystanders, made anew each tick: asking it costs little where nobody is."""

    __slots__ = ("_cells", "chunks_near")

    def __init__(self, bystanders: Iterable[Bystander] = ()) -> None:
        self._cells: defaultdict[tuple[int, int], list[Bystander]] = defaultdict(list)
        for bystander in bystanders:
            self._cells[_cell(bystander.x, bystander.z)].append(bystander)
        self.chunks_near = {
            (x + dx, z + dz) for x, z in self._cells for dx in (-1, 0, 1) for dz in (-1, 0, 1)
        }
        """Cells from which somebody may be within a cell's length."""

    def is_near(self, chunk: tuple[int, int]) -> bool:
        """Whether somebody is in a chunk or in one beside it."""
        return chunk in self.chunks_near

    def within(self, x: float, y: float, z: float, radius: float) -> list[Bystander]:
        """Bystanders whose eyes are at most ``radius`` blocks from a point.

        The nearest comes first, on a tie the oldest session.
        """
        if radius <= CELL and _cell(x, z) not in self.chunks_near:
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


def _cell(x: float, z: float) -> tuple[int, int]:
    return floor(x / CELL), floor(z / CELL)


NOBODY = Crowd()
