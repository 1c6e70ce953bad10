"""A short session in each version: somebody joins, sees a chunk, others and a companion, and people talk."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import pytest
from nbtlib.tag import Compound, Int, List, String

from nbt.schema import uuid_to_ints
from npc.stage_port import Actor
from proxy.capture.container import CapturedPacket, Metadata
from proxy.capture.writer import CaptureWriter
from proxy.versions import supported
from proxy.versions.base import Direction, ProtocolFamily, State
from proxy.versions.family import JavaFamily
from proxy.versions.releases import V1_9, V1_16_2, V1_18, V1_19, V1_19_1, V1_19_3, V1_21_5
from proxy.versions.server_side import Listing, server_side
from proxy.versions.write.packets import pack_component, pack_nbt
from proxy.wire.buffer import pack_position, pack_string
from proxy.wire.frame import pack_varint, read_varint
from world.chunk import BlockEntity, Chunk, ColumnContents
from world.item import ItemStack
from world.section import Section

ME = UUID("11111111-2222-4333-8444-555555555555")
FRIEND = UUID("a1b2c3d4-e5f6-4a5b-8c9d-e0f102030405")
ABSENT = UUID("99999999-8888-4777-8666-555544443333")
"""Owner of a pet, who never joins."""
NPC = UUID("0f0e0d0c-0b0a-2908-8706-050403020100")
NAMES = ("Xenomorph_Me", "Quokka_Friend", "Wombat Npc")
REPRESENTATIVES = frozenset(
    "1.8.8 1.12.2 1.16.5 1.18.2 1.19.4 1.20.2 1.20.4 1.20.6 1.21.4 1.21.8 26.1".split()
)
"""One release for each layout that makes a difference to recordings."""

SECRETS = ("Dinner at eight", "Xenomorph was here", "Peters sword", "s3cr3t-skin", "play.quokka.example")


@dataclass
class Session:
    """Packets of one session; ``family`` is that of its version."""

    family: JavaFamily
    packets: list[CapturedPacket] = field(default_factory=list)

    @property
    def ground(self) -> int:
        """State id of the blocks in the session's only chunk."""
        return self.family.blocks.state("stone")

    def add(self, direction: Direction, *packets: bytes, after: int = 10) -> None:
        """Add packets, the first of them ``after`` milliseconds later."""
        time = self.packets[-1].time + after if self.packets else 0
        self.packets += [CapturedPacket(time, direction, packet) for packet in packets]

    def packet(self, direction: Direction, name: str, *parts: bytes, state: State = "play") -> bytes:
        packet_id = self.family.packet_id(state, direction, name)
        assert packet_id is not None, f"{self.family.minecraft} has no {name} in {state}"
        return pack_varint(packet_id) + b"".join(parts)

    def names(self, direction: Direction) -> list[str]:
        """What the packets of a direction are called."""
        return [name for name, packet in self.named(self.packets) if packet.direction == direction]

    def named(self, packets: Iterable[CapturedPacket]) -> list[tuple[str, CapturedPacket]]:
        """Packets with their names: after the login configuration, to its end, then play."""
        states: dict[Direction, State] = {"clientbound": "login", "serverbound": self._after_login}
        named = []
        for packet in packets:
            state = states[packet.direction]
            bare = self.family.packet_name(state, packet.direction, read_varint(packet.data, 0)[0])
            named.append((f"configuration/{bare}" if state == "configuration" else str(bare), packet))
            if state == "login":
                states[packet.direction] = self._after_login
            elif bare == "finish_configuration":
                states[packet.direction] = "play"
        return named

    @property
    def _after_login(self) -> State:
        return "configuration" if self.family.has_configuration else "play"

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


def said(family: JavaFamily, text: str) -> bytes:
    """What a client says in chat, unsigned and having seen nothing: the body of the packet."""
    protocol, body = family.protocol, pack_string(text)
    if protocol < V1_19:
        return body
    body += bytes(16)  # time and salt
    if protocol < V1_19_3:
        body += pack_varint(0) + b"\0"  # signature, whether its preview was signed
        return body if protocol < V1_19_1 else body + pack_varint(0) + b"\0"
    body += b"\0" + pack_varint(0) + bytes(3)  # no signature, nothing acknowledged
    return body if protocol < V1_21_5 else body + b"\0"


