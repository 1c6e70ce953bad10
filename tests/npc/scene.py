"""A world of its own for companions, with a player who makes it live."""

from __future__ import annotations

from random import Random
from typing import Any

from flat_world import FlatWorld

from npc.clock import ManualClock
from npc.definition import NpcDefinition
from npc.npc import Npc
from npc.simulation import Simulation

FAR = (40.5, 64.0, 0.5)
"""Where a player holds the companions' chunks without being of interest to them."""


class Scene:
    """A flat world of its own with a player far away."""

    def __init__(self, viewer: Any, seed: int = 1) -> None:
        self.world = FlatWorld("minecraft:overworld")
        viewer.world = self.world
        self.viewer = viewer
        self.clock = ManualClock()
        self.simulation = Simulation(self.clock, Random(seed))
        self.simulation.add_viewer(viewer)

    def add(self, npc_id: str = "juniper", **fields: Any) -> Npc:
        """A companion that does nothing of its own accord, or about those who harm it, unless that is asked for."""
        given = {"x": 0.5, "y": 64.0, "z": 0.5, "lively": False, "wary": False}
        return self.simulation.add(NpcDefinition(npc_id, npc_id.title(), **(given | fields)))

    def run(self, ticks: int = 1) -> None:
        for _ in range(ticks):
            self.clock.advance()
            self.simulation.tick()
        assert not self.simulation.faulty
