"""A companion's health: what damage takes of it, and how it comes back."""

from __future__ import annotations

from collections import defaultdict
from math import isfinite
from typing import NamedTuple

from npc.stage_port import Actor
from world.physics.harm import Respite

FULL = 20.0
"""Half hearts of a player."""
LEAST = 1.0
"""Half hearts that damage leaves: nobody dies of it."""
HEALING = 80
"""Ticks in which a half heart comes back (a player's, who isn't hungry)."""


class Wound(NamedTuple):
    """What some damage did."""

    amount: float
    """Half hearts that it took."""
    shows: bool
    """Whether it made a body flinch: not so soon after other damage."""


class Vitals:
    """The health that an actor shows, in half hearts."""

    __slots__ = ("_actor", "_heals_at", "_respite", "taken")

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._respite = Respite()
        self._heals_at: int | None = None
        """Tick at which a half heart comes back; not settled as long as nothing was missing while time passed."""
        self.taken: defaultdict[str, float] = defaultdict(float)
        """Half hearts of damage that counted since it came, by vanilla's names of damage types."""

    @property
    def health(self) -> float:
        return self._actor.health

    @property
    def full_health(self) -> float:
        return FULL

    @property
    def ratio(self) -> float:
        """Of its full health."""
        return self.health / self.full_health

    @property
    def whole(self) -> bool:
        """Whether nothing of its health is missing."""
        return self._actor.health >= FULL

    def restore(self, health: float) -> None:
        """Be as healthy as it once was; a number out of range is clamped, one that is none is full health."""
        self._actor.health = min(max(health, LEAST), FULL) if isfinite(health) else FULL

    def hurt(self, now: int, kind: str, amount: float) -> Wound:
        """Take damage (half hearts) at a tick, as far as that after other damage still counts."""
        shows = not self._respite.holds(now)
        counts = self._respite.share(now, amount)
        if not counts:
            return Wound(0.0, False)
        self.taken[kind] += counts
        lost = min(counts, self.health - LEAST)
        self._actor.health -= lost
        self._heals_at = now + HEALING
        return Wound(lost, shows)

    def heal(self, now: int) -> None:
        """Let time help. To be called every tick in which something is missing."""
        if self.whole:
            return
        if self._heals_at is None:
            self._heals_at = now + HEALING
        elif now >= self._heals_at:
            self._heals_at = now + HEALING
            self._actor.health = min(self.health + 1.0, self.full_health)
