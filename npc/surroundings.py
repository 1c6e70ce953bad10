"""What a companion has around it in a tick."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from npc.beds import Beds
from npc.company import Company
from npc.crowd import Crowd
from world.physics.rules import PhysicsRules
from world.sight import Sight
from world.terrain import Terrain

if TYPE_CHECKING:
    from world.paths.finder import Pathfinder


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The world of a companion at one tick, the same object for all companions in it."""

    now: int
    """The simulation's tick number."""
    crowd: Crowd
    """Players that can be seen."""
    terrain: Terrain
    rules: PhysicsRules
    paths: Pathfinder
    """One for all worlds."""
    sight: Sight
    """What hides what in it."""
    beds: Beds = field(default_factory=Beds)
    """One for all worlds."""
    company: Company = field(default_factory=Company)
    """Everybody who can be seen in it, as they were a moment ago."""
