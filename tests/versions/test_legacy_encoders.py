"""What node-minecraft-protocol reads in our packets of 1.8.9 and 1.12.2, against what was meant."""

from __future__ import annotations

import json
from math import floor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from encoder_cases import ENTITY, FOXES, IDENTITY, POSES, WORDS, actor, matrix, tool
from expected.legacy import item
from expected.values import plain
from judge import Judge
from minecraft_data_names import minecraft_data
from nbtlib import tag as tags

from npc.anatomy import hurt_sound
from proxy.messages import ChunkData
from proxy.versions import family_for, supported
from proxy.versions.base import ProtocolFamily
from proxy.versions.legacy_objects import MINECARTS, OBJECTS, object_kind
from proxy.versions.registries import load_registries
from proxy.wire.frame import read_varint
from world.chunk import BlockEntity, Chunk, ColumnContents
from world.dimension import DimensionType
from world.item import ItemStack
from world.section import Section

LEGACY = [family for family in supported() if family.protocol < 754]
FAMILIES = pytest.mark.parametrize("family", LEGACY, ids=lambda family: family.minecraft)
STILL = {"x": 0, "y": 0, "z": 0}
OVERWORLD = DimensionType("minecraft:overworld")

Parsed = dict[int, dict[str, list[dict[str, Any]]]]


def is_1_8(family: ProtocolFamily) -> bool:
    return family.protocol == 47


@pytest.fixture(scope="module")
def parsed(judge: Judge) -> Parsed:
    """Protocol → case → what node-minecraft-protocol reads in its packets."""
    cases = [
        (family, case, packet)
        for family in LEGACY
        for case, packets in {**matrix(family), **more(family)}.items()
        for packet in packets
    ]
    answers = judge.parse([(family.minecraft, packet) for family, _, packet in cases])
    result: Parsed = {family.protocol: {} for family in LEGACY}
    for (family, case, _), answer in zip(cases, answers, strict=True):
        assert "error" not in answer, f"{family.minecraft} {case}: {answer['error']}"
        result[family.protocol].setdefault(case, []).append(answer)
    return result


def more(family: ProtocolFamily) -> dict[str, list[bytes]]:
    """What only these two have."""
    return {
        "wool": family.equipment(ENTITY, {"head": ItemStack(0, "red_wool", 3)}),
        "worn": family.equipment(ENTITY, {"head": ItemStack(0, "iron_sword", 1, damage=77)}),
        "shrill": family.sound("entity.zombie.hurt", 0.0, 0.0, 0.0, 1.0, 9.0),
        "new sound": family.sound("entity.warden.hurt", 0.0, 0.0, 0.0, 1.0, 1.0),
        "iron golem": family.sound("minecraft:entity.iron_golem.hurt", 0.0, 0.0, 0.0, 1.0, 1.0),
    }


def place(family: ProtocolFamily, x: float, y: float, z: float) -> dict[str, float]:
    """A place as it travels: 1.8 rounds down to 1/32 block."""
    units = {"x": x, "y": y, "z": z}
    return {axis: floor(value * 32) for axis, value in units.items()} if is_1_8(family) else units


# --- words, names, sounds


@FAMILIES
def test_words_arrive_as_system_chat(family: ProtocolFamily, parsed: Parsed) -> None:
    (packet,) = parsed[family.protocol]["chat"]
    assert packet["name"] == "chat"
    assert packet["params"].keys() == {"message", "position"}
    assert packet["params"]["position"] == 1
    assert json.loads(packet["params"]["message"]) == WORDS


@FAMILIES
def test_goodbyes_carry_their_reason(family: ProtocolFamily, parsed: Parsed) -> None:
    assert parsed[family.protocol]["disconnect"] == [
        {"name": "kick_disconnect", "params": {"reason": '{"text":"bye"}'}}
    ]


@FAMILIES
def test_player_list_entries_carry_name_and_skin(family: ProtocolFamily, parsed: Parsed) -> None:
    cases = parsed[family.protocol]
    textures = {"name": "textures", "value": "dGV4dHVyZQ=="}
    for case, name, properties in (
        ("list", "Ada", [{**textures, "signature": "c2lnbmF0dXJl"}]),
        ("list unsigned", "Ada", [textures]),
        ("list bare", "A name of far mo", []),
        ("list foxes", FOXES[:10], []),
    ):
        entry = {"uuid": str(IDENTITY), "name": name, "properties": properties, "gamemode": 0, "ping": 0}
        assert cases[case] == [{"name": "player_info", "params": {"action": "add_player", "data": [entry]}}]
    gone = {"action": "remove_player", "data": [{"uuid": str(IDENTITY)}]}
    assert cases["unlist"] == [{"name": "player_info", "params": gone}]


