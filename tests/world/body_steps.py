"""Whether a body can take a step from one block to another, asked of the physics.

Other searches take heights roughly and let bodies through corners; what they call a step is only one if this finds
nothing against it. Nothing here knows how our own paths are found.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import atan2, ceil, degrees, dist, hypot

from world.paths.route import Abilities
from world.physics.body import Body, Controls
from world.physics.collision import boxes_around, is_free, reach_y, swept
from world.physics.motion import step
from world.physics.rules import MODERN, PhysicsRules
from world.terrain import Terrain, Vector

Place = tuple[int, int, int]

HIGHEST_LAYER = 7 / 8
"""Blocks that the highest thing fills which other searches walk through: snow of eight layers."""
SWEPT = 0.1
"""Blocks between two looks along a segment."""
PATIENCE = 80
"""Ticks within which a step must be done, beside those for its length."""
SLOWEST = 0.05
"""Blocks per tick of somebody who climbs or wades."""
RUNNING = 0.28
"""Blocks per tick of a sprinting player."""
LATEST_JUMP = 6
"""Ticks after which a body with a run-up has left its block."""


@dataclass
class BodySteps:
    """Judges steps in one terrain for one kind of body."""

    terrain: Terrain
    abilities: Abilities
    rules: PhysicsRules = MODERN
    _known: dict[tuple[Place, Place], str] = field(default_factory=dict)

    def obstacle(self, start: Place, end: Place) -> str:
        """What keeps a body from going from one place to another; nothing if it can."""
        answer = self._known.get((start, end))
        if answer is None:
            answer = self._known[start, end] = self._obstacle(start, end)
        return answer

    @property
    def refused(self) -> Counter[str]:
        """How many steps were found impossible so far, by what is against them."""
        return Counter(why for why in self._known.values() if why)

    def feet(self, place: Place) -> Vector | None:
        """Where a body has its feet that stands, swims or climbs in a block; None where it would fall."""
        x, y, z = place
        cell = self.terrain.cell(x, y, z)
        if cell.fluid or cell.climbable:
            return x + 0.5, y, z + 0.5
        # Carpets and layers of snow are in the block itself, all other support is in the one below.
        box = self._body((x + 0.5, y + HIGHEST_LAYER, z + 0.5)).box
        depth = 1.0 + HIGHEST_LAYER
        fall = reach_y(boxes_around(self.terrain, swept(box, 0.0, -depth, 0.0)), box, -depth)
        return None if fall <= -depth else (x + 0.5, y + HIGHEST_LAYER + fall, z + 0.5)

    def hazard(self, feet: Vector) -> str:
        """What would harm a body there."""
        x0, y0, z0, x1, y1, z1 = self._body(feet).box
        for y in range(ceil(y0 - 0.6) - 1, ceil(y1)):
            for z in range(ceil(z0) - 1, ceil(z1)):
                for x in range(ceil(x0) - 1, ceil(x1)):
                    cell = self.terrain.cell(x, y, z)
                    if cell.hazard and (y + 1 > y0 or cell.boxes):
                        return cell.hazard
        return ""

    def _obstacle(self, start: Place, end: Place) -> str:
        here, there = self.feet(start), self.feet(end)
        if here is None or there is None:
            return "nothing to stand on"
        if not self._fits(there):
            return "too narrow"
        if hazard := self.hazard(there):
            return hazard
        into_water = bool(self.terrain.cell(*end).fluid)
        if here[1] - there[1] > self.abilities.max_drop + 1e-6 and not into_water:
            return "too deep"
        if abs(start[0] - end[0]) == abs(start[2] - end[2]) == 1 and not self._straight(here, there):
            return "a corner"
        if not self.arrives(here, there, leap=hypot(there[0] - here[0], there[2] - here[2]) > 1.5):
            return "out of reach"
        return ""

    def _body(self, feet: Vector) -> Body:
        return Body(*feet, width=self.abilities.width, height=self.abilities.height)

    def _fits(self, feet: Vector) -> bool:
        return is_free(self.terrain, self._body(feet).box)

    def _straight(self, here: Vector, there: Vector) -> bool:
        """Whether a body fits everywhere between two places, at the height of the higher one."""
        x, _, z = here
        dx, dz = there[0] - x, there[2] - z
        high = max(here[1], there[1])
        count = ceil(hypot(dx, dz) / SWEPT)
        return all(
            self._fits((x + dx * index / count, high, z + dz * index / count)) for index in range(count + 1)
        )

    def arrives(self, here: Vector, there: Vector, *, leap: bool) -> bool:
        """Whether a body that does nothing but head for a place gets to it, if need be with a run-up and a leap."""
        if leap:
            return any(self._leaps(here, there, delay) for delay in range(LATEST_JUMP))
        return self._goes(here, there)

    def _goes(self, here: Vector, there: Vector) -> bool:
        body = self._body(here)
        body.on_ground = True
        for _ in range(PATIENCE + ceil(dist(here, there) / SLOWEST)):
            rise = there[1] - body.y
            upwards = rise > 0.0 if body.climbing or body.in_water else rise > body.step_height
            step(body, _towards(body, there, jump=upwards), self.terrain, self.rules)
            if _has_arrived(body, there):
                return True
        return False

    def _leaps(self, here: Vector, there: Vector, delay: int) -> bool:
        """The jump comes so many ticks after the body has passed the place that it starts from, running."""
        body = self._body(here)
        body.on_ground = True
        length = hypot(there[0] - here[0], there[2] - here[2])
        body.vx, body.vz = RUNNING * (there[0] - here[0]) / length, RUNNING * (there[2] - here[2]) / length
        for tick in range(PATIENCE):
            step(body, _towards(body, there, jump=tick == delay, sprint=True), self.terrain, self.rules)
            if _has_arrived(body, there):
                return True
        return False


def _towards(body: Body, there: Vector, *, jump: bool, sprint: bool = False) -> Controls:
    dx, dz = there[0] - body.x, there[2] - body.z
    away = hypot(dx, dz)
    forward = 1.0 if away > 0.1 else 0.0
    return Controls(forward=forward, yaw=degrees(atan2(-dx, dz)), jump=jump, sprint=sprint and away > 0.7)


def _has_arrived(body: Body, there: Vector) -> bool:
    beside = max(abs(body.x - there[0]), abs(body.z - there[2]))
    if beside > 0.5:
        return False
    if body.in_water or body.climbing:
        return abs(body.y - there[1]) < 0.6
    return body.on_ground and abs(body.y - there[1]) < 0.1
