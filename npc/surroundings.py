"""What a companion has around it in a tick."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from npc.beds import Beds
from npc.crowd import Crowd
from world.physics.rules import PhysicsRules
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
    beds: Beds = field(default_factory=Beds)
    """One for all worlds."""
