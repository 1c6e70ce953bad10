"""What emotes take on the wire of every family, read back by node-minecraft-protocol."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from encoder_cases import ENTITY, TEAM, actor
from expected.items import item
from expected.values import nbt
from judge import Judge
from minecraft_data_names import minecraft_data

from npc.cues import Particles
from npc.emotes import shipped_clips
from npc.emotes.clip import POSTURES, Hold
from npc.emotes.clip import Particles as ParticleAct
from proxy.mood_symbols import MOOD_SYMBOLS, Symbol, with_word
from proxy.versions import supported
from proxy.versions.family import JavaFamily
from proxy.versions.postures import NEXT_BEST, SINCE
from proxy.versions.stand_ins import ITEMS, PARTICLES
from proxy.versions.write.entities import shown_items
from proxy.versions.write.legacy.colors import colored
from proxy.versions.write.particles import showable
from world.item import ItemStack

FAMILIES = [family for family in supported() if isinstance(family, JavaFamily)]
ALL = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.minecraft)
SEAT = ENTITY + 1
SEAT_UUID = UUID("e0000000-0000-2000-8000-000000000002")
BED = (-30, 70, 12)
WORD = "haha"

Parsed = dict[int, dict[str, list[dict[str, Any]]]]


def cases_of(family: JavaFamily) -> dict[str, list[bytes]]:
    cases = {
        "seat": family.spawn_seat(actor(), SEAT, SEAT_UUID),
        "mount": family.mount(SEAT, ENTITY),
        "dismount": family.dismount(SEAT, ENTITY),
        "in bed": family.metadata(actor(pose="sleeping", bed=BED), ENTITY),
        "main hand": family.metadata(actor(using=0), ENTITY),
        "off hand": family.metadata(actor(using=1), ENTITY),
    }
    if not family.has_poses:
        cases["to bed"] = family.use_bed(ENTITY, BED)
        cases["up"] = family.leave_bed(ENTITY)
    for posture in POSTURES:
        cases[f"posture {posture}"] = family.metadata(actor(pose=posture), ENTITY)
    for name in showable(family.tables):
        cases[f"particle {name}"] = family.particles(Particles(name, -1.5, 70.25, 3.0, 4, 0.5, 0.25))
    for mood, symbol in MOOD_SYMBOLS.items():
        said = with_word(WORD, symbol)
        assert said is not None
        cases[f"team {mood.key}"] = family.create_team(TEAM, "Ada", said)
        cases[f"wolf {mood.key}"] = family.metadata(actor("wolf"), ENTITY, said)
    worn = {"main_hand": ItemStack(0, "iron_sword", 1), "head": ItemStack(0, "iron_helmet", 1)}
    for prop in (*ITEMS, "apple", "of_another_version"):
        cases[f"prop {prop}"] = family.equipment(
            ENTITY, shown_items(actor(equipment=worn, props={0: prop, 1: "stick"}))
        )
    return cases


@pytest.fixture(scope="module")
def parsed(judge: Judge) -> Parsed:
    """Protocol → case → what node-minecraft-protocol reads in its packets."""
    cases = [
        (family, case, packet)
        for family in FAMILIES
        for case, packets in cases_of(family).items()
        for packet in packets
    ]
    answers = judge.parse([(family.minecraft, packet) for family, _, packet in cases])
    result: Parsed = {family.protocol: {} for family in FAMILIES}
    for (family, case, _), answer in zip(cases, answers, strict=True):
        assert "error" not in answer, f"{family.minecraft} {case}: {answer['error']}"
        result[family.protocol].setdefault(case, []).append(answer)
    return result


def values_of(packet: dict[str, Any], entity_id: int = ENTITY) -> dict[int, Any]:
    assert packet["name"] == "entity_metadata"
    assert packet["params"]["entityId"] == entity_id
    return {value["key"]: value.get("value") for value in packet["params"]["metadata"]}


def living_flags_index(family: JavaFamily) -> int:
    return 6 if family.protocol < 477 else 7 if family.protocol < 755 else 8


# --- postures


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_every_release_shows_every_posture_or_one_that_it_has_instead(
    family: JavaFamily, parsed: Parsed
) -> None:
    """Of players without a bed: what a release shows for a posture is what it shows of the one it comes to."""
    for posture in POSTURES:
        shown = posture
        while family.protocol < SINCE[shown]:
            shown = NEXT_BEST[shown]
        assert family.posture(actor(pose=posture)).name == shown
        (packet,) = parsed[family.protocol][f"posture {posture}"]
        flags = {"sneaking": 2, "swimming": 0x10, "gliding": -128}.get(shown, 0)
        values = values_of(packet)
        assert values[0] == flags, posture
        if family.protocol > 47:
            spins = 4 if shown == "spinning" else 0
            assert values[living_flags_index(family)] == spins
        if family.has_poses:
            order = ("standing", "gliding", "sleeping", "swimming", "spinning", "sneaking")
            assert values[6] == (order.index(shown) if shown in order else 0), "sitting is riding"


def test_the_postures_of_each_time_are_those_that_its_clients_know() -> None:
    shown = {
        family.minecraft: {p: family.posture(actor(pose=p)).name for p in POSTURES} for family in FAMILIES
    }
    bows = dict.fromkeys(("swimming", "spinning", "gliding", "sleeping"), "sneaking")
    same = {posture: posture for posture in POSTURES}
    assert shown.pop("1.8.8") == same | bows
    flies = dict.fromkeys(("swimming", "spinning"), "gliding")
    assert shown.pop("1.12.2") == same | flies | {"sleeping": "sneaking"}
    assert all(postures == same for postures in shown.values())


@ALL
def test_only_players_sit_and_only_players_lay_themselves_to_bed_by_packet(family: JavaFamily) -> None:
    assert family.posture(actor(pose="sitting")).seated
    assert not family.posture(actor("wolf", pose="sitting")).seated
    in_bed = family.posture(actor(pose="sleeping", bed=BED))
    assert (in_bed.name, in_bed.bed_packet) == ("sleeping", not family.has_poses)
    assert not family.posture(actor("wolf", pose="sleeping", bed=BED)).bed_packet


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_who_is_in_a_bed_is_told_so_with_its_place(family: JavaFamily, parsed: Parsed) -> None:
    place = dict(zip("xyz", BED, strict=True))
    if family.has_poses:
        (packet,) = parsed[family.protocol]["in bed"]
        assert values_of(packet)[13 if family.protocol < 755 else 14] == place
        return
    assert parsed[family.protocol]["to bed"] == [
        {"name": "bed", "params": {"entityId": ENTITY, "location": place}}
    ]
    assert parsed[family.protocol]["up"] == [
        {"name": "animation", "params": {"entityId": ENTITY, "animation": 2}}
    ]


# --- seats


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_a_seat_is_an_unseen_marker_at_the_height_of_its_time(family: JavaFamily, parsed: Parsed) -> None:
    """A player's feet are 0.35 blocks under what it rides to 1.20.1, since then 0.6; heels half a block above them."""
    spawn, metadata = parsed[family.protocol]["seat"]
    params = spawn["params"]
    height = (0.35 if family.protocol < 764 else 0.6) - 0.5
    y = params["y"] / 32 if family.protocol == 47 else params["y"]
    assert y == pytest.approx(-60.25 + height, abs=1 / 32)
    if family.protocol >= 754:
        assert family.entity_kinds[params["type"]] == "armor_stand"
        assert UUID(params.get("entityUUID") or params["objectUUID"]) == SEAT_UUID
    else:
        assert (spawn["name"], params["type"]) == ("spawn_entity", 78)
    index = (
        10 if family.protocol == 47 else 11 if family.protocol == 340 else 14 if family.protocol < 755 else 15
    )
    assert values_of(metadata, SEAT) == {0: 0x20, index: 0x10}


