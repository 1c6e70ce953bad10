"""What the block tables from 1.13 on say, release by release; ``test_legacy_blocks.py`` has the older ones."""

from __future__ import annotations

import gzip
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from world.blocks import BlockTable, Mask, releases

RELEASES = [release for release in releases() if release not in ("1.8.8", "1.12.2")]
MODERN = [release for release in RELEASES if release != "1.16.5"]
"""Releases with the blocks of Caves & Cliffs."""


@pytest.fixture(params=RELEASES)
def table(request: pytest.FixtureRequest) -> BlockTable:
    return BlockTable.load(request.param)


@pytest.fixture(params=MODERN)
def modern(request: pytest.FixtureRequest) -> BlockTable:
    return BlockTable.load(request.param)


def plant(table: BlockTable) -> str:
    """The plant that was called grass until 1.20.3."""
    return "grass" if "grass" in table else "short_grass"


def height(table: BlockTable, name: str, **properties: str | int | bool) -> float:
    """Top of a state's collision boxes, 0 without any."""
    boxes = table.boxes(table.state(name, **properties))
    return float(boxes[:, 4].max()) if len(boxes) else 0.0


def names(table: BlockTable, mask: Mask) -> set[str]:
    return {table.name(int(state)) for state in np.flatnonzero(mask)}


def volume(boxes: np.ndarray) -> float:
    """Volume of the union, on a grid of 1/32 block."""
    return volume_of(boxes.tobytes())


@cache
def volume_of(data: bytes) -> float:
    boxes = np.frombuffer(data).reshape(-1, 6)
    grid = np.zeros((96, 96, 96), dtype=bool)
    for x0, y0, z0, x1, y1, z1 in np.rint((boxes + np.float64(1.0)) * 32).astype(int):
        grid[x0:x1, y0:y1, z0:z1] = True
    return float(grid.sum()) / 32**3


# --- numbering


def test_there_is_a_table_for_each_supported_release() -> None:
    assert releases() == [
        "1.8.8", "1.12.2", "1.16.5", "1.18.2", "1.19.2", "1.19.3", "1.19.4", "1.20.1", "1.20.2", "1.20.4", "1.20.6",
        "1.21.1", "1.21.3", "1.21.4", "1.21.5", "1.21.6", "1.21.8", "1.21.9", "1.21.11", "26.1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("release", "states"),
    [
        ("1.16.5", 17112),
        ("1.18.2", 20342),
        ("1.19.2", 21448),
        ("1.20.4", 26644),
        ("1.21.4", 27866),
        ("26.1", 29873),
    ],
)
def test_a_release_has_as_many_states_as_the_game(release: str, states: int) -> None:
    assert BlockTable.load(release).state_count == states


def test_name_and_properties_of_every_state_lead_back_to_it(table: BlockTable) -> None:
    for state in range(table.state_count):
        assert table.state(table.name(state), **table.properties(state)) == state


def test_states_of_a_block_follow_each_other_and_its_default_is_among_them(table: BlockTable) -> None:
    for block, kind in enumerate(table.kinds):
        states = table.states(kind.name).tolist()
        assert states == list(range(states[0], states[0] + kind.variants))
        assert kind.default in states
        assert table.block_id(kind.name) == block


@pytest.mark.parametrize(
    ("name", "state"), [("air", 0), ("stone", 1), ("grass_block", 9), ("water", 34), ("lava", 50), ("oak_log", 74)]
)  # fmt: skip
def test_numbers_known_from_the_game_of_1_16(name: str, state: int) -> None:
    assert BlockTable.load("1.16.5").default_state(name) == state


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("oak_stairs", {"facing": "north", "half": "bottom", "shape": "straight", "waterlogged": "false"}),
        ("ladder", {"facing": "north", "waterlogged": "false"}),
        ("oak_slab", {"type": "bottom", "waterlogged": "false"}),
        ("oak_log", {"axis": "y"}),
        ("lever", {"face": "wall", "facing": "north", "powered": "false"}),
        ("snow", {"layers": "1"}),
        ("repeater", {"delay": "1", "facing": "north", "locked": "false", "powered": "false"}),
        ("campfire", {"facing": "north", "lit": "true", "signal_fire": "false", "waterlogged": "false"}),
        ("oak_leaves", {"distance": "7", "persistent": "false"}),
        ("grass_block", {"snowy": "false"}),
        ("stone", {}),
    ],
)
def test_default_states_have_the_properties_that_the_game_gives_them(
    table: BlockTable, name: str, expected: dict[str, str]
) -> None:
    properties = table.properties(table.default_state(name))
    assert {key: properties[key] for key in expected} == expected


