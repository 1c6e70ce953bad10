"""Block tables of 1.8.8 and 1.12.2: ids with metadata under the names and properties of 1.16."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from world.block_states import UNKNOWN, BlockKind, closest_state
from world.blocks import BlockTable, Mask

RELEASES = ("1.8.8", "1.12.2")


@pytest.fixture(params=RELEASES)
def table(request: pytest.FixtureRequest) -> BlockTable:
    return BlockTable.load(request.param)


def state(block_id: int, metadata: int = 0) -> int:
    return block_id << 4 | metadata


def names(table: BlockTable, mask: Mask) -> set[str]:
    return {table.kinds[int(block)].name for block in np.unique(table.block_of_state[mask])}


# --- from state id


@pytest.mark.parametrize(
    ("block_id", "metadata", "expected"),
    [
        (0, 0, "air"),
        (1, 0, "stone"),
        (1, 5, "andesite"),
        (2, 0, "grass_block[snowy=false]"),
        (5, 1, "spruce_planks"),
        (9, 0, "water[level=0]"),
        (8, 3, "water[level=3]"),
        (17, 4, "oak_log[axis=x]"),
        (31, 1, "grass"),
        (44, 8, "smooth_stone_slab[type=top,waterlogged=false]"),
        (50, 5, "torch"),
        (50, 1, "wall_torch[facing=east]"),
        (53, 6, "oak_stairs[facing=south,half=top,shape=straight,waterlogged=false]"),
        (63, 12, "oak_sign[rotation=12,waterlogged=false]"),
        (65, 2, "ladder[facing=north,waterlogged=false]"),
        (78, 7, "snow[layers=8]"),
        (80, 0, "snow_block"),
        (98, 1, "mossy_stone_bricks"),
        (107, 5, "oak_fence_gate[facing=west,in_wall=false,open=true,powered=false]"),
        (167, 12, "iron_trapdoor[facing=north,half=top,open=true,powered=false,waterlogged=false]"),
    ],
)
def test_numbers_known_from_the_game(table: BlockTable, block_id: int, metadata: int, expected: str) -> None:
    assert table.describe(state(block_id, metadata)) == expected


def test_blocks_are_those_of_their_release() -> None:
    old, new = BlockTable.load("1.8.8"), BlockTable.load("1.12.2")
    assert old.name(state(198)) == UNKNOWN
    assert new.name(state(198)) == "end_rod"
    for name in ("purpur_block", "magma_block", "white_concrete", "observer", "grass_path"):
        assert name in new
        assert name not in old
    assert {kind.name for kind in old.kinds} < {kind.name for kind in new.kinds}


def test_numbers_that_mean_nothing_are_air_by_another_name(table: BlockTable) -> None:
    for number in (state(1, 9), state(253), state(300, 3), 65535):
        assert table.name(number) == UNKNOWN
        assert table.properties(number) == {}
        assert table.air[number]
        assert not table.solid[number]
        assert not table.motion_blocking[number]
        assert len(table.boxes(number)) == 0
    assert UNKNOWN not in table
    with pytest.raises(KeyError, match="no block 'unknown'"):
        table.default_state(UNKNOWN)


def test_every_number_of_sixteen_bits_has_an_answer_and_none_beyond(table: BlockTable) -> None:
    assert table.state_count == 65536
    with pytest.raises(ValueError, match="no block state 65536"):
        table.name(65536)


# --- from names


def test_each_state_is_found_again_by_its_own_properties(table: BlockTable) -> None:
    """Or one that means the same: flowing water and water that rests, leaves that will be checked and that won't."""
    for number in np.flatnonzero(table.block_of_state != len(table.kinds) - 1):
        properties = table.properties(int(number))
        found = table.state(table.name(int(number)), **properties)
        assert table.describe(found) == table.describe(int(number))


@pytest.mark.parametrize(
    ("name", "block_id", "metadata"),
    [
        ("air", 0, 0),
        ("stone", 1, 0),
        ("granite", 1, 1),
        ("grass_block", 2, 0),
        ("oak_planks", 5, 0),
        ("water", 9, 0),
        ("lava", 11, 0),
        ("oak_log", 17, 0),
        ("oak_leaves", 18, 0),
        ("dead_bush", 32, 0),
        ("torch", 50, 5),
        ("chest", 54, 2),
        ("oak_door", 64, 3),
        ("ladder", 65, 2),
        ("snow", 78, 0),
        ("oak_fence", 85, 0),
        ("oak_slab", 126, 0),
        ("red_bed", 26, 2),
        ("spruce_fence_gate", 183, 2),
    ],
)
def test_default_states(table: BlockTable, name: str, block_id: int, metadata: int) -> None:
    assert divmod(table.default_state(name), 16) == (block_id, metadata)
    assert table.state(name) == table.default_state(name)


