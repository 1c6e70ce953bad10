"""Chunk columns of 1.8 to 1.12.2: 16 sections whose states are ``id << 4 | metadata``, light, 256 biomes.

1.8 writes a section as 4096 little-endian shorts and sorts by kind: the blocks of all sections, then their block
light, their sky light, the biomes. From 1.9 on a section has a palette and longs whose entries may span two of
them, and its light behind it.
"""

from __future__ import annotations

import struct

import numpy as np

from proxy.versions.read.column import ReadColumn, block_entity_1_9, palette_ids
from proxy.versions.read.legacy.blocks import BULK_PLACE
from proxy.versions.releases import V1_8, V1_9
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader
from proxy.wire.frame import pack_varint
from world.chunk import ColumnBiomes, ColumnContents
from world.dimension import DimensionType
from world.paletted import word_count
from world.section import EDGE, NARROWEST, WIDEST_PALETTE, Section

_BLOCKS = EDGE**3
_STATE_BYTES = 2 * _BLOCKS
_LIGHT_BYTES = _BLOCKS // 2
_BIOMES = EDGE**2
_HEAD_1_8 = struct.Struct(">ii?H")
"""Chunk x, chunk z, whether the column is whole, mask of sections."""
_MAX_BITS = 16
"""Of a state, as 1.8 writes it; vanilla 1.12 has 13."""


def _indices(mask: int, dimension: DimensionType) -> list[int]:
    """Which sections follow."""
    count = dimension.section_count
    if mask < 0 or mask >> count:
        raise DecodeError(f"section mask {mask:#x} in a world of {count} sections")
    return [index for index in range(count) if mask >> index & 1]


def _biomes(data: bytes) -> ColumnBiomes:
    return np.frombuffer(data, np.uint8).reshape(EDGE, EDGE)


def _shorts_as_longs(data: bytes) -> bytes:
    """Little-endian shorts as a container keeps 16-bit values: in big-endian longs, the first one lowest."""
    return np.frombuffer(data, "<u8").astype(">u8").tobytes()


def column_1_8(reader: Reader, tables: Tables, dimension: DimensionType) -> ColumnContents:
    """Whether sky light is there follows from the length, so it needn't be known of the dimension."""
    _, _, full, mask = reader.unpack(_HEAD_1_8)
    indices = _indices(mask, dimension)
    size = reader.count()
    light = size - len(indices) * _STATE_BYTES - full * _BIOMES
    if light not in (len(indices) * _LIGHT_BYTES, 2 * len(indices) * _LIGHT_BYTES):
        raise DecodeError(f"{size} bytes of data for {len(indices)} sections")
    sections: list[Section | None] = [None] * dimension.section_count
    for index in indices:
        states = _shorts_as_longs(reader.take(_STATE_BYTES))
        sections[index] = Section(None, _MAX_BITS, None, states)
    reader.take(light)
    return ColumnContents(sections, column_biomes=_biomes(reader.take(_BIOMES)) if full else None)


def column_bodies_1_8(reader: Reader) -> list[bytes]:
    """Each column of a bulk as the body of a ``chunk_data``, which :func:`column_1_8` reads."""
    sky_light = reader.boolean()
    heads = [reader.unpack(BULK_PLACE) for _ in range(reader.count(BULK_PLACE.size))]
    section = _STATE_BYTES + _LIGHT_BYTES * (2 if sky_light else 1)
    bodies = []
    for x, z, mask in heads:
        data = reader.take(mask.bit_count() * section + _BIOMES)
        bodies.append(_HEAD_1_8.pack(x, z, True, mask) + pack_varint(len(data)) + data)
    return bodies


def _section_1_9(reader: Reader, dimension: DimensionType) -> Section:
    """The palette's length is there even when there is no palette, as 0."""
    bits = max(reader.u8(), NARROWEST)
    if bits > _MAX_BITS:
        raise DecodeError(f"{bits} bits a block before byte {reader.pos}, at most {_MAX_BITS} allowed")
    size = reader.count()
    if bits > WIDEST_PALETTE:
        if size:
            raise DecodeError(
                f"palette of {size} ids for {bits} bits before byte {reader.pos}, none expected"
            )
        ids = None
    else:
        if not 0 < size <= 1 << bits:
            raise DecodeError(f"palette of {size} ids for {bits} bits before byte {reader.pos}")
        ids = palette_ids(reader, size)
    longs, expected = reader.varint(), word_count(_BLOCKS, bits, spanning=True)
    if longs != expected:
        raise DecodeError(f"{longs} longs of packed data before byte {reader.pos}, {expected} expected")
    section = Section(None, bits, ids, reader.take(8 * longs), spanning=True)
    reader.take(_LIGHT_BYTES * (2 if dimension.has_skylight else 1))
    return section


def column_1_9(reader: Reader, tables: Tables, dimension: DimensionType) -> ColumnContents:
    """To 1.12.2; block entities came with 1.9.4."""
    reader.take(8)  # place
    full, mask = reader.boolean(), reader.varint()
    indices = _indices(mask, dimension)
    end = reader.count() + reader.pos
    sections: list[Section | None] = [None] * dimension.section_count
    for index in indices:
        sections[index] = _section_1_9(reader, dimension)
    biomes = _biomes(reader.take(_BIOMES)) if full else None
    if reader.pos != end:
        raise DecodeError(f"sections and biomes end at byte {reader.pos}, their buffer at {end}")
    block_entities = dict(block_entity_1_9(reader, tables) for _ in range(reader.count()))
    return ColumnContents(sections, block_entities, column_biomes=biomes)


COLUMNS: tuple[tuple[int, ReadColumn], ...] = ((V1_8, column_1_8), (V1_9, column_1_9))
"""Each layout with the protocol that it came with."""