def test_most_things_that_can_be_on_are_off_by_default(table: BlockTable) -> None:
    """Boolean properties list true before false: reading them the other way round would turn everything on."""
    for kind in table.kinds:
        properties = table.properties(kind.default)
        for name in ("powered", "open", "triggered", "extended", "occupied", "snowy", "conditional"):
            assert properties.get(name, "false") == "false", table.describe(kind.default)


def test_properties_can_be_given_as_python_values(table: BlockTable) -> None:
    assert table.state("snow", layers=3) == table.state("snow", layers="3")
    assert table.state("oak_door", open=True) == table.state("minecraft:oak_door", open="true")


def test_wrong_names_say_what_is_wrong(table: BlockTable) -> None:
    with pytest.raises(KeyError, match=f"no block 'stoned' in {table.release}"):
        table.state("stoned")
    with pytest.raises(KeyError, match=f"no block 'stoned' in {table.release}"):
        table.default_state("stoned")
    with pytest.raises(ValueError, match="oak_slab has no property half; it has type, waterlogged"):
        table.state("oak_slab", half="top")
    with pytest.raises(ValueError, match="oak_slab: type can't be 'left', only top, bottom, double"):
        table.state("oak_slab", type="left")
    with pytest.raises(ValueError, match="stone has no property lit; it has none"):
        table.state("stone", lit=True)
    for state in (-1, table.state_count):
        with pytest.raises(ValueError, match=rf"no block state {state} in"):
            table.name(state)
        with pytest.raises(ValueError, match=rf"no block state {state} in"):
            table.properties(state)
        with pytest.raises(ValueError, match=rf"no block state {state} in"):
            table.boxes(state)


def test_names_are_known_with_and_without_namespace(table: BlockTable) -> None:
    assert "stone" in table
    assert "minecraft:stone" in table
    assert "stoned" not in table


def test_a_state_is_described_as_commands_write_it(table: BlockTable) -> None:
    assert table.describe(table.default_state("stone")) == "stone"
    assert table.describe(table.state("oak_slab", type="top")) == "oak_slab[type=top,waterlogged=false]"


# --- traits


def test_climbable_blocks_are_those_of_the_tag(table: BlockTable) -> None:
    always = {"ladder", "vine", "scaffolding", "weeping_vines", "twisting_vines_plant"}
    assert always <= names(table, table.climbable)
    assert not names(table, table.climbable) & {"oak_trapdoor", "oak_leaves", "stone", "cobweb", "air"}


def test_cave_vines_can_be_climbed(modern: BlockTable) -> None:
    assert {"cave_vines", "cave_vines_plant"} <= names(modern, modern.climbable)


def test_water_is_where_water_is(table: BlockTable) -> None:
    wet = ["water", "kelp", "kelp_plant", "seagrass", "tall_seagrass", "bubble_column"]
    assert all(table.water[table.default_state(name)] for name in wet)
    assert table.water[table.state("water", level=7)]
    assert table.water[table.state("oak_stairs", waterlogged=True)]
    assert table.water[table.state("ladder", waterlogged=True)]
    assert table.water[table.default_state("tube_coral")], "corals grow in water"
    dry = ["air", "stone", "lava", "ice", "cauldron", "oak_stairs", "sponge", "lily_pad"]
    assert not any(table.water[table.default_state(name)] for name in dry)


def test_waterlogged_is_water_in_every_state_that_says_so(table: BlockTable) -> None:
    for kind in table.kinds:
        if any(name == "waterlogged" for name, _ in kind.properties):
            for state in table.states(kind.name).tolist():
                assert table.water[state] == (table.properties(state)["waterlogged"] == "true")


def test_lava_is_lava_only(table: BlockTable) -> None:
    assert names(table, table.lava) == {"lava"}
    assert table.lava.sum() == 16


def test_air_comes_in_three_kinds(table: BlockTable) -> None:
    assert names(table, table.air) == {"air", "cave_air", "void_air"}
    assert not (table.air & (table.solid | table.water | table.climbable)).any()


