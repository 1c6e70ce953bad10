"""What a companion does about somebody who harmed it: it goes for them or flees, searches, or hesitates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol
from uuid import UUID

from npc.perception import Met, Tier
from npc.precedence import Claim

if TYPE_CHECKING:
    from npc.npc import Npc
    from npc.surroundings import Surroundings


class Encounter(Protocol):
    """One meeting with one being."""

    who: UUID
    tier: Tier

    @property
    def claim(self) -> Claim:
        """With what it wants the body."""

    def decide(self, npc: Npc, around: Surroundings) -> bool:
        """A tick in which it has the body; whether it goes on."""

    def end(self, npc: Npc) -> None:
        """Give the body back."""


def encounter_of(npc: Npc, met: Met, now: int) -> Encounter | None:
    """What a companion does now that it met somebody; None when it has nothing against them."""
    return None
