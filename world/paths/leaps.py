"""Running jumps over gaps, for those who can."""

from __future__ import annotations

from world.paths.route import Abilities
from world.paths.window import Place, Window


class Leaps:
    """Landings that a running jump reaches."""

    def __init__(self, window: Window, abilities: Abilities) -> None:
        self.window = window

    def from_place(self, i: Place) -> list[tuple[Place, int]]:
        """Landings from a place on the ground, with what it costs to get there."""
        return []
