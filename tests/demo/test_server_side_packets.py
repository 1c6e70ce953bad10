"""What a server of our own sends, read back by the family and held against recorded packets of vanilla servers."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest

from nbt.codec import read_file_bytes
from proxy.demo.version_view import VersionView
from proxy.demo.world import DemoWorld
from proxy.messages import (
    Abilities,
    BlocksChanged,
    ChunkData,
    HealthUpdate,
    HeldSlot,
    JoinGame,
    Message,
    PlayerInfo,
    PlayerInfoEntry,
    PlayerTeleport,
    PluginMessage,
    Respawn,
    SetSlot,
    SpawnPosition,
    TimeUpdate,
    UnloadChunk,
    ViewCenter,
)
from proxy.versions.base import ProtocolFamily
from proxy.versions.server_side import Listing, ServerSide, server_side
from proxy.wire.buffer import DecodeError, Reader
from proxy.wire.frame import pack_varint
from world.item import ItemStack

ROOT = Path(__file__).parent.parent.parent
ALICE = Listing(UUID(int=1), "alice", 1, 20)


@pytest.fixture
def encode(family: ProtocolFamily) -> ServerSide:
    return server_side(family)


def body_of(family: ProtocolFamily, packet: bytes, name: str) -> bytes:
    reader = Reader(packet)
    assert family.packet_name("play", "clientbound", reader.varint()) == name
    return reader.rest()


def read_back(family: ProtocolFamily, packets: list[bytes]) -> Message:
    (packet,) = packets
    reader = Reader(packet)
    name = family.packet_name("play", "clientbound", reader.varint())
    assert name is not None
    return family.decode("clientbound", name, reader.rest())


def recorded(peers: Path, release: str, packet: str) -> bytes:
    """The first recorded packet of a type, with its id."""
    packets = peers / "node_modules" / "minecraft-packets" / "minecraft-packets" / "data" / "pc"
    return (packets / release / "from-server" / packet / "1.raw").read_bytes()


def test_join_game_says_what_it_was_told(family: ProtocolFamily, encode: ServerSide) -> None:
    message = read_back(family, encode.join_game(7, 1, max_players=20, view_distance=8))
    assert isinstance(message, JoinGame)
    assert (message.entity_id, message.game_mode, message.previous_game_mode) == (7, 1, -1)
    assert (message.max_players, message.view_distance) == (20, 8)
    assert message.world_names == ("minecraft:overworld",)
    assert message.world == "minecraft:overworld"
    assert message.dimension == encode.dimension
    assert message.dimension.has_skylight
    assert set(message.dimension_types) >= {
        "minecraft:overworld",
        "minecraft:the_nether",
        "minecraft:the_end",
    }
    assert not message.hardcore
    assert message.respawn_screen
    assert message.flat


@pytest.mark.peer
def test_the_registries_are_those_of_a_vanilla_server(
    peers: Path, family: ProtocolFamily, encode: ServerSide
) -> None:
    """From the codec's first byte on, the recorded packet stands in ours, short of what follows the registries."""
    (ours,) = encode.join_game(7, 1, max_players=20, view_distance=8)
    vanilla = recorded(peers, family.minecraft, "login")
    start = vanilla.index(b"\x0a\x00\x00")  # a compound with an empty name
    theirs = vanilla[start : start + len(ours) - 200]
    assert len(theirs) > 20_000
    assert theirs in ours


@pytest.mark.peer
def test_the_tags_are_those_of_a_vanilla_server(
    peers: Path, family: ProtocolFamily, encode: ServerSide
) -> None:
    assert encode.tags() == [recorded(peers, family.minecraft, "tags")]


@pytest.mark.peer
def test_the_generator_makes_the_committed_files(peers: Path, family: ProtocolFamily) -> None:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "tools" / "generate_server_data.py")
    assert spec is not None
    assert spec.loader is not None
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    package = peers / "node_modules" / "minecraft-packets"
    committed = ROOT / "proxy" / "versions" / "data" / f"server_{family.minecraft}.nbt"
    made = generate.server_data(package, family.minecraft)
    assert read_file_bytes(made) == read_file_bytes(committed.read_bytes())


@pytest.mark.parametrize(
    ("make", "wanted"),
    [
        (lambda e: e.held_slot(4), HeldSlot(4)),
        (lambda e: e.brand("x"), PluginMessage("minecraft:brand", b"\x01x")),
        (lambda e: e.health(20.0, 19, 5.0), HealthUpdate(20.0, 19, 5.0)),
        (lambda e: e.view_center(-3, 70), ViewCenter(-3, 70)),
        (lambda e: e.unload_chunk(-3, 70), UnloadChunk(-3, 70)),
        (lambda e: e.time(123, 6000), TimeUpdate(123, 6000, daylight_cycle=True)),
        (lambda e: e.block_change((-1, 70, 5), 33), BlocksChanged(((-1, 70, 5),), (33,))),
        (
            lambda e: e.teleport(0.5, 67.25, -3.5, 180.0, -10.0, 5),
            PlayerTeleport(0.5, 67.25, -3.5, 180.0, -10.0, relative=0, teleport_id=5, dismount=False),
        ),
        (lambda e: e.set_slot(36, None), SetSlot(window=0, state=0, slot=36, item=None)),
        (lambda e: e.unlist_players([ALICE.uuid]), PlayerInfo("remove", (PlayerInfoEntry(ALICE.uuid),))),
    ],
)
def test_simple_packets_are_read_back(
    family: ProtocolFamily, encode: ServerSide, make: Callable[[ServerSide], list[bytes]], wanted: Message
) -> None:
    assert read_back(family, make(encode)) == wanted


