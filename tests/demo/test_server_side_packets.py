"""What a server of our own sends, read back by the family and held against recorded packets of vanilla servers."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from uuid import UUID

import numpy as np
import pytest
from judge import Judge

from nbt.codec import read_file_bytes
from proxy.demo.version_view import VersionView
from proxy.demo.world import DemoWorld
from proxy.messages import (
    Abilities,
    BlocksChanged,
    ChunkData,
    GameStateChange,
    HealthUpdate,
    HeldSlot,
    JoinGame,
    Message,
    PlayerInfo,
    PlayersRemoved,
    PlayerTeleport,
    PluginMessage,
    RegistryData,
    Respawn,
    SetSlot,
    SpawnPosition,
    TimeUpdate,
    UnloadChunk,
    ViewCenter,
)
from proxy.versions import supported
from proxy.versions.base import CONFIGURATION, ProtocolFamily
from proxy.versions.releases import V1_16_2, V1_18, V1_20_2, V1_21_2
from proxy.versions.server_side import Listing, ServerSide, server_side
from proxy.wire.buffer import DecodeError, Reader
from proxy.wire.frame import pack_varint
from world.item import ItemStack

ROOT = Path(__file__).parent.parent.parent
ALICE = Listing(UUID(int=1), "alice", 1, 20)
LEGACY = {"1.8.8", "1.12.2"}


@pytest.fixture
def family(any_family: ProtocolFamily) -> ProtocolFamily:
    """All are tried here: nothing of it takes long."""
    return any_family


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


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    """The generator of the data files."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "tools" / "generate_server_data.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- joining


def test_join_game_says_what_it_was_told(family: ProtocolFamily, encode: ServerSide) -> None:
    message = read_back(family, encode.join_game(7, 1, max_players=20, view_distance=8))
    assert isinstance(message, JoinGame)
    assert (message.entity_id, message.game_mode) == (7, 1)
    assert message.world == "minecraft:overworld"
    assert message.max_players == 20
    assert not message.hardcore
    assert message.flat
    if family.minecraft in LEGACY:
        return
    assert message.previous_game_mode == -1
    assert message.view_distance == 8
    assert message.world_names == ("minecraft:overworld",)
    assert message.respawn_screen
    if family.protocol >= V1_20_2:
        return  # the next test finds the dimension
    assert message.dimension == encode.dimension
    assert message.dimension.has_skylight
    assert set(message.dimension_types) >= {
        "minecraft:overworld",
        "minecraft:the_nether",
        "minecraft:the_end",
    }


def test_join_and_respawn_refer_to_a_dimension_that_the_configuration_told_of(
    family: ProtocolFamily, encode: ServerSide
) -> None:
    if not family.has_configuration:
        return
    told: dict[str, tuple[str, ...]] = {}
    types = {}
    for packet in encode.registries(core_known=False):
        reader = Reader(packet)
        name = family.packet_name("configuration", "clientbound", reader.varint())
        if name == "registry_data":
            message = family.decode("clientbound", CONFIGURATION + name, reader.rest())
            assert isinstance(message, RegistryData)
            told |= message.registries
            types |= message.dimension_types
    assert len(told) > 5
    names = told["minecraft:dimension_type"]
    assert set(names) >= {"minecraft:overworld", "minecraft:the_nether", "minecraft:the_end"}
    joined = read_back(family, encode.join_game(7, 1, max_players=20, view_distance=8))
    respawned = read_back(family, encode.respawn(1))
    assert isinstance(joined, JoinGame)
    assert isinstance(respawned, Respawn)
    for key in (joined.dimension_key, respawned.dimension_key):
        assert key is not None
        name = names[key] if isinstance(key, int) else key
        assert types[name] == encode.dimension
    biomes = told["minecraft:worldgen/biome"]
    assert biomes[encode.biome("plains")] == "minecraft:plains"
    assert len(biomes) == encode.biome_count