@FAMILIES
def test_sounds_have_the_names_of_their_time(family: ProtocolFamily, parsed: Parsed) -> None:
    cases = parsed[family.protocol]

    def sound(case: str) -> dict[str, Any]:
        (packet,) = cases[case]
        assert packet["name"] == "named_sound_effect"
        params: dict[str, Any] = packet["params"]
        return params

    old = is_1_8(family)
    where = {"x": 12, "y": -482, "z": 24, "volume": 0.5}
    named = {"soundName": "game.player.hurt" if old else "minecraft:entity.player.hurt"}
    more = {"pitch": 126} if old else {"pitch": 2, "soundCategory": 6}
    assert sound("sound") == {**where, **named, **more}
    assert sound("own sound")["soundName"] == "pack:voice"
    assert sound("shrill")["pitch"] == (255 if old else 9), "1.8 has a byte for it"
    golem = "mob.irongolem.hit" if old else "minecraft:entity.irongolem.hurt"
    assert sound("iron golem")["soundName"] == golem
    newer = "game.neutral.hurt" if old else "minecraft:entity.warden.hurt"
    assert sound("new sound")["soundName"] == newer


def test_every_mob_of_1_12_cries_in_a_way_that_it_knows(peers: Path) -> None:
    family = family_for(340)
    assert family is not None
    known = {entry["name"] for entry in minecraft_data(peers, "1.12.2", "sounds")}
    mobs = set(family.entity_kinds.values()) - set(OBJECTS.values()) - set(MINECARTS)
    for kind in mobs & family.spawnable:
        (packet,) = family.sound(hurt_sound(kind), 0.0, 0.0, 0.0, 1.0, 1.0)
        _, start = read_varint(packet, 0)
        length, start = read_varint(packet, start)
        name = packet[start : start + length].decode().removeprefix("minecraft:")
        assert name in known, kind


# --- spawns and metadata


def values_of(packet: dict[str, Any]) -> dict[int, tuple[int, Any]]:
    """Index → type and value."""
    assert packet["name"] == "entity_metadata"
    assert packet["params"]["entityId"] == ENTITY
    return {value["key"]: (value["type"], value["value"]) for value in packet["params"]["metadata"]}


BYTE, FLOAT = 0, {47: 3, 340: 2}
STRING, BOOLEAN = {47: 4, 340: 3}, {47: BYTE, 340: 6}


def using(family: ProtocolFamily, flags: int) -> dict[int, tuple[int, Any]]:
    """The flags of a living entity, which 1.8 doesn't have."""
    return {} if is_1_8(family) else {6: (BYTE, flags)}


HEALTH, LAYERS = {47: 6, 340: 7}, {47: 10, 340: 13}


@FAMILIES
def test_players_spawn_at_their_place_with_all_skin_layers(family: ProtocolFamily, parsed: Parsed) -> None:
    protocol = family.protocol
    spawn, *equipment, metadata, head = parsed[protocol]["spawn player"]
    params = {"entityId": ENTITY, "playerUUID": str(IDENTITY), "yaw": 64, "pitch": -32, "metadata": []}
    params |= place(family, 1.5, -60.25, 1e7 + 0.125) | ({"currentItem": 0} if is_1_8(family) else {})
    assert spawn == {"name": "named_entity_spawn", "params": params}
    assert values_of(metadata) == {
        0: (BYTE, 0),
        HEALTH[protocol]: (FLOAT[protocol], 20),
        LAYERS[protocol]: (BYTE, 0x7F),
        **using(family, 0),
    }
    assert [packet["name"] for packet in equipment] == ["entity_equipment"] * (5 if is_1_8(family) else 6)
    assert head == {"name": "entity_head_rotation", "params": {"entityId": ENTITY, "headYaw": -128}}
    names = [packet["name"] for packet in parsed[protocol]["spawn bare player"]]
    assert names == ["named_entity_spawn", "entity_metadata", "entity_head_rotation"]


LIFELESS_SAMPLES = {"boat", "item_frame", "arrow", "tnt", "minecart", "chest_minecart", "end_crystal"}
LIVING_SAMPLES = {"zombie", "villager", "armor_stand", "ender_dragon", "squid", "bat", "iron_golem"}


