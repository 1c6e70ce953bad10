"""What companions make of orders: the same ones again, ones that change, ones that can't be carried out."""

from __future__ import annotations

from functools import cache
from math import dist, hypot

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from small_worlds import small_terrain
from walks import Trip

from npc.locomotion.doors import ajar, opened_states
from npc.locomotion.follower import LOOK_AHEAD, SWIM_RADIUS
from npc.locomotion.footing import CLIFF, FARMLAND, UNKNOWN, objection
from npc.locomotion.gait import GaitController
from npc.locomotion.leap import MAX_STRIDE, Leap, take_off
from npc.locomotion.progress import MAX_STALLS, STUCK_TICKS
from npc.locomotion.steering import Heading, controls_for, grip
from npc.locomotion.walker import GOAL_TOLERANCE, REPATH_PAUSE, RESUME_MARGIN, WalkerState
from world.paths.finder import Pathfinder, Search
from world.paths.route import Abilities
from world.physics.body import Body, Controls
from world.physics.motion import step
from world.terrain import Terrain, Vector

FEET = 64.0
Blocks = dict[tuple[int, int, int], str]


def plain(size: int = 12, block: str = "stone") -> Blocks:
    return {(x, 63, z): block for x in range(-size, size + 1) for z in range(-size, size + 1)}


def at(x: float, z: float = 0.0, y: float = FEET) -> Vector:
    return x + 0.5, y, z + 0.5


def put(terrain: Terrain, x: int, y: int, z: int, block: str) -> None:
    terrain.world.set_state(x, y, z, terrain.world.blocks.state(block))


