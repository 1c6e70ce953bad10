"""Changes of blocks, and the places of chunk columns, with block positions in the old order of bits.

Block states are ``id << 4 | metadata`` here, on the wire as in our block tables.
"""

from __future__ import annotations

import struct

import numpy as np

from proxy.messages import (
    BlockAction,
    BlockEntityData,
    BlockPos,
    BlocksChanged,
    ChunkBulk,
    ChunkData,
    Explosion,
    UnloadChunk,
)
from proxy.versions.read.blocks import chunk_data_1_16, unload_chunk_1_9
from proxy.versions.read.legacy.values import position
from proxy.versions.read.rows import Row
from proxy.versions.read.values import finite, nbt
from proxy.versions.releases import V1_8, V1_9
from proxy.versions.tables import Tables
from proxy.wire.buffer import Reader

BULK_PLACE = struct.Struct(">iiH")
"""Chunk x, chunk z and the mask of sections of a column in a bulk."""


def chunk_data_1_8(reader: Reader, tables: Tables) -> ChunkData | UnloadChunk:
    """Only the place. A whole column of no sections takes the column away: there is no packet for that."""
    body = reader.data
    x, z, full, mask = reader.i32(), reader.i32(), reader.boolean(), reader.u16()
    reader.rest()
    return UnloadChunk(x, z) if full and mask == 0 else ChunkData(x, z, full, body)


def map_chunk_bulk(reader: Reader, tables: Tables) -> ChunkBulk:
    """Only the places; the rest is left for ``column_bodies``."""
    reader.boolean()  # whether there is sky light
    places = tuple(reader.unpack(BULK_PLACE)[:2] for _ in range(reader.count(BULK_PLACE.size)))
    reader.rest()
    return ChunkBulk(places)


def block_change(reader: Reader, tables: Tables) -> BlocksChanged:
    return BlocksChanged((position(reader),), (reader.varint(),))


def multi_block_change(reader: Reader, tables: Tables) -> BlocksChanged:
    """Changes inside one column (to 1.16.1)."""
    base_x, base_z = reader.i32() << 4, reader.i32() << 4
    positions: list[BlockPos] = []
    states: list[int] = []
    for _ in range(reader.count(3)):
        place = reader.u8()
        positions.append((base_x + (place >> 4), reader.u8(), base_z + (place & 15)))
        states.append(reader.varint())
    return BlocksChanged(tuple(positions), tuple(states))


def explosion(reader: Reader, tables: Tables) -> Explosion:
    """The destroyed blocks count from the centre cut to integers, not rounded down as later."""
    center = reader.f32(), reader.f32(), reader.f32()
    finite(*center)
    x, y, z = map(int, center)
    strength = reader.f32()
    offsets = np.frombuffer(reader.take(3 * reader.i32()), np.int8).reshape(-1, 3)
    destroyed = tuple((x + dx, y + dy, z + dz) for dx, dy, dz in offsets.tolist())
    return Explosion(center, strength, destroyed, (reader.f32(), reader.f32(), reader.f32()))


def block_entity(reader: Reader, tables: Tables) -> BlockEntityData:
    return BlockEntityData(position(reader), reader.u8(), nbt(reader, tables))


def block_action(reader: Reader, tables: Tables) -> BlockAction:
    return BlockAction(position(reader), reader.u8(), reader.u8(), reader.varint())


CLIENTBOUND = (
    Row("chunk_data", chunk_data_1_8, since=V1_8),
    Row("chunk_data", chunk_data_1_16, since=V1_9),
    Row("map_chunk_bulk", map_chunk_bulk, since=V1_8),
    Row("unload_chunk", unload_chunk_1_9, since=V1_9),
    Row("block_change", block_change, since=V1_8),
    Row("multi_block_change", multi_block_change, since=V1_8),
    Row("explosion", explosion, since=V1_8),
    Row("update_block_entity", block_entity, since=V1_8),
    Row("block_action", block_action, since=V1_8),
)
