"""Which response somebody is met with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npc.bonds import Bond
from npc.encounters.chase import Chase
from npc.encounters.encounter import Encounter
from npc.encounters.flight import Flight, is_brave_enough
from npc.encounters.hesitation import Hesitation
from npc.encounters.search import Search
from npc.perception import Met, Tier

if TYPE_CHECKING:
    from npc.npc import Npc


def encounter_of(npc: Npc, met: Met, name: str, now: int) -> Encounter | None:
    """What a companion does now that it met somebody; None when it has nothing against them.

    ``name``: theirs, empty for nobody's. Owner and friends it wonders about at most, whatever they did.
    """
    tier = met.tier
    if tier is None:
        return None
    if npc.definition.bond(name, met.who) is not Bond.STRANGER:
        tier = Tier.HESITATE
    response: type[Encounter]
    match tier:
        case Tier.CONFRONT:
            response = Chase if is_brave_enough(npc) else Flight
        case Tier.SEARCH:
            response = Search
        case Tier.HESITATE:
            response = Hesitation
    return response(met.who, name, met.where, now)
