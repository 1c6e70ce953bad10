"""Every encoder of every family, read back by node-minecraft-protocol to the last byte.

What it reads is held against what was meant, layout by layout; those of 1.8.9 and 1.12.2 are in
``test_legacy_encoders.py``. Its names for metadata come from minecraft-data, which had them from the game.
"""

from __future__ import annotations

import json
import math
import struct
from typing import Any
from uuid import UUID

import mutf8
import pytest
from encoder_cases import ENTITY, FOXES, IDENTITY, POSES, TEAM, WORDS, actor, matrix, slots, tool
from expected.items import item
from expected.values import nbt, plain
from judge import Judge

from proxy.mood_symbols import MOOD_SYMBOLS, Symbol
from proxy.versions import family_for, supported
from proxy.versions.base import ProtocolFamily

ALL = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)
MODERN = [family for family in supported() if family.protocol >= 754]
FAMILIES = pytest.mark.parametrize("family", MODERN, ids=lambda family: family.minecraft)
STILL = {"x": 0, "y": 0, "z": 0}
FLAGS = {"sneaking": 2, "swimming": 0x10, "fall_flying": -128}
"""Entity flags that go with a pose."""
LIVING_FLAGS = {"spin_attack": 4}
"""Those of a living entity."""

Parsed = dict[int, dict[str, list[dict[str, Any]]]]
MetadataKeys = dict[str, dict[str, list[str]]]


@pytest.fixture(scope="module")
def parsed(judge: Judge) -> Parsed:
    """Protocol → case → what node-minecraft-protocol reads in its packets, or ``{"error"}``."""
    cases = [
        (family, case, packet)
        for family in supported()
        for case, packets in matrix(family).items()
        for packet in packets
    ]
    answers = judge.parse_in_states(
        [
            (family.minecraft, case.partition("/")[0] if "/" in case else "play", packet)
            for family, case, packet in cases
        ]
    )
    result: Parsed = {family.protocol: {} for family in supported()}
    for (family, case, _), answer in zip(cases, answers, strict=True):
        result[family.protocol].setdefault(case, []).append(answer)
    return result


@pytest.fixture(scope="module")
def metadata_keys(judge: Judge) -> MetadataKeys:
    return judge.metadata_keys([family.minecraft for family in supported()])


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_no_packet_of_ours_leaves_a_byte_over_or_fails_to_parse(
    family: ProtocolFamily, parsed: Parsed
) -> None:
    cases = parsed[family.protocol]
    assert len(cases) > 90
    failed = {case: answers for case, answers in cases.items() if any("error" in a for a in answers)}
    assert not failed


# --- text


def text_of(value: Any, family: ProtocolFamily) -> Any:
    """A text component as a dictionary; to 1.20.2 it is JSON."""
    if family.protocol < 765:
        return json.loads(value)
    return {key: str(part) for key, part in nbt(value).items()}


def as_read(text: str, family: ProtocolFamily) -> str:
    """What node-minecraft-protocol makes of a text.

    Strings of NBT are Java's modified UTF-8 in vanilla, which has two surrogates where UTF-8 has one character.
    node-minecraft-protocol takes them for damaged UTF-8.
    """
    return text if family.protocol < 765 else mutf8.encode_modified_utf8(text).decode("utf-8", "replace")


@FAMILIES
def test_words_arrive_as_system_chat(family: ProtocolFamily, parsed: Parsed) -> None:
    (packet,) = parsed[family.protocol]["chat"]
    params = packet["params"]
    if family.protocol < 760:
        assert packet["name"] == "chat"
        content = params.pop("message")
        assert params == {"position": 1, "sender": str(UUID(int=0))}
    else:
        assert packet["name"] == "system_chat"
        content = params.pop("content")
        assert params == {"isActionBar": False}
    assert text_of(content, family) == {**WORDS, "text": as_read(WORDS["text"], family)}


@FAMILIES
def test_goodbyes_carry_their_reason_in_each_state(family: ProtocolFamily, parsed: Parsed) -> None:
    cases = parsed[family.protocol]
    (packet,) = cases["disconnect"]
    assert packet["name"] == "kick_disconnect"
    assert text_of(packet["params"]["reason"], family) == {"text": "bye"}
    assert ("configuration/disconnect" in cases) == (family.protocol >= 764)
    if family.protocol >= 764:
        (packet,) = cases["configuration/disconnect"]
        assert packet["name"] == "disconnect"
        assert text_of(packet["params"]["reason"], family) == {"text": "bye"}


# --- player list

