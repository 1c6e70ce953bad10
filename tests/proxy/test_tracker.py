"""What the tracker makes of a client's traffic."""

import struct
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy import messages as m
from proxy.tracking.client_view import ClientView
from proxy.tracking.tracker import CLIENTBOUND, SERVERBOUND, WITHOUT_POSES, NoEvents, WorldTracker
from proxy.versions import family_for, supported
from proxy.versions.base import Direction, ProtocolFamily
from proxy.wire.buffer import pack_string
from proxy.wire.frame import Frame, pack_varint, read_varint
from proxy.wire.framing import FrameSplitter, frame_packet
from proxy.wire.statistics import Traffic
from world.chunk import Chunk, ColumnContents
from world.dimension import DimensionType
from world.section import Section
from world.view import WorldRegistry

OVERWORLD = DimensionType("minecraft:overworld", 0, 256)
NETHER = DimensionType("minecraft:the_nether", 0, 128, has_skylight=False)
SELF = UUID(int=7)
ME, COW, BOAT = 1, 20, 21


@dataclass
class Events(NoEvents):
    forgotten: int = 0
    configured: int = 0
    used: list[int] = field(default_factory=list)
    teams: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def entities_forgotten(self, view: ClientView) -> None:
        self.forgotten += 1

    def configuration_started(self, view: ClientView) -> None:
        self.configured += 1

    def server_uses_team(self, view: ClientView, team: str) -> None:
        self.teams.append(team)

    def server_names_changed(self, view: ClientView, names: Sequence[str]) -> None:
        self.names += names

    def server_uses_entity_id(self, view: ClientView, entity_id: int) -> None:
        self.used.append(entity_id)


class Client:
    """A tracker for one client, fed with messages."""

    def __init__(self, family: ProtocolFamily, worlds: WorldRegistry | None = None, session: int = 1) -> None:
        bridge: Any = SimpleNamespace(
            session=session, profile_name="Ann", profile_uuid=SELF, family=family, backend_name="server:1"
        )
        self.family = family
        self.worlds = WorldRegistry() if worlds is None else worlds
        self.events = Events()
        self.bridge = bridge
        self.view = ClientView(bridge, None)  # type: ignore[arg-type]
        self.tracker = WorldTracker(self.view, self.worlds, self.events)
        self.player = self.view.player

    def gets(self, *messages: m.Message) -> "Client":
        for message in messages:
            self.tracker.apply("clientbound", message)
        return self

    def sends(self, *messages: m.Message) -> "Client":
        for message in messages:
            self.tracker.apply("serverbound", message)
        return self

    def gets_chunk(self, x: int, z: int, fill: int = 0) -> "Client":
        return self.gets_chunk_packet(self.chunk_packet(x, z, fill))

    def gets_chunk_packet(self, packet: bytes) -> "Client":
        return self.gets_packet("chunk_data", packet)

    def gets_packet(self, name: str, packet: bytes) -> "Client":
        self.tracker.clientbound(self.bridge, name, Frame(packet, 0, 0, packet[0], packet))
        return self

    def chunk_packet(self, x: int, z: int, fill: int = 0) -> bytes:
        """A chunk of one block, as the family itself writes it."""
        assert self.view.world is not None
        dimension = self.view.world.dimension
        states = np.full((16, 16, 16), fill, np.uint16)
        contents = ColumnContents(
            [Section.from_array(states, self.family.blocks.air)] * dimension.section_count
        )
        packets = self.family.chunk_data(Chunk(x, z, dimension, contents))
        packet_id = self.family.packet_id("play", "clientbound", "chunk_data")
        return next(p for p in packets if p[0] == packet_id)  # on 1.16.5 the light comes apart


def spoken(protocol: int) -> ProtocolFamily:
    family = family_for(protocol)
    assert family is not None
    return family


REPRESENTATIVES = [spoken(protocol) for protocol in (47, 340, 754, 758, 760, 764, 767, 770, 775)]
"""One for each layout of chunks and for whatever a tracker asks its family: the others differ in their readers only."""


@pytest.fixture(params=REPRESENTATIVES, ids=lambda family: family.minecraft)
def family(request: pytest.FixtureRequest) -> ProtocolFamily:
    assert isinstance(request.param, ProtocolFamily)
    return request.param


def join(
    world: str = "minecraft:overworld",
    dimension: DimensionType | None = OVERWORLD,
    key: str | int | None = None,
    seed: int = 5,
) -> m.JoinGame:
    types = {} if dimension is None else {known.name: known for known in (OVERWORLD, NETHER)}
    return m.JoinGame(
        ME, False, 0, -1, (world,), world, dimension, key, types, seed, 20, 10, False, True, False, False,
    )  # fmt: skip


def respawn(world: str, dimension: DimensionType | None, key: str | int | None = None) -> m.Respawn:
    return m.Respawn(world, dimension, key, 5, 0, -1, False, False, False)


def teleport(x: float, y: float, z: float, relative: int = 0, number: int = 1) -> m.PlayerTeleport:
    return m.PlayerTeleport(x, y, z, 10.0, 5.0, relative, number, False, None)


def walk(x: float, y: float, z: float) -> m.PlayerMove:
    return m.PlayerMove((x, y, z), None, True)


