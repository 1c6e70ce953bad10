"""Whatever the bytes are, readers answer with a message or a DecodeError, and soon."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from generated import GeneratedPackets
from hand_written import hand_written
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from recordings import RECORDED, recordings

from proxy.versions import family_for, supported
from proxy.versions.base import Direction, ProtocolFamily
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import pack_varint, read_varint
from world.chunk import Chunk, ColumnContents
from world.dimension import DimensionType
from world.section import Section

FAMILIES = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)
CHUNK = "chunk_data"
READ_LATER = frozenset({CHUNK, "map_chunk_bulk"})
"""Of these only the place is read at first."""
OPEN_ENDED = READ_LATER | {"plugin_message", "configuration/plugin_message"}
"""What these carry at their end is theirs."""
HEARD = "clientbound", "chat_message"
"""Of what others say only the front is read, from 1.19 on."""
Body = tuple[Direction, str, bytes]


def overworld(family: ProtocolFamily) -> DimensionType:
    low = family.protocol <= 754
    return DimensionType("minecraft:overworld", *((0, 256) if low else (-64, 384)))


@pytest.fixture(scope="module")
def bodies(peers: Path, generated: GeneratedPackets) -> dict[int, list[Body]]:
    """Protocol → the smallest recorded bodies of each type that we read, and all that others wrote."""
    return {family.protocol: list(_bodies(family, peers, generated)) for family in supported()}


def _bodies(family: ProtocolFamily, peers: Path, generated: GeneratedPackets) -> Iterator[Body]:
    if family in RECORDED:
        smallest: dict[str, list[bytes]] = {}
        for recording in recordings(peers, family):
            smallest.setdefault(recording.our_name, []).append(recording.body)
        for name in family.decodes("clientbound") & smallest.keys():
            yield from (("clientbound", name, body) for body in sorted(smallest[name], key=len)[:2])
    else:
        packet = family.chunk_data(column(family))[0]
        yield "clientbound", CHUNK, packet[read_varint(packet, 0)[1] :]
    yield from ((packet.direction, packet.our_name, packet.body) for packet in generated[family.protocol])
    yield from (("clientbound", name, body) for name, body, _ in hand_written(family))


def column(family: ProtocolFamily) -> Chunk:
    """Air, one section of a few states, one of very many."""
    dimension = overworld(family)
    few = np.arange(4096, dtype=np.uint16).reshape(16, 16, 16) % 11
    many = np.arange(4096, dtype=np.uint16).reshape(16, 16, 16)
    empty = [None] * (dimension.section_count - 2)
    air = family.blocks.air
    sections = [Section.from_array(few, air), Section.from_array(many, air), *empty]
    return Chunk(3, -7, dimension, ColumnContents(sections), family.blocks)


def read(family: ProtocolFamily, direction: Direction, name: str, body: bytes) -> None:
    """Decode; anything but a DecodeError that says what it is about escapes."""
    complaint = f"{name}: "
    try:
        family.decode(direction, name, body)
        if name == CHUNK:
            family.read_column(body, overworld(family))
    except DecodeError as error:
        complaint = str(error)
    assert complaint.startswith(f"{name}: ")


@FAMILIES
def test_a_body_cut_short_anywhere_is_refused(family: ProtocolFamily, bodies: dict[int, list[Body]]) -> None:
    for direction, name, body in bodies[family.protocol]:
        if name in OPEN_ENDED or (direction, name) == HEARD:
            continue
        for end in sorted({*range(min(len(body), 40)), len(body) // 2, len(body) - 1} - {len(body), -1}):
            with pytest.raises(DecodeError):
                family.decode(direction, name, body[:end])


@FAMILIES
def test_a_chunk_cut_short_anywhere_is_refused(family: ProtocolFamily, bodies: dict[int, list[Body]]) -> None:
    columns = [body for _, name, body in bodies[family.protocol] if name == CHUNK]
    assert columns
    for body in columns:
        for end in range(0, len(body), max(1, len(body) // 200)):
            with pytest.raises(DecodeError):
                family.read_column(body[:end], overworld(family))


@FAMILIES
def test_a_byte_too_many_is_refused(family: ProtocolFamily, bodies: dict[int, list[Body]]) -> None:
    for direction, name, body in bodies[family.protocol]:
        if name not in OPEN_ENDED and (direction, name) != HEARD:
            with pytest.raises(DecodeError, match="1 bytes left over"):
                family.decode(direction, name, body + b"\x00")
        if name == CHUNK:
            with pytest.raises(DecodeError, match="1 bytes left over"):
                family.read_column(body + b"\x00", overworld(family))


@settings(max_examples=1500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_mutated_bodies_raise_nothing_but_decode_errors(
    bodies: dict[int, list[Body]], data: st.DataObject
) -> None:
    family = data.draw(st.sampled_from(supported()), "family")
    direction, name, body = data.draw(st.sampled_from(bodies[family.protocol]), "packet")
    mutated = bytearray(body)
    for _ in range(data.draw(st.integers(1, 4))):
        if not mutated:
            break
        at = data.draw(st.integers(0, min(len(mutated), 400) - 1) | st.integers(0, len(mutated) - 1))
        length = data.draw(st.integers(0, 5))
        mutated[at : at + length] = data.draw(st.binary(max_size=8) | st.sampled_from(_HOSTILE))
    read(family, direction, name, bytes(mutated))


_HOSTILE = [
    pack_varint(-1),
    pack_varint(2**31 - 1),
    b"\xff" * 6,
    struct.pack(">f", float("nan")),
    struct.pack(">f", float("inf")),
    struct.pack(">d", float("nan")),
    struct.pack(">i", -(2**31)),
    struct.pack(">d", 1e308),
    b"\x7f\xff\xff\xff",
    b"\x09\x00\x00\x09\x7f\xff\xff\xff",
]
"""Counts that nothing can follow, numbers that aren't, an NBT list that claims two thousand million items."""


