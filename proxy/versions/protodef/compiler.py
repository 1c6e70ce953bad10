"""Layouts into readers: closures over closures, put together once, so that reading interprets nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proxy.versions.protodef.primitives import PRIMITIVES, Read
from proxy.wire.buffer import DecodeError, Reader

Layout = Any
"""What JSON makes of the notation: a name, a dict of fields, or a list whose first item says what it is."""

MAX_DEPTH = 32
"""Named types inside one another: a bundle in a bundle counts two. Bounds what a hostile packet can nest."""


class Compiler:
    """Compiles the layouts of one version.

    ``types`` are the layouts of its named types, ``readers`` those that are written by hand, which go first.
    """

    def __init__(self, types: Mapping[str, Layout], readers: Mapping[str, Read]) -> None:
        self._types = types
        self._named: dict[str, Read] = {**PRIMITIVES, **readers}

    def compile(self, layout: Layout) -> Read:
        """The reader of a layout. It raises :class:`DecodeError` for damage.

        Raises LookupError for a type that nobody defines, ValueError for a notation that doesn't exist.
        """
        if isinstance(layout, str):
            return self._type(layout)
        if isinstance(layout, dict):
            return self._container(layout)
        kind, *rest = layout
        if kind == "array":
            return _array(self.compile(rest[0]))
        if kind == "option":
            return _option(self.compile(rest[0]))
        if kind == "enum":
            return _enum(tuple(rest))
        if kind == "holder":
            return _holder(self.compile(rest[0]))
        if kind == "holders":
            return _holders(self.compile(rest[0]), self.compile(rest[1]))
        raise ValueError(f"no such layout: {kind}")

    def _type(self, name: str) -> Read:
        if name not in self._named:
            if name not in self._types:
                raise LookupError(f"no layout of type {name}")
            self._named[name] = lambda reader: self._named[name](
                reader
            )  # a type that holds itself finds this
            self._named[name] = nested(name, self.compile(self._types[name]))
        return self._named[name]

    def _container(self, fields: Mapping[str, Layout]) -> Read:
        if any(isinstance(layout, list) and layout[0] == "switch" for layout in fields.values()):
            return self._switching_container(fields)
        compiled = tuple((name, self.compile(layout)) for name, layout in fields.items())
        if not all(fields):
            return _merging_container(compiled)

        def read(reader: Reader) -> dict[str, Any]:
            return {name: read_field(reader) for name, read_field in compiled}

        return read

    def _switching_container(self, fields: Mapping[str, Layout]) -> Read:
        """A container with fields whose layout depends on one before them."""
        steps: list[tuple[str, str | None, dict[Any, Read], Read | None]] = []
        for name, layout in fields.items():
            if isinstance(layout, list) and layout[0] == "switch":
                _, other, cases, *default = layout
                if other not in fields or list(fields).index(other) > list(fields).index(name):
                    raise ValueError(f"{name!r} depends on {other}, which isn't before it")
                known: tuple[Any, ...] = (True, False) if fields[other] == "bool" else _names(fields[other])
                compiled = {value: PRIMITIVES["void"] for value in known}
                compiled |= {_case(value): self.compile(case) for value, case in cases.items()}
                steps.append((name, other, compiled, self.compile(default[0]) if default else None))
            else:
                steps.append((name, None, {}, self.compile(layout)))

        def read(reader: Reader) -> dict[str, Any]:
            values: dict[str, Any] = {}
            for name, other, cases, otherwise in steps:
                read_field = otherwise if other is None else cases.get(values[other], otherwise)
                if read_field is None:
                    raise DecodeError(f"{name or 'a part'} for {other} {values[other or '']!r}")
                value = read_field(reader)
                if name:
                    values[name] = value
                elif value is not None:
                    values.update(value)
            return values

        return read


def _names(layout: Layout) -> tuple[str, ...]:
    return tuple(layout[1:]) if isinstance(layout, list) and layout[0] == "enum" else ()


def _case(value: str) -> str | bool | int:
    """What a field must hold for a case of a switch: JSON has only strings for keys."""
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.isdecimal() else value


def nested(name: str, read_value: Read) -> Read:
    """``read_value``, refused inside more than :data:`MAX_DEPTH` others of these."""

    def read(reader: Reader) -> Any:
        if reader.depth >= MAX_DEPTH:
            raise DecodeError(f"{name} more than {MAX_DEPTH} levels deep at byte {reader.pos}")
        reader.depth += 1
        value = read_value(reader)
        reader.depth -= 1
        return value

    return read


def _merging_container(fields: tuple[tuple[str, Read], ...]) -> Read:
    def read(reader: Reader) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name, read_field in fields:
            value = read_field(reader)
            values.update({name: value} if name else value)
        return values

    return read


def _array(read_item: Read) -> Read:
    def read(reader: Reader) -> tuple[Any, ...]:
        # No item is empty, so that a count can't claim more than the bytes that are left.
        return tuple([read_item(reader) for _ in range(reader.count())])

    return read


def _option(read_value: Read) -> Read:
    def read(reader: Reader) -> Any:
        return read_value(reader) if reader.boolean() else None

    return read


def _enum(names: tuple[str, ...]) -> Read:
    def read(reader: Reader) -> str | int:
        number = reader.varint()
        # An unknown one is kept: vanilla clamps or wraps it, and nothing ends elsewhere because of it.
        return names[number] if 0 <= number < len(names) else number

    return read


def _holder(read_direct: Read) -> Read:
    def read(reader: Reader) -> Any:
        number = reader.varint()
        return read_direct(reader) if number == 0 else number - 1

    return read


def _holders(read_tag: Read, read_id: Read) -> Read:
    def read(reader: Reader) -> Any:
        count = reader.varint() - 1
        if count < 0:
            return read_tag(reader)
        if count > reader.remaining:
            raise DecodeError(f"{count} elements claimed at byte {reader.pos}, {reader.remaining} bytes left")
        return tuple([read_id(reader) for _ in range(count)])

    return read