def make_session(family: JavaFamily) -> Session:
    session = Session(family)
    server = server_side(family)
    me, friend, npc = NAMES
    actor = Actor("wombat", NPC, npc[:16], skin=("s3cr3t-skin", "s3cr3t-skin"), x=3.5, y=64.0, z=2.5)
    sections: list[Section | None] = [None] * server.dimension.section_count
    sections[0] = Section.filled(session.ground)
    kind = 7 if family.protocol >= V1_18 else "minecraft:sign"
    signs = {(1, 64, 1): BlockEntity(kind, sign(1, 64, 1))}
    chunk = Chunk(0, 0, server.dimension, ColumnContents(sections, signs))
    add = session.add
    add("clientbound", server.login_success(ME, me))
    if family.has_configuration:
        configure(session)
    add("clientbound", *server.join_game(1, 0, max_players=20, view_distance=8))
    add("clientbound", *server.brand("vanilla"))
    add("serverbound", session.packet("serverbound", "plugin_message", pack_string("x:y"), b"Peters sword"))
    add("clientbound", *server.list_players([Listing(ME, me, 0, 5), Listing(FRIEND, friend, 1, 50)]))
    add("clientbound", *server.teleport(0.5, 64.0, 0.5, 0.0, 0.0, 1), *family.chunk_data(chunk))
    add("clientbound", session.packet("clientbound", "update_block_entity", position(family, 1, 64, 1),
                                      b"\x09", pack_nbt(sign(1, 64, 1), family.tables)))  # fmt: skip
    add("clientbound", *family.add_to_player_list(actor), *family.spawn(actor, 77))
    add(
        "clientbound",
        session.packet("clientbound", "entity_metadata", pack_varint(78), *custom_name(family)),
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
    add("serverbound", session.packet("serverbound", "chat_message", said(family, "Dinner at eight")))
    add("clientbound", *family.destroy([77, 78]), *family.remove_from_player_list(NPC))
    add("clientbound", *server.unlist_players([FRIEND]))
    return session


def configure(session: Session) -> None:
    """The configuration state; its secret is the address that a server lets the client report to."""
    server = server_side(session.family)

    def client(name: str, body: bytes = b"") -> None:
        session.add("serverbound", session.packet("serverbound", name, body, state="configuration"), after=0)

    session.add("clientbound", *server.configuration_opening("vanilla"))
    client("plugin_message", pack_string("minecraft:brand") + pack_string("vanilla"))
    session.add("clientbound", *server.registries(core_known=False), *server.finish_configuration())
    client("finish_configuration")


def position(family: JavaFamily, x: int, y: int, z: int) -> bytes:
    if family.protocol >= V1_16_2:
        return pack_position(x, y, z)
    return (x << 38 | y << 26 | z).to_bytes(8, "big")


def custom_name(family: JavaFamily) -> tuple[bytes, ...]:
    """Metadata: at index 2 a text, in a component where there are such, and at 17 the UUID of an owner."""
    text = "Xenomorph was here"
    if family.protocol < V1_9:
        string, owner = b"\x82", b"\x91"
        return string + pack_string(text), owner + pack_string(str(ABSENT)), b"\x7f"
    if family.protocol < V1_16_2:
        return b"\x02\x03" + pack_string(text), b"\x11\x0b\x01" + ABSENT.bytes, b"\xff"
    serializers = family.tables.serializers
    component, owner = (bytes((serializers.index(n),)) for n in ("optional_component", "optional_uuid"))
    return (
        b"\x02" + component + b"\x01" + pack_component({"text": text, "color": "gold"}, family.tables),
        b"\x11" + owner + b"\x01" + ABSENT.bytes,
        b"\xff",
    )


def sword() -> ItemStack:
    """An item that tells its maker."""
    nbt = Compound(
        display=Compound(Name=String('{"text":"Peters sword"}')), id=String("minecraft:stick"),
        SkullOwner=Compound(Id=uuid_to_ints(FRIEND), Name=String(NAMES[1])),
    )  # fmt: skip
    return ItemStack(1, "stone", 1, nbt)


@pytest.fixture(params=[f.minecraft for f in supported() if f.minecraft in REPRESENTATIVES])
def family(request: pytest.FixtureRequest) -> ProtocolFamily:
    """That of a release, which tests may choose: ``parametrize("family", [...], indirect=True)``."""
    return next(family for family in supported() if family.minecraft == request.param)


@pytest.fixture
def session(family: JavaFamily) -> Session:
    return make_session(family)


@pytest.fixture(scope="session")
def recorded_packets(peers: Path) -> Path:
    """The folder of minecraft-packets: clientbound packets of vanilla servers by release."""
    folder = peers / "node_modules" / "minecraft-packets" / "minecraft-packets" / "data" / "pc"
    if not folder.is_dir():
        pytest.fail(f"minecraft-packets is not installed: run  npm ci --prefix {peers}", pytrace=False)
    return folder