@settings(max_examples=1000, deadline=None)
@given(data=st.data())
def test_random_bytes_raise_nothing_but_decode_errors(data: st.DataObject) -> None:
    family = data.draw(st.sampled_from(supported()))
    direction: Direction = data.draw(st.sampled_from(("clientbound", "serverbound")))
    name = data.draw(st.sampled_from(sorted(family.decodes(direction))))
    read(family, direction, name, data.draw(st.binary(max_size=300)))


# --- single cases ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "body", "complaint"),
    [
        ("explosion", struct.pack(">ffff", float("nan"), 0, 0, 1), "a position of"),
        ("explosion", struct.pack(">ffff", 0, 0, 0, 1) + pack_varint(-1), "-3 bytes wanted"),
        ("destroy_entities", pack_varint(2**31 - 1), "2147483647 elements claimed"),
        ("player_list_item", pack_varint(5) + pack_varint(0), "player list action 5"),
        ("entity_equipment", b"\x01\x06\x00", "equipment slot 6"),
        ("entity_metadata", b"\x01\x00\x17\x00\xff", "metadata serializer 23"),
        ("entity_metadata", b"\x01\x06\x12\x0e\xff", "pose 14"),
        ("entity_metadata", b"\x01\x06\x0b\x06\xff", "direction 6"),
        ("entity_metadata", b"\x01\x0a\x0f" + pack_varint(93) + b"\xff", "particle 93"),
        ("open_window", b"\x01\x02" + pack_varint(-1), "string of -1 bytes"),
        ("open_window", b"\x01\x02\x02\xc3\x28", "isn't UTF-8"),
    ],
)
def test_complaints_name_the_packet_and_the_matter(name: str, body: bytes, complaint: str) -> None:
    family = family_for(760)
    assert family is not None
    with pytest.raises(DecodeError, match=complaint) as caught:
        family.decode("clientbound", name, body)
    assert str(caught.value).startswith(f"{name}: ")


NAN, INFINITE = float("nan"), float("inf")
ANYWHERE = struct.pack(">ddd", 0, 64, 0)


