"""Text components: what the protocol shows to people."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

Component = Mapping[str, object]

_DEPTH = 32
_FORMATTING = re.compile("§.?", re.DOTALL)


def component(text: str | Component) -> Component:
    """A component for plain text; a component as it is."""
    return {"text": text} if isinstance(text, str) else text


def to_json(text: str | Component) -> str:
    return json.dumps(component(text), ensure_ascii=False, separators=(",", ":"))


def plain_text(value: Any, *, limit: int = 4096) -> str:
    """The words of a component of any form, without formatting, at most ``limit`` characters."""
    parts: list[str] = []
    _collect(value, parts, _DEPTH)
    return _FORMATTING.sub("", "".join(parts))[:limit]


def _collect(value: Any, parts: list[str], depth: int) -> None:
    if depth < 0:
        return
    if isinstance(value, str):
        parts.append(value)
    elif isinstance(value, list):
        for item in value:
            _collect(item, parts, depth - 1)
    elif isinstance(value, Mapping):
        text = value.get("text")
        parts.append(text if isinstance(text, str) else str(value.get("translate", "")))
        extra = value.get("extra")
        if isinstance(extra, list):
            _collect(extra, parts, depth - 1)
    elif isinstance(value, int | float):
        parts.append(str(value))