def test_leaves_are_leaves(table: BlockTable) -> None:
    assert {"oak_leaves", "jungle_leaves"} <= names(table, table.leaves)
    assert all(name.endswith("_leaves") for name in names(table, table.leaves))
    assert table.solid[table.leaves].all()


def test_hazards_hurt(table: BlockTable) -> None:
    for name in ("fire", "soul_fire", "cactus", "magma_block", "sweet_berry_bush", "wither_rose", "lava"):
        assert table.hazard[table.default_state(name)], name
    for name in ("stone", "water", "torch", "netherrack", "rose_bush", "air", "snow_block"):
        assert not table.hazard[table.default_state(name)], name


def test_campfires_hurt_while_they_burn(table: BlockTable) -> None:
    for name in ("campfire", "soul_campfire"):
        assert table.hazard[table.state(name, lit=True)]
        assert not table.hazard[table.state(name, lit=False)]


def test_powder_snow_hurts_and_lets_through(modern: BlockTable) -> None:
    state = modern.default_state("powder_snow")
    assert modern.hazard[state]
    assert not modern.solid[state]


def test_what_stops_a_fall_is_solid_or_fluid(table: BlockTable) -> None:
    for name in ("stone", "water", "lava", "oak_leaves", "kelp"):
        assert table.motion_blocking[table.default_state(name)], name
    for name in ("air", plant(table), "torch", "vine", "cobweb"):
        assert not table.motion_blocking[table.default_state(name)], name


def test_an_unknown_tag_marks_nothing(table: BlockTable) -> None:
    assert not table.tag("no_such_tag").any()
    assert names(table, table.tag("minecraft:campfires")) == {"campfire", "soul_campfire"}


def test_masks_and_boxes_cannot_be_written_to(table: BlockTable) -> None:
    for array in (table.solid, table.water, table.climbable, table.block_of_state, table.boxes(1)):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


# --- collision boxes


def test_every_state_has_a_shape_of_proper_boxes(table: BlockTable) -> None:
    assert len(table.shape_of_state) == table.state_count
    for boxes in table.shapes:
        assert boxes.shape[1] == 6
        assert boxes.dtype == np.float64
        assert (boxes[:, 3:] > boxes[:, :3]).all()
        assert (boxes >= -0.5).all()
        assert (boxes <= 1.5).all()


def test_solid_is_what_has_boxes(table: BlockTable) -> None:
    for state in range(table.state_count):
        assert table.solid[state] == (len(table.boxes(state)) > 0)
    for name in ("stone", "oak_leaves", "glass", "oak_fence", "ladder", "chest", "white_carpet"):
        assert table.solid[table.default_state(name)], name
    for name in (
        "air",
        "water",
        "lava",
        "torch",
        plant(table),
        "vine",
        "oak_sign",
        "stone_pressure_plate",
        "rail",
    ):
        assert not table.solid[table.default_state(name)], name


def test_full_cubes_are_full(table: BlockTable) -> None:
    for name in ("stone", "glass", "oak_leaves", "bookshelf", "shulker_box"):
        assert table.full_cube[table.default_state(name)], name
    for name in ("oak_slab", "oak_stairs", "farmland", "soul_sand", "air", "honey_block"):
        assert not table.full_cube[table.default_state(name)], name
    assert table.full_cube[table.state("oak_slab", type="double")]


def test_slabs_fill_their_half(table: BlockTable) -> None:
    assert table.boxes(table.state("oak_slab", type="bottom")).tolist() == [[0, 0, 0, 1, 0.5, 1]]
    assert table.boxes(table.state("oak_slab", type="top")).tolist() == [[0, 0.5, 0, 1, 1, 1]]
    assert table.boxes(table.state("oak_slab", type="double")).tolist() == [[0, 0, 0, 1, 1, 1]]


def test_fences_gates_and_walls_reach_half_a_block_higher(table: BlockTable) -> None:
    assert height(table, "oak_fence") == 1.5
    assert height(table, "cobblestone_wall", up=True) == 1.5
    assert height(table, "oak_fence_gate", open=False) == 1.5
    assert height(table, "oak_fence_gate", open=True) == 0.0


