"""The feelings of 1,000 companions in a tick in which all are due; prints JSON.

Run as ``python -m benchmarks.emotion``. Goal: at most 1 ms. Beside it the plain reference of the tests, which
feels the same one companion at a time; both sides live through the same events first and are compared.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
import time
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "tests/emotion"))
from scalar_emotion import ScalarEmotion

from npc.emotion import PERSONALITIES, TEMPERAMENTS, EmotionManager, EmotionRuntime, Mood, Situation
from npc.emotion.runtime import INTERVAL

NPCS = 1000
ROUNDS = 300
SLOW_ROUNDS = 10


def prepared(generator: Random) -> tuple[EmotionRuntime, list[EmotionManager], list[ScalarEmotion], str]:
    """A thousand of all temperaments with a past, the same twice, and a hash of what they were given."""
    runtime = EmotionRuntime()
    fast, slow = [], []
    log = hashlib.sha256()
    for number in range(NPCS):
        key = PERSONALITIES[number % len(PERSONALITIES)]
        manager, reference = EmotionManager(runtime, TEMPERAMENTS[key]), ScalarEmotion(key, INTERVAL)
        situation = {
            "fighting": generator.random() < 0.1,
            "working": generator.random() < 0.2,
            "asleep": generator.random() < 0.2,
            "health_ratio": generator.random(),
        }
        manager.perceive(Situation(**situation))
        reference.situation = situation
        for _ in range(3):
            favor = generator.randint(-30, 30)
            manager.on_gift_received(favor)
            reference.gift(favor)
            log.update(f"{key} {situation} {favor}".encode())
        fast.append(manager)
        slow.append(reference)
    return runtime, fast, slow, log.hexdigest()


def main() -> None:
    runtime, fast, slow, digest = prepared(Random(5))
    now = 1
    runtime.tick(now)
    for reference in slow:
        reference.tick(now)
    # from here on all are due together, every time
    times, slow_times = [], []
    for round_number in range(ROUNDS):
        now += INTERVAL
        runtime._next_update[:] = runtime._next_resolve[:] = now
        started = time.perf_counter()
        runtime.tick(now)
        times.append((time.perf_counter() - started) * 1e3)
        if round_number < SLOW_ROUNDS:
            started = time.perf_counter()
            for reference in slow:
                reference.tick(now)
            slow_times.append((time.perf_counter() - started) * 1e3)
        if round_number == SLOW_ROUNDS - 1:
            difference = farthest(runtime, fast, slow)
    print(
        json.dumps(
            {
                "npcs": NPCS,
                "tick_ms": {
                    "median": median(times),
                    "p99": float(np.percentile(times, 99)),
                    "max": max(times),
                },
                "reference_tick_ms": {"median": median(slow_times)},
                "ratio": median(slow_times) / median(times),
                "farthest_apart": difference,
                "goal_ms": 1.0,
                "input_sha256": digest,
                "versions": {"python": platform.python_version(), "numpy": version("numpy")},
            },
            indent=2,
        )
    )


def farthest(runtime: EmotionRuntime, fast: list[EmotionManager], slow: list[ScalarEmotion]) -> float:
    """The largest difference of a pool between the two."""
    most = 0.0
    for manager, reference in zip(fast, slow, strict=True):
        for number, pool in enumerate(("impulse", "memory", "context")):
            wanted = [reference.pools[mood.key][pool] for mood in Mood]
            most = max(most, float(np.abs(runtime.pools[number, manager.row] - wanted).max()))
    return most


if __name__ == "__main__":
    main()
