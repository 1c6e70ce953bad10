"""The committed registries against minecraft-data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from generate_registries import TARGET, registries, render
from legacy_registries import legacy_items
from minecraft_data import FLATTENED, MinecraftData

from proxy.versions import data_releases, supported
from proxy.versions.base import ProtocolFamily
from proxy.versions.legacy_objects import MINECARTS, OBJECTS
from proxy.versions.registries import Registries, load_registries
from proxy.versions.releases import V1_8
from proxy.versions.write.kinds import is_living

FAMILIES = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)
FLAT = pytest.mark.parametrize(
    "family", [family for family in supported() if family.protocol >= FLATTENED], ids=lambda f: f.minecraft
)
LEGACY = pytest.mark.parametrize(
    "family", [family for family in supported() if family.protocol < FLATTENED], ids=lambda f: f.minecraft
)

RENAMED_OBJECTS = {
    "EnderCrystal": "end_crystal",
    "EyeOfEnderSignal": "eye_of_ender",
    "FallingSand": "falling_block",
    "FireworksRocketEntity": "firework_rocket",
    "Fishing Float": "fishing_bobber",
    "Fishing Hook": "fishing_bobber",
    "MinecartRideable": "minecart",
    "PrimedTnt": "tnt",
    "ThrownEgg": "egg",
    "ThrownEnderpearl": "ender_pearl",
    "ThrownExpBottle": "experience_bottle",
    "ThrownPotion": "potion",
    "ender_crystal": "end_crystal",
    "evocation_fangs": "evoker_fangs",
    "eye_of_ender_signal": "eye_of_ender",
    "fireworks_rocket": "firework_rocket",
}
"""minecraft-data's name of an object to 1.12 → today's, where they differ in more than capitals."""

NOT_SPAWNED = {11, 12, 74}
"""Objects in minecraft-data's list of 1.8 that 1.8 itself doesn't know: other minecarts, the dragon's egg."""
MISTAKEN = {73: "potion", 75: "experience_bottle"}
"""minecraft-data's list of 1.12 calls these egg and snowball, its list of 1.8 and the game what they are."""


@pytest.fixture(scope="module")
def package(peers: Path) -> Path:
    return peers / "node_modules" / "minecraft-data"


def data_of(package: Path, family: ProtocolFamily) -> MinecraftData:
    return MinecraftData(package, family.minecraft)


def test_each_protocol_has_generated_data_of_its_own() -> None:
    assert data_releases() == tuple(family.minecraft for family in supported())
    assert len(set(data_releases())) == len(data_releases())


@FAMILIES
def test_committed_registries_are_what_the_generator_makes(family: ProtocolFamily, package: Path) -> None:
    committed = TARGET / f"{family.minecraft}.json"
    assert committed.read_text("utf-8") == render(registries(data_of(package, family)))


@FAMILIES
def test_the_data_are_of_a_release_that_speaks_the_protocol(family: ProtocolFamily, package: Path) -> None:
    assert data_of(package, family).protocol == family.protocol


@FLAT
def test_items_entities_and_particles_have_minecraft_datas_ids(family: ProtocolFamily, package: Path) -> None:
    data = data_of(package, family)
    known = load_registries(family.minecraft)
    items, entities, particles = (
        {entry["id"]: entry["name"] for entry in data.read(name)}
        for name in ("items", "entities", "particles")
    )
    assert dict(known.items) == {0: "air"} | items
    assert dict(known.entity_kinds) == entities
    assert dict(known.particles) == particles
    for entry in data.read("entities"):
        assert known.entity_sizes[entry["name"]] == (entry["width"], entry["height"])


@FAMILIES
def test_names_lead_back_to_their_ids(family: ProtocolFamily) -> None:
    known = load_registries(family.minecraft)
    for name, item_id in known.item_ids.items():
        assert known.item_name(item_id, known.item_damages.get(name, 0)) == name
    for kind, type_id in known.entity_ids.items():
        assert known.entity_kind(type_id) == kind
    assert set(known.item_ids) == set(known.items.values()) | set(known.item_variants.values())
    assert set(known.entity_ids) == set(known.entity_kinds.values())