@pytest.mark.parametrize(
    ("name", "properties", "block_id", "metadata"),
    [
        ("oak_slab", {"type": "double"}, 125, 0),
        ("oak_slab", {"type": "top", "waterlogged": False}, 126, 8),
        ("oak_stairs", {"facing": "west", "half": "top", "shape": "inner_left"}, 53, 5),
        ("oak_fence", {"north": True}, 85, 0),
        ("oak_door", {"half": "lower", "facing": "west", "hinge": "left", "open": True}, 64, 6),
        ("oak_door", {"half": "upper", "facing": "west", "hinge": "left", "open": True}, 64, 8),
        ("oak_door", {"half": "upper", "facing": "west", "hinge": "right"}, 64, 9),
        ("oak_leaves", {"persistent": True, "distance": 3}, 18, 4),
        ("rose_bush", {"half": "upper"}, 175, 12),
        ("red_bed", {"part": "head", "facing": "east"}, 26, 11),
        ("water", {"level": 7}, 9, 7),
        ("furnace", {"lit": True, "facing": "south"}, 62, 3),
        ("redstone_ore", {"lit": True}, 74, 0),
        ("repeater", {"powered": True, "delay": 3, "facing": "east"}, 94, 11),
        ("cobblestone_wall", {"north": "low"}, 139, 0),
    ],
)
def test_a_state_is_the_closest_that_there_is(
    table: BlockTable, name: str, properties: dict[str, str | int | bool], block_id: int, metadata: int
) -> None:
    assert divmod(table.state(name, **properties), 16) == (block_id, metadata)


def test_wrong_names_say_what_is_wrong(table: BlockTable) -> None:
    with pytest.raises(KeyError, match=f"no block 'oak_hanging_sign' in {table.release}"):
        table.state("oak_hanging_sign")
    with pytest.raises(ValueError, match="oak_slab has no property half; it has type, waterlogged"):
        table.state("oak_slab", half="top")
    with pytest.raises(ValueError, match="oak_slab: type can't be 'left', only top, bottom, double"):
        table.state("oak_slab", type="left")


KIND = BlockKind("door", 0, (("half", ("upper", "lower")), ("open", ("true", "false")), ("side", ("l", "r"))))


@given(
    st.dictionaries(st.integers(0, 255), st.integers(0, 7), min_size=1),
    st.integers(0, 7),
    st.sets(st.sampled_from(["half", "open", "side"])),
    st.integers(0, 7),
)
def test_no_state_agrees_better_than_the_closest(
    variants: dict[int, int], wanted_variant: int, keys: set[str], default_variant: int
) -> None:
    wanted = {key: value for key, value in KIND.values(wanted_variant).items() if key in keys}
    default = KIND.values(default_variant)
    found = KIND.values(variants[closest_state(KIND, variants, wanted, default)])
    others = [KIND.values(variant) for variant in variants.values()]
    if "half" in wanted and any(other["half"] == wanted["half"] for other in others):
        assert found["half"] == wanted["half"]
        others = [other for other in others if other["half"] == wanted["half"]]
    assert len(found.items() & wanted.items()) == max(len(other.items() & wanted.items()) for other in others)
    if any(wanted.items() <= other.items() for other in others):
        assert wanted.items() <= found.items()


# --- masks and tags


def test_fluids(table: BlockTable) -> None:
    assert np.flatnonzero(table.water).tolist() == list(range(state(8), state(10)))
    assert np.flatnonzero(table.lava).tolist() == list(range(state(10), state(12)))


def test_what_is_climbed_burns_and_hurts(table: BlockTable) -> None:
    assert names(table, table.climbable) == {"ladder", "vine"}
    hurting = {"cactus", "fire", "lava"} | ({"magma_block"} & {kind.name for kind in table.kinds})
    assert names(table, table.hazard) == hurting
    assert names(table, table.air) == {"air", UNKNOWN}
    assert names(table, table.leaves) == {
        f"{wood}_leaves" for wood in ("oak", "spruce", "birch", "jungle", "acacia", "dark_oak")
    }


