"""Doors, ladders, scaffolding, walls: what users of other companions report, and ours have a way through."""

from __future__ import annotations

import pytest
from courses import Blocks, fill
from small_worlds import small_terrain

from world.paths.finder import Pathfinder
from world.paths.route import Abilities, Medium, Move, Route
from world.terrain import Terrain, Vector

START, BEYOND = (1.5, 1.0, 2.5), (10.5, 1.0, 2.5)
ROOM = (
    fill((0, 0, 0), (12, 0, 4), "stone")
    | fill((0, 1, -1), (12, 5, -1), "stone")
    | fill((0, 1, 5), (12, 5, 5), "stone")
)
"""Ground between two walls, with its top at y = 1."""
DIVIDED = ROOM | fill((6, 1, 0), (6, 5, 4), "stone")
PLAYER = Abilities()
OPENER = Abilities(may_open_doors=True)


def route(
    blocks: Blocks | Terrain,
    start: Vector = START,
    goal: Vector = BEYOND,
    abilities: Abilities = PLAYER,
    medium: Medium = Medium.GROUND,
    release: str = "1.21.4",
) -> Route:
    terrain = blocks if isinstance(blocks, Terrain) else small_terrain(blocks, release)
    finder = Pathfinder(100_000)
    search = finder.request(terrain, start, goal, abilities, medium)
    finder.tick(1)
    assert search.route is not None
    return search.route


def moves(found: Route) -> list[str]:
    """What the route is made of; of several moves in a row that are the same, one."""
    names = [waypoint.move.name for waypoint in found.waypoints]
    return [name for number, name in enumerate(names) if number == 0 or names[number - 1] != name]


def door(kind: str, x: int = 6, z: int = 2, **properties: str) -> Blocks:
    said = ",".join(f"{key}={value}" for key, value in {"facing": "east", **properties}.items())
    return {(x, 1, z): f"{kind}[half=lower,{said}]", (x, 2, z): f"{kind}[half=upper,{said}]"}


# --- doors


def test_an_open_door_is_walked_through() -> None:
    found = route(DIVIDED | door("oak_door", open="true"))
    assert not found.partial
    assert moves(found) == ["WALK"]


def test_a_closed_door_is_opened_by_those_who_may() -> None:
    found = route(DIVIDED | door("oak_door", open="false"), abilities=OPENER)
    assert not found.partial
    at_door = [waypoint for waypoint in found.waypoints if waypoint.move is Move.DOOR]
    assert [waypoint[:3] for waypoint in at_door] == [(6.5, 1.0, 2.5)]


@pytest.mark.parametrize("before", ["dirt_path", "stone_slab"])
def test_a_door_a_small_step_above_what_lies_before_it_is_opened_from_both_sides(before: str) -> None:
    lower = {(x, 0, z): before for x in range(6) for z in range(5)}
    blocks = DIVIDED | lower | door("oak_door", open="false")
    for start, goal in ((START, BEYOND), (BEYOND, START)):
        found = route(blocks, start, goal, abilities=OPENER)
        assert not found.partial
        assert "DOOR" in moves(found)


def test_a_closed_door_ends_the_way_of_those_who_may_not() -> None:
    found = route(DIVIDED | door("oak_door", open="false"))
    assert found.partial
    assert found.waypoints[-1].x < 6.0


def test_an_iron_door_ends_the_way_of_everybody() -> None:
    assert route(DIVIDED | door("iron_door", open="false"), abilities=OPENER).partial
    assert not route(DIVIDED | door("iron_door", open="true"), abilities=OPENER).partial


def test_a_door_in_a_side_wall_lets_through_along_its_own_axis_only() -> None:
    blocks = DIVIDED | door("oak_door", open="false", facing="south")
    assert route(blocks, abilities=OPENER).partial
    assert route(blocks | door("oak_door", open="true", facing="south"), abilities=OPENER).partial


