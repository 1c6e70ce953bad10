"""To flee from somebody: run to a place away from them, and look back."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, radians, sin
from typing import TYPE_CHECKING

from npc.emotion import MoodImpulse
from npc.encounters import feelings
from npc.encounters.encounter import Encounter
from npc.locomotion.walker import WalkerState
from npc.modes import STROLL_FALL, STROLL_RISE, UNDERWAY
from npc.perception import Tier, is_brave
from npc.settle import standing_place
from world.terrain import Vector

if TYPE_CHECKING:
    from npc.npc import Npc
    from npc.surroundings import Surroundings

DISTANCES = (12.0, 7.0)
"""Blocks that it runs, the further the better."""
ANGLES = (0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0)
"""Degrees off straight away from them, best first."""
SAFE = 8.0
"""Blocks from them within which it doesn't stay where it can see them."""
LOOKS_BACK = 60
"""Ticks for which it looks back when it is there."""
CORNERED = 20
"""Ticks until somebody who got nowhere tries again."""


def is_brave_enough(npc: Npc) -> bool:
    """Whether a companion goes for whom it confronts, as it is now."""
    return is_brave(npc.emotion.temperament.traits.courage, npc.vitals.ratio)


class Flight(Encounter):
    """What those do who aren't brave."""

    tier = Tier.CONFRONT
    longest = 300
    deed = "flees from"

    _refuges: Iterator[Vector] | None = None
    """Places to try, the best first."""
    _refuge: Vector | None = None
    """Where it runs to, or has run to."""
    _stood = 0
    """Ticks since it is there, or got nowhere."""

    def impulses(self, npc: Npc) -> tuple[MoodImpulse, ...]:
        return feelings.impulses(feelings.FLIGHT, npc.emotion.temperament.traits)

    def _act(self, npc: Npc, around: Surroundings) -> Encounter | None:
        if npc.hovers:
            return None  # it has no legs to run with
        if self._refuge is not None:
            npc.walker.go(self._refuge, hasty=True)
            if npc.walker.state in UNDERWAY:
                self._stood = 0
                return self
            if npc.walker.state is WalkerState.UNREACHABLE:
                self._run_on(npc)
                return self
        self._stood += 1
        is_pressed = self.in_view and self._away(npc) < SAFE
        if self._refuges is None or (is_pressed and self._stood % CORNERED == 0):
            self._refuges = self._find(npc, around)
            self._run_on(npc)
        return self if is_pressed or self._stood < LOOKS_BACK else None

    def _run_on(self, npc: Npc) -> None:
        """Run to the next place that may do; stand where none is left."""
        self._refuge = None if self._refuges is None else next(self._refuges, None)
        npc.walker.stop()
        if self._refuge is not None:
            npc.walker.go(self._refuge, hasty=True)

    def _find(self, npc: Npc, around: Surroundings) -> Iterator[Vector]:
        """Places where it could stand, away from where they are."""
        body = npc.body
        x, y, z = body.position
        away = atan2(z - self.place[2], x - self.place[0])
        for distance in DISTANCES:
            for angle in ANGLES:
                course = away + radians(angle)
                place = standing_place(
                    around.terrain, x + distance * cos(course), y, z + distance * sin(course), body,
                    rise=STROLL_RISE, fall=STROLL_FALL,
                )  # fmt: skip
                if place is not None:
                    yield place
