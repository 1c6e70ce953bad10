"""Item stacks as minecraft-data lays them out in each version."""

from __future__ import annotations

from typing import Any

from samples.values import NBT, buffer

_COMPONENTS_SINCE = 766
_TOOLTIPS_APART_SINCE = 770


def no_item(protocol: int) -> dict[str, Any]:
    return {"itemCount": 0} if protocol >= _COMPONENTS_SINCE else {"present": False}


def sword(protocol: int) -> dict[str, Any]:
    """One, with data."""
    if protocol < _COMPONENTS_SINCE:
        return {"present": True, "itemId": 600, "itemCount": 1, "nbtData": NBT}
    shown = {} if protocol >= _TOOLTIPS_APART_SINCE else {"showTooltip": True}
    enchantments = {"enchantments": [{"id": 3, "level": 2}, {"id": 200, "level": 255}], **shown}
    components = [
        {"type": "custom_name", "data": {"type": "string", "value": "Klinge"}},
        {"type": "enchantments", "data": enchantments},
        {"type": "damage", "data": 300},
        {"type": "custom_data", "data": NBT},
    ]
    return _stack(600, 1, components, ["lore", "rarity"])


def stones(protocol: int) -> dict[str, Any]:
    """A stack without data."""
    if protocol < _COMPONENTS_SINCE:
        return {"present": True, "itemId": 1, "itemCount": 64}
    return _stack(1, 64, [], [])


def untrusted_sword() -> dict[str, Any]:
    """One as a client in creative mode sends it from 1.21.5 on: components are bytes of a given length."""
    components = [{"type": "damage", "data": buffer(0xAC, 0x02)}, {"type": "glider", "data": buffer()}]
    return _stack(600, 1, components, ["lore"])


def hashed_sword() -> dict[str, Any]:
    """One as a client that clicks sends it from 1.21.5 on."""
    return {
        "itemId": 600,
        "itemCount": 1,
        "components": [{"type": "damage", "hash": -2}, {"type": "custom_name", "hash": 2**31 - 1}],
        "removeComponents": [{"type": "lore"}],
    }


def _stack(item_id: int, count: int, components: list[dict[str, Any]], removed: list[str]) -> dict[str, Any]:
    return {
        "itemCount": count,
        "itemId": item_id,
        "addedComponentCount": len(components),
        "removedComponentCount": len(removed),
        "components": components,
        "removeComponents": [{"type": name} for name in removed],
    }