def test_the_overworld_is_as_high_as_the_games(family: ProtocolFamily, encode: ServerSide) -> None:
    wanted = (0, 256) if family.protocol < V1_18 else (-64, 384)
    assert (encode.dimension.min_y, encode.dimension.height) == wanted


# --- registries and tags

RECORDED = [family for family in supported() if V1_16_2 <= family.protocol < V1_20_2]
"""Those whose join and tags packets are recorded."""


@pytest.mark.peer
@pytest.mark.parametrize("family", RECORDED, ids=lambda family: family.minecraft)
def test_the_registries_are_those_of_a_vanilla_server(peers: Path, family: ProtocolFamily) -> None:
    """From the codec's first byte on, the recorded packet stands in ours, short of what follows the registries."""
    (ours,) = server_side(family).join_game(7, 1, max_players=20, view_distance=8)
    vanilla = recorded(peers, family.minecraft, "login")
    start = vanilla.index(b"\x0a\x00\x00")  # a compound with an empty name
    theirs = vanilla[start : start + len(ours) - 200]
    assert len(theirs) > 20_000
    assert theirs in ours


@pytest.mark.peer
@pytest.mark.parametrize("family", RECORDED, ids=lambda family: family.minecraft)
def test_the_tags_are_those_of_a_vanilla_server(peers: Path, family: ProtocolFamily) -> None:
    assert server_side(family).tags() == [recorded(peers, family.minecraft, "tags")]


def test_the_generator_makes_the_committed_files(peers: Path, generate: ModuleType) -> None:
    folder = ROOT / "proxy" / "versions" / "data"
    assert {path.name for path in folder.glob("server_*.nbt")} == {f"server_{n}.nbt" for n in generate.NAMES}
    for name in generate.NAMES:
        made = read_file_bytes(generate.server_data(peers / "node_modules", name))
        assert made == read_file_bytes((folder / f"server_{name}.nbt").read_bytes()), name


def tags_of(family: ProtocolFamily, encode: ServerSide) -> dict[str, dict[str, list[int]]]:
    """Registry → tag → members, out of the last packet of the registries."""
    reader = Reader(encode.registries(core_known=False)[-1])
    assert family.packet_name("configuration", "clientbound", reader.varint()) == "tags"
    tags = {
        reader.string(): {
            reader.string(): [reader.varint() for _ in range(reader.count())] for _ in range(reader.count())
        }
        for _ in range(reader.count())
    }
    assert not reader.remaining
    return tags


def test_tags_hold_what_a_client_cannot_do_without(family: ProtocolFamily, encode: ServerSide) -> None:
    if not family.has_configuration:
        return
    tags = tags_of(family, encode)
    blocks = family.blocks
    tagged = {
        tag: {blocks.kinds[n].name for n in members} for tag, members in tags["minecraft:block"].items()
    }
    assert tagged["minecraft:climbable"] >= {"ladder", "vine", "scaffolding", "twisting_vines_plant"}
    assert tagged["minecraft:mineable/pickaxe"] >= {"stone", "deepslate", "iron_block"}
    assert "oak_leaves" in tagged["minecraft:leaves"]
    assert tags["minecraft:fluid"]["minecraft:water"] == [2, 1]
    items = {family.items[number] for number in tags["minecraft:item"]["minecraft:planks"]}
    assert "oak_planks" in items
    kinds = {family.entity_kinds[n] for n in tags["minecraft:entity_type"]["minecraft:skeletons"]}
    assert kinds >= {"skeleton", "stray", "wither_skeleton"}


def test_no_tag_that_a_registry_names_is_left_out(
    family: ProtocolFamily, encode: ServerSide, generate: ModuleType
) -> None:
    """A client refuses an entry that names a tag which it wasn't given."""
    if not family.has_configuration:
        return
    tags = tags_of(family, encode)
    elements = [e for entries in encode.data.registries.values() for e in entries.values()]
    referenced = generate.referenced_tags(elements)
    assert referenced["minecraft:block"]
    for registry, names in referenced.items():
        assert set(map(str, names)) <= tags[registry].keys(), registry


