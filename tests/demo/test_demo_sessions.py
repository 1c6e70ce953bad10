"""The demo server against a client of bare bytes, on a clock that the test drives."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any

import pytest
from twisted.internet.address import IPv4Address
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from nbt.codec import skip_network
from proxy.connection.offline_server import OfflineConnection, OfflineFactory
from proxy.demo import places
from proxy.demo.blocks import AIR, Block
from proxy.demo.server import TICK_SECONDS, DemoServer
from proxy.demo.world import VOID, DemoWorld
from proxy.messages import BlocksChanged, ChunkData, Message, PlayerTeleport, TimeUpdate, UnloadChunk
from proxy.versions import supported
from proxy.versions.base import ProtocolFamily, State
from proxy.versions.releases import V1_9, V1_16_2, V1_20_5, V1_21_2
from proxy.versions.server_side import server_side
from proxy.wire.buffer import Reader, pack_position, pack_string
from proxy.wire.frame import Frame, pack_varint
from proxy.wire.framing import FrameSplitter, frame_packet
from proxy.wire.statistics import Traffic
from world.item import ItemStack

DataPack = tuple[str, str, str]
"""Namespace, id and version."""


class Transport(StringTransport):
    """Twisted's, with what TCP has and it lacks."""

    def setTcpNoDelay(self, enabled: bool) -> None: ...

    def loseWriteConnection(self) -> None:
        self.loseConnection()

    def unregisterProducer(self) -> None:
        if self.producer is not None:
            super().unregisterProducer()


def packed(packs: Sequence[DataPack]) -> bytes:
    return pack_varint(len(packs)) + b"".join(pack_string(part) for pack in packs for part in pack)


