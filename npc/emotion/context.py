"""What the situation that somebody is in makes of each mood's context."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nbt.emotion import POOL_MAX
from npc.emotion.mood import Mood
from npc.emotion.reactions import inverse
from npc.emotion.temperament import Temperament

Floats = npt.NDArray[np.float64]

AWAKE_TARGET, ASLEEP_TARGET = 9.0, 22.0
"""Composed."""
WORK_FOCUS = 34.0
FIGHT_FOCUS = 16.0
FIGHT_THRILL = 23.0
LOW_HEALTH = 0.50
"""Share of health below which it wears out."""
EXHAUSTION = 38.0
FIGHT_FEAR = 25.0
IDLE_SAMPLES = 25
"""Samples (a second each) of idleness that don't bore yet; 100 more bore in full."""
IDLE_SPAN = 100.0
BOREDOM = 30.0
STILL = 0.0025
"""Squared speed (blocks per tick) below which somebody stands still."""


class Situation(NamedTuple):
    """What somebody is up to, as it is sampled."""

    asleep: bool = False
    working: bool = False
    """At a work block, at work hours."""
    fighting: bool = False
    """It has a target, or is in a phase of combat."""
    talking: bool = False
    using_item: bool = False
    navigating: bool = False
    speed_squared: float = 0.0
    """Blocks per tick, all axes."""
    health_ratio: float = 1.0
    """Of its full health, 0 to 1."""

    @property
    def idle(self) -> bool:
        """Whether nothing keeps it from being bored."""
        return not (
            self.asleep
            or self.working
            or self.fighting
            or self.talking
            or self.using_item
            or self.navigating
            or not self.speed_squared < STILL
        )


REST, WORK, FIGHT, THRILL, WEARINESS, FEAR, TEDIUM = range(7)
"""What contexts come from; two of them, work and fight, focus."""
SOURCES = 7
_MOOD = {
    REST: Mood.COMPOSED,
    WORK: Mood.FOCUSED,
    FIGHT: Mood.FOCUSED,
    THRILL: Mood.EXCITED,
    WEARINESS: Mood.EXHAUSTED,
    FEAR: Mood.UNEASY,
    TEDIUM: Mood.BORED,
}


def shares_of(situation: Situation) -> tuple[float, ...]:
    """How much of each source a situation has, 0 to 1, shape (sources,). Of tedium: whether it is idle."""
    asleep, fighting = situation.asleep, situation.fighting
    danger = 0.0
    if not asleep and situation.health_ratio < LOW_HEALTH:
        danger = min((LOW_HEALTH - situation.health_ratio) / LOW_HEALTH, 1.0)
    return (
        1.0 if asleep else AWAKE_TARGET / ASLEEP_TARGET,
        situation.working,
        fighting,
        fighting,
        danger,
        danger if fighting else 0.0,
        situation.idle,
    )


def strengths_of(temperament: Temperament) -> tuple[float, ...]:
    """The full target of each source for somebody, shape (sources,). Reactivity has no say."""
    traits = temperament.traits
    full = (
        ASLEEP_TARGET,
        WORK_FOCUS * traits.energy,
        FIGHT_FOCUS * traits.courage,
        FIGHT_THRILL * traits.energy * traits.courage,
        EXHAUSTION,
        FIGHT_FEAR * inverse(traits.courage),
        BOREDOM * traits.energy,
    )
    return tuple(target * temperament.response[_MOOD[source]] for source, target in enumerate(full))


def targets(shares: Floats, strengths: Floats, idle_samples: Floats) -> Floats:
    """Where each mood's context is heading, 0 to 100.

    ``shares`` and ``strengths`` (sources, n), ``idle_samples`` (n,); returns (moods, n). Of several sources of a
    mood the strongest counts.
    """
    sources: Floats = shares * strengths
    boredom = (idle_samples - IDLE_SAMPLES) / IDLE_SPAN
    sources[TEDIUM] *= np.minimum(np.maximum(boredom, 0.0, out=boredom), 1.0, out=boredom)
    np.minimum(sources, POOL_MAX, out=sources)
    result = np.zeros((len(Mood), shares.shape[1]))
    for source, mood in _MOOD.items():
        np.maximum(result[mood], sources[source], out=result[mood])
    return result
