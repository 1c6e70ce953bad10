"""What blocks are to a body: cells, and how a world's are kept."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_worlds import DIMENSION, ROOM, Place, small_terrain, small_world

from world.blocks import BlockTable
from world.terrain import (
    AIR_CELL,
    EMPTY,
    LAVA,
    SOLID,
    SOURCE_HEIGHT,
    STONE_CELL,
    UNKNOWN,
    UNKNOWN_CELL,
    WATER,
    Cell,
    Terrain,
    _Reading,
    cells_of,
    terrain_of,
)

RELEASES = ("1.8.8", "1.16.5", "1.21.4")


def cell_of(block: str, release: str = "1.21.4") -> Cell:
    place = (3, 64, 3)
    return small_terrain({place: block}, release).cell(*place)


# --- cells


@pytest.mark.parametrize("release", RELEASES)
def test_states_that_share_a_cell_would_each_have_got_that_cell(release: str) -> None:
    blocks = BlockTable.load(release)
    table, reading = cells_of(blocks), _Reading(blocks)
    for state in range(0, blocks.state_count, 3):
        if blocks.kinds[blocks.block_of_state[state]].name != "unknown":
            assert table.cells[table.number_of_state[state]] == reading.cell(state), blocks.describe(state)


@pytest.mark.parametrize("release", RELEASES)
def test_a_cell_has_the_boxes_fluids_and_rungs_of_its_block(release: str) -> None:
    blocks = BlockTable.load(release)
    table = cells_of(blocks)
    known = np.array([len(cell.boxes) > 0 for cell in table.cells])
    assert (known[table.number_of_state] == blocks.solid).all()
    for attribute, mask in (("climbable", blocks.climbable), ("full", blocks.full_cube)):
        assert (table.masks(attribute)[table.number_of_state] == mask).all()
    fluids = table.masks("fluid")[table.number_of_state]
    assert ((fluids == WATER) == blocks.water).all()
    assert ((fluids == LAVA) == blocks.lava).all()


@pytest.mark.parametrize("release", ["1.8.8", "1.12.2", "1.16.5", "1.21.4"])
def test_air_and_stone_have_numbers_of_their_own_and_nothing_known_is_unknown(release: str) -> None:
    blocks = BlockTable.load(release)
    table = cells_of(blocks)
    assert table.number_of_state[blocks.state("air")] == EMPTY
    assert table.number_of_state[blocks.state("stone")] == SOLID
    assert UNKNOWN not in table.number_of_state
    assert table.cells[: UNKNOWN + 1] == [AIR_CELL, STONE_CELL, UNKNOWN_CELL]
    assert len(set(table.cells)) == len(table.cells)


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("water", {"fluid": WATER, "fluid_height": SOURCE_HEIGHT, "falling": False}),
        ("water[level=7]", {"fluid": WATER, "fluid_height": 1 / 9}),
        ("water[level=8]", {"fluid": WATER, "fluid_height": SOURCE_HEIGHT, "falling": True}),
        ("lava[level=2]", {"fluid": LAVA, "fluid_height": 6 / 9, "hazard": "lava"}),
        ("oak_fence[waterlogged=true]", {"fluid": WATER, "fluid_height": SOURCE_HEIGHT}),
        ("kelp", {"fluid": WATER}),
        ("bubble_column[drag=true]", {"fluid": WATER, "bubbles": -1}),
        ("bubble_column[drag=false]", {"fluid": WATER, "bubbles": 1}),
        ("ice", {"slipperiness": 0.98}),
        ("blue_ice", {"slipperiness": 0.989}),
        ("slime_block", {"slipperiness": 0.8, "bounce": 1.0, "sticky": True, "fall_factor": 0.0}),
        ("soul_sand", {"speed_factor": 0.4}),
        ("honey_block", {"speed_factor": 0.4, "jump_factor": 0.5, "slides": True, "fall_factor": 0.2}),
        ("red_bed", {"bounce": 0.66}),
        ("cobweb", {"stuck": (0.25, 0.05, 0.25), "dams": False, "boxes": ()}),
        ("powder_snow", {"powder": True, "stuck": (0.9, 1.5, 0.9), "boxes": ()}),
        ("scaffolding[bottom=true,distance=3]", {"scaffolding": True, "scaffolding_floor": True}),
        ("scaffolding[bottom=true,distance=0]", {"scaffolding": True, "scaffolding_floor": False}),
        ("ladder[facing=east]", {"climbable": True, "ladder": "east"}),
        ("oak_trapdoor[open=true,facing=east]", {"open_trapdoor": "east"}),
        ("oak_trapdoor[open=false,facing=east]", {"open_trapdoor": ""}),
        ("oak_door[open=false]", {"door": "hand"}),
        ("oak_door[open=true]", {"door": ""}),
        ("iron_door[open=false]", {"door": "iron"}),
        ("copper_door[open=false]", {"door": "hand"}),
        ("oak_fence_gate[open=false]", {"door": "hand"}),
        ("campfire[lit=true]", {"hazard": "campfire"}),
        ("campfire[lit=false]", {"hazard": ""}),
        ("cactus", {"hazard": "cactus", "full": False}),
        ("farmland", {"farmland": True}),
        ("oak_slab", {"dams": True, "full": False}),
        ("oak_fence", {"dams": True}),
        ("white_carpet", {"dams": False}),
    ],
)
def test_a_block_feels_like(block: str, expected: dict[str, object]) -> None:
    cell = cell_of(block)
    assert {name: getattr(cell, name) for name in expected} == expected


# --- the terrain of a world


def test_a_world_has_one_terrain_for_all() -> None:
    world = small_world({(0, 0, 0): "stone"}, "1.21.4")
    assert terrain_of(world) is terrain_of(world)


def test_above_and_below_the_world_is_air_and_beyond_its_chunks_nobody_knows() -> None:
    terrain = small_terrain({(0, 0, 0): "stone"})
    top = DIMENSION.min_y + DIMENSION.height
    assert terrain.cell(0, top, 0) == AIR_CELL
    assert terrain.cell(0, DIMENSION.min_y - 1, 0) == AIR_CELL
    beyond = 16 * (ROOM + 1)
    assert terrain.cell(beyond - 1, 0, 0) == AIR_CELL
    assert terrain.cell(beyond, 0, 0) == UNKNOWN_CELL
    assert terrain.section(beyond // 16, 0, 0) is None
    assert list(terrain.column(beyond, 0, -2, 2)) == [UNKNOWN] * 5


BLOCKS = st.sampled_from(("stone", "oak_slab", "water", "oak_fence", "air"))
PLACES = st.tuples(st.integers(-2, 1), st.integers(14, 17), st.integers(-2, 1))


@given(first=st.dictionaries(PLACES, BLOCKS), changes=st.lists(st.tuples(PLACES, BLOCKS), max_size=6))
@settings(max_examples=30, deadline=None)
def test_numbers_columns_and_sections_agree_with_the_world_also_after_changes(
    first: dict[Place, str], changes: list[tuple[Place, str]]
) -> None:
    world = small_world(first | {(0, 0, 0): "stone"}, "1.21.4")
    terrain, numbers = terrain_of(world), cells_of(world.blocks).number_of_state
    views = {(x, y, z): terrain.section(x, y, z) for x in (-1, 0) for y in (0, 1) for z in (-1, 0)}
    for place, block in [((0, 20, 0), "stone"), *changes]:
        world.set_state(*place, world.blocks.state(block))
        for x in range(-3, 3):
            for z in range(-3, 3):
                expected = [int(numbers[world.state(x, y, z)]) for y in range(12, 20)]
                assert [terrain.number(x, y, z) for y in range(12, 20)] == expected
                assert list(terrain.column(x, z, 12, 19)) == expected
                found = [views[x >> 4, y >> 4, z >> 4] for y in range(12, 20)]
                assert [
                    int(view[y & 15, z & 15, x & 15]) for y, view in enumerate(found, 12) if view is not None
                ] == expected


def loaded_sections(terrain: Terrain) -> int:
    return len(terrain._sections)


def test_a_columns_version_is_new_after_every_change_and_after_it_was_away() -> None:
    world = small_world({(0, 0, 0): "stone"}, "1.21.4")
    terrain = terrain_of(world)
    seen = [terrain.versions[0, 0]]
    other = terrain.versions[1, 0]
    world.set_state(1, 5, 1, world.blocks.state("stone"))
    seen.append(terrain.versions[0, 0])
    chunk = world.chunk(0, 0)
    assert chunk is not None
    world.chunk_replaced(0, 0)
    seen.append(terrain.versions[0, 0])
    world.unload(1, 0, 0)
    assert (0, 0) not in terrain.versions
    world.load(1, chunk)
    seen.append(terrain.versions[0, 0])
    assert len(set(seen)) == len(seen)
    assert terrain.versions[1, 0] == other


def test_an_area_has_changed_once_a_block_in_one_of_its_chunks_has() -> None:
    world = small_world({(0, 0, 0): "stone"}, "1.21.4")
    terrain = terrain_of(world)
    since = terrain.changes
    assert not terrain.has_changed(0, 0, 16, 16, since)
    world.set_state(-1, 5, 0, world.blocks.state("stone"))
    assert not terrain.has_changed(0, 0, 16, 16, since), "that is in the chunk beside"
    assert terrain.has_changed(-1, 0, 16, 16, since)
    world.set_state(16, 5, 31, world.blocks.state("stone"))
    assert terrain.has_changed(0, 0, 16, 16, since)
    assert not terrain.has_changed(0, 0, 15, 31, since)
    assert not terrain.has_changed(0, 0, 16, 16, terrain.changes)
    world.unload(1, 0, 0)
    assert terrain.has_changed(0, 0, 0, 0, since), "nobody knows what is there now"


def test_sections_go_with_their_chunk() -> None:
    world = small_world({(0, 0, 0): "stone"}, "1.21.4")
    terrain = terrain_of(world)
    for y in range(DIMENSION.min_y, DIMENSION.min_y + DIMENSION.height, 16):
        terrain.cell(0, y, 0)
        terrain.cell(20, y, 0)
    assert loaded_sections(terrain) == 2 * DIMENSION.section_count
    world.unload(1, 0, 0)
    assert loaded_sections(terrain) == DIMENSION.section_count
    assert terrain.cell(0, 0, 0) == UNKNOWN_CELL


def test_what_is_put_into_a_chunk_as_a_whole_is_seen() -> None:
    world = small_world({(0, 0, 0): "stone"}, "1.21.4")
    terrain = terrain_of(world)
    assert terrain.cell(0, 0, 0) == STONE_CELL
    other = small_world({(0, 0, 0): "oak_slab"}, "1.21.4").chunk(0, 0)
    assert other is not None
    world.load(1, other)
    assert terrain.cell(0, 0, 0) == replace(STONE_CELL, boxes=((0, 0, 0, 1, 0.5, 1),), full=False)