def test_a_world_has_days_and_nights(encode: ServerSide, family: ProtocolFamily) -> None:
    """From 1.21.11 on timelines move the sun, those that a tag gives to the dimension."""
    if "minecraft:timeline" not in encode.data.registries:
        return
    timelines = list(encode.data.registries["minecraft:timeline"])
    members = tags_of(family, encode)["minecraft:timeline"]["minecraft:in_overworld"]
    assert "minecraft:day" in [timelines[number] for number in members]
    assert str(encode.data.overworld["timelines"]) == "#minecraft:in_overworld"


# --- single packets


@pytest.mark.parametrize(
    ("make", "wanted"),
    [
        (lambda e: e.held_slot(4), HeldSlot(4)),
        (lambda e: e.health(20.0, 19, 5.0), HealthUpdate(20.0, 19, 5.0)),
        (lambda e: e.unload_chunk(-3, 70), UnloadChunk(-3, 70)),
        (lambda e: e.block_change((-1, 70, 5), 33), BlocksChanged(((-1, 70, 5),), (33,))),
        (lambda e: e.set_slot(36, None), SetSlot(window=0, state=0, slot=36, item=None)),
    ],
)
def test_simple_packets_are_read_back(
    family: ProtocolFamily, encode: ServerSide, make: Callable[[ServerSide], list[bytes]], wanted: Message
) -> None:
    assert read_back(family, make(encode)) == wanted


@pytest.mark.parametrize(
    ("make", "wanted"),
    [
        (lambda e: e.brand("x"), PluginMessage("minecraft:brand", b"\x01x")),
        (lambda e: e.view_center(-3, 70), ViewCenter(-3, 70)),
        (lambda e: e.wait_for_chunks(), GameStateChange(13, 0.0)),
    ],
)
def test_packets_that_only_some_versions_have_are_read_back(
    family: ProtocolFamily, encode: ServerSide, make: Callable[[ServerSide], list[bytes]], wanted: Message
) -> None:
    packets = make(encode)
    if packets:
        message = read_back(family, packets)
        if isinstance(message, PluginMessage) and family.minecraft in LEGACY:
            assert message == PluginMessage("MC|Brand", b"\x01x")
        else:
            assert message == wanted


def test_a_teleport_puts_the_player_there_at_rest(family: ProtocolFamily, encode: ServerSide) -> None:
    message = read_back(family, encode.teleport(0.5, 67.25, -3.5, 180.0, -10.0, 5))
    assert isinstance(message, PlayerTeleport)
    assert (message.x, message.y, message.z, message.yaw, message.pitch) == (0.5, 67.25, -3.5, 180.0, -10.0)
    assert message.relative == 0
    assert message.teleport_id == (5 if encode.confirms_teleports else None)
    assert not message.dismount
    assert message.velocity in (None, (0.0, 0.0, 0.0))


def test_the_time_goes_on_by_itself(family: ProtocolFamily, encode: ServerSide) -> None:
    message = read_back(family, encode.time(123, 600_000))
    assert isinstance(message, TimeUpdate)
    assert message.world_age == 123
    if message.clocks:
        (clock,) = message.clocks
        names = list(encode.data.registries["minecraft:world_clock"])
        assert names[clock.clock] == encode.dimension.clock
        assert (clock.ticks, clock.rate) == (600_000, 1.0)
    else:
        assert message.time_of_day == 600_000
        assert message.daylight_cycle


@pytest.mark.peer
@pytest.mark.parametrize("family", RECORDED, ids=lambda family: family.minecraft)
def test_abilities_come_with_the_speeds_of_vanilla(family: ProtocolFamily, peers: Path) -> None:
    message = read_back(family, server_side(family).abilities(13))
    vanilla = read_back(family, [recorded(peers, family.minecraft, "abilities")])
    assert isinstance(message, Abilities)
    assert isinstance(vanilla, Abilities)
    assert message == Abilities(13, vanilla.flying_speed, vanilla.walking_speed)


