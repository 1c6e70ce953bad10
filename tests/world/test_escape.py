"""The way out for a body that a block was put into."""

from __future__ import annotations

import pytest
from courses import Blocks, Place, fill, ground
from hypothesis import given, settings
from hypothesis import strategies as st
from small_worlds import small_terrain

from world.physics.body import Body
from world.physics.collision import boxes_around, is_free, overlaps
from world.physics.escape import ASIDE, PUSH, UP, Escape, escape, free_place
from world.terrain import Box, Terrain

SHAFT = ground(5) | fill((1, 1, 1), (3, 4, 3), "stone") | fill((2, 1, 2), (2, 4, 2), "air")
"""Stone around one block of room, open above."""


def ways(body: Body, terrain: Terrain, ticks: int = 30) -> list[Escape]:
    """What becomes of a body until it is free or trapped, without any other motion."""
    found = []
    for _ in range(ticks):
        found.append(escape(body, terrain))
        if found[-1] is not Escape.PUSHED:
            break
    return found


def test_a_body_in_nothing_is_left_alone() -> None:
    body = Body(2.5, 1.0, 2.5, vx=0.1, fall_distance=2.0)
    terrain = small_terrain(ground(5))
    assert escape(body, terrain) is Escape.FREE
    assert (body.position, body.vx, body.fall_distance) == ((2.5, 1.0, 2.5), 0.1, 2.0)
    assert free_place(body, terrain) == (2.5, 1.0, 2.5)


def test_it_is_pushed_to_the_nearest_side_a_tenth_of_a_block_a_tick() -> None:
    terrain = small_terrain(ground(5) | {(2, 1, 2): "stone"})
    body = Body(2.5, 1.0, 2.9)
    assert free_place(body, terrain) == pytest.approx((2.5, 1.0, 3.3))
    assert escape(body, terrain) is Escape.PUSHED
    assert body.position == pytest.approx((2.5, 1.0, 3.0))
    assert ways(body, terrain) == [Escape.PUSHED] * 3 + [Escape.FREE]
    assert body.position == pytest.approx((2.5, 1.0, 3.3))


def test_of_sides_that_are_as_near_it_takes_the_first_of_west_east_north_south() -> None:
    body = Body(2.5, 1.0, 2.5)
    assert free_place(body, small_terrain(ground(5) | {(2, 1, 2): "stone"})) == pytest.approx((1.7, 1.0, 2.5))
    west = fill((1, 1, 0), (1, 2, 4), "stone")
    assert free_place(body, small_terrain(ground(5) | {(2, 1, 2): "stone"} | west)) == pytest.approx(
        (3.3, 1.0, 2.5)
    )


def test_a_side_where_there_is_no_room_is_none() -> None:
    terrain = small_terrain(ground(5) | {(2, 1, 2): "stone"} | fill((2, 1, 3), (2, 2, 3), "stone"))
    place = free_place(Body(2.5, 1.0, 2.9), terrain)
    assert place == pytest.approx((1.7, 1.0, 2.9))


def test_without_a_side_it_is_lifted_on_top() -> None:
    terrain = small_terrain(SHAFT | {(2, 1, 2): "stone"})
    body = Body(2.5, 1.0, 2.5, vy=-0.3, fall_distance=1.0)
    assert escape(body, terrain) is Escape.LIFTED
    assert (body.position, body.velocity, body.fall_distance) == ((2.5, 2.0, 2.5), (0.0, 0.0, 0.0), 0.0)
    assert escape(body, terrain) is Escape.FREE


def test_it_is_lifted_out_of_two_blocks_and_onto_a_fence() -> None:
    two = small_terrain(SHAFT | fill((2, 1, 2), (2, 2, 2), "stone"))
    assert free_place(Body(2.5, 1.0, 2.5), two) == (2.5, 3.0, 2.5)
    fence = small_terrain(SHAFT | {(2, 1, 2): "oak_fence"})
    assert free_place(Body(2.5, 1.0, 2.5), fence) == (2.5, 2.5, 2.5)


def test_a_ceiling_is_no_way_out() -> None:
    """Above the ceiling there would be room within three blocks: a body must not pop through."""
    terrain = small_terrain(SHAFT | {(2, 1, 2): "stone", (2, 3, 2): "stone"})
    body = Body(2.5, 1.0, 2.5)
    assert escape(body, terrain) is Escape.TRAPPED
    assert body.position == (2.5, 1.0, 2.5)
    assert free_place(body, terrain) is None


def test_a_wall_is_no_way_out_even_where_there_is_room_behind_it() -> None:
    pane = "glass_pane[north=true,south=true]"
    blocks = ground(5) | {(2, 1, 2): "stone"} | fill((3, 1, 0), (3, 2, 4), pane)
    body = Body(2.6, 1.0, 2.5)
    place = free_place(body, small_terrain(blocks))
    assert place is not None
    assert place[0] < 3.0


