"""The demo server against a client of bare bytes, on a clock that the test drives."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from twisted.internet.address import IPv4Address
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from proxy.connection.offline_server import OfflineConnection, OfflineFactory
from proxy.demo import places
from proxy.demo.blocks import AIR, Block
from proxy.demo.server import TICK_SECONDS, DemoServer
from proxy.demo.world import VOID, DemoWorld
from proxy.messages import BlocksChanged, ChunkData, Message, PlayerTeleport, TimeUpdate, UnloadChunk
from proxy.versions.base import ProtocolFamily
from proxy.wire.buffer import Reader, pack_position, pack_string
from proxy.wire.frame import Frame, pack_varint
from proxy.wire.framing import FrameSplitter, frame_packet
from proxy.wire.statistics import Traffic


class Transport(StringTransport):
    """Twisted's, with what TCP has and it lacks."""

    def setTcpNoDelay(self, enabled: bool) -> None: ...

    def loseWriteConnection(self) -> None:
        self.loseConnection()

    def unregisterProducer(self) -> None:
        if self.producer is not None:
            super().unregisterProducer()


class BareClient:
    """Speaks packets; keeps all that the server sent."""

    def __init__(self, server: DemoServer, factory: OfflineFactory, family: ProtocolFamily) -> None:
        self.family = family
        self.connection: OfflineConnection = factory.buildProtocol(IPv4Address("TCP", "127.0.0.1", 50000))
        self.transport = Transport()
        self._splitter = FrameSplitter(1 << 21, 1 << 23, Traffic())
        self._read_bytes = 0
        self.packets: list[tuple[str, bytes]] = []
        self.state = "login"
        self.connection.makeConnection(self.transport)

    def send(self, packet: bytes) -> None:
        self.connection.dataReceived(frame_packet(packet, self._splitter.threshold))

    def play(self, name: str, body: bytes) -> None:
        packet_id = self.family.packet_id("play", "serverbound", name)
        assert packet_id is not None, name
        self.send(pack_varint(packet_id) + body)

    def handshake(self, protocol: int, intent: int = 2) -> None:
        self.send(
            b"\x00" + pack_varint(protocol) + pack_string("localhost") + b"\x63\xdd" + pack_varint(intent)
        )

    def join(self, name: str = "alice") -> BareClient:
        self.handshake(self.family.protocol)
        self.send(b"\x00" + pack_string(name) + bytes(3))
        self.read()
        return self

    def read(self) -> list[tuple[str, bytes]]:
        """What has come since the last time, by quarry's names."""
        data = self.transport.value()[self._read_bytes :]
        self._read_bytes += len(data)
        came: list[tuple[str, bytes]] = []
        for item in self._splitter.feed(data):
            assert isinstance(item, Frame)
            name = self.family.packet_name(self.state, "clientbound", item.packet_id)  # type: ignore[arg-type]
            assert name is not None, f"{self.state} packet {item.packet_id:#x}"
            came.append((name, item.body))
            if name == "login_set_compression":
                self._splitter.threshold = Reader(item.body).varint()
            elif name == "login_success":
                self.state = "play"
        self.packets += came
        return came

    def messages(self, kind: type[Message]) -> list[Any]:
        """Those of what came last that are of a kind."""
        readable = self.family.decodes("clientbound")
        decoded = [self.family.decode("clientbound", n, body) for n, body in self.read() if n in readable]
        return [message for message in decoded if isinstance(message, kind)]

    def confirm(self, teleport_id: int = 1) -> None:
        self.play("teleport_confirm", pack_varint(teleport_id))

    def go(self, x: float, y: float, z: float) -> None:
        self.play("player_position", struct.pack(">ddd?", x, y, z, True))

    def dig(self, cell: tuple[int, int, int]) -> None:
        self.play("player_digging", b"\x00" + pack_position(*cell) + b"\x01" + self.sequence)

    @property
    def sequence(self) -> bytes:
        """What follows an action on blocks where the version numbers them."""
        numbered = self.family.packet_id("play", "clientbound", "acknowledge_block_changes") is not None
        return pack_varint(1) if numbered else b""

    @property
    def closed(self) -> bool:
        return bool(self.transport.disconnecting)


