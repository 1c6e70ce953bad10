"""A short session in each version: somebody joins, sees a chunk, others and a companion, and people talk."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import pytest
from nbtlib.tag import Compound, Int, List, String

from nbt.codec import write_network
from nbt.schema import uuid_to_ints
from npc.stage_port import Actor
from proxy.capture.container import CapturedPacket, Metadata
from proxy.capture.writer import CaptureWriter
from proxy.versions import supported
from proxy.versions.base import Direction, ProtocolFamily
from proxy.versions.server_side import Listing, server_side
from proxy.wire.buffer import pack_position, pack_string
from proxy.wire.frame import pack_varint
from world.chunk import BlockEntity, Chunk, ColumnContents
from world.item import ItemStack
from world.section import Section

ME = UUID("11111111-2222-4333-8444-555555555555")
FRIEND = UUID("a1b2c3d4-e5f6-4a5b-8c9d-e0f102030405")
ABSENT = UUID("99999999-8888-4777-8666-555544443333")
"""Owner of a pet, who never joins."""
NPC = UUID("0f0e0d0c-0b0a-2908-8706-050403020100")
NAMES = ("Xenomorph_Me", "Quokka_Friend", "Wombat Npc")
SECRETS = ("Dinner at eight", "Xenomorph was here", "Peters sword", "s3cr3t-skin", "play.quokka.example")


@dataclass
class Session:
    """Packets of one session; ``family`` is that of its version."""

    family: ProtocolFamily
    packets: list[CapturedPacket] = field(default_factory=list)

    def add(self, direction: Direction, *packets: bytes, after: int = 10) -> None:
        """Add packets, the first of them ``after`` milliseconds later."""
        time = self.packets[-1].time + after if self.packets else 0
        self.packets += [CapturedPacket(time, direction, packet) for packet in packets]

    def packet(self, direction: Direction, name: str, *parts: bytes) -> bytes:
        packet_id = self.family.packet_id("play", direction, name)
        assert packet_id is not None, f"{self.family.minecraft} has no {name}"
        return pack_varint(packet_id) + b"".join(parts)

    def record(self, path: Path) -> CaptureWriter:
        """Write it with a clock that follows the packets; return the writer, which isn't closed."""
        now = 0.0
        metadata = Metadata(
            self.family.protocol,
            self.family.minecraft,
            "play.quokka.example:25565",
            started=1_700_000_000_000,
        )
        writer = CaptureWriter(path, metadata, clock=lambda: now)
        writer.players = {ME: None, FRIEND: None}
        for packet in self.packets:
            now = packet.time / 1000 + 0.0005
            writer.record(packet.direction, packet.data)
        return writer

    def save(self, path: Path) -> Path:
        writer = self.record(path)
        writer.close()
        assert writer.wait(60)
        assert writer.failure is None
        return path


def sign(x: int, y: int, z: int) -> Compound:
    return Compound(
        id=String("minecraft:sign"), x=Int(x), y=Int(y), z=Int(z),
        Text1=String('{"text":"Dinner at eight"}'), Text2=String('{"text":""}'),
        Owner=uuid_to_ints(ABSENT), Lines=List[String](["Xenomorph was here"]),
    )  # fmt: skip


def make_session(family: ProtocolFamily) -> Session:
    session = Session(family)
    server = server_side(family)
    me, friend, npc = NAMES
    actor = Actor("wombat", NPC, npc[:16], skin=("s3cr3t-skin", "s3cr3t-skin"), x=3.5, y=64.0, z=2.5)
    sections: list[Section | None] = [None] * server.dimension.section_count
    sections[0] = Section.filled(1)
    # Of these two the family writes the one whose kind is given as its version does.
    signs = {
        (1, 64, 1): BlockEntity("minecraft:sign", sign(1, 64, 1)),
        (2, 64, 2): BlockEntity(7, sign(2, 64, 2)),
    }
    chunk = Chunk(0, 0, server.dimension, ColumnContents(sections, signs))
    add = session.add
    add("clientbound", server.login_success(ME, me))
    add("clientbound", *server.join_game(1, 0, max_players=20, view_distance=8), *server.brand("vanilla"))
    add("serverbound", session.packet("serverbound", "plugin_message", pack_string("x:y"), b"Peters sword"))
    add("clientbound", *server.list_players([Listing(ME, me, 0, 5), Listing(FRIEND, friend, 1, 50)]))
    add("clientbound", *server.teleport(0.5, 64.0, 0.5, 0.0, 0.0, 1), *family.chunk_data(chunk))
    add("clientbound", session.packet("clientbound", "update_block_entity", pack_position(1, 64, 1),
                                      b"\x09", write_network(sign(1, 64, 1))))  # fmt: skip
    add("clientbound", *family.add_to_player_list(actor), *family.spawn(actor, 77))
    add(
        "clientbound",
        session.packet("clientbound", "entity_metadata", pack_varint(78), custom_name(), b"\xff"),
    )
    add("clientbound", *family.system_chat({"text": f"<{me}> Dinner at eight"}))
    add(
        "clientbound",
        session.packet("clientbound", "plugin_message", pack_string("a:b"), b"play.quokka.example"),
    )
    add("clientbound", *family.equipment(77, {"main_hand": sword()}))
    for step in range(1, 21):
        x = 0.5 + step * 0.2
        move = session.packet("serverbound", "player_position", struct.pack(">ddd?", x, 64.0, 0.5, True))
        add("serverbound", move, after=50)
        add("clientbound", *server.keep_alive(step), after=0)
    add("serverbound", session.packet("serverbound", "chat_message", pack_string("Dinner at eight")))
    add("clientbound", *family.destroy([77, 78]), *family.remove_from_player_list(NPC))
    add("clientbound", *server.unlist_players([FRIEND]))
    return session


def custom_name() -> bytes:
    """Metadata index 2, optional text component; index 17, optional UUID."""
    component = pack_string('{"text":"Xenomorph was here"}')
    return b"\x02\x05\x01" + component + b"\x11\x0c\x01" + ABSENT.bytes


def sword() -> ItemStack:
    """An item that tells its maker."""
    nbt = Compound(
        display=Compound(Name=String('{"text":"Peters sword"}')), id=String("minecraft:stick"),
        SkullOwner=Compound(Id=uuid_to_ints(FRIEND), Name=String(NAMES[1])),
    )  # fmt: skip
    return ItemStack(1, "stone", 1, nbt)


@pytest.fixture(params=[family.minecraft for family in supported()])
def family(request: pytest.FixtureRequest) -> ProtocolFamily:
    return next(family for family in supported() if family.minecraft == request.param)


@pytest.fixture
def session(family: ProtocolFamily) -> Session:
    return make_session(family)


@pytest.fixture(scope="session")
def recorded_packets(peers: Path) -> Path:
    """The folder of minecraft-packets: clientbound packets of vanilla servers by release."""
    folder = peers / "node_modules" / "minecraft-packets" / "minecraft-packets" / "data" / "pc"
    if not folder.is_dir():
        pytest.fail(f"minecraft-packets is not installed: run  npm ci --prefix {peers}", pytrace=False)
    return folder
