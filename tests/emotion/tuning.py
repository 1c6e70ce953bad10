"""The published numbers of moods, temperaments and reactions, as data."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]
_COPY = _ROOT / "tests/data/npc_tuning.json"
_ORIGINAL = _ROOT.parent / "shared/spec/npc_tuning.json"


@cache
def tuning() -> dict[str, Any]:
    """From where they are published if that is at hand, else from the copy."""
    path = _ORIGINAL if _ORIGINAL.exists() else _COPY
    data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return data