@FAMILIES
def test_every_entity_type_spawns_with_its_own_packet(family: ProtocolFamily, parsed: Parsed) -> None:
    assert family.spawnable >= LIFELESS_SAMPLES | LIVING_SAMPLES
    protocol = family.protocol
    ids = {kind: number for number, kind in family.entity_kinds.items()}
    for kind in family.spawnable - {"player"}:
        spawn, metadata, *rest = parsed[protocol][f"spawn {kind}"]
        params = spawn["params"]
        living = [packet["name"] for packet in rest] == ["entity_head_rotation"]
        assert living or not rest
        if kind in LIFELESS_SAMPLES | LIVING_SAMPLES:
            assert living == (kind in LIVING_SAMPLES), kind
        if spawn["name"] == "spawn_entity_living":
            assert params["type"] == ids[kind]
            assert (params["headPitch"], params["metadata"]) == (-128, [])
        else:
            assert spawn["name"] == "spawn_entity"
            assert object_kind(params["type"], params["objectData"]) == kind
        still = {axis: params.get(f"velocity{axis.upper()}", 0) for axis in "xyz"}
        assert (params.get("velocity") or still) == STILL
        assert (params["yaw"], params["pitch"]) == (64, -32)
        assert {axis: params[axis] for axis in "xyz"} == place(family, 1.5, -60.25, 1e7 + 0.125)
        if not is_1_8(family):
            assert params.get("entityUUID", params.get("objectUUID")) == str(IDENTITY)
        alive = {HEALTH[protocol]: (FLOAT[protocol], 20), **using(family, 0)} if living else {}
        shown = 1 if is_1_8(family) else True
        named = {2: (STRING[protocol], "Ada"), 3: (BOOLEAN[protocol], shown)}
        assert values_of(metadata) == {0: (BYTE, 0), **named, **alive}


@FAMILIES
@pytest.mark.parametrize("packet", ["named_entity_spawn", "spawn_entity_living"])
def test_metadata_stands_where_vanilla_servers_put_it(
    family: ProtocolFamily, packet: str, parsed: Parsed, peers: Path
) -> None:
    root = peers / "node_modules/minecraft-packets/minecraft-packets/data/pc"
    recorded = json.loads((root / family.minecraft / "from-server" / packet / "1.json").read_text("utf-8"))
    theirs = {value["key"]: value["type"] for value in recorded["metadata"]}
    case = "spawn player" if packet == "named_entity_spawn" else "spawn sheep"
    told = next(answer for answer in parsed[family.protocol][case] if answer["name"] == "entity_metadata")
    ours = {key: kind for key, (kind, _) in values_of(told).items()}
    assert ours.items() <= theirs.items()


@FAMILIES
def test_an_entity_type_that_no_packet_shows_is_refused_by_name(family: ProtocolFamily) -> None:
    for kind in ("giraffe", "experience_orb", "painting", "lightning_bolt", "fishing_bobber"):
        assert kind not in family.spawnable
        with pytest.raises(LookupError, match=f"no entity type '{kind}'"):
            family.spawn(actor(kind), ENTITY)


@FAMILIES
def test_of_poses_only_sneaking_and_gliding_show_and_stand_for_others(
    family: ProtocolFamily, parsed: Parsed
) -> None:
    gliding = 2 if is_1_8(family) else -128  # there are no elytra in 1.8
    flags = {"sneaking": 2, "sleeping": 2}
    flags |= dict.fromkeys(("fall_flying", "swimming", "spin_attack"), gliding)
    for pose in POSES:
        (packet,) = parsed[family.protocol][f"pose {pose}"]
        values = values_of(packet)
        assert values[0] == (BYTE, flags.get(pose, 0)), pose
        assert values[HEALTH[family.protocol]][1] == 7.5


def test_object_numbers_are_those_of_minecraft_data(peers: Path) -> None:
    """But for two of 1.12: minecraft-data has eggs for potions, and snowballs for bottles o' enchanting."""
    wrong = {("1.12.2", 73), ("1.12.2", 75)}
    unused = {("1.8.8", 11), ("1.8.8", 12), ("1.8.8", 74)}
    """Minecarts by kind, and a dragon's egg: older numbers, which a client of 1.8 doesn't take any more."""
    spelled = {
        **{"end_crystal": "endercrystal", "ender_pearl": "thrownenderpearl", "potion": "thrownpotion"},
        **{"egg": "thrownegg", "experience_bottle": "thrownexpbottle", "falling_block": "fallingsand"},
        **{"firework_rocket": "fireworksrocketentity", "minecart": "minecartrideable", "tnt": "primedtnt"},
        **{"eye_of_ender": "eyeofendersignal", "fishing_bobber": "fishingfloat"},
    }
    spelled_1_12 = {
        **{"end_crystal": "endercrystal", "evoker_fangs": "evocationfangs", "fishing_bobber": "fishinghook"},
        **{"firework_rocket": "fireworksrocket", "eye_of_ender": "eyeofendersignal"},
    }
    found = set()
    for release, spellings in (("1.8.8", spelled), ("1.12.2", spelled_1_12)):
        for entry in minecraft_data(peers, release, "entities"):
            key = release, entry["id"]
            if entry["type"] != "object" or key in wrong | unused:
                continue
            kind = object_kind(entry["id"], 0)
            plain_name = entry["name"].lower().replace("_", "").replace(" ", "")
            assert spellings.get(kind, kind.replace("_", "")) == plain_name
            found.add(entry["id"])
    assert found == set(OBJECTS)


