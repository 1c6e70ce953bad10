"""What the tracker makes of a client's traffic."""

import tracemalloc
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
from proxy.tracking.tracker import CLIENTBOUND, SERVERBOUND, WorldTracker
from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from proxy.wire.frame import Frame, pack_varint
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
class Events:
    forgotten: int = 0
    used: list[int] = field(default_factory=list)

    def entities_forgotten(self, view: ClientView) -> None:
        self.forgotten += 1

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
        self.tracker.clientbound(self.bridge, "chunk_data", Frame(packet, 0, 0, packet[0], packet))
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


@pytest.fixture(params=supported(), ids=lambda family: family.minecraft)
def family(request: pytest.FixtureRequest) -> ProtocolFamily:
    assert isinstance(request.param, ProtocolFamily)
    return request.param


def join(
    world: str = "minecraft:overworld", dimension: DimensionType = OVERWORLD, seed: int = 5
) -> m.JoinGame:
    return m.JoinGame(
        ME, False, 0, -1, (world,), world, dimension, {d.name: d for d in (OVERWORLD, NETHER)},
        seed, 20, 10, False, True, False, False,
    )  # fmt: skip


def respawn(world: str, dimension: DimensionType | None, name: str | None = None) -> m.Respawn:
    return m.Respawn(world, dimension, name, 5, 0, -1, False, False, False)


def teleport(x: float, y: float, z: float, relative: int = 0, number: int = 1) -> m.PlayerTeleport:
    return m.PlayerTeleport(x, y, z, 10.0, 5.0, relative, number, False)


def walk(x: float, y: float, z: float) -> m.PlayerMove:
    return m.PlayerMove((x, y, z), None, True)


def cow(
    entity_id: int = COW, x: float = 1.0, y: float = 64.0, z: float = 2.0, kind: str = "cow"
) -> m.SpawnEntity:
    return m.SpawnEntity(entity_id, UUID(int=entity_id), kind, x, y, z, 0.0, 0.0, 0.0, (8000, 0, -4000), 0)


def move(entity_id: int, dx: int, dy: int, dz: int) -> m.EntityMove:
    return m.EntityMove(entity_id, dx, dy, dz, None, None, True, True)


def joined(family: ProtocolFamily, **options: Any) -> Client:
    return Client(family, **options).gets(join(), teleport(0.5, 64.0, 0.5)).sends(m.TeleportConfirm(1))


# --- every packet that is asked for is read


def test_every_packet_of_interest_can_be_decoded_and_is_handled(family: ProtocolFamily) -> None:
    for direction, names in (("clientbound", CLIENTBOUND), ("serverbound", SERVERBOUND)):
        there = {n for n in names if family.packet_id("play", direction, n) is not None}  # type: ignore[arg-type]
        assert there <= family.decodes(direction)  # type: ignore[arg-type]
    assert len({n for n in CLIENTBOUND if family.packet_id("play", "clientbound", n) is not None}) > 35


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
    family = supported()[0]
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


# --- the own player


def test_teleports_may_be_relative_in_each_axis(family: ProtocolFamily) -> None:
    client = joined(family)
    client.gets(teleport(1.0, 2.0, 3.0, relative=0x01 | 0x04))
    assert client.player.position == (1.5, 2.0, 3.5)
    client.gets(teleport(0.0, 1.0, 0.0, relative=0x02 | 0x08 | 0x10))
    assert client.player.position == (0.0, 3.0, 0.0)
    assert (client.player.yaw, client.player.pitch) == (20.0, 10.0)


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
    client.sends(*(m.EntityAction(a) for a in ("start_sneaking", "start_sprinting")))
    assert client.player.sneaking
    assert client.player.sprinting
    assert (client.player.pose, client.player.eye_height) == ("sneaking", 1.27)
    client.sends(*(m.EntityAction(a) for a in ("stop_sneaking", "stop_sprinting")))
    assert not client.player.sneaking
    assert not client.player.sprinting
    client.gets(m.HealthUpdate(3.5, 10, 0.0), m.GameStateChange(3, 1.0), m.HeldSlot(4))
    assert (client.player.health, client.player.game_mode, client.player.held_slot) == (3.5, 1, 4)
    client.sends(m.HeldSlot(8), m.HeldSlot(9))
    assert client.player.held_slot == 8
    client.sends(m.ClientSettings("zh_CN", 8, 0, True, 0x7F, 1))
    assert client.player.locale == "zh_cn"
    poses = []
    for flags, pose in ((0x00, "standing"), (0x10, "swimming"), (0x80, "fall_flying"), (0x00, "sleeping")):
        client.gets(m.EntityMetadata(ME, {0: ("byte", flags), 6: ("pose", pose)}))
        poses.append(client.player.pose)
    client.gets(m.HealthUpdate(0.0, 10, 0.0))
    assert [*poses, client.player.pose] == ["standing", "swimming", "gliding", "sleeping", "dying"]
    client.gets(m.HealthUpdate(20.0, 10, 0.0), respawn("minecraft:overworld", OVERWORLD))
    assert client.player.pose == "standing"


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


# --- player list and entities


def test_the_player_list_follows_its_actions(family: ProtocolFamily) -> None:
    other = UUID(int=9)
    client = joined(family).gets(
        m.PlayerInfo(
            "add",
            (m.PlayerInfoEntry(other, "Bob", (m.ProfileProperty("textures", "v", "s"),), 0, 30),
             m.PlayerInfoEntry(SELF, "Ann", (), 0, 1)),
        ),
        m.PlayerInfo("ping", (m.PlayerInfoEntry(other, ping=44),)),
        m.PlayerInfo("game_mode", (m.PlayerInfoEntry(SELF, game_mode=3),)),
        m.PlayerInfo("display_name", (m.PlayerInfoEntry(other, display_name='{"text":"B"}'),)),
        m.PlayerInfo("ping", (m.PlayerInfoEntry(UUID(int=99), ping=1),)),
    )  # fmt: skip
    bob = client.view.listed[other]
    assert (bob.name, bob.ping, bob.display_name) == ("Bob", 44, '{"text":"B"}')
    assert bob.properties == (("textures", "v", "s"),)
    assert client.player.game_mode == 3
    assert UUID(int=99) not in client.view.listed
    client.gets(m.PlayerInfo("display_name", (m.PlayerInfoEntry(other),)))
    assert bob.display_name is None
    client.gets(m.PlayerInfo("remove", (m.PlayerInfoEntry(other),)))
    assert set(client.view.listed) == {SELF}


def test_entities_are_spawned_described_and_destroyed(family: ProtocolFamily) -> None:
    client = joined(family).gets(cow())
    entity = client.view.entities[COW]
    assert entity.velocity == (1.0, 0.0, -0.5)
    client.gets(
        m.EntityTeleport(COW, 5.0, 65.0, 6.0, 90.0, 10.0, True),
        m.EntityHeadLook(COW, 45.0),
        m.EntityVelocity(COW, (0, 800, 0)),
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


def test_packets_for_entities_that_were_never_spawned_change_nothing(family: ProtocolFamily) -> None:
    client = joined(family)
    client.gets(
        move(55, 1, 1, 1), m.EntityTeleport(55, 0, 0, 0, 0, 0, True), m.EntityHeadLook(55, 1.0),
        m.EntityVelocity(55, (1, 1, 1)), m.EntityMetadata(55, {}), m.EntityEquipment(55, ()),
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
    for one in supported():
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