def test_tags_are_those_of_1_16_as_far_as_the_blocks_go(table: BlockTable) -> None:
    assert names(table, table.tag("wooden_doors")) == {
        f"{wood}_door" for wood in ("oak", "spruce", "birch", "jungle", "acacia", "dark_oak")
    }
    assert names(table, table.tag("walls")) == {"cobblestone_wall", "mossy_cobblestone_wall"}
    assert names(table, table.tag("rails")) == {"rail", "powered_rail", "detector_rail", "activator_rail"}
    assert not table.tag("campfires").any()
    assert not table.tag("no_such_tag").any()


def test_properties_choose_states(table: BlockTable) -> None:
    doors = table.tag("doors")
    opened = np.flatnonzero(doors & table.having("open", "true"))
    assert {int(number) & 15 for number in opened} == {4, 5, 6, 7}
    assert not table.having("waterlogged", "true").any()
    assert not table.having("open", "perhaps").any()


# --- collision boxes


def test_shapes_go_by_metadata(table: BlockTable) -> None:
    assert table.boxes(state(44, 0)).tolist() == [[0, 0, 0, 1, 0.5, 1]]
    assert table.boxes(state(44, 8)).tolist() == [[0, 0.5, 0, 1, 1, 1]]
    assert table.full_cube[state(43, 0)]
    assert table.boxes(state(107, 0)).tolist() == [[0, 0, 0.375, 1, 1.5, 0.625]]
    assert not table.solid[state(107, 4)]
    assert table.boxes(state(96, 0)).tolist() == [[0, 0, 0, 1, 0.1875, 1]]
    assert table.boxes(state(96, 8)).tolist() == [[0, 0.8125, 0, 1, 1, 1]]
    assert not table.solid[state(78, 0)]
    assert table.boxes(state(78, 4))[0, 4] == 0.5


@pytest.mark.parametrize(
    ("metadata", "opened", "box"),
    [
        (0, 4, [0, 0, 0, 0.1875, 1, 1]),
        (1, 5, [0, 0, 0, 1, 1, 0.1875]),
        (2, 6, [0.8125, 0, 0, 1, 1, 1]),
        (3, 7, [0, 0, 0.8125, 1, 1, 1]),
    ],
)
def test_the_lower_half_of_a_door_stands_at_the_back_of_its_facing_and_swings(
    table: BlockTable, metadata: int, opened: int, box: list[float]
) -> None:
    assert table.boxes(state(64, metadata)).tolist() == [box]
    assert table.boxes(state(64, opened)).tolist() != [box]


def test_the_upper_half_of_a_door_knows_the_hinge_only_and_stands_in_nobodys_way(table: BlockTable) -> None:
    for metadata, hinge, powered in ((8, "left", "false"), (9, "right", "false"), (11, "right", "true")):
        number = state(64, metadata)
        described = f"oak_door[facing=north,half=upper,hinge={hinge},open=false,powered={powered}]"
        assert table.describe(number) == described
        assert not table.solid[number]
    assert (
        table.describe(state(64, 6)) == "oak_door[facing=west,half=lower,hinge=left,open=true,powered=false]"
    )


def test_ladders_farmland_and_lily_pads_grew_with_1_9() -> None:
    """1.8's farmland carries at its full height although it looks lower; its lily pad is as wide as the block."""
    old, new = BlockTable.load("1.8.8"), BlockTable.load("1.12.2")
    assert old.boxes(old.state("ladder", facing="north")).tolist() == [[0, 0, 0.875, 1, 1, 1]]
    assert new.boxes(new.state("ladder", facing="north")).tolist() == [[0, 0, 0.8125, 1, 1, 1]]
    assert old.boxes(old.state("ladder", facing="east")).tolist() == [[0, 0, 0, 0.125, 1, 1]]
    assert old.full_cube[old.default_state("farmland")]
    assert new.boxes(new.default_state("farmland")).tolist() == [[0, 0, 0, 1, 0.9375, 1]]
    assert old.boxes(old.default_state("lily_pad")).tolist() == [[0, 0, 0, 1, 0.015625, 1]]
    assert new.boxes(new.default_state("lily_pad")).tolist() == [[0.0625, 0, 0.0625, 0.9375, 0.09375, 0.9375]]
