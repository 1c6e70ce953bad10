"""Packed ids against an oracle that goes bit by bit."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from world.paletted import PalettedContainer, pack, unpack, word_count
from world.section import Section

patient = settings(deadline=None)
"""A loaded machine isn't a failure."""


def bits_of(value: int, width: int) -> list[int]:
    return [value >> bit & 1 for bit in range(width)]


def pack_plainly(values: list[int], bits: int, *, spanning: bool) -> bytes:
    """Write values low bit first into one long string of bits, cut into longs."""
    stream: list[int] = []
    for value in values:
        if not spanning and len(stream) % 64 + bits > 64:
            stream += [0] * (64 - len(stream) % 64)
        stream += bits_of(value, bits)
    stream += [0] * (-len(stream) % 64)
    longs = [stream[start : start + 64] for start in range(0, len(stream), 64)]
    return b"".join(sum(bit << n for n, bit in enumerate(long)).to_bytes(8, "big") for long in longs)


@st.composite
def values_with_bits(draw: st.DrawFn) -> tuple[list[int], int]:
    bits = draw(st.integers(1, 16))
    return draw(st.lists(st.integers(0, (1 << bits) - 1), min_size=1, max_size=150)), bits


@patient
@given(values_with_bits(), st.booleans())
def test_unpacking_reads_what_was_packed_bit_by_bit(case: tuple[list[int], int], spanning: bool) -> None:
    values, bits = case
    data = pack_plainly(values, bits, spanning=spanning)
    assert len(data) == 8 * word_count(len(values), bits, spanning=spanning)
    assert unpack(data, bits, len(values), spanning=spanning).tolist() == values


@patient
@given(values_with_bits(), st.booleans())
def test_packing_writes_the_same_bytes_as_bit_by_bit(case: tuple[list[int], int], spanning: bool) -> None:
    values, bits = case
    assert pack(np.array(values), bits, spanning=spanning) == pack_plainly(values, bits, spanning=spanning)


@patient
@given(values_with_bits(), st.binary(min_size=1, max_size=20))
def test_words_behind_the_last_value_are_ignored(case: tuple[list[int], int], rest: bytes) -> None:
    values, bits = case
    data = pack_plainly(values, bits, spanning=False) + rest
    assert unpack(data, bits, len(values)).tolist() == values


@pytest.mark.parametrize("spanning", [False, True])
@pytest.mark.parametrize("bits", range(1, 17))
def test_a_missing_long_is_refused(bits: int, spanning: bool) -> None:
    data = bytes(8 * word_count(4096, bits, spanning=spanning))
    assert len(unpack(data, bits, 4096, spanning=spanning)) == 4096
    with pytest.raises(ValueError, match=r"4096 values of \d+ bits take \d+ longs"):
        unpack(data[:-1], bits, 4096, spanning=spanning)


@pytest.mark.parametrize("bits", [0, -1, 17, 255])
def test_impossible_widths_are_refused(bits: int) -> None:
    with pytest.raises(ValueError, match="only of 1 to 16"):
        unpack(bytes(80000), bits, 4096)
    with pytest.raises(ValueError, match="only of 1 to 16"):
        pack(np.zeros(1, dtype=np.int64), bits)


def test_a_value_too_wide_is_not_packed() -> None:
    with pytest.raises(ValueError, match="16 doesn't fit into 4 bits"):
        pack(np.array([3, 16]), 4)


# --- containers


def cube(seed: int, different: int) -> npt.NDArray[np.uint16]:
    """16 × 16 × 16 ids with at most that many different ones, all of them used."""
    random = np.random.default_rng(seed)
    palette = random.choice(1 << 15, size=different, replace=False).astype(np.uint16)
    indices = np.concatenate([np.arange(different), random.integers(0, different, 4096 - different)])
    return palette[random.permutation(indices)].reshape(16, 16, 16)


@pytest.mark.parametrize(
    ("different", "bits"),
    [(1, 4), (2, 4), (16, 4), (17, 5), (32, 5), (33, 6), (64, 6), (128, 7), (129, 8), (256, 8), (257, 15), (3000, 15)],
)  # fmt: skip
def test_a_section_survives_packing_with_the_width_its_palette_needs(different: int, bits: int) -> None:
    states = cube(different, different)
    packed_bits, palette, data = Section.from_array(states).packed()
    assert packed_bits == bits
    assert (palette is None) == (different > 256)
    assert palette is None or sorted(palette.tolist()) == sorted(set(states.ravel().tolist()))
    assert len(data) == 8 * word_count(4096, bits)
    assert (Section(0, packed_bits, palette, data).states == states).all()


def test_a_section_of_one_state_needs_no_bits_where_that_is_allowed() -> None:
    section = Section.filled(9)
    assert section.packed(single_value=True)[0] == 0
    bits, palette, data = section.packed(single_value=False)
    assert (bits, len(data)) == (4, 2048)
    assert (Section(4096, bits, palette, data).states == 9).all()