class BareClient:
    """Speaks packets; keeps all that the server sent."""

    def __init__(self, server: DemoServer, factory: OfflineFactory, family: ProtocolFamily) -> None:
        self.family = family
        self.connection: OfflineConnection = factory.buildProtocol(IPv4Address("TCP", "127.0.0.1", 50000))
        self.transport = Transport()
        self._splitter = FrameSplitter(1 << 21, 1 << 23, Traffic())
        self._read_bytes = 0
        self.packets: list[tuple[str, bytes]] = []
        self.state: State = "login"
        self.connection.makeConnection(self.transport)

    def send(self, packet: bytes) -> None:
        self.connection.dataReceived(frame_packet(packet, self._splitter.threshold))

    def say(self, state: State, name: str, body: bytes = b"") -> None:
        packet_id = self.family.packet_id(state, "serverbound", name)
        assert packet_id is not None, name
        self.send(pack_varint(packet_id) + body)

    def play(self, name: str, body: bytes) -> None:
        self.say("play", name, body)

    def handshake(self, protocol: int, intent: int = 2) -> None:
        self.send(
            b"\x00" + pack_varint(protocol) + pack_string("localhost") + b"\x63\xdd" + pack_varint(intent)
        )

    def join(self, name: str = "alice") -> BareClient:
        """Into play, through the configuration where there is one."""
        self.log_in(name)
        if self.state == "configuration":
            self.configure()
        return self

    def log_in(self, name: str = "alice") -> None:
        self.handshake(self.family.protocol)
        self.send(b"\x00" + pack_string(name) + bytes(17))
        self.read()

    def configure(self, *packs: DataPack) -> None:
        """Acknowledge the login, answer with data packs where asked for, and finish."""
        self.say("login", "login_acknowledged")
        came = dict(self.read())
        if "select_known_packs" in came:
            self.say("configuration", "select_known_packs", packed(packs))
            came |= dict(self.read())
        if "finish_configuration" in came:
            self.say("configuration", "finish_configuration")
            self.state = "play"
            self.read()

    def read(self) -> list[tuple[str, bytes]]:
        """What has come since the last time, by quarry's names."""
        data = self.transport.value()[self._read_bytes :]
        self._read_bytes += len(data)
        came: list[tuple[str, bytes]] = []
        for item in self._splitter.feed(data):
            assert isinstance(item, Frame)
            name = self.family.packet_name(self.state, "clientbound", item.packet_id)
            assert name is not None, f"{self.state} packet {item.packet_id:#x}"
            came.append((name, item.body))
            if name == "login_set_compression":
                self._splitter.threshold = Reader(item.body).varint()
            elif name == "login_success":
                self.state = "configuration" if self.family.has_configuration else "play"
        self.packets += came
        return came

    def messages(self, kind: type[Message]) -> list[Any]:
        """Those of what came last that are of a kind."""
        readable = self.family.decodes("clientbound")
        decoded = [self.family.decode("clientbound", n, body) for n, body in self.read() if n in readable]
        return [message for message in decoded if isinstance(message, kind)]

    def confirm(self, teleport_id: int = 1) -> None:
        """Say that it is where it was put; at the spawn, where clients only answer with their place."""
        if server_side(self.family).confirms_teleports:
            self.play("teleport_confirm", pack_varint(teleport_id))
        elif teleport_id == 1:
            spawn = places.SPAWN
            look = struct.pack(">dddff?", spawn.x, spawn.y, spawn.z, spawn.yaw, spawn.pitch, True)
            self.play("player_position_and_look", look)

    def go(self, x: float, y: float, z: float) -> None:
        self.play("player_position", struct.pack(">ddd?", x, y, z, True))

    def dig(self, cell: tuple[int, int, int]) -> None:
        self.play("player_digging", b"\x00" + self._position(cell) + b"\x01" + self._sequence)

    def take(self, item: str) -> None:
        """Put one of an item into the first slot of the hotbar, as a creative client may."""
        number = next(item_id for item_id, name in self.family.items.items() if name == item)
        (packet,) = server_side(self.family).set_slot(36, ItemStack(number, item, 1))
        self.play("creative_inventory_action", packet[packet.index(b"\x00\x24") :])

    def place_on(self, cell: tuple[int, int, int]) -> None:
        """Use what is in the main hand on a block's upper face."""
        place, up, hand = self._position(cell), b"\x01", b"\x00"
        cursor = struct.pack(">fff", 0.5, 1.0, 0.5)
        if self.family.protocol < V1_9:
            no_item = b"\xff\xff"
            body = place + up + no_item + bytes((8, 16, 8))
        elif self.family.protocol < V1_16_2:
            body = place + up + hand + cursor
        else:
            inside, border = b"\x00", b"\x00" if self.family.protocol >= V1_21_2 else b""
            body = hand + place + up + cursor + inside + border + self._sequence
        self.play("player_block_placement", body)

    def _position(self, cell: tuple[int, int, int]) -> bytes:
        if self.family.protocol < V1_16_2:
            x, y, z = cell
            return ((x & 0x3FFFFFF) << 38 | (y & 0xFFF) << 26 | z & 0x3FFFFFF).to_bytes(8, "big")
        return pack_position(*cell)

    @property
    def _sequence(self) -> bytes:
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


RADIUS = 3
"""Chunks to each side, less than people get: encoding them is what takes the time."""


@pytest.fixture
def scene(world: DemoWorld, monkeypatch: pytest.MonkeyPatch) -> Scene:
    monkeypatch.setattr("proxy.demo.session.VIEW_DISTANCE", RADIUS)
    return Scene(world)


def around(center_x: int, center_z: int, radius: int = RADIUS) -> set[tuple[int, int]]:
    """The chunks around one."""
    side = range(-radius, radius + 1)
    return {(center_x + dx, center_z + dz) for dx in side for dz in side}


def test_ground_comes_before_the_body_and_all_chunks_in_the_end(scene: Scene, family: ProtocolFamily) -> None:
    alice = scene.client(family).join()
    names = [name for name, _ in alice.packets]
    if "update_view_position" in names:
        assert names.index("update_view_position") < names.index("chunk_data")
    position = names.index("player_position_and_look")
    assert names[:position].count("chunk_data") == 9
    assert position < names.index("spawn_position"), "1.18.2 leaves its loading screen too early"
    scene.tick(100)
    chunks = [(chunk.x, chunk.z) for chunk in alice.messages(ChunkData)]
    assert sorted(chunks) == sorted(around(0, 1) - around(0, 1, radius=1))


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
    assert dropped == around(0, 1) - around(1, 1)
    scene.tick(10)
    assert {(message.x, message.z) for message in alice.messages(ChunkData)} == around(1, 1) - around(0, 1)


