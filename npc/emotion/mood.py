"""The eleven moods and how each comes and goes."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Mood(IntEnum):
    """In the order of their ordinals, which clients are sent."""

    COMPOSED = 0
    JOYFUL = 1
    AFFECTIONATE = 2
    FLUSTERED = 3
    EXCITED = 4
    FOCUSED = 5
    BORED = 6
    UNEASY = 7
    HURT = 8
    ANGRY = 9
    EXHAUSTED = 10

    @property
    def key(self) -> str:
        """Its name in saves and configurations."""
        return MOOD_KEYS[self]

    @classmethod
    def of(cls, key: object) -> Mood:
        """The mood of a key, whatever its case; composed for an unknown one, which one with spaces is too."""
        return _BY_KEY.get(key.lower(), cls.COMPOSED) if isinstance(key, str) else cls.COMPOSED

    @classmethod
    def known(cls, key: str) -> Mood | None:
        """The mood of a key, whatever its case; None for an unknown one."""
        return _BY_KEY.get(key.lower())


MOOD_KEYS = tuple(mood.name.lower() for mood in Mood)
"""By ordinal."""
_BY_KEY = dict(zip(MOOD_KEYS, Mood, strict=True))


class Course(NamedTuple):
    """How a mood comes and goes. Intensities are of 100."""

    impulse_lifetime: float
    """Seconds in which a full pool of impulse runs dry."""
    memory_lifetime: float
    """Seconds in which a full pool of memory runs dry."""
    context_rise: float
    """Intensity a second."""
    context_fall: float
    """Intensity a second."""
    threshold: float
    """Intensity from which it can be the primary mood."""
    sensitive: bool = False
    """Whether resilience speeds its recovery."""


COURSES: dict[Mood, Course] = {
    Mood.COMPOSED: Course(55.0, 300.0, 8.0, 12.0, 0.0),
    Mood.JOYFUL: Course(90.0, 900.0, 6.0, 7.0, 7.0),
    Mood.AFFECTIONATE: Course(120.0, 1800.0, 5.0, 5.0, 8.0),
    Mood.FLUSTERED: Course(32.0, 210.0, 13.0, 15.0, 6.0),
    Mood.EXCITED: Course(36.0, 240.0, 12.0, 14.0, 7.0),
    Mood.FOCUSED: Course(45.0, 180.0, 15.0, 18.0, 8.0),
    Mood.BORED: Course(48.0, 300.0, 7.0, 12.0, 8.0),
    Mood.UNEASY: Course(65.0, 960.0, 9.0, 8.0, 7.0, sensitive=True),
    Mood.HURT: Course(135.0, 2100.0, 5.0, 5.0, 8.0, sensitive=True),
    Mood.ANGRY: Course(80.0, 1350.0, 10.0, 7.0, 8.0, sensitive=True),
    Mood.EXHAUSTED: Course(210.0, 2700.0, 7.0, 5.0, 8.0, sensitive=True),
}
