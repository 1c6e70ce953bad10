"""The demo's companions live: on its own terrain, in accelerated time."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast
from uuid import UUID

import pytest

from npc.clock import ManualClock
from npc.npc import Npc
from npc.simulation import Simulation
from npc.stage_port import Viewer
from proxy.config.model import Config
from proxy.demo import companions
from proxy.demo.places import FEET
from proxy.demo.version_view import VersionView
from proxy.demo.world import DemoWorld
from proxy.stage_writer import StageWriter
from proxy.versions.base import ProtocolFamily
from world.entity import Entity, ListedPlayer
from world.player import Player
from world.view import WorldKey, WorldView

BED = (-4, FEET, -7)
MORNING, NIGHT = 1_000, 14_000


class Link:
    client_congested = False

    def send_to_client(self, *packets: bytes) -> None: ...


class Onlooker:
    """A client that has all chunks, far from everybody."""

    viewer_id = 1

    def __init__(self, family: ProtocolFamily, clock: ManualClock, world: WorldView) -> None:
        self.player = Player(
            "Alice", UUID(int=1), x=0.5, y=FEET, z=60.5, placed=True, eye_heights=family.eye_heights
        )
        self.port = StageWriter(Link(), family, clock)
        self.world: WorldView | None = world
        self.entities: dict[int, Entity] = {}
        self.listed: dict[UUID, ListedPlayer] = {}

    def holds_chunk(self, chunk_x: int, chunk_z: int) -> bool:
        return self.world is not None and self.world.holds(1, chunk_x, chunk_z)


@pytest.mark.parametrize("family", ["1.12.2", "1.20.4"], indirect=True)
def test_within_an_hour_they_sit_stroll_perform_and_sleep_and_juniper_in_her_bed(
    world: DemoWorld, family: ProtocolFamily
) -> None:
    server_side = VersionView(world, family)
    view = WorldView(
        WorldKey("demo", "minecraft:overworld", 0), server_side.server_side.dimension, family.blocks,
        rules=family.physics,
    )  # fmt: skip
    for x in range(-4, 5):
        for z in range(-4, 5):
            view.load(1, server_side.chunk(x, z))
    clock = ManualClock()
    simulation = Simulation(clock, Random(1))
    config = Config.model_validate({"npc": companions()})
    npcs: dict[str, Npc] = {}
    for npc_id, settings in config.npc.items():
        npcs[npc_id] = simulation.add(settings.definition(npc_id))
    simulation.add_viewer(cast(Viewer, Onlooker(family, clock, view)))
    seen: dict[tuple[str, int], Counter[object]] = {}
    for time in (MORNING, NIGHT):
        view.time_of_day = time
        for _ in range(6000):
            clock.advance()
            simulation.tick()
            for npc_id, npc in npcs.items():
                counts = seen.setdefault((npc_id, time), Counter())
                counts[npc.actor.pose] += 1
                counts[npc.purpose] += 1
                counts["bed"] += npc.actor.bed == BED
                counts["emotes"] += npc.acting.emotes.playing is not None
    assert not simulation.faulty
    for npc_id in npcs:
        by_day, by_night = seen[npc_id, MORNING], seen[npc_id, NIGHT]
        assert min(by_day[what] for what in ("standing", "sitting", "emotes")) > 20, npc_id
        assert (by_day["strolls"] > 20) == (npc_id == "rill"), "juniper stays"
        assert by_night["sleeping"] > 1000
        assert by_night["sleeping"] > 2 * by_day["sleeping"]
    assert seen["juniper", NIGHT]["bed"] > 1000
