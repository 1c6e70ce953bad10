"""Dimension types: as NBT, and those of vanilla that a server needn't spell out."""

from __future__ import annotations

from typing import Any

from proxy.versions.releases import FIRST, V1_21_9, V26_1, Since
from proxy.wire.buffer import DecodeError
from proxy.wire.identifiers import resource_name
from world.dimension import DimensionType

_MAX_HEIGHT = 4064
"""Vanilla's limit for the height of a dimension in blocks."""


def dimension_type(name: str, element: Any) -> DimensionType:
    """A dimension type from its NBT. To 1.16.5 it has no ``min_y`` and ``height``: 0 and 256."""
    if not isinstance(element, dict):
        raise DecodeError(f"dimension type {name} isn't a compound")
    try:
        min_y, height = int(element.get("min_y", 0)), int(element.get("height", 256))
        skylight = bool(int(element["has_skylight"]))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise DecodeError(f"dimension type {name} is damaged: {error!r}") from None
    if min_y % 16 or height % 16 or not 16 <= height <= _MAX_HEIGHT or not -2048 <= min_y <= 2032:
        raise DecodeError(f"dimension type {name} reaches from {min_y} over {height} blocks")
    clock = element.get("default_clock")
    return DimensionType(name, min_y, height, skylight, None if clock is None else resource_name(str(clock)))


def dimension_elements(codec: Any) -> dict[str, Any]:
    """Name, with its namespace, → NBT of each dimension type in a registry codec (1.16.2 to 1.20.4)."""
    try:
        entries = codec["minecraft:dimension_type"]["value"]
        return {resource_name(str(entry["name"])): entry["element"] for entry in entries}
    except (KeyError, TypeError) as error:
        raise DecodeError(f"the registry codec has no readable dimension types: {error!r}") from None


def anonymous_dimension(element: Any, world: str) -> DimensionType:
    """A type that 1.16–1.18 spell out without its name: called by its ``effects``, else by the world."""
    name = element.get("effects", world) if isinstance(element, dict) else world
    return dimension_type(str(name), element)


def _vanilla(*, end_skylight: bool, clocks: bool) -> dict[str, DimensionType]:
    overworld, end = ("minecraft:overworld", "minecraft:the_end") if clocks else (None, None)
    types = (
        DimensionType("minecraft:overworld", -64, 384, True, overworld),
        DimensionType("minecraft:overworld_caves", -64, 384, True, overworld),
        DimensionType("minecraft:the_end", 0, 256, end_skylight, end),
        DimensionType("minecraft:the_nether", 0, 256, False),
    )
    return {dimension.name: dimension for dimension in types}


VANILLA_DIMENSIONS = Since(
    (FIRST, _vanilla(end_skylight=False, clocks=False)),
    (V1_21_9, _vanilla(end_skylight=True, clocks=False)),
    (V26_1, _vanilla(end_skylight=True, clocks=True)),
)
"""Dimension types that a client of 1.20.5 or later has itself, when the server says that it knows vanilla's data."""
