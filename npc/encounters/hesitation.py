"""To stop and wonder about somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npc.emotion import MoodImpulse
from npc.encounters import feelings
from npc.encounters.encounter import Encounter
from npc.perception import Tier
from npc.precedence import Claim

if TYPE_CHECKING:
    from npc.npc import Npc
    from npc.surroundings import Surroundings

EMOTE = "hesitate"
TURNS = 15
"""Ticks that it has to turn to them."""
LOOKS = 40
"""Ticks for which it looks at them when it has no such emote, or can't play it."""


class Hesitation(Encounter):
    """Stops, turns to them, tilts its head, and goes on."""

    tier = Tier.HESITATE
    claim = Claim.EMOTE
    longest = 120
    deed = "hesitates before"

    _turned: int | None = None
    _until: int | None = None

    def impulses(self, npc: Npc) -> tuple[MoodImpulse, ...]:
        return feelings.impulses(feelings.HESITATION, npc.emotion.temperament.traits)

    def _act(self, npc: Npc, around: Surroundings) -> Encounter | None:
        now = around.now
        if self._turned is None:
            self._turned = now + TURNS
        if self._until is None:
            if now < self._turned or not (npc.embodiment.stands or npc.hovers):
                return self
            self._until = now + self._wonder(npc)
        return self if now < self._until else None

    def _wonder(self, npc: Npc) -> int:
        """Tilt the head if it can; return for how many ticks."""
        emotes = npc.acting.emotes
        if not emotes.force_emote(EMOTE) or emotes.playing is None:
            return LOOKS
        return emotes.playing.definition.duration_ticks
