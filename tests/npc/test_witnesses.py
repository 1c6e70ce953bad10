"""Companions see what is done to each other."""

from __future__ import annotations

from typing import Any

import pytest
from scene import Scene
from viewers import FakeViewer

from npc.memory import MemoryType
from npc.npc import Npc

OWNER = "8e0b4e5c-3c51-4c5e-8d5a-0d9a5e3d9b10"


def scene() -> Scene:
    """A player two blocks south of where companions stand."""
    return Scene(FakeViewer(1, 0.5, 64.0, 2.5, None))


def companions(place: Scene, **witness: Any) -> tuple[Npc, Npc]:
    """One who is struck, and one behind it who looks on."""
    struck = place.add("rowan", x=0.5, z=0.5, owner=witness.pop("owner_of_struck", ""))
    watcher = place.add("juniper", x=0.5, z=-2.5, yaw=0.0, **witness)
    place.run(2)
    return struck, watcher


def memories(npc: Npc, place: Scene) -> dict[MemoryType, int]:
    """What it remembers of the player: type → how often that came to mind."""
    assert npc.awareness is not None
    who = place.viewer.player.uuid
    return {one.type: one.recalls for one in npc.awareness.memory.look() if one.entity == who}


@pytest.mark.parametrize(
    ("bond", "kind"),
    [
        ({}, MemoryType.OBSERVATION),
        ({"trusts": ("Rowan",)}, MemoryType.HOSTILE),
        ({"owner": OWNER, "owner_of_struck": OWNER.replace("-", "").upper()}, MemoryType.HOSTILE),
        ({"owner": "Zoe", "owner_of_struck": "zoe"}, MemoryType.HOSTILE),
        ({"owner": "Zoe", "owner_of_struck": "Yan"}, MemoryType.OBSERVATION),
    ],
)
def test_a_blow_on_a_companion_is_seen_by_others(bond: dict[str, Any], kind: MemoryType) -> None:
    place = scene()
    struck, watcher = companions(place, **bond)
    place.simulation.on_attack(1, struck.id)
    assert memories(watcher, place).get(kind) == 1
    assert MemoryType.HOSTILE in memories(struck, place)
    assert MemoryType.OBSERVATION not in memories(struck, place)


def test_a_blow_that_does_nothing_is_seen_by_nobody() -> None:
    place = scene()
    struck, watcher = companions(place)
    for _ in range(3):  # half a second of grace after the first
        place.simulation.on_attack(1, struck.id)
    assert memories(watcher, place)[MemoryType.OBSERVATION] == 1


def test_who_looks_the_other_way_sees_no_blow() -> None:
    place = scene()
    struck, watcher = companions(place)
    watcher.actor.head_yaw = 180.0
    place.simulation.on_attack(1, struck.id)
    assert MemoryType.OBSERVATION not in memories(watcher, place)
