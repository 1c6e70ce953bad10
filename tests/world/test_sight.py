"""Lines of sight, against a look at every box that there is."""

from __future__ import annotations

import itertools
from math import floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_worlds import Place, small_terrain

from world.blocks import BlockTable
from world.sight import Point, Sight, see_through
from world.terrain import Terrain

RELEASES = ("1.8.8", "1.16.5", "26.1")
"""States by metadata, and by number."""
HIDING = ("stone", "oak_slab[type=top]", "oak_fence", "oak_leaves", "oak_stairs", "cactus", "oak_slab")
CLEAR = ("glass", "glass_pane", "ice", "iron_bars", "water", "torch", "barrier")


def sight(blocks: dict[Place, str], release: str = "1.21.4") -> Sight:
    return Sight(small_terrain(blocks, release))


def is_clear(terrain: Terrain, start: Point, end: Point) -> bool:
    """Box by box: the line is cut where it goes through the planes of a box, and no piece may lie inside."""
    ranges = [range(floor(min(a, b)), floor(max(a, b)) + 1) for a, b in zip(start, end, strict=True)]
    clear = see_through(terrain.world.blocks)
    for x in ranges[0]:
        for y in ranges[1]:
            for z in ranges[2]:
                state = terrain.world.state(x, y, z)
                if state is None:
                    return False
                for x0, y0, z0, x1, y1, z1 in () if clear[state] else terrain.cell(x, y, z).boxes:
                    box = ((x + x0, x + x1), (y + y0, y + min(y1, 1.0)), (z + z0, z + z1))
                    if goes_through(start, end, box):
                        return False
    return True


def goes_through(start: Point, end: Point, box: tuple[tuple[float, float], ...]) -> bool:
    ways = [b - a for a, b in zip(start, end, strict=True)]
    cuts = [(edge - start[axis]) / ways[axis] for axis in range(3) if ways[axis] for edge in box[axis]]
    cuts = sorted({0.0, 1.0, *(cut for cut in cuts if 0.0 < cut < 1.0)})
    for one, other in itertools.pairwise(cuts):
        middle = [start[axis] + (one + other) / 2 * ways[axis] for axis in range(3)]
        inside = all(low < value < high for value, (low, high) in zip(middle, box, strict=True))
        if inside and other - one > 1e-9:
            return True
    return False


# off the planes of blocks and their parts, where rounding decides which side a line is on
coordinates = st.integers(0, 100).map(lambda n: n * 0.0617 + 0.0131)
points = st.tuples(coordinates, coordinates.map(lambda y: y + 60), coordinates)
places = st.tuples(st.integers(0, 6), st.integers(60, 66), st.integers(0, 6))


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(places, st.sampled_from(HIDING + CLEAR), max_size=60),
    st.lists(st.tuples(points, points), min_size=1, max_size=8),
    st.sampled_from(RELEASES),
)
def test_a_line_is_clear_where_no_box_is_in_its_way_both_ways(
    blocks: dict[Place, str], lines: list[tuple[Point, Point]], release: str
) -> None:
    terrain = small_terrain(blocks, release)
    view = Sight(terrain)
    for start, end in lines:
        wanted = is_clear(terrain, start, end)
        assert view.is_clear(start, end) == wanted
        assert view.is_clear(end, start) == wanted


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("block", HIDING[:1] + HIDING[3:4] + ("lava", "bookshelf"))
def test_what_nobody_sees_through_hides(block: str, release: str) -> None:
    view = sight({(3, 64, 0): block}, release)
    assert not view.is_clear((0.5, 64.5, 0.5), (6.5, 64.5, 0.5))
    assert view.is_clear((0.5, 65.5, 0.5), (6.5, 65.5, 0.5))


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("block", [*CLEAR, "white_stained_glass", "slime_block"])
def test_what_light_shines_through_hides_nothing(block: str, release: str) -> None:
    wall = {(3, y, z): block for y in (63, 64, 65) for z in (-1, 0, 1)}
    assert sight(wall, release).is_clear((0.5, 64.5, 0.5), (6.5, 64.5, 0.5))