# --- moves and acts


@FAMILIES
def test_moves_and_looks_are_exact(family: ProtocolFamily, parsed: Parsed) -> None:
    cases = parsed[family.protocol]
    farthest = 127 if is_1_8(family) else 32767
    step = {"dX": -farthest - 1, "dY": farthest, "dZ": 5, "yaw": -64, "pitch": 32, "onGround": True}
    near, far = place(family, -0.5, 300.0, 7.25), place(family, -3e7, -2048.5, 3e7 - 0.125)
    wanted: dict[str, tuple[str, dict[str, Any]]] = {
        "move": ("entity_move_look", step),
        "look": ("entity_look", {"yaw": -1, "pitch": -64, "onGround": False}),
        "head": ("entity_head_rotation", {"headYaw": -128}),
        "teleport": ("entity_teleport", {**near, "yaw": 64, "pitch": 0, "onGround": True}),
        "teleport far": ("entity_teleport", {**far, "yaw": -128, "pitch": 64, "onGround": False}),
        "swing main": ("animation", {"animation": 0}),
        "swing off": ("animation", {"animation": 0 if is_1_8(family) else 3}),
        "hurt 45.0 720.0": ("animation", {"animation": 1}),
    }
    for case, (name, params) in wanted.items():
        assert cases[case] == [{"name": name, "params": {"entityId": ENTITY, **params}}]
    assert cases["destroy"] == [{"name": "entity_destroy", "params": {"entityIds": [ENTITY, 0x7FFF_FFFF]}}]


@FAMILIES
def test_equipment_has_a_packet_for_each_slot(family: ProtocolFamily, parsed: Parsed) -> None:
    count = 5 if is_1_8(family) else 6
    for case in ("equipment", "bare", "unknown item"):
        packets = parsed[family.protocol][case]
        assert [packet["params"]["slot"] for packet in packets] == list(range(count))
        wanted = plain(tool(family)) if case == "equipment" else None
        for packet in packets:
            assert packet["name"] == "entity_equipment"
            assert plain(item(packet["params"]["item"], family)) == wanted


@FAMILIES
def test_items_are_known_by_id_and_damage(family: ProtocolFamily, parsed: Parsed) -> None:
    for case, wanted in (("wool", (35, 3, 14)), ("worn", (267, 1, 77))):
        *others, head = (packet["params"]["item"] for packet in parsed[family.protocol][case])
        assert (head["blockId"], head["itemCount"], head["itemDamage"]) == wanted
        assert all(other == {"blockId": -1} for other in others)


@FAMILIES
def test_items_of_another_version_keep_their_name(family: ProtocolFamily) -> None:
    registries = load_registries(family.minecraft)
    assert registries.item_name(267, 77) == "iron_sword"
    assert registries.item_name(35, 14) == "red_wool"


# --- chunks


EVERYTHING = (np.arange(4096, dtype=np.uint16) * 7 % 4096).reshape(16, 16, 16)


def column(family: ProtocolFamily, dimension: DimensionType = OVERWORLD) -> Chunk:
    """Layers, sections of 60 and of 256 states, a lone block up high, and a block entity."""
    blocks = family.blocks
    layers = np.full((16, 16, 16), blocks.state("stone"), np.uint16)
    layers[12:] = 0
    layers[11, 4, 5] = blocks.state("spawner")
    many = (np.arange(4096) % 60 << 4).astype(np.uint16).reshape(16, 16, 16)
    most = (np.arange(4096) * 7 % 256 << 2).astype(np.uint16).reshape(16, 16, 16)
    lone = np.zeros((16, 16, 16), np.uint16)
    lone[15, 15, 15] = 35 << 4 | 14
    arrays: list[npt.NDArray[np.uint16] | None] = [layers, many, most, None, lone]
    sections = [None if array is None else Section.from_array(array, blocks.air) for array in arrays]
    nbt = tags.Compound({"id": tags.String("minecraft:mob_spawner"), "x": tags.Int(37), "y": tags.Int(11)})
    nbt["z"] = tags.Int(-44)
    entity = BlockEntity("minecraft:mob_spawner", nbt)
    return Chunk(2, -3, dimension, ColumnContents([*sections], {(5, 11, 4): entity}), blocks)


