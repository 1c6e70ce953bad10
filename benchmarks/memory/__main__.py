"""The memories of 1,000 companions, 64 each: one question to each, and what else happens to them; prints JSON.

Run as ``python -m benchmarks.memory``. Goal: at most 2 ms for one question to each of all. Beside it the plain
reference of the tests, which remembers the same one companion at a time; both live through the same events and
questions, in turn, and must remember the same in the end.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from uuid import UUID

import numpy as np

sys.path.extend(str(Path(__file__).parents[2] / "tests" / room) for room in ("memory", "emotion"))
from scalar_memory import ScalarMemory

from nbt.codec import read_file_bytes, write_file_bytes
from npc.clock import ManualClock
from npc.memory import MemoryPool, MemoryStream, MemoryType
from npc.memory.forgetting import FORGOTTEN, retrievability
from npc.memory.pool import CAPACITY

NPCS = 1000
BEINGS = 120
"""Whom each companion may remember, in up to five ways."""
ROUNDS = 200
"""Questions to all of them, of whom each has one; a quarter second apart."""
SLOW_ROUNDS = 10
"""Of these, those that the reference is timed in; it lives through no more."""
REPEATS = 7


class Crowd:
    """A thousand whose memory is full, the same twice."""

    def __init__(self, generator: Random) -> None:
        self.generator = generator
        self.clock = ManualClock()
        self.pool = MemoryPool()
        self.fast = [MemoryStream(self.pool, self.clock) for _ in range(NPCS)]
        self.slow = [ScalarMemory() for _ in range(NPCS)]
        self.hits = 0
        """Questions that brought something to mind."""
        self.rows = np.array([mind.row for mind in self.fast])
        given = hashlib.sha256(repr((NPCS, CAPACITY, BEINGS, ROUNDS, SLOW_ROUNDS)).encode())
        kinds = list(MemoryType)
        while any(len(mind) < CAPACITY for mind in self.fast):
            self.clock.advance(generator.randrange(2000))
            entity, kind = generator.randrange(BEINGS), generator.choice(kinds)
            salience = generator.randrange(11) / 10
            given.update(repr((self.clock.tick, entity, kind.key, salience)).encode())
            for number, (fast, slow) in enumerate(zip(self.fast, self.slow, strict=True)):
                about = (entity + number) % BEINGS
                fast.record(being(about), kind, salience)
                slow.record(about, kind, salience, self.clock.seconds)
        self.digest = given.hexdigest()

    def questions(self) -> list[int]:
        """Whom each is asked about: somebody of whom it hasn't forgotten all, where there is one."""
        items = self.pool.items[self.rows]
        kept = retrievability(self.clock.seconds - items["last_access"], items["stability"]) > FORGOTTEN
        lots = np.random.default_rng(self.generator.randrange(2**32)).random(kept.shape)
        keys = items["entity"][np.arange(NPCS), np.where(kept, lots, -1.0).argmax(axis=1)]
        return [self.pool.keys.uuid(key).int - 1 for key in keys.tolist()]

    def ask_fast(self, questions: list[UUID]) -> None:
        slots, _ = self.pool.strongest_of(self.rows, questions, self.clock.seconds)
        self.hits += int((slots >= 0).sum())

    def ask_slow(self, questions: list[int]) -> None:
        for slow, entity in zip(self.slow, questions, strict=True):
            slow.strongest(entity, self.clock.seconds)

    def farthest(self) -> float:
        """The largest difference of a retrievability between the two. Raises AssertionError if they remember
        otherwise."""
        most = 0.0
        for fast, slow in zip(self.fast, self.slow, strict=True):
            for found, wanted in zip(fast.look(), slow.items, strict=True):
                assert (found.entity, found.type) == (being(wanted.entity), wanted.type)
                most = max(most, abs(found.retrievability - wanted.R(self.clock.seconds)))
        return most


def being(number: int) -> UUID:
    return UUID(int=number + 1)


def timed(do: Callable[[], object]) -> float:
    """Seconds that something takes."""
    started = time.perf_counter()
    do()
    return time.perf_counter() - started


def each(crowd: Crowd, do: Callable[[MemoryStream], object]) -> float:
    """Microseconds that something costs one companion: the best of some rounds in which it happens to all."""

    def all_of_them() -> None:
        for mind in crowd.fast:
            do(mind)

    return min(timed(all_of_them) for _ in range(REPEATS)) / NPCS * 1e6


def single_figures(crowd: Crowd) -> dict[str, float]:
    """What happens to one at a time, in microseconds."""
    newcomer = iter(range(10_000, 10_000_000))
    files = {mind.row: write_file_bytes("", mind.write_to_nbt(), compress="none") for mind in crowd.fast}
    tags = {row: read_file_bytes(data)[1] for row, data in files.items()}
    return {
        "question": each(crowd, lambda mind: mind.strongest(being(7))),
        "event again": each(crowd, lambda mind: mind.record(being(7), MemoryType.HOSTILE, 0.5)),
        "event that something goes for": each(
            crowd, lambda mind: mind.record(being(next(newcomer)), MemoryType.HOSTILE, 0.5)
        ),
        "passer-by": each(crowd, lambda mind: mind.record(being(next(newcomer)), MemoryType.TRIVIA, 0.1)),
        "dawn": each(crowd, lambda mind: mind.dawn()),
        "to NBT": each(crowd, lambda mind: mind.write_to_nbt()),
        "from NBT": each(crowd, lambda mind: mind.read_from_nbt(tags[mind.row])),
        "bytes of a file": sum(map(len, files.values())) / NPCS,
    }


def main() -> None:
    crowd = Crowd(Random(5))
    took: list[float] = []
    took_slow: list[float] = []
    apart = 0.0
    strengths = np.array([memory.retrievability for mind in crowd.fast for memory in mind.look()])
    half_remembered = float(((strengths > FORGOTTEN) & (strengths < 0.95)).mean())
    for number in range(ROUNDS):
        crowd.clock.advance(5)
        questions = crowd.questions()
        about = [being(entity) for entity in questions]
        if number < SLOW_ROUNDS:
            took_slow.append(timed(lambda asked=questions: crowd.ask_slow(asked)) * 1e3)  # type: ignore[misc]
        took.append(timed(lambda asked=about: crowd.ask_fast(asked)) * 1e3)  # type: ignore[misc]
        if number == SLOW_ROUNDS - 1:
            apart = crowd.farthest()
    figures: dict[str, Any] = {
        "npcs": NPCS,
        "memories": sum(map(len, crowd.fast)),
        "bytes_a_memory": crowd.pool.items.itemsize,
        "question_to_all_ms": {
            "median": median(took),
            "p99": float(np.percentile(took, 99)),
            "reference_median": median(took_slow),
            "ratio": median(took_slow) / median(took),
            "goal": 2.0,
            "share_that_brought_something_to_mind": crowd.hits / (NPCS * ROUNDS),
        },
        "half_remembered": half_remembered,
        "one_at_a_time_us": single_figures(crowd),
        "farthest_apart": apart,
        "input_sha256": crowd.digest,
        "versions": {"python": platform.python_version(), "numpy": version("numpy")},
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
