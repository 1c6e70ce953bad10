"""A held door as the packets of every layout tell of it: a block change, in states of the client's own release."""

from __future__ import annotations

from uuid import UUID

import pytest
from model_client import PROTOCOLS, Watcher
from small_worlds import small_world

from npc.clock import ManualClock
from npc.stage import Stage
from npc.stage_port import Actor

LOWER, UPPER = (-2, 64, 0), (-2, 65, 0)
DOOR = {
    LOWER: "oak_door[facing=east,half=lower,hinge=left]",
    UPPER: "oak_door[facing=east,half=upper,hinge=left]",
}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_held_door_opens_on_the_clients_screen_and_closes_again(protocol: int) -> None:
    clock = ManualClock()
    watcher = Watcher(1, protocol, clock)
    family = watcher.client.family
    watcher.world = world = small_world(DOOR, family.minecraft)
    stage = Stage()
    actor = Actor("juniper", UUID(int=1), "Juniper", x=0.5, y=64.0, z=0.5)
    stage.enter(actor, world.key.name)
    stage.seat(watcher)

    def tick(door: tuple[int, int, int] | None) -> dict[tuple[int, int, int], str]:
        """What the client was told of blocks: whether they are open."""
        actor.holds_open = door
        watcher.client.blocks.clear()
        stage.update()
        stage.flush()
        assert watcher.client.complaints == []
        return {
            place: family.blocks.properties(state)["open"] for place, state in watcher.client.blocks.items()
        }

    halves = [LOWER] if protocol < 393 else [LOWER, UPPER]  # to 1.12 the lower half speaks for both
    assert tick(None) == {}
    assert tick(UPPER) == dict.fromkeys(halves, "true")
    assert tick(UPPER) == {}
    assert tick(None) == dict.fromkeys(halves, "false")
    assert tick(None) == {}