@pytest.mark.parametrize("release", RELEASES)
def test_every_pane_and_glass_of_a_release_is_clear_and_no_leaves_are(release: str) -> None:
    table = BlockTable.load(release)
    clear = see_through(table)
    panes = [kind.name for kind in table.kinds if "glass" in kind.name.split("_")]
    assert "glass_pane" in panes
    assert all(clear[table.states(name)].all() for name in panes)
    assert not clear[table.leaves].any()
    assert not clear[table.air].any()


def test_a_fence_hides_to_its_own_height_though_bodies_cannot_cross_above() -> None:
    view = sight({(3, 64, 0): "oak_fence"})
    assert not view.is_clear((0.5, 64.9, 0.5), (6.5, 64.9, 0.5))
    assert view.is_clear((0.5, 65.2, 0.5), (6.5, 65.2, 0.5))


def test_a_slab_hides_its_half_only() -> None:
    view = sight({(3, 64, 0): "oak_slab"})
    assert not view.is_clear((0.5, 64.3, 0.5), (6.5, 64.3, 0.5))
    assert view.is_clear((0.5, 64.7, 0.5), (6.5, 64.7, 0.5))


def test_powder_snow_hides_although_bodies_sink_into_it() -> None:
    assert not sight({(3, 64, 0): "powder_snow"}).is_clear((0.5, 64.5, 0.5), (6.5, 64.5, 0.5))


def test_a_line_between_two_blocks_that_meet_at_an_edge_is_clear() -> None:
    """It only touches them."""
    view = sight({(1, 64, 0): "stone", (0, 64, 1): "stone"})
    assert view.is_clear((0.5, 64.5, 0.5), (1.5, 64.5, 1.5))
    assert not view.is_clear((0.5, 64.5, 0.5), (1.5, 64.5, 1.4))


def test_what_nobody_knows_hides() -> None:
    view = sight({(0, 64, 0): "air"})
    assert view.is_clear((0.5, 64.5, 0.5), (40.5, 64.5, 0.5))
    assert not view.is_clear((0.5, 64.5, 0.5), (90.5, 64.5, 0.5))


def test_a_block_that_changes_hides_at_once() -> None:
    terrain = small_terrain({(3, 64, 0): "stone"})
    view = Sight(terrain)
    line = (0.5, 64.5, 0.5), (6.5, 64.5, 0.5)
    assert not view.is_clear(*line)
    terrain.world.set_state(3, 64, 0, 0)
    assert view.is_clear(*line)
    terrain.world.set_state(3, 64, 0, terrain.world.blocks.state("glass"))
    assert view.is_clear(*line)
    terrain.world.set_state(3, 64, 0, terrain.world.blocks.state("oak_door", facing="east"))
    assert not view.is_clear(*line)


def test_a_block_is_seen_at_a_face_but_not_through_others() -> None:
    wall = {(3, y, z): "stone" for y in range(62, 67) for z in range(-3, 4)}
    view = sight(wall)
    assert view.sees_block((0.5, 64.5, 0.5), (3, 64, 0))  # it doesn't hide itself
    assert view.sees_block((0.5, 64.5, -2.5), (3, 64, 3))
    assert not view.sees_block((0.5, 64.5, 0.5), (4, 64, 0))
    assert not view.sees_block((3.5, 64.5, 7.5), (3, 64, 2))  # behind its neighbour
    assert view.sees_block((6.5, 64.5, 0.5), (3, 64, 0))
    pit = {(x, 63, z): "stone" for x in range(-3, 4) for z in range(-3, 4)}
    assert sight(pit).sees_block((0.5, 64.2, -2.9), (0, 63, 3))  # its middle is behind others, its top isn't
    assert sight({(0, 64, 0): "stone"}).sees_block((0.5, 64.5, 0.5), (0, 64, 0))  # from inside