def test_the_flags_of_armor_stands_stand_where_minecraft_data_has_them(judge: Judge) -> None:
    """It has no names before 1.19.4."""
    named = [family.minecraft for family in FAMILIES if family.protocol >= 762]
    for keys in judge.metadata_keys(named).values():
        assert keys["armor_stand"][15] == "client_flags"


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_a_seat_takes_one_rider_and_lets_go_of_it(family: JavaFamily, parsed: Parsed) -> None:
    (mount,), (dismount,) = parsed[family.protocol]["mount"], parsed[family.protocol]["dismount"]
    if family.protocol == 47:
        params = {"entityId": ENTITY, "leash": False}
        assert mount == {"name": "attach_entity", "params": {**params, "vehicleId": SEAT}}
        assert dismount == {"name": "attach_entity", "params": {**params, "vehicleId": -1}}
        return
    assert mount == {"name": "set_passengers", "params": {"entityId": SEAT, "passengers": [ENTITY]}}
    assert dismount == {"name": "set_passengers", "params": {"entityId": SEAT, "passengers": []}}


# --- hands


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_the_use_of_an_item_names_the_hand(family: JavaFamily, parsed: Parsed) -> None:
    """In 1.8 there is one, and a flag of all entities."""
    for case, flags in (("main hand", 1), ("off hand", 3)):
        (packet,) = parsed[family.protocol][case]
        values = values_of(packet)
        if family.protocol == 47:
            assert values[0] == (0x10 if case == "main hand" else 0)
        else:
            assert (values[0], values[living_flags_index(family)]) == (0, flags)