@FAMILIES
def test_projectiles_and_things_are_lifeless_and_all_else_lives(
    family: ProtocolFamily, package: Path
) -> None:
    # to 1.17 minecraft-data calls everything a mob: take the types of later releases
    typed = {
        entry["name"]: entry["type"] not in ("other", "projectile")
        for release in {"1.18.2", "1.19.2", family.minecraft}
        if MinecraftData(package, release).protocol >= 758
        for entry in MinecraftData(package, release).read("entities")
    }
    kinds = family.entity_sizes
    assert {kind: is_living(kind) for kind in kinds} == {kind: typed[kind] for kind in kinds}


@FAMILIES
def test_an_id_that_a_modded_server_added_still_has_a_name(family: ProtocolFamily) -> None:
    known = load_registries(family.minecraft)
    assert known.item_name(30_000) == "unknown_30000"
    assert known.entity_kind(-1) == "unknown_-1"


@FAMILIES
def test_sizes_are_those_of_the_players_and_of_every_type(family: ProtocolFamily) -> None:
    sizes = load_registries(family.minecraft).entity_sizes
    assert sizes["player"] == (0.6, 1.8)
    assert set(sizes) >= set(family.entity_kinds.values())
    assert all(width >= 0 and height >= 0 for width, height in sizes.values())


# --- to 1.12


def legacy(release: str) -> Registries:
    return load_registries(release)


@LEGACY
def test_every_item_of_then_has_a_name_of_1_16(family: ProtocolFamily, package: Path) -> None:
    known = load_registries(family.minecraft)
    ids = {entry["id"] for entry in data_of(package, family).read("items")}
    assert set(known.items) == {0} | ids
    names = set(load_registries("1.16.5").item_ids) | {"spawn_egg"}
    assert set(known.item_ids) <= names


@LEGACY
@pytest.mark.parametrize(
    ("item_id", "damage", "name"),
    [
        (0, 0, "air"),
        (1, 0, "stone"),
        (1, 3, "diorite"),
        (35, 14, "red_wool"),
        (44, 0, "smooth_stone_slab"),
        (98, 2, "cracked_stone_bricks"),
        (263, 1, "charcoal"),
        (267, 0, "iron_sword"),
        (267, 250, "iron_sword"),
        (276, 1561, "diamond_sword"),
        (322, 1, "enchanted_golden_apple"),
        (323, 0, "oak_sign"),
        (351, 15, "bone_meal"),
        (351, 1, "red_dye"),
        (383, 0, "spawn_egg"),
        (383, 50, "spawn_egg"),
        (397, 3, "player_head"),
        (2256, 0, "music_disc_13"),
    ],
)
def test_damage_makes_some_items_others(family: ProtocolFamily, item_id: int, damage: int, name: str) -> None:
    assert load_registries(family.minecraft).item_name(item_id, damage) == name


def test_what_came_with_1_9_and_1_12_is_not_in_1_8() -> None:
    old, new = legacy("1.8.8"), legacy("1.12.2")
    assert (old.item_name(355), new.item_name(355), new.item_name(355, 14)) == (
        "red_bed",
        "white_bed",
        "red_bed",
    )
    assert (old.item_name(355, 14), old.item_ids.get("shield")) == ("red_bed", None)
    assert (new.item_ids["shield"], "dragon_head" in new.item_ids, "dragon_head" in old.item_ids) == (
        442,
        True,
        False,
    )


@LEGACY
def test_the_dead_bush_in_the_menu_is_the_one_that_is_found(family: ProtocolFamily) -> None:
    known = load_registries(family.minecraft)
    assert known.item_name(31) == known.item_name(32) == "dead_bush"
    assert known.item_ids["dead_bush"] == 32


