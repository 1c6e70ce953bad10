"""The registries of a release: what its numbers for items, entity types and particles mean."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Registries:
    """Names are without namespace."""

    items: Mapping[int, str]
    item_ids: Mapping[str, int]
    entity_kinds: Mapping[int, str]
    entity_ids: Mapping[str, int]
    entity_sizes: Mapping[str, tuple[float, float]]
    """Entity type → width and height in blocks."""
    particles: Mapping[int, str]

    def item_name(self, item_id: int) -> str:
        """``unknown_<id>`` for an item that a modded server added."""
        return self.items.get(item_id) or f"unknown_{item_id}"

    def entity_kind(self, type_id: int) -> str:
        """``unknown_<id>`` for a type that a modded server added."""
        return self.entity_kinds.get(type_id) or f"unknown_{type_id}"


def load_registries(minecraft: str) -> Registries:
    """Registries of a release from ``data/<release>.json`` (made by ``tools/generate_registries.py``)."""
    data = json.loads(files("proxy.versions.data").joinpath(f"{minecraft}.json").read_text("utf-8"))
    items = dict(enumerate(data["items"]))
    kinds = {type_id: entity[0] for type_id, entity in enumerate(data["entities"])}
    return Registries(
        items=items,
        item_ids={name: item_id for item_id, name in items.items()},
        entity_kinds=kinds,
        entity_ids={name: type_id for type_id, name in kinds.items()},
        entity_sizes={name: (width, height) for name, width, height in data["entities"]},
        particles=dict(enumerate(data["particles"])),
    )
