"""Makes ``world/data/blocks_<release>.json.gz`` from the npm packages minecraft-data and minecraft-packets.

    npm ci --prefix tests/peers
    python tools/generate_blocks.py 1.16.5 1.18.2 1.19.2

minecraft-data says which blocks, states and collision shapes a release has; the recorded ``tags`` packet of a
vanilla server in minecraft-packets says which blocks carry which tag. The output depends on nothing else, so
running it again on the same packages gives the same bytes.

Tags after 1.20.1 aren't recorded anywhere in these packages. For later releases the tags that :mod:`world` and
those who walk in it ask for (:data:`CARRIED`) are carried over from 1.20.1 by the blocks' names, and blocks that
came later join by the rule beside each tag. Other tags are left out there rather than kept half right.

Releases to 1.12 have numbered blocks with metadata. minecraft-data's ``legacy.json`` says what became of each pair
in the flattening; names and properties follow it to :data:`NAMES_OF`, whose tags the tables get, too. Collision
shapes are those that minecraft-data has for the pair.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections.abc import Iterator
from math import prod
from operator import itemgetter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NODE_MODULES = ROOT / "tests" / "peers" / "node_modules"
OUTPUT = ROOT / "world" / "data"

Box = tuple[float, float, float, float, float, float]

# The extractor behind minecraft-data asked for these shapes at one position, and vanilla shifts them sideways
# by an amount that it draws from the position: the data hold that one draw. Undone here, which leaves the
# middle of what can occur (vanilla: at most 0.25 block either way for bamboo, 0.125 for dripstone).
DRAWN_OFFSETS = {"bamboo": 0.25, "pointed_dripstone": 0.125}


LAST_RECORDED = "1.20.1"
"""The newest release that minecraft-packets has a ``tags`` packet of."""

RENAMED = {"grass": "short_grass"}
"""Blocks that got a new name after :data:`LAST_RECORDED`, as far as they carry one of the tags below."""

CARRIED: dict[str, str | None] = {
    "all_hanging_signs": r".+_hanging_sign",
    "all_signs": r".+_sign",
    "anvil": None,
    "banners": None,
    "beds": None,
    "buttons": r".+_button",
    "campfires": None,
    "candle_cakes": None,
    "candles": None,
    "cauldrons": None,
    "cave_vines": None,
    "ceiling_hanging_signs": r".+(?<!_wall)_hanging_sign",
    "climbable": None,
    "coral_plants": None,
    "corals": None,
    "crops": None,
    "doors": r".+_door",
    "fence_gates": r".+_fence_gate",
    "fences": r".+_fence",
    "fire": None,
    "flower_pots": r"potted_.+",
    "ice": None,
    "leaves": r".+_leaves",
    "logs": r".+_(log|wood)",
    "planks": r".+_planks",
    "portals": None,
    "pressure_plates": r".+_pressure_plate",
    "rails": None,
    "saplings": r"(?!potted_).+_sapling",
    "shulker_boxes": None,
    "signs": r".+(?<!_hanging)_sign",
    "slabs": r".+_slab",
    "snow": None,
    "soul_speed_blocks": None,
    "stairs": r".+_stairs",
    "standing_signs": r".+(?<!_wall)(?<!_hanging)_sign",
    "trapdoors": r".+_trapdoor",
    "wall_corals": None,
    "wall_hanging_signs": r".+_wall_hanging_sign",
    "wall_signs": r".+_wall_sign",
    "walls": r".+_wall",
    "wooden_buttons": r"{wood}_button",
    "wooden_doors": r"{wood}_door",
    "wooden_fences": r"{wood}_fence",
    "wooden_pressure_plates": r"{wood}_pressure_plate",
    "wooden_slabs": r"{wood}_slab",
    "wooden_stairs": r"{wood}_stairs",
    "wooden_trapdoors": r"{wood}_trapdoor",
    "wool": None,
    "wool_carpets": None,
}
"""Tags of releases after :data:`LAST_RECORDED`, and which later blocks join them: those whose whole name matches.

