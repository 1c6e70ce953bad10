"""Changes of blocks, and the place of a chunk column."""

from __future__ import annotations

from collections.abc import Callable
from math import floor

from proxy.messages import (
    BlockAction,
    BlockEntityData,
    BlocksChanged,
    ChunkData,
    DiggingAcknowledged,
    Explosion,
    UnloadChunk,
    Vector,
)
from proxy.versions.read.particles import particle
from proxy.versions.read.rows import Row
from proxy.versions.read.values import finite, nbt, vector
from proxy.versions.releases import (
    V1_17,
    V1_18,
    V1_19_3,
    V1_20,
    V1_20_2,
    V1_20_3,
    V1_20_5,
    V1_21_2,
    V1_21_9,
)
from proxy.versions.tables import Tables
from proxy.wire.buffer import Reader

_STILL = (0.0, 0.0, 0.0)
_DESTROYS, _DESTROYS_WITH_DECAY = 1, 2
"""How an explosion treats the blocks that it lists (1.20.3 to 1.21.1); with 0 and 3 they stay."""


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


def unload_chunk_1_9(reader: Reader, tables: Tables) -> UnloadChunk:
    return UnloadChunk(reader.i32(), reader.i32())


def unload_chunk_1_20_2(reader: Reader, tables: Tables) -> UnloadChunk:
    """A long whose high half, z, comes first."""
    z = reader.i32()
    return UnloadChunk(reader.i32(), z)


def block_change(reader: Reader, tables: Tables) -> BlocksChanged:
    return BlocksChanged((reader.position(),), (reader.varint(),))


def multi_block_change_1_16_2(reader: Reader, tables: Tables) -> BlocksChanged:
    section = reader.i64()
    reader.boolean()  # whether the client needn't update light
    return _section_changes(reader, section)


def multi_block_change_1_20(reader: Reader, tables: Tables) -> BlocksChanged:
    return _section_changes(reader, reader.i64())


def _section_changes(reader: Reader, section: int) -> BlocksChanged:
    """Changes inside one section, each state << 12 | x << 8 | z << 4 | y."""
    x, z, y = section >> 42, _signed(section >> 20, 22), _signed(section, 20)
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
    return _explosion(reader, _small_vector(reader), reader.i32)


def explosion_1_17(reader: Reader, tables: Tables) -> Explosion:
    return _explosion(reader, _small_vector(reader), reader.varint)


def explosion_1_19_3(reader: Reader, tables: Tables) -> Explosion:
    return _explosion(reader, vector(reader), reader.varint)


def explosion_1_20_3(reader: Reader, tables: Tables) -> Explosion:
    message = _explosion_with_effects(reader, tables)
    _skip_sound(reader)
    return message


def explosion_1_20_5(reader: Reader, tables: Tables) -> Explosion:
    message = _explosion_with_effects(reader, tables)
    _skip_registered_sound(reader)
    return message


def _explosion_with_effects(reader: Reader, tables: Tables) -> Explosion:
    message = explosion_1_19_3(reader, tables)
    if reader.varint() not in (_DESTROYS, _DESTROYS_WITH_DECAY):
        message.destroyed = ()
    particle(reader, tables)
    particle(reader, tables)
    return message


def explosion_1_21_2(reader: Reader, tables: Tables) -> Explosion:
    center, motion = vector(reader), reader.optional(lambda: vector(reader))
    particle(reader, tables)
    _skip_registered_sound(reader)
    return Explosion(center, None, (), motion or _STILL)


def explosion_1_21_9(reader: Reader, tables: Tables) -> Explosion:
    center, strength = vector(reader), reader.f32()
    reader.i32()  # how many blocks it destroyed
    motion = reader.optional(lambda: vector(reader))
    particle(reader, tables)
    _skip_registered_sound(reader)
    for _ in range(reader.count(10)):
        particle(reader, tables)
        reader.take(8)  # size and speed
        reader.varint()  # weight
    return Explosion(center, strength, (), motion or _STILL)


def _explosion(reader: Reader, center: Vector, read_count: Callable[[], int]) -> Explosion:
    finite(*center)
    x, y, z = map(floor, center)
    strength = reader.f32()
    offsets = reader.take(read_count() * 3)
    destroyed = tuple(
        (x + _signed(dx, 8), y + _signed(dy, 8), z + _signed(dz, 8))
        for dx, dy, dz in zip(offsets[::3], offsets[1::3], offsets[2::3], strict=True)
    )
    return Explosion(center, strength, destroyed, _small_vector(reader))


def _small_vector(reader: Reader) -> Vector:
    return reader.f32(), reader.f32(), reader.f32()


def _skip_sound(reader: Reader) -> None:
    """A sound by its name, and how far it is heard when that doesn't depend on its volume."""
    reader.string(32767)
    reader.optional(reader.f32)


def _skip_registered_sound(reader: Reader) -> None:
    """A sound by its number plus one, or 0 and what it is."""
    if reader.varint() == 0:
        _skip_sound(reader)


def block_entity_1_8(reader: Reader, tables: Tables) -> BlockEntityData:
    return BlockEntityData(reader.position(), reader.u8(), nbt(reader, tables))


def block_entity_1_18(reader: Reader, tables: Tables) -> BlockEntityData:
    return BlockEntityData(reader.position(), reader.varint(), nbt(reader, tables))


def block_action(reader: Reader, tables: Tables) -> BlockAction:
    return BlockAction(reader.position(), reader.u8(), reader.u8(), reader.varint())


CLIENTBOUND = (
    Row("chunk_data", chunk_data_1_16),
    Row("chunk_data", chunk_data_1_17, since=V1_17),
    Row("unload_chunk", unload_chunk_1_9),
    Row("unload_chunk", unload_chunk_1_20_2, since=V1_20_2),
    Row("block_change", block_change),
    Row("multi_block_change", multi_block_change_1_16_2),
    Row("multi_block_change", multi_block_change_1_20, since=V1_20),
    Row("acknowledge_player_digging", acknowledge_player_digging),
    Row("explosion", explosion_1_8),
    Row("explosion", explosion_1_17, since=V1_17),
    Row("explosion", explosion_1_19_3, since=V1_19_3),
    Row("explosion", explosion_1_20_3, since=V1_20_3),
    Row("explosion", explosion_1_20_5, since=V1_20_5),
    Row("explosion", explosion_1_21_2, since=V1_21_2),
    Row("explosion", explosion_1_21_9, since=V1_21_9),
    Row("update_block_entity", block_entity_1_8),
    Row("update_block_entity", block_entity_1_18, since=V1_18),
    Row("block_action", block_action),
)