NAMES = {
    "list bare": "A name of far mo",
    "list foxes": FOXES[:10],
    "list split": "Fifteen letters",
}


@FAMILIES
def test_player_list_entries_carry_name_and_skin(family: ProtocolFamily, parsed: Parsed) -> None:
    cases = parsed[family.protocol]
    textures = {"name": "textures", "value": "dGV4dHVyZQ=="}
    signed = {**textures, "signature": "c2lnbmF0dXJl"}
    profiles = {
        "list": ("Ada", [signed]),
        "list unsigned": ("Ada", [textures]),
        **{case: (name, []) for case, name in NAMES.items()},
    }
    for case, (name, properties) in profiles.items():
        (packet,) = cases[case]
        assert packet["name"] == "player_info"
        (entry,) = packet["params"]["data"]
        profile = {"name": name, "properties": properties}
        assert len(name.encode("utf-16-le")) // 2 <= 16
        if family.protocol < 761:
            assert packet["params"]["action"] == "add_player"
            assert entry == {"uuid": str(IDENTITY), **profile, "gamemode": 0, "ping": 0}
        else:
            told = {action for action, given in packet["params"]["action"].items() if given is True}
            assert told == {"add_player", "update_game_mode", "update_listed", "update_latency"}
            known = {key: value for key, value in entry.items() if value is not None}
            numbers = {"gamemode": 0, "listed": 0, "latency": 0}
            assert known == {"uuid": str(IDENTITY), "player": profile, **numbers}


@FAMILIES
def test_player_list_entries_go_by_their_uuid(family: ProtocolFamily, parsed: Parsed) -> None:
    (packet,) = parsed[family.protocol]["unlist"]
    if family.protocol < 761:
        params = {"action": "remove_player", "data": [{"uuid": str(IDENTITY)}]}
        assert packet == {"name": "player_info", "params": params}
    else:
        assert packet == {"name": "player_remove", "params": {"players": [str(IDENTITY)]}}


# --- spawns and metadata


def values_of(packet: dict[str, Any]) -> dict[int, Any]:
    assert packet["name"] == "entity_metadata"
    assert packet["params"]["entityId"] == ENTITY
    return {value["key"]: value.get("value") for value in packet["params"]["metadata"]}


SERIALIZERS = {
    754: {0: "byte", 2: "float", 5: "optional_component", 7: "boolean", 10: "optional_block_pos", 18: "pose"},
    761: {0: "byte", 3: "float", 6: "optional_component", 8: "boolean", 11: "optional_block_pos", 19: "pose"},
}
"""What the numbers of metadata types mean since a protocol; from 1.19.4 on the parser names them."""


def types_of(packet: dict[str, Any], family: ProtocolFamily) -> dict[int, str]:
    names = SERIALIZERS[754 if family.protocol < 761 else 761]
    return {
        value["key"]: names[value["type"]] if isinstance(value["type"], int) else value["type"]
        for value in packet["params"]["metadata"]
    }


def keys_of(kind: str, family: ProtocolFamily, metadata_keys: MetadataKeys) -> dict[str, int]:
    """What we write of an entity's metadata, with its index; without ``health`` where it isn't alive.

    minecraft-data has no names before 1.19.4; there the indices are written down here.
    """
    named = metadata_keys[family.minecraft]
    if named:
        return {name: index for index, name in enumerate(named[kind])}
    base = {"shared_flags": 0, "custom_name": 2, "custom_name_visible": 3, "pose": 6}
    health, layers = (8, 16) if family.protocol < 755 else (9, 17)
    living = {"living_entity_flags": health - 1, "health": health, "sleeping_pos": health + 5}
    if kind == "player":
        return base | living | {"player_mode_customisation": layers}
    return base if kind in LIFELESS_SAMPLES else base | living


LIFELESS_SAMPLES = {"boat", "item_frame", "arrow", "tnt", "minecart", "end_crystal"}
LIVING_SAMPLES = {"zombie", "villager", "armor_stand", "ender_dragon", "bee", "squid", "bat"}


