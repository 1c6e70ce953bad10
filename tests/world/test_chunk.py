"""Columns: read when needed, changed before and after, and harmless when damaged."""

from __future__ import annotations

import logging

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from world.blocks import BlockTable
from world.chunk import MAX_PENDING, BlockEntity, Chunk, ColumnContents
from world.dimension import DimensionType
from world.paletted import PalettedContainer, pack
from world.section import Section

patient = settings(deadline=None)
"""A loaded machine isn't a failure."""

DIMENSION = DimensionType("test", min_y=-32, height=64)
BLOCKS = BlockTable.load("1.16.5")
STONE, CHEST = BLOCKS.state("stone"), BLOCKS.state("chest")


def column() -> ColumnContents:
    """Stone up to y = -17, a packed section of ids by position above it, then nothing."""
    ids = np.arange(4096).reshape(16, 16, 16) % 200
    return ColumnContents(
        [Section.filled(STONE), Section(4000, *Section.from_array(ids).packed()), None, None]
    )


def damaged_section() -> Section:
    """Indices of 1 in a palette of one: only unpacking shows it."""
    return Section(4096, 4, np.array([STONE]), pack(np.ones(4096, dtype=np.int64), 4))


class Source:
    """Counts how often it is asked."""

    def __init__(self, contents: ColumnContents | Exception) -> None:
        self.contents = contents
        self.calls = 0

    def __call__(self) -> ColumnContents:
        self.calls += 1
        if isinstance(self.contents, Exception):
            raise self.contents
        return self.contents


def test_the_source_is_asked_once_and_only_when_somebody_needs_it() -> None:
    source = Source(column())
    chunk = Chunk(0, 0, DIMENSION, source)
    chunk.set_state(1, 2, 3, STONE)
    assert source.calls == 0
    assert not chunk.is_read
    chunk.state(0, 0, 0)
    chunk.state(0, 1, 0)
    assert source.calls == 1
    assert chunk.is_read


def test_positions_are_those_of_the_world() -> None:
    chunk = Chunk(-2, 3, DIMENSION, column())
    assert chunk.state(-32, -32, 48) == STONE
    assert chunk.state(-17, -17, 63) == STONE
    x, y, z = 5, 7, 9
    assert chunk.state(-32 + x, -16 + y, 48 + z) == (y * 256 + z * 16 + x) % 200
    assert chunk.state(-32, 0, 48) == 0, "a section that isn't there is air"


def test_above_and_below_the_world_there_is_air() -> None:
    chunk = Chunk(0, 0, DIMENSION, column())
    assert chunk.state(0, -33, 0) == 0
    assert chunk.state(0, 32, 0) == 0
    assert not chunk.set_state(0, -33, 0, STONE)
    assert not chunk.set_state(0, 32, 0, STONE)
    assert chunk.state(0, -33, 0) == 0


def test_a_block_can_be_set_where_there_was_no_section() -> None:
    chunk = Chunk(0, 0, DIMENSION, column())
    assert not chunk.set_state(3, 20, 4, 0), "air is what was there"
    assert chunk.contents is not None
    assert chunk.contents.sections[3] is None
    assert chunk.set_state(3, 20, 4, STONE)
    assert not chunk.set_state(3, 20, 4, STONE)
    assert chunk.state(3, 20, 4) == STONE
    section = chunk.contents.sections[3]
    assert section is not None
    assert section.block_count == 1


change = st.tuples(st.integers(0, 15), st.integers(-40, 40), st.integers(0, 15), st.integers(0, 300))


@patient
@given(st.lists(change, max_size=20), st.lists(change, max_size=20), st.integers(-45, 45), st.integers(0, 90))
def test_changes_before_and_after_reading_give_what_a_plain_dictionary_gives(
    before: list[tuple[int, int, int, int]], after: list[tuple[int, int, int, int]], y0: int, rows: int
) -> None:
    plain = {
        (x, y, z): (STONE if y < -16 else (((y + 16) * 256 + z * 16 + x) % 200 if y < 0 else 0))
        for y in range(-32, 32)
        for z in range(16)
        for x in range(16)
    }
    chunk = Chunk(0, 0, DIMENSION, Source(column()))
    for x, y, z, state in before:
        chunk.set_state(x, y, z, state)
    assert not chunk.is_read
    chunk.state(0, 0, 0)
    for x, y, z, state in after:
        chunk.set_state(x, y, z, state)
    for x, y, z, state in before + after:
        if (x, y, z) in plain:
            plain[x, y, z] = state
    states = chunk.states_between(y0, y0 + rows)
    assert states is not None
    assert states.shape == (rows, 16, 16)
    for y in range(rows):
        expected = [plain.get((x, y0 + y, z), 0) for z in range(16) for x in range(16)]
        assert states[y].ravel().tolist() == expected


def test_an_empty_range_of_heights_is_empty() -> None:
    states = Chunk(0, 0, DIMENSION, column()).states_between(5, -5)
    assert states is not None
    assert states.shape == (0, 16, 16)


