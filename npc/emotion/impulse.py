"""One push to a mood."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple, Self

from npc.emotion.mood import Mood

POOL_MAX = 100.0


def clamped(value: float, most: float = POOL_MAX) -> float:
    """``value`` within 0 and ``most``; 0 for one that isn't finite."""
    return min(max(value, 0.0), most) if isfinite(value) else 0.0


class MoodImpulse(NamedTuple):
    """A push of a mood before temperament. Make it with :meth:`of`, :meth:`fleeting` or :meth:`lingering`."""

    mood: Mood
    intensity: float
    """0 to 100."""
    retention: float
    """0 to 1: the share that stays as memory; the rest is impulse."""

    @classmethod
    def of(cls, mood: Mood, intensity: float, retention: float) -> Self:
        """Numbers out of range are clamped, those that aren't finite count as 0."""
        return cls(mood, clamped(intensity), clamped(retention, 1.0))

    @classmethod
    def fleeting(cls, mood: Mood, intensity: float) -> Self:
        """A push that leaves no memory."""
        return cls.of(mood, intensity, 0.0)

    @classmethod
    def lingering(cls, mood: Mood, intensity: float, retention: float) -> Self:
        """A push of which a share stays."""
        return cls.of(mood, intensity, retention)