@FAMILIES
def test_players_spawn_at_their_place_with_all_skin_layers(
    family: ProtocolFamily, parsed: Parsed, metadata_keys: MetadataKeys
) -> None:
    spawn, equipment, metadata, head = parsed[family.protocol]["spawn player"]
    place = {"entityId": ENTITY, "x": 1.5, "y": -60.25, "z": 1e7 + 0.125, "yaw": 64, "pitch": -32}
    if family.protocol < 764:
        assert spawn == {"name": "named_entity_spawn", "params": {**place, "playerUUID": str(IDENTITY)}}
    else:
        (type_id,) = (number for number, kind in family.entity_kinds.items() if kind == "player")
        more = {"type": type_id, "headPitch": -128, "objectData": 0, "velocity": STILL}
        params = {**place, "objectUUID": str(IDENTITY), **more}
        assert spawn == {"name": "spawn_entity", "params": params}
    at = keys_of("player", family, metadata_keys)
    assert values_of(metadata) == {
        at["shared_flags"]: 0,
        at["pose"]: 0,
        at["living_entity_flags"]: 0,
        at["health"]: 20,
        at["sleeping_pos"]: None,
        at["player_mode_customisation"]: 0x7F,
    }
    assert types_of(metadata, family) == {
        at["shared_flags"]: "byte",
        at["pose"]: "pose",
        at["living_entity_flags"]: "byte",
        at["health"]: "float",
        at["sleeping_pos"]: "optional_block_pos",
        at["player_mode_customisation"]: "byte",
    }
    assert equipment["name"] == "entity_equipment"
    assert head == {"name": "entity_head_rotation", "params": {"entityId": ENTITY, "headYaw": -128}}
    names = [packet["name"] for packet in parsed[family.protocol]["spawn bare player"]]
    assert names == [spawn["name"], "entity_metadata", "entity_head_rotation"]


@FAMILIES
def test_every_entity_type_spawns_with_its_own_packet(
    family: ProtocolFamily, parsed: Parsed, metadata_keys: MetadataKeys
) -> None:
    cases = parsed[family.protocol]
    assert {f"spawn {kind}" for kind in family.entity_kinds.values()} <= cases.keys()
    for type_id, kind in family.entity_kinds.items():
        if kind == "player":
            continue
        spawn, metadata, *rest = cases[f"spawn {kind}"]
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
        values, types = values_of(metadata), types_of(metadata, family)
        at = keys_of(kind, family, metadata_keys)
        if metadata_keys[family.minecraft]:
            assert living == ("health" in at), kind
        assert text_of(values.pop(at["custom_name"]), family) == {"text": "Ada"}
        assert values.pop(at["custom_name_visible"]) is True
        assert types.pop(at["custom_name"]) == "optional_component"
        assert types.pop(at["custom_name_visible"]) == "boolean"
        alive: dict[int, Any] = {}
        kinds: dict[int, str] = {}
        if living:
            at_living = at["living_entity_flags"], at["health"], at["sleeping_pos"]
            alive = dict(zip(at_living, (0, 20, None), strict=True))
            kinds = dict(zip(at_living, ("byte", "float", "optional_block_pos"), strict=True))
        assert values == {at["shared_flags"]: 0, at["pose"]: 0} | alive
        assert types == {at["shared_flags"]: "byte", at["pose"]: "pose"} | kinds


@FAMILIES
def test_a_name_on_a_name_tag_is_never_cut(family: ProtocolFamily, parsed: Parsed) -> None:
    (packet,) = parsed[family.protocol]["named fox"]
    assert text_of(values_of(packet)[2], family) == {"text": as_read(FOXES, family)}


# --- moods

COLORS = "black dark_blue dark_green dark_aqua dark_red dark_purple gold gray dark_gray blue green aqua red".split()
COLORS += "light_purple yellow white".split()
"""By the digit of their code in plain text."""
RESET = 21
SHOWN = [(mood, symbol) for mood, symbol in MOOD_SYMBOLS.items() if symbol is not None]


def plainly(symbol: Symbol) -> str:
    """Behind a name, where text is plain."""
    return f" §{COLORS.index(symbol.color):x}{symbol.character}"


