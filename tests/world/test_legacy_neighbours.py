"""What blocks to 1.12 make of their neighbours, against what later releases have in their states."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_worlds import Place, rules_of, small_terrain, small_world

from world.blocks import BlockTable
from world.chunk import Chunk, ColumnContents
from world.legacy_neighbours import OFFSETS, SIDES
from world.terrain import Box, Terrain, terrain_of
from world.view import WorldView

RELEASES = ("1.8.8", "1.12.2")
NEW = BlockTable.load("1.16.5")
"""Here connections and corners are properties of the state."""
HERE = (5, 64, 5)
GRID = 32


def volume(boxes: Iterable[Box]) -> bytes:
    """Which of the 32 × 32 × 48 small cubes of a block (and half of the one above) boxes fill."""
    cubes = np.zeros((GRID, GRID * 3 // 2, GRID), np.bool_)
    for box in boxes:
        x0, y0, z0, x1, y1, z1 = (round(edge * GRID) for edge in box)
        cubes[x0:x1, y0:y1, z0:z1] = True
    return cubes.tobytes()


def new_volume(name: str, **properties: str) -> bytes:
    return volume(NEW.boxes(NEW.state(name, **properties)).tolist())


def beside(side: int) -> Place:
    dx, dz = OFFSETS[side]
    return HERE[0] + dx, HERE[1], HERE[2] + dz


def around(neighbours: dict[int, str], here: str) -> dict[Place, str]:
    return {HERE: here} | {beside(side): block for side, block in neighbours.items()}


def boxes_here(terrain: Terrain) -> tuple[Box, ...]:
    return terrain.cell(*HERE).boxes


def sides(chosen: Iterable[int], yes: str, no: str) -> dict[str, str]:
    return {name: yes if side in chosen else no for side, name in enumerate(SIDES)}


ALL_SIDES = [[side for side in range(4) if bits >> side & 1] for bits in range(16)]


@pytest.mark.parametrize("release", RELEASES)
def test_fences_connect_to_every_side_where_there_is_something_to_connect_to(release: str) -> None:
    for chosen in ALL_SIDES:
        for block in ("oak_fence", "stone"):
            terrain = small_terrain(around(dict.fromkeys(chosen, block), "oak_fence"), release)
            expected = new_volume("oak_fence", **sides(chosen, "true", "false"))
            assert volume(boxes_here(terrain)) == expected, (chosen, block)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize(
    ("here", "neighbour", "connects"),
    [
        ("oak_fence", "spruce_fence", True),
        ("oak_fence", "nether_brick_fence", False),
        ("oak_fence", "oak_fence_gate[facing=north]", True),
        ("oak_fence", "oak_planks", True),
        ("oak_fence", "soul_sand", True),
        ("oak_fence", "packed_ice", True),
        ("oak_fence", "ice", False),
        ("oak_fence", "glass", False),
        ("oak_fence", "oak_leaves", False),
        ("oak_fence", "melon", False),
        ("oak_fence", "barrier", False),
        ("oak_fence", "oak_slab", False),
        ("oak_fence", "cobblestone_wall", False),
        ("nether_brick_fence", "nether_brick_fence", True),
        ("nether_brick_fence", "oak_fence_gate[facing=north]", True),
        ("cobblestone_wall", "mossy_cobblestone_wall", True),
        ("cobblestone_wall", "oak_fence_gate[facing=north]", True),
        ("cobblestone_wall", "oak_fence", False),
        ("cobblestone_wall", "stone", True),
        ("glass_pane", "iron_bars", True),
        ("glass_pane", "white_stained_glass_pane", True),
        ("glass_pane", "glass", True),
        ("glass_pane", "stone", True),
        ("glass_pane", "oak_fence", False),
    ],
)
def test_what_connects_to_what(release: str, here: str, neighbour: str, connects: bool) -> None:
    east = SIDES.index("east")
    west_wall = {SIDES.index("west"): "stone"}  # so that panes of 1.8 aren't crosses
    terrain = small_terrain(around(west_wall | {east: neighbour}, here), release)
    reach = max(box[3] for box in boxes_here(terrain))
    assert (reach == 1.0) == connects


def test_a_pane_that_stands_alone_is_a_post_and_in_1_8_a_cross() -> None:
    assert volume(boxes_here(small_terrain({HERE: "glass_pane"}, "1.12.2"))) == new_volume("glass_pane")
    cross = new_volume("glass_pane", **sides(range(4), "true", "false"))
    assert volume(boxes_here(small_terrain({HERE: "glass_pane"}, "1.8.8"))) == cross


def test_panes_of_1_12_are_those_of_later_releases() -> None:
    for chosen in ALL_SIDES:
        terrain = small_terrain(around(dict.fromkeys(chosen, "stone"), "glass_pane"), "1.12.2")
        assert volume(boxes_here(terrain)) == new_volume("glass_pane", **sides(chosen, "true", "false")), (
            chosen
        )


@pytest.mark.parametrize("release", RELEASES)
def test_a_wall_that_runs_on_is_thinner_than_its_posts_and_all_of_it_is_1_5_high(release: str) -> None:
    north, east, south, west = range(4)
    for chosen, box in (
        ([], (0.25, 0.0, 0.25, 0.75, 1.5, 0.75)),
        ([north], (0.25, 0.0, 0.0, 0.75, 1.5, 0.75)),
        ([north, south], (0.3125, 0.0, 0.0, 0.6875, 1.5, 1.0)),
        ([east, west], (0.0, 0.0, 0.3125, 1.0, 1.5, 0.6875)),
        ([south, west], (0.0, 0.0, 0.25, 0.75, 1.5, 1.0)),
        ([north, east, south, west], (0.0, 0.0, 0.0, 1.0, 1.5, 1.0)),
    ):
        terrain = small_terrain(around(dict.fromkeys(chosen, "stone"), "cobblestone_wall"), release)
        assert boxes_here(terrain) == (box,), chosen


def stairs_shape(facing: int, half: str, neighbours: dict[int, tuple[int, str]]) -> str:
    """As vanilla's ``StairBlock.getStairsShape``, from neighbours' facing and half by side."""

    def different(side: int) -> bool:
        return neighbours.get(side % 4) != (facing, half)

    for side, corner, free in ((facing, "outer", 2), (facing + 2, "inner", 0)):
        other = neighbours.get(side % 4)
        if other and other[1] == half and (other[0] - facing) % 2 and different(other[0] + free):
            return f"{corner}_left" if other[0] == (facing - 1) % 4 else f"{corner}_right"
    return "straight"


STAIRS = st.tuples(st.integers(0, 3), st.sampled_from(("bottom", "top")))


@pytest.mark.parametrize("release", RELEASES)
@given(here=STAIRS, neighbours=st.dictionaries(st.integers(0, 3), STAIRS))
@settings(max_examples=60, deadline=None)
def test_stairs_turn_corners_as_later_releases_say_in_the_state(
    release: str, here: tuple[int, str], neighbours: dict[int, tuple[int, str]]
) -> None:
    def stairs(facing: int, half: str) -> str:
        return f"oak_stairs[facing={SIDES[facing]},half={half}]"

    blocks = around({side: stairs(*other) for side, other in neighbours.items()}, stairs(*here))
    shape = stairs_shape(*here, neighbours)
    expected = new_volume("oak_stairs", facing=SIDES[here[0]], half=here[1], shape=shape)
    assert volume(boxes_here(small_terrain(blocks, release))) == expected, shape


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("door", ["oak_door", "iron_door"])
def test_each_half_of_a_door_knows_what_the_other_has_in_its_state(release: str, door: str) -> None:
    x, y, z = HERE
    world = small_world({HERE: "stone"}, release)
    terrain, state = terrain_of(world), world.blocks.state
    for facing, opened, hinge in product(SIDES, ("true", "false"), ("left", "right")):
        world.set_state(x, y, z, state(door, facing=facing, half="lower", open=opened))
        world.set_state(x, y + 1, z, state(door, half="upper", hinge=hinge))
        for half, height in (("lower", y), ("upper", y + 1)):
            cell = terrain.cell(x, height, z)
            expected = new_volume(door, facing=facing, half=half, open=opened, hinge=hinge)
            assert volume(cell.boxes) == expected, (facing, opened, hinge, half)
            assert cell.door == ("" if opened == "true" else "iron" if door == "iron_door" else "hand")


def test_the_upper_half_of_a_door_without_its_lower_half_is_nothing() -> None:
    assert not boxes_here(small_terrain({HERE: "oak_door[half=upper]"}, "1.12.2"))


# --- while the world changes


def connected(world: WorldView, place: Place) -> bool:
    return max(box[3] for box in terrain_of(world).cell(*place).boxes) == 1.0


def test_neighbours_are_worked_out_anew_when_a_block_changes() -> None:
    world = small_world({HERE: "oak_fence"}, "1.12.2")
    assert not connected(world, HERE)
    east = beside(SIDES.index("east"))
    world.set_state(*east, world.blocks.state("stone"))
    assert connected(world, HERE)
    world.set_state(*east, 0)
    assert not connected(world, HERE)


def test_it_makes_no_difference_that_a_neighbour_is_in_another_chunk_or_section() -> None:
    border = (15, 63, 8)
    world = small_world({border: "oak_fence", (16, 63, 8): "oak_fence"}, "1.12.2")
    assert connected(world, border)
    version = terrain_of(world).versions[0, 0]
    world.set_state(16, 63, 8, 0)
    assert not connected(world, border)
    assert terrain_of(world).versions[0, 0] != version, "what is derived from its cells is old"
    world.set_state(15, 63, 8, world.blocks.state("oak_door", half="lower", facing="east", open="true"))
    world.set_state(15, 64, 8, world.blocks.state("oak_door", half="upper", hinge="right"))
    assert terrain_of(world).cell(15, 63, 8).boxes == terrain_of(world).cell(15, 64, 8).boxes


def test_a_chunk_that_comes_late_is_connected_to() -> None:
    world = small_world({(15, 64, 8): "oak_fence", (16, 64, 8): "stone"}, "1.12.2")
    late = world.chunk(1, 0)
    assert late is not None
    world.unload(1, 1, 0)
    assert not connected(world, (15, 64, 8))
    world.load(1, late)
    assert connected(world, (15, 64, 8))


def test_a_chunk_is_not_unpacked_because_of_what_stands_in_the_middle_of_the_one_beside_it() -> None:
    world = small_world({(8, 64, 8): "oak_fence", (15, 80, 8): "oak_fence"}, "1.12.2")
    empty = small_world({(8, 64, 8): "stone"}, "1.12.2").chunk(1, 0)
    assert empty is not None
    contents, asked = empty.contents, []

    def read() -> ColumnContents:
        asked.append(True)
        assert contents is not None
        return contents

    world.load(1, Chunk(1, 0, empty.dimension, read))
    terrain = terrain_of(world)
    assert terrain.cell(8, 64, 8).boxes
    assert not asked
    assert terrain.cell(15, 80, 8).boxes
    assert asked


KINDS = (
    "air", "stone", "oak_fence", "nether_brick_fence", "cobblestone_wall", "glass_pane", "iron_bars",
    "oak_fence_gate[facing=east]", "oak_stairs[facing=north]", "cobblestone_stairs[facing=east]",
    "oak_stairs[facing=south,half=top]", "oak_door[half=lower,facing=west]", "oak_door[half=lower,open=true]",
    "oak_door[half=upper,hinge=right]",
)  # fmt: skip
PLACES = st.tuples(st.integers(14, 17), st.integers(63, 64), st.integers(14, 17))


@given(
    first=st.dictionaries(PLACES, st.sampled_from(KINDS), max_size=16),
    changes=st.lists(st.tuples(PLACES, st.sampled_from(KINDS)), max_size=8),
)
@settings(max_examples=40, deadline=None)
def test_a_world_that_has_changed_is_as_if_it_had_always_been_so(
    first: dict[Place, str], changes: list[tuple[Place, str]]
) -> None:
    world = small_world(first | {(14, 60, 14): "stone", (17, 60, 17): "stone"}, "1.12.2")
    terrain = terrain_of(world)
    everywhere = list(product(range(13, 19), range(62, 66), range(13, 19)))
    for place in everywhere:
        terrain.cell(*place)  # so that it has to be kept up
    blocks = dict(first)
    for place, block in changes:
        blocks[place] = block
        name, _, rest = block.removesuffix("]").partition("[")
        properties = dict(pair.split("=") for pair in rest.split(",")) if rest else {}
        world.set_state(*place, world.blocks.state(name, **properties))
    fresh = small_terrain(blocks | {(14, 60, 14): "stone", (17, 60, 17): "stone"}, "1.12.2")
    assert [terrain.cell(*place) for place in everywhere] == [fresh.cell(*place) for place in everywhere]


def test_rules_say_which_releases_have_crosses() -> None:
    assert [rules_of(release).lone_posts for release in RELEASES] == [False, True]
