"""The registries and tags that our own servers send: ``data/server_*.nbt``, made by ``tools/generate_server_data.py``.

To 1.20.1 they are recorded packets of vanilla servers. From 1.20.2 on the registries are those that
minecraft-data holds, and the tags those of 1.20.1 by name, short of members that a release doesn't have: no
later ones are recorded anywhere. A tag that a registry's entries refer to and that 1.20.1 didn't have is sent
without members, since clients refuse an entry whose tag isn't there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.resources import files
from typing import Any

from nbtlib.tag import Compound, Int, List, String

from nbt.codec import read_file_bytes, write_network
from proxy.versions.family import JavaFamily
from proxy.versions.read.dimensions import dimension_type
from proxy.versions.releases import (
    FIRST,
    V1_16_2,
    V1_18_2,
    V1_19_1,
    V1_19_3,
    V1_19_4,
    V1_20,
    V1_20_2,
    V1_20_5,
    V1_21,
    V1_21_2,
    V1_21_5,
    V1_21_6,
    V1_21_11,
    V26_1,
    Since,
)
from proxy.wire.buffer import pack_string
from proxy.wire.frame import pack_varint
from world.dimension import DimensionType

Elements = Mapping[str, Compound]
"""A registry's entries by key, in the order of their ids."""

OVERWORLD = "minecraft:overworld"
DIMENSION_TYPES = "minecraft:dimension_type"
BIOMES = "minecraft:worldgen/biome"
TIMELINES = "minecraft:timeline"

_FILES = Since[str | None](
    (FIRST, None),
    (V1_16_2, "1.16.5"),
    (V1_18_2, "1.18.2"),
    (V1_19_1, "1.19.2"),
    (V1_19_3, "1.19.3"),
    (V1_19_4, "1.19.4"),
    (V1_20, "1.20.1"),
    (V1_20_2, "1.20.2"),
    (V1_20_5, "1.20.6"),
    (V1_21, "1.21.1"),
    (V1_21_2, "1.21.3"),
    (V1_21_5, "1.21.5"),
    (V1_21_6, "1.21.6"),
    (V1_21_11, "1.21.11"),
    (V26_1, "26.1"),
)
_TAGS_FILE = "tags"

_FLUIDS = ("empty", "flowing_water", "water", "flowing_lava", "lava")
_OLDER_BIOMES = {"plains": 1}
"""Biomes had fixed ids before their registry travelled (to 1.15)."""
_LATER_NAMES = {"grass": "short_grass", "scute": "turtle_scute", "chain": "iron_chain"}
"""What members of the tags of 1.20.1 were called later."""


def _load(name: str) -> Compound:
    data = files("proxy.versions.data").joinpath(f"server_{name}.nbt").read_bytes()
    return read_file_bytes(data)[1]


class WorldData:
    """What one version's clients are told of the game's contents before they enter a world."""

    def __init__(self, family: JavaFamily) -> None:
        self._family = family
        name = _FILES.at(family.protocol)
        self._root = Compound() if name is None else _load(name)

    @cached_property
    def registries(self) -> Mapping[str, Elements]:
        """All registries that travel; empty to 1.15."""
        if "registries" in self._root:
            return {
                str(registry["id"]): {str(entry["key"]): entry["value"] for entry in registry["entries"]}
                for registry in self._root["registries"]
            }
        return {
            str(name): {str(entry["name"]): entry["element"] for entry in _by_id(registry["value"])}
            for name, registry in self._root.get("dimension_codec", {}).items()
        }

    @cached_property
    def codec(self) -> Compound:
        """All registries in one compound, as they travel to 1.20.4."""
        recorded = self._root.get("dimension_codec")
        if recorded is not None:
            return recorded
        return Compound({name: _registry_compound(name, e) for name, e in self.registries.items()})

    @cached_property
    def packed_codec(self) -> bytes:
        return write_network(self.codec, named=self._family.tables.named_nbt)

    @cached_property
    def overworld(self) -> Compound:
        """The element of the overworld's dimension type; empty to 1.15."""
        return self.registries.get(DIMENSION_TYPES, {}).get(OVERWORLD, Compound())

    @cached_property
    def dimension(self) -> DimensionType:
        """The overworld's."""
        return dimension_type(OVERWORLD, self.overworld) if self.overworld else DimensionType(OVERWORLD)

    def number(self, registry: str, key: str) -> int:
        """The id of a registry's entry. Raises KeyError."""
        try:
            return list(self.registries[registry]).index(key)
        except ValueError:
            raise KeyError(f"{registry} has no {key} in {self._family.minecraft}") from None

    def biome(self, name: str) -> int:
        """The id of a biome by its name without namespace. Raises KeyError."""
        return self.number(BIOMES, f"minecraft:{name}") if self.registries else _OLDER_BIOMES[name]

    # --- tags

    @cached_property
    def tags(self) -> bytes:
        """The body of the tags packet; empty to 1.12.2, where there is none."""
        if "tags" in self._root:
            return bytes(self._root["tags"].view("u1"))
        return _pack_tags(self._current_tags()) if self.registries else b""

    def _current_tags(self) -> dict[str, dict[str, list[int]]]:
        """Registry → tag → ids of this version."""
        tags: dict[str, dict[str, list[int]]] = {}
        for registry, named in _load(_TAGS_FILE).items():
            numbers = self._numbers(registry)
            if numbers:
                tags[registry] = {tag: _known(members, numbers) for tag, members in named.items()}
        for registry, names in self._root.get("referenced", {}).items():
            of_registry = tags.setdefault(str(registry), {})
            for tag in names:
                of_registry.setdefault(str(tag), [])
        if TIMELINES in tags:
            # A world that no timeline moves has no nights: ours, the only one, has them all.
            tags[TIMELINES]["minecraft:in_overworld"] = list(range(len(self.registries[TIMELINES])))
        return tags

    def _numbers(self, registry: str) -> Mapping[str, int]:
        """Ids by name without namespace."""
        registries = self._family.tables.registries
        if registry == "minecraft:block":
            return {kind.name: number for number, kind in enumerate(self._family.blocks.kinds)}
        if registry == "minecraft:item":
            return registries.item_ids
        if registry == "minecraft:entity_type":
            return registries.entity_ids
        if registry == "minecraft:fluid":
            return {name: number for number, name in enumerate(_FLUIDS)}
        keys = self.registries.get(registry, {})
        return {key.removeprefix("minecraft:"): number for number, key in enumerate(keys)}


def _known(members: Iterable[str], numbers: Mapping[str, int]) -> list[int]:
    """Ids of those members that the version has, under whatever name."""
    found = (numbers.get(name, numbers.get(_LATER_NAMES.get(name, name))) for name in map(str, members))
    return [number for number in found if number is not None]


def _pack_tags(tags: Mapping[str, Mapping[str, list[int]]]) -> bytes:
    packed = [pack_varint(len(tags))]
    for registry, of_registry in tags.items():
        packed += (pack_string(registry), pack_varint(len(of_registry)))
        for tag, members in of_registry.items():
            packed += (pack_string(tag), pack_varint(len(members)), *map(pack_varint, members))
    return b"".join(packed)


def _by_id(entries: Iterable[Any]) -> list[Any]:
    return sorted(entries, key=lambda entry: int(entry["id"]))


def _registry_compound(name: str, elements: Elements) -> Compound:
    entries = [
        Compound({"name": String(key), "id": Int(number), "element": element})
        for number, (key, element) in enumerate(elements.items())
    ]
    return Compound({"type": String(name), "value": List[Compound](entries)})