def held(family: JavaFamily, answers: list[dict[str, Any]]) -> dict[int, str | None]:
    """Slot number → item."""
    if family.protocol < 754:
        slots = [(answer["params"]["slot"], answer["params"]["item"]) for answer in answers]
        found = {}
        for slot, data in slots:
            known = data["blockId"] >= 0
            damage = data.get("itemDamage", 0)
            found[slot] = family.tables.registries.item_name(data["blockId"], damage) if known else None
        return found
    (answer,) = answers
    stacks = {entry["slot"]: item(entry["item"], family) for entry in answer["params"]["equipments"]}
    return {slot: None if stack is None else stack.name for slot, stack in stacks.items()}


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_props_replace_what_is_in_the_hands_alone_and_have_stand_ins(
    family: JavaFamily, parsed: Parsed
) -> None:
    known = set(family.items.values()) | set(family.tables.registries.item_ids)
    head = 4 if family.protocol == 47 else 5
    for prop in (*ITEMS, "apple", "of_another_version"):
        hands = held(family, parsed[family.protocol][f"prop {prop}"])
        wanted: str | None = prop
        while wanted is not None and wanted not in known:
            wanted = ITEMS.get(wanted)
        assert hands[0] == wanted, prop
        assert hands[head] == "iron_helmet"
        if family.protocol > 47:
            assert hands[1] == "stick"


# --- particles


def particle_of(packet: dict[str, Any]) -> dict[str, Any]:
    """Parameters of a particle packet by the same names for all releases."""
    assert packet["name"] == "world_particles"
    params = packet["params"]
    kind = params.get("particle", {}).get("type", params.get("particleId"))
    amount = params.get("amount", params.get("particles"))
    speed = params.get("velocityOffset", params.get("particleData", params.get("maxSpeed")))
    spread = tuple(params[f"offset{axis}"] for axis in "XYZ")
    return {
        "kind": kind,
        "at": tuple(params[a] for a in "xyz"),
        "spread": spread,
        "speed": speed,
        "count": amount,
    }


NAMED_OTHERWISE = {
    "trial_spawner_detected_player": "trial_spawner_detection",
    "trial_spawner_detected_player_ominous": "trial_spawner_detection_ominous",
}
"""By the parser, than in minecraft-data's list of particles."""

