"""What clicks do to blocks."""

from __future__ import annotations

import pytest

from proxy.demo import placement, places
from proxy.demo.blocks import AIR, WATER, Block
from proxy.demo.landscape import Landscape
from proxy.demo.placement import Click
from proxy.demo.world import TOP, Cell, DemoWorld
from proxy.versions import supported
from world.blocks import BlockTable

DOWN, UP, NORTH, SOUTH, WEST, EAST = range(6)
GROUND: Cell = (-5, 80, 0)
"""A stone in the air, so that nothing is around."""


@pytest.fixture(scope="module")
def table() -> BlockTable:
    return supported()[-1].blocks


@pytest.fixture
def world(landscape: Landscape) -> DemoWorld:
    """With a stone at GROUND and nothing around it."""
    fresh = DemoWorld(landscape)
    x, y, z = GROUND
    for dx in range(-3, 4):
        for dy in range(-3, 4):
            for dz in range(-3, 4):
                fresh.put((x + dx, y + dy, z + dz), AIR)
    fresh.put(GROUND, Block("stone"))
    return fresh


def click(
    face: int = UP, *, yaw: float = 0.0, pitch: float = 0.0, height: float = 0.25, cell: Cell = GROUND
) -> Click:
    return Click(cell, face, (0.5, height, 0.5), yaw, pitch)


@pytest.mark.parametrize(
    ("face", "place"),
    [
        (DOWN, (0, -1, 0)),
        (UP, (0, 1, 0)),
        (NORTH, (0, 0, -1)),
        (SOUTH, (0, 0, 1)),
        (WEST, (-1, 0, 0)),
        (EAST, (1, 0, 0)),
    ],
)
def test_a_block_goes_where_the_clicked_face_looks(
    world: DemoWorld, table: BlockTable, face: int, place: Cell
) -> None:
    there = GROUND[0] + place[0], GROUND[1] + place[1], GROUND[2] + place[2]
    assert placement.placed(world, click(face), "dirt", table) == {there: Block("dirt")}


ABOVE = (GROUND[0], GROUND[1] + 1, GROUND[2])


@pytest.mark.parametrize(
    ("item", "how", "wanted"),
    [
        ("oak_log", click(UP), {"axis": "y"}),
        ("oak_log", click(NORTH), {"axis": "z"}),
        ("oak_log", click(WEST), {"axis": "x"}),
        ("oak_stairs", click(UP, yaw=0), {"facing": "south", "half": "bottom"}),
        ("oak_stairs", click(UP, yaw=180), {"facing": "north", "half": "bottom"}),
        ("oak_stairs", click(UP, yaw=-90), {"facing": "east", "half": "bottom"}),
        ("oak_stairs", click(DOWN, yaw=90), {"facing": "west", "half": "top"}),
        ("oak_stairs", click(EAST, yaw=90, height=0.7), {"facing": "west", "half": "top"}),
        ("stone_slab", click(UP), {"type": "bottom"}),
        ("stone_slab", click(DOWN), {"type": "top"}),
        ("stone_slab", click(EAST, height=0.7), {"type": "top"}),
        ("chest", click(UP, yaw=0), {"facing": "north"}),
        ("furnace", click(UP, yaw=90), {"facing": "east"}),
        ("ladder", click(EAST), {"facing": "east"}),
        ("lantern", click(UP), {"hanging": "false"}),
        ("lantern", click(DOWN), {"hanging": "true"}),
        ("lever", click(UP, yaw=0), {"face": "floor", "facing": "south"}),
        ("lever", click(WEST), {"face": "wall", "facing": "west"}),
        ("oak_leaves", click(UP), {"persistent": "true"}),
        ("piston", click(UP, pitch=80), {"facing": "up"}),
        ("piston", click(UP, yaw=90, pitch=0), {"facing": "east"}),
    ],
)
def test_a_block_is_turned_as_the_player_means_it(
    world: DemoWorld, table: BlockTable, item: str, how: Click, wanted: dict[str, str]
) -> None:
    (block,) = placement.placed(world, how, item, table).values()
    assert block.name == item
    assert {key: block.get(key) for key in wanted} == wanted
    table.state(block.name, **dict(block.properties))  # each property is one that the block has


def test_a_torch_on_a_wall_is_a_wall_torch(world: DemoWorld, table: BlockTable) -> None:
    assert list(placement.placed(world, click(WEST), "torch", table).values()) == [
        Block.of("wall_torch", facing="west")
    ]
    assert list(placement.placed(world, click(UP), "torch", table).values()) == [Block("torch")]


def test_a_ladder_needs_a_wall(world: DemoWorld, table: BlockTable) -> None:
    assert placement.placed(world, click(UP), "ladder", table) == {}


def test_a_door_has_two_halves_and_a_bed_two_parts(world: DemoWorld, table: BlockTable) -> None:
    x, y, z = ABOVE
    door = placement.placed(world, click(UP, yaw=180), "oak_door", table)
    assert {cell: (block.get("half"), block.get("facing")) for cell, block in door.items()} == {
        (x, y, z): ("lower", "north"),
        (x, y + 1, z): ("upper", "north"),
    }
    bed = placement.placed(world, click(UP, yaw=-90), "red_bed", table)
    assert {cell: block.get("part") for cell, block in bed.items()} == {
        (x, y, z): "foot",
        (x + 1, y, z): "head",
    }
    world.put((x, y + 1, z), Block("stone"))
    assert placement.placed(world, click(UP), "oak_door", table) == {}, "its upper half has no room"