@pytest.mark.parametrize(
    ("protocol", "direction", "name", "body"),
    [
        (754, "serverbound", "player_position", struct.pack(">ddd?", 0, NAN, 0, True)),
        (775, "serverbound", "player_position", struct.pack(">ddd?", 0, INFINITE, 0, True)),
        (775, "serverbound", "player_look", struct.pack(">ff?", NAN, 0, True)),
        (775, "serverbound", "player_position_and_look", ANYWHERE + struct.pack(">ff?", 0, -INFINITE, True)),
        (754, "serverbound", "vehicle_move", struct.pack(">dddff", 0, 0, NAN, 0, 0)),
        (
            754,
            "clientbound",
            "player_position_and_look",
            struct.pack(">dddffB", NAN, 0, 0, 0, 0, 0) + b"\x01",
        ),
        (
            775,
            "clientbound",
            "player_position_and_look",
            b"\x01" + 2 * ANYWHERE + struct.pack(">ffi", NAN, 0, 0),
        ),
        (775, "clientbound", "player_rotation", struct.pack(">f?f?", 0, False, NAN, False)),
        (
            754,
            "clientbound",
            "spawn_mob",
            b"\x05" + bytes(16) + b"\x01" + struct.pack(">ddd", 0, 0, NAN) + bytes(9),
        ),
        (754, "clientbound", "entity_teleport", b"\x05" + struct.pack(">dddbb?", INFINITE, 0, 0, 0, 0, True)),
        (
            775,
            "clientbound",
            "entity_teleport",
            b"\x05" + ANYWHERE + struct.pack(">dddffi?", 0, 0, NAN, 0, 0, 0, True),
        ),
        (
            775,
            "clientbound",
            "sync_entity_position",
            b"\x05" + struct.pack(">ddddddff?", NAN, *(0,) * 7, True),
        ),
        (47, "clientbound", "player_position_and_look", struct.pack(">dddffB", NAN, 0, 0, 0, 0, 0)),
        (340, "clientbound", "spawn_experience_orb", b"\x05" + struct.pack(">dddh", 0, 0, NAN, 1)),
    ],
)
def test_no_place_and_no_look_is_taken_in_that_is_nowhere(
    protocol: int, direction: Direction, name: str, body: bytes
) -> None:
    """Whoever looks for the block at NaN fails, and so does all arithmetic that it takes part in."""
    family = family_for(protocol)
    assert family is not None
    with pytest.raises(DecodeError, match=r"a (position|look) of"):
        family.decode(direction, name, body)


def chunk_body(
    mask: int = 1, biomes: int = 1024, section: bytes = b"", sections: bytes | None = None
) -> bytes:
    """A 1.16.5 chunk with whatever stands for its only section."""
    data = section if sections is None else sections
    head = struct.pack(">ii?", 0, 0, True) + pack_varint(mask) + b"\x00"
    return head + pack_varint(biomes) + b"\x01" * biomes + pack_varint(len(data)) + data + pack_varint(0)


STONE = struct.pack(">h", 4096) + b"\x04" + b"\x01\x01" + pack_varint(256) + bytes(2048)


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (chunk_body(mask=1 << 16, section=STONE), "section mask 0x10000 in a world of 16 sections"),
        (chunk_body(biomes=1008, section=STONE), "1008 biomes in a column of 1024 cells"),
        (chunk_body(section=STONE + b"\x01"), "1 bytes behind the last section"),
        (chunk_body(mask=3, section=STONE), "2 bytes wanted at byte"),
        (chunk_body(section=STONE.replace(b"\x80\x02", b"\x80\x03")), "384 longs of packed data"),
        (chunk_body(section=STONE[:2] + b"\x11"), "17 bits a cell"),
        (chunk_body(section=STONE[:2] + b"\x04\x00"), "palette of 0 ids for 4 bits"),
        (chunk_body(section=STONE[:2] + b"\x04\x11" + bytes(17)), "palette of 17 ids for 4 bits"),
        (chunk_body(section=STONE[:2] + b"\x04\x01" + pack_varint(70_000)), "palette with id 70000 or more"),
    ],
)
def test_complaints_about_chunks_name_the_matter(body: bytes, complaint: str) -> None:
    family = family_for(754)
    assert family is not None
    with pytest.raises(DecodeError, match=complaint):
        family.read_column(body, DimensionType("minecraft:overworld"))


def test_the_chunk_that_those_complaints_are_about_is_sound_itself() -> None:
    family = family_for(754)
    assert family is not None
    column = family.read_column(chunk_body(section=STONE), DimensionType("minecraft:overworld"))
    assert column.sections[0] is not None
    assert (column.sections[0].states == 1).all()
