"""Some time in somebody's life, played by itself: what it feels of a list of events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from npc.emotion.context import Situation
from npc.emotion.impulse import MoodImpulse
from npc.emotion.manager import EmotionManager
from npc.emotion.mood import Mood
from npc.emotion.reactions import Damage
from npc.emotion.runtime import EmotionRuntime, totals_of
from npc.emotion.temperament import Temperament


class Meal(NamedTuple):
    """It eats or drinks."""


class Strike(NamedTuple):
    """It strikes at somebody."""


class Gift(NamedTuple):
    """It is given something."""

    favor: int


class Soothe(NamedTuple):
    """Somebody takes from a mood."""

    mood: Mood
    amount: float


Happening = Damage | Meal | Strike | Gift | Soothe | MoodImpulse | Situation
"""A situation lasts until the next one; everything else is over at once."""


class Event(NamedTuple):
    """Something that happens at a tick."""

    tick: int
    what: Happening


@dataclass(frozen=True, slots=True)
class History:
    """What somebody felt, sampled after each update, each switch, and in the tick after each event."""

    ticks: npt.NDArray[np.int64]
    """Shape (samples,)."""
    totals: npt.NDArray[np.float64]
    """Intensities 0 to 100, shape (samples, moods)."""
    primary: npt.NDArray[np.int64]
    """Primary mood, shape (samples,)."""


def live(temperament: Temperament, events: Sequence[Event], start: int, end: int) -> History:
    """Have somebody new live from tick ``start`` to ``end`` through events sorted by tick; others are left out."""
    runtime = EmotionRuntime()
    who = EmotionManager(runtime, temperament)
    happening: dict[int, list[Happening]] = defaultdict(list)
    for event in events:
        happening[event.tick].append(event.what)
    ticks: list[int] = []
    totals: list[npt.NDArray[np.float64]] = []
    primary: list[int] = []
    shaken = True
    for now in range(start, end):
        switches = runtime.tick(now)
        if shaken or switches or runtime.last_update[who.row] == now:
            ticks.append(now)
            totals.append(totals_of(who.pools))
            primary.append(who.current_mood)
        shaken = now in happening
        for what in happening.get(now, ()):
            _happen(who, what)
    return History(np.array(ticks), np.array(totals), np.array(primary))


def _happen(who: EmotionManager, what: Happening) -> None:
    match what:
        case Damage():
            who.on_damage_taken(what)
        case Meal():
            who.on_item_consumed()
        case Strike():
            who.on_attack_performed()
        case Gift(favor):
            who.on_gift_received(favor)
        case Soothe(mood, amount):
            who.soothe(mood, amount)
        case MoodImpulse():
            who.stimulate(what)
        case Situation():
            who.perceive(what)
