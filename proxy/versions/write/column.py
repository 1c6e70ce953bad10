"""Whole chunk columns under an open sky: the counterpart of :mod:`proxy.versions.read.column`."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt
from nbtlib.tag import Compound, LongArray

from proxy.versions.column_layout import (
    COLUMN_LAYOUTS,
    HEIGHTMAPS,
    NARROWEST_BIOMES,
    WIDEST_BIOME_PALETTE,
    ColumnLayout,
    direct_bits,
)
from proxy.versions.releases import FIRST, V1_9, V1_16_2, V1_18, Since
from proxy.versions.tables import Tables
from proxy.versions.write.legacy.column import column_1_8, column_1_9
from proxy.versions.write.packets import NamedPacket, pack_boolean, pack_nbt
from proxy.wire.frame import pack_varint
from world.blocks import BlockTable
from world.chunk import Chunk, ColumnContents
from world.paletted import Ids, PalettedContainer, pack
from world.section import BIOME_EDGE, EDGE, Section

_LIGHT_BYTES = EDGE**3 // 2
_FULL_LIGHT = pack_varint(_LIGHT_BYTES) + b"\xff" * _LIGHT_BYTES


def _contents(chunk: Chunk) -> ColumnContents:
    contents = chunk.contents
    if contents is None:
        raise ValueError(f"chunk {chunk.x} {chunk.z} is damaged and can't be written")
    return contents


def heightmap(states: Ids, counts: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
    """Blocks from the bottom to just above the highest that counts, 0 for none; shape (16, 16), order z, x.

    ``states``: a whole column, order y, z, x. ``counts``: by state id.
    """
    present = counts[states]
    from_top = np.argmax(present[::-1], axis=0)
    return np.where(present.any(axis=0), len(states) - from_top, 0)


def _packed_heightmaps(chunk: Chunk, blocks: BlockTable) -> dict[str, bytes]:
    dimension = chunk.dimension
    states = chunk.states_between(dimension.min_y, dimension.min_y + dimension.height)
    if states is None:
        raise ValueError(f"chunk {chunk.x} {chunk.z} is damaged and can't be written")
    bits = dimension.height.bit_length()
    maps = {"MOTION_BLOCKING": blocks.motion_blocking, "WORLD_SURFACE": ~blocks.air}
    return {name: pack(heightmap(states, mask), bits) for name, mask in maps.items()}


def _heightmaps(chunk: Chunk, blocks: BlockTable, tables: Tables) -> bytes:
    packed = _packed_heightmaps(chunk, blocks).items()
    return pack_nbt(Compound({name: LongArray(np.frombuffer(data, ">i8")) for name, data in packed}), tables)


def _typed_heightmaps(chunk: Chunk, blocks: BlockTable) -> bytes:
    packed = _packed_heightmaps(chunk, blocks)
    return pack_varint(len(packed)) + b"".join(
        pack_varint(HEIGHTMAPS.index(name)) + pack_varint(len(data) // 8) + data
        for name, data in packed.items()
    )


def _container(bits: int, palette: Ids | None, data: bytes, *, counted: bool = True) -> bytes:
    """Bits, palette (if any; with 0 bits its one id without a length) and packed longs."""
    ids = b"" if palette is None else b"".join(map(pack_varint, palette.tolist()))
    length = b"" if palette is None or bits == 0 else pack_varint(len(palette))
    longs = pack_varint(len(data) // 8) if counted else b""
    return bytes((bits,)) + length + ids + longs + data


def _buffer(sections: Iterable[bytes]) -> bytes:
    data = b"".join(sections)
    return pack_varint(len(data)) + data


def _section_1_16(section: Section, state_bits: int) -> bytes:
    return struct.pack(">h", section.block_count) + _container(*section.packed(state_bits))


def _section_1_18(
    section: Section, layout: ColumnLayout, blocks: BlockTable, biome: int, biome_bits: int
) -> bytes:
    biomes = section.biomes or PalettedContainer.filled(BIOME_EDGE, biome)
    counts = struct.pack(">h", section.block_count)
    if layout.counts_fluids:
        counts += struct.pack(">h", np.count_nonzero((blocks.water | blocks.lava)[section.states]))
    return (
        counts
        + _container(
            *section.packed(direct_bits(blocks.state_count), single_value=True), counted=layout.counts_longs
        )
        + _container(
            *biomes.packed(
                narrowest=NARROWEST_BIOMES,
                widest_palette=WIDEST_BIOME_PALETTE,
                direct_bits=biome_bits,
                single_value=True,
            ),
            counted=layout.counts_longs,
        )
    )


def column_1_16(
    chunk: Chunk, tables: Tables, blocks: BlockTable, biome: int, biomes: int
) -> list[NamedPacket]:
    contents = _contents(chunk)
    count = chunk.dimension.section_count
    present = {index: section for index, section in enumerate(contents.sections) if section is not None}
    cells = count * BIOME_EDGE**3
    biome_ids = [biome] * cells if contents.biomes is None else contents.biomes.reshape(-1).tolist()
    entities = [entity.nbt for entity in contents.block_entities.values() if isinstance(entity.kind, str)]
    state_bits = direct_bits(blocks.state_count)
    place = struct.pack(">ii", chunk.x, chunk.z)
    body = (
        place
        + pack_boolean(True)
        + pack_varint(sum(1 << index for index in present))
        + _heightmaps(chunk, blocks, tables)
        + pack_varint(len(biome_ids))
        + b"".join(map(pack_varint, biome_ids))
        + _buffer(_section_1_16(section, state_bits) for section in present.values())
        + pack_varint(len(entities))
        + b"".join(pack_nbt(entity, tables) for entity in entities)
    )
    every = (1 << count + 2) - 1
    light = (
        pack_varint(chunk.x)
        + pack_varint(chunk.z)
        + pack_boolean(True)
        + b"".join(map(pack_varint, (every, 0, 0, every)))
        + _FULL_LIGHT * (count + 2)
    )
    return [("update_light", light), ("chunk_data", body)]


def column_1_18(
    chunk: Chunk, tables: Tables, blocks: BlockTable, biome: int, biomes: int
) -> list[NamedPacket]:
    layout = COLUMN_LAYOUTS.at(tables.protocol)
    contents = _contents(chunk)
    count = chunk.dimension.section_count
    air = Section.filled(0)
    entities = [
        bytes(((x << 4) | z,))
        + struct.pack(">h", y)
        + pack_varint(entity.kind)
        + pack_nbt(entity.nbt, tables)
        for (x, y, z), entity in contents.block_entities.items()
        if isinstance(entity.kind, int)
    ]
    heightmaps = (
        _typed_heightmaps(chunk, blocks) if layout.typed_heightmaps else _heightmaps(chunk, blocks, tables)
    )
    biome_bits = direct_bits(biomes)
    every, none = _bit_set(count + 2), pack_varint(0)
    body = (
        struct.pack(">ii", chunk.x, chunk.z)
        + heightmaps
        + _buffer(
            _section_1_18(section or air, layout, blocks, biome, biome_bits) for section in contents.sections
        )
        + pack_varint(len(entities))
        + b"".join(entities)
        + (pack_boolean(True) if layout.trusts_edges else b"")
        + (every + none + none + every)  # sky, block, empty sky, empty block
        + pack_varint(count + 2)
        + _FULL_LIGHT * (count + 2)
        + pack_varint(0)
    )
    return [("chunk_data", body)]


def _bit_set(size: int) -> bytes:
    """``size`` ones, as longs with the low bits first."""
    longs = -(-size // 64)
    ones = ((1 << size) - 1).to_bytes(8 * longs, "little")
    return pack_varint(longs) + b"".join(ones[at : at + 8][::-1] for at in range(0, len(ones), 8))


WRITE_COLUMN: Since[Callable[[Chunk, Tables, BlockTable, int, int], list[NamedPacket]]] = Since(
    (FIRST, column_1_8), (V1_9, column_1_9), (V1_16_2, column_1_16), (V1_18, column_1_18)
)
"""Writer of a column with light. States and biomes are ids of the version; ``biome`` fills sections without
biomes of their own, ``biomes`` is how many the client's registry holds."""