@pytest.mark.parametrize(
    ("release", "type_id", "kind"),
    [
        ("1.8.8", 50, "creeper"),
        ("1.8.8", 57, "zombified_piglin"),
        ("1.8.8", 62, "magma_cube"),
        ("1.8.8", 98, "ocelot"),
        ("1.8.8", 99, "iron_golem"),
        ("1.8.8", 120, "villager"),
        ("1.12.2", 2, "experience_orb"),
        ("1.12.2", 34, "evoker"),
        ("1.12.2", 54, "zombie"),
        ("1.12.2", 97, "snow_golem"),
        ("1.12.2", 105, "parrot"),
    ],
)
def test_mobs_have_the_names_of_1_16(release: str, type_id: int, kind: str) -> None:
    assert legacy(release).entity_kind(type_id) == kind
    assert kind in load_registries("1.16.5").entity_ids


@LEGACY
def test_mobs_have_minecraft_datas_ids(family: ProtocolFamily, package: Path) -> None:
    entries = data_of(package, family).read("entities")
    mobs = {
        entry["id"] for entry in entries if entry["type"] == "mob" and entry["name"] not in ("Mob", "Monster")
    }
    assert set(family.entity_kinds) == mobs


@LEGACY
def test_there_is_a_size_for_whatever_can_spawn(family: ProtocolFamily, package: Path) -> None:
    sizes = load_registries(family.minecraft).entity_sizes
    objects = {
        entry["id"] for entry in data_of(package, family).read("entities") if entry["type"] == "object"
    }
    spawned = {OBJECTS[number] for number in objects - NOT_SPAWNED}
    assert set(sizes) >= {*spawned, *MINECARTS, "player", "experience_orb", "painting", "lightning_bolt"}
    if family.protocol > V1_8:  # boats grew with 1.9
        assert sizes["boat"] == (1.375, 0.5625)
    assert sizes["item_frame"] == (0.5, 0.5)


@LEGACY
def test_objects_are_numbered_as_minecraft_data_has_them(family: ProtocolFamily, package: Path) -> None:
    for entry in data_of(package, family).read("entities"):
        if entry["type"] == "object" and entry["id"] not in NOT_SPAWNED:
            name = RENAMED_OBJECTS.get(entry["name"]) or snake_case(entry["name"])
            assert OBJECTS[entry["id"]] == MISTAKEN.get(entry["id"], name)


def snake_case(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


# --- the generator refuses what doesn't fit


def write_package(folder: Path, **tables: list[dict[str, Any]]) -> MinecraftData:
    """A package that describes one release, x."""
    data = folder / "minecraft-data" / "data"
    (data / "pc/x").mkdir(parents=True)
    (data / "pc/common").mkdir()
    (data / "dataPaths.json").write_text(json.dumps({"pc": {"x": dict.fromkeys(tables, "pc/x")}}))
    for name, entries in tables.items():
        (data / f"pc/x/{name}.json").write_text(json.dumps(entries))
    (data / "pc/common/legacy.json").write_text(json.dumps({"items": {"1:0": "minecraft:stone"}}))
    return MinecraftData(folder, "x")


def test_a_gap_in_ids_stops_the_generator(tmp_path: Path) -> None:
    data = write_package(tmp_path, particles=[{"id": 0, "name": "a"}, {"id": 2, "name": "c"}])
    with pytest.raises(ValueError, match="particles: id 1 is missing, c has 2"):
        data.by_id("particles")


def test_an_item_without_a_name_of_today_stops_the_generator(tmp_path: Path) -> None:
    items = [{"id": 1, "name": "stone"}, {"id": 7, "name": "bedrock"}]
    data = write_package(tmp_path, items=items, version={"version": 340})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"items: no name for \[0, 7\]"):
        legacy_items(data, {"stone"})
