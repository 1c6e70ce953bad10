"""The generated layouts as one version has them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from proxy.versions.protodef.notation import Layout
from proxy.versions.releases import Since


@dataclass(frozen=True, slots=True)
class Layouts:
    """Everything is empty for the versions before the one that a thing came with."""

    types: Mapping[str, Layout]
    """Named types that others refer to."""
    components: tuple[str, ...]
    """Names of the item components by number (1.20.5+)."""
    component: Mapping[str, Layout]
    serializers: tuple[str, ...]
    """Names of the types of metadata values by number (1.19.4+)."""
    metadata: Mapping[str, Layout]
    particle: Mapping[str, Layout]
    """The data of those particles that have any (1.20.5+)."""
    indices: Mapping[str, int]
    """Where a player's metadata keep what (1.19.4+)."""

    @classmethod
    def of(cls, protocol: int) -> Layouts:
        kinds: dict[str, dict[str, Any]] = {}
        for key, definition in _definitions():
            try:
                layout = definition.at(protocol)
            except LookupError:
                continue
            kind, _, name = key.partition("/")
            kinds.setdefault(kind, {})[name] = layout
        names = kinds.get("names", {})
        return cls(
            types=kinds.get("type", {}),
            components=tuple(names.get("components", ())),
            component=kinds.get("component", {}),
            serializers=tuple(names.get("serializers", ())),
            metadata=kinds.get("metadata", {}),
            particle=kinds.get("particle", {}),
            indices=kinds.get("indices", {}).get("all", {}),
        )


@cache
def _table() -> dict[str, Any]:
    return json.loads(files("proxy.versions.data").joinpath("layouts.json").read_text("utf-8"))  # type: ignore[no-any-return]


def _definitions() -> Iterable[tuple[str, Since[Layout]]]:
    for key, history in _table().items():
        if isinstance(history, dict):
            yield key, Since(*((int(protocol), layout) for protocol, layout in history.items()))


@cache
def lifeless_kinds() -> frozenset[str]:
    """Entity types without health, of all the releases whose metadata we know by name."""
    return frozenset(_table()["lifeless"])
