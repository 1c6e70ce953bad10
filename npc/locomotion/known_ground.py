"""Ground that a body has looked at already, so that it doesn't look again while it walks across it."""

from __future__ import annotations

from math import ceil, floor

from npc.locomotion.footing import MARGIN, objection
from world.paths.route import Abilities
from world.physics.body import Body
from world.physics.rules import MODERN, PhysicsRules
from world.terrain import SOLID, Cell, Terrain

SAMPLE = 0.5
"""Blocks between two places at which the ground ahead is looked at."""

_Area = tuple[int, int, int, int]
"""Block x and z of the first column, and of the last."""


class KnownGround:
    """Answers as :func:`npc.locomotion.footing.objection` does for one body, mostly from memory.

    Where no column that a body would be in holds more than blocks that are merely in its way, and one of them has a
    whole block that it can come to stand on, there is nothing to be said against going there: by far the most frequent
    case. Whatever else there is, is looked at each time.
    """

    __slots__ = ("_abilities", "_carries", "_changes", "_even", "_feet", "_terrain")

    def __init__(self, abilities: Abilities) -> None:
        self._abilities = abilities
        self._carries: dict[tuple[int, int], bool | None] = {}
        """By column, whether it has a whole block to stand on; None where something is to be looked at."""
        self._even: _Area | None = None
        """Where all columns have one, the last time that it was asked for."""
        self._terrain: Terrain | None = None
        self._changes = 0
        """:attr:`Terrain.changes` when that was so."""
        self._feet = 0.0
        """Height of the body when it was so."""

    def objection(
        self, terrain: Terrain, body: Body, dx: float, dz: float, reach: float, rules: PhysicsRules = MODERN
    ) -> str:
        """Why the body shouldn't go so far along the unit vector ``dx, dz``; empty when it may."""
        if body.y != self._feet or terrain.changes != self._changes or terrain is not self._terrain:
            self._carries.clear()
            self._even = None
            self._feet, self._changes, self._terrain = body.y, terrain.changes, terrain
        x, z, half = body.x, body.z, body.width / 2 - MARGIN
        at = min(SAMPLE, reach)
        near_x, far_x = x + dx * at, x + dx * reach
        near_z, far_z = z + dz * at, z + dz * reach
        if near_x > far_x:
            near_x, far_x = far_x, near_x
        if near_z > far_z:
            near_z, far_z = far_z, near_z
        area = floor(near_x - half), floor(near_z - half), floor(far_x + half), floor(far_z + half)
        if area == self._even:
            return ""
        if self._is_even(terrain, body, area):
            self._even = area
            return ""
        while True:
            sx, sz = dx * at, dz * at
            if not self._is_safe(terrain, body, x + sx, z + sz, half) and (
                why := objection(terrain, body, sx, sz, self._abilities, rules)
            ):
                return why
            if at >= reach:
                return ""
            at = min(reach, at + SAMPLE)

    def _is_even(self, terrain: Terrain, body: Body, area: _Area) -> bool:
        """Whether all columns of an area have a block to stand on, so that every place in it is safe."""
        west, north, east, south = area
        for x in range(west, east + 1):
            for z in range(north, south + 1):
                if not self._carried_by(terrain, body, (x, z)):
                    return False
        return True

    def _is_safe(self, terrain: Terrain, body: Body, x: float, z: float, half: float) -> bool:
        """Whether the body stands on something at a place and nothing else is to be looked at there."""
        found = [
            self._carried_by(terrain, body, (column_x, column_z))
            for column_x in range(floor(x - half), floor(x + half) + 1)
            for column_z in range(floor(z - half), floor(z + half) + 1)
        ]
        return True in found and None not in found

    def _carried_by(self, terrain: Terrain, body: Body, column: tuple[int, int]) -> bool | None:
        if column in self._carries:
            return self._carries[column]
        carries = self._carries[column] = self._look(terrain, body, *column)
        return carries

    def _look(self, terrain: Terrain, body: Body, x: int, z: int) -> bool | None:
        """Whether a column has a block to stand on, be it after a hop or a drop; None if there is more to it."""
        rise = max(body.step_height, body.hop_height)
        lowest = ceil(body.y - self._abilities.max_drop - MARGIN) - 1
        highest = min(floor(body.y + MARGIN), floor(body.y + rise + MARGIN) - 1)
        numbers = terrain.column(x, z, lowest, floor(body.y + body.height - MARGIN))
        if max(numbers) > SOLID and not all(_is_ordinary(terrain.cells[number]) for number in numbers):
            return None
        return SOLID in numbers[: highest - lowest + 1]


def _is_ordinary(cell: Cell) -> bool:
    """Whether a block neither harms nor wets nor lets a body hang on to it, but at most is in its way or carries it."""
    special = cell.hazard or cell.fluid or cell.farmland or cell.climbable or cell.open_trapdoor
    return cell.known and not special and not cell.scaffolding