def component_of(value: Any, family: ProtocolFamily) -> Any:
    """A text component with all that is in it."""
    return json.loads(value) if family.protocol < 765 else nbt(value).unpack()


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_a_team_puts_the_symbol_behind_its_members_name_and_changes_nothing_else(
    family: ProtocolFamily, parsed: Parsed
) -> None:
    cases = parsed[family.protocol]
    name = "scoreboard_team" if family.protocol == 47 else "teams"
    modes = ("add", "remove", "change") if family.protocol >= 771 else (0, 1, 2)
    for mood, symbol in SHOWN:
        (created,), (changed,) = cases[f"team {mood.key}"], cases[f"team becomes {mood.key}"]
        assert created["name"] == changed["name"] == name
        params = {key: value for key, value in created["params"].items() if value is not None}
        told = {key: value for key, value in changed["params"].items() if value is not None}
        assert params.pop("players") == ["Ada"]
        assert (params.pop("team"), params.pop("mode")) == (TEAM, modes[0])
        assert (told.pop("team"), told.pop("mode")) == (TEAM, modes[2])
        assert params == told
        if family.protocol < 754:
            assert params.pop("color") == -1
            assert (params.pop("name"), params.pop("prefix")) == ("Hearthkin", "")
            suffix = params.pop("suffix")
            assert suffix == plainly(symbol)
            assert len(suffix) <= 16
        else:
            assert params.pop("formatting") == RESET
            texts = [component_of(params.pop(part), family) for part in ("name", "prefix")]
            assert texts == [{"text": "Hearthkin"}, {"text": ""}]
            wanted = {"text": f" {symbol.character}", "color": symbol.color}
            assert component_of(params.pop("suffix"), family) == wanted
        always = 0 if family.protocol == 770 else "always"
        assert params.pop("nameTagVisibility") == always
        assert params.pop("collisionRule", None) == (None if family.protocol == 47 else always)
        if family.protocol >= 771:
            flags = params.pop("flags")
            assert (flags["friendly_fire"], flags["see_friendly_invisible"]) == (True, False)
        else:
            assert params.pop("friendlyFire") == 1
        assert not params
    (removed,) = cases["no team"]
    assert {key: value for key, value in removed["params"].items() if value is not None} == {
        "team": TEAM,
        "mode": modes[1],
    }


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_who_is_no_player_has_the_symbol_in_its_own_name(family: ProtocolFamily, parsed: Parsed) -> None:
    cases = parsed[family.protocol]
    for mood, symbol in MOOD_SYMBOLS.items():
        (told,) = (packet for packet in cases[f"wolf {mood.key}"] if packet["name"] == "entity_metadata")
        name = values_of(told)[2]
        if family.protocol < 754:
            assert name == "Ada" + ("" if symbol is None else plainly(symbol))
            continue
        wanted: dict[str, Any] = {"text": "Ada"}
        if symbol is not None:
            wanted["extra"] = [{"text": f" {symbol.character}", "color": symbol.color}]
        assert component_of(name, family) == wanted


@ALL
def test_a_players_own_packets_say_nothing_of_its_mood(family: ProtocolFamily, parsed: Parsed) -> None:
    cases = parsed[family.protocol]
    assert all(cases[f"player {mood.key}"] == cases["player composed"] for mood in MOOD_SYMBOLS)


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_a_mood_is_told_as_entity_id_and_ordinal(family: ProtocolFamily, parsed: Parsed) -> None:
    for ordinal, mood in enumerate(MOOD_SYMBOLS):
        (packet,) = parsed[family.protocol][f"told {mood.key}"]
        assert packet["name"] == "custom_payload"
        assert packet["params"]["channel"] == "hearthkin:mood"
        # 0x50000007, seven bits at a time
        assert packet["params"]["data"]["data"] == [0x87, 0x80, 0x80, 0x80, 0x05, ordinal]


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_sprint_and_fire_are_flags_beside_that_of_the_pose_and_travel_alone(
    family: ProtocolFamily, parsed: Parsed
) -> None:
    """1 fire, 2 sneaking, 8 sprinting, from 1.8 to this day."""
    (packet,) = parsed[family.protocol]["running"]
    assert values_of(packet) == {0: 0x0B}


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_a_block_is_shown_at_its_place(family: ProtocolFamily, parsed: Parsed) -> None:
    (packet,) = parsed[family.protocol]["block"]
    location = {"x": -30_000_000, "y": 255, "z": 29_999_999}
    assert packet == {"name": "block_change", "params": {"location": location, "type": 5}}


def poses_of(family: ProtocolFamily) -> list[str]:
    """The poses of a version by number."""
    if family.protocol < 755:
        return [*POSES[:6], "dying"]
    if family.protocol < 759:
        return list(POSES[:8])
    if family.protocol < 761:
        return [pose for pose in POSES[:15] if pose != "sitting"]
    return list(POSES[:15] if family.protocol < 765 else POSES[:18])


@FAMILIES
def test_poses_go_with_the_flag_that_the_client_looks_at(family: ProtocolFamily, parsed: Parsed) -> None:
    """Who sits stands as far as metadata go: it is drawn sitting because it rides something."""
    known = [pose if pose != "sitting" else "" for pose in poses_of(family)]
    for pose in POSES:
        (packet,) = parsed[family.protocol][f"pose {pose}"]
        values = values_of(packet)
        number = known.index(pose) if pose in known else 0
        assert (values[0], values[6]) == (FLAGS.get(pose, 0), number), pose
        assert values[7 if family.protocol < 755 else 8] == LIVING_FLAGS.get(pose, 0), pose
        assert 7.5 in values.values()


