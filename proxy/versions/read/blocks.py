"""Changes of blocks, and the place of a chunk column."""

from __future__ import annotations

from math import floor

from proxy.messages import (
    BlockAction,
    BlockEntityData,
    BlocksChanged,
    ChunkData,
    DiggingAcknowledged,
    Explosion,
    UnloadChunk,
)
from proxy.versions.read.rows import Row
from proxy.versions.read.values import finite, nbt
from proxy.versions.releases import V1_17, V1_18
from proxy.versions.tables import Tables
from proxy.wire.buffer import Reader


def chunk_data_1_16(reader: Reader, tables: Tables) -> ChunkData:
    """Only the place; the rest is left for ``read_column``."""
    body = reader.data
    message = ChunkData(reader.i32(), reader.i32(), reader.boolean(), body)
    reader.rest()
    return message


def chunk_data_1_17(reader: Reader, tables: Tables) -> ChunkData:
    """Only the place; the rest is left for ``read_column``. Columns are always whole."""
    body = reader.data
    message = ChunkData(reader.i32(), reader.i32(), True, body)
    reader.rest()
    return message


def unload_chunk(reader: Reader, tables: Tables) -> UnloadChunk:
    return UnloadChunk(reader.i32(), reader.i32())


def block_change(reader: Reader, tables: Tables) -> BlocksChanged:
    return BlocksChanged((reader.position(),), (reader.varint(),))


def multi_block_change(reader: Reader, tables: Tables) -> BlocksChanged:
    """Changes inside one section (1.16.2+): state << 12 | x << 8 | z << 4 | y."""
    section = reader.i64()
    x, z, y = section >> 42, _signed(section >> 20, 22), _signed(section, 20)
    reader.boolean()  # whether the client needn't update light
    records = [reader.varlong() for _ in range(reader.count())]
    positions = tuple(
        ((x << 4) + ((record >> 8) & 15), (y << 4) + (record & 15), (z << 4) + ((record >> 4) & 15))
        for record in records
    )
    return BlocksChanged(positions, tuple(record >> 12 for record in records))


def _signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def acknowledge_player_digging(reader: Reader, tables: Tables) -> DiggingAcknowledged:
    return DiggingAcknowledged(reader.position(), reader.varint(), reader.varint(), reader.boolean())


def explosion_1_8(reader: Reader, tables: Tables) -> Explosion:
    return _explosion(reader, long_count=True)


def explosion_1_17(reader: Reader, tables: Tables) -> Explosion:
    return _explosion(reader, long_count=False)


def _explosion(reader: Reader, *, long_count: bool) -> Explosion:
    center = reader.f32(), reader.f32(), reader.f32()
    finite(*center)
    x, y, z = map(floor, center)
    strength = reader.f32()
    count = reader.i32() if long_count else reader.varint()
    offsets = reader.take(count * 3)
    destroyed = tuple(
        (x + _signed(dx, 8), y + _signed(dy, 8), z + _signed(dz, 8))
        for dx, dy, dz in zip(offsets[::3], offsets[1::3], offsets[2::3], strict=True)
    )
    return Explosion(center, strength, destroyed, (reader.f32(), reader.f32(), reader.f32()))


def block_entity_1_8(reader: Reader, tables: Tables) -> BlockEntityData:
    return BlockEntityData(reader.position(), reader.u8(), nbt(reader, tables))


def block_entity_1_18(reader: Reader, tables: Tables) -> BlockEntityData:
    return BlockEntityData(reader.position(), reader.varint(), nbt(reader, tables))


def block_action(reader: Reader, tables: Tables) -> BlockAction:
    return BlockAction(reader.position(), reader.u8(), reader.u8(), reader.varint())


CLIENTBOUND = (
    Row("chunk_data", chunk_data_1_16),
    Row("chunk_data", chunk_data_1_17, since=V1_17),
    Row("unload_chunk", unload_chunk),
    Row("block_change", block_change),
    Row("multi_block_change", multi_block_change),
    Row("acknowledge_player_digging", acknowledge_player_digging),
    Row("explosion", explosion_1_8),
    Row("explosion", explosion_1_17, since=V1_17),
    Row("update_block_entity", block_entity_1_8),
    Row("update_block_entity", block_entity_1_18, since=V1_18),
    Row("block_action", block_action),
)
