"""What is kept of somebody's feelings: the compound ``NpcEmotion``.

Whatever damage it has, reading it raises nothing and loses only what is damaged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from nbtlib import schema
from nbtlib.tag import Compound, Double, Int, Long, Numeric, String

NAME = "NpcEmotion"
SCHEMA = 1
"""The one layout that is read; anything else counts as nothing kept."""
NEVER_UPDATED = -(2**63)
"""``LastUpdateTick`` of somebody whom no time has passed for yet."""
POOL_MAX = 100.0

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
        return EmotionSchema(
            {
                "Schema": SCHEMA,
                "CurrentMood": self.current_mood,
                "LastChangeTick": self.last_change,
                "LastUpdateTick": self.last_update,
                "IdleSeconds": self.idle_seconds,
                "States": Compound(
                    {
                        mood: PoolsSchema({"Impulse": impulse, "Memory": memory, "Context": context})
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
        if not isinstance(tag, Compound) or _whole(tag.get("Schema"), 32) != SCHEMA:
            return record
        mood = tag.get("CurrentMood")
        if isinstance(mood, String):
            record.current_mood = str(mood)
        record.last_change = _whole(tag.get("LastChangeTick"), 64)
        record.last_update = _whole(tag.get("LastUpdateTick"), 64)
        record.idle_seconds = max(0, _whole(tag.get("IdleSeconds"), 32))
        states = tag.get("States")
        if isinstance(states, Compound):
            for key in moods:
                state = states.get(key)
                if isinstance(state, Compound):
                    record.states[key] = _pools(state)
        return record


def _pools(state: Mapping[str, Any]) -> Pools:
    return _pool(state.get("Impulse")), _pool(state.get("Memory")), _pool(state.get("Context"))


def _pool(tag: Any) -> float:
    value = float(tag) if isinstance(tag, Numeric) else 0.0
    return min(max(value, 0.0), POOL_MAX) if math.isfinite(value) else 0.0


def _whole(tag: Any, bits: int) -> int:
    """A number, towards 0 and within ``bits`` (signed); 0 for what isn't a finite number."""
    if not isinstance(tag, Numeric) or (isinstance(tag, float) and not math.isfinite(tag)):
        return 0
    most: int = 2 ** (bits - 1)
    return min(max(int(tag), -most), most - 1)
