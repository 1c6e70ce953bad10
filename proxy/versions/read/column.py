"""Chunk columns. Section headers and palettes are walked; packed block data stays packed.

A section is a block count (int16) and a paletted container: bits a block, palette, packed longs without
entries that span two of them (1.16+). To 1.17 a bit mask says which sections follow and biomes are one array
for the whole column; from 1.18 on all sections follow, each with a container of biomes, and light comes in
the same packet. What changed since is in :mod:`proxy.versions.column_layout`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
from nbtlib.tag import LongArray

from proxy.versions.column_layout import (
    COLUMN_LAYOUTS,
    HEIGHTMAPS,
    NARROWEST_BIOMES,
    WIDEST_BIOME_PALETTE,
    ColumnLayout,
)
from proxy.versions.read.values import nbt
from proxy.versions.releases import V1_16_2, V1_18
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader
from world.chunk import BlockEntity, ColumnContents, LocalPos
from world.dimension import DimensionType
from world.paletted import Ids, PalettedContainer, unpack, word_count
from world.section import BIOME_EDGE, EDGE, NARROWEST, WIDEST_PALETTE, Section

_BLOCKS = EDGE**3
_BIOMES = BIOME_EDGE**3
_COLUMNS = EDGE**2
_LIGHT_BYTES = _BLOCKS // 2
_MAX_BITS = 16
"""No registry of ids in a section needs more."""


def varints(reader: Reader, count: int) -> npt.NDArray[np.int32]:
    """``count`` VarInts at once: the bytes that end one are found with NumPy."""
    if not count:
        return np.empty(0, np.int32)
    window = np.frombuffer(reader.data, np.uint8, min(reader.remaining, 5 * count), reader.pos)
    ends = np.flatnonzero(window < 0x80)[:count]
    if len(ends) < count:
        raise DecodeError(f"{count} VarInts wanted at byte {reader.pos}, {len(ends)} found")
    starts = np.concatenate(([0], ends[:-1] + 1))
    lengths = ends - starts + 1
    longest = int(lengths.max())
    if longest > 5:
        raise DecodeError(f"VarInt of more than 5 bytes after byte {reader.pos}")
    values = np.zeros(count, np.uint32)
    for index in range(longest):
        has_byte = lengths > index
        septets = window[starts[has_byte] + index] & np.uint8(0x7F)
        values[has_byte] |= septets.astype(np.uint32) << np.uint32(7 * index)
    reader.pos += int(ends[-1]) + 1
    return values.view(np.int32)


def palette_ids(reader: Reader, size: int) -> Ids:
    """``size`` ids. Written out because a column has hundreds of them, most of one or two bytes."""
    data, pos = reader.data, reader.pos
    ids = []
    try:
        for _ in range(size):
            value = data[pos]
            pos += 1
            if value >= 0x80:
                value += (data[pos] - 1) << 7
                pos += 1
                if value >= 0x4000:
                    value += (data[pos] - 1) << 14
                    pos += 1
            ids.append(value)
    except IndexError:
        raise DecodeError(f"palette of {size} ids at byte {reader.pos} is cut short") from None
    if max(ids) >= 1 << _MAX_BITS:
        raise DecodeError(f"palette with id {max(ids)} or more at byte {reader.pos}")
    reader.pos = pos
    return np.array(ids, np.uint16)


def _longs(reader: Reader, expected: int, counted: bool) -> bytes:
    if counted and (count := reader.varint()) != expected:
        raise DecodeError(f"{count} longs of packed data before byte {reader.pos}, {expected} expected")
    return reader.take(8 * expected)


def _container(
    reader: Reader,
    cells: int,
    narrowest: int,
    widest_palette: int,
    *,
    single_value: bool = True,
    counted: bool = True,
) -> tuple[int, Ids | None, bytes]:
    """Bits a cell, palette (None: the cells are registry ids) and packed data.

    ``single_value``: 0 bits mean one value for all cells (1.18+); before, they count as the narrowest
    palette. ``counted``: the number of longs is before them.
    """
    bits = reader.u8()
    if bits > _MAX_BITS:
        raise DecodeError(f"{bits} bits a cell before byte {reader.pos}, at most {_MAX_BITS} allowed")
    if bits == 0 and single_value:
        palette = palette_ids(reader, 1)
        if counted and (longs := reader.varint()):  # vanilla sends none, and steps over what others send
            reader.take(8 * longs)
        return 0, palette, b""
    bits = max(bits, narrowest)
    if bits > widest_palette:
        return bits, None, _longs(reader, word_count(cells, bits), counted)
    size = reader.count()
    if not 0 < size <= 1 << bits:
        raise DecodeError(f"palette of {size} ids for {bits} bits before byte {reader.pos}")
    palette = palette_ids(reader, size)
    return bits, palette, _longs(reader, word_count(cells, bits), counted)


def section_1_16(reader: Reader) -> Section:
    block_count = reader.i16()
    return Section(block_count, *_container(reader, _BLOCKS, NARROWEST, WIDEST_PALETTE, single_value=False))


def section_1_18(reader: Reader, layout: ColumnLayout) -> Section:
    block_count = reader.i16()
    if layout.counts_fluids:
        reader.i16()  # the blocks tell
    counted = layout.counts_longs
    bits, palette, data = _container(reader, _BLOCKS, NARROWEST, WIDEST_PALETTE, counted=counted)
    biomes = _container(reader, _BIOMES, NARROWEST_BIOMES, WIDEST_BIOME_PALETTE, counted=counted)
    return Section(block_count, bits, palette, data, biomes=PalettedContainer(BIOME_EDGE, *biomes))


def _heightmaps(
    reader: Reader, tables: Tables, dimension: DimensionType
) -> dict[str, npt.NDArray[np.integer[Any]]]:
    compound = nbt(reader, tables) or {}
    packed = ((str(name), longs) for name, longs in compound.items() if isinstance(longs, LongArray))
    return _unpacked_heightmaps(((name, longs.astype(">i8").tobytes()) for name, longs in packed), dimension)


def _typed_heightmaps(reader: Reader, dimension: DimensionType) -> dict[str, npt.NDArray[np.integer[Any]]]:
    packed = [(reader.varint(), reader.take(8 * reader.count(8))) for _ in range(reader.count(2))]
    return _unpacked_heightmaps(
        ((HEIGHTMAPS[kind], data) for kind, data in packed if 0 <= kind < len(HEIGHTMAPS)), dimension
    )


def _unpacked_heightmaps(
    packed: Iterable[tuple[str, bytes]], dimension: DimensionType
) -> dict[str, npt.NDArray[np.integer[Any]]]:
    """Those of the right size; the client counts the others anew, so they do no harm."""
    bits = dimension.height.bit_length()
    size = 8 * word_count(_COLUMNS, bits)
    return {name: unpack(data, bits, _COLUMNS) for name, data in packed if len(data) == size}


def _sections(
    reader: Reader, present: Iterable[bool], read: Callable[[Reader], Section]
) -> list[Section | None]:
    """The sections in their length-prefixed buffer.

    From 1.18 on vanilla makes the buffer a byte too long for each container of one value: zeros may follow.
    """
    end = reader.count() + reader.pos
    sections = [read(reader) if there else None for there in present]
    if reader.pos > end:
        raise DecodeError(f"sections end at byte {reader.pos}, their buffer at {end}")
    if any(padding := reader.take(end - reader.pos)):
        raise DecodeError(f"{len(padding)} bytes behind the last section, which end at byte {end}")
    return sections


def block_entity_1_9(reader: Reader, tables: Tables) -> tuple[LocalPos, BlockEntity]:
    """Place and id are among the NBT's values (to 1.17)."""
    compound = nbt(reader, tables)
    if compound is None:
        raise DecodeError(f"block entity without NBT before byte {reader.pos}")
    try:
        x, y, z = (int(compound[axis]) for axis in "xyz")
        kind = str(compound["id"])
    except (KeyError, TypeError, ValueError) as error:
        raise DecodeError(f"block entity without place or id before byte {reader.pos}: {error!r}") from None
    return (x & 15, y, z & 15), BlockEntity(kind, compound)


