"""Generate ``proxy/versions/data/server_*.nbt``: what our own servers send of registries and tags.

    python tools/generate_server_data.py tests/peers/node_modules [NAME ...]

Three kinds of gzipped NBT compounds, from the npm packages minecraft-packets (recorded packets of vanilla
servers, to 1.20.1) and minecraft-data (registries as vanilla servers sent them), both MIT:

* to 1.20.1 ``dimension_codec``, the registries in ``join_game``, and ``tags``, the body of the tags packet;
* from 1.20.2 on ``registries``, a list of ``id`` and ``entries`` (``key`` and ``value``), and ``referenced``:
  the tags that the entries refer to, by the registry whose members they tag;
* ``server_tags.nbt``: the tags of 1.20.1 by name, the last that are recorded: registry → tag → members.

None tells of a player or a world.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from minecraft_data import MinecraftData
from nbtlib import tag as tags
from nbtlib.tag import Base, ByteArray, Compound, List, String

from nbt.codec import read_network, write_file_bytes, write_network
from proxy.wire.buffer import Reader

RECORDED = ("1.16.5", "1.18.2", "1.19.2", "1.19.3", "1.19.4", "1.20.1")
DESCRIBED = ("1.20.2", "1.20.6", "1.21.1", "1.21.3", "1.21.11", "26.1")
"""Releases whose registries minecraft-data has, each standing for the next ones that have the same."""

VARIANTS = frozenset(
    "banner_pattern cat_variant chicken_variant cow_variant damage_type frog_variant instrument painting_variant "
    "pig_variant test_environment test_instance trim_material trim_pattern wolf_sound_variant wolf_variant".split()
)
COMPOSED = {"1.21.5": VARIANTS, "1.21.6": VARIANTS | {"dialog"}}
"""minecraft-data has no registries of 1.21.5 to 1.21.10 (it repeats those of 1.21.1 and 1.21.3, which these
releases refuse). They had most of those of 1.21.11, named here, and the rest as 1.21.3 had them."""
OLDER, NEWER = "1.21.3", "1.21.11"
NOT_YET = frozenset({"minecraft:spear", "minecraft:dennis"})
"""Entries of 1.21.11 that not all of the releases in between have, and that nothing refers to."""

TAGS_RELEASE = "1.20.1"
FLUIDS = ("empty", "flowing_water", "water", "flowing_lava", "lava")

TAGGED_BY = {
    "biomes": "worldgen/biome",
    "blocks": "block",
    "dialogs": "dialog",
    "exclusive_set": "enchantment",
    "immune_blocks": "block",
    "infiniburn": "block",
    "items": "item",
    "primary_items": "item",
    "supported_items": "item",
    "timelines": "timeline",
    "type": "entity_type",
}
"""Key of a registry's element that may name a tag → the registry whose members the tag has."""

STATIC = frozenset({"minecraft:block", "minecraft:entity_type", "minecraft:item"})
"""Registries that don't travel, but have tags."""

TARGET = Path(__file__).parent.parent / "proxy" / "versions" / "data"


# --- recorded packets


def recorded(modules: Path, release: str, packet: str) -> bytes:
    """The body of the first recorded packet of a type."""
    folder = modules / "minecraft-packets" / "minecraft-packets" / "data" / "pc" / release
    reader = Reader((folder / "from-server" / packet / "1.raw").read_bytes())
    reader.varint()
    return reader.rest()


def dimension_codec(join_game: bytes) -> Compound:
    """The codec out of a join_game body of 1.16.2 to 1.20.1.

    Raises ValueError when it wouldn't be written back as it was.
    """
    reader = Reader(join_game)
    reader.take(7)  # entity id, hardcore, game mode, previous game mode
    for _ in range(reader.count()):
        reader.string()
    codec, end = read_network(join_game, reader.pos)
    if codec is None or write_network(codec) != join_game[reader.pos : end]:
        raise ValueError("the dimension codec isn't reproduced byte for byte")
    return codec


def recorded_data(modules: Path, release: str) -> Compound:
    body = np.frombuffer(recorded(modules, release, "tags"), dtype=np.int8)
    codec = dimension_codec(recorded(modules, release, "login"))
    return Compound({"dimension_codec": codec, "tags": ByteArray(body)})


def named_tags(modules: Path) -> Compound:
    """The tags of the newest recorded release by name, of the registries whose numbers we know."""
    data = MinecraftData(modules / "minecraft-data", TAGS_RELEASE)
    codec = dimension_codec(recorded(modules, TAGS_RELEASE, "login"))
    names = {
        "minecraft:block": _names(data.read("blocks")),
        "minecraft:item": _names(data.read("items")),
        "minecraft:entity_type": _names(data.read("entities")),
        "minecraft:fluid": dict(enumerate(FLUIDS)),
        **{
            registry: {int(entry["id"]): _bare(str(entry["name"])) for entry in codec[registry]["value"]}
            for registry in ("minecraft:damage_type", "minecraft:worldgen/biome")
        },
    }
    reader = Reader(recorded(modules, TAGS_RELEASE, "tags"))
    found = Compound()
    for _ in range(reader.count()):
        registry = reader.string()
        tagged = {
            reader.string(): [reader.varint() for _ in range(reader.count())] for _ in range(reader.count())
        }
        if registry in names:
            found[registry] = Compound(
                {
                    tag: List[String]([String(names[registry][number]) for number in members])
                    for tag, members in sorted(tagged.items())
                }
            )
    return found