@patient
@given(st.integers(0, 2**32), st.integers(0, 15), st.integers(0, 15), st.integers(0, 15))
def test_get_agrees_with_the_array(seed: int, x: int, y: int, z: int) -> None:
    states = cube(seed, 40)
    bits, palette, data = Section.from_array(states).packed()
    assert Section(0, bits, palette, data).get(x, y, z) == states[y, z, x]


@patient
@given(
    st.integers(1, 300),
    st.lists(
        st.tuples(st.integers(0, 15), st.integers(0, 15), st.integers(0, 15), st.integers(0, 0xFFFF)), max_size=30
    ),
)  # fmt: skip
def test_changes_land_where_they_should_and_nowhere_else(
    different: int, changes: list[tuple[int, int, int, int]]
) -> None:
    expected = cube(different, different)
    bits, palette, data = Section.from_array(expected).packed(single_value=True)
    section = Section(0, bits, palette, data)
    for x, y, z, state in changes:
        section.set(x, y, z, state)
        expected[y, z, x] = state
    np.testing.assert_array_equal(section.states, expected)
    if changes:
        assert section.block_count == np.count_nonzero(expected)


def test_nothing_is_unpacked_before_somebody_asks_and_the_bytes_go_then() -> None:
    bits, palette, data = Section.from_array(cube(1, 10)).packed()
    section = Section(0, bits, palette, data)
    assert not section.blocks.is_unpacked
    section.get(0, 0, 0)
    assert section.blocks.is_unpacked


def test_an_index_behind_the_end_of_the_palette_is_refused() -> None:
    data = pack(np.full(4096, 3), 4)
    assert (Section(0, 4, np.arange(4, dtype=np.uint16), data).states == 3).all()
    section = Section(0, 4, np.arange(3, dtype=np.uint16), data)
    with pytest.raises(ValueError, match="palette index 3 in a palette of 3"):
        section.get(0, 0, 0)
    with pytest.raises(ValueError, match="palette index 3 in a palette of 3"):
        section.set(0, 0, 0, 1)


def test_too_few_longs_are_refused_when_the_section_is_looked_into() -> None:
    section = Section(0, 4, np.arange(16, dtype=np.uint16), bytes(2040))
    with pytest.raises(ValueError, match="take 256 longs, there are 255"):
        section.get(0, 0, 0)


def test_a_single_value_without_a_value_is_refused() -> None:
    with pytest.raises(ValueError, match="no value"):
        Section(0, 0, np.zeros(0, dtype=np.uint16), b"")
    with pytest.raises(ValueError, match="no value"):
        Section(0, 0, None, b"")


def test_ids_beyond_sixteen_bits_are_refused_everywhere() -> None:
    section = Section.filled(0)
    for state in (-1, 1 << 16):
        with pytest.raises(ValueError, match="16 bits"):
            section.set(0, 0, 0, state)
        with pytest.raises(ValueError, match="16 bits"):
            Section.from_array(np.full((16, 16, 16), state))
        with pytest.raises(ValueError, match="16 bits"):
            Section(0, 4, np.array([state]), bytes(2048))


def test_the_array_of_a_section_cannot_be_written_to() -> None:
    for section in (Section.filled(1), Section.from_array(cube(2, 5))):
        with pytest.raises(ValueError, match="read-only"):
            section.states[0, 0, 0] = 2


def test_only_cubes_of_the_right_size_become_sections() -> None:
    for shape in ((16, 16, 15), (4, 4, 4), (4096,)):
        with pytest.raises(ValueError, match="shape"):
            Section.from_array(np.zeros(shape, dtype=np.uint16))
    with pytest.raises(ValueError, match="cube"):
        PalettedContainer.from_array(np.zeros((4, 4), dtype=np.uint16))


def test_the_array_given_is_copied() -> None:
    states = cube(3, 5)
    section = Section.from_array(states)
    before = section.get(0, 0, 0)
    states[0, 0, 0] += 1
    assert section.get(0, 0, 0) == before


def test_the_packed_spanning_layout_of_older_releases_is_read() -> None:
    states = cube(4, 20)
    palette = np.unique(states)
    indices = np.searchsorted(palette, states).ravel().tolist()
    section = Section(0, 5, palette, pack_plainly(indices, 5, spanning=True), spanning=True)
    np.testing.assert_array_equal(section.states, states)


def test_blocks_that_no_server_counted_are_counted_here() -> None:
    states = cube(4, 20)
    states[:2] = 0
    indices = np.searchsorted(palette := np.unique(states), states).ravel().tolist()
    section = Section(None, 5, palette, pack_plainly(indices, 5, spanning=True), spanning=True)
    assert section.block_count == np.count_nonzero(states)


def test_air_counts_as_the_block_table_says() -> None:
    states = np.zeros((16, 16, 16), dtype=np.uint16)
    states[0, 0, :3] = (1, 2, 3)
    air = np.array([True, False, True, False])
    assert Section.from_array(states, air).block_count == 2
    assert Section.from_array(states).block_count == 3