def test_who_does_not_answer_is_logged_out_and_who_answers_stays(
    scene: Scene, family: ProtocolFamily
) -> None:
    silent, alive = scene.client(family).join("silent"), scene.client(family).join("alive")
    for _ in range(3):
        scene.tick(200)
        silent.play("player", b"\x01")  # sends, so that it isn't merely idle
        for name, body in alive.read():
            if name == "keep_alive":
                alive.play(name, body)
    assert silent.closed
    assert silent.read()[-1][0] == "disconnect"
    assert not alive.closed
    assert [player.player.name for player in scene.server.players] == ["silent", "alive"]
    silent.connection.connectionLost()
    assert [player.player.name for player in scene.server.players] == ["alive"]


def test_the_sun_moves(scene: Scene, family: ProtocolFamily) -> None:
    alice = scene.client(family).join()
    scene.tick(60)
    updates = alice.messages(TimeUpdate)
    times = [update.clocks[0].ticks if update.clocks else update.time_of_day for update in updates]
    assert times == [1020, 1040, 1060]
    assert all(update.daylight_cycle or update.clocks[0].rate == 1.0 for update in updates)


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
    alice.take("oak_planks")
    feet = (int(places.SPAWN.x), 67, int(places.SPAWN.z))
    scene.server.world.put(feet, AIR)
    alice.place_on((feet[0], 66, feet[2]))
    assert scene.server.world.block(feet) == AIR
    beside = (feet[0] + 2, 67, feet[2])
    scene.server.world.put(beside, AIR)
    alice.place_on((beside[0], 66, beside[2]))
    assert scene.server.world.block(beside) == Block("oak_planks")


def test_a_version_that_is_not_spoken_is_told_which_are(scene: Scene, family: ProtocolFamily) -> None:
    stranger = scene.client(family)
    stranger.handshake(5)
    ((name, body),) = stranger.read()
    assert name == "login_disconnect"
    assert "1.16.5" in Reader(body).string()
    assert stranger.closed


def test_a_second_login_with_the_name_takes_the_place_of_the_first(
    scene: Scene, family: ProtocolFamily
) -> None:
    first = scene.client(family).join("alice")
    second = scene.client(family).join("alice")
    name, body = first.read()[-1]
    assert name == "disconnect"
    assert b"another location" in body
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


def test_the_last_place_is_taken_by_who_is_in_play_first(scene: Scene) -> None:
    scene.server.max_players = 1
    alice, bob = scene.client(supported()[-1]), scene.client(supported()[-1])
    alice.log_in("alice")
    bob.log_in("bob")
    bob.configure()
    alice.configure()
    assert [player.player.name for player in scene.server.players] == ["bob"]
    assert alice.packets[-1][0] == "disconnect"
    assert alice.closed
    scene.tick()
    assert not bob.closed


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


# --- configuration


@pytest.fixture(params=[f for f in supported() if f.has_configuration], ids=lambda family: family.minecraft)
def configured(request: pytest.FixtureRequest) -> ProtocolFamily:
    """Each version with a configuration state."""
    chosen: ProtocolFamily = request.param
    return chosen


def registries_of(client: BareClient) -> dict[str, list[bool]]:
    """Registry → for each of its entries, whether its data came with it (1.20.5+)."""
    found = {}
    for name, body in client.packets:
        if name == "registry_data":
            reader = Reader(body)
            registry, entries = reader.string(), []
            for _ in range(reader.count()):
                reader.string()
                entries.append(reader.boolean())
                if entries[-1]:
                    reader.pos = skip_network(body, reader.pos, named=False)
            assert not reader.remaining
            found[registry] = entries
    return found


def test_a_client_that_knows_the_games_data_gets_only_its_names(
    scene: Scene, configured: ProtocolFamily
) -> None:
    offered = scene.client(configured)
    offered.log_in()
    offered.configure()
    if "select_known_packs" not in dict(offered.packets):
        assert configured.protocol < V1_20_5
        return
    reader = Reader(dict(offered.packets)["select_known_packs"])
    packs = [(reader.string(), reader.string(), reader.string()) for _ in range(reader.count())]
    assert packs
    assert {pack[:2] for pack in packs} == {("minecraft", "core")}
    knowing = scene.client(configured)
    knowing.log_in("bob")
    knowing.configure(("fabric", "core", "1"), packs[-1])
    full, short = registries_of(offered), registries_of(knowing)
    assert {name: len(entries) for name, entries in full.items()} == {
        name: len(entries) for name, entries in short.items()
    }
    assert all(all(entries) for entries in full.values())
    assert not any(any(entries) for entries in short.values())
    assert [player.player.name for player in scene.server.players] == ["alice", "bob"]


