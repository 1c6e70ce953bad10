"""Plain ground that a body has looked at already, so that it doesn't look again while it walks across it."""

from __future__ import annotations

from math import ceil, floor

from npc.locomotion.footing import MARGIN, objection
from world.paths.route import Abilities
from world.physics.body import Body
from world.physics.rules import MODERN, PhysicsRules
from world.terrain import SOLID, Terrain


class KnownGround:
    """Answers as :func:`npc.locomotion.footing.objection` does for one body, mostly from memory.

    Where there is nothing but air and plain solid blocks in all columns that a body would be in, and one of them has
    a block that it can come to stand on, there is nothing to be said against going there: by far the most frequent
    case. Whatever else there is, is looked at each time.
    """

    __slots__ = ("_abilities", "_carries", "_changes", "_feet", "_terrain")

    def __init__(self, abilities: Abilities) -> None:
        self._abilities = abilities
        self._carries: dict[tuple[int, int], bool | None] = {}
        """By column, whether something there carries the body; None where not all is plain."""
        self._terrain: Terrain | None = None
        self._changes = 0
        """:attr:`Terrain.changes` at which that was so."""
        self._feet = 0.0
        """Height of the body at which it was so."""

    def objection(
        self, terrain: Terrain, body: Body, dx: float, dz: float, rules: PhysicsRules = MODERN
    ) -> str:
        """Why the body shouldn't go ``dx, dz`` further; empty when it may."""
        if self._is_plain(terrain, body, body.x + dx, body.z + dz):
            return ""
        return objection(terrain, body, dx, dz, self._abilities, rules)

    def _is_plain(self, terrain: Terrain, body: Body, x: float, z: float) -> bool:
        if body.y != self._feet or terrain.changes != self._changes or terrain is not self._terrain:
            self._carries.clear()
            self._feet, self._changes, self._terrain = body.y, terrain.changes, terrain
        known = self._carries
        half = body.width / 2 - MARGIN
        carried = False
        last_x = floor(x + half)
        for column_z in range(floor(z - half), floor(z + half) + 1):
            for column_x in range(floor(x - half), last_x + 1):
                column = column_x, column_z
                if column in known:
                    carries = known[column]
                else:
                    carries = known[column] = self._look(terrain, body, column_x, column_z)
                if carries is None:
                    return False
                carried = carried or carries
        return carried

    def _look(self, terrain: Terrain, body: Body, x: int, z: int) -> bool | None:
        """Whether a column carries the body, be it after a step, a hop or a drop; None if it isn't plain."""
        lowest = ceil(body.y - self._abilities.max_drop - MARGIN) - 1
        highest = min(
            floor(body.y + MARGIN), floor(body.y + max(body.step_height, body.hop_height) + MARGIN) - 1
        )
        numbers = terrain.column(x, z, lowest, floor(body.y + body.height - MARGIN))
        if max(numbers) > SOLID:
            return None
        return SOLID in numbers[: highest - lowest + 1]
