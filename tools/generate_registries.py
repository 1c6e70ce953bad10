"""Generate ``proxy/versions/data/<release>.json`` from the npm package minecraft-data (MIT).

    python tools/generate_registries.py tests/peers/node_modules/minecraft-data [RELEASE ...]

Each file lists names by id: ``items``, ``entities`` (name, width, height in blocks) and ``particles``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

RELEASES = ("1.16.5", "1.18.2", "1.19.2")
TARGET = Path(__file__).parent.parent / "proxy" / "versions" / "data"


class MinecraftData:
    """The data files of one release."""

    def __init__(self, package: Path, release: str) -> None:
        self._root = package / "minecraft-data" / "data"
        self._paths = json.loads((self._root / "dataPaths.json").read_text("utf-8"))["pc"][release]

    def read(self, name: str) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = json.loads(
            (self._root / self._paths[name] / f"{name}.json").read_text("utf-8")
        )
        return entries

    def by_id(self, name: str) -> list[dict[str, Any]]:
        """Entries by id. Raises ValueError when ids aren't 0, 1, 2, …: names would stand at wrong places."""
        entries = sorted(self.read(name), key=lambda entry: int(entry["id"]))
        if name == "items" and entries[0]["id"] == 1:
            entries.insert(0, {"id": 0, "name": "air"})  # minecraft-data leaves air out of some releases
        for expected, entry in enumerate(entries):
            if entry["id"] != expected:
                raise ValueError(f"{name}: id {expected} is missing, {entry['name']} has {entry['id']}")
        return entries


def registries(data: MinecraftData) -> dict[str, list[Any]]:
    return {
        "items": [item["name"] for item in data.by_id("items")],
        "entities": [
            [entity["name"], entity["width"], entity["height"]] for entity in data.by_id("entities")
        ],
        "particles": [particle["name"] for particle in data.by_id("particles")],
    }


def render(tables: dict[str, list[Any]]) -> str:
    """JSON with one line a table."""
    lines = (
        f"{json.dumps(name)}:{json.dumps(values, separators=(',', ':'))}" for name, values in tables.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Generate proxy/versions/data from the npm package minecraft-data."
    )
    parser.add_argument("package", type=Path, help="folder of the package, .../node_modules/minecraft-data")
    parser.add_argument("releases", nargs="*", default=RELEASES, metavar="RELEASE")
    arguments = parser.parse_args()
    for release in arguments.releases:
        target = TARGET / f"{release}.json"
        target.write_text(render(registries(MinecraftData(arguments.package, release))), encoding="utf-8")
        print(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
