"""When a body needs no ticks: it stands, nothing moves or hurts it, and the ground stays as it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from world.physics.body import Body
from world.terrain import Terrain

_ChunkPos = tuple[int, int]
_BELOW = 0.01
"""Blocks beneath the feet where a block carries the body."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The ground that a body rests on, as it was when it came to rest."""

    terrain: Terrain
    versions: tuple[tuple[_ChunkPos, int | None], ...]
    """:attr:`Terrain.versions` of the columns that the body is in."""
    square: tuple[int, int]
    """Of the grid that bodies are looked up in to see who pushes whom."""

    @classmethod
    def of(cls, body: Body, terrain: Terrain) -> Rest | None:
        """What a body that hasn't moved in its last tick rests on; None if it doesn't rest."""
        if (
            not body.on_ground
            or body.vx
            or body.vz
            or body.vy > 0.0
            or body.water
            or body.lava
            or body.climbing
            or body.stuck is not None
            or not _is_harmless(body, terrain)
        ):
            return None
        x0, _, z0, x1, _, z1 = body.box
        versions = terrain.versions
        columns = {(floor(x) >> 4, floor(z) >> 4): None for x in (x0, x1) for z in (z0, z1)}
        return cls(
            terrain, tuple((column, versions.get(column)) for column in columns), square_of(body.x, body.z)
        )

    def goes_on(self, body: Body, terrain: Terrain) -> bool:
        """Whether the body, if nobody has told it to move, would be where it is after another tick."""
        return not (body.vx or body.vz or body.vy > 0.0) and self.is_same_ground(terrain)

    def is_same_ground(self, terrain: Terrain) -> bool:
        """Whether no block near the body has changed."""
        if terrain is not self.terrain:
            return False
        current = terrain.versions
        return all(current.get(column) == version for column, version in self.versions)


def square_of(x: float, z: float) -> tuple[int, int]:
    """The square, four blocks wide, that a place is in."""
    return floor(x) >> 2, floor(z) >> 2


def _is_harmless(body: Body, terrain: Terrain) -> bool:
    x0, y0, z0, x1, y1, z1 = body.box
    return not any(
        terrain.cell(x, y, z).hazard
        for y in range(floor(y0 - _BELOW), floor(y1) + 1)
        for z in range(floor(z0), floor(z1) + 1)
        for x in range(floor(x0), floor(x1) + 1)
    )