def test_what_is_between_it_and_a_free_side_is_not_passed_through() -> None:
    """The side is nearly a block away, as the slab ends there, and something as thin as a trapdoor is on the way."""
    walls = fill((1, 1, 1), (2, 4, 3), "stone") | fill((2, 2, 2), (2, 4, 2), "air")
    slab = ground(5) | walls | {(2, 1, 2): "cobblestone_slab[type=bottom]"}
    body = Body(2.35, 1.0, 2.5)
    assert free_place(body, small_terrain(slab)) == pytest.approx((3.3, 1.0, 2.5))
    trapdoor = {(2, 2, 2): "oak_trapdoor[facing=west,half=bottom,open=true]"}
    assert free_place(body, small_terrain(slab | trapdoor)) == (2.35, 1.5, 2.5)


def test_a_door_that_closes_lets_go_to_the_nearer_side() -> None:
    blocks: Blocks = ground(5) | fill((2, 1, 0), (2, 2, 4), "stone")
    for y, half in ((1, "lower"), (2, "upper")):
        blocks[2, y, 2] = f"oak_door[facing=east,half={half},open=false]"
    terrain = small_terrain(blocks)
    west, east = Body(2.0, 1.0, 2.5), Body(2.2, 1.0, 2.5)
    assert ways(west, terrain)[-1] is Escape.FREE
    assert ways(east, terrain)[-1] is Escape.FREE
    assert west.x < 1.75
    assert east.x > 2.45


def test_its_speed_into_the_block_ends_and_the_other_stays() -> None:
    terrain = small_terrain(ground(5) | {(2, 1, 2): "stone"})
    body = Body(2.5, 1.0, 2.9, vx=0.2, vz=-0.2)
    escape(body, terrain)
    assert body.velocity == (0.2, 0.0, 0.0)


def test_a_carpet_put_under_the_feet_lifts_by_its_height_when_walls_are_around() -> None:
    terrain = small_terrain(SHAFT | {(2, 1, 2): "white_carpet"})
    assert free_place(Body(2.5, 1.0, 2.5), terrain) == (2.5, 1.0625, 2.5)


def test_an_unknown_chunk_beside_it_moves_nobody() -> None:
    terrain = small_terrain(ground(5))
    edge = max(x for x, _ in terrain.versions) * 16 + 16.0
    body = Body(edge, 1.0, 2.5)
    assert not terrain.cell(*body.block).known
    assert escape(body, terrain) is Escape.FREE
    assert body.x == edge


KINDS = (
    "stone", "cobblestone_slab[type=bottom]", "cobblestone_slab[type=top]", "oak_fence", "white_carpet",
    "oak_trapdoor[facing=east,open=true]", "oak_stairs[facing=north]", "snow[layers=5]", "honey_block",
)  # fmt: skip
places = st.tuples(st.integers(0, 4), st.integers(1, 5), st.integers(0, 4))


def touched(terrain: Terrain, box: Box) -> set[Box]:
    return {other for other in boxes_around(terrain, box) if overlaps(box, other)}


@settings(max_examples=80)
@given(
    st.dictionaries(places, st.sampled_from(KINDS), max_size=45),
    st.floats(1.0, 4.0),
    st.floats(1.0, 4.0),
    st.sampled_from([0.6, 0.9]),
)
def test_the_way_out_is_short_straight_free_at_its_end_and_passes_through_nothing_else(
    blocks: dict[Place, str], x: float, z: float, width: float
) -> None:
    terrain = small_terrain(ground(5) | blocks)
    body = Body(x, 1.0, z, width=width)
    start, inside = body.box, touched(terrain, body.box)
    place = free_place(body, terrain)
    if place is None:
        assert inside
        assert ways(body, terrain) == [Escape.TRAPPED]
        return
    dx, dy, dz = (a - b for a, b in zip(place, body.position, strict=True))
    assert sum(1 for part in (dx, dy, dz) if part) <= 1
    assert max(abs(dx), abs(dz)) <= ASIDE
    assert 0.0 <= dy <= UP
    for share in range(101):
        f = share / 100
        along = tuple(low + part * f for low, part in zip(start, (dx, dy, dz) * 2, strict=True))
        assert touched(terrain, along) <= inside  # type: ignore[arg-type]
    # on its way it leaves blocks one by one, which may open a shorter one
    gone = 0.0
    while escape(body, terrain) is Escape.PUSHED:
        now = touched(terrain, body.box)
        assert now <= inside
        gone, inside = gone + PUSH, now
        assert gone < abs(dx) + abs(dz) + 2 * PUSH
    assert is_free(terrain, body.box)
