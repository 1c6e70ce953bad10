"""Item stacks as minecraft-data lays them out in each version."""

from __future__ import annotations

from typing import Any

from samples.values import NBT


def no_item(protocol: int) -> dict[str, Any]:
    return {"present": False}


def sword(protocol: int) -> dict[str, Any]:
    """One, with data."""
    return {"present": True, "itemId": 600, "itemCount": 1, "nbtData": NBT}


def stones(protocol: int) -> dict[str, Any]:
    """A stack without data."""
    return {"present": True, "itemId": 1, "itemCount": 64}
