"""Maps of what a place is to a body, seen from above."""

from __future__ import annotations

from math import floor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from world.blocks import BlockTable
from world.chunk import Chunk, ColumnContents
from world.dimension import DimensionType
from world.relief import CLIMB, COLUMN_LIMIT, DEPTH, HEIGHT, Ground, relief
from world.section import Section
from world.terrain import Terrain, terrain_of
from world.view import WorldKey, WorldView

BLOCKS = BlockTable.load("1.16.5")
DIMENSION = DimensionType("overworld", min_y=0, height=32)
FLOOR = 8
"""Feet stand at this height in the worlds here."""


def flat(state: int) -> WorldView:
    """One chunk, solid below :data:`FLOOR`."""
    world = WorldView(WorldKey("backend", "minecraft:overworld", 1), DIMENSION, BLOCKS)
    states = np.zeros((16, 16, 16), np.uint16)
    states[:FLOOR] = state
    section = Section.from_array(states, BLOCKS.air)
    world.load(1, Chunk(0, 0, DIMENSION, lambda: ColumnContents([section, None])))
    return world


def letter(world: WorldView, x: int, z: int, feet: float = FLOOR) -> str:
    """What a column is to somebody who stands in it."""
    return relief(terrain_of(world), (x, z), (1, 1), [(x + 0.5, feet, z + 0.5)]).ground[0]


def put(world: WorldView, x: int, y: int, z: int, block: str, **properties: str) -> None:
    world.set_state(x, y, z, BLOCKS.state(block, **properties))


@pytest.fixture
def world() -> WorldView:
    return flat(BLOCKS.state("stone"))


def test_a_map_goes_row_by_row_to_the_south(world: WorldView) -> None:
    put(world, 3, FLOOR, 2, "stone")
    put(world, 3, FLOOR + 1, 2, "stone")
    seen = relief(terrain_of(world), (2, 1), (4, 3), [(2.5, FLOOR, 1.5)])
    assert (seen.x, seen.z) == (2, 1)
    assert seen.ground == ["....", ".#..", "...."]
    assert seen.heights[1] == [8.0, 10.0, 8.0, 8.0]


@pytest.mark.parametrize(
    ("block", "properties", "expected", "height"),
    [
        ("stone", {}, Ground.FLOOR, 9.0),
        ("stone_slab", {"type": "bottom"}, Ground.FLOOR, 8.5),
        ("oak_fence", {}, Ground.WALL, 9.5),
        ("water", {}, Ground.WATER, 8 + 8 / 9),
        ("lava", {}, Ground.LAVA, 8 + 8 / 9),
        ("cactus", {}, Ground.HAZARD, 8.9375),
        ("fire", {}, Ground.HAZARD, 8.0),
        ("ladder", {}, Ground.LADDER, 8.0),
        ("oak_door", {}, Ground.DOOR, 8.0),
        ("oak_door", {"open": "true"}, Ground.FLOOR, 8.0),
        ("oak_trapdoor", {}, Ground.FLOOR, 8.1875),
        ("glass_pane", {}, Ground.FLOOR, 9.0),
        ("oak_fence_gate", {"open": "true"}, Ground.FLOOR, 8.0),
        ("farmland", {}, Ground.FARMLAND, 8.9375),
        ("dandelion", {}, Ground.FLOOR, 8.0),
    ],
)
def test_each_column_is_what_it_is_to_a_body(
    world: WorldView, block: str, properties: dict[str, str], expected: Ground, height: float
) -> None:
    put(world, 4, FLOOR, 4, block, **properties)
    seen = relief(terrain_of(world), (4, 4), (1, 1), [(4.5, FLOOR, 4.5)])
    assert seen.ground == [expected]
    assert seen.heights[0][0] == pytest.approx(height, abs=1 / 32)


def test_what_nobody_knows_has_no_height(world: WorldView) -> None:
    seen = relief(terrain_of(world), (15, 0), (2, 1), [(15.5, FLOOR, 0.5)])
    assert seen.ground == [Ground.FLOOR + Ground.UNKNOWN]
    assert seen.heights == [[8.0, None]]