def cow(
    entity_id: int = COW, x: float = 1.0, y: float = 64.0, z: float = 2.0, kind: str = "cow"
) -> m.SpawnEntity:
    return m.SpawnEntity(entity_id, UUID(int=entity_id), kind, x, y, z, 0.0, 0.0, 0.0, (1.0, 0.0, -0.5), 0)


def move(entity_id: int, dx: int, dy: int, dz: int) -> m.EntityMove:
    return m.EntityMove(entity_id, dx, dy, dz, None, None, True, True)


def joined(family: ProtocolFamily, **options: Any) -> Client:
    return Client(family, **options).gets(join(), teleport(0.5, 64.0, 0.5)).sends(m.TeleportConfirm(1))


# --- every packet that is asked for is read


@pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)
def test_every_packet_of_interest_that_a_version_has_can_be_read(family: ProtocolFamily) -> None:
    tracker = Client(family).tracker
    directions: tuple[tuple[Direction, frozenset[str]], ...] = (
        ("clientbound", tracker.clientbound_interests),
        ("serverbound", tracker.serverbound_interests),
    )
    for direction, names in directions:
        there = {name for name in names if is_packet(family, direction, name)}
        assert there <= family.decodes(direction)
        assert len(there) > 10


def is_packet(family: ProtocolFamily, direction: Direction, name: str) -> bool:
    prefix, _, bare = name.rpartition("/")
    return family.packet_id("configuration" if prefix else "play", direction, bare) is not None


def test_no_packet_is_asked_for_that_no_version_has() -> None:
    for direction, names in (("clientbound", CLIENTBOUND | WITHOUT_POSES), ("serverbound", SERVERBOUND)):
        known = frozenset[str]().union(*(family.decodes(direction) for family in supported()))
        assert names <= known


def test_a_packet_that_cannot_be_read_is_counted_and_left_out(
    family: ProtocolFamily, caplog: pytest.LogCaptureFixture
) -> None:
    client = joined(family)
    for _ in range(9):
        assert (
            client.tracker.clientbound(client.bridge, "update_health", Frame(b"\x00", 0, 0, 0, b"\x00"))
            is None
        )
    assert client.tracker.errors["update_health"] == 9
    assert len([r for r in caplog.records if "update_health" in r.message]) == 3
    assert client.player.health == 20.0


# --- worlds


def test_a_world_has_the_physics_of_its_clients_release(family: ProtocolFamily) -> None:
    world = joined(family).view.world
    assert world is not None
    assert world.rules is family.physics
    assert world.blocks is family.blocks


def test_joining_enters_a_world_and_forgets_what_was_before(family: ProtocolFamily) -> None:
    client = joined(family).gets(cow()).gets_chunk(0, 0)
    assert client.view.holds_chunk(0, 0)
    client.gets(join("lobby"))
    assert client.view.world is not None
    assert client.view.world.key.name == "minecraft:lobby"
    assert not client.view.holds_chunk(0, 0)
    assert set(client.view.entities) == {ME}
    assert not client.player.placed
    assert client.events.forgotten == 2
    assert len(client.worlds) == 1


def test_a_respawn_elsewhere_changes_the_world(family: ProtocolFamily) -> None:
    client = joined(family).gets(cow()).gets_chunk(0, 0)
    client.gets(respawn("minecraft:the_nether", None, "minecraft:the_nether"))
    assert client.view.world is not None
    assert client.view.world.dimension == NETHER
    assert not client.view.holds_chunk(0, 0)
    assert set(client.view.entities) == {ME}
    assert client.events.forgotten == 2


def test_a_respawn_in_the_same_world_keeps_its_chunks_and_entities(family: ProtocolFamily) -> None:
    client = joined(family).gets(cow()).gets_chunk(0, 0)
    client.gets(respawn("minecraft:overworld", OVERWORLD))
    assert client.view.holds_chunk(0, 0)
    assert COW in client.view.entities
    assert client.events.forgotten == 2


def test_a_respawn_into_an_unknown_dimension_leaves_no_world(family: ProtocolFamily) -> None:
    client = joined(family).gets_chunk(0, 0).gets(respawn("odd:place", None, "odd:type"))
    assert client.view.world is None
    assert not client.view.holds_chunk(0, 0)
    client.gets(m.BlocksChanged(((0, 0, 0),), (1,)), m.UnloadChunk(0, 0), m.TimeUpdate(1, 1, True))


def registry(*types: DimensionType) -> m.RegistryData:
    names = tuple(known.name for known in types)
    return m.RegistryData({"minecraft:dimension_type": names}, {known.name: known for known in types})


CAVES = DimensionType("pack:caves", -128, 128)


def test_a_world_has_the_dimension_type_of_the_registry_told_before() -> None:
    client = Client(spoken(766)).gets(registry(NETHER), registry(CAVES), join("pack:below", None, 1))
    assert client.view.world is not None
    assert client.view.world.dimension == CAVES
    client.gets(respawn("minecraft:the_nether", None, 0))
    assert client.view.world.dimension == NETHER
    client.gets(respawn("pack:below", None, "pack:caves"))
    assert client.view.world.dimension == CAVES


