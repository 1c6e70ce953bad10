"""To search for somebody, on one's guard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npc.emotion import MoodImpulse
from npc.encounters import feelings
from npc.encounters.encounter import Encounter
from npc.encounters.looking_about import LookAbout
from npc.perception import Tier

if TYPE_CHECKING:
    from npc.npc import Npc
    from npc.surroundings import Surroundings

KEEPS_OFF = 4.0
"""Blocks nearer than which it doesn't go to somebody it sees."""
ALERT = 25
"""Ticks for which it stands and looks before it sets out."""


class Search(Encounter):
    """Looks at them, goes to where they were last seen, looks about there."""

    tier = Tier.SEARCH
    longest = 300
    deed = "searches for"

    _sets_out: int | None = None

    def impulses(self, npc: Npc) -> tuple[MoodImpulse, ...]:
        return feelings.impulses(feelings.SEARCH, npc.emotion.temperament.traits)

    def _act(self, npc: Npc, around: Surroundings) -> Encounter | None:
        now = around.now
        if self._sets_out is None:
            self._sets_out = now + ALERT
        if now < self._sets_out:
            return self
        if self._about is not None:
            return None if self._about.is_over(now) else self
        if self._is_leashed(npc) or not self._go_near(npc, KEEPS_OFF):
            npc.walker.stop()
            self._about = LookAbout(self._ahead(npc), now, npc.random)
        return self
