"""Path search; prints JSON. Run as ``python -m benchmarks.paths``.

The same ways of about 64 blocks over terrain that vanilla generated, searched for by us and by mineflayer-pathfinder
with digging and placing off, in one run and in the same columns. Both may expand as many nodes, and keep to the same
box, as a ground search of ours. Figures are nodes expanded a second in the best of several rounds, by the clock and of
processor time. *Cold*, nothing is known of the columns yet and what their cells are is part of the time; *warm*, it is
kept from before. mineflayer-pathfinder keeps nothing; its compiler is given a round to warm up.

Beside it the longest tick of our finder while one search runs, cold, and while all run at once. ``processor``: of the
tick that takes most processor time in its best round, for every round does the same work in the same ticks; ``worst``:
the longest one that a clock on the wall showed, other programs' share included.

Goals: at least as many nodes a second as mineflayer-pathfinder; never more than 5 ms in a tick.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "world"))  # the terrain and the other side are those of the tests

from path_oracle import PathOracle, Place  # noqa: E402
from real_terrain import (  # noqa: E402
    SQUARES,
    Square,
    family_of,
    packets,
    places_to_stand,
    region_world,
    uppermost,
)

from world.paths.finder import BOUNDS, Pathfinder  # noqa: E402
from world.paths.finder import Search as PathSearch  # noqa: E402
from world.paths.route import Abilities, Medium  # noqa: E402
from world.terrain import Vector, terrain_of  # noqa: E402
from world.view import WorldView  # noqa: E402

PEERS = ROOT / "tests" / "peers"
NEAREST, FARTHEST = 60, 68
"""Blocks between the ends of a way."""
ABILITIES = Abilities(max_drop=3.0, shuns_farmland=False)
"""What mineflayer-pathfinder can do as well."""

Search = tuple[Place, Place]
Figures = dict[str, float]
RATES = ("nodes_per_second", "nodes_per_processor_second")


def searches_in(world: WorldView, count: int) -> list[Search]:
    """Places of about 64 blocks from each other, under trees or the sky."""
    generator = random.Random(64)
    places = [(x, y, z) for x, y, z in uppermost(places_to_stand(world)).tolist()]
    searches: list[Search] = []
    while len(searches) < count:
        start, goal = generator.choice(places), generator.choice(places)
        if NEAREST <= hypot(start[0] - goal[0], start[2] - goal[2]) <= FARTHEST:
            searches.append((start, goal))
    return searches


class Tick(NamedTuple):
    """Seconds that it took."""

    clock: float
    processor: float


class Ours:
    """Our finder in a world that it hasn't seen yet, each tick timed."""

    def __init__(self, square: Square) -> None:
        self.terrain = terrain_of(region_world(PEERS, square))
        self.finder = Pathfinder()
        self.ticks: list[Tick] = []

    def together(self, searches: Sequence[Search]) -> Figures:
        """All searches at once."""
        first = len(self.ticks)
        running: list[PathSearch] = []
        self._timed(
            lambda: running.extend(
                self.finder.request(self.terrain, _feet(start), _feet(goal), ABILITIES)
                for start, goal in searches
            )
        )
        now = 0
        while not all(search.done for search in running):
            self._timed(partial(self.finder.tick, now))
            now += 1
        routes = [search.route for search in running if search.route is not None]
        return {
            "nodes": sum(route.polls for route in routes),
            "found": sum(not route.partial for route in routes),
            "seconds": sum(tick.clock for tick in self.ticks[first:]),
            "processor_seconds": sum(tick.processor for tick in self.ticks[first:]),
        }

    def one_by_one(self, searches: Sequence[Search]) -> Figures:
        """One search after the other."""
        parts = [self.together([search]) for search in searches]
        return {key: sum(part[key] for part in parts) for key in parts[0]}

    def _timed(self, work: Callable[[], object]) -> None:
        clock, processor = time.perf_counter(), time.thread_time()
        work()
        self.ticks.append(Tick(time.perf_counter() - clock, time.thread_time() - processor))


def theirs(oracle: PathOracle, name: str, searches: Sequence[Search]) -> Figures:
    """The same searches by mineflayer-pathfinder."""
    answers = oracle.solve(name, searches, BOUNDS[Medium.GROUND], drop=3, corners=True)
    return {
        "nodes": sum(answer.nodes for answer in answers),
        "found": sum(answer.found for answer in answers),
        "seconds": sum(answer.ms for answer in answers) / 1000,
        "processor_seconds": sum(answer.processor_ms for answer in answers) / 1000,
    }


def measure(oracle: PathOracle, square: Square, count: int, rounds: int) -> dict[str, Any]:
    """Figures of one terrain."""
    family = family_of(square.release)
    world = region_world(PEERS, square)
    searches = searches_in(world, count)
    digest = hashlib.sha256(b"".join(packets(family, world)) + json.dumps(searches).encode()).hexdigest()
    oracle.load(square.release, family, world)
    theirs(oracle, square.release, searches)

    figures: dict[str, list[Figures]] = {"cold": [], "warm": [], "theirs": []}
    ticks: dict[str, list[list[Tick]]] = {"one_search": [], "all_at_once": []}
    for _ in range(rounds):
        alone, crowd = Ours(square), Ours(square)
        figures["cold"].append(alone.one_by_one(searches))
        ticks["one_search"].append(alone.ticks[:])
        figures["warm"].append(alone.one_by_one(searches))
        crowd.together(searches)
        ticks["all_at_once"].append(crowd.ticks)
        figures["theirs"].append(theirs(oracle, square.release, searches))
    best = {who: _best(found) for who, found in figures.items()}
    return {
        "input": {"columns": world.chunk_count, "searches": len(searches), "sha256": digest},
        "hearthkin": {"cold": best["cold"], "warm": best["warm"]},
        "mineflayer_pathfinder": best["theirs"],
        "ratios": {
            kind: {rate: best[kind][rate] / best["theirs"][rate] for rate in RATES}
            for kind in ("cold", "warm")
        },
        "longest_tick_ms": {name: _longest(rounds) for name, rounds in ticks.items()},
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how fast ways are found.")
    parser.add_argument("--searches", type=int, default=24, help="in each terrain")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with PathOracle(PEERS) as oracle:
        print(
            json.dumps(
                {
                    "python": platform.python_version(),
                    "system": platform.platform(),
                    "versions": {"numpy": version("numpy"), **oracle.versions()},
                    "polls_per_tick": Pathfinder().polls_per_tick,
                    "terrains": {
                        square.release: measure(oracle, square, options.searches, options.rounds)
                        for square in SQUARES
                    },
                },
                indent=2,
            )
        )
    return 0


def _feet(place: Place) -> Vector:
    return place[0] + 0.5, float(place[1]), place[2] + 0.5


def _best(rounds: Sequence[Figures]) -> Figures:
    """Of the fastest round, by either measure; all have searched for the same."""
    seconds, processor = (min(found[key] for found in rounds) for key in ("seconds", "processor_seconds"))
    nodes = rounds[0]["nodes"]
    rates = dict(zip(RATES, (nodes / seconds, nodes / processor), strict=True))
    return {**rounds[0], "seconds": seconds, "processor_seconds": processor, **rates}


def _longest(rounds: Sequence[Sequence[Tick]]) -> Figures:
    """In milliseconds."""
    by_tick = [min(tick.processor for tick in same) for same in zip(*rounds, strict=True)]
    worst = max(tick.clock for ticks in rounds for tick in ticks)
    return {"processor": max(by_tick) * 1000, "worst": worst * 1000}


if __name__ == "__main__":
    sys.exit(main())