``{wood}`` is the name of any wood that there are planks of. None: no block joined, up to 26.1.
"""


NAMES_OF = "1.16.5"
"""The release whose names and properties the tables of 1.12 and before have."""

RENAMED_BY_1_14 = {"sign": "oak_sign", "stone_slab": "smooth_stone_slab", "wall_sign": "oak_wall_sign"}
"""Names that 1.13 gave and 1.14 took back."""

V1_9 = 107
SHAPES_BEFORE_1_9: dict[str, tuple[Box, ...]] = {
    "farmland": ((0.0, 0.0, 0.0, 1.0, 1.0, 1.0),),
    "waterlily": ((0.0, 0.0, 0.0, 1.0, 0.015625, 1.0),),
}
"""Collision shapes of 1.8 where minecraft-data has later ones."""

LADDER_SINCE_1_9, LADDER_BEFORE_1_9 = 0.1875, 0.125
"""How far a ladder stands out from its wall; minecraft-data has the former for 1.8, too."""

WALLS_SINCE_1_16 = {"false": "none", "true": "low"}
"""What became of the values of a wall's four sides."""


class Source:
    """The two packages, and which of their folders describes a release."""

    def __init__(self, node_modules: Path) -> None:
        self.data = node_modules / "minecraft-data" / "minecraft-data" / "data"
        self.packets = node_modules / "minecraft-packets" / "minecraft-packets" / "data" / "pc"
        self.paths = json.loads((self.data / "dataPaths.json").read_text("utf-8"))["pc"]
        self.paths["1.8.8"] = self.paths["1.8"]
        self.label = ", ".join(
            f"{name} {json.loads((node_modules / name / 'package.json').read_text('utf-8'))['version']}"
            for name in ("minecraft-data", "minecraft-packets")
        )

    def table(self, release: str, kind: str) -> Any:
        """One of minecraft-data's tables, from the folder that it uses for this release."""
        return json.loads((self.data / self.paths[release][kind] / f"{kind}.json").read_text("utf-8"))

    def flattened(self) -> dict[int, str]:
        """``block id << 4 | metadata`` → block as commands write it, without namespace, of all that mean something."""
        legacy = json.loads((self.data / "pc" / "common" / "legacy.json").read_text("utf-8"))["blocks"]
        pairs = ((key.split(":"), text.removeprefix("minecraft:")) for key, text in legacy.items())
        return {int(block) << 4 | int(metadata): text for (block, metadata), text in pairs}

    def block_tags(self, release: str) -> dict[str, list[int]]:
        """Tag without namespace → block ids: recorded where there is a recording, else carried over."""
        if (self.packets / release).is_dir():
            return self.recorded_tags(release)
        names = [block["name"] for block in sorted(self.table(release, "blocks"), key=itemgetter("id"))]
        older = {block["id"]: block["name"] for block in self.table(LAST_RECORDED, "blocks")}
        recorded = {
            tag: {RENAMED.get(older[number], older[number]) for number in ids}
            for tag, ids in self.recorded_tags(LAST_RECORDED).items()
        }
        return carry_over(recorded, frozenset(older.values()), names)

    def recorded_tags(self, release: str) -> dict[str, list[int]]:
        """Tag without namespace → block ids, as a vanilla server of that release sent it."""
        packet = json.loads((self.packets / release / "from-server" / "tags" / "1.json").read_text("utf-8"))
        if "blockTags" in packet:  # to 1.16.5
            tags = packet["blockTags"]
        else:
            tags = next(group["tags"] for group in packet["tags"] if group["tagType"] == "minecraft:block")
        return {tag["tagName"].removeprefix("minecraft:"): sorted(tag["entries"]) for tag in tags}


def carry_over(
    recorded: dict[str, set[str]], older: frozenset[str], names: list[str]
) -> dict[str, list[int]]:
    """Tags of a release by block id from those of an older one by name; :data:`CARRIED` has the rules.

    ``older`` are the names of the older release's blocks, ``names`` the later release's in order of their ids.
    """
    later = [name for name in names if name not in older]
    wood = "|".join(name.removesuffix("_planks") for name in names if name.endswith("_planks"))
    tags: dict[str, list[int]] = {}
    for tag, rule in CARRIED.items():
        if missing := recorded[tag].difference(names):
            raise SystemExit(f"tag {tag}: {', '.join(sorted(missing))} has gone, or has another name now")
        members = set(recorded[tag])
        if rule is not None:
            pattern = re.compile(rule.replace("{wood}", f"({wood})"))
            members.update(name for name in later if pattern.fullmatch(name))
        tags[tag] = [number for number, name in enumerate(names) if name in members]
    return tags


def property_values(state: dict[str, Any]) -> tuple[str, ...]:
    """Values of a block state property in the order in which the game numbers them."""
    if "values" in state:
        values = tuple(str(value).lower() for value in state["values"])
    elif state["type"] == "bool":
        values = ("true", "false")
    else:
        values = tuple(str(value) for value in range(state["num_values"]))
    if len(values) != state["num_values"]:
        raise SystemExit(f"property {state['name']} claims {state['num_values']} values and lists {values}")
    return values


