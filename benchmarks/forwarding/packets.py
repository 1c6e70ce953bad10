"""What is sent: recorded packets of a vanilla 1.16.5 server, 30 B and 30 kB."""

from __future__ import annotations

import io
import random
from dataclasses import dataclass
from pathlib import Path

import nbtlib

from proxy.wire.buffer import Reader
from proxy.wire.frame import pack_varint
from proxy.wire.framing import frame_packet

PROTOCOL = 754
THRESHOLD = 256
CHUNK_SHARE = 0.02
"""One chunk in fifty packets, about what a walking player is sent."""
CHUNK_BYTES = 30_000
ENTITIES = 50

RECORDED = Path("tests/peers/node_modules/minecraft-packets/minecraft-packets/data/pc/1.16.5/from-server")

MARKER = b"\x1f" + (0x48656172746B696E).to_bytes(8, "big")
"""The last packet, a keep-alive of our own; small, so that it arrives as it is whoever carries it."""


@dataclass(frozen=True)
class Mix:
    """``opening`` once, then ``body`` as often as one likes; both are frames."""

    opening: bytes
    body: bytes
    packets: int
    """In ``body``."""
    chunks: int
    inflated: int
    """Bytes of the packets in ``body``."""


@dataclass(frozen=True)
class _Column:
    heightmaps: bytes
    biomes: bytes
    sections: int
    data: bytes


def _recorded(name: str) -> list[bytes]:
    files = sorted((RECORDED / name).glob("*.raw"))
    if not files:
        raise SystemExit(f"{RECORDED / name} holds no packets: run  npm ci --prefix tests/peers")
    return [file.read_bytes() for file in files]


def _column(packet: bytes) -> _Column:
    """The parts of a recorded 1.16.5 chunk."""
    reader = Reader(packet, 1)
    reader.take(9)  # x, z, full
    mask = reader.varint()
    start = reader.pos
    stream = io.BytesIO(packet[start:])
    stream.read(3)  # root compound with an empty name
    nbtlib.Compound.parse(stream)
    reader.take(stream.tell())
    heightmaps = packet[start : reader.pos]
    start = reader.pos
    for _ in range(reader.varint()):
        reader.varint()
    biomes = packet[start : reader.pos]
    return _Column(heightmaps, biomes, mask.bit_count(), reader.take(reader.varint()))


def _chunk(columns: list[_Column], x: int, z: int) -> bytes:
    """A whole chunk of about ``CHUNK_BYTES``: sections of recorded ones on top of each other."""
    data, sections = b"", 0
    for column in columns:
        if len(data) + len(column.data) / 2 > CHUNK_BYTES - 4000 or sections + column.sections > 16:
            break
        data += column.data
        sections += column.sections
    head = b"\x20" + x.to_bytes(4, "big", signed=True) + z.to_bytes(4, "big", signed=True) + b"\x01"
    body = pack_varint((1 << sections) - 1) + columns[0].heightmaps + columns[0].biomes
    return head + body + pack_varint(len(data)) + data + pack_varint(0)


def make_mix(packets: int = 10_000, seed: int = 1) -> Mix:
    """The same bytes for the same seed."""
    chance = random.Random(seed)
    columns = [_column(packet) for packet in _recorded("map_chunk")]
    [login] = _recorded("login")
    spawn = _recorded("spawn_entity")[0]
    teleports = _recorded("entity_teleport")
    _, behind_id = _entity_id(spawn)
    ids = range(100, 100 + ENTITIES)
    opening = [login, *(spawn[:1] + pack_varint(i) + spawn[behind_id:] for i in ids)]
    body: list[bytes] = []
    chunks = 0
    for number in range(packets):
        if number % round(1 / CHUNK_SHARE) == 0:
            order = columns[:]
            chance.shuffle(order)
            body.append(_chunk(order, chunks % 15, chunks // 15 % 15))
            chunks += 1
        else:
            teleport = chance.choice(teleports)
            _, behind_id = _entity_id(teleport)
            body.append(teleport[:1] + pack_varint(chance.choice(ids)) + teleport[behind_id:])
    return Mix(
        b"".join(frame_packet(packet, THRESHOLD) for packet in opening),
        b"".join(frame_packet(packet, THRESHOLD) for packet in body),
        packets,
        chunks,
        sum(map(len, body)),
    )


def _entity_id(packet: bytes) -> tuple[int, int]:
    reader = Reader(packet, 1)
    return reader.varint(), reader.pos