class CountingPaths(Pathfinder):
    """Remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__(polls_per_tick=4000)
        self.goals: list[Vector] = []

    def request(self, terrain: Terrain, start: Vector, goal: Vector, *rest: object, **more: object) -> Search:
        self.goals.append(goal)
        return super().request(terrain, start, goal, *rest, **more)  # type: ignore[arg-type]


def trip(blocks: Blocks, start: Vector, abilities: Abilities | None = None) -> tuple[Trip, CountingPaths]:
    journey = Trip(small_terrain(blocks), start, abilities or Abilities())
    journey.around.paths = paths = CountingPaths()
    return journey, paths


def test_figures_are_the_published_ones() -> None:
    assert (STUCK_TICKS, MAX_STALLS, GOAL_TOLERANCE, LOOK_AHEAD, SWIM_RADIUS, RESUME_MARGIN) == (
        20, 10, 1.5, 7, 0.7, 0.55
    )  # fmt: skip


# --- the same order again, and others


def test_a_goal_that_is_set_again_each_tick_is_searched_for_once() -> None:
    journey, paths = trip(plain(), at(-8))
    journey.go(at(8))
    assert journey.state is WalkerState.ARRIVED
    assert len(paths.goals) == 1


def test_a_goal_that_cannot_be_reached_stays_given_up_however_often_it_is_set() -> None:
    journey, paths = trip(plain(4), at(-3))
    journey.go(at(40))
    assert journey.state is WalkerState.UNREACHABLE
    asked = len(paths.goals)
    for _ in range(100):
        journey.walker.go(at(40), arrive=0.3)
        journey.tick()
    assert journey.state is WalkerState.UNREACHABLE
    assert len(paths.goals) == asked


def test_a_goal_that_moves_each_tick_is_walked_to_all_the_while() -> None:
    journey, paths = trip(plain(20), at(-18))
    for tick in range(120):
        journey.walker.go(at(-14 + tick * 0.3), arrive=1.0)
        journey.tick()
    assert journey.body.x > 0.0
    still = [m for m in journey.moments[20:] if m.moved < 0.05]
    assert not still
    assert len(paths.goals) <= 120 // REPATH_PAUSE + 1


def test_a_goal_that_moves_by_leaps_is_followed_without_a_halt() -> None:
    """As that of somebody on horseback, told every few ticks; searches take longer than that."""
    journey, _ = trip(plain(60), at(-58))
    journey.around.paths.polls_per_tick = 10
    for tick in range(160):
        if tick % 4 == 0:
            journey.walker.go(at(-50 + tick * 0.6), arrive=1.0)
        journey.tick()
    assert sum(m.moved < 0.05 for m in journey.moments[60:]) == 0


def test_who_is_sent_the_other_way_turns_round_at_once() -> None:
    journey, _ = trip(plain(), at(0))
    for _ in range(20):
        journey.walker.go(at(10))
        journey.tick()
    furthest = journey.body.x
    assert furthest > 1.5
    journey.go(at(-10))
    assert max(m.position[0] for m in journey.moments) < furthest + 0.4


def test_another_goal_is_taken_up_after_one_that_cannot_be_reached() -> None:
    journey, _ = trip(plain(4), at(-3))
    assert journey.go(at(40)).state is WalkerState.UNREACHABLE
    assert journey.go(at(-3, 3)).state is WalkerState.ARRIVED


def test_who_is_told_to_stop_stops_even_on_ice() -> None:
    journey, _ = trip(plain(block="blue_ice"), at(-10))
    while journey.body.x < 0.0:
        journey.walker.go(at(10))
        journey.tick()
    journey.walker.stop()
    where = journey.body.x
    journey.wait(60)
    assert journey.state is WalkerState.IDLE
    assert hypot(journey.body.vx, journey.body.vz) < 0.01
    assert journey.body.x - where < 1.0


def test_who_has_arrived_stays_when_nudged_and_comes_back_when_thrown() -> None:
    journey, paths = trip(plain(), at(-3))
    goal = at(3)
    journey.go(goal, arrive=0.3)
    journey.body.vx = 0.2
    journey.wait(20)
    assert journey.state is WalkerState.ARRIVED
    assert len(paths.goals) == 1
    journey.body.x += 3.0
    journey.go(goal, arrive=0.3, within=3) if journey.state is not WalkerState.ARRIVED else journey.wait(60)
    assert journey.state is WalkerState.ARRIVED
    assert dist(journey.body.position, goal) <= 0.5
    assert len(paths.goals) == 2


# --- getting stuck, and giving up


def test_who_gets_nowhere_tries_other_ways_and_then_gives_up() -> None:
    journey, paths = trip(plain(), at(-8))
    held = at(-4)

    def hold(it: Trip) -> None:
        if it.body.x > held[0]:
            it.body.x, it.body.z = held[0], held[2]

    journey.go(at(8), within=MAX_STALLS * (STUCK_TICKS + 10) + 60, meanwhile=hold)
    assert journey.state is WalkerState.UNREACHABLE
    assert journey.walker.stalls == MAX_STALLS
    assert len(paths.goals) >= MAX_STALLS
    assert journey.walker.reason


def test_failures_are_forgotten_once_it_comes_nearer() -> None:
    journey, _ = trip(plain(), at(-8))

    def hold(it: Trip) -> None:
        if it.body.x > -4.0 and it.walker.stalls < 3 and it.around.now < 200:
            it.body.x = -4.0

    journey.go(at(8), meanwhile=hold)
    assert journey.state is WalkerState.ARRIVED
    assert journey.walker.stalls == 0


def test_who_finds_no_way_goes_as_near_as_it_can() -> None:
    blocks = plain(6) | {(x, 63, z): "stone" for x in range(12, 16) for z in range(-2, 3)}
    journey, _ = trip(blocks, at(-5))
    journey.go(at(13))
    assert journey.state is WalkerState.UNREACHABLE
    assert journey.body.x == pytest.approx(6.5, abs=0.5)
    assert journey.lowest == FEET


# --- a world that changes


def test_a_wall_that_is_built_across_the_way_is_walked_around() -> None:
    journey, paths = trip(plain(), at(-8))

    def build(it: Trip) -> None:
        if it.around.now == 25:
            for z in range(-6, 7):
                for y in (64, 65):
                    put(it.terrain, 2, y, z, "stone")

    journey.go(at(8), meanwhile=build)
    assert journey.state is WalkerState.ARRIVED
    assert max(abs(m.position[2]) for m in journey.moments) > 6.0
    assert len(paths.goals) >= 2


@pytest.mark.parametrize("instead", ["air", "lava", "magma_block", "farmland"])
def test_nobody_walks_onto_what_the_ground_has_turned_into(instead: str) -> None:
    blocks = {(x, y, z): "stone" for x in range(-8, 9) for y in (58, 63) for z in (0,)}
    journey, _ = trip(blocks, at(-7))

    def change(it: Trip) -> None:
        if it.body.x > -1.0:
            for x in (1, 2, 3):
                put(it.terrain, x, 63, 0, instead)

    journey.go(at(7), meanwhile=change)
    assert journey.state is WalkerState.UNREACHABLE
    assert journey.body.x < 1.3
    assert journey.lowest == FEET


@pytest.mark.parametrize("hazard", ["cliff", "lava", "cactus", "farmland"])
def test_who_is_pushed_off_its_way_minds_what_is_beside_it(hazard: str) -> None:
    """Along a path three blocks wide, thrown to one side again and again."""
    blocks = {(x, 63, z): "stone" for x in range(-9, 10) for z in range(-1, 2)}
    for x in range(-9, 10):
        for z in (-2, 2):
            if hazard == "cactus":
                blocks |= {(x, 63, z): "sand", (x, 64, z): "cactus"}
            elif hazard != "cliff":
                blocks[x, 63, z] = hazard
    journey, _ = trip(blocks, at(-8))

    def push(it: Trip) -> None:
        if it.around.now % 12 == 0 and it.body.on_ground:
            it.body.vz += 0.45

    journey.go(at(8), meanwhile=push)
    assert journey.state is WalkerState.ARRIVED
    assert max(abs(m.position[2] - 0.5) for m in journey.moments) > 0.25
    for moment in journey.moments:
        assert abs(moment.position[2] - 0.5) <= (1.2 if hazard == "cactus" else 1.5)
        assert moment.position[1] >= FEET


# --- footing

AHEAD = {
    "stone": "",
    "air": CLIFF,
    "lava": "lava",
    "magma_block": "magma_block",
    "farmland": FARMLAND,
    "water": "",
    "campfire": "campfire",
}


def standing(blocks: Blocks) -> tuple[Terrain, Body]:
    return small_terrain(blocks), Body(0.5, FEET, 0.5, step_height=0.5, hop_height=1.25, on_ground=True)


@pytest.mark.parametrize("block", AHEAD)
def test_feet_object_to_what_is_before_them(block: str) -> None:
    blocks = {(0, 63, 0): "stone", (1, 63, 0): block, (1, 62, 0): "stone" if block == "water" else "air"}
    terrain, body = standing(blocks)
    assert objection(terrain, body, 1.0, 0.0, Abilities()) == AHEAD[block]
    assert objection(terrain, body, 0.0, 0.0, Abilities()) == ""


@pytest.mark.parametrize("depth", range(1, 6))
def test_a_drop_is_a_cliff_beyond_what_the_body_falls_on_purpose(depth: int) -> None:
    terrain, body = standing({(0, 63, 0): "stone", (1, 63 - depth, 0): "stone"})
    assert (objection(terrain, body, 1.0, 0.0, Abilities(max_drop=3.0)) == CLIFF) is (depth > 3)


def test_water_is_soft_from_any_height_for_who_can_swim() -> None:
    terrain, body = standing({(0, 63, 0): "stone", (1, 50, 0): "water", (1, 49, 0): "stone"})
    assert objection(terrain, body, 1.0, 0.0, Abilities()) == ""
    assert objection(terrain, body, 1.0, 0.0, Abilities(can_swim=False)) == CLIFF


def test_a_ladder_down_a_shaft_is_no_cliff() -> None:
    shaft: Blocks = {(0, y, 0): "stone" for y in range(50, 64)}
    terrain, body = standing(shaft | {(1, y, 0): "ladder[facing=east]" for y in range(50, 64)})
    assert objection(terrain, body, 1.0, 0.0, Abilities()) == ""
    assert objection(terrain, body, 1.0, 0.0, Abilities(can_climb=False)) == CLIFF


def test_the_unknown_is_not_walked_into() -> None:
    terrain, body = standing({(0, 63, 0): "stone"})
    terrain.world.unload(1, -1, 0)
    terrain.world.unload(1, 0, 0)
    assert objection(terrain, body, 1.0, 0.0, Abilities()) == UNKNOWN


def test_who_stands_in_harm_may_leave_it() -> None:
    blocks = plain(3, "magma_block")
    terrain, body = standing(blocks)
    assert objection(terrain, body, 1.0, 0.0, Abilities()) == ""


# --- gait, as it is seen


def test_who_hurries_over_a_long_way_is_seen_to_sprint_and_is_faster() -> None:
    calm, hasty = (trip(plain(24), at(-20))[0] for _ in range(2))
    calm.go(at(20))
    hasty.go(at(20), urgent=True)
    assert any(m.stride.sprinting for m in hasty.moments)
    assert not any(m.stride.sprinting for m in calm.moments)
    assert len(hasty.moments) < len(calm.moments)
    assert hasty.longest_move <= 0.6
    assert all(m.stride.controls.sprint == m.stride.sprinting for m in hasty.moments)


def test_it_looks_where_it_goes() -> None:
    journey, _ = trip(plain(), at(-8, -8))
    journey.go(at(8, 8))
    on_the_way = [m for m in journey.moments if m.moved > 0.15]
    assert len(on_the_way) > 50
    assert all(m.stride.facing == pytest.approx(-45.0, abs=10.0) for m in on_the_way)


# --- leaps


@cache
def islands(distance: int, height: int) -> Terrain:
    blocks = {(a, 63, b): "stone" for a in (-1, 0) for b in (-1, 0)}
    blocks |= {(distance + a, 63 + height, b): "stone" for a in (-1, 0) for b in (-1, 0)}
    return small_terrain(blocks)


def gap(distance: int, height: int) -> tuple[Terrain, Body, Vector]:
    """Ground two blocks wide under the body, and more to land on that far away."""
    body = Body(0.0, FEET, 0.0, on_ground=True, step_height=0.5)
    return islands(distance, height), body, (distance, FEET + height, 0.0)


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 5), st.integers(-2, 1), st.floats(-0.15, 0.15), st.floats(-0.15, 0.15))
def test_every_take_off_lands_on_its_place(distance: int, height: int, vx: float, vz: float) -> None:
    terrain, body, target = gap(distance, height)
    body.vx, body.vz = vx, vz
    plan = take_off(terrain, body, target)
    assume(plan is not None)
    assert plan is not None
    flight = Leap(body, plan, target)
    pace = GaitController().pace
    ticks = 0
    while not flight.is_over(body):
        heading = Heading(*flight.velocity(body))
        before = body.position
        step(body, controls_for(heading, body, grip(body, terrain, pace), pace), terrain)
        assert dist(before, body.position) <= max(MAX_STRIDE, plan.speed) + (0.1 if height < 0 else 1e-6)
        ticks += 1
    assert body.on_ground
    assert body.y == pytest.approx(target[1])
    assert abs(body.x - target[0]) < 0.5
    assert ticks <= plan.ticks + 2


def test_there_is_no_leap_over_more_than_legs_are_good_for() -> None:
    terrain, body, target = gap(7, 0)
    assert take_off(terrain, body, target) is None


def test_there_is_no_leap_through_walls_or_fire() -> None:
    for block in ("stone", "campfire"):
        islands.cache_clear()
        terrain, body, target = gap(4, 0)
        for y in (64, 65):
            for z in (-1, 0):
                put(terrain, 1, y, z, block)
        assert take_off(terrain, body, target) is None
    islands.cache_clear()


# --- doors


def door(facing: str) -> Blocks:
    return {(0, 64 + y, 0): f"oak_door[facing={facing},half={h}]" for y, h in enumerate(("lower", "upper"))}


@pytest.mark.parametrize("facing", ["north", "south", "west", "east"])
@pytest.mark.parametrize("release", ["1.12.2", "1.21.4"])
def test_a_door_held_open_has_the_shape_of_an_open_one(facing: str, release: str) -> None:
    terrain = small_terrain(door(facing) | {(0, 63, 0): "stone"}, release)
    held = ajar(terrain, (0, 64, 0))
    closed = [terrain.cell(0, y, 0).boxes for y in (64, 65)]
    opened = [held.cell(0, y, 0).boxes for y in (64, 65)]
    assert all(opened) and opened != closed  # noqa: PT018
    # along the way through it there is room for a body as wide as 0.6
    for box in (*opened[0], *opened[1]):
        across = (box[0], box[3]) if facing in ("north", "south") else (box[2], box[5])
        assert across[1] <= 0.2 or across[0] >= 0.8
    assert [held.column(0, 0, 62, 67)[y - 62] for y in range(62, 68)] == [
        held.number(0, y, 0) for y in range(62, 68)
    ]
    assert [terrain.cell(0, y, 0).boxes for y in (64, 65)] == closed


def test_nothing_else_is_held_open() -> None:
    terrain = small_terrain({(0, 64, 0): "stone", (1, 64, 0): "oak_door[half=lower,open=true]"})
    for place in ((0, 64, 0), (1, 64, 0), (2, 64, 0)):
        assert opened_states(terrain.world, place) == {}
        assert ajar(terrain, place) is terrain
    assert ajar(terrain, None) is terrain


def test_either_half_of_a_door_stands_for_both() -> None:
    world = small_terrain(door("north")).world
    assert opened_states(world, (0, 64, 0)) == opened_states(world, (0, 65, 0))
    assert set(opened_states(world, (0, 65, 0))) == {(0, 64, 0), (0, 65, 0)}


def test_standing_takes_no_controls() -> None:
    journey, _ = trip(plain(), at(0))
    journey.wait(3)
    assert all(m.stride.controls == Controls() for m in journey.moments)