@FAMILIES
def test_an_entity_type_of_another_version_is_refused_by_name(family: ProtocolFamily) -> None:
    with pytest.raises(LookupError, match="no entity type 'giraffe'"):
        family.spawn(actor("giraffe"), ENTITY)


# --- moves and acts


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
        "swing main": ("animation", {"animation": 0}),
        "swing off": ("animation", {"animation": 3}),
    }
    for case, (name, params) in wanted.items():
        assert cases[case] == [{"name": name, "params": {"entityId": ENTITY, **params}}]
    assert cases["destroy"] == [{"name": "entity_destroy", "params": {"entityIds": [ENTITY, 0x7FFF_FFFF]}}]


@FAMILIES
def test_far_moves_tell_the_place_as_the_server_of_the_time_does(
    family: ProtocolFamily, parsed: Parsed
) -> None:
    near = {"entityId": ENTITY, "x": -0.5, "y": 300, "z": 7.25, "onGround": True}
    far = {"entityId": ENTITY, "x": -3e7, "y": -2048.5, "z": 3e7 - 0.125, "onGround": False}
    if family.protocol < 768:
        name = "entity_teleport"
        near |= {"yaw": 64, "pitch": 0}
        far |= {"yaw": -128, "pitch": 64}
    else:
        name, still = "sync_entity_position", {"dx": 0, "dy": 0, "dz": 0}
        near |= still | {"yaw": 90, "pitch": 0}
        far |= still | {"yaw": -180, "pitch": 90}
    assert parsed[family.protocol]["teleport"] == [{"name": name, "params": near}]
    assert parsed[family.protocol]["teleport far"] == [{"name": name, "params": far}]


@FAMILIES
def test_blows_come_from_where_they_came_from(family: ProtocolFamily, parsed: Parsed) -> None:
    """From 1.19.4 on with vanilla's angle: that of the vector to the attacker, less the body's yaw."""
    cases = {case: answers for case, answers in parsed[family.protocol].items() if case.startswith("hurt ")}
    assert len(cases) == 5
    for case, (packet,) in cases.items():
        if family.protocol < 762:
            assert packet == {"name": "animation", "params": {"entityId": ENTITY, "animation": 1}}
            continue
        assert packet["name"] == "hurt_animation"
        assert packet["params"]["entityId"] == ENTITY
        from_yaw, body_yaw = map(float, case.split()[1:])
        to_attacker = -math.sin(math.radians(from_yaw)), math.cos(math.radians(from_yaw))  # x and z
        vanilla = math.degrees(math.atan2(to_attacker[1], to_attacker[0])) - body_yaw
        turned = (packet["params"]["yaw"] - vanilla) / 360.0
        assert turned == pytest.approx(round(turned), abs=1e-6), case


@FAMILIES
def test_equipment_always_names_all_slots(family: ProtocolFamily, parsed: Parsed) -> None:
    for case in ("equipment", "bare", "unknown item"):
        (packet,) = parsed[family.protocol][case]
        equipments = packet["params"]["equipments"]
        assert [slot["slot"] for slot in equipments] == list(range(len(slots(family))))
        wanted = plain(tool(family)) if case == "equipment" else None
        assert all(plain(item(slot["item"], family)) == wanted for slot in equipments)


@FAMILIES
def test_sounds_are_named_and_travel_in_eighths_of_a_block(family: ProtocolFamily, parsed: Parsed) -> None:
    wanted: dict[str, Any] = {"x": 12, "y": -482, "z": 24, "volume": 0.5, "pitch": 2}
    for case, key in (("sound", "minecraft:entity.player.hurt"), ("own sound", "pack:voice")):
        (packet,) = parsed[family.protocol][case]
        params = packet["params"]
        assert params.pop("seed", [0, 0]) == [0, 0]
        if family.protocol < 761:
            assert packet["name"] == "named_sound_effect"
            assert (params.pop("soundName"), params.pop("soundCategory")) == (key, 6)
        else:
            assert packet["name"] == "sound_effect"
            assert params.pop("sound") == {"data": {"soundName": key}}, "as an event without a fixed range"
            assert params.pop("soundCategory") == "neutral"
        assert case == "own sound" or params == wanted


def test_the_angle_of_a_blow_stays_within_a_turn() -> None:
    family = family_for(775)
    assert family is not None
    (packet,) = family.hurt(ENTITY, 1e9, -1e9)
    (angle,) = struct.unpack(">f", packet[-4:])
    assert 0.0 <= angle <= 360.0