def test_a_listed_player_is_read_back_and_taken_off(family: ProtocolFamily, encode: ServerSide) -> None:
    message = read_back(family, encode.list_players([ALICE]))
    assert isinstance(message, PlayerInfo)
    assert "add" in message.actions
    (entry,) = message.entries
    assert (entry.uuid, entry.name, entry.game_mode, entry.ping) == (ALICE.uuid, "alice", 1, 20)
    assert entry.properties == ()
    assert entry.listed is (True if family.unlisted_entries else None)
    assert read_back(family, encode.unlist_players([ALICE.uuid])) == PlayersRemoved((ALICE.uuid,))


def test_a_slot_keeps_its_item(family: ProtocolFamily, encode: ServerSide) -> None:
    name = "oak_planks" if "oak_planks" in family.items.values() else "planks"
    number = next(item_id for item_id, item in family.items.items() if item == name)
    message = read_back(family, encode.set_slot(36, ItemStack(number, name, 64)))
    assert isinstance(message, SetSlot)
    assert message.item is not None
    assert (message.item.item_id, message.item.name, message.item.count) == (number, name, 64)


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
    """By place and state to 1.18.2, by number since 1.19: never both, and not at all to 1.12.2."""
    place, face = (5 << 38 | 6 << 12 | 7).to_bytes(8, "big"), b"\x01"
    cursor = bytes(12)
    border = b"\x00" if family.protocol >= V1_21_2 else b""
    bodies = {
        "player_digging": b"\x00" + place + face + pack_varint(300),
        "player_block_placement": b"\x00" + place + face + cursor + b"\x00" + border + pack_varint(300),
        "use_item": b"\x01" + pack_varint(300),
    }
    by_place = encode.acknowledge_digging((5, 7, 6), 9, 0)
    numbers = {name: encode.action_sequence(name, body) for name, body in bodies.items()}
    if family.minecraft in LEGACY:
        assert not by_place
        assert set(numbers.values()) == {None}
        return
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
    chunk_data = family.packet_id("play", "clientbound", "chunk_data")
    (packet,) = [packet for packet in view.column(-1, -1) if Reader(packet).varint() == chunk_data]
    body = body_of(family, packet, "chunk_data")
    message = family.decode("clientbound", "chunk_data", body)
    assert isinstance(message, ChunkData)
    assert (message.x, message.z) == (-1, -1)
    contents = family.read_column(message.body, view.server_side.dimension)
    states = np.vectorize(lambda number: view.state(world.palette[number]))(world.column(-1, -1))
    for y in (48, 62, 66, 67, 70, 71, 80, 111):
        section = contents.sections[(y - view.server_side.dimension.min_y) >> 4]
        layer = np.zeros((16, 16)) if section is None else section.states[y & 15]
        assert np.array_equal(layer, states[y - 48]), y
    chests = [
        place
        for place in contents.block_entities
        if world.block((place[0] - 16, place[1], place[2] - 16)).name == "chest"
    ]
    # Clients of 1.8 make their block entities from the blocks.
    assert chests == ([] if family.minecraft == "1.8.8" else [(12, 67, 15)])


def test_a_biome_that_does_not_exist_is_refused(family: ProtocolFamily, encode: ServerSide) -> None:
    if encode.biome_count is None:
        assert encode.biome("plains") == 1
    else:
        assert 0 <= encode.biome("plains") < encode.biome_count
    with pytest.raises(KeyError):
        encode.biome("no_such_biome")


# --- all of them before the judge

