"""The block table of a release to 1.12, which numbers blocks with four bits of metadata.

minecraft-data's ``legacy.json`` says what became of each pair in the flattening of 1.13; names and properties follow it
to :data:`NAMES_OF`, whose tags the tables get, too. Collision shapes are those that minecraft-data has for the pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from block_states import Box, boxes_of_states, property_values
from block_tags import block_tags
from minecraft_data import MinecraftData

from world.block_states import METADATA_BITS, PARTS, BlockKind, closest_state

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


METADATA = 1 << METADATA_BITS


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


def legacy_blocks(node_modules: Path, release: str) -> dict[str, Any]:
    """The contents of a data file, but for what tells where it is from."""
    data = MinecraftData(node_modules / "minecraft-data", release)
    modern = data.other(NAMES_OF).by_id("blocks")
    listed = {block["name"]: block for block in modern}
    boxes = boxes_by_state(data)
    shapes: dict[tuple[Box, ...], int] = {(): 0}
    properties: dict[tuple[str, tuple[str, ...]], int] = {}
    rows: list[list[Any]] = []
    for name, states in values_by_block(data).items():
        if name not in listed:
            raise SystemExit(f"{release}: {NAMES_OF} has no block {name}")
        kind, default = block_kind(listed[name])
        variants = variants_of_states(kind, default, states)
        for state, variant in variants.items():
            if name.endswith("_door") and kind.values(variant)["half"] == "upper":
                boxes[state] = ()  # minecraft-data reads its metadata as a lower half's
        rows.append(
            [
                name,
                [properties.setdefault(entry, len(properties)) for entry in kind.properties],
                closest_state(kind, variants, {}, default),
                [
                    [state, variant, shapes.setdefault(boxes[state], len(shapes))]
                    for state, variant in variants.items()
                ],
            ]
        )
    numbers = {row[0]: number for number, row in enumerate(rows)}
    tags = {
        tag: sorted(numbers[name] for name in (modern[number]["name"] for number in ids) if name in numbers)
        for tag, ids in sorted(block_tags(node_modules, NAMES_OF).items())
    }
    return {
        "numbering": "metadata",
        "properties": [[name, list(values)] for name, values in properties],
        "shapes": [[list(box) for box in boxes] for boxes in shapes],
        "blocks": rows,
        "tags": {tag: members for tag, members in tags.items() if members},
    }


def boxes_by_state(data: MinecraftData) -> dict[int, tuple[Box, ...]]:
    """Collision boxes of all states of all blocks that the release has, also of metadata that means nothing."""
    shapes = data.read("blockCollisionShapes")
    before_1_9 = data.protocol < V1_9
    boxes: dict[int, tuple[Box, ...]] = {}
    for block in data.read("blocks"):
        for metadata, shape in enumerate(boxes_of_states(block["name"], METADATA, shapes)):
            state = block["id"] << METADATA_BITS | metadata
            boxes[state] = shape_before_1_9(block["name"], shape) if before_1_9 else shape
    return boxes


def values_by_block(data: MinecraftData) -> dict[str, dict[int, dict[str, str]]]:
    """Name of today → state → property values that ``legacy.json`` has, in order of the states."""
    known = {block["id"] for block in data.read("blocks")}
    blocks: dict[str, dict[int, dict[str, str]]] = {}
    for (number, metadata), text in sorted(data.flattened("blocks").items()):
        if number in known:
            name, values = parse_state(text)
            blocks.setdefault(name, {})[number << METADATA_BITS | metadata] = values
    return blocks


def block_kind(block: Mapping[str, Any]) -> tuple[BlockKind, dict[str, str]]:
    """A block as minecraft-data has it since 1.13, and its default values."""
    properties = tuple((state["name"], property_values(state)) for state in block["states"])
    kind = BlockKind(block["name"], block["defaultState"], properties)
    return kind, kind.values(block["defaultState"] - block["minStateId"])


def variants_of_states(
    kind: BlockKind, default: Mapping[str, str], states: Mapping[int, Mapping[str, str]]
) -> dict[int, int]:
    """The variant of each state.

    A property with one value in all states, or in all of one half of a door or the like, wasn't stored there; what
    ``legacy.json`` has for it needn't be the usual.
    """

    def part(values: Mapping[str, str]) -> tuple[str | None, ...]:
        return tuple(values.get(name) for name in PARTS)

    variants: dict[int, int] = {}
    for state, values in states.items():
        alike = [other for other in states.values() if part(other) == part(values)]
        stored = [key for key in values if key in PARTS or len({other.get(key) for other in alike}) > 1]
        variants[state] = kind.variant({**default, **{key: values[key] for key in stored}})
    return variants
