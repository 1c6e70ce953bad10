"""Layouts into readers: closures over closures, put together once, so that reading interprets nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proxy.versions.protodef.notation import Layout, LayoutCompiler, Step
from proxy.versions.protodef.primitives import PRIMITIVES, Read
from proxy.wire.buffer import DecodeError, Reader

MAX_DEPTH = 32
"""Named types inside one another: a bundle in a bundle counts two. Bounds what a hostile packet can nest."""


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


class Compiler(LayoutCompiler[Read]):
    """Compiles the layouts of one version into readers, which raise :class:`DecodeError` for damage."""

    def __init__(self, types: Mapping[str, Layout], readers: Mapping[str, Read]) -> None:
        """``readers`` are those of types that are read by hand."""
        super().__init__(types, {**PRIMITIVES, **readers})

    def later(self, name: str) -> Read:
        return lambda reader: self._known[name](reader)

    def named(self, name: str, made: Read) -> Read:
        return nested(name, made)

    def container(self, steps: Sequence[Step[Read]]) -> Read:
        plain = [(step.name, step.otherwise) for step in steps if step.name and step.other is None]
        if len(plain) < len(steps):
            return _container_in_steps(tuple(steps))
        fields = tuple((name, read_field) for name, read_field in plain if read_field is not None)

        def read(reader: Reader) -> dict[str, Any]:
            return {name: read_field(reader) for name, read_field in fields}

        return read

    def array(self, item: Read) -> Read:
        def read(reader: Reader) -> tuple[Any, ...]:
            # No item is empty, so that a count can't claim more than the bytes that are left.
            return tuple([item(reader) for _ in range(reader.count())])

        return read

    def option(self, value: Read) -> Read:
        def read(reader: Reader) -> Any:
            return value(reader) if reader.boolean() else None

        return read

    def enum(self, names: tuple[str, ...]) -> Read:
        def read(reader: Reader) -> str | int:
            number = reader.varint()
            # An unknown one is kept: vanilla clamps or wraps it, and nothing ends elsewhere because of it.
            return names[number] if 0 <= number < len(names) else number

        return read

    def holder(self, direct: Read) -> Read:
        def read(reader: Reader) -> Any:
            number = reader.varint()
            return direct(reader) if number == 0 else number - 1

        return read

    def holders(self, tag: Read, entry: Read) -> Read:
        def read(reader: Reader) -> Any:
            count = reader.varint() - 1
            if count < 0:
                return tag(reader)
            if count > reader.remaining:
                raise DecodeError(
                    f"{count} elements claimed at byte {reader.pos}, {reader.remaining} bytes left"
                )
            return tuple([entry(reader) for _ in range(count)])

        return read


def _container_in_steps(steps: tuple[Step[Read], ...]) -> Read:
    """A container with fields whose layout depends on one before them, or that add theirs to it."""

    def read(reader: Reader) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for step in steps:
            try:
                read_field = step.choose(values)
            except LookupError as error:
                raise DecodeError(f"{error.args[0]} before byte {reader.pos}") from None
            value = read_field(reader)
            if step.name:
                values[step.name] = value
            elif value is not None:
                values.update(value)
        return values

    return read
