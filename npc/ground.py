"""The ground around a body: whether it is still what it was, and whether it hurts."""

from __future__ import annotations

from math import floor

from world.physics.body import Body
from world.terrain import Terrain

_BELOW = 0.01
"""Blocks beneath the feet where a block carries the body."""


class GroundWatch:
    """Notices block changes in the chunks that a body is in, from tick to tick."""

    __slots__ = ("_changes", "_terrain")

    def __init__(self) -> None:
        self._terrain: Terrain | None = None
        self._changes = 0
        """:attr:`Terrain.changes` at the last look."""

    def has_changed(self, body: Body, terrain: Terrain) -> bool:
        """Whether a block in the chunks that the body is in may have changed since the last call in that world."""
        since, self._changes = self._changes, terrain.changes
        if terrain is not self._terrain:
            self._terrain = terrain
            return False
        if terrain.changes == since:
            return False
        x0, _, z0, x1, _, z1 = body.box
        return terrain.has_changed(floor(x0), floor(z0), floor(x1), floor(z1), since)


def is_harmless(body: Body, terrain: Terrain) -> bool:
    """Whether nothing that a body is in or stands on hurts it."""
    x0, y0, z0, x1, y1, z1 = body.box
    return not any(
        terrain.cell(x, y, z).hazard
        for y in range(floor(y0 - _BELOW), floor(y1) + 1)
        for z in range(floor(z0), floor(z1) + 1)
        for x in range(floor(x0), floor(x1) + 1)
    )
