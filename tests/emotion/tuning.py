"""The published numbers of moods, temperaments and reactions, as data."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]
COPY = _ROOT / "tests/data/npc_tuning.json"
ORIGINAL = _ROOT.parent / "shared/spec/npc_tuning.json"


@cache
def tuning(original: Path = ORIGINAL, copy: Path = COPY) -> dict[str, Any]:
    """From where they are published if that is at hand, else from the copy.

    Raises AssertionError when both are there and differ.
    """
    if not original.exists():
        return _read(copy)
    data = _read(original)
    if copy.exists():
        assert _read(copy) == data, f"{copy} differs from {original}: copy it anew"
    return data


def _read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return data
