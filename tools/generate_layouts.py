"""Generate ``proxy/versions/data/layouts.json`` from the npm package minecraft-data (MIT).

    python tools/generate_layouts.py tests/peers/node_modules/minecraft-data

The file holds the layouts of what changes with nearly every release and can't be skipped without knowing it: the
components of item stacks, entity metadata, the data of particles. Every definition stands under the protocol that it
came with and holds until a newer one, so that most releases add a few lines. ``proxy/versions/protodef`` says how to
read it, and compiles it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generate_registries import RELEASES
from layout_patches import PATCHES, same
from minecraft_data import MinecraftData

TARGET = Path(__file__).parent.parent / "proxy" / "versions" / "data" / "layouts.json"

FIRST_METADATA = 762
"""From 1.19.4 on minecraft-data names the types of metadata values and says which index holds what."""
FIRST_COMPONENTS = 766
"""From 1.20.5 on item stacks have components, and minecraft-data describes particles by name."""

SERIALIZERS = {
    "int": "varint",
    "block_pos": "block_position",
    "optional_block_pos": "optional_block_position",
    "compound_tag": "compound",
}
"""minecraft-data's name of a metadata type → ours, where we have an older one."""

INDICES = {
    "shared_flags": "flags",
    "custom_name": "custom_name",
    "custom_name_visible": "custom_name_visible",
    "pose": "pose",
    "living_entity_flags": "living_flags",
    "health": "health",
    "sleeping_pos": "bed",
    "player_mode_customisation": "skin_layers",
}
"""minecraft-data's name of a metadata index → ours, for those that we read or write."""

BY_HAND = frozenset(
    {"Slot", "slot", "ItemStackTemplate", "SlotComponent", "SlotComponentType", "Particle", "particle"}
)
"""Types that ``proxy/versions/read`` reads itself: they become objects of ours."""


def compact(definition: Any) -> Any:
    """A ProtoDef type in the notation that ``proxy/versions/protodef`` explains.

    Raises ValueError for what the notation doesn't have.
    """
    if isinstance(definition, str):
        return definition
    kind, options = definition
    if kind == "container":
        return {"" if field.get("anon") else field["name"]: compact(field["type"]) for field in options}
    if kind == "array" and options.get("countType") == "varint":
        return ["array", compact(options["type"])]
    if kind == "option":
        return ["option", compact(options)]
    if kind == "mapper" and options["type"] == "varint":
        names = {int(number, 0): name for number, name in options["mappings"].items()}
        if sorted(names) == list(range(len(names))):
            return ["enum", *(names[number] for number in range(len(names)))]
    if kind == "switch":
        cases = {value: compact(case) for value, case in options["fields"].items()}
        default = [compact(options["default"])] if "default" in options else []
        return ["switch", options["compareTo"], cases, *default]
    if kind == "registryEntryHolder":
        return ["holder", compact(options["otherwise"]["type"])]
    if kind == "registryEntryHolderSet":
        return ["holders", compact(options["base"]["type"]), compact(options["otherwise"]["type"])]
    if kind == "bitfield" and [field["size"] for field in options] == [26, 26, 12]:
        return "block_position"
    if kind == "buffer" and options.get("countType") == "varint":
        return "byte_array"
    if kind == "pstring" and options["countType"] == "varint":
        return "string"
    raise ValueError(f"no notation for {json.dumps(definition)}")


def references(layout: Any) -> Iterator[str]:
    """Names of all the types in a layout."""
    if isinstance(layout, str):
        yield layout
    elif isinstance(layout, dict):
        for part in layout.values():
            yield from references(part)
    elif layout[0] == "switch":
        for part in (layout[2], *layout[3:]):
            yield from references(part)
    elif layout[0] != "enum":
        for part in layout[1:]:
            yield from references(part)


def field(container: Any, name: str) -> Any:
    return next(part["type"] for part in container[1] if part.get("name") == name)


