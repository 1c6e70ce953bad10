"""Reads the npm package minecraft-data (MIT): the files that describe one release of Java Edition."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FLATTENED = 393
"""Protocol of 1.13, which gave up block metadata, numbered items without gaps, and gave everything new names."""


class MinecraftData:
    """The data of one release. ``package`` is the package's folder, ``.../node_modules/minecraft-data``."""

    def __init__(self, package: Path, release: str) -> None:
        self.package = package
        self._root = package / "minecraft-data" / "data"
        paths = json.loads((self._root / "dataPaths.json").read_text("utf-8"))["pc"]
        self._paths = paths.get(release) or paths[release.rpartition(".")[0]]

    def read(self, name: str) -> Any:
        """One of the tables, from the folder that the package uses for this release."""
        return json.loads((self._root / self._paths[name] / f"{name}.json").read_text("utf-8"))

    @property
    def protocol(self) -> int:
        return int(self.read("version")["version"])

    def other(self, release: str) -> MinecraftData:
        """The data of another release."""
        return MinecraftData(self.package, release)

    def by_id(self, name: str) -> list[dict[str, Any]]:
        """Entries by id. Raises ValueError when ids aren't 0, 1, 2, …: names would stand at wrong places."""
        entries = sorted(self.read(name), key=lambda entry: int(entry["id"]))
        if name == "items" and entries[0]["id"] == 1:
            entries.insert(0, {"id": 0, "name": "air"})  # left out of some releases
        for expected, entry in enumerate(entries):
            if entry["id"] != expected:
                raise ValueError(f"{name}: id {expected} is missing, {entry['name']} has {entry['id']}")
        return entries

    def flattened(self, registry: str) -> dict[tuple[int, int], str]:
        """Of ``blocks`` or ``items`` to 1.12: id and metadata or damage → what 1.13 called it, without namespace.

        Blocks are as commands write them, ``oak_slab[type=top]``.
        """
        legacy = json.loads((self._root / "pc" / "common" / "legacy.json").read_text("utf-8"))[registry]
        pairs = ((key.split(":"), name.removeprefix("minecraft:")) for key, name in legacy.items())
        return {(int(number), int(variant)): name for (number, variant), name in pairs}


def package_label(package: Path) -> str:
    """Name and version of an npm package, for a file made from it."""
    described = json.loads((package / "package.json").read_text("utf-8"))
    return f"{described['name']} {described['version']}"
