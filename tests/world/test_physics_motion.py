"""What a body does in a tick, in sentences; figures are vanilla's."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import dist

import pytest
from small_worlds import Place, rules_of, small_terrain, small_world

import world.physics.vicinity
from world.physics.body import STILL, Body, Controls
from world.physics.collision import is_free
from world.physics.figures import fall_height, ground_speed, take_off_speed
from world.physics.motion import at_rest, step
from world.physics.rules import MODERN, PhysicsRules
from world.terrain import Terrain, terrain_of

EAST = Controls(forward=1.0, yaw=-90.0)
JUMP = Controls(jump=True)
SNEAK = Controls(sneak=True)

LONGEST_STEP = 0.6
"""Blocks that a companion may move in a tick."""


def floor_with(blocks: Mapping[Place, str] | None = None, ground: str = "stone") -> dict[Place, str]:
    """A floor whose top is at y = 1, 40 blocks to the east, and something on or in it."""
    plain = {(x, 0, z): ground for x in range(-4, 40) for z in range(-3, 4)}
    return plain | dict(blocks or {})


def standing(
    terrain: Terrain,
    x: float = 0.5,
    y: float = 1.0,
    z: float = 0.5,
    step_height: float = 0.6,
    hop_height: float = 0.0,
) -> Body:
    body = Body(x, y, z, step_height=step_height, hop_height=hop_height)
    run(body, terrain, 3)
    return body


def companion(terrain: Terrain, x: float = 0.5, y: float = 1.0, z: float = 0.5) -> Body:
    return standing(terrain, x, y, z, step_height=0.5, hop_height=1.25)


def run(
    body: Body, terrain: Terrain, ticks: int, controls: Controls = STILL, rules: PhysicsRules = MODERN
) -> list[tuple[float, float, float]]:
    """Positions after each tick."""
    places = []
    for _ in range(ticks):
        step(body, controls, terrain, rules)
        places.append(body.position)
    return places


def last_step(body: Body, terrain: Terrain, controls: Controls, rules: PhysicsRules = MODERN) -> float:
    """Blocks to the east in a tick."""
    before = body.x
    step(body, controls, terrain, rules)
    return body.x - before


# --- on the ground


def test_a_player_walks_at_0_2158_and_sprints_at_0_2806_blocks_a_tick() -> None:
    terrain = small_terrain(floor_with())
    body = standing(terrain)
    run(body, terrain, 40, EAST)
    assert last_step(body, terrain, EAST) == pytest.approx(0.21586, abs=1e-4)
    assert last_step(body, terrain, EAST) == pytest.approx(ground_speed(0.1), abs=1e-4)
    run(body, terrain, 40, EAST._replace(sprint=True))
    assert last_step(body, terrain, EAST._replace(sprint=True)) == pytest.approx(0.28061, abs=1e-4)


@pytest.mark.parametrize(
    ("release", "rise"), [("1.8.8", 1.249187), ("1.12.2", 1.252203), ("1.21.4", 1.252203)]
)
def test_a_jump_rises_one_and_a_quarter_blocks(release: str, rise: float) -> None:
    terrain, rules = small_terrain(floor_with(), release), rules_of(release)
    body = standing(terrain)
    heights = [y for _, y, _ in run(body, terrain, 12, JUMP, rules)]
    assert max(heights) == pytest.approx(1.0 + rise, abs=1e-6)


@pytest.mark.parametrize(
    "stairs",
    [
        {(3, 1, 0): "oak_slab[type=bottom]"},
        {(3, 1, 0): "oak_stairs[facing=east]"},
        {(3, 1, 0): "snow[layers=5]"},
        {(3, 1, 0): "white_bed[facing=east]"},
    ],
)
@pytest.mark.parametrize("release", ["1.16.5", "1.20.4", "1.21.4"])
def test_what_is_low_enough_is_stepped_onto_within_a_tick(stairs: dict[Place, str], release: str) -> None:
    terrain, rules = small_terrain(floor_with(stairs), release), rules_of(release)
    body = standing(terrain, step_height=0.6)
    heights = [y for _, y, _ in run(body, terrain, 20, EAST, rules)]
    rises = [after - before for before, after in pairwise(heights) if after > before]
    assert 0.4 < rises[0] < 0.6
    assert len(rises) == (2 if "stairs" in str(stairs) else 1)


def test_a_fence_is_too_high_to_step_onto_or_jump_over() -> None:
    terrain = small_terrain(floor_with({(3, 1, z): "oak_fence[north=true,south=true]" for z in range(-3, 4)}))
    body = standing(terrain)
    run(body, terrain, 60, EAST._replace(jump=True))
    assert body.x == pytest.approx(3.375 - 0.3)


def test_where_nothing_is_known_there_is_a_wall() -> None:
    terrain = small_terrain({(x, 0, 0): "stone" for x in range(-4, 4)})
    edge = 16 * 3
    body = Body(edge - 3.0, 5.0, 0.5)
    body.vx = 0.5
    run(body, terrain, 5, EAST._replace(sprint=True))
    body.vx = 0.9
    run(body, terrain, 5, EAST)
    assert body.x == pytest.approx(edge - 0.3)


def test_since_1_20_what_carries_a_body_at_an_edge_is_its_ground() -> None:
    ice = {(x, 0, 0): "blue_ice" for x in range(-4, 40)}  # the middle of the feet is beside it
    speeds = []
    for release in ("1.16.5", "1.20.4"):
        terrain, rules = small_terrain(ice, release), rules_of(release)
        body = Body(0.5, 1.0, 1.2)
        run(body, terrain, 3, rules=rules)
        body.vx = 0.2
        last_step(body, terrain, STILL, rules)
        speeds.append(body.vx)
    assert speeds == pytest.approx([0.2 * 0.6 * 0.91, 0.2 * 0.989 * 0.91], abs=1e-6)


@pytest.mark.parametrize(("release", "slowed"), [("1.12.2", "while touched"), ("1.16.5", "from above")])
def test_soul_sand_slows(release: str, slowed: str) -> None:
    terrain, rules = small_terrain(floor_with(ground="soul_sand"), release), rules_of(release)
    body = Body(0.5, 0.875, 0.5)
    run(body, terrain, 3, rules=rules)
    run(body, terrain, 30, EAST, rules)
    assert last_step(body, terrain, EAST, rules) < 0.15, slowed


def test_slime_slows_who_walks_on_it() -> None:
    terrain = small_terrain(floor_with(ground="slime_block"))
    body = standing(terrain)
    run(body, terrain, 40, EAST)
    sneaker = standing(terrain, z=-1.5)
    run(sneaker, terrain, 40, EAST._replace(sneak=True, speed=0.1 / 0.3))
    assert body.x < 5.0 < sneaker.x


# --- falling and bouncing


@pytest.mark.parametrize(
    ("ground", "release", "bounces"),
    [
        ("stone", "1.21.4", False),
        ("slime_block", "1.8.8", True),
        ("slime_block", "1.21.4", True),
        ("red_bed", "1.8.8", False),
        ("red_bed", "1.12.2", True),
    ],
)
def test_slime_and_since_1_12_beds_throw_back_who_falls_onto_them(
    ground: str, release: str, bounces: bool
) -> None:
    terrain, rules = small_terrain({(0, 0, 0): ground}, release), rules_of(release)
    for controls, expected in ((STILL, bounces), (SNEAK, False)):
        body = Body(0.5, 4.0, 0.5)
        for _ in range(40):
            step(body, controls, terrain, rules)
            if body.on_ground:
                break
        assert body.impact > 2.5
        assert (body.vy > 0.2) == expected


def test_the_last_tick_of_a_fall_counts_since_1_21_2() -> None:
    terrain = small_terrain(floor_with())
    impacts = []
    for rules in (MODERN, rules_of("1.20.4")):
        body = Body(0.5, 5.0, 0.5)
        while not body.on_ground:
            step(body, STILL, terrain, rules)
        impacts.append(body.impact)
    assert impacts[0] == pytest.approx(4.0)
    assert 3.0 < impacts[1] < 4.0


def test_who_falls_along_honey_slides_down_it() -> None:
    terrain = small_terrain(floor_with({(2, y, 0): "honey_block" for y in range(1, 20)}))
    for rules in (MODERN, rules_of("1.20.4")):
        body = Body(2.0625 - 0.3, 15.0, 0.5)
        places = run(body, terrain, 40, EAST, rules)
        assert places[-2][1] - places[-1][1] == pytest.approx(0.1274, abs=1e-4)
        assert body.fall_distance < 0.2


def test_a_jump_on_honey_is_half_as_fast() -> None:
    terrain = small_terrain(floor_with(ground="honey_block"))
    body = standing(terrain, y=0.9375)
    heights = [y for _, y, _ in run(body, terrain, 2, JUMP)]
    assert heights[0] == pytest.approx(0.9375 + 0.21)


def test_a_cobweb_lets_who_falls_into_it_sink_very_slowly() -> None:
    terrain = small_terrain(floor_with({(0, y, 0): "cobweb" for y in range(1, 5)}))
    body = Body(0.5, 6.0, 0.5)
    run(body, terrain, 20)
    places = run(body, terrain, 2)
    assert places[0][1] - places[1][1] == pytest.approx(0.0784 * 0.05, abs=1e-4)
    assert body.fall_distance < 0.1


def test_powder_snow_stops_a_long_fall_then_lets_sink() -> None:
    terrain = small_terrain(floor_with({(0, y, 0): "powder_snow" for y in (1, 2)}))
    body = Body(0.5, 7.1, 0.5)
    while not body.on_ground:
        step(body, STILL, terrain)
    assert body.y == pytest.approx(2.9)
    assert body.impact > 4.0
    run(body, terrain, 60)
    assert body.y == pytest.approx(1.0)
    short = Body(0.5, 4.0, 0.5)
    run(short, terrain, 60)
    assert short.y == pytest.approx(1.0)


# --- climbing


def ladder(top: int = 6) -> dict[Place, str]:
    wall = {(x, y, 0): "stone" for y in range(1, top + 1) for x in range(1, 20)}
    return floor_with(wall | {(0, y, 0): "ladder[facing=west]" for y in range(1, top + 1)})


def test_a_ladder_is_climbed_at_0_1176_blocks_a_tick_and_left_at_its_top() -> None:
    terrain = small_terrain(ladder())
    body = standing(terrain)
    places = run(body, terrain, 20, EAST)
    assert places[-1][1] - places[-2][1] == pytest.approx(0.1176, abs=1e-4)
    run(body, terrain, 60, EAST)
    assert body.y == pytest.approx(7.0)
    assert body.x > 1.0


def test_on_a_ladder_one_sinks_slowly_and_holds_on_by_sneaking() -> None:
    terrain = small_terrain(ladder())
    body = Body(0.5, 5.0, 0.5)
    places = run(body, terrain, 10)
    assert places[-2][1] - places[-1][1] == pytest.approx(0.15)
    held = body.y
    run(body, terrain, 5, SNEAK)
    assert held - body.y < 0.2
    held = body.y
    run(body, terrain, 20, SNEAK)
    assert body.y == held
    assert body.fall_distance == 0.0


@pytest.mark.parametrize(("release", "climbs"), [("1.8.8", False), ("1.12.2", True), ("1.21.4", True)])
def test_since_1_9_an_open_trapdoor_on_top_of_a_ladder_is_climbed_as_well(release: str, climbs: bool) -> None:
    blocks = ladder(3) | {(0, 4, 0): "oak_trapdoor[facing=west,open=true,half=bottom]", (1, 4, 0): "stone"}
    terrain, rules = small_terrain(blocks, release), rules_of(release)
    body = Body(0.5, 3.0, 0.5)
    highest = max(y for _, y, _ in run(body, terrain, 60, EAST, rules))
    assert (highest > 4.5) == climbs


def test_scaffolding_carries_from_above_lets_through_and_is_climbed() -> None:
    scaffolding = {(x, y, 0): "scaffolding[bottom=false,distance=0]" for x in (2, 3) for y in (1, 2, 3)}
    terrain = small_terrain(floor_with(scaffolding))
    body = standing(terrain, 2.5, 4.0)
    assert body.y == 4.0
    run(body, terrain, 3, SNEAK)
    assert body.y < 4.0
    run(body, terrain, 60, SNEAK)
    assert body.y == 1.0
    run(body, terrain, 60, JUMP)
    assert body.y >= 3.9
    walker = standing(terrain, 0.5)
    run(walker, terrain, 10, EAST)
    assert walker.x > 1.8


def test_the_lowest_part_of_hanging_scaffolding_carries_who_is_in_it() -> None:
    terrain = small_terrain({(0, 3, 0): "scaffolding[bottom=true,distance=2]"})
    body = Body(0.5, 3.5, 0.5)
    run(body, terrain, 40, SNEAK)
    assert body.y == 3.125


# --- sneaking


@pytest.mark.parametrize("release", ["1.8.8", "1.16.5", "1.21.4"])
def test_who_sneaks_stays_on_the_edge(release: str) -> None:
    terrain, rules = small_terrain({(x, 5, 0): "stone" for x in range(-3, 1)}, release), rules_of(release)
    body = Body(0.5, 6.0, 0.5)
    run(body, terrain, 3, rules=rules)
    run(body, terrain, 100, EAST._replace(sneak=True), rules)
    assert body.y == 6.0
    assert 1.2 < body.x < 1.3
    run(body, terrain, 20, EAST, rules)
    assert body.y < 5.0


def test_who_sneaks_still_goes_down_a_slab() -> None:
    terrain = small_terrain(floor_with({(x, 1, 0): "oak_slab" for x in range(-2, 1)}))
    body = standing(terrain, y=1.5)
    run(body, terrain, 60, EAST._replace(sneak=True))
    assert body.y == 1.0


# --- fluids


def pool(depth: int = 3) -> dict[Place, str]:
    shape = {(x, y, z): "stone" for x in range(-1, 20) for z in range(-1, 6) for y in range(depth + 1)}
    water = {(x, y, z): "water" for x in range(5) for z in range(5) for y in range(1, depth + 1)}
    return shape | water


def test_who_swims_up_stays_at_the_surface_and_gets_out_onto_land() -> None:
    terrain = small_terrain(pool())
    body = Body(2.5, 1.0, 2.5)
    run(body, terrain, 60, JUMP)
    heights = [y for _, y, _ in run(body, terrain, 40, JUMP)]
    assert 3.0 < min(heights) <= max(heights) < 4.2
    run(body, terrain, 60, EAST._replace(jump=True))
    assert body.x > 5.0
    assert body.y >= 4.0


def test_since_1_13_who_sneaks_dives() -> None:
    for release, dives in (("1.12.2", False), ("1.16.5", True)):
        terrain, rules = small_terrain(pool(12), release), rules_of(release)
        still, diver = Body(2.5, 10.0, 2.5), Body(2.5, 10.0, 2.5)
        run(still, terrain, 10, rules=rules)
        run(diver, terrain, 10, SNEAK, rules)
        assert (diver.y < still.y - 0.5) == dives


@pytest.mark.parametrize("release", ["1.8.8", "1.16.5", "1.21.4"])
def test_flowing_water_carries_along(release: str) -> None:
    banks = {(x, 1, z): "stone" for x in range(-1, 9) for z in (-1, 1)}
    channel = {(x, 1, 0): f"water[level={x}]" for x in range(8)}
    terrain, rules = small_terrain(floor_with(banks | channel), release), rules_of(release)
    body = Body(1.5, 1.0, 0.5)
    run(body, terrain, 60, rules=rules)
    assert body.x > 3.0
    assert body.z == 0.5


@pytest.mark.parametrize(
    ("drag", "release"), [("false", "1.20.4"), ("true", "1.20.4"), ("false", "1.21.4"), ("true", "1.21.4")]
)
def test_bubbles_lift_or_drag_down(drag: str, release: str) -> None:
    column = {(2, y, 2): f"bubble_column[drag={drag}]" for y in range(1, 31)}
    terrain, rules = small_terrain(pool(30) | column, release), rules_of(release)
    body, swimmer = Body(2.5, 15.0, 2.5), Body(0.5, 15.0, 0.5)
    run(body, terrain, 20, rules=rules)
    run(swimmer, terrain, 20, rules=rules)
    assert body.y - swimmer.y > 5.0 if drag == "false" else swimmer.y - body.y > 3.0


def test_lava_is_tough() -> None:
    lava = {place: block.replace("water", "lava") for place, block in pool(4).items()}
    terrain = small_terrain(lava)
    body = Body(1.0, 1.0, 2.5)
    run(body, terrain, 20, EAST)
    assert last_step(body, terrain, EAST) == pytest.approx(0.0392, abs=1e-4)
    assert body.lava > 1.0


# --- hopping


@pytest.mark.parametrize(
    ("rise", "blocks"),
    [
        (1.0, {(3, 1, 0): "stone"}),
        (0.9375, {(3, 1, 0): "dirt_path"}),
        (0.75, {(3, 1, 0): "snow[layers=7]"}),
        (1.25, {(3, 1, 0): "stone", (3, 2, 0): "snow[layers=3]"}),
    ],
)
def test_a_companion_hops_onto_what_is_too_high_to_step(rise: float, blocks: dict[Place, str]) -> None:
    wide = {
        (x, y, z): block for (_, y, _), block in blocks.items() for x in range(3, 30) for z in range(-3, 4)
    }
    terrain = small_terrain(floor_with(wide))
    body = companion(terrain)
    places = [body.position, *run(body, terrain, 40, EAST)]
    assert body.y == pytest.approx(1.0 + rise)
    assert body.x > 5.0
    steps = [dist(*pair) for pair in pairwise(places)]
    assert max(steps) <= LONGEST_STEP
    overshoot = max(y for _, y, _ in places) - body.y
    assert overshoot < 0.05


@pytest.mark.parametrize("speed", [0.1, 0.135, 0.2])
def test_hops_up_and_down_a_staircase_never_move_more_than_0_6_blocks_a_tick(speed: float) -> None:
    heights = [0, 1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 0]
    stairs = {(3 + 2 * n + k, y, z): "stone" for n, h in enumerate(heights) for k in (0, 1) for y in range(1, h + 1)
              for z in (-1, 0, 1)}  # fmt: skip
    terrain = small_terrain(floor_with(stairs))
    body = companion(terrain)
    controls = EAST._replace(sprint=True, speed=speed)
    places = [body.position, *run(body, terrain, 220, controls)]
    assert max(y for _, y, _ in places) > 6.0
    assert body.x > 25.0
    climbing = [dist(a, b) for a, b in pairwise(places) if b[1] > a[1]]
    assert max(climbing) <= LONGEST_STEP


def test_the_highest_hop_still_moves_at_most_0_6_blocks_a_tick() -> None:
    terrain = small_terrain(floor_with({(x, y, 0): "stone" for x in range(3, 20) for y in (1, 2)}))
    body = standing(terrain, step_height=0.5, hop_height=2.0)
    places = [body.position, *run(body, terrain, 40, EAST._replace(sprint=True, speed=0.135))]
    assert body.y == 3.0
    assert max(dist(*pair) for pair in pairwise(places)) <= LONGEST_STEP


@pytest.mark.parametrize("level", [7, 5])
def test_a_companion_hops_out_of_shallow_water(level: int) -> None:
    water = {(x, 1, z): f"water[level={level}]" for x in range(3) for z in range(-3, 4)}
    bank = {(x, 1, z): "stone" for x in range(3, 30) for z in range(-3, 4)}
    terrain = small_terrain(floor_with(water | bank))
    body = companion(terrain)
    run(body, terrain, 60, EAST)
    assert body.y == 2.0
    assert body.x > 4.0


def test_honey_takes_the_strength_from_a_hop() -> None:
    honey = {(x, 0, z): "honey_block" for x in range(-4, 3) for z in range(-3, 4)}
    terrain = small_terrain(floor_with(honey | {(3, 1, z): "stone" for z in range(-3, 4)}))
    body = companion(terrain, y=0.9375)
    assert max(y for _, y, _ in run(body, terrain, 80, EAST)) < 1.3


def test_nobody_hops_without_being_able_to_or_under_a_low_ceiling_or_onto_a_fence() -> None:
    wall = {(3, 1, z): "stone" for z in range(-3, 4)}
    fence = {(3, 1, z): "oak_fence[north=true,south=true]" for z in range(-3, 4)}
    ceiling = {(x, 3, z): "stone" for x in range(4) for z in range(-3, 4)}
    for blocks, hop_height in ((wall, 0.0), (fence, 1.25), (wall | ceiling, 1.25)):
        terrain = small_terrain(floor_with(blocks))
        body = standing(terrain, step_height=0.5, hop_height=hop_height)
        assert {y for _, y, _ in run(body, terrain, 60, EAST)} == {1.0}


def test_who_walks_along_a_wall_does_not_hop_onto_it() -> None:
    terrain = small_terrain(floor_with({(x, 1, 1): "stone" for x in range(-4, 40)}))
    body = companion(terrain)
    along = EAST._replace(yaw=-80.0)  # a little into it
    assert {y for _, y, _ in run(body, terrain, 60, along)} == {1.0}
    assert body.x > 8.0


def test_a_take_off_speed_rises_as_high_as_was_asked() -> None:
    for height in (0.3, 0.6, 1.0, 1.25, 2.0):
        assert fall_height(take_off_speed(height)) == pytest.approx(height, abs=1e-3)


# --- rest


def test_a_body_that_stands_rests_until_a_block_near_it_changes() -> None:
    world = small_world(floor_with(), "1.21.4")
    terrain = terrain_of(world)
    body = standing(terrain)
    assert at_rest(body, terrain)
    world.set_state(2 * 16 + 3, 1, 3, world.blocks.state("stone"))
    assert at_rest(body, terrain), "another chunk is none of its business"
    world.set_state(0, 0, 0, 0)
    assert not at_rest(body, terrain)
    run(body, terrain, 10)
    assert body.y < 0.5


def test_a_body_that_is_pushed_or_put_elsewhere_rests_no_more() -> None:
    terrain = small_terrain(floor_with())
    body = standing(terrain)
    body.vx = 0.1
    assert not at_rest(body, terrain)
    run(body, terrain, 20)
    assert at_rest(body, terrain)
    body.y += 1.0
    assert not at_rest(body, terrain)
    run(body, terrain, 20)
    assert at_rest(body, terrain)
    assert body.y == 1.0


def test_who_falls_or_drifts_does_not_rest() -> None:
    terrain = small_terrain(pool(20))
    for body in (Body(2.5, 60.0, 2.5), Body(2.5, 15.0, 2.5)):
        run(body, terrain, 5)
        assert not at_rest(body, terrain)


def test_plain_surroundings_are_a_short_cut_and_no_other_physics(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {(x, 1, z): "stone" for x in range(4, 8) for z in range(-3, 4)}
    script = [EAST] * 30 + [JUMP] * 10 + [SNEAK] * 5 + [EAST._replace(sprint=True, jump=True, yaw=-60.0)] * 30

    def places() -> list[tuple[float, float, float]]:
        terrain = small_terrain(floor_with(steps))
        body = companion(terrain)
        return [place for controls in script for place in run(body, terrain, 1, controls)]

    short = places()
    look = world.physics.vicinity._look
    monkeypatch.setattr(world.physics.vicinity, "_look", lambda *place: (False, look(*place)[1]))
    assert places() == short


def test_nobody_starts_to_move_by_resting() -> None:
    """A resting body is what a body that isn't let rest would be."""
    terrain = small_terrain(floor_with({(0, 1, 0): "oak_slab"}))
    rested, restless = Body(0.5, 3.0, 0.5), Body(0.5, 3.0, 0.5)
    for _ in range(40):
        step(rested, STILL, terrain)
        restless.rest = None
        step(restless, STILL, terrain)
        assert (rested.position, rested.velocity, rested.on_ground) == (
            restless.position, restless.velocity, restless.on_ground,
        )  # fmt: skip
    assert is_free(terrain, rested.box)
