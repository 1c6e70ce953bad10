"""What is kept of somebody's feelings: the compound ``NpcEmotion``.

Whatever damage it has, reading it raises nothing and loses only what is damaged.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Self

from nbtlib import schema
from nbtlib.tag import Compound, Double, Float, Int, Long, Numeric, String

NAME = "NpcEmotion"
SCHEMA = 1
"""The one layout that is read; anything else counts as nothing kept."""
NEVER_UPDATED = -(2**63)
"""``LastUpdateTick`` of somebody whom no time has passed for yet."""
POOL_MAX = 100.0
MOST_IDLE_SECONDS = 2**31 - 1


def clamped(value: float, most: float = POOL_MAX) -> float:
    """``value`` within 0 and ``most``; 0 for one that isn't finite."""
    if 0.0 <= value <= most:
        return value
    return most if most < value < math.inf else 0.0


Pools = tuple[float, float, float]
"""Impulse, memory, context; each 0 to 100."""

PoolsSchema = schema("MoodState", {"Impulse": Double, "Memory": Double, "Context": Double}, strict=True)
EmotionSchema = schema(
    "Emotion",
    {
        "Schema": Int,
        "CurrentMood": String,
        "LastChangeTick": Long,
        "LastUpdateTick": Long,
        "IdleSeconds": Int,
        "States": Compound,
    },
    strict=True,
)
"""``CurrentMood`` and the keys of ``States`` are mood keys; ticks are the simulation's; ``IdleSeconds`` counts
samples of a second in which it was idle; each state is a ``MoodState``."""


@dataclass(slots=True)
class EmotionRecord:
    """What is kept of one companion's feelings."""

    current_mood: str = "composed"
    """Key, as it was found."""
    last_change: int = 0
    """Tick of the last switch of the primary mood."""
    last_update: int = NEVER_UPDATED
    idle_seconds: int = 0
    states: dict[str, Pools] = field(default_factory=dict)
    """By mood key; a mood that isn't there is at 0."""

    def to_nbt(self) -> Compound:
        """The compound. Equal records give equal bytes."""
        # as tags of their types at once: for the schemas to find those takes twice as long
        return EmotionSchema(
            {
                "Schema": Int(SCHEMA),
                "CurrentMood": String(self.current_mood),
                "LastChangeTick": Long(self.last_change),
                "LastUpdateTick": Long(self.last_update),
                "IdleSeconds": Int(min(self.idle_seconds, MOST_IDLE_SECONDS)),
                "States": Compound(
                    {
                        mood: PoolsSchema(
                            {"Impulse": Double(impulse), "Memory": Double(memory), "Context": Double(context)}
                        )
                        for mood, (impulse, memory, context) in self.states.items()
                    }
                ),
            }
        )

    @classmethod
    def from_nbt(cls, tag: Any, moods: Iterable[str]) -> Self:
        """Read what ``tag`` holds of ``moods``; what is missing or damaged gets its default.

        An unknown layout, or a tag that is no compound (None included), is an empty record.
        """
        record = cls()
        if not isinstance(tag, Compound) or _int(_get(tag, "Schema")) != SCHEMA:
            return record
        mood = _get(tag, "CurrentMood")
        if isinstance(mood, String):
            record.current_mood = str(mood)
        record.last_change = _long(_get(tag, "LastChangeTick"))
        record.last_update = _long(_get(tag, "LastUpdateTick"))
        record.idle_seconds = max(0, _int(_get(tag, "IdleSeconds")))
        states = _get(tag, "States")
        if isinstance(states, Compound):
            for key in moods:
                state = _get(states, key)
                if isinstance(state, Compound):
                    record.states[key] = _pools(state)
        return record


_get = dict.get
"""A compound's own is four times as slow, and takes some names for paths."""


def _pools(state: Compound) -> Pools:
    return _pool(_get(state, "Impulse")), _pool(_get(state, "Memory")), _pool(_get(state, "Context"))


def _pool(tag: Any) -> float:
    return clamped(float(tag)) if isinstance(tag, Numeric) else 0.0


def _int(tag: Any) -> int:
    """A number as vanilla's ``getInt`` takes it from a tag of any type; 0 for what is no number.

    A long loses its upper half, a fraction is rounded down; one out of range is as large as it can be.
    """
    if isinstance(tag, Long):
        return (int(tag) + 2**31) % 2**32 - 2**31
    return _whole(math.floor, tag, 31)


def _long(tag: Any) -> int:
    """A number as vanilla's ``getLong`` takes it from a tag of any type; 0 for what is no number.

    A double is rounded down, a float towards 0; one out of range is as large as it can be.
    """
    return _whole(math.trunc if isinstance(tag, Float) else math.floor, tag, 63)


def _whole(rounded: Callable[[float], int], tag: Any, bits: int) -> int:
    if not isinstance(tag, Numeric) or (isinstance(tag, float) and math.isnan(tag)):
        return 0
    most: int = 2**bits
    if isinstance(tag, float) and math.isinf(tag):
        return most - 1 if tag > 0.0 else -most
    return min(max(rounded(tag), -most), most - 1)
