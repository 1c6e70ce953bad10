"""Searches of all companions of a simulation, each a little further every tick."""

from __future__ import annotations

from collections.abc import Hashable

from world.paths.route import Abilities, Medium, Route
from world.paths.straighten import straight
from world.terrain import Terrain, Vector

__all__ = ["Pathfinder", "Search", "straight"]

POLLS_PER_TICK = 200
"""Of all searches together."""


class Search:
    """A way that is being looked for."""

    def __init__(self) -> None:
        self.route: Route | None = None
        """What was found; None while the search runs, and after it was cancelled."""
        self.done = False

    def cancel(self) -> None:
        """Nobody needs the route any more."""
        self.done = True


class Pathfinder:
    """Looks for ways, a bounded number of polls in a tick, fairly among all that search."""

    def __init__(self, polls_per_tick: int = POLLS_PER_TICK) -> None:
        self.polls_per_tick = polls_per_tick

    def request(
        self,
        terrain: Terrain,
        start: Vector,
        goal: Vector,
        abilities: Abilities,
        medium: Medium = Medium.GROUND,
        arrive: float = 0.0,
    ) -> Search:
        """Begin a search from feet position to feet position.

        It is complete with the place that ``goal`` is in, or one within ``arrive`` blocks of it.
        """
        return Search()

    def tick(self, now: int) -> None:
        """Search on; ``now`` is the simulation's tick."""

    def reachable(
        self,
        asker: Hashable,
        terrain: Terrain,
        start: Vector,
        goal: Vector,
        abilities: Abilities,
        medium: Medium = Medium.GROUND,
        arrive: float = 0.0,
    ) -> bool | None:
        """Whether a complete way leads there, as found less than 20 ticks ago for much the same goal; None: not known yet."""
        return None

    def still_valid(self, terrain: Terrain, route: Route) -> bool:
        """False once a block on the route has changed."""
        return True