def test_abilities_come_with_the_speeds_of_vanilla(
    family: ProtocolFamily, encode: ServerSide, peers: Path
) -> None:
    message = read_back(family, encode.abilities(13))
    vanilla = read_back(family, [recorded(peers, family.minecraft, "abilities")])
    assert isinstance(message, Abilities)
    assert isinstance(vanilla, Abilities)
    assert message == Abilities(13, vanilla.flying_speed, vanilla.walking_speed)


def test_a_listed_player_is_read_back(family: ProtocolFamily, encode: ServerSide) -> None:
    message = read_back(family, encode.list_players([ALICE]))
    assert isinstance(message, PlayerInfo)
    (entry,) = message.entries
    assert (entry.uuid, entry.name, entry.game_mode, entry.ping) == (ALICE.uuid, "alice", 1, 20)
    assert entry.properties == ()


def test_a_slot_keeps_its_item(family: ProtocolFamily, encode: ServerSide) -> None:
    number = next(item_id for item_id, name in family.items.items() if name == "oak_planks")
    message = read_back(family, encode.set_slot(36, ItemStack(number, "oak_planks", 64)))
    assert isinstance(message, SetSlot)
    assert message.item == ItemStack(number, "oak_planks", 64)


def test_spawn_and_respawn_are_read_back(family: ProtocolFamily, encode: ServerSide) -> None:
    spawn = read_back(family, encode.spawn_position((1, 67, -24), 180.0))
    assert isinstance(spawn, SpawnPosition)
    assert spawn.position == (1, 67, -24)
    respawn = read_back(family, encode.respawn(1))
    assert isinstance(respawn, Respawn)
    assert (respawn.world, respawn.game_mode, respawn.flat) == ("minecraft:overworld", 1, True)
    assert respawn.dimension is None or respawn.dimension.height == encode.dimension.height


def test_actions_on_blocks_are_acknowledged_once_by_each_version(
    family: ProtocolFamily, encode: ServerSide
) -> None:
    """By place and state before 1.19, by number since: never both, never neither."""
    place, face = (5 << 38 | 6 << 12 | 7).to_bytes(8, "big"), b"\x01"
    bodies = {
        "player_digging": b"\x00" + place + face + pack_varint(300),
        "player_block_placement": b"\x00" + place + face + bytes(12) + b"\x00" + pack_varint(300),
        "use_item": b"\x01" + pack_varint(300),
    }
    by_place = encode.acknowledge_digging((5, 7, 6), 9, 0)
    numbers = {name: encode.action_sequence(name, body) for name, body in bodies.items()}
    assert set(numbers.values()) == ({None} if by_place else {300})
    by_number = [encode.acknowledge_action(number) for number in numbers.values()]
    assert all(bool(packets) != bool(by_place) for packets in by_number)
    if not by_place:
        with pytest.raises(DecodeError):
            encode.action_sequence("player_digging", bodies["player_digging"][:-2])
        with pytest.raises(DecodeError, match="no sequence number"):
            encode.action_sequence("keep_alive", bytes(8))


def test_a_column_is_read_back_block_by_block(family: ProtocolFamily, world: DemoWorld) -> None:
    view = VersionView(world, family)
    packets = view.column(-1, -1)
    body = body_of(family, packets[-1], "chunk_data")
    message = family.decode("clientbound", "chunk_data", body)
    assert isinstance(message, ChunkData)
    assert (message.x, message.z) == (-1, -1)
    contents = family.read_column(message.body, view.server_side.dimension)
    for y in (48, 62, 66, 67, 70, 71, 80, 111):
        section = contents.sections[(y - view.server_side.dimension.min_y) >> 4]
        for x in range(16):
            for z in range(16):
                state = 0 if section is None else section.get(x, y & 15, z)
                assert state == view.state(view.world.block((x - 16, y, z - 16))), (x, y, z)
    (chest,) = [place for place, _ in contents.block_entities.items() if view.world.block(
        (place[0] - 16, place[1], place[2] - 16)).name == "chest"]  # fmt: skip
    assert chest == (12, 67, 15)


def test_a_biome_that_does_not_exist_is_refused(encode: ServerSide) -> None:
    assert encode.biome("plains") == 1
    with pytest.raises(KeyError):
        encode.biome("no_such_biome")