def boxes_of_states(name: str, count: int, shapes: Any) -> Iterator[tuple[Box, ...]]:
    """Collision boxes of each of a block's states."""
    try:
        ids = shapes["blocks"][name]
    except KeyError:
        raise SystemExit(f"minecraft-data has no collision shape for {name}") from None
    ids = ids if isinstance(ids, list) else [ids] * count
    if len(ids) == 1:
        ids = ids * count
    if len(ids) != count:
        raise SystemExit(f"{name} has {count} states and {len(ids)} collision shapes")
    shift = DRAWN_OFFSETS.get(name, 0.0)
    for shape in ids:
        yield tuple(
            (x0 + shift, float(y0), z0 + shift, x1 + shift, float(y1), z1 + shift)
            for x0, y0, z0, x1, y1, z1 in shapes["shapes"][str(shape)]
        )


def build(source: Source, release: str) -> dict[str, Any]:
    """The contents of a data file; :class:`world.blocks.BlockTable` documents the format."""
    if "states" not in source.table(release, "blocks")[0]:
        return build_legacy(source, release)
    blocks = sorted(source.table(release, "blocks"), key=lambda block: int(block["id"]))
    shapes = source.table(release, "blockCollisionShapes")
    numbered_shapes: dict[tuple[Box, ...], int] = {}
    numbered_properties: dict[tuple[str, tuple[str, ...]], int] = {}
    rows: list[list[Any]] = []
    next_state = 0
    for number, block in enumerate(blocks):
        name = block["name"]
        properties = [(state["name"], property_values(state)) for state in block["states"]]
        count = prod(len(values) for _, values in properties)
        if block["id"] != number or block["minStateId"] != next_state:
            raise SystemExit(f"{release}: block or state numbers have a gap at {name}")
        if block["maxStateId"] - block["minStateId"] + 1 != count:
            raise SystemExit(f"{release}: {name} has {count} combinations of properties and other state ids")
        next_state += count
        ids = [
            numbered_shapes.setdefault(boxes, len(numbered_shapes))
            for boxes in boxes_of_states(name, count, shapes)
        ]
        rows.append(
            [
                name,
                [numbered_properties.setdefault(entry, len(numbered_properties)) for entry in properties],
                block["defaultState"] - block["minStateId"],
                ids[0] if len(set(ids)) == 1 else ids,
            ]
        )
    tags = source.block_tags(release)
    if (highest := max(max(ids, default=0) for ids in tags.values())) >= len(blocks):
        raise SystemExit(f"{release}: a tag names block {highest}, there are {len(blocks)}")
    return {
        "release": release,
        "source": source.label,
        "properties": [[name, list(values)] for name, values in numbered_properties],
        "shapes": [[list(box) for box in boxes] for boxes in numbered_shapes],
        "blocks": rows,
        "tags": dict(sorted(tags.items())),
    }


def parse_state(text: str) -> tuple[str, dict[str, str]]:
    """``oak_slab[type=top]`` → name and properties, under today's names."""
    name, _, rest = text.rstrip("]").partition("[")
    values = dict(pair.split("=") for pair in rest.split(",") if pair)
    if name.endswith("_wall"):
        values = {key: value if key == "up" else WALLS_SINCE_1_16[value] for key, value in values.items()}
    return RENAMED_BY_1_14.get(name, name), values