def test_play_begins_only_when_the_client_says_so(scene: Scene, configured: ProtocolFamily) -> None:
    alice = scene.client(configured)
    alice.log_in()
    assert alice.packets[-1][0] == "login_success", "nothing before the login is acknowledged"
    alice.say("login", "login_acknowledged")
    names = [name for name, _ in alice.read()]
    if "select_known_packs" in names:
        assert "registry_data" not in names, "before the client has said what it knows"
        alice.say("configuration", "select_known_packs", packed([]))
        names += [name for name, _ in alice.read()]
    assert names[-1] == "finish_configuration"
    assert "tags" in names
    scene.tick(3)
    assert alice.read() == []
    assert scene.server.players == []
    alice.say("configuration", "finish_configuration")
    alice.state = "play"
    assert alice.read()[0][0] == "join_game"
    assert len(scene.server.players) == 1


@pytest.mark.parametrize(
    ("state", "name", "body"),
    [
        ("configuration", "keep_alive", bytes(8)),
        ("configuration", "finish_configuration", b""),
        ("login", "login_start", pack_string("alice") + bytes(16)),
    ],
)
def test_only_the_acknowledgement_may_follow_the_login(
    scene: Scene, configured: ProtocolFamily, state: State, name: str, body: bytes
) -> None:
    alice = scene.client(configured)
    alice.log_in()
    alice.say(state, name, body + b"\x00")  # never the empty packet that the acknowledgement is
    assert alice.closed
    assert alice.read()[-1][0] == "disconnect"


def test_an_end_of_the_configuration_that_nobody_asked_for_is_refused(scene: Scene) -> None:
    alice = scene.client(supported()[-1])
    alice.log_in()
    alice.say("login", "login_acknowledged")
    alice.say("configuration", "finish_configuration")
    assert alice.closed
    assert scene.server.players == []


def test_packs_are_told_once_and_not_too_many(scene: Scene) -> None:
    for answers in ([packed([]), packed([])], [packed([("a", "b", "c")] * 65)], [b"\x01\x01a"]):
        alice = scene.client(supported()[-1])
        alice.log_in()
        alice.say("login", "login_acknowledged")
        for answer in answers:
            alice.say("configuration", "select_known_packs", answer)
        assert alice.closed


def test_who_takes_long_to_be_configured_is_asked_for_signs_of_life(
    scene: Scene, configured: ProtocolFamily
) -> None:
    alice = scene.client(configured)
    alice.log_in()
    alice.say("login", "login_acknowledged")
    if dict(alice.read()).keys() & {"finish_configuration"}:
        return  # it isn't asked anything, so there is nothing to wait for
    asked = 0
    for _ in range(8):
        scene.clock.advance(10.0)
        for name, body in alice.read():
            assert name == "keep_alive"
            alice.say("configuration", "keep_alive", body)
            asked += 1
    assert asked == 8
    assert not alice.closed
    scene.clock.advance(scene.server.limits.read_timeout + 1)
    assert alice.closed, "it no longer answers"


def test_the_view_distance_of_the_configuration_counts(scene: Scene, configured: ProtocolFamily) -> None:
    alice = scene.client(configured)
    alice.log_in()
    alice.say("login", "login_acknowledged")
    particles = b"\x00" if configured.protocol >= V1_21_2 else b""
    settings = pack_string("en_us") + b"\x02\x00\x01\x7f\x01\x00\x01" + particles
    alice.say("configuration", "client_settings", settings)
    names = dict(alice.read())
    if "select_known_packs" in names:
        alice.say("configuration", "select_known_packs", packed([]))
        alice.read()
    alice.say("configuration", "finish_configuration")
    alice.state = "play"
    scene.tick(20)
    assert {(chunk.x, chunk.z) for chunk in alice.messages(ChunkData)} == around(0, 1, radius=2)
