"""Damaged chunk columns of 1.8 and 1.12.2: refused with what is wrong and where."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from proxy.messages import ChunkBulk, UnloadChunk
from proxy.versions import family_for
from proxy.versions.base import ProtocolFamily
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import pack_varint
from world.dimension import DimensionType

OVERWORLD = DimensionType("minecraft:overworld")
NETHER = DimensionType("minecraft:the_nether", has_skylight=False)


def family(protocol: int) -> ProtocolFamily:
    found = family_for(protocol)
    assert found is not None
    return found


def section_1_8(state: int, *, sky_light: bool = True) -> bytes:
    return struct.pack("<H", state) * 4096 + bytes(2048 * (2 if sky_light else 1))


def body_1_8(mask: int, data: bytes, *, full: bool = True) -> bytes:
    return struct.pack(">ii?H", 3, -4, full, mask) + pack_varint(len(data)) + data


STONE_1_8 = section_1_8(16) + bytes(256)
PACKED = pack_varint(256) + bytes(2048)
STONE_1_12 = b"\x04\x01\x10" + PACKED + bytes(4096)


def body_1_12(section: bytes, *, mask: int = 1, biomes: bytes = bytes(256), claim: int = 0) -> bytes:
    data = section + biomes
    head = struct.pack(">ii?", 3, -4, True) + pack_varint(mask)
    return head + pack_varint(len(data) + claim) + data + pack_varint(0)


@pytest.mark.parametrize(
    ("protocol", "body", "complaint"),
    [
        (47, body_1_8(3, STONE_1_8), "12544 bytes of data for 2 sections"),
        (47, body_1_8(1, STONE_1_8[:-1]), "12543 bytes of data for 1 sections"),
        (47, body_1_8(1, STONE_1_8, full=False), "12544 bytes of data for 1 sections"),
        (47, body_1_8(1, STONE_1_8) + b"\x00", "1 bytes left over"),
        (47, body_1_8(1, STONE_1_8)[:9000], "elements claimed"),
        (340, body_1_12(STONE_1_12, mask=1 << 16), "section mask 0x10000 in a world of 16 sections"),
        (340, body_1_12(STONE_1_12, claim=1), "end at byte"),
        (340, body_1_12(STONE_1_12, claim=-1), "end at byte"),
        (340, body_1_12(STONE_1_12, mask=3), "palette of 0 ids for 4 bits"),
        (340, body_1_12(b"\x11" + STONE_1_12[1:]), "17 bits a block"),
        (340, body_1_12(b"\x04\x00" + PACKED + bytes(4096)), "palette of 0 ids for 4 bits"),
        (340, body_1_12(b"\x04\x11" + bytes(17) + PACKED + bytes(4096)), "palette of 17 ids for 4 bits"),
        (340, body_1_12(b"\x0d" + STONE_1_12[1:]), "palette of 1 ids for 13 bits"),
        (340, body_1_12(b"\x0d\x00" + PACKED + bytes(4096)), "256 longs of packed data"),
        (340, body_1_12(b"\x04\x01" + pack_varint(70_000) + PACKED + bytes(4096)), "palette with id 70000"),
    ],
)
def test_complaints_about_columns_name_the_matter(protocol: int, body: bytes, complaint: str) -> None:
    with pytest.raises(DecodeError, match=complaint) as caught:
        family(protocol).read_column(body, OVERWORLD)
    assert str(caught.value).startswith("chunk_data: ")


@pytest.mark.parametrize(
    ("protocol", "body", "dimension"),
    [
        (47, body_1_8(1, STONE_1_8), OVERWORLD),
        (47, body_1_8(1, section_1_8(16, sky_light=False) + bytes(256)), OVERWORLD),
        (47, body_1_8(1, section_1_8(16), full=False), NETHER),
        (340, body_1_12(STONE_1_12), OVERWORLD),
        (340, body_1_12(STONE_1_12[:-2048]), NETHER),
    ],
)
def test_the_columns_that_those_complaints_are_about_are_sound_themselves(
    protocol: int, body: bytes, dimension: DimensionType
) -> None:
    """1.8 is believed whether it sends sky light; 1.12 can't be read without knowing the dimension."""
    column = family(protocol).read_column(body, dimension)
    assert column.sections[0] is not None
    assert (column.sections[0].states == 16).all()
    assert column.sections[1:] == [None] * 15


def bulk(*columns: tuple[int, bytes], sky_light: bool = True, count: int | None = None) -> bytes:
    heads = b"".join(struct.pack(">iiH", index, -index, mask) for index, (mask, _) in enumerate(columns))
    size = pack_varint(len(columns) if count is None else count)
    return bytes((sky_light,)) + size + heads + b"".join(data for _, data in columns)


@pytest.mark.parametrize("sky_light", [True, False])
def test_a_bulk_comes_apart_into_its_columns(sky_light: bool) -> None:
    states = (1 << 4, 2 << 4, 3 << 4)
    sections = [section_1_8(state, sky_light=sky_light) for state in states]
    biomes = bytes(range(256))
    body = bulk((1, sections[0] + biomes), (0, biomes), (0x8000, sections[2] + biomes), sky_light=sky_light)
    message = family(47).decode("clientbound", "map_chunk_bulk", body)
    assert message == ChunkBulk(((0, 0), (1, -1), (2, -2)))
    first, empty, last = (family(47).read_column(part, NETHER) for part in family(47).column_bodies(body))
    assert first.sections[0] is not None
    assert last.sections[15] is not None
    assert (first.sections[0].states == states[0]).all()
    assert empty.sections == [None] * 16
    assert (last.sections[15].states == states[2]).all()
    for column in (first, empty, last):
        assert column.column_biomes is not None
        np.testing.assert_array_equal(column.column_biomes.ravel(), np.arange(256))


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (bulk((1, STONE_1_8))[:-1], "12544 bytes wanted at byte 12, 12543 left"),
        (bulk((1, STONE_1_8)) + b"\x00", "1 bytes left over"),
        (bulk((1, STONE_1_8), sky_light=False), "2048 bytes left over"),
        (bulk((1, STONE_1_8), count=2**31 - 1), "2147483647 elements claimed"),
        (bulk((1, STONE_1_8), count=-1), "-1 elements claimed"),
        (b"", "1 byte wanted at byte 0"),
    ],
)
def test_complaints_about_bulks_name_the_matter(body: bytes, complaint: str) -> None:
    with pytest.raises(DecodeError, match=complaint) as caught:
        family(47).column_bodies(body)
    assert str(caught.value).startswith("map_chunk_bulk: ")


def test_only_a_whole_column_of_no_sections_is_an_unload() -> None:
    read = family(47).reader("clientbound", "chunk_data")
    assert read(body_1_8(0, bytes(256))) == UnloadChunk(3, -4)
    assert not isinstance(read(body_1_8(0, b"", full=False)), UnloadChunk)
    assert not isinstance(read(body_1_8(1, STONE_1_8)), UnloadChunk)
