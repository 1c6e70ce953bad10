"""The feelings of 1,000 companions: a tick in which all are due, one of the usual ticks, and events; prints JSON.

Run as ``python -m benchmarks.emotion``. Goals: at most 1 ms for a tick in which all are due, at most 10 µs for an
event. Beside it the plain reference of the tests, which feels the same one companion at a time; both live through the
same events and times, in turn, and must feel the same in the end.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
import time
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "tests/emotion"))
from scalar_emotion import ScalarEmotion

from npc.emotion import (
    PERSONALITIES,
    TEMPERAMENTS,
    Attacker,
    Damage,
    EmotionManager,
    EmotionRuntime,
    Mood,
    MoodImpulse,
    Situation,
)
from npc.emotion.runtime import INTERVAL

NPCS = 1000
ROUNDS = 200
"""Ticks in which all are due, an :data:`INTERVAL` apart."""
SLOW_ROUNDS = 10
"""Of these, those that the reference is timed in; it lives through no more."""
EVENT_ROUNDS = 7
USUAL_ROUNDS = 400
"""Ticks one after the other, in each of which one in :data:`INTERVAL` is due."""

Event = tuple[str, Callable[[EmotionManager], None], Callable[[ScalarEmotion], None]]
EVENTS: list[Event] = [
    ("gift", lambda fast: fast.on_gift_received(7), lambda slow: slow.gift(7)),
    ("meal", lambda fast: fast.on_item_consumed(), lambda slow: slow.consume()),
    ("strike", lambda fast: fast.on_attack_performed(), lambda slow: slow.attack()),
    (
        "blow that leaves it weak, in a fight",
        lambda fast: fast.on_damage_taken(Damage(3.0, 5.0, 20.0, Attacker.OTHER, has_target=True)),
        lambda slow: slow.damage(3.0, 5.0, 20.0, "other", True),
    ),
    (
        "stimulus",
        lambda fast: fast.stimulate(MoodImpulse.of(Mood.JOYFUL, 3.0, 0.5)),
        lambda slow: slow.stimulate("joyful", 3.0, 0.5),
    ),
    ("soothing", lambda fast: fast.soothe(Mood.ANGRY, 2.0), lambda slow: slow.soothe("angry", 2.0)),
]


class Crowd:
    """A thousand of all temperaments with a past, the same twice."""

    def __init__(self, generator: Random) -> None:
        self.runtime = EmotionRuntime()
        self.fast: list[EmotionManager] = []
        self.slow: list[ScalarEmotion] = []
        self.now = 1
        given = hashlib.sha256(repr((NPCS, ROUNDS, SLOW_ROUNDS, [name for name, _, _ in EVENTS])).encode())
        for number in range(NPCS):
            personality = PERSONALITIES[number % len(PERSONALITIES)]
            fast = EmotionManager(self.runtime, TEMPERAMENTS[personality])
            slow = ScalarEmotion(personality, fast.row * 7 % INTERVAL + 1)
            situation: dict[str, Any] = {
                "fighting": generator.random() < 0.1,
                "working": generator.random() < 0.2,
                "asleep": generator.random() < 0.2,
                "health_ratio": generator.random(),
            }
            favors = [generator.randint(-30, 30) for _ in range(3)]
            fast.perceive(Situation(**situation))
            slow.situation = situation
            for favor in favors:
                fast.on_gift_received(favor)
                slow.gift(favor)
            given.update(repr((personality, situation, favors)).encode())
            self.fast.append(fast)
            self.slow.append(slow)
        self.digest = given.hexdigest()
        self.tick_fast()
        self.tick_slow()

    def tick_fast(self) -> None:
        self.runtime.tick(self.now)

    def tick_slow(self) -> None:
        for slow in self.slow:
            slow.tick(self.now)

    def farthest(self) -> float:
        """The largest difference of a pool between the two."""
        most = 0.0
        for fast, slow in zip(self.fast, self.slow, strict=True):
            for number, pool in enumerate(("impulse", "memory", "context")):
                wanted = [slow.pools[mood.key][pool] for mood in Mood]
                most = max(most, float(np.abs(self.runtime.pools[number, fast.row] - wanted).max()))
            assert fast.current_mood.key == slow.current
        return most


def timed(do: Callable[[], object]) -> float:
    """Seconds that something takes."""
    started = time.perf_counter()
    do()
    return time.perf_counter() - started


def raced(
    crowd: Crowd, fast: Callable[[EmotionManager], None], slow: Callable[[ScalarEmotion], None]
) -> dict[str, float]:
    """Microseconds that an event costs both, the best of some rounds of a thousand in which it happens to all."""
    took, took_slow = [], []
    for _ in range(EVENT_ROUNDS):
        took.append(timed(each(fast, crowd.fast)) / NPCS * 1e6)
        took_slow.append(timed(each(slow, crowd.slow)) / NPCS * 1e6)
    return {"us": min(took), "reference_us": min(took_slow), "ratio": min(took_slow) / min(took)}


def each(do: Callable[[Any], None], whom: Iterable[Any]) -> Callable[[], None]:
    def all_of_them() -> None:
        for one in whom:
            do(one)

    return all_of_them


def main() -> None:
    crowd = Crowd(Random(5))
    due, due_slow = [], []
    for number in range(ROUNDS):
        crowd.now += INTERVAL  # since each waits for no longer, all are due
        if number < SLOW_ROUNDS:
            due_slow.append(timed(crowd.tick_slow) * 1e3)
        due.append(timed(crowd.tick_fast) * 1e3)
        if number == SLOW_ROUNDS - 1:
            events = {name: raced(crowd, fast, slow) for name, fast, slow in EVENTS}
            apart = crowd.farthest()
    usual = []
    for one in crowd.fast:
        crowd.runtime.restart(one.row)
    for _ in range(USUAL_ROUNDS + 1):
        crowd.now += 1
        usual.append(timed(crowd.tick_fast) * 1e3)
    print(
        json.dumps(
            {
                "npcs": NPCS,
                "all_due_ms": {
                    "median": median(due),
                    "p99": float(np.percentile(due, 99)),
                    "reference_median": median(due_slow),
                    "ratio": median(due_slow) / median(due),
                    "goal": 1.0,
                },
                "usual_tick_ms": {"median": median(usual[1:]), "p99": float(np.percentile(usual[1:], 99))},
                "events": {**events, "goal_us": 10.0},
                "farthest_apart": apart,
                "input_sha256": crowd.digest,
                "versions": {"python": platform.python_version(), "numpy": version("numpy")},
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