class Scene:
    """A demo server without a socket, and its clock."""

    def __init__(self, world: DemoWorld) -> None:
        self.clock = Clock()
        self.server = DemoServer(self.clock, world=world)
        self.factory = OfflineFactory(self.server)

    def client(self, family: ProtocolFamily) -> BareClient:
        return BareClient(self.server, self.factory, family)

    def tick(self, count: int = 1) -> None:
        for _ in range(count):
            self.clock.advance(TICK_SECONDS)
            self.server.tick()


@pytest.fixture
def scene(world: DemoWorld) -> Scene:
    return Scene(world)


def test_ground_comes_before_the_body_and_all_chunks_in_the_end(scene: Scene, family: ProtocolFamily) -> None:
    alice = scene.client(family).join()
    names = [name for name, _ in alice.packets]
    assert names.index("update_view_position") < names.index("chunk_data")
    position = names.index("player_position_and_look")
    assert names[:position].count("chunk_data") == 9
    assert position < names.index("spawn_position"), "1.18.2 leaves its loading screen too early"
    scene.tick(100)
    chunks = alice.messages(ChunkData)
    alone = {(chunk.x, chunk.z) for chunk in chunks}
    assert len(chunks) == len(alone) == 17 * 17 - 9


def test_moves_count_only_after_the_teleport_is_confirmed(scene: Scene, family: ProtocolFamily) -> None:
    alice = scene.client(family).join()
    alice.go(40.5, 70.0, 3.5)
    (player,) = scene.server.players
    assert (player.player.actor.x, player.player.actor.z) == (places.SPAWN.x, places.SPAWN.z)
    alice.confirm(teleport_id=2)
    alice.go(40.5, 70.0, 3.5)
    assert player.player.actor.x == places.SPAWN.x, "another teleport was confirmed"
    alice.confirm()
    alice.go(40.5, 70.0, 3.5)
    assert (player.player.actor.x, player.player.actor.y, player.player.actor.z) == (40.5, 70.0, 3.5)


def test_whoever_falls_out_of_the_world_is_put_back(scene: Scene, family: ProtocolFamily) -> None:
    alice = scene.client(family).join()
    alice.confirm()
    alice.go(300.5, VOID - 1.0, 0.5)
    scene.tick()
    (teleport,) = alice.messages(PlayerTeleport)
    assert (teleport.x, teleport.y, teleport.z) == (places.SPAWN.x, places.SPAWN.y, places.SPAWN.z)


def test_far_chunks_are_let_go_and_near_ones_come(scene: Scene, family: ProtocolFamily) -> None:
    alice = scene.client(family).join()
    scene.tick(100)
    alice.confirm()
    alice.read()
    alice.go(places.SPAWN.x + 16, 67.0, places.SPAWN.z)
    dropped = {(message.x, message.z) for message in alice.messages(UnloadChunk)}
    assert dropped == {(-8, z) for z in range(-7, 10)}
    scene.tick(10)
    assert {(message.x, message.z) for message in alice.messages(ChunkData)} == {
        (9, z) for z in range(-7, 10)
    }


def test_who_does_not_answer_is_logged_out_and_who_answers_stays(
    scene: Scene, family: ProtocolFamily
) -> None:
    silent, alive = scene.client(family).join("silent"), scene.client(family).join("alive")
    for _ in range(3):
        scene.tick(200)
        silent.play("player", b"\x01")  # sends, so that it isn't merely idle
        for name, body in alive.read():
            if name == "keep_alive":
                alive.play("keep_alive", body)
    assert silent.closed
    assert silent.read()[-1][0] == "disconnect"
    assert not alive.closed
    assert [player.player.name for player in scene.server.players] == ["silent", "alive"]
    silent.connection.connectionLost()
    assert [player.player.name for player in scene.server.players] == ["alive"]


def test_the_sun_moves(scene: Scene, family: ProtocolFamily) -> None:
    alice = scene.client(family).join()
    scene.tick(60)
    times = [message.time_of_day for message in alice.messages(TimeUpdate)]
    assert times == [1020, 1040, 1060]


def test_a_wrong_packet_closes_one_connection_and_an_unknown_one_none(
    scene: Scene, family: ProtocolFamily
) -> None:
    alice, bob = scene.client(family).join("alice"), scene.client(family).join("bob")
    bob.send(pack_varint(0x7E) + b"what is this")
    assert not bob.closed
    alice.play("player_position", b"\x00" * 5)
    assert alice.closed
    assert alice.read()[-1][0] == "disconnect"
    scene.tick()
    assert not bob.closed


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_a_position_that_is_no_number_is_refused(scene: Scene, family: ProtocolFamily, bad: float) -> None:
    alice = scene.client(family).join()
    alice.confirm()
    alice.go(bad, 70.0, 0.0)
    assert alice.closed


