"""Values that many packets share, and how they are compared."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from nbtlib import tag as tags

from expected.params import Params

_SCALARS: dict[str, Callable[[Any], Any]] = {
    "byte": tags.Byte,
    "short": tags.Short,
    "int": tags.Int,
    "long": lambda value: tags.Long(long(value)),
    "float": tags.Float,
    "double": tags.Double,
    "string": tags.String,
    "byteArray": lambda value: tags.ByteArray(value),
    "intArray": lambda value: tags.IntArray(value),
    "longArray": lambda value: tags.LongArray([long(item) for item in value]),
}


def long(value: Any) -> int:
    """A long as the library has it: a pair of int32, or a number."""
    if isinstance(value, list):
        high, low = value
        return int(high) << 32 | int(low) & 0xFFFFFFFF
    return int(value)


def nbt(value: Mapping[str, Any] | None) -> Any:
    """prismarine-nbt's form as nbtlib tags; an empty root stands for nothing."""
    if value is None or value.get("type") == "end":
        return None
    kind, content = value["type"], value["value"]
    if kind == "compound":
        return tags.Compound({name: nbt(item) for name, item in content.items()})
    if kind == "list":
        items = [nbt({"type": content["type"], "value": item}) for item in content["value"]]
        return tags.List(items) if not items else tags.List[type(items[0])](items)
    return _SCALARS[kind](content)


_BOOLEANS = ("bold", "italic", "underlined", "strikethrough", "obfuscated", "interpret")


def text(value: Any) -> str | None:
    """A text component as JSON: the string that it is, or NBT (1.20.3+)."""
    return (
        value
        if value is None or isinstance(value, str)
        else json.dumps(_plain_text(value), separators=(",", ":"))
    )


def _plain_text(value: Mapping[str, Any]) -> Any:
    kind, content = value["type"], value["value"]
    if kind == "compound":
        return {
            name: bool(item["value"]) if name in _BOOLEANS else _plain_text(item)
            for name, item in content.items()
        }
    if kind == "list":
        return [_plain_text({"type": content["type"], "value": item}) for item in content["value"]]
    return content


def angle(byte: int) -> float:
    return byte * 360.0 / 256.0


def position(value: Mapping[str, int]) -> tuple[int, int, int]:
    return value["x"], value["y"], value["z"]


LP_VEC3 = 773
"""From here on a velocity is in blocks per tick, before in 1/8000 of that."""


def velocity(p: Params) -> tuple[float, float, float]:
    if "velocity" in p.fields:
        value = vector(p("velocity"))
        if p.family.protocol >= LP_VEC3:
            return value
    else:
        value = p("velocityX"), p("velocityY"), p("velocityZ")
    return value[0] / 8000, value[1] / 8000, value[2] / 8000


def vector(value: Mapping[str, float]) -> tuple[float, float, float]:
    return value["x"], value["y"], value["z"]


def flags(value: int | Mapping[str, Any], names: tuple[str, ...]) -> int:
    """A set of flags as a number, whose bits ``names`` names from the lowest one."""
    if isinstance(value, int):
        return value
    assert set(value) <= {"_value", *names}, value
    return sum(1 << bit for bit, name in enumerate(names) if value.get(name))


def signed_byte(value: int) -> int:
    return value - 256 if value > 127 else value


def unsigned_byte(value: int) -> int:
    return value & 0xFF


def plain(value: Any) -> Any:
    """Comparable by kind too: nbtlib's Int(1) equals its Byte(1), and a message of another class could match."""
    if isinstance(value, tags.Base):
        if isinstance(value, dict):
            return "Compound", {key: plain(item) for key, item in value.items()}
        if isinstance(value, list):
            return "List", [plain(item) for item in value]
        if isinstance(value, np.ndarray):
            return type(value).__name__, value.tolist()
        return type(value).__name__, float(value) if isinstance(value, float) else value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return type(value).__name__, fields
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value