def test_the_array_of_states_belongs_to_the_caller() -> None:
    chunk = Chunk(0, 0, DIMENSION, column())
    states = chunk.states_between(-32, 32)
    assert states is not None
    states[:] = 77
    assert chunk.state(0, -32, 0) == STONE


def test_very_many_changes_are_not_kept_waiting_without_bound() -> None:
    source = Source(column())
    chunk = Chunk(0, 0, DIMENSION, source)
    cells = [(x, y, z) for y in range(-32, 32) for z in range(16) for x in range(16)]
    for x, y, z in cells[: MAX_PENDING + 1]:
        chunk.set_state(x, y, z, CHEST)
    assert source.calls == 1
    assert chunk.state(*cells[MAX_PENDING]) == CHEST
    assert chunk.state(*cells[0]) == CHEST


def test_an_impossible_state_is_refused_at_once() -> None:
    for chunk in (Chunk(0, 0, DIMENSION, Source(column())), Chunk(0, 0, DIMENSION, column())):
        for state in (-1, 1 << 16):
            with pytest.raises(ValueError, match=str(state)):
                chunk.set_state(0, 0, 0, state)


# --- damage


@pytest.mark.parametrize(
    "contents",
    [
        ValueError("bits are wrong"),
        KeyError("anything else that a reader may do"),
        ColumnContents([None] * 5),
        ColumnContents([Section.filled(60000)]),
    ],
)
def test_a_column_that_cannot_be_read_is_logged_once_and_knows_nothing(
    contents: ColumnContents | Exception, caplog: pytest.LogCaptureFixture
) -> None:
    source = Source(contents)
    chunk = Chunk(7, -9, DIMENSION, source, BLOCKS)
    with caplog.at_level(logging.WARNING):
        assert chunk.state(0, 0, 0) is None
        assert chunk.state(0, 0, 0) is None
        assert chunk.states_between(0, 16) is None
        assert chunk.highest(0, 0) is None
        assert chunk.biome(0, 0, 0) is None
        assert chunk.block_entity(0, 0, 0) is None
        assert not chunk.set_state(0, 0, 0, 1)
        chunk.set_block_entity(0, 0, 0, BlockEntity("chest", None))
        chunk.merge(column())
    assert chunk.is_damaged
    assert chunk.contents is None
    assert source.calls == 1
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "chunk (7, -9) of test" in caplog.text


@pytest.mark.parametrize("ask", ["state", "set", "between", "highest", "pending"])
def test_damage_that_shows_only_inside_a_section_is_found_by_whoever_looks(
    ask: str, caplog: pytest.LogCaptureFixture
) -> None:
    chunk = Chunk(1, 2, DIMENSION, lambda: ColumnContents([None, None, None, damaged_section()]), BLOCKS)
    if ask == "pending":
        chunk.set_state(0, 16, 0, CHEST)
        chunk.set_state(0, 17, 0, CHEST)
    assert chunk.state(0, 0, 0) == (None if ask == "pending" else 0)
    if ask == "state":
        assert chunk.state(0, 16, 0) is None
    elif ask == "set":
        assert not chunk.set_state(0, 16, 0, CHEST)
    elif ask == "between":
        assert chunk.states_between(0, 32) is None
    elif ask == "highest":
        assert chunk.highest(0, 0) is None
    assert chunk.is_damaged
    assert chunk.state(0, 0, 0) is None
    assert len(caplog.records) == 1
    assert "palette index 1 in a palette of 1" in caplog.text


def test_states_that_the_release_does_not_have_are_damage() -> None:
    ids = np.zeros((16, 16, 16), dtype=np.uint16)
    ids[0, 0, 0] = BLOCKS.state_count
    section = Section(1, *Section.from_array(ids).packed())
    assert Chunk(0, 0, DIMENSION, ColumnContents([section]), BLOCKS).state(0, -32, 0) is None
    ids[0, 0, 0] -= 1
    section = Section(1, *Section.from_array(ids).packed())
    assert Chunk(0, 0, DIMENSION, ColumnContents([section]), BLOCKS).state(0, -32, 0) == ids[0, 0, 0]


def test_contents_that_do_not_fit_are_refused_when_they_are_given_directly() -> None:
    with pytest.raises(ValueError, match="5 sections in a world of 4"):
        Chunk(0, 0, DIMENSION, ColumnContents([None] * 5))


# --- heights


def test_the_highest_block_is_the_one_that_stops_a_fall() -> None:
    chunk = Chunk(0, 0, DIMENSION, ColumnContents([Section.filled(STONE)]), BLOCKS)
    assert chunk.highest(3, 3) == -17
    chunk.set_state(3, 10, 3, BLOCKS.state("torch"))
    assert chunk.highest(3, 3) == -17
    chunk.set_state(3, 5, 3, BLOCKS.state("water"))
    assert chunk.highest(3, 3) == 5
    assert chunk.highest(3, 4) == -17
    assert chunk.highest(3, 3, BLOCKS.full_cube) == -17
    assert chunk.highest(3, 3, BLOCKS.leaves) is None


