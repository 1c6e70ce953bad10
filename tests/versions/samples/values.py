"""Values that samples share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from minecraft_data_names import minecraft_data

Packet = tuple[str, dict[str, Any]]
"""minecraft-data's name, with ``configuration/`` in front of those of that state, and parameters."""
UUID_A = "6e4c922a-82ba-4b8b-8ff3-1e1b549a34c1"
UUID_B = "ffffffff-0000-2000-8000-000000000001"
FAR = {"x": -30_000_000, "y": -64, "z": 29_999_999}
NEAR = {"x": 1, "y": 255, "z": -1}
NBT: dict[str, Any] = {
    "type": "compound",
    "name": "",
    "value": {
        "byte": {"type": "byte", "value": -1},
        "short": {"type": "short", "value": -300},
        "int": {"type": "int", "value": 70_000},
        "long": {"type": "long", "value": [-1, 5]},
        "float": {"type": "float", "value": 0.5},
        "double": {"type": "double", "value": -0.1},
        "string": {"type": "string", "value": "grün ✿"},
        "bytes": {"type": "byteArray", "value": [1, -2, 3]},
        "ints": {"type": "intArray", "value": [1, -2, 3]},
        "longs": {"type": "longArray", "value": [[0, 1], [-1, -2]]},
        "empty": {"type": "list", "value": {"type": "end", "value": []}},
        "strings": {"type": "list", "value": {"type": "string", "value": ["a", "b"]}},
        "deep": {
            "type": "list",
            "value": {"type": "compound", "value": [{"x": {"type": "byte", "value": 1}}, {}]},
        },
    },
}


def text(protocol: int, words: str) -> Any:
    """A text component: JSON, from 1.20.3 on NBT."""
    if protocol < 765:
        return json.dumps({"text": words}, separators=(",", ":"))
    return {"type": "compound", "value": {"text": {"type": "string", "value": words}}}


TEXT_AS_NBT = 765


def component(protocol: int, text: str) -> Any:
    """A text component."""
    if protocol < TEXT_AS_NBT:
        return json.dumps({"text": text, "bold": True}, ensure_ascii=False, separators=(",", ":"))
    values = {"text": {"type": "string", "value": text}, "bold": {"type": "byte", "value": 1}}
    return {"type": "compound", "name": "", "value": values}


def buffer(*data: int) -> dict[str, Any]:
    return {"type": "Buffer", "data": list(data)}


def particle_names(peers: Path, release: str) -> dict[int, str]:
    """minecraft-data's particles by id."""
    return {entry["id"]: entry["name"] for entry in minecraft_data(peers, release, "particles")}