@pytest.mark.parametrize(
    ("side", "low", "high"),
    [("north", (2, 0), 0.0), ("south", (5, 0), 1.0), ("west", (0, 0), 0.0), ("east", (3, 0), 1.0)],
)
def test_a_fence_reaches_to_the_side_that_it_connects_to(
    table: BlockTable, side: str, low: tuple[int, int], high: float
) -> None:
    """Tells the order of a fence's properties: each side alone must move just its own face."""
    bounds = np.array([0.375, 0.0, 0.375, 0.625, 1.5, 0.625])
    bounds[low[0]] = high
    boxes = table.boxes(table.state("oak_fence", **{side: True}))
    assert boxes[:, :3].min(axis=0).tolist() + boxes[:, 3:].max(axis=0).tolist() == bounds.tolist()


@pytest.mark.parametrize(
    ("facing", "box"),
    [
        ("north", [0, 0, 0.8125, 1, 1, 1]),
        ("south", [0, 0, 0, 1, 1, 0.1875]),
        ("west", [0.8125, 0, 0, 1, 1, 1]),
        ("east", [0, 0, 0, 0.1875, 1, 1]),
    ],
)
def test_ladders_and_closed_doors_stand_at_the_back_of_their_facing(
    table: BlockTable, facing: str, box: list[float]
) -> None:
    assert table.boxes(table.state("ladder", facing=facing)).tolist() == [box]
    assert table.boxes(table.state("oak_door", facing=facing)).tolist() == [box]


def test_a_door_swings_round_its_hinge(table: BlockTable) -> None:
    left = table.boxes(table.state("oak_door", facing="north", open=True, hinge="left"))
    right = table.boxes(table.state("oak_door", facing="north", open=True, hinge="right"))
    assert left.tolist() == [[0, 0, 0, 0.1875, 1, 1]]
    assert right.tolist() == [[0.8125, 0, 0, 1, 1, 1]]


def test_trapdoors_lie_or_stand(table: BlockTable) -> None:
    assert table.boxes(table.state("oak_trapdoor", half="bottom")).tolist() == [[0, 0, 0, 1, 0.1875, 1]]
    assert table.boxes(table.state("oak_trapdoor", half="top")).tolist() == [[0, 0.8125, 0, 1, 1, 1]]
    assert height(table, "oak_trapdoor", open=True, half="bottom") == 1.0


def test_stairs_fill_three_quarters_and_corners_more_or_less(table: BlockTable) -> None:
    filled = {
        shape: volume(table.boxes(table.state("oak_stairs", facing="east", shape=shape)))
        for shape in ("straight", "inner_left", "inner_right", "outer_left", "outer_right")
    }
    assert filled == {
        "straight": 0.75,
        "inner_left": 0.875,
        "inner_right": 0.875,
        "outer_left": 0.625,
        "outer_right": 0.625,
    }
    east = table.boxes(table.state("oak_stairs", facing="east", half="bottom"))
    upper = east[east[:, 4] > 0.5]
    assert upper[:, 0].min() == 0.5


def test_snow_collides_one_layer_lower_than_it_looks(table: BlockTable) -> None:
    assert [height(table, "snow", layers=layers) for layers in range(1, 9)] == [n / 8 for n in range(8)]


@pytest.mark.parametrize(
    ("name", "top"),
    [
        ("white_carpet", 0.0625),
        ("lily_pad", 0.09375),
        ("soul_sand", 0.875),
        ("farmland", 0.9375),
        ("chest", 0.875),
        ("cactus", 0.9375),
        ("honey_block", 0.9375),
        ("enchanting_table", 0.75),
        ("red_bed", 0.5625),
        ("cake", 0.5),
    ],
)
def test_heights_known_from_the_game(table: BlockTable, name: str, top: float) -> None:
    assert height(table, name) == top


def test_leaves_of_a_dripleaf_carry_until_they_tilt(modern: BlockTable) -> None:
    assert height(modern, "big_dripleaf", tilt="none") == 0.9375
    assert height(modern, "big_dripleaf", tilt="full") == 0.0


def test_plants_that_the_game_shifts_about_stand_in_the_middle(table: BlockTable) -> None:
    shifted = [name for name in ("bamboo", "pointed_dripstone") if name in table]
    assert "bamboo" in shifted
    for name in shifted:
        kind = table.kinds[table.block_id(name)]
        for state in table.states(kind.name).tolist():
            boxes = table.boxes(state)
            assert (boxes[:, 0] + boxes[:, 3] == 1.0).all()
            assert (boxes[:, 2] + boxes[:, 5] == 1.0).all()


