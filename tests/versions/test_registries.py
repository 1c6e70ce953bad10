"""The committed registries and tables against minecraft-data."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from proxy.versions.registries import load_registries
from proxy.versions.write.kinds import is_living

ROOT = Path(__file__).parent.parent.parent
FAMILIES = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    path = ROOT / "tools" / "generate_registries.py"
    spec = importlib.util.spec_from_file_location("generate_registries", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def package(peers: Path) -> Path:
    return peers / "node_modules" / "minecraft-data"


def protocol_types(package: Path, release: str) -> dict[str, Any]:
    data = package / "minecraft-data" / "data"
    folder = json.loads((data / "dataPaths.json").read_text("utf-8"))["pc"][release]["protocol"]
    types: dict[str, Any] = json.loads((data / folder / "protocol.json").read_text("utf-8"))["types"]
    return types


@FAMILIES
def test_committed_registries_are_what_the_generator_makes(
    family: ProtocolFamily, generator: ModuleType, package: Path
) -> None:
    data = generator.MinecraftData(package, family.minecraft)
    committed = ROOT / "proxy" / "versions" / "data" / f"{family.minecraft}.json"
    assert committed.read_text("utf-8") == generator.render(generator.registries(data))


@FAMILIES
def test_items_and_entities_have_minecraft_datas_ids(
    family: ProtocolFamily, generator: ModuleType, package: Path
) -> None:
    data = generator.MinecraftData(package, family.minecraft)
    for entry in data.read("items"):
        assert family.items[entry["id"]] == entry["name"]
    for entry in data.read("entities"):
        assert family.entity_kinds[entry["id"]] == entry["name"]
    assert family.items[0] == "air"


@FAMILIES
def test_projectiles_and_things_are_lifeless_and_all_else_lives(
    family: ProtocolFamily, generator: ModuleType, package: Path
) -> None:
    # to 1.17 minecraft-data calls everything a mob: take the types of a later release
    typed = {
        entry["name"]: entry["type"] not in ("other", "projectile")
        for release in ("1.18.2", "1.19.2")
        for entry in generator.MinecraftData(package, release).read("entities")
    }
    assert {kind: is_living(kind) for kind in family.entity_kinds.values()} == {
        kind: typed[kind] for kind in family.entity_kinds.values()
    }


@FAMILIES
def test_an_id_that_a_modded_server_added_still_has_a_name(family: ProtocolFamily) -> None:
    registries = load_registries(family.minecraft)
    assert registries.item_name(30_000) == "unknown_30000"
    assert registries.entity_kind(-1) == "unknown_-1"


@FAMILIES
def test_sizes_are_those_of_the_players_and_of_every_type(family: ProtocolFamily) -> None:
    sizes = load_registries(family.minecraft).entity_sizes
    assert sizes["player"] == (0.6, 1.8)
    assert set(sizes) == set(family.entity_kinds.values())


def test_a_gap_in_ids_stops_the_generator(generator: ModuleType, tmp_path: Path) -> None:
    data = tmp_path / "minecraft-data" / "data"
    (data / "pc/x").mkdir(parents=True)
    (data / "dataPaths.json").write_text(json.dumps({"pc": {"x": {"particles": "pc/x"}}}))
    (data / "pc/x/particles.json").write_text(json.dumps([{"id": 0, "name": "a"}, {"id": 2, "name": "c"}]))
    with pytest.raises(ValueError, match="particles: id 1 is missing, c has 2"):
        generator.MinecraftData(tmp_path, "x").by_id("particles")