LEGACY_SAMPLES = {
    **{"heart": "heart", "happy_villager": "happyVillager", "note": "note", "splash": "splash"},
    **{"crit": "crit", "flame": "flame", "cloud": "cloud", "firework": "fireworksSpark", "dust": "reddust"},
    **{"witch": "witchMagic", "rain": "droplet", "elder_guardian": "mobappearance", "poof": "explode"},
    **{"item_snowball": "snowballpoof", "enchant": "enchantmenttable", "mycelium": "townaura"},
}


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_particles_scatter_about_their_place_by_the_number_that_minecraft_data_has(
    family: JavaFamily, parsed: Parsed, peers: Path
) -> None:
    numbers = {entry["name"]: entry["id"] for entry in minecraft_data(peers, family.minecraft, "particles")}
    names = [
        case.removeprefix("particle ") for case in parsed[family.protocol] if case.startswith("particle ")
    ]
    assert len(names) > 25
    for name in names:
        (packet,) = parsed[family.protocol][f"particle {name}"]
        seen = particle_of(packet)
        kind = seen.pop("kind")
        place = {"at": (-1.5, 70.25, 3), "spread": (0.5, 0.5, 0.5), "speed": 0.25, "count": 4}
        assert seen == place, name
        if family.protocol >= 754:
            assert NAMED_OTHERWISE.get(kind, kind) in (name, numbers[name]), name
        elif name in LEGACY_SAMPLES:
            assert kind == numbers[LEGACY_SAMPLES[name]], name


@ALL
def test_a_particle_that_a_release_lacks_is_the_likest_that_it_has_or_none(family: JavaFamily) -> None:
    known = showable(family.tables)
    assert family.particles(Particles("of_another_version", 0, 0, 0)) == []
    for name, stand_in in PARTICLES.items():
        if name not in known and stand_in in known:
            assert family.particles(Particles(name, 0, 0, 0)) == family.particles(
                Particles(stand_in, 0, 0, 0)
            )


# --- rules


@pytest.mark.parametrize("rules", [ITEMS, PARTICLES, NEXT_BEST], ids=["items", "particles", "postures"])
def test_rules_end(rules: dict[str, str]) -> None:
    for name in rules:
        seen = [name]
        while (following := rules.get(seen[-1])) is not None:
            assert following not in seen
            seen.append(following)


@ALL
def test_every_release_shows_something_for_every_act_of_the_shipped_clips(family: JavaFamily) -> None:
    for clip in shipped_clips().values():
        for _, act in clip.acts:
            if isinstance(act, ParticleAct):
                assert family.particles(Particles(act.particle, 0, 0, 0)), f"{clip.key}: {act.particle}"
            elif isinstance(act, Hold) and act.item is not None:
                shown = family.equipment(ENTITY, shown_items(actor(props={act.hand: act.item})))
                assert shown != family.equipment(ENTITY, {}) or (family.protocol == 47 and act.hand == 1), (
                    act.item
                )


# --- words


def texts_of(value: Any, family: JavaFamily) -> Any:
    return json.loads(value) if family.protocol < 765 else nbt(value).unpack()


def parts_of(symbol: Symbol | None) -> list[dict[str, str]]:
    said = [{"text": f" {WORD}", "color": "white"}]
    return said if symbol is None else [*said, {"text": f" {symbol.character}", "color": symbol.color}]


@ALL
@pytest.mark.proves("encoders", "node-minecraft-protocol")
def test_a_word_stands_before_the_moods_symbol(family: JavaFamily, parsed: Parsed) -> None:
    for mood, symbol in MOOD_SYMBOLS.items():
        (team,) = parsed[family.protocol][f"team {mood.key}"]
        (wolf,) = parsed[family.protocol][f"wolf {mood.key}"]
        suffix, name = team["params"]["suffix"], values_of(wolf)[2]
        if family.protocol < 754:
            plain = f" §f{WORD}"
            if symbol is not None:
                colors = ("black dark_blue dark_green dark_aqua dark_red dark_purple gold gray dark_gray blue "
                          "green aqua red light_purple yellow white").split()  # fmt: skip
                plain += f" §{colors.index(symbol.color):x}{symbol.character}"
            assert (suffix, name) == (plain, f"Ada{plain}")
            continue
        parts = parts_of(symbol)
        one = parts[0] if len(parts) == 1 else {"text": "", "extra": parts}
        assert texts_of(suffix, family) == one
        assert texts_of(name, family) == {"text": "Ada", "extra": parts}


def test_the_longest_word_of_a_clip_fits_on_the_oldest_name_line() -> None:
    """16 characters are all that vanilla takes behind a name to 1.12.2."""
    longest = max((symbol for symbol in MOOD_SYMBOLS.values() if symbol), key=lambda s: len(s.character))
    assert len(colored(longest._replace(word="8 letter"))) <= 16