def test_a_hole_deeper_than_the_look_down_is_an_abyss(world: WorldView) -> None:
    for y in range(FLOOR):
        put(world, 1, y, 1, "air")
    assert letter(world, 1, 1) == Ground.ABYSS


def test_a_bridge_is_seen_from_above_and_what_is_below_it_from_below(world: WorldView) -> None:
    put(world, 5, FLOOR + 4, 5, "stone")
    put(world, 5, FLOOR, 5, "water")
    assert letter(world, 5, 5, feet=FLOOR) == Ground.WATER
    assert letter(world, 5, 5, feet=FLOOR + 5) == Ground.FLOOR


def test_a_lintel_above_the_head_hides_nothing(world: WorldView) -> None:
    put(world, 5, FLOOR + 2, 5, "stone")
    assert letter(world, 5, 5) == Ground.FLOOR
    put(world, 5, FLOOR + 1, 5, "stone")
    assert letter(world, 5, 5) == Ground.WALL


def test_a_map_is_bounded_and_is_seen_from_somewhere(world: WorldView) -> None:
    terrain = terrain_of(world)
    with pytest.raises(ValueError, match="columns, not 0 × 4"):
        relief(terrain, (0, 0), (0, 4), [(0, 0, 0)])
    with pytest.raises(ValueError, match=f"1 to {COLUMN_LIMIT} columns"):
        relief(terrain, (0, 0), (COLUMN_LIMIT, 2), [(0, 0, 0)])
    with pytest.raises(ValueError, match="seen from"):
        relief(terrain, (0, 0), (1, 1), [])


# --- against plain code

MATERIALS = [
    BLOCKS.state(name)
    for name in (
        "air",
        "stone",
        "stone_slab",
        "water",
        "lava",
        "cactus",
        "ladder",
        "oak_fence",
        "farmland",
        "snow",
    )
]


def plain(terrain: Terrain, x: int, z: int, feet: float) -> tuple[str, float | None]:
    """One column, block by block."""
    highest, beside = floor(feet + HEIGHT), None
    for y in range(highest, highest - DEPTH - 1, -1):
        cell = terrain.cell(x, y, z)
        if not cell.known:
            return Ground.UNKNOWN, None
        if cell.climbable and y >= floor(feet):
            beside = Ground.LADDER
        found: tuple[Ground, float] | None = None
        top = y + max([box[4] for box in cell.boxes if box[2] <= 0.5 <= box[5]], default=0.0)
        if cell.fluid:
            found = (Ground.LAVA if cell.fluid == "lava" else Ground.WATER), y + cell.fluid_height
        elif cell.hazard:
            found = Ground.HAZARD, top
        elif cell.boxes and not cell.climbable:
            found = (
                Ground.WALL if top > feet + CLIMB else Ground.FARMLAND if cell.farmland else Ground.FLOOR,
                top,
            )
        if found:
            return (found[0] if found[0] is Ground.WALL else beside or found[0]), round(found[1] * 16) / 16
    return beside or Ground.ABYSS, None


@settings(max_examples=15)
@given(
    st.integers(0, 2**32 - 1),
    st.lists(st.floats(0.0, 30.0).map(lambda y: round(y * 4) / 4), min_size=1, max_size=4),
)
def test_a_map_agrees_with_a_look_into_each_column(seed: int, heights: list[float]) -> None:
    world = flat(BLOCKS.state("stone"))
    random = np.random.default_rng(seed)
    for y in range(12):
        for z in range(4):
            for x in range(4):
                if random.random() < 0.5:
                    world.set_state(x, y, z, int(random.choice(MATERIALS)))
    terrain = terrain_of(world)
    for feet in heights:
        seen = relief(terrain, (-1, 0), (5, 4), [(0.5, feet, 0.5)])
        for z in range(4):
            for x in range(-1, 4):
                assert (seen.ground[z][x + 1], seen.heights[z][x + 1]) == plain(terrain, x, z, feet), (x, z)
