"""A tick of the whole simulation; prints JSON. Run as ``python -m benchmarks.simulation``.

1,000 companions that live as they like where they stand (``--still``: that stand), 100 that walk alone and 40 that
walk in groups of ten (squads come later: here each of a group is sent to its own place beside the group's) live on
hills with trees, walls and ponds. Whoever arrives is sent on at once. All of them feel. Four clients walk among them,
whose packets are written and thrown away. Every tick is measured from the clock to the last packet: searches for
ways, bodies, feelings, what others see of them. One process, one thread; processor time is given beside the time on
the wall for runs on a machine that has more to do.

Goal: the 99th percentile at most 25 ms, half of what a tick may take.

Afterwards everybody is saved into a temporary folder while ticks go on, 20 a second as they do in the proxy, and then
once more at one go, as when the proxy stops.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import platform
import pstats
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import version
from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

from benchmarks.simulation.hills import Hills
from nbt.store import NpcStore
from npc.clock import TICKS_PER_SECOND, ManualClock
from npc.definition import NpcDefinition
from npc.locomotion.walker import WalkerState
from npc.npc import Npc
from npc.simulation import Simulation
from proxy.heap import settle_heap
from proxy.stage_writer import StageWriter
from proxy.versions import family_for
from proxy.versions.base import ProtocolFamily
from world.entity import Entity, ListedPlayer
from world.player import Player
from world.view import WorldView

PROTOCOLS = (765, 765, 765, 765)
"""1.20.4: one view of the world, as on most servers."""
SIZE = 384
"""Blocks from side to side."""
GOAL_MS = 25.0
WARM_UP_POLLS = 2000
"""Places looked at in a tick of the warm-up, so that all are on their way when it ends."""
GROUPS, GROUP_SIZE = 4, 10
LEG = 90.0
"""Blocks along each axis that they are sent at most."""


@dataclass
class Link:
    """Where a client's packets go."""

    packets: int = 0
    bytes: int = 0
    client_congested: bool = False

    def send_to_client(self, *packets: bytes) -> None:
        self.packets += len(packets)
        self.bytes += sum(map(len, packets))