def test_blocks_keep_their_shape_from_release_to_release() -> None:
    """Shapes come from other minor releases where a release has none of its own: they must fit all the same."""
    changed = {
        "cauldron",  # 1.17 made a block of each filling
        "torchflower_crop",  # 1.20 took a step out of its growth
        "pitcher_crop",  # 1.21.5 took the bulb out of its upper half, which isn't there that young
    }
    for older, newer in pairwise(BlockTable.load(release) for release in RELEASES):
        filled, filled_newer = (
            np.array([volume(boxes) for boxes in table.shapes])[table.shape_of_state]
            for table in (older, newer)
        )
        for kind in older.kinds:
            if kind.name not in newer or kind.name in changed:
                continue
            twin = newer.kinds[newer.block_id(kind.name)]
            states, twins = older.states(kind.name), newer.states(kind.name)
            if twin.properties != kind.properties:
                keeps = dict(twin.properties)
                before = [older.properties(int(state)) for state in states]
                wanted = [{key: own[key] for key in own if key in keeps} for own in before]
                twins = np.array([newer.state(kind.name, **own) for own in wanted])
            assert (filled[states] == filled_newer[twins]).all(), (kind.name, older, newer)


def test_blocks_that_came_lately_join_the_tags_of_their_kind() -> None:
    newest = BlockTable.load("26.1")
    for name, tags in {
        "pale_oak_leaves": {"leaves"},
        "pale_oak_door": {"doors", "wooden_doors"},
        "copper_door": {"doors"},
        "waxed_oxidized_copper_trapdoor": {"trapdoors"},
        "pale_oak_fence": {"fences", "wooden_fences"},
        "pale_oak_fence_gate": {"fence_gates"},
        "tuff_brick_wall": {"walls"},
        "resin_brick_stairs": {"stairs"},
        "pale_oak_slab": {"slabs", "wooden_slabs"},
        "pale_oak_wall_hanging_sign": {"wall_hanging_signs", "all_hanging_signs", "all_signs"},
        "pale_oak_hanging_sign": {"ceiling_hanging_signs", "all_hanging_signs", "all_signs"},
        "pale_oak_sign": {"standing_signs", "signs", "all_signs"},
        "stripped_pale_oak_wood": {"logs"},
        "potted_pale_oak_sapling": {"flower_pots"},
        "pale_oak_sapling": {"saplings"},
        "copper_golem_statue": set(),
        "oak_shelf": set(),
        "pale_moss_carpet": set(),
    }.items():
        assert {tag for tag in newest.tags if newest.tag(tag)[newest.default_state(name)]} == tags, name


def test_nothing_new_can_be_climbed_or_burns() -> None:
    """As in the game's own tags: they are the same nine, and two campfires, from 1.18 to 26.1."""
    for release in MODERN:
        table = BlockTable.load(release)
        assert names(table, table.climbable) == {
            "ladder", "vine", "scaffolding", "weeping_vines", "weeping_vines_plant", "twisting_vines",
            "twisting_vines_plant", "cave_vines", "cave_vines_plant",
        }  # fmt: skip
        assert names(table, table.tag("campfires")) == {"campfire", "soul_campfire"}
        assert names(table, table.tag("fire")) == {"fire", "soul_fire"}


# --- files


def test_a_table_is_loaded_once() -> None:
    assert BlockTable.load("1.16.5") is BlockTable.load("1.16.5")


def test_an_unknown_release_names_those_there_are() -> None:
    with pytest.raises(
        FileNotFoundError, match=r"no block table for release '1\.0'; there are 1\.8\.8, 1\.12\.2, 1\.16\.5"
    ):
        BlockTable.load("1.0")


@pytest.mark.parametrize(
    "contents",
    [b"", b"not gzip", gzip.compress(b"not json"), gzip.compress(b"{}"), gzip.compress(b"[]")],
    # gzip writes the time into its output, so that no two workers would agree on names made of it
    ids=["empty", "no gzip", "no json", "no table", "a list"],
)
def test_a_damaged_file_is_named(tmp_path: Path, contents: bytes) -> None:
    path = tmp_path / "blocks.json.gz"
    path.write_bytes(contents)
    with pytest.raises(ValueError, match=r"blocks\.json\.gz isn't a block table"):
        BlockTable.load(path)