# --- registries of minecraft-data


def _names(entries: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    return {int(entry["id"]): entry["name"] for entry in entries}


def login_registries(data: MinecraftData) -> dict[str, dict[str, Compound]]:
    """Registry → key → element, in their order."""
    codec = data.read("loginPacket")["dimensionCodec"]
    if codec.get("type") == "compound":  # to 1.20.4: all in one compound
        return {
            name: {
                str(entry["name"]): entry["element"]
                for entry in sorted(registry["value"], key=lambda entry: int(entry["id"]))
            }
            for name, registry in from_json(codec).items()
        }
    return {
        name: {entry["key"]: from_json(entry["value"]) for entry in registry["entries"]}
        for name, registry in codec.items()
    }


_NUMBERS = {
    "byte": tags.Byte,
    "short": tags.Short,
    "int": tags.Int,
    "float": tags.Float,
    "double": tags.Double,
}


def from_json(value: Mapping[str, Any]) -> Any:
    """NBT out of the JSON of prismarine-nbt. Raises ValueError for a type that no registry has had yet."""
    kind, content = value["type"], value["value"]
    if kind == "compound":
        return Compound({key: from_json(entry) for key, entry in content.items()})
    if kind == "list":
        items = [from_json({"type": content["type"], "value": item}) for item in content["value"]]
        return List[type(items[0]) if items else tags.End](items)
    if kind == "string":
        return String(content)
    if kind in _NUMBERS:
        return _NUMBERS[kind](content)
    if kind == "long":
        high, low = content
        return tags.Long((high << 32) | (low & 0xFFFFFFFF))
    if kind == "intArray":
        return tags.IntArray(content)
    raise ValueError(f"NBT of type {kind}")


def composed_data(modules: Path, newer: frozenset[str]) -> Compound:
    """Registries of two releases, and what either refers to: which of it those in between do isn't told."""
    old, new = (
        login_registries(MinecraftData(modules / "minecraft-data", release)) for release in (OLDER, NEWER)
    )
    registries = {name: entries for name, entries in old.items() if _bare(name) not in newer}
    for name in newer:
        entries = new[f"minecraft:{name}"]
        registries[f"minecraft:{name}"] = {k: e for k, e in entries.items() if k not in NOT_YET}
    elements = (element for both in (old, new) for entries in both.values() for element in entries.values())
    tagged = referenced_tags(elements)
    for name in tagged.keys() - registries.keys() - STATIC:
        del tagged[name]
    return described_data(dict(sorted(registries.items())), tagged)


def described_data(
    registries: Mapping[str, Mapping[str, Compound]], tagged: Compound | None = None
) -> Compound:
    """``tagged``: the tags that are referred to, unless just those of the registries."""
    if tagged is None:
        tagged = referenced_tags(element for elements in registries.values() for element in elements.values())
    return Compound(
        {
            "registries": List[Compound](
                [
                    Compound(
                        {
                            "id": String(name),
                            "entries": List[Compound](
                                [
                                    Compound({"key": String(k), "value": element})
                                    for k, element in entries.items()
                                ]
                            ),
                        }
                    )
                    for name, entries in registries.items()
                ]
            ),
            "referenced": tagged,
        }
    )


def referenced_tags(elements: Iterable[Compound]) -> Compound:
    """Registry → its tags that elements name. Raises ValueError for one of a registry that we can't tell."""
    found: dict[str, set[str]] = {}
    for element in elements:
        for key, tag in _tags_in(element):
            if key not in TAGGED_BY:
                raise ValueError(f"whose members does {tag} tag under {key}? Add it to TAGGED_BY")
            found.setdefault(f"minecraft:{TAGGED_BY[key]}", set()).add(tag)
    return Compound({name: List[String](map(String, sorted(found[name]))) for name in sorted(found)})


def _tags_in(value: Base, key: str = "") -> Iterator[tuple[str, str]]:
    """The tags that an element names, each with the key that it stands under."""
    if isinstance(value, Compound):
        for name, content in value.items():
            yield from _tags_in(content, str(name))
    elif isinstance(value, List):
        for content in value:
            yield from _tags_in(content, key)
    elif isinstance(value, String) and value.startswith("#minecraft:"):
        yield key, value[1:]


def _bare(name: str) -> str:
    return name.removeprefix("minecraft:")


# --- all of them


def server_data(modules: Path, name: str) -> bytes:
    """The file ``server_<name>.nbt``. Raises LookupError for a name that there is none of."""
    if name in RECORDED:
        root = recorded_data(modules, name)
    elif name in DESCRIBED:
        root = described_data(login_registries(MinecraftData(modules / "minecraft-data", name)))
    elif name in COMPOSED:
        root = composed_data(modules, COMPOSED[name])
    elif name == "tags":
        root = named_tags(modules)
    else:
        raise LookupError(f"there is no server data for {name}")
    return write_file_bytes("", root)


NAMES = (*RECORDED, *DESCRIBED, *COMPOSED, "tags")


def main() -> None:
    parser = argparse.ArgumentParser(description="Generate what our own servers send of registries and tags.")
    parser.add_argument("modules", type=Path, help="folder of the npm packages, .../node_modules")
    parser.add_argument("names", nargs="*", default=NAMES, metavar="NAME", help="a release, or tags")
    arguments = parser.parse_args()
    for name in arguments.names:
        target = TARGET / f"server_{name}.nbt"
        target.write_bytes(server_data(arguments.modules, name))
        print(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
