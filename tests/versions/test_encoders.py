"""Every encoder of every family, read back by node-minecraft-protocol to the last byte."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from expected.items import item
from expected.values import plain
from judge import Judge
from nbtlib import tag as tags

from npc.stage_port import Actor
from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from world.chunk import BlockEntity, Chunk, ColumnContents
from world.dimension import DimensionType
from world.item import ItemStack
from world.section import Section

FAMILIES = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)
ENTITY = 0x5000_0007
IDENTITY = UUID("e0000000-0000-2000-8000-000000000001")
SLOTS = ("main_hand", "off_hand", "feet", "legs", "chest", "head")
STILL = {"x": 0, "y": 0, "z": 0}


def actor(kind: str = "player", **changes: Any) -> Actor:
    made = Actor("ada", IDENTITY, "Ada", kind, ("dGV4dHVyZQ==", "c2lnbmF0dXJl"), 1.5, -60.25, 1e7 + 0.125)
    made.yaw, made.pitch, made.head_yaw = 90.0, -45.0, 181.0
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def tool(family: ProtocolFamily) -> ItemStack:
    names = {name: number for number, name in family.items.items()}
    return ItemStack(names["iron_sword"], "iron_sword", 1, tags.Compound({"Damage": tags.Int(3)}))


def column(family: ProtocolFamily) -> Chunk:
    """Layers, a pillar of many states, a lone block up high and a block entity."""
    flat = family.protocol == 754
    dimension = (
        DimensionType("minecraft:overworld") if flat else DimensionType("minecraft:overworld", -64, 384)
    )
    blocks = family.blocks
    bottom = np.full((16, 16, 16), blocks.state("stone"), np.uint16)
    bottom[12:] = 0
    bottom[11, 4, 5] = blocks.state("chest")
    many = np.zeros((16, 16, 16), np.uint16)
    many[:, 3, :] = np.arange(256, dtype=np.uint16).reshape(16, 16) * 7
    most = np.arange(4096, dtype=np.uint16).reshape(16, 16, 16) + 1
    lone = np.zeros((16, 16, 16), np.uint16)
    lone[15, 15, 15] = blocks.state("oak_leaves")
    sections: list[Section | None] = [
        *(Section.from_array(array, blocks.air) for array in (bottom, many, most)),
        None,
        Section.from_array(lone, blocks.air),
        *[None] * (dimension.section_count - 5),
    ]
    place = 5, dimension.min_y + 11, 4
    nbt = tags.Compound({"CustomName": tags.String('"x"')})
    if flat:
        nbt |= {"id": tags.String("minecraft:chest"), **dict(zip("xyz", map(tags.Int, place), strict=True))}
    kind: int | str = "minecraft:chest" if flat else 1
    return Chunk(0, 0, dimension, ColumnContents(sections, {place: BlockEntity(kind, nbt)}))


def matrix(family: ProtocolFamily) -> dict[str, list[bytes]]:
    """Name of a case → packets."""
    full = {slot: tool(family) for slot in SLOTS}
    cases = {
        "list": family.add_to_player_list(actor()),
        "list unsigned": family.add_to_player_list(actor(skin=("dGV4dHVyZQ==", None))),
        "list bare": family.add_to_player_list(actor(skin=None, name="A name of far more than sixteen")),
        "unlist": family.remove_from_player_list(IDENTITY),
        "spawn player": family.spawn(actor(equipment={"main_hand": tool(family)}), ENTITY),
        "spawn bare player": family.spawn(actor(), ENTITY),
        "destroy": family.destroy([ENTITY, 0x7FFF_FFFF]),
        "move": family.move_relative(ENTITY, -32768, 32767, 5, -90.0, 45.0, True),
        "look": family.look(ENTITY, 359.0, -90.0, False),
        "head": family.head_look(ENTITY, -180.0),
        "teleport": family.teleport(ENTITY, -0.5, 300.0, 7.25, 90.0, 0.0, True),
        "equipment": family.equipment(ENTITY, full),
        "bare": family.equipment(ENTITY, {}),
        "unknown item": family.equipment(ENTITY, {"head": ItemStack(1, "of_another_version", 1)}),
        "swing main": family.swing(ENTITY, 0),
        "swing off": family.swing(ENTITY, 1),
        "hurt": family.hurt(ENTITY, 90.0),
        "sound": family.sound("entity.player.hurt", 1.5, -60.2, 3.0, 0.5, 2.0),
        "own sound": family.sound("pack:voice", 0.0, 0.0, 0.0, 1.0, 1.0),
        "chat": family.system_chat({"text": "Grüße ✿ \ud800", "color": "gold"}),
        "disconnect": [family.disconnect({"text": "bye"})],
        "chunk": family.chunk_data(column(family), 5),
    }
    for kind in family.entity_kinds.values():
        if kind != "player":
            cases[f"spawn {kind}"] = family.spawn(actor(kind), ENTITY)
    for pose in (*POSES[family.protocol], "of another version"):
        cases[f"pose {pose}"] = family.metadata(actor(pose=pose, health=7.5), ENTITY)
    return cases


POSES = {
    754: ("standing", "fall_flying", "sleeping", "swimming", "spin_attack", "sneaking", "dying"),
    758: (
        "standing",
        "fall_flying",
        "sleeping",
        "swimming",
        "spin_attack",
        "sneaking",
        "long_jumping",
        "dying",
    ),
    760: (
        "standing",
        "fall_flying",
        "sleeping",
        "swimming",
        "spin_attack",
        "sneaking",
        "long_jumping",
        "dying",
    ),
}
LIVING_INDICES = {754: (8, 16), 758: (9, 17), 760: (9, 17)}
"""Where a family keeps health and skin layers."""

Parsed = dict[int, dict[str, list[dict[str, Any]]]]


@pytest.fixture(scope="module")
def parsed(judge: Judge) -> Parsed:
    """Protocol → case → what node-minecraft-protocol reads in its packets."""
    cases = [
        (family, case, packet)
        for family in supported()
        for case, packets in matrix(family).items()
        for packet in packets
    ]
    answers = judge.parse([(family.minecraft, packet) for family, _, packet in cases])
    result: Parsed = {family.protocol: {case: [] for case in matrix(family)} for family in supported()}
    for (family, case, _), answer in zip(cases, answers, strict=True):
        assert "error" not in answer, f"{family.minecraft} {case}: {answer['error']}"
        result[family.protocol][case].append(answer)
    return result


@FAMILIES
def test_player_list_entries_carry_the_skin(family: ProtocolFamily, parsed: Parsed) -> None:
    cases = parsed[family.protocol]

    def entry(case: str) -> dict[str, Any]:
        (packet,) = cases[case]
        assert packet["name"] == "player_info"
        assert packet["params"]["action"] == "add_player"
        (found,) = packet["params"]["data"]
        return found  # type: ignore[no-any-return]

    textures = {"name": "textures", "value": "dGV4dHVyZQ=="}
    plain_entry = {"uuid": str(IDENTITY), "name": "Ada", "gamemode": 0, "ping": 0}
    assert entry("list") == {**plain_entry, "properties": [{**textures, "signature": "c2lnbmF0dXJl"}]}
    assert entry("list unsigned") == {**plain_entry, "properties": [textures]}
    assert entry("list bare") == {**plain_entry, "name": "A name of far mo", "properties": []}
    (gone,) = cases["unlist"]
    assert gone["params"] == {"action": "remove_player", "data": [{"uuid": str(IDENTITY)}]}


@FAMILIES
def test_players_spawn_at_their_place_with_all_skin_layers(family: ProtocolFamily, parsed: Parsed) -> None:
    spawn, metadata, equipment, head = parsed[family.protocol]["spawn player"]
    assert spawn["name"] == "named_entity_spawn"
    assert spawn["params"] == {
        "entityId": ENTITY,
        "playerUUID": str(IDENTITY),
        "x": 1.5,
        "y": -60.25,
        "z": 1e7 + 0.125,
        "yaw": 64,
        "pitch": -32,
    }
    health, skin = LIVING_INDICES[family.protocol]
    assert metadata["params"]["entityId"] == ENTITY
    assert {
        (value["key"], value["type"], value.get("value")) for value in metadata["params"]["metadata"]
    } == {
        (0, 0, 0),
        (6, 18, 0),
        (health, 2, 20),
        (skin, 0, 0x7F),
    }
    assert equipment["name"] == "entity_equipment"
    assert head == {"name": "entity_head_rotation", "params": {"entityId": ENTITY, "headYaw": -128}}
    names = [packet["name"] for packet in parsed[family.protocol]["spawn bare player"]]
    assert names == ["named_entity_spawn", "entity_metadata", "entity_head_rotation"]


LIFELESS_SAMPLES = {"boat", "item_frame", "arrow", "tnt", "minecart", "end_crystal"}
LIVING_SAMPLES = {"zombie", "villager", "armor_stand", "ender_dragon", "bee", "squid", "bat"}


@FAMILIES
def test_every_entity_type_spawns_with_its_own_packet(family: ProtocolFamily, parsed: Parsed) -> None:
    health, _ = LIVING_INDICES[family.protocol]
    for type_id, kind in family.entity_kinds.items():
        if kind == "player":
            continue
        spawn, metadata, *rest = parsed[family.protocol][f"spawn {kind}"]
        params = spawn["params"]
        living = [packet["name"] for packet in rest] == ["entity_head_rotation"]
        assert living or not rest
        if kind in LIFELESS_SAMPLES | LIVING_SAMPLES:
            assert living == (kind in LIVING_SAMPLES), kind
        old_mob = living and family.protocol < 760
        assert spawn["name"] == ("spawn_entity_living" if old_mob else "spawn_entity")
        assert params["type"] == type_id
        assert params["entityUUID" if old_mob else "objectUUID"] == str(IDENTITY)
        assert (params["x"], params["y"], params["z"]) == (1.5, -60.25, 1e7 + 0.125)
        assert (params["yaw"], params["pitch"], params["velocity"]) == (64, -32, STILL)
        assert params.get("headPitch", -128) == -128
        values = {value["key"]: (value["type"], value["value"]) for value in metadata["params"]["metadata"]}
        assert values.pop(2) == (5, '{"text":"Ada"}')
        assert values.pop(3) == (7, True)
        assert values == {0: (0, 0), 6: (18, 0)} | ({health: (2, 20)} if living else {})


@FAMILIES
def test_poses_go_with_the_flag_that_the_client_looks_at(family: ProtocolFamily, parsed: Parsed) -> None:
    flags = {"sneaking": 2, "swimming": 0x10, "fall_flying": -128}
    health, _ = LIVING_INDICES[family.protocol]
    for number, pose in enumerate(POSES[family.protocol]):
        (packet,) = parsed[family.protocol][f"pose {pose}"]
        values = {value["key"]: value["value"] for value in packet["params"]["metadata"]}
        assert (values[0], values[6], values[health]) == (flags.get(pose, 0), number, 7.5)
    (packet,) = parsed[family.protocol]["pose of another version"]
    assert {"key": 6, "type": 18, "value": 0} in packet["params"]["metadata"]


@FAMILIES
def test_moves_and_looks_are_exact(family: ProtocolFamily, parsed: Parsed) -> None:
    cases = parsed[family.protocol]
    wanted: dict[str, tuple[str, dict[str, Any]]] = {
        "move": (
            "entity_move_look",
            {"dX": -32768, "dY": 32767, "dZ": 5, "yaw": -64, "pitch": 32, "onGround": True},
        ),
        "look": ("entity_look", {"yaw": -1, "pitch": -64, "onGround": False}),
        "head": ("entity_head_rotation", {"headYaw": -128}),
        "teleport": (
            "entity_teleport",
            {"x": -0.5, "y": 300, "z": 7.25, "yaw": 64, "pitch": 0, "onGround": True},
        ),
        "swing main": ("animation", {"animation": 0}),
        "swing off": ("animation", {"animation": 3}),
    }
    for case, (name, params) in wanted.items():
        assert cases[case] == [{"name": name, "params": {"entityId": ENTITY, **params}}]
    assert cases["destroy"] == [{"name": "entity_destroy", "params": {"entityIds": [ENTITY, 0x7FFF_FFFF]}}]
    assert cases["hurt"] == [
        {"name": "animation", "params": {"entityId": ENTITY, "animation": 1}},
    ]


@FAMILIES
def test_equipment_always_names_all_slots(family: ProtocolFamily, parsed: Parsed) -> None:
    for case in ("equipment", "bare", "unknown item"):
        (packet,) = parsed[family.protocol][case]
        slots = packet["params"]["equipments"]
        assert [slot["slot"] for slot in slots] == list(range(6))
        wanted = tool(family) if case == "equipment" else None
        assert all(plain(item(slot["item"], family)) == plain(wanted) for slot in slots)


@FAMILIES
def test_sounds_are_named_and_travel_in_eighths_of_a_block(family: ProtocolFamily, parsed: Parsed) -> None:
    (packet,) = parsed[family.protocol]["sound"]
    assert packet["name"] == "named_sound_effect"
    assert packet["params"].pop("seed", [0, 0]) == [0, 0]
    assert packet["params"] == {
        "soundName": "minecraft:entity.player.hurt",
        "soundCategory": 6,
        "x": 12,
        "y": -482,
        "z": 24,
        "volume": 0.5,
        "pitch": 2,
    }
    (packet,) = parsed[family.protocol]["own sound"]
    assert packet["params"]["soundName"] == "pack:voice"


@FAMILIES
def test_words_arrive_as_system_chat(family: ProtocolFamily, parsed: Parsed) -> None:
    (packet,) = parsed[family.protocol]["chat"]
    params = packet["params"]
    if family.protocol < 760:
        assert packet["name"] == "chat"
        text = params.pop("message")
        assert params == {"position": 1, "sender": str(UUID(int=0))}
    else:
        assert packet["name"] == "system_chat"
        text = params.pop("content")
        assert params == {"isActionBar": False}
    assert json.loads(text) == {"text": "Grüße ✿ \ud800", "color": "gold"}


@FAMILIES
def test_goodbyes_carry_their_reason(family: ProtocolFamily, parsed: Parsed, judge: Judge) -> None:
    assert parsed[family.protocol]["disconnect"] == [
        {"name": "kick_disconnect", "params": {"reason": '{"text":"bye"}'}}
    ]
    login = family.login_disconnect({"text": "no"})
    (answer,) = judge.parse([(family.minecraft, login)], state="login")
    assert answer == {"name": "disconnect", "params": {"reason": '{"text":"no"}'}}


@FAMILIES
def test_an_entity_type_of_another_version_is_refused_by_name(family: ProtocolFamily) -> None:
    with pytest.raises(LookupError, match="no entity type 'breeze'"):
        family.spawn(actor("breeze"), ENTITY)


# --- chunks ---------------------------------------------------------------------------------------


@FAMILIES
def test_chunks_have_a_heightmap_and_their_block_entity(family: ProtocolFamily, parsed: Parsed) -> None:
    packets = parsed[family.protocol]["chunk"]
    names = [packet["name"] for packet in packets]
    assert names == (["update_light", "map_chunk"] if family.protocol == 754 else ["map_chunk"])
    params = packets[-1]["params"]
    assert set(params["heightmaps"]["value"]) == {"MOTION_BLOCKING", "WORLD_SURFACE"}
    (entity,) = params["blockEntities"]
    if family.protocol == 754:
        assert params["groundUp"] is True
        assert params["bitMap"] == 0b10111
        assert entity["value"]["id"]["value"] == "minecraft:chest"
    else:
        assert (entity["x"], entity["y"], entity["z"], entity["type"]) == (5, -53, 4, 1)
        assert entity["nbtData"]["value"] == {"CustomName": {"type": "string", "value": '"x"'}}


@FAMILIES
def test_prismarine_chunk_finds_every_block_full_light_and_the_biome(
    family: ProtocolFamily, judge: Judge
) -> None:
    chunk = column(family)
    bottom, height = chunk.dimension.min_y, chunk.dimension.height
    places = [(x, y, z) for y in range(bottom, bottom + 80) for z in range(16) for x in range(16)]
    places += [(0, bottom + height - 1, 0)]
    ask = (family.minecraft, family.chunk_data(chunk, 5), bottom, height)
    (found,) = judge.columns([ask], places)
    assert [state for state, _, _ in found] == [chunk.state(*place) for place in places]
    assert {biome for _, biome, _ in found} == {5}
    assert {light for _, _, light in found} == {15}


@FAMILIES
def test_a_written_chunk_reads_back_as_it_was(family: ProtocolFamily) -> None:
    chunk = column(family)
    packet = family.chunk_data(chunk, 5)[-1]
    back = family.read_column(packet[1:], chunk.dimension)
    original = chunk.contents
    assert original is not None
    assert plain(back.block_entities) == plain(original.block_entities)
    for ours, theirs in zip(original.sections, back.sections, strict=True):
        blocks = 0 if ours is None else ours.states
        assert np.array_equal(
            np.zeros((16, 16, 16)) + blocks, theirs.states if theirs else np.zeros((16, 16, 16))
        )
        assert (theirs.block_count if theirs else 0) == (ours.block_count if ours else 0)


@FAMILIES
def test_heightmaps_count_from_the_bottom_to_above_the_highest_block(family: ProtocolFamily) -> None:
    chunk = column(family)
    back = family.read_column(family.chunk_data(chunk)[-1][1:], chunk.dimension)
    bottom, top = chunk.dimension.min_y, chunk.dimension.min_y + chunk.dimension.height
    masks = {"MOTION_BLOCKING": family.blocks.motion_blocking, "WORLD_SURFACE": ~family.blocks.air}
    for name, mask in masks.items():
        for z in range(16):
            for x in range(16):
                counted = [y for y in range(bottom, top) if mask[chunk.state(x, y, z)]]
                highest = max(counted, default=bottom - 1)
                assert back.heightmaps[name][z * 16 + x] == highest + 1 - bottom


def test_a_damaged_chunk_is_not_written() -> None:
    def broken() -> ColumnContents:
        raise ValueError("damaged")

    for family in supported():
        chunk = Chunk(3, 4, DimensionType("minecraft:overworld"), broken)
        with pytest.raises(ValueError, match="chunk 3 4 is damaged"):
            family.chunk_data(chunk)