@pytest.mark.parametrize("key", [-1, 2, "pack:heights", None])
def test_a_dimension_type_that_no_registry_told_of_leaves_no_world(
    key: str | int | None, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(spoken(766)).gets(registry(NETHER, CAVES), join("pack:odd", None, key))
    assert client.view.world is None
    assert set(client.view.entities) == {ME}
    assert "pack:odd is of unknown dimension type" in caplog.text


def test_going_back_to_configuration_leaves_the_world_and_forgets_who_is_in_it() -> None:
    client = Client(spoken(766)).gets(registry(OVERWORLD, CAVES), join("minecraft:overworld", None, 0))
    client.gets(cow(), m.PlayerInfo(ADDED, (m.PlayerInfoEntry(SELF, "Ann", (), 0, 1),)))
    client.gets(teleport(1.0, 2.0, 3.0)).gets_chunk(0, 0)
    client.gets(m.StartConfiguration())
    view = client.view
    assert (view.world, view.entities, view.listed) == (None, {}, {})
    assert len(client.worlds) == 0
    assert not client.player.placed
    assert client.events.configured == 1
    # The client has the old registries until it hears of new ones, and then only those.
    client.gets(join("pack:below", None, 1))
    assert view.world is not None
    assert view.world.dimension == CAVES
    client.sends(walk(5.0, 6.0, 7.0))
    assert client.player.position == (5.0, 6.0, 7.0), "the teleport before is nobody's business now"
    client.gets(m.StartConfiguration(), registry(NETHER), registry(CAVES), join("pack:below", None, 1))
    assert view.world.dimension == CAVES
    assert list(view.dimension_types) == [NETHER.name, CAVES.name]


@pytest.mark.parametrize("protocol", [766, 767, 768, 770, 773, 775])
def test_vanilla_types_that_a_server_leaves_to_the_client_are_known(protocol: int) -> None:
    client = Client(spoken(protocol))
    entries = [pack_string(name) + b"\x00" for name in ("minecraft:the_end", "minecraft:overworld")]
    body = pack_string("minecraft:dimension_type") + pack_varint(2) + b"".join(entries)
    client.gets_packet("configuration/registry_data", b"\x07" + body).gets(join("any:where", None, 1))
    assert client.view.world is not None
    dimension = client.view.world.dimension
    assert (dimension.name, dimension.min_y, dimension.height) == ("minecraft:overworld", -64, 384)


def test_leaving_lets_go_of_the_world(family: ProtocolFamily) -> None:
    client = joined(family).gets_chunk(0, 0)
    client.tracker.left(client.bridge)
    assert client.view.world is None
    assert len(client.worlds) == 0


def test_two_clients_share_chunks_until_both_let_go(family: ProtocolFamily) -> None:
    one = joined(family).gets_chunk(0, 0, fill=1)
    two = joined(family, worlds=one.worlds, session=2).gets_chunk(0, 0, fill=1)
    assert one.view.world is two.view.world
    assert one.view.world is not None
    one.gets(m.BlocksChanged(((3, 10, 4),), (9,)))
    assert two.view.world is not None
    assert two.view.world.state(3, 10, 4) == 9
    one.gets(m.UnloadChunk(0, 0))
    assert not one.view.holds_chunk(0, 0)
    assert two.view.holds_chunk(0, 0)
    two.gets(m.UnloadChunk(0, 0))
    assert two.view.world.state(3, 10, 4) is None


def test_block_changes_acknowledgements_and_explosions_change_blocks(family: ProtocolFamily) -> None:
    client = joined(family).gets_chunk(-1, 2, fill=1)
    world = client.view.world
    assert world is not None
    client.gets(m.BlocksChanged(((-1, 5, 32), (-16, 6, 47)), (7, 8)))
    client.gets(m.DiggingAcknowledged((-2, 5, 33), 0, 2, True))
    client.gets(m.Explosion((0.0, 0.0, 0.0), 4.0, ((-3, 5, 34), (-4, 5, 35)), (0.0, 0.0, 0.0)))
    expected = {
        (-1, 5, 32): 7,
        (-16, 6, 47): 8,
        (-2, 5, 33): 0,
        (-3, 5, 34): 0,
        (-4, 5, 35): 0,
        (-5, 5, 36): 1,
    }
    assert {p: world.state(*p) for p in expected} == expected


def test_a_damaged_chunk_costs_that_chunk_only(
    family: ProtocolFamily, caplog: pytest.LogCaptureFixture
) -> None:
    client = joined(family).gets_chunk(0, 0, fill=1)
    client.gets_chunk_packet(client.chunk_packet(1, 0)[:40])
    assert client.view.world is not None
    assert client.view.world.state(17, 10, 0) is None
    assert client.view.world.state(1, 10, 0) == 1
    assert any("1" in r.message and "chunk" in r.message.lower() for r in caplog.records)


def test_a_chunk_whose_stream_is_damaged_costs_that_chunk_only(
    family: ProtocolFamily, caplog: pytest.LogCaptureFixture
) -> None:
    client = joined(family)
    framed = bytearray(frame_packet(client.chunk_packet(0, 0, fill=3), 64))
    framed[-20] ^= 0xFF
    splitter = FrameSplitter(1 << 20, 1 << 20, Traffic())
    splitter.threshold = 64
    for frame in splitter.feed(bytes(framed)):
        assert isinstance(frame, Frame)
        client.tracker.clientbound(client.bridge, "chunk_data", frame)
    assert client.view.holds_chunk(0, 0)
    assert client.view.world is not None
    assert client.view.world.state(4, 4, 4) is None
    assert any("chunk (0, 0)" in r.message for r in caplog.records)


def test_a_partial_column_replaces_its_sections_only() -> None:
    """1.16.5 may send some sections of a column that the client has."""
    family = spoken(754)
    client = joined(family).gets_chunk(0, 0, fill=1)
    packet = bytearray(client.chunk_packet(0, 0, fill=2))
    assert packet[9] == 1, "a whole column"
    assert client.view.world is not None
    whole = family.read_column(bytes(packet[1:]), client.view.world.dimension)
    assert whole.biomes is not None
    packet[9] = 0
    biomes = packet.index(pack_varint(1024), 10)
    del packet[biomes : biomes + 2 + 1024]  # a partial column has none; ours are one byte each
    client.gets_chunk_packet(bytes(packet))
    assert client.view.world.state(3, 200, 3) == 2
    client.gets_chunk_packet(bytes(packet[:-200]))
    assert client.tracker.errors["chunk_data"] == 1
    assert client.view.world.state(3, 200, 3) == 2


def test_a_column_that_nobody_asked_about_costs_its_compressed_frame_only(family: ProtocolFamily) -> None:
    client = joined(family).gets_chunk(99, 99)
    count = 32
    framed = b"".join(frame_packet(client.chunk_packet(x, 0, fill=3), 64) for x in range(count))
    inflated = len(client.chunk_packet(0, 0, fill=3))
    splitter = FrameSplitter(1 << 20, 1 << 20, Traffic())
    splitter.threshold = 64
    tracemalloc.start()
    for frame in splitter.feed(framed):
        assert isinstance(frame, Frame)
        client.tracker.clientbound(client.bridge, "chunk_data", frame)
    del frame
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert client.view.world is not None
    assert client.view.world.chunk_count == count + 1
    assert grown < len(framed) + 3000 * count < inflated * count
    assert client.view.world.state(4, 4, 4) == 3


def bulk(*packets: bytes) -> bytes:
    """Columns of 1.8, each as a packet of its own, as one ``map_chunk_bulk``."""
    heads, data = b"", b""
    for packet in packets:
        place, body = packet[1:9], packet[12:]
        _, start = read_varint(body, 0)
        heads += place + packet[10:12]
        data += body[start:]
    return b"\x26\x01" + pack_varint(len(packets)) + heads + data


def test_columns_that_come_together_are_as_those_that_come_alone() -> None:
    client = joined(spoken(47))
    packets = [client.chunk_packet(x, 7, fill=16 * (x + 4)) for x in (-1, 0, 1)]
    client.gets_packet("map_chunk_bulk", bulk(*packets))
    world = client.view.world
    assert world is not None
    assert [world.state(x * 16 + 5, 100, 7 * 16) for x in (-1, 0, 1)] == [48, 64, 80]
    assert all(client.view.holds_chunk(x, 7) for x in (-1, 0, 1))
    client.gets_packet("map_chunk_bulk", bulk(*packets)[:-1])
    assert world.state(5, 100, 7 * 16) is None, "of other bytes than before, and damaged"


def test_an_empty_whole_column_takes_the_column_away() -> None:
    """To 1.8.9, which has no packet for that."""
    client = joined(spoken(47)).gets_chunk(3, -4, fill=16)
    assert client.view.holds_chunk(3, -4)
    client.gets_chunk_packet(b"\x21" + struct.pack(">ii?H", 3, -4, True, 0) + b"\x00")
    assert not client.view.holds_chunk(3, -4)


def test_time_and_border_are_kept(family: ProtocolFamily) -> None:
    client = joined(family).gets(
        m.TimeUpdate(1000, 6000, False),
        m.WorldBorder(
            center=(10.0, -10.0), diameter=100.0, target_diameter=100.0, lerp_ms=0, warning_blocks=3
        ),
        m.WorldBorder(warning_time=9),
    )
    world = client.view.world
    assert world is not None
    assert (world.world_age, world.time_of_day, world.daylight_cycle) == (1000, 6000, False)
    assert world.border.contains(59.0, 39.0)
    assert not world.border.contains(61.0, 0.0)
    assert (world.border.warning_blocks, world.border.warning_time) == (3, 9)


def test_a_world_follows_the_clock_of_its_dimension_type() -> None:
    dimensions = DimensionType("pack:a", clock="pack:slow"), DimensionType("pack:b")
    clocks = m.RegistryData({"minecraft:world_clock": ("pack:fast", "pack:slow")}, {})
    client = Client(spoken(775)).gets(registry(*dimensions), clocks, join("pack:a", None, 0))
    world = client.view.world
    assert world is not None
    fast, slow = m.ClockState(0, 9, 2.0), m.ClockState(1, 6000, 0.0)
    client.gets(m.TimeUpdate(1000, None, True, (fast, slow)))
    assert (world.world_age, world.time_of_day, world.daylight_cycle) == (1000, 6000, False)
    client.gets(m.TimeUpdate(1001, None, True, (fast, m.ClockState(7, 1, 1.0))))
    assert (world.world_age, world.time_of_day, world.daylight_cycle) == (1001, 6000, False)
    client.gets(respawn("pack:b", None, 1), m.TimeUpdate(1002, None, True, (fast, slow)))
    assert client.view.world is not None
    assert (client.view.world.world_age, client.view.world.time_of_day) == (1002, 0)


# --- the own player


def test_teleports_may_be_relative_in_each_axis(family: ProtocolFamily) -> None:
    client = joined(family)
    client.gets(teleport(1.0, 2.0, 3.0, relative=0x01 | 0x04))
    assert client.player.position == (1.5, 2.0, 3.5)
    client.gets(teleport(0.0, 1.0, 0.0, relative=0x02 | 0x08))
    assert client.player.position == (0.0, 3.0, 0.0)
    assert (client.player.yaw, client.player.pitch) == (20.0, 5.0)
    client.gets(teleport(0.0, 1.0, 0.0, relative=0x10))
    assert (client.player.yaw, client.player.pitch) == (10.0, 10.0)


def test_a_turn_may_be_relative_in_each_angle(family: ProtocolFamily) -> None:
    client = joined(family).gets(m.PlayerTurn(30.0, 40.0, False, True))
    assert (client.player.yaw, client.player.pitch) == (30.0, 45.0)
    client.gets(m.PlayerTurn(1.0, 2.0, True, False))
    assert (client.player.yaw, client.player.pitch) == (31.0, 2.0)
    assert client.player.position == (0.5, 64.0, 0.5)


def test_a_teleport_without_number_is_answered_by_place_and_look() -> None:
    """To 1.8.9. What the client sends before is from where it was."""
    client = joined(spoken(47))
    client.gets(m.PlayerTeleport(90.0, 64.0, 9.0, 45.0, 0.0, 0, None, False, None))
    stale = m.PlayerMove((0.6, 64.0, 0.5), (0.0, 0.0), True)
    client.sends(walk(0.6, 64.0, 0.5), stale, m.PlayerMove(None, (10.0, 0.0), True))
    assert (client.player.position, client.player.yaw) == ((90.0, 64.0, 9.0), 45.0)
    client.sends(m.PlayerMove((90.0, 64.0, 9.0), (45.0, 0.0), False), walk(90.5, 64.0, 9.0))
    assert client.player.position == (90.5, 64.0, 9.0)


def test_a_client_that_never_answers_a_teleport_isnt_waited_for_for_ever() -> None:
    client = joined(spoken(47))
    client.gets(m.PlayerTeleport(90.0, 64.0, 9.0, 0.0, 0.0, 0, None, False, None))
    client.sends(*(walk(0.5, 64.0, 0.5) for _ in range(20)))
    assert client.player.position == (90.0, 64.0, 9.0)
    client.sends(walk(0.75, 64.0, 0.5))
    assert client.player.position == (0.75, 64.0, 0.5)


def test_the_keys_tell_whether_a_player_sneaks() -> None:
    """From 1.21.6 on nothing else does."""
    client = joined(spoken(771)).sends(m.PlayerInput(True, False, False, False, False, True, False))
    assert client.player.pose == "sneaking"
    client.sends(m.PlayerInput(True, False, False, False, True, False, True))
    assert client.player.pose == "standing"


def test_settings_told_while_configuring_count() -> None:
    family = spoken(764)
    body = pack_string("de_DE") + bytes((12, 0, 1, 0x41, 0, 0, 1))
    client = Client(family)
    client.tracker.serverbound(
        client.bridge, "configuration/client_settings", Frame(b"\x00" + body, 0, 0, 0, b"\x00" + body)
    )
    player = client.player
    assert (player.locale, player.view_distance, player.skin_parts, player.main_hand) == (
        "de_de",
        12,
        0x41,
        0,
    )
    client.gets(registry(OVERWORLD), join("minecraft:overworld", None, "minecraft:overworld"))
    assert player.locale == "de_de"


def test_the_servers_teams_are_kept_as_a_client_keeps_them(family: ProtocolFamily) -> None:
    client = joined(family)
    scoreboard = client.view.scoreboard

    def teams(*names: str) -> list[str | None]:
        return [scoreboard.team_of(name) for name in names]

    client.gets(m.TeamUpdate("red", "create", ("Ann", "Bo")), m.TeamUpdate("blue", "create"))
    assert client.events.teams == ["red", "blue"]
    assert "blue" in scoreboard
    assert teams("Ann", "Bo", "Cy") == ["red", "red", None]
    client.gets(m.TeamUpdate("blue", "join", ("Bo", "Cy")), m.TeamUpdate("red", "change"))
    assert teams("Ann", "Bo", "Cy") == ["red", "blue", "blue"]
    client.gets(m.TeamUpdate("nowhere", "join", ("Ann",)), m.TeamUpdate("red", "leave", ("Bo",)))
    assert teams("Ann", "Bo", "Cy") == ["red", "blue", "blue"], "no client would do that"
    client.gets(m.TeamUpdate("red", "create", ("Cy",)))
    assert teams("Ann", "Bo", "Cy") == ["red", "blue", "red"], "it was there already"
    client.events.names.clear()
    client.gets(m.TeamUpdate("red", "remove"), m.TeamUpdate("red", "remove"))
    assert client.events.names == ["Ann", "Cy"]
    assert teams("Ann", "Bo", "Cy") == [None, "blue", None]
    assert "red" not in scoreboard
    client.gets(m.TeamUpdate("blue", "leave", ("Bo",)))
    assert teams("Bo") == [None]
    assert client.events.names == ["Ann", "Cy", "Bo"]


def test_teams_outlive_a_respawn_but_no_new_login(family: ProtocolFamily) -> None:
    client = joined(family)
    client.gets(m.TeamUpdate("red", "create", ("Ann",)), respawn("minecraft:the_nether", NETHER))
    assert client.view.scoreboard.team_of("Ann") == "red"
    client.gets(join("minecraft:overworld", OVERWORLD))
    assert client.view.scoreboard.team_of("Ann") is None
    assert "red" not in client.view.scoreboard


def test_names_that_the_server_lists_or_has_in_a_team_are_its_own(family: ProtocolFamily) -> None:
    client, uuid = joined(family), UUID(int=9)
    assert not client.view.server_has("Bo")
    client.gets(m.PlayerInfo(frozenset({"add"}), (m.PlayerInfoEntry(uuid, "Bo"),)))
    assert client.view.server_has("Bo")
    client.gets(m.PlayerInfo(frozenset({"ping"}), (m.PlayerInfoEntry(uuid, ping=7),)))
    client.gets(m.PlayersRemoved((uuid, UUID(int=10))))
    assert not client.view.server_has("Bo")
    assert client.events.names == ["Bo", "Bo"]
    client.gets(m.TeamUpdate("red", "create", ("Bo",)))
    assert client.view.server_has("Bo")


def test_moves_sent_before_a_teleport_is_confirmed_are_stale(family: ProtocolFamily) -> None:
    client = joined(family)
    client.gets(teleport(100.0, 64.0, 100.0, number=2), teleport(200.0, 64.0, 200.0, number=3))
    client.sends(walk(0.6, 64.0, 0.5))
    assert client.player.position == (200.0, 64.0, 200.0)
    client.sends(m.TeleportConfirm(2), walk(100.1, 64.0, 100.0))
    assert client.player.position == (200.0, 64.0, 200.0)
    client.sends(m.TeleportConfirm(3), walk(200.1, 64.0, 200.0))
    assert client.player.position == (200.1, 64.0, 200.0)


def test_velocity_is_estimated_from_walking_and_fades(family: ProtocolFamily) -> None:
    client = joined(family).sends(walk(0.75, 64.0, 0.5))
    assert client.player.velocity == (0.25, 0.0, 0.0)
    client.view.tick()
    client.view.tick()
    client.view.tick()
    assert client.player.velocity == (0.25, 0.0, 0.0)
    client.view.tick()
    assert client.player.velocity == (0.0, 0.0, 0.0)
    client.gets(teleport(50.0, 64.0, 50.0, number=9))
    assert client.player.velocity == (0.0, 0.0, 0.0)


def test_what_the_client_does_with_its_body_is_known(family: ProtocolFamily) -> None:
    client = joined(family)
    client.sends(*(m.EntityAction(a, ME) for a in ("start_sneaking", "start_sprinting")))
    assert client.player.sneaking
    assert client.player.sprinting
    lower = 1.27 if family.has_poses else 1.54
    assert (client.player.pose, client.player.eye_height) == ("sneaking", lower)
    client.sends(*(m.EntityAction(a, ME) for a in ("stop_sneaking", "stop_sprinting")))
    assert not client.player.sneaking
    assert not client.player.sprinting
    client.gets(m.HealthUpdate(3.5, 10, 0.0), m.GameStateChange(3, 1.0), m.HeldSlot(4))
    assert (client.player.health, client.player.game_mode, client.player.held_slot) == (3.5, 1, 4)
    client.sends(m.HeldSlot(8), m.HeldSlot(9))
    assert client.player.held_slot == 8
    client.sends(m.ClientSettings("zh_CN", 8, 0, True, 0x7F, 1))
    assert client.player.locale == "zh_cn"
    client.gets(m.HealthUpdate(0.0, 10, 0.0))
    assert client.player.pose == "dying"
    client.gets(m.HealthUpdate(20.0, 10, 0.0), respawn("minecraft:overworld", OVERWORLD))
    assert client.player.pose == "standing"


@pytest.mark.parametrize("protocol", [754, 761, 775])
def test_flags_and_pose_of_the_own_entity_tell_what_the_body_does(protocol: int) -> None:
    client = joined(spoken(protocol))
    poses = []
    for flags, pose in ((0x00, "standing"), (0x10, "swimming"), (0x80, "fall_flying"), (0x00, "sleeping")):
        client.gets(m.EntityMetadata(ME, {0: ("byte", flags), 6: ("pose", pose)}))
        poses.append(client.player.pose)
    assert poses == ["standing", "swimming", "gliding", "sleeping"]


def test_the_flag_for_gliding_is_older_than_poses() -> None:
    client = joined(spoken(340)).gets(m.EntityMetadata(ME, {0: ("byte", 0x80 | 0x10)}))
    assert client.player.pose == "gliding"
    assert not client.player.swimming


@pytest.mark.parametrize("protocol", [47, 340])
def test_packets_tell_who_lies_down_where_there_are_no_poses(protocol: int) -> None:
    client = joined(spoken(protocol)).gets(m.UseBed(COW, (1, 2, 3)))
    assert client.player.pose == "standing"
    client.gets(m.UseBed(ME, (1, 2, 3)), m.EntityMetadata(ME, {0: ("byte", 0x10), 6: ("float", 20.0)}))
    assert client.player.pose == "sleeping"
    client.gets(m.EntityAnimation(ME, 0), m.EntityAnimation(COW, 2))
    assert client.player.pose == "sleeping"
    client.gets(m.EntityAnimation(ME, 2))
    assert client.player.pose == "standing"
    assert {"use_bed", "animation", "attach_entity"} <= client.tracker.clientbound_interests
    assert not {"use_bed", "attach_entity"} & joined(spoken(754)).tracker.clientbound_interests


def test_a_passenger_goes_where_its_vehicle_goes(family: ProtocolFamily) -> None:
    client = joined(family).gets(cow(BOAT, 10.0, 63.0, 10.0, "boat"), m.SetPassengers(BOAT, (ME,)))
    assert client.player.vehicle == BOAT
    client.gets(move(BOAT, 4096, 0, -2048))
    assert client.player.position == (11.0, 63.0, 9.5)
    client.sends(m.VehicleMove(12.0, 63.0, 9.0, 90.0, 0.0))
    assert client.player.position == (12.0, 63.0, 9.0)
    assert client.view.entities[BOAT].position == (12.0, 63.0, 9.0)
    client.gets(m.SetPassengers(BOAT, ()))
    assert client.player.vehicle is None
    client.gets(m.SetPassengers(BOAT, (ME,)), m.DestroyEntities((BOAT,)))
    assert client.player.vehicle is None


def test_a_rider_may_be_told_its_vehicle() -> None:
    """To 1.8.9."""
    client = joined(spoken(47)).gets(cow(BOAT, 10.0, 63.0, 10.0, "boat"), cow(COW))
    client.gets(m.RideEntity(COW, BOAT), m.RideEntity(ME, BOAT), m.RideEntity(ME, BOAT))
    assert client.view.entities[BOAT].passengers == (COW, ME)
    assert client.player.vehicle == BOAT
    client.gets(m.RideEntity(ME, COW))
    assert client.view.entities[BOAT].passengers == (COW,)
    assert client.player.vehicle == COW
    client.gets(m.RideEntity(ME, None), m.RideEntity(COW, 99))
    assert client.player.vehicle is None
    assert client.view.entities[COW].passengers == client.view.entities[BOAT].passengers == ()


# --- player list and entities

ADDED = frozenset({"add", "game_mode", "ping", "display_name"})


def test_the_player_list_follows_its_actions(family: ProtocolFamily) -> None:
    other = UUID(int=9)
    client = joined(family).gets(
        m.PlayerInfo(
            ADDED,
            (m.PlayerInfoEntry(other, "Bob", (m.ProfileProperty("textures", "v", "s"),), 0, 30),
             m.PlayerInfoEntry(SELF, "Ann", (), 0, 1)),
        ),
        m.PlayerInfo(frozenset({"ping"}), (m.PlayerInfoEntry(other, ping=44),)),
        m.PlayerInfo(frozenset({"game_mode"}), (m.PlayerInfoEntry(SELF, game_mode=3),)),
        m.PlayerInfo(frozenset({"display_name"}), (m.PlayerInfoEntry(other, display_name='{"text":"B"}'),)),
        m.PlayerInfo(frozenset({"ping"}), (m.PlayerInfoEntry(UUID(int=99), ping=1),)),
    )  # fmt: skip
    bob = client.view.listed[other]
    assert (bob.name, bob.ping, bob.display_name) == ("Bob", 44, '{"text":"B"}')
    assert bob.properties == (("textures", "v", "s"),)
    assert client.player.game_mode == 3
    assert UUID(int=99) not in client.view.listed
    client.gets(m.PlayerInfo(frozenset({"display_name"}), (m.PlayerInfoEntry(other),)))
    assert bob.display_name is None
    client.gets(m.PlayersRemoved((other, UUID(int=99))))
    assert set(client.view.listed) == {SELF}


def test_an_entry_that_does_not_say_so_is_listed_to_1_19_2_only(family: ProtocolFamily) -> None:
    client = joined(family).gets(m.PlayerInfo(frozenset({"add"}), (m.PlayerInfoEntry(SELF, "Ann", ()),)))
    assert client.view.listed[SELF].listed is not family.unlisted_entries
    for shown in (True, False):
        client.gets(m.PlayerInfo(frozenset({"listed"}), (m.PlayerInfoEntry(SELF, listed=shown),)))
        assert client.view.listed[SELF].listed is shown


def test_entities_are_spawned_described_and_destroyed(family: ProtocolFamily) -> None:
    client = joined(family).gets(cow())
    entity = client.view.entities[COW]
    assert entity.velocity == (1.0, 0.0, -0.5)
    client.gets(
        m.EntityTeleport(COW, 5.0, 65.0, 6.0, 90.0, 10.0, True),
        m.EntityHeadLook(COW, 45.0),
        m.EntityVelocity(COW, (0.0, 0.1, 0.0)),
        m.EntityMetadata(COW, {0: ("byte", 1)}),
        m.EntityMetadata(COW, {6: ("pose", "standing")}),
        m.EntityEffect(COW, 1, 2, 600, 0),
    )
    assert entity.position == (5.0, 65.0, 6.0)
    assert (entity.yaw, entity.pitch, entity.head_yaw, entity.on_ground) == (90.0, 10.0, 45.0, True)
    assert entity.velocity == (0.0, 0.1, 0.0)
    assert entity.metadata == {0: ("byte", 1), 6: ("pose", "standing")}
    assert entity.effects == {1: (2, 600)}
    client.gets(m.RemoveEntityEffect(COW, 1), m.DestroyEntities((COW, 999)))
    assert entity.effects == {}
    assert set(client.view.entities) == {ME}
    assert client.events.used == [ME, COW]


def test_entities_may_come_with_their_metadata(family: ProtocolFamily) -> None:
    spawned = cow()
    spawned.metadata = {0: ("byte", 1)}
    client = joined(family).gets(spawned, m.EntityMetadata(COW, {1: ("short", 300)}))
    assert client.view.entities[COW].metadata == {0: ("byte", 1), 1: ("short", 300)}
    assert spawned.metadata == {0: ("byte", 1)}


def test_a_teleport_of_an_entity_may_be_relative_in_each_part(family: ProtocolFamily) -> None:
    client = joined(family).gets(cow())
    entity = client.view.entities[COW]
    client.gets(m.EntityTeleport(COW, 5.0, 65.0, 6.0, 90.0, 10.0, True, 0, (1.0, 2.0, 3.0)))
    parts = (0.25, 0.5, 0.75, 4.0, 8.0)
    before = (5.0, 65.0, 6.0, 90.0, 10.0)
    for bit in range(5):
        client.gets(m.EntityTeleport(COW, *before, True))
        client.gets(m.EntityTeleport(COW, *parts, False, 1 << bit))
        got = (*entity.position, entity.yaw, entity.pitch)
        assert got == tuple(parts[i] + (before[i] if i == bit else 0) for i in range(5))
        assert entity.velocity == (1.0, 2.0, 3.0)
    client.gets(m.EntityTeleport(COW, *before, True, 0x20 | 0x80, (0.5, 0.5, 0.5)))
    assert entity.velocity == (1.5, 0.5, 3.5)


def test_a_minecart_is_at_the_end_of_its_way(family: ProtocolFamily) -> None:
    client = joined(family).gets(cow(BOAT, kind="minecart"), m.SetPassengers(BOAT, (ME,)))
    steps = (
        m.MinecartStep((1.0, 64.0, 2.0), (0.5, 0.0, 0.0), 0.0, 0.0, 0.5),
        m.MinecartStep((2.0, 64.5, 2.0), (0.25, 0.0, 0.0), 90.0, 45.0, 0.5),
    )
    client.gets(m.MinecartMove(BOAT, steps), m.MinecartMove(BOAT, ()), m.MinecartMove(404, steps))
    cart = client.view.entities[BOAT]
    assert (cart.position, cart.velocity, cart.yaw, cart.pitch) == (
        (2.0, 64.5, 2.0),
        (0.25, 0.0, 0.0),
        90.0,
        45.0,
    )
    assert client.player.position == (2.0, 64.5, 2.0)


def test_packets_for_entities_that_were_never_spawned_change_nothing(family: ProtocolFamily) -> None:
    client = joined(family)
    client.gets(
        move(55, 1, 1, 1), m.EntityTeleport(55, 0, 0, 0, 0, 0, True), m.EntityHeadLook(55, 1.0),
        m.EntityVelocity(55, (1.0, 1.0, 1.0)), m.EntityMetadata(55, {}), m.EntityEquipment(55, ()),
        m.RideEntity(55, 56),
        m.SetPassengers(55, (ME,)), m.EntityEffect(55, 1, 1, 1, 0), m.RemoveEntityEffect(55, 1),
        m.VehicleMove(0, 0, 0, 0, 0),
    )  # fmt: skip
    assert set(client.view.entities) == {ME}
    assert client.player.vehicle is None


@given(
    start=st.tuples(*[st.floats(-3e7, 3e7, allow_nan=False)] * 3),
    steps=st.lists(st.tuples(*[st.integers(-32768, 32767)] * 3), max_size=30),
)
def test_relative_moves_add_up_exactly_in_fixed_point(
    start: tuple[float, float, float], steps: list[tuple[int, int, int]]
) -> None:
    """However many moves: the position is a whole number of 1/4096 blocks from where the client began to count."""
    for one in (spoken(758), spoken(760)):
        client = joined(one).gets(cow(COW, *start), *(move(COW, *step) for step in steps))
        entity = client.view.entities[COW]
        for axis in range(3):
            moved = [step[axis] for step in steps if step[axis]]
            if not moved:
                assert entity.position[axis] == start[axis]
                continue
            scaled = start[axis] * 4096
            first = np.floor(scaled + 0.5) if one.rounds_positions else np.floor(scaled)
            assert entity.position[axis] * 4096 == first + sum(moved)
