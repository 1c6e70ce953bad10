"""Takes a body to a place: searches the way, goes it step by step, and knows when it can't."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from npc.locomotion.stride import STANDING, Stride
from world.paths.route import Abilities, Route
from world.physics.body import Body
from world.physics.rules import PhysicsRules
from world.terrain import Terrain, Vector

if TYPE_CHECKING:
    from world.paths.finder import Pathfinder


class WalkerState(Enum):
    """What a walker is about."""

    IDLE = auto()
    """It has nowhere to go."""
    SEARCHING = auto()
    """It waits for a way."""
    WALKING = auto()
    ARRIVED = auto()
    UNREACHABLE = auto()
    """It has given up. Only another destination, or :meth:`Walker.stop`, makes it try again."""


class Ground(Protocol):
    """What a walker has to know of its surroundings."""

    @property
    def now(self) -> int:
        """The tick."""

    @property
    def terrain(self) -> Terrain: ...

    @property
    def rules(self) -> PhysicsRules: ...

    @property
    def paths(self) -> Pathfinder: ...


class Walker:
    """The legs of one companion."""

    def __init__(
        self, abilities: Abilities, *, walk: float = 1.0, sprint: float = 1.35, sprint_range: float = 12.0
    ) -> None:
        """``walk`` and ``sprint`` are factors on a vanilla player's walking speed, ``sprint_range`` is in blocks."""
        self.abilities = abilities
        self.state = WalkerState.IDLE
        self.route: Route | None = None
        """The way that it goes, for whoever wants to see it."""

    def go(self, destination: Vector, *, arrive: float = 0.5, urgent: bool = False) -> None:
        """Go to a place (feet, in blocks) until it is at most ``arrive`` blocks away.

        To be called as often as one likes: the same place again changes nothing.
        """

    def stop(self) -> None:
        """Go nowhere."""

    def tick(self, body: Body, ground: Ground) -> Stride:
        """What to do in this tick. It moves nothing itself, but for the take-off speed of a leap."""
        return STANDING