class Client:
    """A player that walks in a circle and has all chunks."""

    def __init__(self, number: int, family: ProtocolFamily, clock: ManualClock, hills: Hills) -> None:
        self.viewer_id = number
        self.player = Player(f"Player{number}", UUID(int=number), placed=True, eye_heights=family.eye_heights)
        self.link = Link()
        self.port = StageWriter(self.link, family, clock)
        self.world: WorldView | None = None
        self.entities: dict[int, Entity] = {}
        self.listed: dict[UUID, ListedPlayer] = {}
        self._hills = hills
        self._centre = (SIZE / 4 * (-1) ** number, SIZE / 4 * (-1) ** (number // 2))

    def holds_chunk(self, chunk_x: int, chunk_z: int) -> bool:
        return self.world is not None and self.world.holds(self.viewer_id, chunk_x, chunk_z)

    def walk(self, tick: int) -> None:
        angle = 2 * pi * tick / 900
        x, z = self._centre[0] + 30 * cos(angle), self._centre[1] + 30 * sin(angle)
        place = self._hills.ground(x, z)
        self.player.x, self.player.z = x, z
        if place is not None:
            self.player.y = place[1]


class Groups:
    """Companions that are sent somewhere together, again and again: one alone is a group too."""

    def __init__(self, hills: Hills, random: Random) -> None:
        self._hills = hills
        self._random = random
        self.members: list[list[Npc]] = []

    def lead(self) -> None:
        for group in self.members:
            if all(npc.walker.state is WalkerState.IDLE and not npc.purpose for npc in group):
                x, y, z = group[0].body.position
                middle = somewhere(self._hills, self._random, around=(x, y, z), within=LEG)
                for npc in group:
                    npc.send(somewhere(self._hills, self._random, around=middle, within=4.0))


def somewhere(
    hills: Hills,
    random: Random,
    around: tuple[float, float, float] = (0.0, 0.0, 0.0),
    within: float = SIZE * 0.45,
) -> tuple[float, float, float]:
    while True:
        x, z = (middle + random.uniform(-within, within) for middle in (around[0], around[2]))
        if max(abs(x), abs(z)) < SIZE / 2 - 1 and (place := hills.ground(x, z)) is not None:
            return place


def populate(
    simulation: Simulation, hills: Hills, random: Random, idle: int, alone: int, grouped: int, *, lively: bool
) -> Groups:
    groups = Groups(hills, random)
    for number in range(idle):
        _add(simulation, f"idle{number}", somewhere(hills, random), lively=lively)
    for number in range(alone):
        groups.members.append([_add(simulation, f"walker{number}", somewhere(hills, random))])
    for start in range(0, grouped, GROUP_SIZE):
        middle = somewhere(hills, random)
        groups.members.append(
            [
                _add(simulation, f"member{number}", somewhere(hills, random, around=middle, within=4.0))
                for number in range(start, min(start + GROUP_SIZE, grouped))
            ]
        )
    return groups


def _add(
    simulation: Simulation, npc_id: str, place: tuple[float, float, float], *, lively: bool = False
) -> Npc:
    x, y, z = place
    return simulation.add(NpcDefinition(npc_id, npc_id, x=x, y=y, z=z, lively=lively))


def saving(simulation: Simulation, clock: ManualClock) -> dict[str, Any]:
    """Save everybody along with ticks, and at one go; all have changed, for they feel and their place is new."""

    def tick() -> float:
        clock.advance()
        started = time.perf_counter()
        simulation.tick()
        took = time.perf_counter() - started
        time.sleep(max(0.0, 1 / TICKS_PER_SECOND - took))
        return took * 1000

    with tempfile.TemporaryDirectory() as folder, NpcStore(Path(folder)) as store:
        before = [tick() for _ in range(200)]
        simulation.archive.store = store
        simulation.autosave()
        during = []
        while simulation.is_saving:
            during.append(tick())
        for npc in simulation.npcs.values():
            npc.incarnation += 1
        started = time.perf_counter()
        simulation.save()
        at_once = (time.perf_counter() - started) * 1000
    return {
        "ms a tick before": _figures(before), "ms a tick while saving": _figures(during), "ticks it took": len(during),
        "ms at one go": at_once,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.simulation", description=__doc__)
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--alone", type=int, default=100)
    parser.add_argument("--grouped", type=int, default=GROUPS * GROUP_SIZE)
    parser.add_argument("--ticks", type=int, default=400)
    parser.add_argument("--warm-up", type=int, default=200, help="ticks before the first that counts")
    parser.add_argument("--still", action="store_true", help="the idle do nothing of their own accord")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--profile", action="store_true", help="show on stderr where the time goes")
    arguments = parser.parse_args()

    family = family_for(PROTOCOLS[0])
    assert family is not None
    random, clock = Random(arguments.seed), ManualClock()
    hills = Hills(family.blocks, SIZE)
    simulation = Simulation(clock, Random(arguments.seed))
    lively = not arguments.still
    groups = populate(
        simulation, hills, random, arguments.idle, arguments.alone, arguments.grouped, lively=lively
    )
    settle_heap()  # as the proxy does when its companions are loaded, and before anybody has joined
    clients = [Client(number, family, clock, hills) for number in range(1, len(PROTOCOLS) + 1)]
    world = hills.world(family.blocks, [client.viewer_id for client in clients])
    for client in clients:
        client.world = world
        client.walk(0)
        simulation.add_viewer(client)

    patient, simulation.paths.polls_per_tick = simulation.paths.polls_per_tick, WARM_UP_POLLS
    times: list[float] = []
    busy: list[float] = []
    walking: list[int] = []
    awake: list[int] = []
    profile = cProfile.Profile()
    for tick in range(arguments.warm_up + arguments.ticks):
        groups.lead()
        for client in clients:
            client.walk(tick)
        clock.advance()
        if tick == arguments.warm_up:
            simulation.paths.polls_per_tick = patient
            if arguments.profile:
                profile.enable()
        started, worked = time.perf_counter(), time.process_time()
        simulation.tick()
        took, work = time.perf_counter() - started, time.process_time() - worked
        if tick >= arguments.warm_up:
            times.append(took * 1000)
            busy.append(work * 1000)
            awake.append(sum(not npc.dormant for npc in simulation.npcs.values()))
            walking.append(sum(npc.walker.state is WalkerState.WALKING for npc in simulation.npcs.values()))
    profile.disable()
    if simulation.faulty:
        raise SystemExit(f"companions failed: {sorted(simulation.faulty)}")
    if arguments.profile:
        pstats.Stats(profile, stream=sys.stderr).sort_stats("tottime").print_stats(40)
    figures = _figures(times)
    report: dict[str, Any] = {
        "companions": {
            "idle": arguments.idle, "walking alone": arguments.alone, "walking in groups": arguments.grouped,
        },
        "walking at once": {"mean": statistics.fmean(walking), "most": max(walking)},
        "lively": lively,
        "awake at once": {"mean": statistics.fmean(awake), "most": max(awake)},
        "ticks": len(times),
        "ms a tick": figures,
        "processor ms a tick": _figures(busy),
        "goal p99 ms": GOAL_MS,
        "reached": figures["p99"] <= GOAL_MS,
        "packets a tick": sum(client.link.packets for client in clients) / (len(times) + arguments.warm_up),
        "bytes a tick": sum(client.link.bytes for client in clients) / (len(times) + arguments.warm_up),
        "saving": saving(simulation, clock),
        "input": {"seed": arguments.seed, "hills": hills.digest(), "release": family.minecraft},
        "versions": {"python": platform.python_version(), "numpy": version("numpy")},
    }  # fmt: skip
    print(json.dumps(report, indent=2))


def _figures(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "mean": statistics.fmean(ordered),
        "median": statistics.median(ordered),
        "p99": ordered[int(len(ordered) * 0.99)],
        "max": ordered[-1],
    }


if __name__ == "__main__":
    main()
