"""Whatever the bytes are, readers answer with a message or a DecodeError, and soon."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
from expected.values import plain
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from judge import Judge
from samples import samples
from samples.values import particle_names

from proxy.messages import EntityMetadata
from proxy.versions import family_for, supported
from proxy.versions.base import Direction, ProtocolFamily
from proxy.wire.buffer import DecodeError, pack_string
from proxy.wire.frame import pack_varint, read_varint
from world.dimension import DimensionType

FAMILIES = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)
OVERWORLD = {
    754: DimensionType("minecraft:overworld"),
    758: DimensionType("minecraft:overworld", -64, 384),
    760: DimensionType("minecraft:overworld", -64, 384),
}
Body = tuple[Direction, str, bytes]


@pytest.fixture(scope="module")
def bodies(peers: Path, judge: Judge) -> dict[int, list[Body]]:
    """Protocol → the smallest recorded bodies of each type that we read, and all generated ones."""
    found: dict[int, list[Body]] = {}
    wanted = [
        (family, sample)
        for family in supported()
        for sample in samples(family, particle_names(peers, family.minecraft))
    ]
    written = judge.write([(family.minecraft, *sample) for family, sample in wanted])
    for family in supported():
        folder = peers / "node_modules/minecraft-packets/minecraft-packets/data/pc" / family.minecraft
        packets: list[tuple[Any, bytes]] = []
        for kind in sorted((folder / "from-server").iterdir()):
            packets += [("clientbound", path.read_bytes()) for path in sorted(kind.glob("*.raw"))[:2]]
        for (its_family, (direction, _, _)), packet in zip(wanted, written, strict=True):
            if its_family is family:
                packets.append((direction, packet))
        found[family.protocol] = [
            (direction, name, packet[start:])
            for direction, packet in packets
            for packet_id, start in [read_varint(packet, 0)]
            if (name := family.packet_name("play", direction, packet_id)) in family.decodes(direction)
        ]
    return found


def read(family: ProtocolFamily, direction: Direction, name: str, body: bytes) -> None:
    """Decode; anything but a DecodeError that says what it is about escapes."""
    complaint = f"{name}: "
    try:
        family.decode(direction, name, body)
        if name == "chunk_data":
            family.read_column(body, OVERWORLD[family.protocol])
    except DecodeError as error:
        complaint = str(error)
    assert complaint.startswith(f"{name}: ")


@FAMILIES
def test_a_body_cut_short_anywhere_is_refused(family: ProtocolFamily, bodies: dict[int, list[Body]]) -> None:
    for direction, name, body in bodies[family.protocol]:
        # what plugin messages and chunks carry at their end is theirs
        if name in ("plugin_message", "chunk_data"):
            continue
        for end in sorted({*range(min(len(body), 40)), len(body) // 2, len(body) - 1} - {len(body)}):
            with pytest.raises(DecodeError):
                family.decode(direction, name, body[:end])


@FAMILIES
def test_a_chunk_cut_short_anywhere_is_refused(family: ProtocolFamily, bodies: dict[int, list[Body]]) -> None:
    dimension = OVERWORLD[family.protocol]
    columns = [body for _, name, body in bodies[family.protocol] if name == "chunk_data"]
    assert columns
    for body in columns:
        for end in range(0, len(body), max(1, len(body) // 200)):
            with pytest.raises(DecodeError):
                family.read_column(body[:end], dimension)


@FAMILIES
def test_a_byte_too_many_is_refused(family: ProtocolFamily, bodies: dict[int, list[Body]]) -> None:
    for direction, name, body in bodies[family.protocol]:
        if name not in ("plugin_message", "chunk_data"):
            with pytest.raises(DecodeError, match="1 bytes left over"):
                family.decode(direction, name, body + b"\x00")
        if name == "chunk_data":
            with pytest.raises(DecodeError, match="1 bytes left over"):
                family.read_column(body + b"\x00", OVERWORLD[family.protocol])


@FAMILIES
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_mutated_bodies_raise_nothing_but_decode_errors(
    family: ProtocolFamily, bodies: dict[int, list[Body]], data: st.DataObject
) -> None:
    direction, name, body = data.draw(st.sampled_from(bodies[family.protocol]))
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
    struct.pack(">i", -(2**31)),
    struct.pack(">d", 1e308),
    b"\x7f\xff\xff\xff",
    b"\x09\x00\x00\x09\x7f\xff\xff\xff",
]
"""Counts that nothing can follow, numbers that aren't, an NBT list that claims two thousand million items."""


@FAMILIES
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_random_bytes_raise_nothing_but_decode_errors(family: ProtocolFamily, data: st.DataObject) -> None:
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
        family.read_column(body, OVERWORLD[754])


def test_the_chunk_that_those_complaints_are_about_is_sound_itself() -> None:
    family = family_for(754)
    assert family is not None
    column = family.read_column(chunk_body(section=STONE), OVERWORLD[754])
    assert column.sections[0] is not None
    assert (column.sections[0].states == 1).all()


# --- what minecraft-data's layouts get wrong ------------------------------------------------------


@pytest.mark.parametrize(
    ("protocol", "serializer", "value", "wanted"),
    [
        # a place in a dimension: minecraft-data has the dimension's name alone
        (
            760,
            21,
            b"\x01" + pack_string("minecraft:the_end") + struct.pack(">q", (5 << 38) | (7 << 12) | 6),
            ("optional_global_pos", ("minecraft:the_end", (5, 6, 7))),
        ),
        # a vibration towards an entity: its id and the height above its feet
        (
            760,
            15,
            pack_varint(40) + pack_string("minecraft:entity") + b"\x05" + struct.pack(">f", 1.5) + b"\x14",
            ("particle", ("vibration", ((5, 1.5), 20))),
        ),
        (
            758,
            15,
            pack_varint(36) + bytes(8) + pack_string("minecraft:entity") + b"\x05\x14",
            ("particle", ("vibration", ((0, 0, 0), 5, 20))),
        ),
    ],
)
def test_values_are_read_as_vanilla_writes_them(
    protocol: int, serializer: int, value: bytes, wanted: tuple[str, Any]
) -> None:
    family = family_for(protocol)
    assert family is not None
    body = b"\x07" + bytes((16, serializer)) + value + b"\xff"
    message = family.decode("clientbound", "entity_metadata", body)
    assert plain(message) == plain(EntityMetadata(7, {16: wanted}))