@FAMILIES
@pytest.mark.proves("chunks", "prismarine-chunk")
def test_our_columns_hold_every_block_for_prismarine_chunk(family: ProtocolFamily, judge: Judge) -> None:
    chunk = column(family)
    packet = family.chunk_data(chunk, 5)[0]
    places = [(x, y, z) for y in range(0, 80, 3) for z in range(0, 16, 5) for x in range(16)]
    (found,) = judge.columns([(family.minecraft, [packet], 0, 256)], [*places, (15, 79, 15), (5, 11, 4)])
    states = [chunk.state(x, y, z) for x, y, z in (*places, (15, 79, 15), (5, 11, 4))]
    assert [answer[0] for answer in found] == states
    assert {answer[1] for answer in found} == {5}
    lit = {answer[2] for answer, (_, y, _) in zip(found, places, strict=False) if not 48 <= y < 64}
    assert lit == {15}


def test_a_section_without_palette_has_13_bits_a_block(judge: Judge) -> None:
    """As vanilla, whose registry has over 4,096 states (numbers repeat). prismarine-chunk takes it for 12 bits."""
    family = family_for(340)
    assert family is not None
    chunk = Chunk(0, 0, OVERWORLD, ColumnContents([Section.from_array(EVERYTHING)]))
    (answer,) = judge.parse([("1.12.2", family.chunk_data(chunk)[0])])
    data = bytes(answer["params"]["chunkData"]["data"])
    assert data[:2] == b"\x0d\x00", "13 bits, a palette of length 0"
    assert data[2:4] == b"\xc0\x06", "832 longs"
    longs = [int.from_bytes(data[at : at + 8], "big") for at in range(4, 4 + 8 * 832, 8)]
    row = sum(long << (64 * index) for index, long in enumerate(longs))
    assert [row >> (13 * index) & 0x1FFF for index in range(4096)] == EVERYTHING.ravel().tolist()


@FAMILIES
@pytest.mark.parametrize("sky_light", [True, False])
def test_our_columns_come_back_as_they_were(family: ProtocolFamily, sky_light: bool) -> None:
    dimension = DimensionType("minecraft:the_nether", has_skylight=sky_light)
    chunk = column(family, dimension)
    assert chunk.contents is not None
    chunk.contents.sections[3] = Section.from_array(EVERYTHING)
    packet = family.chunk_data(chunk, 200)[0]
    _, start = read_varint(packet, 0)
    message = family.decode("clientbound", "chunk_data", packet[start:])
    assert message == ChunkData(2, -3, True, packet[start:])
    again = Chunk(2, -3, dimension, family.read_column(packet[start:], dimension), family.blocks)
    sent, read = chunk.states_between(0, 256), again.states_between(0, 256)
    assert sent is not None
    assert read is not None
    np.testing.assert_array_equal(read, sent)
    np.testing.assert_array_equal(read[48:64], EVERYTHING)
    assert again.biome(0, 0, 0) == again.biome(15, 255, 15) == 200


@FAMILIES
def test_block_entities_come_with_their_column(family: ProtocolFamily, judge: Judge) -> None:
    packets = family.chunk_data(column(family), 5)
    answers = judge.parse([(family.minecraft, packet) for packet in packets])
    assert all("error" not in answer for answer in answers)
    if is_1_8(family):  # which has a packet of its own for each
        chunk, entity = answers
        assert chunk["params"]["bitMap"] == 0b10111
        assert entity["name"] == "tile_entity_data"
        assert entity["params"]["location"] == {"x": 37, "y": 11, "z": -44}
        assert entity["params"]["action"] == 1
        nbt = entity["params"]["nbtData"]
    else:
        (chunk,) = answers
        assert chunk["params"]["bitMap"] == 0b10111
        (nbt,) = chunk["params"]["blockEntities"]
    assert nbt["value"]["id"]["value"] == "minecraft:mob_spawner"


@FAMILIES
def test_a_column_of_air_is_not_taken_for_an_unload(family: ProtocolFamily) -> None:
    (packet,) = family.chunk_data(Chunk(0, 0, OVERWORLD, ColumnContents([])))
    _, start = read_varint(packet, 0)
    message = family.decode("clientbound", "chunk_data", packet[start:])
    assert isinstance(message, ChunkData)
    states = Chunk(0, 0, OVERWORLD, family.read_column(packet[start:], OVERWORLD)).states_between(0, 256)
    assert states is not None
    assert not states.any()
