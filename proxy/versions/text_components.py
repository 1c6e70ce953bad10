"""Text components between JSON, as everything here speaks them, and NBT, as the wire carries them from 1.20.3 on.

NBT knows neither booleans nor lists of mixed types: vanilla writes the former as bytes, and wraps the items of the
latter in compounds whose only key is empty (as its own ``NbtOps`` did to 1.21.4, and reads to this day).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from nbtlib import tag as tags

from nbt.errors import NbtError

_BOOLEANS = frozenset({"bold", "italic", "underlined", "strikethrough", "obfuscated", "interpret"})
"""Keys of a component whose byte is a boolean."""

_DEPTH = 128
"""Components inside one another: far more than a client could draw, few enough to recurse over."""

_INT = 1 << 31
_LONG = 1 << 63


def from_nbt(tag: Any) -> Any:
    """What JSON would say. Raises :class:`nbt.errors.NbtError` above :data:`_DEPTH` levels."""
    return _from_nbt(tag, _DEPTH)


def _from_nbt(tag: Any, depth: int) -> Any:
    if isinstance(tag, str):
        return str(tag)
    if isinstance(tag, int):
        return int(tag)
    if isinstance(tag, float):
        return float(tag) if math.isfinite(tag) else 0.0  # JSON has no other floats
    if isinstance(tag, np.ndarray):
        return tag.tolist()
    if not depth:
        raise NbtError(f"text component of more than {_DEPTH} levels")
    if isinstance(tag, Mapping):
        return {str(key): _entry(key, value, depth - 1) for key, value in tag.items()}
    return [_item(item, depth - 1) for item in tag]


def _entry(key: str, value: Any, depth: int) -> Any:
    return bool(value) if key in _BOOLEANS and isinstance(value, tags.Byte) else _from_nbt(value, depth)


def _item(item: Any, depth: int) -> Any:
    """An item of a list, out of the compound that vanilla wraps the items of a mixed list in."""
    wrapped = isinstance(item, Mapping) and len(item) == 1 and "" in item
    return _from_nbt(item[""] if wrapped else item, depth)


def to_nbt(value: object) -> Any:
    """The tag of JSON's data. Raises :class:`nbt.errors.NbtError` for what a component can't hold."""
    return _to_nbt(value, _DEPTH)


def _to_nbt(value: object, depth: int) -> Any:
    if isinstance(value, str):
        return tags.String(value)
    if isinstance(value, bool):
        return tags.Byte(value)
    if isinstance(value, int):
        if not -_LONG <= value < _LONG:
            raise NbtError(f"text component with a number of more than 64 bits: {value}")
        return tags.Int(value) if -_INT <= value < _INT else tags.Long(value)
    if isinstance(value, float):
        return tags.Double(value)
    if not depth:
        raise NbtError(f"text component of more than {_DEPTH} levels")
    if isinstance(value, Mapping):
        return tags.Compound({str(key): _to_nbt(entry, depth - 1) for key, entry in value.items()})
    if isinstance(value, list | tuple):
        items = [_to_nbt(item, depth - 1) for item in value]
        kinds = {tags.List if isinstance(item, tags.List) else type(item) for item in items}
        if not items:
            return tags.List([])
        if len(kinds) == 1:
            return tags.List[kinds.pop()](items)
        wrapped = (item if isinstance(item, tags.Compound) else tags.Compound({"": item}) for item in items)
        return tags.List[tags.Compound](wrapped)
    raise NbtError(f"text component with {value!r}")