def test_hands_reach_only_so_far(scene: Scene, family: ProtocolFamily) -> None:
    alice = scene.client(family).join()
    x, _, z = int(places.SPAWN.x), 0, int(places.SPAWN.z)
    near, far = (x, 66, z), (x, 66, z - 12)
    before = scene.server.world.block(far)
    alice.dig(near)
    alice.dig(far)
    assert scene.server.world.block(near) == AIR
    assert scene.server.world.block(far) == before
    told = {
        position: state
        for message in alice.messages(BlocksChanged)
        for position, state in zip(message.positions, message.states, strict=True)
    }
    assert told[near] == 0
    assert told[far] == scene.server.view(family).state(before), "the client keeps a hole that isn't there"


def test_nobody_is_walled_in(scene: Scene, family: ProtocolFamily) -> None:
    alice = scene.client(family).join()
    planks = next(item_id for item_id, name in family.items.items() if name == "oak_planks")
    alice.play("creative_inventory_action", b"\x00\x24\x01" + pack_varint(planks) + b"\x01\x00")
    feet = (int(places.SPAWN.x), 67, int(places.SPAWN.z))
    scene.server.world.put(feet, AIR)

    def place_on(cell: tuple[int, int, int]) -> None:
        click = b"\x01" + struct.pack(">fff?", 0.5, 1.0, 0.5, False)  # on the upper face
        alice.play("player_block_placement", b"\x00" + pack_position(*cell) + click + alice.sequence)

    place_on((feet[0], 66, feet[2]))
    assert scene.server.world.block(feet) == AIR
    beside = (feet[0] + 2, 67, feet[2])
    scene.server.world.put(beside, AIR)
    place_on((beside[0], 66, beside[2]))
    assert scene.server.world.block(beside) == Block("oak_planks")


def test_a_version_that_is_not_spoken_is_told_which_are(scene: Scene, family: ProtocolFamily) -> None:
    stranger = scene.client(family)
    stranger.handshake(5)
    ((name, body),) = stranger.read()
    assert name == "login_disconnect"
    assert family.minecraft in Reader(body).string()
    assert stranger.closed


def test_a_second_login_with_the_name_takes_the_place_of_the_first(
    scene: Scene, family: ProtocolFamily
) -> None:
    first = scene.client(family).join("alice")
    second = scene.client(family).join("alice")
    name, body = first.read()[-1]
    assert name == "disconnect"
    assert "another location" in Reader(body).string()
    assert first.closed
    first.connection.connectionLost()
    scene.tick()
    assert not second.closed
    assert [player.connection for player in scene.server.players] == [second.connection]
    assert "destroy_entities" not in dict(second.packets)


def test_the_server_list_shows_the_demo_to_every_version(scene: Scene, family: ProtocolFamily) -> None:
    scene.client(family).join("alice")
    asker = scene.client(family)
    asker.state = "status"
    asker.handshake(family.protocol, intent=1)
    asker.send(b"\x00")
    asker.send(b"\x01" + bytes(range(8)))
    (_, answer), pong = asker.read()
    status = json.loads(Reader(answer).string())
    assert status["version"] == {"name": family.minecraft, "protocol": family.protocol}
    assert status["description"]["text"] == "Hearthkin demo"
    assert status["players"] == {"max": 20, "online": 1}
    assert pong == ("status_pong", bytes(range(8)))
    assert asker.closed


def test_a_full_demo_takes_nobody_in(scene: Scene, family: ProtocolFamily) -> None:
    scene.server.max_players = 1
    scene.client(family).join("alice")
    bob = scene.client(family).join("bob")
    assert bob.packets[-1][0] == "login_disconnect"
    assert bob.closed


@pytest.mark.parametrize("name", ["", "two words", "seventeen_letters", "né"])
def test_a_name_that_cannot_be_one_is_refused(scene: Scene, family: ProtocolFamily, name: str) -> None:
    alice = scene.client(family).join(name)
    assert alice.closed
    assert scene.server.players == []


def test_who_does_not_log_in_is_cut_off(scene: Scene, family: ProtocolFamily) -> None:
    idler = scene.client(family)
    idler.handshake(family.protocol)
    scene.clock.advance(scene.server.limits.login_deadline + 1)
    assert idler.closed
