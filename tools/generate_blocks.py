"""Makes ``world/data/blocks_<release>.json.gz`` from the npm packages minecraft-data and minecraft-packets.

    npm ci --prefix tests/peers
    python tools/generate_blocks.py [RELEASE ...]

minecraft-data says which blocks, states and collision shapes a release has (``legacy_blocks.py`` has those to 1.12),
``block_tags.py`` which blocks carry which tag. The output depends on nothing else, so running it again on the same
packages gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import json
from math import prod
from pathlib import Path
from typing import Any

from block_states import Box, boxes_of_states, property_values
from block_tags import block_tags
from legacy_blocks import legacy_blocks
from minecraft_data import FLATTENED, MinecraftData, package_label

from proxy.versions import data_releases

ROOT = Path(__file__).resolve().parent.parent
NODE_MODULES = ROOT / "tests" / "peers" / "node_modules"
OUTPUT = ROOT / "world" / "data"


def build(node_modules: Path, release: str) -> dict[str, Any]:
    """The contents of a data file; :class:`world.blocks.BlockTable` documents the format."""
    source = ", ".join(package_label(node_modules / name) for name in ("minecraft-data", "minecraft-packets"))
    legacy = MinecraftData(node_modules / "minecraft-data", release).protocol < FLATTENED
    contents = (legacy_blocks if legacy else blocks)(node_modules, release)
    return {"release": release, "source": source, **contents}


def blocks(node_modules: Path, release: str) -> dict[str, Any]:
    """The contents of a data file from 1.13 on, but for what tells where it is from."""
    data = MinecraftData(node_modules / "minecraft-data", release)
    listed = data.by_id("blocks")
    shapes = data.read("blockCollisionShapes")
    numbered_shapes: dict[tuple[Box, ...], int] = {}
    numbered_properties: dict[tuple[str, tuple[str, ...]], int] = {}
    rows: list[list[Any]] = []
    next_state = 0
    for block in listed:
        name = block["name"]
        properties = [(state["name"], property_values(state)) for state in block["states"]]
        count = prod(len(values) for _, values in properties)
        if block["minStateId"] != next_state:
            raise SystemExit(f"{release}: state numbers have a gap at {name}")
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
    tags = block_tags(node_modules, release)
    if (highest := max(max(ids, default=0) for ids in tags.values())) >= len(listed):
        raise SystemExit(f"{release}: a tag names block {highest}, there are {len(listed)}")
    return {
        "properties": [[name, list(values)] for name, values in numbered_properties],
        "shapes": [[list(box) for box in boxes] for boxes in numbered_shapes],
        "blocks": rows,
        "tags": dict(sorted(tags.items())),
    }


def write(path: Path, contents: dict[str, Any]) -> int:
    """Write compressed JSON whose bytes depend on the contents only. Returns the size in bytes."""
    text = json.dumps(contents, separators=(",", ":"), ensure_ascii=True)
    data = gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0)
    path.write_bytes(data)
    return len(data)


def main() -> None:
    parser = argparse.ArgumentParser(description="Generate the block tables of world/data.")
    parser.add_argument("releases", nargs="*", default=data_releases(), metavar="RELEASE", help="e.g. 1.16.5")
    parser.add_argument("--node-modules", type=Path, default=NODE_MODULES)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    for release in arguments.releases:
        contents = build(arguments.node_modules, release)
        path = arguments.output / f"blocks_{release}.json.gz"
        size = write(path, contents)
        print(
            f"{path.name}: {len(contents['blocks'])} blocks, {len(contents['shapes'])} shapes, "
            f"{len(contents['tags'])} tags, {size} bytes"
        )


if __name__ == "__main__":
    main()
