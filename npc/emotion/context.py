"""What the situation that somebody is in makes of each mood's context."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from npc.emotion.impulse import POOL_MAX
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
WEARINESS = 38.0
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


ASLEEP, WORKING, FIGHTING, IDLE, HEALTH_RATIO = range(5)
"""Columns of the array of situations."""
COLUMNS = 5


def row_of(situation: Situation) -> tuple[float, ...]:
    """A situation as a row of the array of situations."""
    return (
        situation.asleep,
        situation.working,
        situation.fighting,
        situation.idle,
        situation.health_ratio,
    )


WORK, FIGHT, THRILL, FEAR, BORED = range(5)
"""Columns of the array of strengths."""


def strengths_of(temperament: Temperament) -> Sequence[float]:
    """How strongly situations reach somebody: full targets by their traits, shape (5,)."""
    traits = temperament.traits
    return (
        WORK_FOCUS * traits.energy,
        FIGHT_FOCUS * traits.courage,
        FIGHT_THRILL * traits.energy * traits.courage,
        FIGHT_FEAR * inverse(traits.courage),
        BOREDOM * traits.energy,
    )


def targets(situations: Floats, strengths: Floats, idle_samples: Floats, response: Floats) -> Floats:
    """Where each mood's context is heading, 0 to 100.

    ``situations`` (n, 5), ``strengths`` (n, 5), ``idle_samples`` (n,), ``response`` (n, moods); returns
    (n, moods). Of several sources of a mood the strongest counts; reactivity has no say.
    """
    asleep = situations[:, ASLEEP] != 0.0
    fighting = situations[:, FIGHTING] != 0.0
    danger = _unit((LOW_HEALTH - situations[:, HEALTH_RATIO]) / LOW_HEALTH) * ~asleep
    boredom = _unit((idle_samples - IDLE_SAMPLES) / IDLE_SPAN)
    result = np.zeros_like(response)
    result[:, Mood.COMPOSED] = np.where(asleep, ASLEEP_TARGET, AWAKE_TARGET)
    result[:, Mood.FOCUSED] = np.maximum(
        strengths[:, WORK] * situations[:, WORKING], strengths[:, FIGHT] * fighting
    )
    result[:, Mood.EXCITED] = strengths[:, THRILL] * fighting
    result[:, Mood.EXHAUSTED] = WEARINESS * danger
    result[:, Mood.UNEASY] = strengths[:, FEAR] * danger * fighting
    result[:, Mood.BORED] = strengths[:, BORED] * boredom
    result *= response
    return np.minimum(result, POOL_MAX, out=result)


def _unit(values: Floats) -> Floats:
    """Clamped to 0 and 1, in place."""
    return np.minimum(np.maximum(values, 0.0, out=values), 1.0, out=values)
