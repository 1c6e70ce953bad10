"""Entity metadata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from expected.items import item
from expected.params import Builder, Params
from expected.values import nbt, position
from proxy import messages as m

_SERIALIZERS = (
    *("byte", "varint", "float", "string", "component", "optional_component", "item_stack", "boolean"),
    *("rotations", "block_position", "optional_block_position", "direction", "optional_uuid"),
    *("optional_block_state", "compound", "particle", "villager_data", "optional_unsigned_int", "pose"),
    *("cat_variant", "frog_variant", "optional_global_pos", "painting_variant"),
)


_DIRECTIONS = ("down", "up", "north", "south", "west", "east")


_POSES = {
    754: ("standing", "fall_flying", "sleeping", "swimming", "spin_attack", "sneaking", "dying"),
    758: (
        "standing",
        "fall_flying",
        "sleeping",
        "swimming",
        "spin_attack",
        "sneaking",
        "long_jumping",
        "dying",
    ),
    760: (
        *("standing", "fall_flying", "sleeping", "swimming", "spin_attack", "sneaking", "long_jumping"),
        *("dying", "croaking", "using_tongue", "roaring", "sniffing", "emerging", "digging"),
    ),
}


def particle(value: Mapping[str, Any], p: Params) -> tuple[str, Any]:
    name, data = p.particles[value["particleId"]], value.get("data") or {}
    if name == "item":
        return name, item(data["item"], p.family)
    if name == "vibration":
        target = data["destination"]
        target = position(target) if isinstance(target, dict) else target
        if p.family.protocol < 759:
            return name, (position(data["origin"]), target, data["ticks"])
        return name, (target, data["ticks"])
    if name == "dust":
        return name, tuple(data[key] for key in ("red", "green", "blue", "scale"))
    if name == "dust_color_transition":
        keys = ("fromRed", "fromGreen", "fromBlue", "scale", "toRed", "toGreen", "toBlue")
        return name, tuple(data[key] for key in keys)
    if name == "sculk_charge":
        return name, (data["rotation"],)
    single = data.get("blockState", data.get("delayInTicksBeforeShown"))
    return name, single


def metadata_value(name: str, value: Any, p: Params) -> Any:
    family = p.family
    if name == "item_stack":
        return item(value, family)
    if name == "rotations":
        return value["pitch"], value["yaw"], value["roll"]
    if name == "block_position" or (name == "optional_block_position" and value is not None):
        return position(value)
    if name == "particle":
        return particle(value, p)
    if name == "direction":
        return _DIRECTIONS[value]
    if name == "optional_uuid":
        return None if value is None else UUID(value)
    if name == "optional_block_state":
        return value or None
    if name == "compound":
        return nbt(value)
    if name == "villager_data":
        return value["villagerType"], value["villagerProfession"], value["level"]
    if name == "optional_unsigned_int":
        return value - 1 if value else None
    if name == "pose":
        return _POSES[family.protocol][value]
    return value


def entity_metadata(p: Params) -> m.Message:
    values = {}
    for entry in p("metadata"):
        name = _SERIALIZERS[entry["type"]]
        values[entry["key"]] = name, metadata_value(name, entry.get("value"), p)
    return m.EntityMetadata(p("entityId"), values)


CLIENTBOUND: dict[str, Builder] = {
    "entity_metadata": entity_metadata,
}
