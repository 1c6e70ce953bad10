"""Whether a body is free to play an emote."""

from __future__ import annotations

from dataclasses import dataclass

SLOW = 0.0001
"""Horizontal speed squared, in (blocks per tick)², up to which a body counts as standing."""


@dataclass(frozen=True, slots=True)
class BodyState:
    """What a companion's body is at. As built, it is free."""

    alive: bool = True
    loaded: bool = True
    sleeping: bool = False
    swimming: bool = False
    flying: bool = False
    hovering: bool = False
    riding: bool = False
    climbing: bool = False
    using_item: bool = False
    working: bool = False
    fighting: bool = False
    """In any phase of a fight."""
    has_target: bool = False
    """Somebody whom it could attack."""
    commanded: bool = False
    """On an errand."""
    following: bool = False
    lounging: bool = False
    """Sitting, lying or setting out because it felt like it: no hindrance, but idleness brings it nothing else."""
    speed_squared: float = 0.0
    """Horizontal, in (blocks per tick)²."""

    @property
    def hindrance(self) -> str | None:
        """What keeps it from an emote, in a word or two for people; None when nothing does."""
        if not self.alive:
            return "dead"
        if not self.loaded:
            return "not loaded"
        for name in _HINDRANCES:
            if getattr(self, name):
                return name.replace("_", " ")
        # A speed that isn't a number hinders too.
        return None if self.speed_squared <= SLOW else "moving"


_HINDRANCES = (
    *("sleeping", "swimming", "flying", "hovering", "riding", "climbing"),
    *("using_item", "working", "fighting", "has_target", "commanded", "following"),
)
FREE = BodyState()
