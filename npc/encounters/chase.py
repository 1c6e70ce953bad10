"""To go for somebody: run up to them, stand before them and threaten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npc.emotion import MoodImpulse
from npc.encounters import feelings
from npc.encounters.encounter import Encounter
from npc.encounters.flight import Flight, is_brave_enough
from npc.encounters.looking_about import LookAbout
from npc.perception import Tier

if TYPE_CHECKING:
    from npc.npc import Npc
    from npc.surroundings import Surroundings

STAND_OFF = 2.5
"""Blocks at which it stands before them."""
FACING = 200
"""Ticks for which it does."""
FIRST_THREAT, THREAT_EVERY = 10, (30, 60)
"""Ticks from when it stands there to the first swing of its arm, and from one to the next."""


class Chase(Encounter):
    """What the brave do. When they lose somebody, they go on to where they saw them last, and look about there."""

    tier = Tier.CONFRONT
    hunts = True
    longest = 300
    deed = "goes for"

    _faced = 0
    """Ticks."""
    _next_threat: int | None = None

    def impulses(self, npc: Npc) -> tuple[MoodImpulse, ...]:
        return feelings.impulses(feelings.CHASE, npc.emotion.temperament.traits)

    def _act(self, npc: Npc, around: Surroundings) -> Encounter | None:
        now = around.now
        if not is_brave_enough(npc):
            return Flight(self.who, self.name, self.place, now)
        if self._is_leashed(npc):
            return None
        if self.in_view:
            self._about = None
        if self._about is not None:
            return None if self._about.is_over(now) else self
        if self._go_near(npc, STAND_OFF, hasty=True):
            return self
        if not self.in_view:
            self._about = LookAbout(self._ahead(npc), now, npc.random)
            return self
        self._face(npc, now)
        return self if self._faced < FACING else None

    def _face(self, npc: Npc, now: int) -> None:
        """Stand before them, or as near as it gets."""
        self._faced += 1
        if self._next_threat is None:
            self._next_threat = now + FIRST_THREAT
        elif now >= self._next_threat:
            npc.swing()
            self._next_threat = now + npc.random.randint(*THREAT_EVERY)
