"""One push to a mood."""

from __future__ import annotations

from typing import NamedTuple, Self

from nbt.emotion import clamped
from npc.emotion.mood import Mood


class MoodImpulse(NamedTuple):
    """A push of a mood before temperament.

    Made by :meth:`of`, :meth:`fleeting` or :meth:`lingering` its numbers are in range; whoever feels one takes
    others as those would.
    """

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
