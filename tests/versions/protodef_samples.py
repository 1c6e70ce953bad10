"""Values of minecraft-data's types, made up from its definitions: as node-minecraft-protocol takes them, and as we
have to read them. Knows nothing of our own layouts."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any
from uuid import UUID

from expected.items import item
from expected.values import nbt
from samples.items import no_item, stones
from samples.values import FAR, NBT, NEAR, UUID_A, UUID_B, buffer

from proxy.versions.base import ProtocolFamily

Sample = tuple[Any, Any]
"""The parameter and what we make of it."""

_NUMBERS: Mapping[str, tuple[float, ...]] = {
    "varint": (0, 1, 127, 128, 300, 25_565, 2**31 - 1, -1),
    "optvarint": (0, 1, 300),
    "varlong": (0, 1, 300, 2**31 - 1),
    "i8": (0, 127, -128),
    "u8": (0, 255),
    "i16": (0, 32_767, -32_768),
    "i32": (0, 2**31 - 1, -(2**31), 255),
    "f32": (0.0, 0.5, -1.25, 1024.0),
    "f64": (0.0, -0.1, 1e300),
}
_STRINGS = ("", "minecraft:stone", "grün ✿", "x" * 200)
_TAGS = (NBT, {"type": "string", "value": "text"}, {"type": "compound", "value": {}})
_PARTICLES = ("block", "item", "shriek", "flame")
"""Where a value holds particles; each is sampled by itself too."""
_DEEP = 3
"""Below that many levels, options are absent, arrays empty and slots bare."""


class ProtoDef:
    """The types of one release."""

    def __init__(self, types: Mapping[str, Any], family: ProtocolFamily) -> None:
        self._types = types
        self._family = family

    def sample(self, random: Random, definition: Any, depth: int = 0) -> Sample:
        """A value of a type, in one of the forms that it can take."""
        if isinstance(definition, str):
            return self._named(random, definition, depth)
        kind, options = definition
        return getattr(self, f"_{kind}")(random, options, depth + 1)  # type: ignore[no-any-return]

    def _named(self, random: Random, name: str, depth: int) -> Sample:
        if name in _NUMBERS:
            number = random.choice(_NUMBERS[name])
            return number, number
        if name == "void":
            return None, None
        if name == "bool":
            return (flag := random.random() < 0.5), flag
        if name == "string":
            return (text := random.choice(_STRINGS)), text
        if name == "UUID":
            return (uuid := random.choice((UUID_A, UUID_B))), UUID(uuid)
        if name == "position":
            place = random.choice((NEAR, FAR))
            return place, (place["x"], place["y"], place["z"])
        if name in ("anonymousNbt", "anonOptionalNbt"):
            return (tag := random.choice(_TAGS)), nbt(tag)
        if name == "ByteArray":
            return buffer(1, 255), b"\x01\xff"
        if name in ("Slot", "ItemStackTemplate"):
            return self._stack(random, name, depth)
        if name == "SlotComponent":
            return {"type": "damage", "data": 5}, ("damage", 5)
        if name == "Particle":
            return self.particle(random, random.choice(_PARTICLES), depth)
        return self.sample(random, self._types[name], depth + 1)

    def particle(self, random: Random, name: str, depth: int = 0) -> Sample:
        fields = self._types["Particle"][1][1]["type"][1]["fields"]
        data, ours = self.sample(random, fields.get(name, "void"), depth)
        return {"type": name, "data": data}, (name, ours)

    def _stack(self, random: Random, name: str, depth: int) -> Sample:
        protocol = self._family.protocol
        value = stones(protocol)
        if depth < _DEEP and random.random() < 0.5:
            value |= {"addedComponentCount": 1, "components": [{"type": "damage", "data": 300}]}
        if name == "Slot" and random.random() < 0.3:
            value = no_item(protocol)
        return value, item(value, self._family)

    def _container(self, random: Random, fields: list[dict[str, Any]], depth: int) -> Sample:
        params: dict[str, Any] = {}
        ours: dict[str, Any] = {}
        for field in fields:
            definition = field["type"]
            if definition[0] == "switch":
                definition = self._case(definition[1], params)
            value, wanted = self.sample(random, definition, depth)
            if not field.get("anon"):
                params[field["name"]], ours[field["name"]] = value, wanted
            elif value is not None:
                params |= value
                ours |= wanted
        return params, ours

    @staticmethod
    def _case(switch: Mapping[str, Any], params: Mapping[str, Any]) -> Any:
        value = params[switch["compareTo"]]
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return switch["fields"].get(text, switch.get("default", "void"))

    def _array(self, random: Random, options: Mapping[str, Any], depth: int) -> Sample:
        count = 0 if depth > 2 * _DEEP else random.choice((0, 1, 2, 3))
        items = [self.sample(random, options["type"], depth) for _ in range(count)]
        return [value for value, _ in items], tuple(ours for _, ours in items)

    def _option(self, random: Random, inner: Any, depth: int) -> Sample:
        if depth > 2 * _DEEP or random.random() < 0.4:
            return None, None
        return self.sample(random, inner, depth)

    def _mapper(self, random: Random, options: Mapping[str, Any], depth: int) -> Sample:
        return (name := random.choice(list(options["mappings"].values()))), name

    def _registryEntryHolder(self, random: Random, options: Mapping[str, Any], depth: int) -> Sample:
        if random.random() < 0.5:
            return {options["baseName"]: (number := random.choice((0, 126, 127, 400)))}, number
        value, ours = self.sample(random, options["otherwise"]["type"], depth)
        return {options["otherwise"]["name"]: value}, ours

    def _registryEntryHolderSet(self, random: Random, options: Mapping[str, Any], depth: int) -> Sample:
        if random.random() < 0.4:
            value, ours = self.sample(random, options["base"]["type"], depth)
            return {options["base"]["name"]: value}, ours
        items = [self.sample(random, options["otherwise"]["type"], depth) for _ in range(random.randrange(4))]
        return {options["otherwise"]["name"]: [value for value, _ in items]}, tuple(ours for _, ours in items)
