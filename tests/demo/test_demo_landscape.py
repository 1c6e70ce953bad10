"""The island holds what it promises, and nothing in it hangs in the air."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from proxy.demo import house, places
from proxy.demo.blocks import AIR, OLDER_NAMES, SIDES, WATER, Block, is_full_cube, state_of
from proxy.demo.landscape import ISLAND, LAYERS, Landscape
from proxy.demo.places import FEET, Place
from proxy.demo.terrain import BOTTOM, MEADOW, SEA_LEVEL, lay_ground
from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from world.blocks import BlockTable

Cell = tuple[int, int, int]

SOIL = {"grass_block", "dirt", "farmland"}
FALLING = {"sand", "gravel"}
ON_SOIL = {
    "allium",
    "azure_bluet",
    "carrots",
    "cornflower",
    "dandelion",
    "fern",
    "oxeye_daisy",
    "poppy",
    "short_grass",
    "wheat",
}
STEP = 0.6
"""Blocks that a body climbs without jumping."""
WALKING_JUMP = 2
"""Blocks of gap that a body clears without sprinting."""


@pytest.fixture(scope="module")
def table() -> BlockTable:
    """Of any release: the shapes of what the landscape uses are the same in all."""
    return supported()[-1].blocks


def cells_of(landscape: Landscape, *names: str) -> Iterator[tuple[Cell, Block]]:
    """Every place of the island with a block of one of these names."""
    numbers = [n for n in range(len(landscape.palette)) if landscape.palette[n].name in names]
    volume = landscape.canvas.volume
    for layer, z, x in np.argwhere(np.isin(volume, numbers)).tolist():
        cell = x - ISLAND, layer + BOTTOM, z - ISLAND
        yield cell, landscape.palette[int(volume[layer, z, x])]


def up(cell: Cell, by: int = 1) -> Cell:
    return cell[0], cell[1] + by, cell[2]


def beside(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1], cell[2] + dz) for dx, dz in SIDES.values()]


def passable(landscape: Landscape, table: BlockTable, cell: Cell) -> bool:
    return len(table.boxes(state_of(landscape.block(*cell), table))) == 0


def floor_height(landscape: Landscape, table: BlockTable, x: int, y: int, z: int) -> float:
    """Height at which feet stand in a column, looking down from ``y``."""
    for level in range(y, BOTTOM - 1, -1):
        boxes = table.boxes(state_of(landscape.block(x, level, z), table))
        if len(boxes):
            return level + float(boxes[:, 4].max())
    raise AssertionError(f"there is no floor under {(x, y, z)}")


def test_two_builds_are_the_same(landscape: Landscape) -> None:
    code = (
        "import hashlib; from proxy.demo.landscape import Landscape; "
        "print(hashlib.sha256(Landscape().digest_input()).hexdigest())"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == hashlib.sha256(landscape.digest_input()).hexdigest()


def test_each_version_has_every_block_under_a_name_of_its_own(
    landscape: Landscape, any_family: ProtocolFamily
) -> None:
    """Or, in 1.8 and 1.12, something that comes near it."""
    family, table = any_family, any_family.blocks
    stone = table.state("stone")
    for number in range(len(landscape.palette)):
        block = landscape.palette[number]
        state = state_of(block, table)
        assert (state == stone) == (block.name == "stone"), f"{block} is missing in {family.minecraft}"
        if family.minecraft in {"1.8.8", "1.12.2"}:
            assert table.name(state) in {block.name, *OLDER_NAMES.get(block.name, ())}
            continue  # their metadata don't tell all properties
        shown = table.properties(state)
        assert all(shown[key] == value for key, value in block.properties), (
            f"{table.describe(state)} isn't {block}"
        )


def test_the_door_leads_into_the_house(landscape: Landscape, table: BlockTable) -> None:
    x, y, z = places.HOUSE_DOOR
    lower, upper = landscape.block(x, y, z), landscape.block(x, y + 1, z)
    assert lower.name == upper.name == "spruce_door"
    assert (lower.get("half"), upper.get("half")) == ("lower", "upper")
    for step in (-1, 1):
        for height in (0, 1):
            assert passable(landscape, table, (x, y + height, z + step)), (
                "the way through the door is blocked"
            )
        assert floor_height(landscape, table, x, y, z + step) == pytest.approx(FEET, abs=1 / 16)


def test_the_house_keeps_the_rain_out(landscape: Landscape, table: BlockTable) -> None:
    """Whoever floods the room with the door shut gets nowhere near the outside."""
    start = int(places.HOUSE_INSIDE.x), FEET, int(places.HOUSE_INSIDE.z // 1)
    seen, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        for near in (*beside(cell), up(cell), up(cell, -1)):
            if near not in seen and passable(landscape, table, near):
                assert house.WEST < near[0] < house.EAST, f"there is a hole at {near}"
                assert house.BACK < near[2] < house.FRONT, f"there is a hole at {near}"
                assert FEET <= near[1] < house.RIDGE, f"there is a hole at {near}"
                seen.add(near)
                waiting.append(near)
    assert len(seen) > 150, "the room is too small"


@pytest.mark.parametrize("name", ["red_bed", "chest", "crafting_table", "furnace", "lantern", "glass_pane"])
def test_the_house_is_furnished(landscape: Landscape, name: str) -> None:
    inside = [
        cell
        for cell, _ in cells_of(landscape, name)
        if house.WEST <= cell[0] <= house.EAST and house.BACK <= cell[2] <= house.FRONT
    ]
    assert inside


def test_the_ladder_leads_from_the_ground_onto_the_platform(landscape: Landscape, table: BlockTable) -> None:
    x, y, z = places.LADDER_CELL
    for rung in range(places.LADDER_RUNGS):
        assert landscape.block(x, y + rung, z) == Block.of("ladder", facing="south")
        assert is_full_cube(landscape.block(x, y + rung, z - 1)), f"rung {rung} has nothing to hang on"
    above = y + places.LADDER_RUNGS
    for height in range(2):
        assert landscape.block(x, above + height, z) == AIR, "the head would hit something at the top"
    top = places.LADDER_TOP
    assert (int(top.x // 1), int(top.y), int(top.z // 1)) == (x, above, z - 1)
    assert floor_height(landscape, table, x, above, z - 1) == above
    assert floor_height(landscape, table, x, y, z + 1) == pytest.approx(y, abs=1 / 16)


def test_the_gap_is_there_and_can_be_jumped(landscape: Landscape, table: BlockTable) -> None:
    start, end = places.GAP_START, places.GAP_END
    west, east, y, z = int(start.x), int(end.x), int(start.y), int(start.z)
    assert end.y == start.y
    assert east - west - 1 == WALKING_JUMP
    for x in (west, east):
        assert floor_height(landscape, table, x, y, z) == y
    for x in range(west + 1, east):
        assert floor_height(landscape, table, x, y, z) <= y - 6, "nobody would have to jump"
    for x in range(west, east + 1):
        assert all(landscape.block(x, y + height, z) == AIR for height in range(4)), "no room to jump"


@pytest.mark.parametrize(
    ("foot", "edge", "facing"),
    [(int(places.WALL_FOOT.x), int(places.GAP_START.x), "east"), (31, int(places.GAP_END.x), "west")],
    ids=["from the west", "from the east"],
)
def test_the_wall_is_climbed_by_stairs(
    landscape: Landscape, table: BlockTable, foot: int, edge: int, facing: str
) -> None:
    z, top = int(places.WALL_FOOT.z), int(places.GAP_START.y)
    direction = 1 if foot < edge else -1
    line = range(foot, edge + direction, direction)
    heights = [floor_height(landscape, table, x, top, z) for x in line]
    assert heights[-1] == top
    for (before, height), x in zip(pairwise(heights), line[1:], strict=True):
        if height > before:
            step = landscape.block(x, int(height) - 1, z)
            assert step.name == "stone_brick_stairs", f"the step at x {x} needs a jump"
            assert step.get("facing") == facing
            assert height - 0.5 - before <= STEP, "the lower half of the stair is too high"


def test_the_path_to_the_door_is_walked_without_a_jump(landscape: Landscape, table: BlockTable) -> None:
    bends = [bend for bend in places.PATH if bend[1] <= places.SPAWN.z]
    previous = floor_height(landscape, table, bends[0][0], FEET + 1, bends[0][1])
    for (x0, z0), (x1, z1) in pairwise(bends):
        for step in range(1, abs(z1 - z0) + 1):
            x, z = round(x0 + (x1 - x0) * step / abs(z1 - z0)), z0 + (1 if z1 > z0 else -1) * step
            height = floor_height(landscape, table, x, FEET + 1, z)
            assert abs(height - previous) <= STEP, f"a step of {height - previous} at {(x, z)}"
            assert landscape.block(x, int(height - 0.01), z).name in {"dirt_path", "spruce_planks"}
            previous = height


def test_the_fence_has_one_opening(landscape: Landscape, table: BlockTable) -> None:
    x, y, z = places.GARDEN_GATE
    assert passable(landscape, table, (x, y, z))
    assert passable(landscape, table, (x, y + 1, z))
    border = {(bx, bz) for bx in range(x - 4, x + 5) for bz in range(z - 8, z + 1)}
    border -= {(bx, bz) for bx in range(x - 3, x + 4) for bz in range(z - 7, z)}
    gaps = {(bx, bz) for bx, bz in border if landscape.block(bx, y, bz).name != "oak_fence"}
    assert gaps == {(x, z)}


def test_the_pond_is_deep_enough_to_swim(landscape: Landscape) -> None:
    x, y, z = places.POND
    assert landscape.block(x, y, z) == WATER
    assert landscape.block(x, y - 1, z).name in {"water", "seagrass"}
    assert len([c for c, _ in cells_of(landscape, "water") if c[1] == y and abs(c[0] - x) < 10]) > 60


@pytest.mark.parametrize("name", [name for name in vars(places) if isinstance(getattr(places, name), Place)])
def test_a_body_fits_at_every_named_place(landscape: Landscape, table: BlockTable, name: str) -> None:
    place: Place = getattr(places, name)
    x, y, z = int(place.x // 1), int(place.y), int(place.z // 1)
    assert passable(landscape, table, (x, y + 1, z))
    assert floor_height(landscape, table, x, y, z) == pytest.approx(place.y, abs=1 / 16)


def test_nothing_that_falls_hangs_in_the_air(landscape: Landscape) -> None:
    for cell, block in cells_of(landscape, *FALLING):
        below = landscape.block(*up(cell, -1))
        assert below.name not in {"air", "water", "seagrass"}, f"{block.name} at {cell} would fall"


def test_no_water_would_flow(landscape: Landscape) -> None:
    volume = landscape.canvas.volume
    water = np.isin(volume, [landscape.palette.index(WATER), landscape.palette.index(Block("seagrass"))])
    air = volume == landscape.palette.index(AIR)
    assert not (water[1:] & air[:-1]).any(), "water over air"
    for axis in (1, 2):
        here, there = (slice(None, -1), slice(1, None))
        one = np.moveaxis(water, axis, 0)[here] & np.moveaxis(air, axis, 0)[there]
        other = np.moveaxis(air, axis, 0)[here] & np.moveaxis(water, axis, 0)[there]
        assert not (one | other).any(), "water beside air"


def test_plants_grow_where_they_can(landscape: Landscape) -> None:
    for cell, block in cells_of(landscape, *ON_SOIL):
        assert landscape.block(*up(cell, -1)).name in SOIL, f"{block.name} at {cell}"
    for cell, _ in cells_of(landscape, "sugar_cane"):
        below = up(cell, -1)
        if landscape.block(*below).name != "sugar_cane":
            assert landscape.block(*below).name == "sand"
            assert any(landscape.block(*near) == WATER for near in beside(below)), (
                f"the reed at {cell} is dry"
            )
    for cell, _ in cells_of(landscape, "lily_pad"):
        assert landscape.block(*up(cell, -1)) == WATER
    for cell, _ in cells_of(landscape, "seagrass"):
        assert is_full_cube(landscape.block(*up(cell, -1)))


def test_lanterns_have_hold(landscape: Landscape, table: BlockTable) -> None:
    for cell, block in cells_of(landscape, "lantern"):
        hold = up(cell, 1 if block.get("hanging") == "true" else -1)
        assert not passable(landscape, table, hold), f"the lantern at {cell} hangs on nothing"


def test_two_part_blocks_are_whole(landscape: Landscape) -> None:
    for cell, block in cells_of(landscape, "spruce_door", "rose_bush", "peony"):
        is_lower = block.get("half") == "lower"
        other = landscape.block(*up(cell, 1 if is_lower else -1))
        assert other == block.but(half="upper" if is_lower else "lower")
    (head,) = [cell for cell, block in cells_of(landscape, "red_bed") if block.get("part") == "head"]
    assert landscape.block(head[0], head[1], head[2] + 1) == Block.of("red_bed", part="foot", facing="north")


def test_the_island_ends_in_the_sea_that_goes_on_around_it(landscape: Landscape) -> None:
    volume = landscape.canvas.volume
    bare = lay_ground(landscape.palette, -ISLAND, -ISLAND, 2 * ISLAND, LAYERS)
    inner = slice(3, -3)
    rim = np.ones(volume.shape, dtype=bool)
    rim[:, inner, inner] = False
    assert np.array_equal(volume[rim], bare[rim]), "something is built at the very edge"
    surface = volume[SEA_LEVEL - BOTTOM]
    water = landscape.palette.index(WATER)
    for edge in (surface[0], surface[-1], surface[:, 0], surface[:, -1]):
        assert (edge == water).all(), "land reaches the edge"


@pytest.mark.parametrize("chunk", [(4, 0), (-5, 3), (100, -100), (1_800_000, -1_800_000)])
def test_everywhere_else_is_sea_over_a_bed_of_rock(landscape: Landscape, chunk: tuple[int, int]) -> None:
    column = landscape.column(*chunk)
    names = np.vectorize(lambda number: landscape.palette[int(number)].name)(column)
    assert (names[0] == "bedrock").all()
    assert (names[SEA_LEVEL - BOTTOM] == "water").all()
    assert (names[SEA_LEVEL - BOTTOM + 1 :] == "air").all()
    assert np.isin(names[1:8], ["stone", "sandstone", "sand", "gravel", "clay", "water", "seagrass"]).all()


def test_the_meadow_is_the_height_that_places_say(landscape: Landscape) -> None:
    assert landscape.block(3, MEADOW, 24).name in {"grass_block", "dirt_path"}
    assert FEET == MEADOW + 1