def test_a_fence_gate_is_a_door() -> None:
    gate = {(6, 1, 2): "oak_fence_gate[facing=east,open=false]", (6, 2, 2): "air"}
    assert "DOOR" in moves(route(DIVIDED | gate, abilities=OPENER))
    assert route(DIVIDED | gate).partial
    assert not route(DIVIDED | gate | {(6, 1, 2): "oak_fence_gate[facing=east,open=true]"}).partial


def test_a_body_too_wide_for_a_door_doesn_t_open_it() -> None:
    blocks = DIVIDED | door("oak_door", open="false")
    assert route(blocks, abilities=Abilities(width=0.9, may_open_doors=True)).partial
    assert not route(blocks, abilities=Abilities(width=0.6, may_open_doors=True)).partial


def test_a_trapdoor_is_ground_or_hole_by_its_state() -> None:
    pit = (
        fill((0, 0, 0), (4, 0, 4), "stone")
        | fill((6, 0, 0), (9, 0, 4), "stone")
        | fill((5, -9, 0), (5, -9, 4), "stone")
    )
    lid = "oak_trapdoor[half=top,facing=east,open={}]"
    closed = route(pit | fill((5, 0, 0), (5, 0, 4), lid.format("false")), goal=(8.5, 1.0, 2.5))
    assert moves(closed) == ["WALK"]
    assert route(pit | fill((5, 0, 0), (5, 0, 4), lid.format("true")), goal=(8.5, 1.0, 2.5)).partial


# --- walls


@pytest.mark.parametrize("wall", ["oak_fence", "cobblestone_wall", "oak_fence_gate"])
def test_what_is_a_block_and_a_half_high_isn_t_climbed(wall: str) -> None:
    assert route(ROOM | fill((6, 1, 0), (6, 1, 4), wall)).partial
    assert not route(ROOM | fill((6, 1, 0), (6, 1, 3), wall)).partial


def test_a_way_never_leads_through_a_wall_or_into_what_is_under_ground() -> None:
    found = route(DIVIDED | fill((6, 1, 0), (6, 5, 4), "glass_pane[east=false,north=true,south=true]"))
    assert found.partial
    assert all(waypoint.y >= 1.0 and waypoint.x < 6.0 for waypoint in found.waypoints)


def test_a_corner_isn_t_cut() -> None:
    blocks = ROOM | {(5, 1, 2): "stone", (5, 2, 2): "stone"}
    found = route(blocks, (4.5, 1.0, 2.5), (5.5, 1.0, 3.5))
    assert [waypoint[:3] for waypoint in found.waypoints] == [(4.5, 1.0, 3.5), (5.5, 1.0, 3.5)]


def test_nobody_goes_through_a_gap_that_is_too_low() -> None:
    low = ROOM | fill((6, 3, 0), (6, 5, 4), "stone") | fill((6, 1, 0), (6, 1, 4), "oak_slab[type=bottom]")
    assert route(low).partial
    assert not route(low, abilities=Abilities(height=1.5)).partial
    assert not route(low | fill((6, 1, 0), (6, 1, 4), "air")).partial


def test_a_wide_body_takes_the_wide_gap() -> None:
    blocks = DIVIDED | fill((6, 1, 2), (6, 5, 2), "air")
    assert not route(blocks, abilities=Abilities(width=0.9)).partial
    wide = Abilities(width=1.4)
    assert route(blocks, abilities=wide).partial
    assert not route(blocks | fill((6, 1, 1), (6, 5, 3), "air"), abilities=wide).partial


# --- ladders, vines, scaffolding

HIGH = (9.5, 6.0, 2.5)
CLIFF = ROOM | fill((6, 1, 0), (12, 5, 4), "stone")
LADDER = CLIFF | fill((5, 1, 2), (5, 5, 2), "ladder[facing=west]")


def test_a_ladder_is_climbed_and_left_at_its_top() -> None:
    found = route(LADDER, goal=HIGH)
    assert not found.partial
    assert moves(found) == ["WALK", "CLIMB", "WALK"]
    climbs = [waypoint[:3] for waypoint in found.waypoints if waypoint.move is Move.CLIMB]
    assert climbs == [(5.5, 5.0, 2.5), (6.5, 6.0, 2.5)], "to the top block, then over, and never past it"


