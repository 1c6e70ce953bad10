"""Real bodies on real ground, through the packets of every layout, into a model client: exact, and few packets."""

from __future__ import annotations

from functools import cache
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_client import PROTOCOLS, Watcher
from small_worlds import small_terrain

from npc.clock import ManualClock
from npc.gaze import Neck
from npc.stage import Stage
from npc.stage_port import Actor
from proxy.stage_writer import SKIN_TICKS
from world.physics.body import Body, Controls
from world.physics.motion import step
from world.physics.rules import MODERN
from world.terrain import Terrain

STEP, TURN, HEAD = "entity_look_and_relative_move", "entity_look", "entity_head_look"
TELEPORTS = {"entity_teleport", "sync_entity_position"}
ANGLE = 360 / 256


@cache
def course() -> Terrain:
    """Level ground with a stair, slabs, a wall, ice, a pool, a ladder on a pillar, and slime to bounce on."""
    blocks = {(x, 63, z): "stone" for x in range(-16, 17) for z in range(-16, 17)}
    blocks |= {(x, 63, z): "ice" for x in range(-12, -6) for z in range(-12, -2)}
    blocks |= {(x, 63, z): "water" for x in range(5, 12) for z in range(5, 12)}
    blocks |= {(x, 62, z): "stone" for x in range(5, 12) for z in range(5, 12)}
    blocks |= {(3, 64 + rise, rise): "oak_stairs[facing=south]" for rise in range(4)}
    blocks |= {(x, 64, -3): "oak_slab[type=bottom]" for x in range(-2, 3)}
    blocks |= {(-4, 64, z): "cobblestone_wall" for z in range(-3, 4)}
    blocks |= {(6, y, 0): "stone" for y in range(64, 70)} | {
        (5, y, 0): "ladder[facing=west]" for y in range(64, 70)
    }
    blocks |= {(-8, 63, 8): "slime_block", (-9, 63, 8): "slime_block"}
    return small_terrain(blocks)


class Walk:
    """A body, the actor that shows it, and a watcher of each layout."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.stage = Stage()
        self.body = Body(0.5, 64.0, 0.5)
        self.actor = Actor("juniper", UUID(int=99), "Juniper", x=0.5, y=64.0, z=0.5)
        self.neck = Neck()
        self.stage.enter(self.actor, "minecraft:overworld")
        self.watchers = [
            Watcher(number, protocol, self.clock) for number, protocol in enumerate(PROTOCOLS, 1)
        ]
        for watcher in self.watchers:
            self.stage.seat(watcher)
        self.show()

    def tick(self, controls: Controls) -> None:
        body, actor = self.body, self.actor
        step(body, controls, course(), MODERN)
        actor.x, actor.y, actor.z = body.x, body.y, body.z
        actor.on_ground, actor.sprinting = body.on_ground, controls.sprint
        self.neck.turn(actor, controls.yaw, 0.0, settle=True)
        self.show()

    def teleport(self, x: float, y: float, z: float) -> None:
        self.body.x, self.body.y, self.body.z = x, y, z
        self.body.stop()
        self.actor.x, self.actor.y, self.actor.z = x, y, z
        self.actor.teleported += 1

    def show(self) -> None:
        """End the tick and hold every client against the body."""
        for watcher in self.watchers:
            watcher.client.names.clear()
        self.clock.advance()
        self.stage.update()
        self.stage.flush()
        for watcher in self.watchers:
            assert watcher.client.complaints == []
            if watcher.client.client_congested:
                assert watcher.client.names == []
                continue
            (entity,) = watcher.client.entities.values()
            for axis in "xyz":
                off = getattr(entity, axis) - getattr(self.actor, axis)
                assert abs(off) <= watcher.unit, (watcher.client.family, axis)
            for angle in ("yaw", "pitch", "head_yaw"):
                off = getattr(entity, angle) - getattr(self.actor, angle)
                assert abs((off + 180) % 360 - 180) <= ANGLE, (watcher.client.family, angle)


LEGS = st.fixed_dictionaries(
    {
        "yaw": st.floats(-180, 179),
        "forward": st.sampled_from([0.0, 1.0, 1.0, 1.0]),
        "strafe": st.sampled_from([0.0, 0.0, -1.0, 1.0]),
        "jump": st.booleans(),
        "sprint": st.booleans(),
    }
)
TICKS = st.integers(1, 25)
PLACES = st.tuples(st.floats(-15, 15), st.floats(64, 80), st.floats(-15, 15))
DEAF = st.sets(st.integers(0, len(PROTOCOLS) - 1), max_size=3)
"""Watchers that don't read for a while."""


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(LEGS, TICKS, st.none() | st.none() | PLACES, DEAF), min_size=1, max_size=10))
def test_every_client_has_a_walking_body_where_it_is_to_its_own_unit(
    legs: list[tuple[dict[str, Any], int, tuple[float, float, float] | None, set[int]]],
) -> None:
    """In each tick in which a client reads, whatever it missed before."""
    walk = Walk()
    for keys, ticks, place, deaf in legs:
        for number, watcher in enumerate(walk.watchers):
            watcher.client.client_congested = number in deaf
        if place is not None:
            walk.teleport(*place)
        for _ in range(ticks):
            walk.tick(Controls(**keys))
    for watcher in walk.watchers:
        watcher.client.client_congested = False
    walk.show()


def test_a_walk_is_one_packet_a_tick_and_one_more_while_the_head_turns() -> None:
    walk = Walk()
    for tick in range(40):
        walk.tick(Controls(forward=1.0, yaw=-180.0))
        for watcher in walk.watchers:
            names = [name for name in watcher.client.names if name.startswith("entity_")]
            assert names.count(STEP) == 1
            assert set(names) <= {STEP, HEAD}
            assert len(names) <= 2
            if tick > 20:
                assert names == [STEP], "it looks where it goes by now"


def test_a_sprint_is_told_once_when_it_begins_and_once_when_it_ends() -> None:
    walk = Walk()
    told = []
    for tick in range(30):
        walk.tick(Controls(forward=1.0, sprint=5 <= tick < 20))
        told.append([watcher.client.names.count("entity_metadata") for watcher in walk.watchers])
    assert [tick for tick, counts in enumerate(told) if any(counts)] == [5, 20]
    assert told[5] == told[20] == [1] * len(PROTOCOLS)


def test_a_body_at_rest_costs_nothing() -> None:
    walk = Walk()
    for _ in range(SKIN_TICKS):
        walk.tick(Controls())
    for _ in range(100):
        walk.tick(Controls())
        assert all(watcher.client.names == [] for watcher in walk.watchers)


@pytest.mark.parametrize("place", [(2.5, 64.0, 0.5), (12.5, 64.0, -12.5)])
def test_a_teleport_is_never_a_walk(place: tuple[float, float, float]) -> None:
    """However near: a client would draw the way there."""
    walk = Walk()
    walk.teleport(*place)
    walk.tick(Controls())
    for watcher in walk.watchers:
        assert [name for name in watcher.client.names if name != HEAD] in [[name] for name in TELEPORTS]