class Release:
    """What one release adds to the file."""

    def __init__(self, data: MinecraftData) -> None:
        self.protocol = int(data.read("version")["version"])
        self._entities = data.read("entities")
        self._types = data.read("protocol")["types"]

    def definitions(self) -> Iterator[tuple[str, str, Any]]:
        """Kind, name and layout or list of names."""
        roots: list[Any] = []
        if self.protocol >= FIRST_METADATA:
            yield "indices", "all", self._indices()
            names, layouts = self._metadata()
            yield "names", "serializers", names
            roots.append(layouts)
            for name, layout in layouts.items():
                yield "metadata", name, layout
        if self.protocol >= FIRST_COMPONENTS:
            yield "names", "components", compact(self._types["SlotComponentType"])[1:]
            components = compact(self._switch("SlotComponent", "data"))
            particles = compact(self._switch("Particle", "data"))
            roots += [components[2], particles[2]]
            for kind, layouts in (("component", components[2]), ("particle", particles[2])):
                for name, layout in layouts.items():
                    yield kind, name, layout
        yield from self._reachable(roots)

    def _switch(self, type_name: str, field_name: str) -> Any:
        return field(self._types[type_name], field_name)

    def _metadata(self) -> tuple[list[str], dict[str, Any]]:
        loop = self._types["entityMetadata"][1]["type"]
        entry = self._types[loop] if isinstance(loop, str) else loop
        names = compact(field(entry, "type"))[1:]
        value = field(entry, "value")
        layouts = compact(self._types["entityMetadataItem"] if value[0] == "entityMetadataItem" else value)[2]
        if set(names) != set(layouts):
            raise ValueError(f"metadata types without a layout: {sorted(set(names) ^ set(layouts))}")
        renamed = [SERIALIZERS.get(name, name) for name in names]
        return renamed, {SERIALIZERS.get(name, name): layout for name, layout in layouts.items()}

    def _indices(self) -> dict[str, int]:
        keys = next(entity["metadataKeys"] for entity in self._entities if entity["name"] == "player")
        return {ours: keys.index(theirs) for theirs, ours in INDICES.items()}

    def lifeless(self) -> set[str]:
        """Entity types without health; empty for the releases whose indices we don't know."""
        if self.protocol < FIRST_METADATA:
            return set()
        return {entity["name"] for entity in self._entities if "health" not in entity["metadataKeys"]}

    def _reachable(self, roots: list[Any]) -> Iterator[tuple[str, str, Any]]:
        waiting = [name for root in roots for name in references(root)]
        seen = set(BY_HAND)
        while waiting:
            name = waiting.pop()
            if name in seen or self._types.get(name, "native") == "native":
                continue
            seen.add(name)
            layout = compact(self._types[name])
            yield "type", name, layout
            waiting += references(layout)


def releases(package: Path) -> list[Release]:
    """All of them, oldest first."""
    return sorted(
        (Release(MinecraftData(package, release)) for release in RELEASES),
        key=lambda release: release.protocol,
    )


def collect(releases: list[Release]) -> dict[str, Any]:
    """Kind/name → protocol → definition, only where it changes; and the lifeless entity types.

    Raises ValueError for a patch that nothing needs.
    """
    table: dict[str, dict[str, Any]] = {}
    newest: dict[str, Any] = {}
    lifeless: set[str] = set()
    needed: set[int] = set()
    for release in releases:
        present = {f"{kind}/{name}": layout for kind, name, layout in release.definitions()}
        for key in newest:
            if key.startswith("particle/"):
                present.setdefault(key, "void")  # it no longer has data, or no longer exists
        for index, patch in enumerate(PATCHES):
            if patch.applies(patch.key, release.protocol, present.get(patch.key)):
                present[patch.key] = patch.apply(present[patch.key])
                needed.add(index)
        for key, layout in present.items():
            if not same(newest.get(key), layout):
                table.setdefault(key, {})[str(release.protocol)] = layout
                newest[key] = layout
        lifeless |= release.lifeless()
    if unneeded := [patch.key for index, patch in enumerate(PATCHES) if index not in needed]:
        raise ValueError(f"patches of what isn't wrong: {', '.join(unneeded)}")
    return {**table, "lifeless": sorted(lifeless)}


def render(table: dict[str, Any]) -> str:
    """JSON with one line a definition."""
    lines = (f"{json.dumps(key)}:{json.dumps(table[key], separators=(',', ':'))}" for key in sorted(table))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Generate proxy/versions/data/layouts.json from the npm package minecraft-data."
    )
    parser.add_argument("package", type=Path, help="folder of the package, .../node_modules/minecraft-data")
    arguments = parser.parse_args()
    TARGET.write_text(render(collect(releases(arguments.package))), encoding="utf-8")
    print(f"{TARGET}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