def test_a_ladder_is_climbed_down_from_its_top() -> None:
    found = route(LADDER, HIGH, START)
    assert not found.partial
    climbs = [waypoint[:3] for waypoint in found.waypoints if waypoint.move is Move.CLIMB]
    assert climbs[0] == (5.5, 5.0, 2.5)
    assert "DROP" not in moves(found)


def test_a_ladder_can_be_left_half_way() -> None:
    ledge = LADDER | fill((2, 3, 1), (4, 3, 1), "stone") | fill((5, 3, 1), (5, 3, 1), "stone")
    found = route(ledge, goal=(2.5, 4.0, 1.5))
    assert not found.partial
    assert "CLIMB" in moves(found)


def test_who_can_t_climb_stays_below() -> None:
    assert route(LADDER, goal=HIGH, abilities=Abilities(can_climb=False)).partial


def test_vines_are_climbed() -> None:
    found = route(CLIFF | fill((5, 1, 2), (5, 5, 2), "vine[east=true]"), goal=HIGH)
    assert not found.partial
    assert moves(found) == ["WALK", "CLIMB", "WALK"]


def shaft(lid: str) -> Blocks:
    """A ladder in a hole of a ceiling, with a trapdoor on its top."""
    ceiling = ROOM | fill((0, 5, 0), (12, 5, 4), "stone") | fill((6, 1, 2), (6, 5, 2), "stone")
    return ceiling | fill((5, 1, 2), (5, 4, 2), "ladder[facing=west]") | {(5, 5, 2): lid}


@pytest.mark.parametrize("release", ["1.8.8", "1.16.5", "1.21.4"])
def test_a_ladder_under_an_open_trapdoor_leads_out_where_trapdoors_can_be_climbed(release: str) -> None:
    up = route(shaft("oak_trapdoor[facing=west,open=true,half=top]"), goal=(9.5, 6.0, 1.5), release=release)
    assert up.partial == (release == "1.8.8")


def test_a_trapdoor_that_faces_another_way_than_its_ladder_can_t_be_climbed() -> None:
    assert route(shaft("oak_trapdoor[facing=north,open=true,half=top]"), goal=(9.5, 6.0, 1.5)).partial


def test_a_closed_trapdoor_on_a_ladder_ends_the_way() -> None:
    assert route(shaft("oak_trapdoor[facing=west,open=false,half=top]"), goal=(9.5, 6.0, 1.5)).partial


def test_scaffolding_is_climbed_inside_up_and_down() -> None:
    blocks = CLIFF | fill((5, 1, 2), (5, 5, 2), "scaffolding")
    for start, goal in ((START, HIGH), (HIGH, START)):
        found = route(blocks, start, goal)
        assert not found.partial
        assert "CLIMB" in moves(found)


# --- water, harm, crops, edges


def lake(liquid: str) -> Blocks:
    return ROOM | fill((4, -3, 0), (8, -3, 4), "stone") | fill((4, -2, 0), (8, 0, 4), liquid)


def test_water_is_swum_across_on_its_surface_by_those_who_can() -> None:
    found = route(lake("water"))
    assert not found.partial
    assert moves(found) == ["WALK", "SWIM", "WALK"]
    assert {waypoint.y for waypoint in found.waypoints if waypoint.move is Move.SWIM and waypoint.x < 9} == {
        0.0
    }
    assert route(lake("water"), abilities=Abilities(can_swim=False)).partial


def test_under_water_a_way_leads_in_all_directions() -> None:
    found = route(lake("water"), (4.5, 0.0, 0.5), (8.5, -2.0, 4.5), medium=Medium.SWIM)
    assert not found.partial
    assert {waypoint.move for waypoint in found.waypoints} == {Move.SWIM}
    assert route(lake("water"), (4.5, 0.0, 0.5), (2.5, 1.0, 0.5), medium=Medium.SWIM).partial


