"""Whole chunk columns under an open sky: the counterpart of :mod:`proxy.versions.read.legacy.column`."""

from __future__ import annotations

import struct

import numpy as np

from proxy.versions.tables import Tables
from proxy.versions.write.legacy.values import pack_position
from proxy.versions.write.packets import NamedPacket, pack_boolean, pack_nbt
from proxy.wire.frame import pack_varint
from world.blocks import BlockTable
from world.chunk import BlockEntity, Chunk, ColumnContents
from world.paletted import pack
from world.section import EDGE, NARROWEST, WIDEST_PALETTE, Section

_LIGHT_BYTES = EDGE**3 // 2
_DARK, _FULL_LIGHT = bytes(_LIGHT_BYTES), b"\xff" * _LIGHT_BYTES
_DIRECT_BITS = 13
"""Width of a state id without a palette."""

_ACTIONS_1_8 = {
    "mob_spawner": 1,
    "command_block": 2,
    "beacon": 3,
    "skull": 4,
    "flower_pot": 5,
    "banner": 6,
}
"""Block entities that 1.8 is told of, by the number of their update. It makes the others from their blocks."""


def _contents(chunk: Chunk) -> ColumnContents:
    contents = chunk.contents
    if contents is None:
        raise ValueError(f"chunk {chunk.x} {chunk.z} is damaged and can't be written")
    return contents


def _present(contents: ColumnContents) -> dict[int, Section]:
    """The sections by index, at least one: a column of none would be an unload to 1.8."""
    return {index: section for index, section in enumerate(contents.sections) if section is not None} or {
        0: Section.filled(0)
    }


def _mask(sections: dict[int, Section]) -> int:
    return sum(1 << index for index in sections)


def _biomes(contents: ColumnContents, biome: int) -> bytes:
    if contents.column_biomes is not None:
        return contents.column_biomes.tobytes()
    return bytes((biome,)) * EDGE**2


def column_1_8(
    chunk: Chunk, tables: Tables, blocks: BlockTable, biome: int, biomes: int
) -> list[NamedPacket]:
    """The block entities follow in packets of their own."""
    contents = _contents(chunk)
    sections = _present(contents)
    light = [_DARK] * len(sections) + [_FULL_LIGHT] * (len(sections) if chunk.dimension.has_skylight else 0)
    states = (section.states.astype("<u2").tobytes() for section in sections.values())
    data = b"".join((*states, *light, _biomes(contents, biome)))
    body = struct.pack(">ii?H", chunk.x, chunk.z, True, _mask(sections)) + pack_varint(len(data)) + data
    updates = (
        _block_entity_1_8(chunk, place, entity, tables) for place, entity in contents.block_entities.items()
    )
    return [("chunk_data", body), *(update for update in updates if update is not None)]


def _block_entity_1_8(
    chunk: Chunk, place: tuple[int, int, int], entity: BlockEntity, tables: Tables
) -> NamedPacket | None:
    action = _ACTIONS_1_8.get(str(entity.kind).removeprefix("minecraft:"))
    if action is None or entity.nbt is None:
        return None
    x, y, z = place
    position = pack_position(chunk.x * EDGE + x, y, chunk.z * EDGE + z)
    return "update_block_entity", position + bytes((action,)) + pack_nbt(entity.nbt, tables)


def _section_1_9(section: Section, sky_light: bool) -> bytes:
    """Light comes with the blocks. The length of a palette is there even when there is none."""
    states = section.states
    palette, indices = np.unique(states, return_inverse=True)
    bits = max(NARROWEST, (len(palette) - 1).bit_length())
    if bits > WIDEST_PALETTE:
        bits, ids = _DIRECT_BITS, pack_varint(0)
        data = pack(states, bits, spanning=True)
    else:
        ids = pack_varint(len(palette)) + b"".join(map(pack_varint, palette.tolist()))
        data = pack(indices, bits, spanning=True)
    light = _DARK + (_FULL_LIGHT if sky_light else b"")
    return bytes((bits,)) + ids + pack_varint(len(data) // 8) + data + light


def column_1_9(
    chunk: Chunk, tables: Tables, blocks: BlockTable, biome: int, biomes: int
) -> list[NamedPacket]:
    """To 1.12.2."""
    contents = _contents(chunk)
    sections = _present(contents)
    sky_light = chunk.dimension.has_skylight
    data = b"".join(_section_1_9(section, sky_light) for section in sections.values())
    data += _biomes(contents, biome)
    entities = [entity.nbt for entity in contents.block_entities.values() if isinstance(entity.kind, str)]
    body = (
        struct.pack(">ii", chunk.x, chunk.z)
        + pack_boolean(True)
        + pack_varint(_mask(sections))
        + pack_varint(len(data))
        + data
        + pack_varint(len(entities))
        + b"".join(pack_nbt(entity, tables) for entity in entities)
    )
    return [("chunk_data", body)]
