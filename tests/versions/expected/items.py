"""Item stacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from expected.values import nbt
from proxy.versions.base import ProtocolFamily
from world.item import ItemStack


def item(value: Mapping[str, Any], family: ProtocolFamily) -> ItemStack | None:
    if not value["present"]:
        return None
    item_id = value["itemId"]
    return ItemStack(item_id, family.items[item_id], value["itemCount"], nbt(value.get("nbtData")))