@pytest.mark.parametrize(
    "harm", ["lava", "fire", "cactus", "magma_block", "campfire[lit=true]", "powder_snow", "wither_rose"]
)
def test_nobody_walks_into_harm(harm: str) -> None:
    layer = 0 if harm in ("lava", "magma_block", "powder_snow") else 1
    blocks = ROOM | fill((6, layer, 0), (6, layer, 4), harm)
    assert route(blocks).partial
    beside = route(blocks | {(6, 0, 4): "stone", (6, 1, 4): "air"})
    assert not beside.partial
    assert all(waypoint.z >= 4.3 for waypoint in beside.waypoints if 5.6 < waypoint.x < 7.4)


def test_crops_are_walked_around_and_farmland_isn_t_dropped_onto() -> None:
    field = ROOM | fill((6, 0, 0), (6, 0, 3), "farmland") | fill((6, 1, 0), (6, 1, 3), "wheat")
    around = route(field)
    assert not around.partial
    assert any(waypoint.z == 4.5 for waypoint in around.waypoints)
    whole = field | {(6, 0, 4): "farmland"}
    assert route(whole).partial
    assert not route(whole, abilities=Abilities(shuns_farmland=False)).partial


@pytest.mark.parametrize(("depth", "reached"), [(2, True), (3, False)])
def test_a_cliff_is_dropped_down_as_deep_as_the_body_dares(depth: int, reached: bool) -> None:
    blocks = fill((0, 0, 0), (5, 0, 4), "stone") | fill((6, -depth, 0), (12, -depth, 4), "stone")
    assert route(blocks, goal=(10.5, 1.0 - depth, 2.5)).partial != reached
    assert not route(blocks, goal=(10.5, 1.0 - depth, 2.5), abilities=Abilities(max_drop=3.0)).partial


def test_into_water_any_depth_is_dropped() -> None:
    pool = fill((6, -7, -1), (13, -7, 5), "stone") | fill((6, -6, 0), (12, -5, 4), "water")
    blocks = fill((0, 0, 0), (5, 0, 4), "stone") | pool
    assert not route(blocks, goal=(10.5, -5.0, 2.5)).partial
    assert route(blocks, goal=(10.5, -5.0, 2.5), abilities=Abilities(can_swim=False)).partial


@pytest.mark.parametrize("gap", [1, 2, 3, 4])
def test_gaps_to_three_blocks_are_leapt_over_by_those_who_can(gap: int) -> None:
    blocks = fill((0, 0, 0), (4, 0, 4), "stone") | fill((5 + gap, 0, 0), (12, 0, 4), "stone")
    assert route(blocks).partial
    found = route(blocks, abilities=Abilities(can_leap=True))
    assert found.partial == (gap == 4)
    assert ("LEAP" in moves(found)) == (gap < 4)


def test_a_leap_needs_room_for_the_whole_arc() -> None:
    blocks = fill((0, 0, 0), (4, 0, 4), "stone") | fill((8, 0, 0), (12, 0, 4), "stone")
    assert route(blocks | fill((0, 3, 0), (12, 3, 4), "stone"), abilities=Abilities(can_leap=True)).partial


@pytest.mark.parametrize("step_height", [0.6, 1.25])
def test_stairs_are_walked_up_and_down_whatever_a_body_rises_at_once(step_height: float) -> None:
    blocks = dict(ROOM)
    for step in range(4):
        blocks |= fill((4 + step, 1 + step, 0), (4 + step, 1 + step, 4), "oak_stairs[facing=east]")
        blocks |= fill((5 + step, 1, 0), (12, 1 + step, 4), "stone")
    for ends in ((START, (11.5, 5.0, 2.5)), ((11.5, 5.0, 2.5), START)):
        found = route(blocks, *ends, Abilities(step_height=step_height))
        assert not found.partial
        assert moves(found) == ["WALK"]


def test_a_flyer_goes_over_walls() -> None:
    blocks = DIVIDED | fill((0, 6, 0), (12, 6, 0), "stone")
    found = route(blocks, medium=Medium.AIR, abilities=Abilities(can_fly=True))
    assert not found.partial
    assert max(waypoint.y for waypoint in found.waypoints) >= 6.0