def test_two_slabs_make_a_double_slab(world: DemoWorld, table: BlockTable) -> None:
    world.put(ABOVE, Block.of("stone_slab", type="bottom"))
    assert placement.placed(world, click(UP, cell=ABOVE), "stone_slab", table) == {
        ABOVE: Block.of("stone_slab", type="double")
    }
    assert placement.placed(world, click(UP, cell=ABOVE), "oak_slab", table).keys() == {
        (ABOVE[0], ABOVE[1] + 1, ABOVE[2])
    }


def test_grass_and_water_make_way(world: DemoWorld, table: BlockTable) -> None:
    world.put(ABOVE, Block("short_grass"))
    assert placement.placed(world, click(UP, cell=ABOVE), "dirt", table) == {ABOVE: Block("dirt")}
    world.put(ABOVE, WATER)
    (fence,) = placement.placed(world, click(UP), "oak_fence", table).values()
    assert fence.get("waterlogged") == "true"
    world.put(ABOVE, Block("stone"))
    assert placement.placed(world, click(UP), "dirt", table) == {}, "a stone doesn't"


def test_what_is_no_block_is_not_placed(world: DemoWorld, table: BlockTable) -> None:
    for item in ("stick", "diamond_sword", "air", "no_such_thing"):
        assert placement.placed(world, click(), item, table) == {}


def test_nothing_is_built_above_the_world(world: DemoWorld, table: BlockTable) -> None:
    top = (GROUND[0], TOP - 1, GROUND[2])
    world.put(top, Block("stone"))
    assert placement.placed(world, click(UP, cell=top), "dirt", table) == {}
    world.put(top, AIR)


def test_fences_reach_out_to_each_other_and_to_walls(world: DemoWorld, table: BlockTable) -> None:
    x, y, z = ABOVE
    first = placement.placed(world, click(UP), "oak_fence", table)
    world.change(first)
    world.put((x + 1, y, z), Block("stone"))
    outcome = world.change({(x, y, z - 1): world.joined((x, y, z - 1), Block("oak_fence"))})
    assert outcome[x, y, z - 1].get("south") == "true"
    assert outcome[ABOVE].get("north") == "true", "the older fence doesn't reach to the new one"
    assert world.block(ABOVE).get("south") == "false"
    outcome = world.change(placement.broken(world, (x, y, z - 1)))
    assert outcome[ABOVE].get("north") == "false"
    assert outcome[ABOVE].get("east") == "true"


def test_breaking_takes_the_other_half_and_what_stood_on_top(world: DemoWorld, table: BlockTable) -> None:
    x, y, z = ABOVE
    world.change(placement.placed(world, click(UP), "oak_door", table))
    upper = (x, y + 1, z)
    assert placement.broken(world, upper) == {upper: AIR, ABOVE: AIR}
    assert placement.broken(world, GROUND) == {GROUND: AIR, ABOVE: AIR, upper: AIR}


def test_a_tower_of_reeds_falls_together(world: DemoWorld) -> None:
    x, y, z = ABOVE
    for height in range(3):
        world.put((x, y + height, z), Block("sugar_cane"))
    assert placement.broken(world, GROUND).keys() == {GROUND, *((x, y + height, z) for height in range(3))}


def test_broken_water_plants_leave_water(world: DemoWorld) -> None:
    world.put(ABOVE, Block("seagrass"))
    assert placement.broken(world, ABOVE) == {ABOVE: WATER}
    world.put(ABOVE, WATER)
    assert placement.broken(world, ABOVE) == {}, "water can't be broken"


def test_a_door_opens_and_shuts_with_both_halves(world: DemoWorld) -> None:
    x, y, z = places.HOUSE_DOOR
    opened = placement.used(world, (x, y + 1, z))
    assert opened is not None
    assert {cell: block.get("open") for cell, block in opened.items()} == {
        (x, y, z): "true",
        (x, y + 1, z): "true",
    }
    world.change(opened)
    shut = placement.used(world, (x, y, z))
    assert shut is not None
    assert {block.get("open") for block in shut.values()} == {"false"}
    world.change(shut)


def test_a_chest_takes_the_click_and_a_stone_does_not(world: DemoWorld) -> None:
    world.put(ABOVE, Block("chest"))
    assert placement.used(world, ABOVE) == {}
    assert placement.used(world, GROUND) is None


def test_a_face_that_no_block_has_is_refused() -> None:
    with pytest.raises(IndexError, match="no face 6"):
        placement.offset(GROUND, 6)
    with pytest.raises(IndexError, match="no face -1"):
        placement.offset(GROUND, -1)


def test_the_untouched_world_is_the_landscape_and_a_change_stays_in_its_column(world: DemoWorld) -> None:
    fresh = DemoWorld(world.landscape)
    before = fresh.column(0, 0).copy()
    fresh.put((3, 70, 5), Block("gold_block"))
    assert fresh.block((3, 70, 5)) == Block("gold_block")
    assert (fresh.column(0, 0) != before).sum() == 1
    assert fresh.landscape.block(3, 70, 5) != Block("gold_block"), "the landscape itself was painted on"
    with pytest.raises(IndexError, match="outside of the world"):
        fresh.put((0, TOP, 0), Block("stone"))
