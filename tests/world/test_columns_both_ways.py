"""Random chunk columns, written by prismarine-chunk and read by us, and the other way round, for every protocol."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from judge import Column, Judge

from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from proxy.wire.frame import read_varint
from world.chunk import Chunk, ColumnContents
from world.dimension import DimensionType
from world.paletted import PalettedContainer
from world.section import Section

FAMILIES = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)

PALETTES = (1, 2, 16, 17, 256, 257, 4096, 5, 1)
"""Different states in each section from below: one value, indices of 4 to 8 bits at their bounds, no palette."""
HEIGHTS = (np.arange(256) * 7 % 321).tolist()


def has_biomes_by_section(family: ProtocolFamily) -> bool:
    return family.protocol >= 757


def biomes_have_height(family: ProtocolFamily) -> bool:
    return family.protocol >= 573


def biomes_of(chunk: Chunk) -> list[int | None]:
    bottom = chunk.dimension.min_y
    cells = chunk.dimension.height // 4, 4, 4
    return [chunk.biome(4 * x, bottom + 4 * y, 4 * z) for y, z, x in np.ndindex(cells)]


def extent(family: ProtocolFamily) -> DimensionType:
    """An overworld of the version, but of another height where there can be one."""
    return DimensionType("test", -32, 416) if has_biomes_by_section(family) else DimensionType("test")


def random_column(family: ProtocolFamily, most: int = 4096) -> Column:
    """Sections of few and of at most so many states and biomes; the highest sections are empty."""
    random = np.random.default_rng(family.protocol)
    height = extent(family).height
    states = np.zeros((height, 16, 16), np.uint16)
    biomes = np.zeros((height // 4, 4, 4), np.uint16)
    # Before 1.13 a state is a block of 8 bits with 4 bits of metadata.
    count = family.blocks.state_count if family.protocol >= 393 else 1 << 12
    for index, size in enumerate(min(size, most) for size in PALETTES):
        # The last states are there for certain: their ids take the most bits.
        chosen = np.append(random.choice(count - 1, size - 1, replace=False), count - 1)
        places = np.append(chosen, random.choice(chosen, 4096 - size))
        states[16 * index : 16 * index + 16] = random.permutation(places).reshape(16, 16, 16)
        biomes[4 * index : 4 * index + 4] = random.integers(0, min(size, 60), (4, 4, 4))
    if not biomes_have_height(family):
        biomes[:] = biomes[4]
    return Column(states, biomes)


def packed_heights(bits: int) -> list[int]:
    """256 heights as longs, the plain way."""
    per_long = 64 // bits
    return [
        sum(height << bits * at for at, height in enumerate(HEIGHTS[start : start + per_long]))
        for start in range(0, 256, per_long)
    ]


@pytest.fixture(scope="module")
def judge(peers: Path) -> Judge:
    return Judge(peers)


@pytest.fixture(scope="module")
def written_by_prismarine(judge: Judge) -> dict[int, bytes]:
    """Protocol → a whole ``map_chunk``, its sections by prismarine-chunk."""
    columns = [(f.minecraft, extent(f).min_y, random_column(f)) for f in supported()]
    packets = judge.make_columns(columns, {"MOTION_BLOCKING": packed_heights(9), "WORLD_SURFACE": [1, 2, 3]})
    return {f.protocol: packet for f, packet in zip(supported(), packets, strict=True)}


@FAMILIES
@pytest.mark.proves("chunks", "prismarine-chunk")
def test_what_prismarine_writes_we_read(
    family: ProtocolFamily, written_by_prismarine: dict[int, bytes]
) -> None:
    packet = written_by_prismarine[family.protocol]
    packet_id, start = read_varint(packet, 0)
    assert family.packet_name("play", "clientbound", packet_id) == "chunk_data"
    dimension, wanted = extent(family), random_column(family)
    chunk = Chunk(3, -2, dimension, lambda: family.read_column(packet[start:], dimension))
    states = chunk.states_between(dimension.min_y, dimension.min_y + dimension.height)
    assert states is not None
    np.testing.assert_array_equal(states, wanted.states)
    assert biomes_of(chunk) == wanted.biomes.ravel().tolist()
    assert chunk.contents is not None
    if family.protocol >= 477:
        (name, heights) = chunk.contents.heightmaps.popitem()
        assert name == "MOTION_BLOCKING"
        assert heights.tolist() == HEIGHTS
        assert not chunk.contents.heightmaps, "one of another size is left out"


def readable(family: ProtocolFamily) -> Column:
    """A random column that prismarine-chunk can read.

    In 1.12.2 ids without a palette are of 13 bits; prismarine-chunk takes them for 12.
    """
    return random_column(family, 256 if family.protocol == 340 else 4096)


def as_chunk(family: ProtocolFamily, column: Column) -> Chunk:
    dimension = extent(family)
    sections: list[Section | None] = []
    for index in range(dimension.section_count):
        biomes = PalettedContainer.from_array(column.biomes[4 * index : 4 * index + 4])
        states = column.states[16 * index : 16 * index + 16]
        section = Section.from_array(
            states, family.blocks.air, biomes=biomes if has_biomes_by_section(family) else None
        )
        sections.append(section if states.any() else None)
    contents = ColumnContents(sections)
    if not biomes_have_height(family):
        contents.column_biomes = np.repeat(np.repeat(column.biomes[0].astype(np.uint8), 4, 0), 4, 1)
    elif not has_biomes_by_section(family):
        contents.biomes = column.biomes
    return Chunk(3, -2, dimension, contents)


BIOMES = 65
"""Ids of 7 bits. prismarine-chunk counts the bits of the number of biomes, vanilla those of the highest id: with 64
biomes the one expects 7, the other 6."""


@pytest.fixture(scope="module")
def read_by_prismarine(judge: Judge) -> dict[int, Column]:
    """Protocol → what prismarine-chunk finds in a column that we wrote."""
    asked = []
    for f in supported():
        # where prismarine-chunk knows less than 64 biomes, it reads ids of 6 bits
        biomes = BIOMES if f.protocol >= 763 else 64
        dimension = extent(f)
        packets = f.chunk_data(as_chunk(f, readable(f)), 0, biomes)
        asked.append((f.minecraft, packets, dimension.min_y, dimension.height))
    return dict(zip((f.protocol for f in supported()), judge.read_columns(asked), strict=True))


@FAMILIES
@pytest.mark.proves("chunks", "prismarine-chunk")
def test_what_we_write_prismarine_reads(
    family: ProtocolFamily, read_by_prismarine: dict[int, Column]
) -> None:
    found, wanted = read_by_prismarine[family.protocol], readable(family)
    np.testing.assert_array_equal(found.states, wanted.states)
    np.testing.assert_array_equal(found.biomes, wanted.biomes)
