"""Chunk columns as our own servers send them: heightmaps, light, block entities, counts; and damaged ones.

Blocks and biomes of random columns are exchanged with prismarine-chunk in ``tests/world/test_columns_both_ways.py``.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

import numpy as np
import pytest
from expected.values import nbt, plain
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from judge import Judge
from nbtlib import tag as tags

from proxy.versions import family_for, supported
from proxy.versions.base import ProtocolFamily
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import pack_varint
from world.chunk import BlockEntity, Chunk, ColumnContents
from world.dimension import DimensionType
from world.paletted import PalettedContainer
from world.section import Section

MODERN = [family for family in supported() if family.protocol >= 754]
FAMILIES = pytest.mark.parametrize("family", MODERN, ids=lambda family: family.minecraft)
FIRST_OF_LAYOUT = [family for family in MODERN if family.protocol in (754, 758, 763, 764, 770, 775)]
LAYOUTS = pytest.mark.parametrize("family", FIRST_OF_LAYOUT, ids=lambda family: family.minecraft)
WORLD_SURFACE, MOTION_BLOCKING = 1, 4
"""Numbers of the heightmaps in 1.21.5; later node-minecraft-protocol has names for them."""


def is_flat(family: ProtocolFamily) -> bool:
    """Whether worlds begin at 0 and block entities say in their NBT what and where they are."""
    return family.protocol < 757


def extent(family: ProtocolFamily) -> DimensionType:
    return DimensionType("overworld") if is_flat(family) else DimensionType("overworld", -64, 384)


def column(family: ProtocolFamily) -> Chunk:
    """Layers, a pillar of many states, a lone block up high and a block entity."""
    dimension = extent(family)
    blocks = family.blocks
    bottom = np.full((16, 16, 16), blocks.state("stone"), np.uint16)
    bottom[12:] = 0
    bottom[11, 4, 5] = blocks.state("chest")
    many = np.zeros((16, 16, 16), np.uint16)
    many[:, 3, :] = np.arange(256, dtype=np.uint16).reshape(16, 16) * 7
    most = np.arange(4096, dtype=np.uint16).reshape(16, 16, 16) + 1
    lone = np.zeros((16, 16, 16), np.uint16)
    lone[15, 15, 15] = blocks.state("oak_leaves")
    sections: list[Section | None] = [
        *(Section.from_array(array, blocks.air) for array in (bottom, many, most)),
        None,
        Section.from_array(lone, blocks.air),
        *[None] * (dimension.section_count - 5),
    ]
    place = 5, dimension.min_y + 11, 4
    compound = tags.Compound({"CustomName": tags.String('"x"')})
    if is_flat(family):
        compound |= {"id": tags.String("minecraft:chest")}
        compound |= dict(zip("xyz", map(tags.Int, place), strict=True))
    kind: int | str = "minecraft:chest" if is_flat(family) else 1
    return Chunk(0, 0, dimension, ColumnContents(sections, {place: BlockEntity(kind, compound)}))


@cache
def body_of(family: ProtocolFamily) -> bytes:
    return family.chunk_data(column(family), 5)[-1][1:]


@pytest.fixture(scope="module")
def parsed(judge: Judge) -> dict[int, list[dict[str, Any]]]:
    """Protocol → the packets of :func:`column` as node-minecraft-protocol reads them."""
    packets = [
        (family, packet) for family in FIRST_OF_LAYOUT for packet in family.chunk_data(column(family), 5)
    ]
    answers = judge.parse([(family.minecraft, packet) for family, packet in packets])
    found: dict[int, list[dict[str, Any]]] = {}
    for (family, _), answer in zip(packets, answers, strict=True):
        assert "error" not in answer, f"{family.minecraft}: {answer['error']}"
        found.setdefault(family.protocol, []).append(answer)
    return found


@LAYOUTS
def test_chunks_have_two_heightmaps_and_their_block_entity(
    family: ProtocolFamily, parsed: dict[int, list[dict[str, Any]]]
) -> None:
    packets = parsed[family.protocol]
    names = [packet["name"] for packet in packets]
    assert names == (["update_light", "map_chunk"] if family.protocol < 757 else ["map_chunk"])
    params = packets[-1]["params"]
    if family.protocol < 770:
        assert set(params["heightmaps"]["value"]) == {"MOTION_BLOCKING", "WORLD_SURFACE"}
    else:
        kinds = [heightmap["type"] for heightmap in params["heightmaps"]]
        by_number = [MOTION_BLOCKING, WORLD_SURFACE]
        assert kinds == (by_number if family.protocol < 771 else ["motion_blocking", "world_surface"])
    (entity,) = params["blockEntities"]
    if is_flat(family):
        assert params["groundUp"] is True
        assert params["bitMap"] == 0b10111
        assert entity["value"]["id"]["value"] == "minecraft:chest"
    else:
        assert (entity["x"], entity["y"], entity["z"], entity["type"]) == (5, -53, 4, 1)
        assert plain(nbt(entity["nbtData"])) == plain(tags.Compound({"CustomName": tags.String('"x"')}))


@pytest.fixture(scope="module")
def seen(judge: Judge) -> dict[int, list[list[int]]]:
    """Protocol → state, biome and sky light that prismarine-chunk finds at :func:`places`."""
    found: dict[int, list[list[int]]] = {}
    for bottom in (0, -64):
        families = [family for family in FIRST_OF_LAYOUT if extent(family).min_y == bottom]
        asked = []
        for family in families:
            dimension = extent(family)
            asked.append((family.minecraft, family.chunk_data(column(family), 5), bottom, dimension.height))
        places_there = places(extent(families[0]))
        answers = judge.columns(asked, places_there)
        found |= {family.protocol: answer for family, answer in zip(families, answers, strict=True)}
    return found


def places(dimension: DimensionType) -> list[tuple[int, int, int]]:
    bottom, top = dimension.min_y, dimension.min_y + dimension.height - 1
    return [(x, y, z) for y in (*range(bottom, bottom + 80, 3), top) for z in range(16) for x in range(16)]


@LAYOUTS
@pytest.mark.proves("chunks", "prismarine-chunk")
def test_prismarine_chunk_finds_every_block_full_light_and_the_biome(
    family: ProtocolFamily, seen: dict[int, list[list[int]]]
) -> None:
    chunk, found = column(family), seen[family.protocol]
    assert [state for state, _, _ in found] == [chunk.state(*place) for place in places(chunk.dimension)]
    assert {biome for _, biome, _ in found} == {5}
    assert {light for _, _, light in found} == {15}


@FAMILIES
def test_a_written_chunk_reads_back_as_it_was(family: ProtocolFamily) -> None:
    chunk = column(family)
    back = family.read_column(body_of(family), chunk.dimension)
    original = chunk.contents
    assert original is not None
    assert plain(back.block_entities) == plain(original.block_entities)
    for ours, theirs in zip(original.sections, back.sections, strict=True):
        blocks = 0 if ours is None else ours.states
        assert np.array_equal(
            np.zeros((16, 16, 16)) + blocks, theirs.states if theirs else np.zeros((16, 16, 16))
        )
        assert (theirs.block_count if theirs else 0) == (ours.block_count if ours else 0)


@LAYOUTS
def test_heightmaps_count_from_the_bottom_to_above_the_highest_block(family: ProtocolFamily) -> None:
    chunk = column(family)
    back = family.read_column(body_of(family), chunk.dimension)
    bottom, top = chunk.dimension.min_y, chunk.dimension.min_y + chunk.dimension.height
    masks = {"MOTION_BLOCKING": family.blocks.motion_blocking, "WORLD_SURFACE": ~family.blocks.air}
    for name, mask in masks.items():
        for z in range(16):
            for x in range(16):
                counted = [y for y in range(bottom, top) if mask[chunk.state(x, y, z)]]
                highest = max(counted, default=bottom - 1)
                assert back.heightmaps[name][z * 16 + x] == highest + 1 - bottom


def test_from_26_1_on_sections_count_what_holds_a_fluid() -> None:
    """Water plants and waterlogged blocks hold one too."""
    family = family_for(775)
    assert family is not None
    blocks = family.blocks
    wet = [("water", 300), ("lava", 20), ("kelp", 7), ("seagrass", 5), ("bubble_column", 1)]
    ids = [blocks.state(name) for name, number in wet for _ in range(number)]
    ids += [blocks.state("oak_slab", waterlogged="true")] * 9
    fluids = len(ids)
    ids += [blocks.state("oak_slab", waterlogged="false")] * 4 + [blocks.state("stone")] * 37
    states = np.zeros(4096, np.uint16)
    states[: len(ids)] = ids
    section = Section.from_array(states.reshape(16, 16, 16), blocks.air)
    chunk = Chunk(0, 0, DimensionType("test", 0, 16), ColumnContents([section]))
    (packet,) = family.chunk_data(chunk)
    bits_and_palette = bytes((4,)) + pack_varint(len(set(ids)) + 1)
    assert struct.pack(">hh", len(ids), fluids) + bits_and_palette in packet


def test_the_width_of_biomes_without_a_palette_follows_from_how_many_there_are() -> None:
    family = family_for(769)
    assert family is not None
    section = Section.filled(1, biomes=PalettedContainer.from_array(np.arange(64).reshape(4, 4, 4)))
    chunk = Chunk(0, 0, DimensionType("test", 0, 16), ColumnContents([section]))
    single = struct.pack(">hBBB", 4096, 0, 1, 0)
    for biomes, bits, longs in ((64, 6, 7), (65, 7, 8), (128, 7, 8), (129, 8, 8), (None, 7, 8)):
        (packet,) = family.chunk_data(chunk, 0, biomes)
        assert single + bytes((bits, longs)) in packet, biomes
    with pytest.raises(ValueError, match="63 doesn't fit into 5 bits"):
        family.chunk_data(chunk, 0, 32)


# --- damage


def test_a_damaged_chunk_is_not_written() -> None:
    def broken() -> ColumnContents:
        raise ValueError("damaged")

    for family in supported():
        chunk = Chunk(3, 4, DimensionType("minecraft:overworld"), broken)
        with pytest.raises(ValueError, match="chunk 3 4 is damaged"):
            family.chunk_data(chunk)


@LAYOUTS
def test_a_column_cut_short_anywhere_is_refused_and_so_is_a_byte_too_many(family: ProtocolFamily) -> None:
    body, dimension = body_of(family), extent(family)
    for end in (*range(600), *range(600, len(body), 997), len(body) - 1):
        with pytest.raises(DecodeError, match="chunk_data: "):
            family.read_column(body[:end], dimension)
    with pytest.raises(DecodeError, match="1 bytes left over"):
        family.read_column(body + b"\x00", dimension)


@LAYOUTS
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    at=st.integers(0, 1200) | st.integers(0, 200_000),
    what=st.binary(min_size=1, max_size=8)
    | st.sampled_from([pack_varint(-1), pack_varint(2**31 - 1), b"\xff" * 6]),
    instead_of=st.integers(0, 8),
)
def test_damage_is_refused_or_costs_no_more_than_the_column(
    family: ProtocolFamily, at: int, what: bytes, instead_of: int
) -> None:
    body = bytearray(body_of(family))
    at %= len(body)
    body[at : at + instead_of] = what
    dimension = extent(family)
    complaint = "chunk_data: "
    try:
        contents = family.read_column(bytes(body), dimension)
    except DecodeError as error:
        complaint = str(error)
    else:
        chunk = Chunk(0, 0, dimension, contents)
        chunk.states_between(dimension.min_y, dimension.min_y + dimension.height)
        chunk.biome(3, 3, 3)
    assert complaint.startswith("chunk_data: ")


def test_heightmaps_of_a_kind_that_nobody_knows_are_left_out() -> None:
    family = family_for(770)
    assert family is not None
    longs = bytes(8 * 37)
    heightmaps = pack_varint(3) + b"".join(
        pack_varint(kind) + pack_varint(37) + longs for kind in (4, 6, 0x7FFF_FFFF)
    )
    written = body_of(family)
    place, rest = written[:8], written[8 + 1 + 2 * (2 + 8 * 37) :]
    contents = family.read_column(place + heightmaps + rest, extent(family))
    assert set(contents.heightmaps) == {"MOTION_BLOCKING"}


def test_heightmaps_are_not_believed_to_be_longer_than_the_packet() -> None:
    family = family_for(775)
    assert family is not None
    for heightmaps in (pack_varint(2**31 - 1), pack_varint(1) + pack_varint(4) + pack_varint(2**28)):
        with pytest.raises(DecodeError, match="elements claimed"):
            family.read_column(bytes(8) + heightmaps + bytes(100), extent(family))