def test_heights_need_a_mask_or_a_table() -> None:
    chunk = Chunk(0, 0, DIMENSION, column())
    assert chunk.highest(0, 0) is None
    assert chunk.highest(0, 0, BLOCKS.solid) is not None


# --- biomes


def test_biomes_of_the_whole_column_are_cells_of_four() -> None:
    cells = np.arange(16 * 16)  # 16 layers of 4 × 4
    chunk = Chunk(0, 0, DIMENSION, ColumnContents([], biomes=cells))
    assert chunk.biome(0, -32, 0) == 0
    assert chunk.biome(15, -32, 4) == 7
    assert chunk.biome(0, -28, 0) == 16
    assert chunk.biome(0, 1000, 0) == 15 * 16, "above the world its topmost cell counts"
    assert chunk.biome(0, -1000, 0) == 0


def test_biomes_without_height_are_those_of_a_whole_pillar_of_blocks() -> None:
    pillars = np.arange(256, dtype=np.uint8).reshape(16, 16)
    chunk = Chunk(0, 0, DIMENSION, ColumnContents([], column_biomes=pillars))
    for y in (-1000, 0, 1000):
        assert chunk.biome(3, y, 0) == 3
        assert chunk.biome(16 + 15, y, -1) == 255
    chunk.merge(ColumnContents([]))
    assert chunk.biome(3, 0, 0) == 3, "part of a column has none"
    chunk.merge(ColumnContents([], column_biomes=pillars.T.copy()))
    assert chunk.biome(3, 0, 0) == 48


def test_biomes_of_each_section_are_found() -> None:
    biomes = PalettedContainer.from_array(np.arange(64).reshape(4, 4, 4))
    chunk = Chunk(0, 0, DIMENSION, ColumnContents([Section.filled(0), Section.filled(0, biomes=biomes)]))
    assert chunk.biome(5, -7, 13) == 2 * 16 + 3 * 4 + 1
    assert chunk.biome(5, -32, 13) is None
    assert chunk.biome(5, 20, 13) is None


def test_damaged_biomes_are_damage() -> None:
    biomes = PalettedContainer(4, 1, np.array([3]), pack(np.ones(64, dtype=np.int64), 1))
    chunk = Chunk(0, 0, DIMENSION, ColumnContents([Section.filled(STONE, biomes=biomes)]))
    assert chunk.biome(0, -32, 0) is None
    assert chunk.is_damaged


# --- block entities and partial columns


def test_a_block_entity_goes_when_its_block_becomes_another() -> None:
    for source in (column(), column):
        chunk = Chunk(0, 0, DIMENSION, source, BLOCKS)
        chunk.set_state(1, 20, 2, CHEST)
        chunk.set_block_entity(1, 20, 2, BlockEntity("chest", {"Items": []}))
        assert chunk.block_entity(1, 20, 2) == ("chest", {"Items": []})
        chunk.set_state(1, 20, 2, BLOCKS.state("chest", facing="south"))
        assert chunk.block_entity(1, 20, 2) is not None
        chunk.set_state(1, 20, 2, STONE)
        assert chunk.block_entity(1, 20, 2) is None


def test_a_block_entity_can_be_taken_away() -> None:
    chunk = Chunk(0, 0, DIMENSION, column())
    chunk.set_block_entity(17, 0, 0, BlockEntity(3, None))
    assert chunk.block_entity(1, 0, 0) == (3, None)
    chunk.set_block_entity(1, 0, 0, None)
    assert chunk.block_entity(1, 0, 0) is None


def test_merging_replaces_the_sections_that_are_there_with_their_block_entities() -> None:
    chest = BlockEntity("chest", None)
    base = column()
    base.block_entities.update({(0, -32, 0): chest, (0, 0, 0): chest})
    base.biomes = np.full(256, 4)
    chunk = Chunk(0, 0, DIMENSION, lambda: base)
    part = ColumnContents(
        [None, None, Section.filled(9)], {(1, 3, 1): chest}, heightmaps={"A": np.zeros(256, int)}
    )
    chunk.merge(part)
    assert chunk.state(0, -32, 0) == STONE
    assert chunk.state(0, 0, 0) == 9
    assert set(chunk.contents.block_entities if chunk.contents else ()) == {(0, -32, 0), (1, 3, 1)}
    assert chunk.biome(0, 0, 0) == 4
    assert chunk.contents is not None
    assert set(chunk.contents.heightmaps) == {"A"}


def test_a_mask_can_say_that_a_section_is_empty_now() -> None:
    chunk = Chunk(0, 0, DIMENSION, column())
    chunk.merge(ColumnContents([None, None]), mask=0b10)
    assert chunk.state(1, -16, 0) == 0
    assert chunk.state(0, -32, 0) == STONE


def test_a_partial_column_that_does_not_fit_makes_the_chunk_damaged() -> None:
    chunk = Chunk(0, 0, DIMENSION, column())
    chunk.merge(ColumnContents([None] * 9))
    assert chunk.is_damaged