def shape_before_1_9(name: str, boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """What a block of 1.8 with these boxes in minecraft-data really has."""
    if name == "ladder":
        moved = {LADDER_SINCE_1_9: LADDER_BEFORE_1_9, 1.0 - LADDER_SINCE_1_9: 1.0 - LADDER_BEFORE_1_9}
        return tuple(
            (moved.get(x0, x0), y0, moved.get(z0, z0), moved.get(x1, x1), y1, moved.get(z1, z1))
            for x0, y0, z0, x1, y1, z1 in boxes
        )
    return SHAPES_BEFORE_1_9.get(name, boxes)


def build_legacy(source: Source, release: str) -> dict[str, Any]:
    """As :func:`build`, for a release that numbers blocks and metadata."""
    legacy_names = {block["id"]: block["name"] for block in source.table(release, "blocks")}
    shapes = source.table(release, "blockCollisionShapes")
    shapes_of_block = {
        number: list(boxes_of_states(name, 16, shapes)) for number, name in legacy_names.items()
    }
    if source.table(release, "version")["version"] < V1_9:
        for number, name in legacy_names.items():
            shapes_of_block[number] = [shape_before_1_9(name, boxes) for boxes in shapes_of_block[number]]
    modern = {block["name"]: block for block in source.table(NAMES_OF, "blocks")}
    states_by_name: dict[str, dict[int, dict[str, str]]] = {}
    for state, text in sorted(source.flattened().items()):
        if state >> 4 in legacy_names:
            name, values = parse_state(text)
            if name not in modern:
                raise SystemExit(
                    f"{release}: {NAMES_OF} has no block {name}, which {state >> 4}:{state & 15} is"
                )
            states_by_name.setdefault(name, {})[state] = values
    numbered_shapes: dict[tuple[Box, ...], int] = {(): 0}
    numbered_properties: dict[tuple[str, tuple[str, ...]], int] = {}
    rows: list[list[Any]] = []
    for name, states in sorted(states_by_name.items(), key=lambda item: min(item[1])):
        block = modern[name]
        properties = {state["name"]: property_values(state) for state in block["states"]}
        default = values_of_variant(properties, block["defaultState"] - block["minStateId"])
        # A property with one value wasn't stored, and minecraft-data's stand-in for it needn't be the usual one.
        stored = {key for key in properties if len({values.get(key) for values in states.values()}) > 1}
        full = {
            state: default | {key: value for key, value in values.items() if key in stored}
            for state, values in states.items()
        }
        rows.append(
            [
                name,
                [
                    numbered_properties.setdefault(entry, len(numbered_properties))
                    for entry in properties.items()
                ],
                max(full, key=lambda state: (agreement(full[state], default), state >> 4, -state)),
                [
                    [
                        state,
                        variant_of_values(name, properties, values),
                        numbered_shapes.setdefault(
                            shapes_of_block[state >> 4][state & 15], len(numbered_shapes)
                        ),
                    ]
                    for state, values in full.items()
                ],
            ]
        )
    by_id = {block["id"]: block["name"] for block in modern.values()}
    numbers = {row[0]: number for number, row in enumerate(rows)}
    tags = {
        tag: sorted(numbers[by_id[member]] for member in ids if by_id[member] in numbers)
        for tag, ids in source.block_tags(NAMES_OF).items()
    }
    return {
        "release": release,
        "source": source.label,
        "numbering": "metadata",
        "properties": [[name, list(values)] for name, values in numbered_properties],
        "shapes": [[list(box) for box in boxes] for boxes in numbered_shapes],
        "blocks": rows,
        "tags": {tag: members for tag, members in sorted(tags.items()) if members},
    }


def agreement(values: dict[str, str], wanted: dict[str, str]) -> int:
    return sum(values[name] == value for name, value in wanted.items())


def values_of_variant(properties: dict[str, tuple[str, ...]], variant: int) -> dict[str, str]:
    values: dict[str, str] = {}
    for name, choices in reversed(properties.items()):
        variant, index = divmod(variant, len(choices))
        values[name] = choices[index]
    return values


def variant_of_values(name: str, properties: dict[str, tuple[str, ...]], values: dict[str, str]) -> int:
    variant = 0
    for key, choices in properties.items():
        if values[key] not in choices:
            raise SystemExit(f"{name}: {key}={values[key]} isn't one of {', '.join(choices)}")
        variant = variant * len(choices) + choices.index(values[key])
    return variant


def write(path: Path, contents: dict[str, Any]) -> int:
    """Write compressed JSON whose bytes depend on the contents only. Returns the size in bytes."""
    text = json.dumps(contents, separators=(",", ":"), ensure_ascii=True)
    data = gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0)
    path.write_bytes(data)
    return len(data)


def main() -> None:
    parser = argparse.ArgumentParser(description="Generate the block tables of world/data.")
    parser.add_argument("releases", nargs="+", metavar="RELEASE", help="e.g. 1.16.5")
    parser.add_argument("--node-modules", type=Path, default=NODE_MODULES)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    source = Source(arguments.node_modules)
    for release in arguments.releases:
        contents = build(source, release)
        path = arguments.output / f"blocks_{release}.json.gz"
        size = write(path, contents)
        print(
            f"{path.name}: {len(contents['blocks'])} blocks, {len(contents['shapes'])} shapes, "
            f"{len(contents['tags'])} tags, {size} bytes",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main()