CALLS: dict[str, Callable[[ServerSide], bytes | list[bytes]]] = {
    "set_compression": lambda e: e.set_compression(256),
    "login_success": lambda e: e.login_success(ALICE.uuid, "alice"),
    "configuration_opening": lambda e: e.configuration_opening("brand"),
    "registries": lambda e: e.registries(core_known=False) + e.registries(core_known=e.asks_for_packs),
    "finish_configuration": lambda e: e.finish_configuration(),
    "configuration_keep_alive": lambda e: e.configuration_keep_alive(7),
    "feature_flags": lambda e: e.feature_flags(),
    "tags": lambda e: e.tags(),
    "join_game": lambda e: e.join_game(7, 1, max_players=20, view_distance=8),
    "respawn": lambda e: e.respawn(1),
    "brand": lambda e: e.brand("brand"),
    "difficulty": lambda e: e.difficulty(0),
    "abilities": lambda e: e.abilities(13),
    "health": lambda e: e.health(20.0, 20, 5.0),
    "commands": lambda e: e.commands(["spawn", "home"]),
    "server_data": lambda e: e.server_data({"text": "Hearthkin", "color": "gold"}),
    "keep_alive": lambda e: e.keep_alive(300),
    "spawn_position": lambda e: e.spawn_position((1, 67, -24), 180.0),
    "teleport": lambda e: e.teleport(0.5, 67.25, -3.5, 180.0, -10.0, 300),
    "time": lambda e: e.time(123, 600_000),
    "view_center": lambda e: e.view_center(-3, 70),
    "wait_for_chunks": lambda e: e.wait_for_chunks(),
    "chunk_batch_start": lambda e: e.chunk_batch_start(),
    "chunk_batch_finished": lambda e: e.chunk_batch_finished(5),
    "unload_chunk": lambda e: e.unload_chunk(-3, 70),
    "break_effect": lambda e: e.break_effect((1, 67, -24), 33),
    "block_change": lambda e: e.block_change((1, 67, -24), 33),
    "acknowledge_digging": lambda e: e.acknowledge_digging((1, 67, -24), 33, 0),
    "acknowledge_action": lambda e: e.acknowledge_action(e.action_sequence("use_item", b"\x00\x05")),
    "held_slot": lambda e: e.held_slot(4),
    "set_slot": lambda e: e.set_slot(36, None) + e.set_slot(37, ItemStack(1, "stone", 5)),
    "list_players": lambda e: e.list_players([ALICE, Listing(UUID(int=2), "bob", 0, 5, listed=False)]),
    "unlist_players": lambda e: e.unlist_players([ALICE.uuid]),
}
NO_PACKETS = {
    "action_sequence",
    "biome",
    "block_entity",
    "keep_alive_body",
    "knows_core_pack",
}
"""Methods that encode nothing."""
BEFORE_PLAY = {
    "set_compression": "login",
    "login_success": "login",
    "configuration_opening": "configuration",
    "registries": "configuration",
    "finish_configuration": "configuration",
    "configuration_keep_alive": "configuration",
}


def test_all_encoders_are_judged() -> None:
    methods = {name for name in dir(ServerSide) if callable(getattr(ServerSide, name)) and name[0] != "_"}
    assert methods - NO_PACKETS == CALLS.keys()


@pytest.mark.peer
def test_every_packet_is_one_to_the_last_byte(peers: Path) -> None:
    """node-minecraft-protocol parses all packets of all versions and leaves nothing over."""
    questions: list[tuple[str, str, bytes]] = []
    asked: list[tuple[ProtocolFamily, str, bytes]] = []
    for family in supported():
        for call, make in CALLS.items():
            state = BEFORE_PLAY.get(call, "play")
            if state == "configuration" and not family.has_configuration:
                continue
            made = make(server_side(family))
            for packet in [made] if isinstance(made, bytes) else made:
                questions.append((family.minecraft, state, packet))
                asked.append((family, call, packet))
    answers = Judge(peers).parse_in_states(questions)
    faults = [
        f"{family.minecraft} {call}: {answer['error']}: {packet.hex()[:80]}"
        for (family, call, packet), answer in zip(asked, answers, strict=True)
        if "error" in answer
    ]
    assert not faults, "\n".join(faults)
    assert len(answers) > 30 * len(supported())
