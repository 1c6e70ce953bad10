"""Item stacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from expected.values import nbt
from proxy.versions.base import ProtocolFamily
from world.item import ComponentHash, ItemStack


def item(value: Mapping[str, Any] | None, family: ProtocolFamily) -> ItemStack | None:
    """A slot in any version's form; nothing is that of a click that leaves nothing there (1.21.5+)."""
    if value is None or not (value["present"] if "present" in value else value["itemCount"]):
        return None
    item_id = value["itemId"]
    return ItemStack(
        item_id,
        family.items[item_id],
        value["itemCount"],
        nbt(value.get("nbtData")),
        components={entry["type"]: _component(entry) for entry in value.get("components", ())},
        removed_components=tuple(entry["type"] for entry in value.get("removeComponents", ())),
    )


def _component(entry: Mapping[str, Any]) -> Any:
    if "hash" in entry:
        return ComponentHash(entry["hash"])
    data = entry.get("data")
    if isinstance(data, dict) and data.get("type") == "Buffer":
        return _UNTRUSTED[entry["type"]]
    return nbt(data) if isinstance(data, dict) and set(data) <= {"type", "name", "value"} else data


_UNTRUSTED = {"damage": 300, "glider": None}
"""What the bytes of the samples stand for."""
