"""Cells of columns: numpy against plain Python, and kept only as long as they are true."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_cells import expected
from small_worlds import small_terrain, small_world

from world.blocks import BlockTable
from world.paths import cells
from world.paths.cells import BodyClass, Footing, SectionCells, is_bad
from world.terrain import Terrain, terrain_of

RELEASE = "1.20.4"
TABLE = BlockTable.load(RELEASE)
PLAYER = BodyClass(0.6, 1.8)
BODIES = (PLAYER, BodyClass(0.6, 0.6), BodyClass(0.9, 2.4), BodyClass(1.0, 1.0), BodyClass(1.4, 2.7))
SPECIAL = (
    "air", "air", "air", "stone", "oak_slab[type=bottom]", "oak_slab[type=top]", "oak_stairs[facing=east]",
    "oak_fence", "water", "water[level=6]", "lava", "ladder[facing=west]", "vine[north=true]",
    "scaffolding", "white_carpet", "cactus", "farmland", "wheat", "soul_sand", "snow[layers=4]",
    "oak_door[open=false]", "oak_door[open=true]", "iron_door", "oak_fence_gate[open=false]",
    "oak_trapdoor[open=true,facing=west]", "oak_trapdoor[half=top]", "cobweb", "campfire", "magma_block",
    "powder_snow", "bubble_column[drag=true]", "oak_slab[waterlogged=true]", "cauldron", "lily_pad",
)  # fmt: skip


def assert_as_expected(
    terrain: Terrain, body: BodyClass, low: tuple[int, int, int], high: tuple[int, int, int]
) -> None:
    footing = Footing(terrain, body)
    for y in range(low[1], high[1] + 1):
        for z in range(low[2], high[2] + 1):
            for x in range(low[0], high[0] + 1):
                section = footing.section(x >> 4, y >> 4, z >> 4)
                at = y & 15, z & 15, x & 15
                kind, level, wide = expected(terrain, body, x, y, z)
                found = int(section.kind[at])
                where = f"{body} at {x} {y} {z} in {terrain.cell(x, y, z)}"
                assert found == kind, where
                if kind == cells.BLOCKED:
                    harmful = int(section.level[at]) == cells.HARM
                    assert harmful == is_bad(terrain.cell(x, y, z)), where
                else:
                    assert (int(section.level[at]), int(section.wide[at])) == (level, wide), where


@settings(max_examples=25)
@given(
    blocks=st.lists(
        st.tuples(
            st.tuples(st.integers(14, 18), st.integers(14, 18), st.integers(0, 3)), st.sampled_from(SPECIAL)
        ),
        max_size=60,
    ),
    body=st.sampled_from(BODIES),
)
def test_cells_are_what_plain_python_finds_about_sections_borders(
    blocks: list[tuple[tuple[int, int, int], str]], body: BodyClass
) -> None:
    assert_as_expected(small_terrain(dict(blocks), RELEASE), body, (14, 13, 0), (18, 19, 3))


@settings(max_examples=25)
@given(
    states=st.lists(st.integers(0, TABLE.state_count - 1), min_size=12, max_size=12),
    body=st.sampled_from(BODIES),
)
def test_cells_of_every_state_there_is_are_what_plain_python_finds(
    states: list[int], body: BodyClass
) -> None:
    world = small_world({(0, 0, 0): "stone"}, RELEASE)
    for number, state in enumerate(states):
        world.set_state(1 + number % 2, 1 + number // 4, 1 + number // 2 % 2, state)
    assert_as_expected(terrain_of(world), body, (1, 0, 1), (2, 5, 2))


# --- how long they are kept


def test_a_block_change_is_seen_and_only_its_section_is_computed_again() -> None:
    world = small_world({(3, 40, 3): "stone", (3, 3, 3): "stone"}, RELEASE)
    footing = Footing(terrain_of(world), PLAYER)
    for y in (0, 2):
        footing.section(0, y, 0)
    before = footing.computed
    assert footing.section(0, 0, 0).kind[4, 3, 3] == cells.STAND
    world.set_state(3, 3, 3, TABLE.state("air"))
    world.set_state(7, 5, 7, TABLE.state("stone"))
    assert footing.section(0, 0, 0).kind[4, 3, 3] == cells.OPEN
    assert footing.section(0, 0, 0).kind[6, 7, 7] == cells.STAND
    footing.section(0, 2, 0)
    assert footing.computed == before + 1


def test_a_block_change_in_the_section_below_or_above_is_seen() -> None:
    world = small_world({(3, 15, 3): "stone"}, RELEASE)
    footing = Footing(terrain_of(world), PLAYER)
    assert footing.section(0, 1, 0).kind[0, 3, 3] == cells.STAND
    world.set_state(3, 15, 3, TABLE.state("magma_block"))
    assert footing.section(0, 1, 0).kind[0, 3, 3] == cells.BLOCKED
    assert footing.section(0, 0, 0).kind[14, 5, 5] == cells.OPEN
    world.set_state(5, 15, 5, TABLE.state("stone"))
    assert footing.section(0, 0, 0).kind[14, 5, 5] == cells.BLOCKED


def test_a_wide_body_sees_a_change_in_the_column_beside() -> None:
    world = small_world({(x, 0, z): "stone" for x in range(12, 20) for z in range(4)}, RELEASE)
    footing = Footing(terrain_of(world), BodyClass(1.4, 1.8))
    assert footing.section(0, 0, 0).kind[1, 2, 15] == cells.STAND
    world.set_state(16, 1, 2, TABLE.state("stone"))
    assert footing.section(0, 0, 0).kind[1, 2, 15] == cells.BLOCKED


def test_where_nothing_is_known_nobody_stands() -> None:
    world = small_world({(3, 0, 3): "stone"}, RELEASE)
    footing = Footing(terrain_of(world), PLAYER)
    assert footing.section(0, 0, 0).kind[1, 3, 3] == cells.STAND
    world.unload(1, 0, 0)
    assert (footing.section(0, 0, 0).kind == cells.BLOCKED).all()


def test_no_more_sections_are_kept_than_asked_for() -> None:
    footing = Footing(small_terrain({(3, 0, 3): "stone"}, RELEASE), PLAYER, keep=2)
    first: SectionCells = footing.section(0, 0, 0)
    assert footing.section(0, 0, 0) is first
    for y in (1, 2):
        footing.section(0, y, 0)
    again = footing.section(0, 0, 0)
    assert again is not first
    assert np.array_equal(again.kind, first.kind)


@pytest.mark.parametrize("size", [(0.6, 7.0), (4.0, 1.8), (0.0, 1.8), (0.6, -1.0)])
def test_a_body_too_big_to_look_for_ways_is_refused_with_its_sizes(size: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match=rf"{size[0]} blocks wide and {size[1]} high"):
        Footing(small_terrain({}, RELEASE), BodyClass(*size))
