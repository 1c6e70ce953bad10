"""The registries of a release: what its numbers for items, entity types and particles mean."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Registries:
    """Names are without namespace. To 1.12, whose own differ, they are those that things have in 1.16."""

    items: Mapping[int, str]
    """To 1.12 as they are without damage."""
    item_ids: Mapping[str, int]
    entity_kinds: Mapping[int, str]
    """To 1.12 of mobs; :mod:`proxy.versions.legacy_objects` has the others."""
    entity_ids: Mapping[str, int]
    entity_sizes: Mapping[str, tuple[float, float]]
    """Every entity type that there is → width and height in blocks."""
    particles: Mapping[int, str]
    item_variants: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """To 1.12: id and damage → name, where the damage makes it another item."""
    item_damages: Mapping[str, int] = field(default_factory=dict)
    """To 1.12: the damage of such an item; others have 0."""

    def item_name(self, item_id: int, damage: int = 0) -> str:
        """``unknown_<id>`` for an item that a modded server added. Only items to 1.12 have a damage of their own."""
        return self.item_variants.get((item_id, damage)) or self.items.get(item_id) or f"unknown_{item_id}"

    def entity_kind(self, type_id: int) -> str:
        """``unknown_<id>`` for a type that a modded server added."""
        return self.entity_kinds.get(type_id) or f"unknown_{type_id}"


def load_registries(minecraft: str) -> Registries:
    """Registries of a release from ``data/<release>.json`` (made by ``tools/generate_registries.py``)."""
    data = json.loads(files("proxy.versions.data").joinpath(f"{minecraft}.json").read_text("utf-8"))
    items: dict[int, str] = _by_id(data["items"])
    entities: dict[int, tuple[str, float, float]] = _by_id(data["entities"])
    variants = {_id_and_damage(key): name for key, name in data.get("item_variants", {}).items()}
    return Registries(
        items=items,
        # 1.12 and before have the dead bush twice, the second is the one that people get.
        item_ids={name: item_id for (item_id, _), name in variants.items()}
        | {name: item_id for item_id, name in items.items()},
        entity_kinds={type_id: name for type_id, (name, _, _) in entities.items()},
        entity_ids={name: type_id for type_id, (name, _, _) in entities.items()},
        entity_sizes={name: (width, height) for name, width, height in entities.values()}
        | {name: (width, height) for name, (width, height) in data.get("sizes", {}).items()},
        particles=_by_id(data["particles"]),
        item_variants=variants,
        item_damages={name: damage for (_, damage), name in variants.items()},
    )


def _by_id(entries: list[Any] | dict[str, Any]) -> dict[int, Any]:
    """Entries of a list by index; of an object, whose keys are ids that leave gaps, by those."""
    if isinstance(entries, list):
        return dict(enumerate(entries))
    return {int(key): entry for key, entry in entries.items()}


def _id_and_damage(key: str) -> tuple[int, int]:
    item_id, _, damage = key.partition(":")
    return int(item_id), int(damage)
