"""Companions get over what lies in their way, with real bodies and real ways, on courses of a few blocks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import hypot
from random import Random

import path_courses
import pytest
from small_worlds import rules_of, small_terrain
from walks import Trip

from npc.gaze import direction, wrap_degrees
from npc.locomotion.footing import harm_in
from npc.locomotion.walker import Phase, WalkerState
from proxy.versions import data_releases, supported
from world.paths.route import Abilities, Move
from world.terrain import Terrain, Vector, terrain_of

OLD, MIDDLE, NEW = "1.12.2", "1.16.5", "1.21.4"
"""Releases whose bodies climb, swim and step in three different ways."""
FEET = 64.0
"""Height of the feet on the floor of the courses here."""
MOST = 0.6
"""Blocks that a tick may move a body by, so that nobody sees it jump."""

Blocks = Mapping[tuple[int, int, int], str]


def floor(
    xs: range, zs: range = range(-2, 3), y: int = 63, block: str = "stone"
) -> dict[tuple[int, int, int], str]:
    return {(x, y, z): block for x in xs for z in zs}


def at(x: float, z: float = 0.0, y: float = FEET) -> Vector:
    """Feet in the middle of a block."""
    return x + 0.5, y, z + 0.5


def trip(
    blocks: Blocks | Terrain, start: Vector, abilities: Abilities | None = None, release: str = NEW
) -> Trip:
    terrain = blocks if isinstance(blocks, Terrain) else small_terrain(blocks, release)
    return Trip(terrain, start, abilities or Abilities(), rules_of(release))


def assert_arrived(journey: Trip) -> None:
    assert journey.state is WalkerState.ARRIVED, journey.walker.reason
    assert journey.walker.stalls == 0
    assert journey.longest_move <= MOST


# --- the courses that searches are proved on


@cache
def courses(release: str) -> tuple[Terrain, dict[str, path_courses.Course]]:
    family = dict(zip(data_releases(), supported(), strict=True))[release]
    world, found = path_courses.built(family)
    return terrain_of(world), {course.name: course for course in found}


COURSES = list(courses(NEW)[1])


@pytest.mark.parametrize("release", [MIDDLE, NEW])
@pytest.mark.parametrize("name", COURSES)
def test_a_body_gets_to_the_end_of_every_course_that_has_a_way(name: str, release: str) -> None:
    terrain, known = courses(release)
    course = known[name]
    start, goal = ((x + 0.5, y, z + 0.5) for x, y, z in (course.start, course.goal))
    abilities = Abilities(max_drop=3.0, can_leap=course.leap, shuns_farmland=False)
    journey = trip(terrain, start, abilities, release).go(goal)
    if course.possible:
        assert_arrived(journey)
        assert hypot(journey.body.x - goal[0], journey.body.z - goal[2]) <= 0.3
    else:
        assert journey.state is WalkerState.UNREACHABLE
        assert journey.lowest >= course.start[1] - 3.0


# --- ladders, vines, scaffolding

SIDES = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}
HEIGHT = 5


def cliff(side: str, climbable: str, *, hatch: bool = False) -> tuple[Blocks, Vector, Vector]:
    """A cliff that faces a side with something to climb on it, and feet below and above; it may end in a hatch."""
    dx, dz = SIDES[side]
    blocks = {(x, 63, z): "stone" for x in range(-4, 5) for z in range(-4, 5)}
    for x in range(-4, 5):
        for z in range(-4, 5):
            if x * dx + z * dz < 0:
                blocks |= {(x, y, z): "stone" for y in range(64, 64 + HEIGHT)}
    blocks |= {(0, y, 0): climbable for y in range(64, 64 + HEIGHT)}
    top = FEET + HEIGHT
    if hatch:
        blocks |= {(x, 64 + HEIGHT, z): "stone" for x in range(-4, 5) for z in range(-4, 5)}
        blocks[0, 64 + HEIGHT, 0] = f"oak_trapdoor[facing={side},open=true]"
        top += 1
    return blocks, at(dx * 3, dz * 3), at(-dx * 2, -dz * 2, top)


def vine(side: str) -> str:
    dx, dz = SIDES[side]
    behind = next(name for name, offset in SIDES.items() if offset == (-dx, -dz))
    return f"vine[{behind}=true]"


def assert_climbs_calmly(journey: Trip, side: str, top: float) -> None:
    """Faces what carries the ladder all the while, turns only there, and never gets higher than a hop above the top."""
    dx, dz = SIDES[side]
    climbing = [m for m in journey.moments if m.climbing and not m.on_ground and m.stride.facing is not None]
    assert len(climbing) > 20
    support = direction(-dx, -dz)
    inside = [m for m in climbing if 64.5 < m.position[1] < FEET + HEIGHT - 1.0]
    assert all(
        abs(wrap_degrees(m.stride.facing - support)) < 1e-6 for m in inside if m.stride.facing is not None
    )
    assert journey.highest < top + 0.5


@pytest.mark.parametrize("release", [OLD, NEW])
@pytest.mark.parametrize("what", ["ladder", "vine"])
@pytest.mark.parametrize("side", SIDES)
def test_a_body_climbs_up_and_down_on_every_side(side: str, what: str, release: str) -> None:
    blocks, below, above = cliff(side, f"ladder[facing={side}]" if what == "ladder" else vine(side))
    up = trip(blocks, below, release=release).go(above)
    assert_arrived(up)
    assert_climbs_calmly(up, side, above[1])
    down = trip(blocks, above, release=release).go(below)
    assert_arrived(down)
    assert_climbs_calmly(down, side, above[1])
    assert down.body.fall_distance == 0.0


@pytest.mark.parametrize("side", SIDES)
def test_a_body_climbs_through_an_open_trapdoor_on_top_of_a_ladder(side: str) -> None:
    blocks, below, above = cliff(side, f"ladder[facing={side}]", hatch=True)
    up = trip(blocks, below).go(above)
    assert_arrived(up)
    assert_climbs_calmly(up, side, above[1])
    assert_arrived(trip(blocks, above).go(below))


def test_a_closed_trapdoor_on_top_of_a_ladder_is_a_ceiling() -> None:
    blocks, below, above = cliff("south", "ladder[facing=south]", hatch=True)
    shut = dict(blocks) | {(0, 64 + HEIGHT, 0): "oak_trapdoor[facing=south,open=false]"}
    journey = trip(shut, below).go(above)
    assert journey.state is WalkerState.UNREACHABLE
    assert journey.highest < FEET + HEIGHT


def test_a_body_climbs_scaffolding_up_and_down() -> None:
    blocks = floor(range(-5, 6)) | {(0, y, 0): "scaffolding" for y in range(64, 64 + HEIGHT)}
    blocks |= {(x, y, z): "stone" for x in range(1, 5) for y in range(64, 64 + HEIGHT) for z in range(-1, 2)}
    assert_arrived(trip(blocks, at(-3)).go(at(3, y=FEET + HEIGHT)))
    assert_arrived(trip(blocks, at(3, y=FEET + HEIGHT)).go(at(-3)))


def test_who_is_told_to_stop_half_way_up_a_ladder_goes_on_when_told_to() -> None:
    blocks, below, above = cliff("north", "ladder[facing=north]")
    journey = trip(blocks, below)
    while journey.body.y < FEET + 2.5:
        journey.walker.go(above)
        journey.tick()
    journey.walker.stop()
    journey.wait(5)
    assert journey.body.y > FEET + 1.0
    assert_arrived(journey.go(above))


def test_who_climbs_down_to_the_end_of_a_ladder_that_hangs_holds_on_there() -> None:
    blocks = {(x, y, z): "stone" for x in range(-4, 0) for y in range(60, 70) for z in range(-1, 2)}
    blocks |= {(0, y, 0): "ladder[facing=east]" for y in range(66, 70)}
    journey = trip(blocks, at(-2, y=70.0)).go(at(0, y=66.0))
    assert_arrived(journey)
    journey.wait(40)
    assert 66.0 <= journey.body.y < 67.0


def test_a_vine_over_a_hole_is_jumped_for_and_held_on_to() -> None:
    blocks = floor(range(-4, 5)) | {
        (0, 64, 0): "vine[north=true]",
        (0, 64, -1): "stone",
        (0, 65, -1): "stone",
    }
    for z in range(-2, 3):
        del blocks[0, 63, z]
    journey = trip(blocks, at(-3)).go(at(3))
    assert_arrived(journey)
    assert journey.lowest > FEET - 0.5


# --- doors

WALL = {(0, y, z): "stone" for y in range(64, 68) for z in range(-2, 3)}


def door(block: str, facing: str = "east", is_open: str = "false") -> dict[tuple[int, int, int], str]:
    return {
        (0, 64 + y, 0): f"{block}[facing={facing},half={half},open={is_open}]"
        for y, half in enumerate(("lower", "upper"))
    }


@pytest.mark.parametrize("release", [OLD, NEW])
@pytest.mark.parametrize("facing", ["east", "west"])
def test_who_may_opens_a_door_while_it_passes_and_not_before_or_after(facing: str, release: str) -> None:
    blocks = floor(range(-6, 7)) | WALL | door("oak_door", facing)
    journey = trip(blocks, at(-5), Abilities(may_open_doors=True), release).go(at(5))
    assert_arrived(journey)
    held = [m for m in journey.moments if m.stride.opens is not None]
    assert held
    assert all(m.stride.opens == (0, 64, 0) and abs(m.position[0] - 0.5) < 2.0 for m in held)
    through = [m for m in journey.moments if abs(m.position[0] - 0.5) < 0.8]
    assert all(m.stride.opens == (0, 64, 0) for m in through)


def test_nobody_lets_go_of_the_door_in_which_he_stands() -> None:
    """Sent somewhere else, stopped, or pushed about in the middle of it: the way that led there is gone."""
    blocks = floor(range(-6, 7)) | WALL | door("oak_door")
    journey = trip(blocks, at(-5), Abilities(may_open_doors=True))
    while journey.body.x < 0.3:
        journey.walker.go(at(5))
        journey.tick()
    journey.walker.stop()
    journey.wait(30)
    assert journey.moments[-1].stride.opens == (0, 64, 0)
    journey.body.vz = 0.1
    journey.wait(10)
    assert_arrived(journey.go(at(-5)))
    assert journey.moments[-1].stride.opens is None


def test_a_fence_gate_is_opened_like_a_door() -> None:
    blocks = floor(range(-6, 7)) | {(0, 64, z): "oak_fence[north=true,south=true]" for z in range(-2, 3)}
    blocks[0, 64, 0] = "oak_fence_gate[facing=east]"
    assert_arrived(trip(blocks, at(-5), Abilities(may_open_doors=True)).go(at(5)))
    assert trip(blocks, at(-5)).go(at(5)).state is WalkerState.UNREACHABLE


@pytest.mark.parametrize(("block", "may"), [("oak_door", False), ("iron_door", True)])
def test_a_door_that_stays_shut_keeps_everybody_out(block: str, may: bool) -> None:
    blocks = floor(range(-6, 7)) | WALL | door(block)
    journey = trip(blocks, at(-5), Abilities(may_open_doors=may)).go(at(5))
    assert journey.state is WalkerState.UNREACHABLE
    assert journey.body.x < 0.0
    assert all(m.stride.opens is None for m in journey.moments)


def test_an_open_door_is_walked_through_and_left_alone() -> None:
    blocks = floor(range(-6, 7)) | WALL | door("oak_door", "north", "true")
    journey = trip(blocks, at(-5), Abilities(may_open_doors=True), NEW).go(at(5))
    assert journey.state is WalkerState.UNREACHABLE  # open, it stands across this wall
    blocks |= door("oak_door", "east", "true")
    journey = trip(blocks, at(-5)).go(at(5))
    assert_arrived(journey)
    assert all(m.stride.opens is None for m in journey.moments)


# --- water


def pool(width: int, depth: int) -> dict[tuple[int, int, int], str]:
    """Water from wall to wall, as high as the floor before and behind it."""
    blocks = {(x, y, z): "stone" for x in range(-6, 7) for y in range(63 - depth, 64) for z in range(-1, 2)}
    blocks |= {(x, y, z): "stone" for x in range(-6, 7) for y in range(63 - depth, 67) for z in (-2, 2)}
    half = width // 2
    return blocks | {
        (x, y, z): "water"
        for x in range(-half, half + 1)
        for y in range(64 - depth, 64)
        for z in range(-1, 2)
    }


@pytest.mark.parametrize("release", [OLD, MIDDLE, NEW])
@pytest.mark.parametrize("depth", [1, 2, 4])
def test_a_body_swims_across_water_with_its_head_up(depth: int, release: str) -> None:
    journey = trip(pool(5, depth), at(-5), release=release).go(at(5))
    assert_arrived(journey)
    swimming = [m for m in journey.moments if m.water > 0.4]
    assert swimming
    assert max(m.water for m in swimming) < 1.4


def test_who_cannot_swim_stays_out_of_deep_water() -> None:
    journey = trip(pool(5, 3), at(-5), Abilities(can_swim=False)).go(at(5))
    assert journey.state is WalkerState.UNREACHABLE
    assert all(m.water == 0.0 for m in journey.moments)


def test_who_fell_into_water_floats_and_goes_ashore() -> None:
    journey = trip(pool(7, 4), at(0, y=FEET - 2.0))
    journey.wait(200)
    assert journey.state is WalkerState.IDLE
    assert journey.body.on_ground
    assert journey.body.y == FEET
    assert any(m.water > 0.4 for m in journey.moments)
    assert not journey.body.in_water


def test_who_cannot_swim_floats_where_it_is() -> None:
    journey = trip(pool(7, 4), at(0, y=FEET - 2.0), Abilities(can_swim=False))
    journey.wait(120)
    assert journey.walker.phase is Phase.WATER_SWIMMING
    assert hypot(journey.body.x - 0.5, journey.body.z - 0.5) < 0.1
    assert 0.3 < journey.body.water < 1.0


# --- leaps


@pytest.mark.parametrize("rise", [-2, -1, 0, 1])
@pytest.mark.parametrize("width", [1, 2])
def test_a_leap_lands_where_it_was_meant_to(width: int, rise: int) -> None:
    blocks = floor(range(-6, 1)) | floor(range(1 + width, 9), y=63 + rise)
    goal = at(7, y=FEET + rise)
    journey = trip(blocks, at(-5), Abilities(can_leap=True)).go(goal)
    assert_arrived(journey)
    assert journey.lowest >= min(FEET, FEET + rise) - 1e-6
    assert trip(blocks, at(-5)).go(goal).state is WalkerState.UNREACHABLE  # for who can't leap


# --- tight places and slippery ones


def test_a_body_turns_corners_of_a_corridor_as_wide_as_one_block() -> None:
    bends = [(x, 0) for x in range(7)] + [(6, z) for z in range(7)] + [(x, 6) for x in range(6, 13)]
    blocks = {(x, y, z): "stone" for x in range(-1, 14) for z in range(-1, 8) for y in range(63, 67)}
    blocks |= {(x, y, z): "air" for x, z in bends for y in (64, 65)}
    journey = trip(blocks, at(0)).go(at(12, 6))
    assert_arrived(journey)
    assert len(journey.moments) < 120


@pytest.mark.parametrize("block", ["packed_ice", "blue_ice", "soul_sand", "honey_block", "slime_block"])
def test_odd_ground_neither_stops_a_body_nor_throws_it_off(block: str) -> None:
    blocks = (
        {(x, y, 0): block for x in range(1, 12) for y in (63,)} | floor(range(-3, 1)) | floor(range(12, 16))
    )
    blocks |= {(x, 63, z): block for x in (11,) for z in range(0, 8)} | floor(range(10, 13), range(8, 11))
    journey = trip(blocks, at(-2), Abilities(max_drop=1.0)).go(at(11, 9))
    assert_arrived(journey)
    assert journey.lowest >= 63.8


def test_the_way_is_the_same_each_time() -> None:
    terrain, known = courses(NEW)
    course = known["through a maze"]
    start, goal = ((x + 0.5, y, z + 0.5) for x, y, z in (course.start, course.goal))
    first, second = (trip(terrain, start).go(goal) for _ in range(2))
    assert first.moments == second.moments


def test_a_route_tells_its_moves() -> None:
    blocks, below, above = cliff("east", "ladder[facing=east]")
    journey = trip(blocks, below)
    moves: set[Move] = set()
    journey.go(
        above,
        meanwhile=lambda j: moves.update(
            w.move for w in (j.walker.route.waypoints if j.walker.route else ())
        ),
    )
    assert Move.CLIMB in moves


# --- rough worlds

EDGE = 14
ODD = (
    "stone_slab[type=bottom]", "stone_slab[type=top]", "oak_stairs[facing=east]", "oak_stairs[facing=north]",
    "oak_fence", "oak_fence_gate[facing=east]", "cobblestone_wall", "iron_bars", "oak_leaves", "red_carpet",
    "snow[layers=3]", "oak_trapdoor[open=false]", "ladder[facing=east]", "vine[north=true]", "scaffolding",
    "cactus", "sweet_berry_bush[age=3]", "campfire[lit=true]", "cobweb",
)  # fmt: skip
SUNKEN = ("water", "lava", "farmland", "soul_sand", "packed_ice", "magma_block", "honey_block", "slime_block")


def rough_world(random: Random) -> dict[tuple[int, int, int], str]:
    """Ups and downs, holes without a bottom, ceilings, pillars, and odd blocks all over."""
    blocks: dict[tuple[int, int, int], str] = {}
    for x in range(EDGE):
        for z in range(EDGE):
            top = 64 + (random.choice((0, 0, 0, 0, 1, 1, 2, -1)) if random.random() < 0.5 else 0)
            if random.random() > 0.08:
                blocks |= {(x, y, z): "stone" for y in range(60, top)}
            chance = random.random()
            if chance < 0.2:
                blocks[x, top, z] = random.choice(ODD)
            elif chance < 0.3:
                blocks[x, top - 1, z] = random.choice(SUNKEN)
            elif chance < 0.36:
                blocks[x, top + random.randint(1, 3), z] = "stone"
            elif chance < 0.41:
                blocks |= {(x, y, z): "stone" for y in range(top, top + 3)}
    return blocks


@pytest.mark.parametrize("seed", range(40))
def test_nobody_comes_to_harm_in_a_rough_world(seed: int) -> None:
    random = Random(seed)
    blocks = rough_world(random)
    blocks |= {(x, y, z): "stone" for x in (0, 1) for z in (0, 1) for y in range(60, 64)}
    blocks |= {(x, y, z): "air" for x in (0, 1) for z in (0, 1) for y in range(64, 68)}
    abilities = Abilities(can_leap=seed % 3 == 0, may_open_doors=seed % 2 == 0)
    journey = trip(blocks, at(0), abilities, (MIDDLE, NEW)[seed % 2])
    for _ in range(3):
        journey.go(at(random.randrange(EDGE), random.randrange(EDGE), 64 + random.randrange(3)))
        assert journey.lowest > 59.0
        assert journey.longest_move <= MOST
        for moment in journey.moments:
            half, (x, y, z) = journey.body.width / 2, moment.position
            box = x - half, y, z - half, x + half, y + journey.body.height, z + half
            assert harm_in(journey.terrain, box) == ""
