"""What a body learns of the blocks around it, against a look at each of them."""

from __future__ import annotations

from math import floor

from hypothesis import given, settings
from hypothesis import strategies as st
from small_worlds import Place, small_world

from world.physics.body import Body
from world.physics.collision import boxes_around, swept
from world.physics.vicinity import obstacles, vicinity
from world.terrain import EMPTY, SOLID, Box, Terrain, terrain_of

BLOCKS = st.sampled_from(("stone", "stone", "oak_slab", "water", "air"))
SPOTS = st.tuples(st.integers(-2, 1), st.integers(14, 17), st.integers(-2, 1))
ALONG = st.one_of(st.integers(-2, 2), st.floats(-1, 1), st.sampled_from((0.3, 0.30000000000000004, -0.7)))
BODIES = st.builds(Body, x=ALONG, y=st.one_of(st.integers(14, 17), st.floats(14, 17)), z=ALONG)


def blocks_in(box: Box, margin: float) -> list[Place]:
    """The blocks whose inside a box reaches into by more than a margin, in order x, z, y."""
    (x0, y0, z0), (x1, y1, z1) = box[:3], box[3:]
    return [
        (x, y, z)
        for x in range(floor(x0) - 1, floor(x1) + 2)
        for z in range(floor(z0) - 1, floor(z1) + 2)
        for y in range(floor(y0) - 1, floor(y1) + 2)
        if x <= x1 - margin and x + 1 > x0 + margin
        and y <= y1 - margin and y + 1 > y0 + margin
        and z <= z1 - margin and z + 1 > z0 + margin
    ]  # fmt: skip


def check(body: Body, terrain: Terrain) -> None:
    x0, y0, z0, x1, y1, z1 = body.box
    around = [terrain.number(*place) for place in blocks_in((x0, y0 - 1.0, z0, x1, y1, z1), 0.0)]
    inside = [(*place, terrain.number(*place)) for place in blocks_in(body.box, 1e-7)]
    near = vicinity(body, terrain)
    assert near.plain == all(number in (EMPTY, SOLID) for number in around)
    assert terrain.is_plain(body.box) == near.plain
    assert near.contents == [content for content in inside if content[3] != EMPTY]


@given(blocks=st.dictionaries(SPOTS, BLOCKS, min_size=4, max_size=40), bodies=st.lists(BODIES, max_size=8))
@settings(max_examples=60, deadline=None)
def test_a_vicinity_is_what_the_blocks_are(blocks: dict[Place, str], bodies: list[Body]) -> None:
    terrain = terrain_of(small_world(blocks | {(0, 0, 0): "stone"}, "1.21.4"))
    for body in bodies:
        check(body, terrain)


def test_a_vicinity_is_looked_at_once_for_a_place() -> None:
    terrain = terrain_of(small_world({(0, 0, 0): "stone"}, "1.21.4"))
    body = Body(0.5, 1.0, 0.5)
    assert vicinity(body, terrain) is vicinity(body, terrain)


@given(
    moves=st.lists(st.tuples(SPOTS, BLOCKS, st.sampled_from((0.0, 0.0, 0.25, -1.0))), min_size=1, max_size=8)
)
@settings(max_examples=40, deadline=None)
def test_a_vicinity_is_that_of_now_whatever_moved_or_changed(moves: list[tuple[Place, str, float]]) -> None:
    worlds = [small_world({(0, 0, 0): "stone", (0, 15, 0): block}, "1.21.4") for block in ("air", "oak_slab")]
    body = Body(0.5, 15.5, 0.5)
    for place, block, dx in moves:
        body.x += dx
        for world in worlds:
            terrain = terrain_of(world)
            check(body, terrain)
            world.set_state(*place, world.blocks.state(block))
            check(body, terrain)


KINDS = st.sampled_from(("stone", "air", "oak_slab", "scaffolding", "powder_snow"))


@given(
    blocks=st.dictionaries(SPOTS, KINDS, min_size=8, max_size=40),
    moves=st.lists(
        st.tuples(
            st.floats(-0.4, 0.4), st.floats(-0.5, 0.5), st.floats(0.0, 4.0), st.booleans(), SPOTS, KINDS
        ),
        min_size=1,
        max_size=8,
    ),
)
@settings(max_examples=60, deadline=None)
def test_obstacles_are_what_a_move_meets_however_it_came_and_whatever_changed(
    blocks: dict[Place, str], moves: list[tuple[float, float, float, bool, Place, str]]
) -> None:
    world = small_world(blocks | {(0, 0, 0): "stone"}, "1.21.4")
    terrain = terrain_of(world)
    body = Body(0.0, 16.0, 0.0)
    for dx, dy, fallen, sneaks, place, block in moves:
        body.x, body.y, body.fall_distance = body.x + dx, body.y + dy, fallen
        for descending in (sneaks, not sneaks):
            around = swept(body.box, dx, dy, 0.0)
            expected = boxes_around(terrain, around, body.y, descending=descending, fallen=fallen)
            assert obstacles(body, terrain, around, descending=descending) == expected
        world.set_state(*place, world.blocks.state(block))
