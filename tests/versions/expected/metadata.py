"""Entity metadata."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from samples.metadata import type_numbers

from expected.items import item
from expected.params import Builder, Params
from expected.values import nbt, position, text
from proxy import messages as m

OUR_NAMES = {
    "int": "varint",
    "block_pos": "block_position",
    "optional_block_pos": "optional_block_position",
    "compound_tag": "compound",
}
"""minecraft-data's name of a type of metadata → ours."""

_DIRECTIONS = ("down", "up", "north", "south", "west", "east")

_POSES_1_14 = ("standing", "fall_flying", "sleeping", "swimming", "spin_attack", "sneaking", "dying")
_POSES_1_17 = (
    *("standing", "fall_flying", "sleeping", "swimming", "spin_attack", "sneaking", "long_jumping", "dying"),
)
_POSES_1_19 = (*_POSES_1_17, "croaking", "using_tongue", "roaring", "sniffing", "emerging", "digging")
_POSES_1_19_3 = (
    *(*_POSES_1_17, "croaking", "using_tongue", "sitting", "roaring", "sniffing", "emerging", "digging"),
    *("sliding", "shooting", "inhaling"),
)
_POSES = {754: _POSES_1_14, 755: _POSES_1_17, 759: _POSES_1_19, 761: _POSES_1_19_3}
"""As MCProtocolLib and packetevents have them; the last three came with 1.20.3 and shifted nothing."""


def particle(value: Mapping[str, Any], p: Params) -> tuple[str, Any]:
    """A particle to 1.20.3."""
    name, data = p.particles[value["particleId"]], value.get("data") or {}
    if name == "item":
        return name, item(data["item"], p.family)
    if name == "vibration":
        place = {"positionType": data["positionType"], "position": position(data["destination"])}
        start = {"origin": position(data["origin"])} if p.family.protocol < 759 else {}
        return name, {**start, **place, "ticks": data["ticks"]}
    if len(data) == 1:
        return name, next(iter(data.values()))
    return name, dict(data) or None


_VALUES: dict[str, Callable[[Any, Params], Any]] = {
    "item_stack": lambda value, p: item(value, p.family),
    "component": lambda value, p: text(value),
    "optional_component": lambda value, p: None if value is None else text(value),
    "rotations": lambda value, p: (value["pitch"], value["yaw"], value["roll"]),
    "block_position": lambda value, p: position(value),
    "optional_block_position": lambda value, p: None if value is None else position(value),
    "optional_global_pos": lambda value, p: (
        None if value is None else (value["dimensionName"], position(value["location"]))
    ),
    "particle": particle,
    "direction": lambda value, p: _DIRECTIONS[value],
    "optional_uuid": lambda value, p: None if value is None else UUID(value),
    "optional_block_state": lambda value, p: value or None,
    "compound": lambda value, p: nbt(value),
    "villager_data": lambda value, p: (value["villagerType"], value["villagerProfession"], value["level"]),
    "optional_unsigned_int": lambda value, p: value - 1 if value else None,
    "pose": lambda value, p: _POSES[max(since for since in _POSES if since <= p.family.protocol)][value],
}
"""Our name of a type → what we make of its value; the values of others stay as they are."""


def entity_metadata(p: Params) -> m.Message:
    values = {}
    for entry in p("metadata"):
        kind = entry["type"]
        theirs = kind if isinstance(kind, str) else type_numbers(p.family.protocol)[kind]
        name = OUR_NAMES.get(theirs, theirs)
        value = entry.get("value")
        values[entry["key"]] = name, _VALUES[name](value, p) if name in _VALUES else value
    return m.EntityMetadata(p("entityId"), values)


CLIENTBOUND: dict[str, Builder] = {
    "entity_metadata": entity_metadata,
}
