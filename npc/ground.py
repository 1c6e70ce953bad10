"""The ground around a body: whether it is still what it was, and whether it hurts."""

from __future__ import annotations

from math import floor

from world.physics.body import Body
from world.terrain import Terrain

_BELOW = 0.01
"""Blocks beneath the feet where a block carries the body."""


class GroundWatch:
    """Notices block changes in the chunks that a body is in, from tick to tick."""

    __slots__ = ("_columns", "_terrain", "_versions")

    def __init__(self) -> None:
        self._terrain: Terrain | None = None
        self._columns: tuple[int, int, int, int] | None = None
        """Least and greatest chunk x, least and greatest chunk z."""
        self._versions: tuple[int | None, ...] = ()

    def has_changed(self, body: Body, terrain: Terrain) -> bool:
        """Whether a block may have changed since the last call with the body in the same chunks."""
        half = body.width / 2
        west, east = floor(body.x - half) >> 4, floor(body.x + half) >> 4
        north, south = floor(body.z - half) >> 4, floor(body.z + half) >> 4
        columns = west, east, north, south
        get = terrain.versions.get
        if west == east and north == south:
            versions: tuple[int | None, ...] = (get((west, north)),)
        else:
            versions = tuple(get((x, z)) for x in range(west, east + 1) for z in range(north, south + 1))
        same_place = columns == self._columns and terrain is self._terrain
        changed = same_place and versions != self._versions
        self._columns, self._versions, self._terrain = columns, versions, terrain
        return changed


def is_harmless(body: Body, terrain: Terrain) -> bool:
    """Whether nothing that a body is in or stands on hurts it."""
    x0, y0, z0, x1, y1, z1 = body.box
    return not any(
        terrain.cell(x, y, z).hazard
        for y in range(floor(y0 - _BELOW), floor(y1) + 1)
        for z in range(floor(z0), floor(z1) + 1)
        for x in range(floor(x0), floor(x1) + 1)
    )