def _block_entity_1_18(reader: Reader, tables: Tables) -> tuple[LocalPos, BlockEntity]:
    place, y, kind = reader.u8(), reader.i16(), reader.varint()
    return (place >> 4, y, place & 15), BlockEntity(kind, nbt(reader, tables))


def column_1_16(reader: Reader, tables: Tables, dimension: DimensionType) -> ColumnContents:
    reader.take(8)  # place
    full = reader.boolean()
    mask = reader.varint()
    count = dimension.section_count
    if mask < 0 or mask >> count:
        raise DecodeError(f"section mask {mask:#x} in a world of {count} sections")
    heightmaps = _heightmaps(reader, tables, dimension)
    biomes = None
    if full:
        cells = count * _BIOMES
        if (size := reader.count()) != cells:
            raise DecodeError(f"{size} biomes in a column of {cells} cells")
        biomes = varints(reader, size)
    sections = _sections(reader, (bool(mask >> index & 1) for index in range(count)), section_1_16)
    block_entities = dict(block_entity_1_9(reader, tables) for _ in range(reader.count()))
    return ColumnContents(sections, block_entities, biomes, heightmaps)


def column_1_18(reader: Reader, tables: Tables, dimension: DimensionType) -> ColumnContents:
    layout = COLUMN_LAYOUTS.at(tables.protocol)
    reader.take(8)  # place
    if layout.typed_heightmaps:
        heightmaps = _typed_heightmaps(reader, dimension)
    else:
        heightmaps = _heightmaps(reader, tables, dimension)
    sections = _sections(
        reader, [True] * dimension.section_count, lambda reader: section_1_18(reader, layout)
    )
    block_entities = dict(_block_entity_1_18(reader, tables) for _ in range(reader.count(5)))
    skip_light(reader, layout)
    return ColumnContents(sections, block_entities, None, heightmaps)


def skip_light(reader: Reader, layout: ColumnLayout) -> None:
    """Four bit sets of sections, then an array for each section that has sky light and block light."""
    if layout.trusts_edges:
        reader.boolean()
    for _ in range(4):
        reader.take(8 * reader.count(8))
    for _ in range(2):
        for _ in range(reader.count(_LIGHT_BYTES)):
            if (size := reader.varint()) != _LIGHT_BYTES:
                raise DecodeError(f"light of {size} bytes before byte {reader.pos}, {_LIGHT_BYTES} expected")
            reader.take(size)


ReadColumn = Callable[[Reader, Tables, DimensionType], ColumnContents]
COLUMNS: tuple[tuple[int, ReadColumn], ...] = ((V1_16_2, column_1_16), (V1_18, column_1_18))
"""Each layout with the protocol that it came with."""
