"""The players of one world, findable by place."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import product
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

    __slots__ = ("_all", "_near")

    def __init__(self, bystanders: Iterable[Bystander] = ()) -> None:
        self._all = list(bystanders)
        self._near: dict[tuple[int, int], list[Bystander]] = {}
        """By cell, who may be within a cell's length of a place in it."""
        for bystander in self._all:
            x, z = _cell(bystander.x, bystander.z)
            for beside in product((x - 1, x, x + 1), (z - 1, z, z + 1)):
                self._near.setdefault(beside, []).append(bystander)

    @property
    def chunks_near(self) -> Collection[tuple[int, int]]:
        """Chunks in which, or beside which, somebody is."""
        return self._near.keys()

    def is_near(self, chunk: tuple[int, int]) -> bool:
        """Whether somebody is in a chunk or in one beside it."""
        return chunk in self._near

    def within(self, x: float, y: float, z: float, radius: float) -> list[Bystander]:
        """Bystanders whose eyes are at most ``radius`` blocks from a point.

        The nearest comes first, on a tie the oldest session.
        """
        candidates = self._near.get(_cell(x, z), ()) if radius <= CELL else self._all
        limit = radius * radius
        found = [
            (distance, bystander.viewer_id, bystander)
            for bystander in candidates
            if (distance := bystander.squared_distance(x, y, z)) <= limit
        ]
        if len(found) > 1:
            found.sort(key=lambda entry: entry[:2])
        return [bystander for _, _, bystander in found]


def _cell(x: float, z: float) -> tuple[int, int]:
    return floor(x / CELL), floor(z / CELL)


NOBODY = Crowd()
