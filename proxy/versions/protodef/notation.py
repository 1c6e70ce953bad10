"""The notation of layouts, apart from what is made of them: readers or writers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")

Layout = Any
"""What JSON makes of the notation: a name, a dict of fields, or a list whose first item says what it is."""


@dataclass(frozen=True, slots=True)
class Step(Generic[T]):
    """A field of a container."""

    name: str
    """Empty for one that adds its fields to the container around it."""
    other: str | None
    """The field before it that it depends on, None for most."""
    cases: Mapping[Any, T]
    """By the value of ``other``."""
    otherwise: T | None
    """What to do without ``other``, or for a value that has no case; None: nothing else may come."""

    def choose(self, values: Mapping[str, Any]) -> T:
        """What to do, given the fields before it. Raises LookupError when that is nothing."""
        chosen = self.otherwise if self.other is None else self.cases.get(values[self.other], self.otherwise)
        if chosen is None:
            raise LookupError(f"{self.name or 'a part'} for {self.other} {values[self.other or '']!r}")
        return chosen


class LayoutCompiler(ABC, Generic[T]):
    """Makes one thing of every layout of a version, composed of those of its parts."""

    def __init__(self, types: Mapping[str, Layout], known: Mapping[str, T]) -> None:
        """``types`` are the layouts of the version's named types, ``known`` what is there already, which goes first."""
        self._types = types
        self._known = dict(known)

    def compile(self, layout: Layout) -> T:
        """Raises LookupError for a type that nobody defines, ValueError for a notation that doesn't exist."""
        if isinstance(layout, str):
            return self._type(layout)
        if isinstance(layout, dict):
            return self.container([self._step(layout, name) for name in layout])
        kind, *rest = layout
        if kind == "array":
            return self.array(self.compile(rest[0]))
        if kind == "option":
            return self.option(self.compile(rest[0]))
        if kind == "enum":
            return self.enum(tuple(rest))
        if kind == "holder":
            return self.holder(self.compile(rest[0]))
        if kind == "holders":
            return self.holders(self.compile(rest[0]), self.compile(rest[1]))
        raise ValueError(f"no such layout: {kind}")

    def _type(self, name: str) -> T:
        if name not in self._known:
            if name not in self._types:
                raise LookupError(f"no layout of type {name}")
            self._known[name] = self.later(name)  # what a type that holds itself finds
            self._known[name] = self.named(name, self.compile(self._types[name]))
        return self._known[name]

    def _step(self, fields: Mapping[str, Layout], name: str) -> Step[T]:
        layout = fields[name]
        if not (isinstance(layout, list) and layout[0] == "switch"):
            return Step(name, None, {}, self.compile(layout))
        _, other, cases, *default = layout
        names = list(fields)
        if other not in names[: names.index(name)]:
            raise ValueError(f"{name!r} depends on {other}, which isn't before it")
        compiled = {_value(case): self.compile(part) for case, part in cases.items()}
        if default:
            return Step(name, other, compiled, self.compile(default[0]))
        return Step(
            name, other, {**dict.fromkeys(_values(fields[other]), self.compile("void")), **compiled}, None
        )

    @abstractmethod
    def later(self, name: str) -> T:
        """Does what ``self._known[name]`` will do by then."""

    @abstractmethod
    def named(self, name: str, made: T) -> T:
        """``made`` of a type that others refer to by its name."""

    @abstractmethod
    def container(self, steps: Sequence[Step[T]]) -> T: ...

    @abstractmethod
    def array(self, item: T) -> T: ...

    @abstractmethod
    def option(self, value: T) -> T: ...

    @abstractmethod
    def enum(self, names: tuple[str, ...]) -> T: ...

    @abstractmethod
    def holder(self, direct: T) -> T: ...

    @abstractmethod
    def holders(self, tag: T, entry: T) -> T: ...


def _values(layout: Layout) -> tuple[Any, ...]:
    """The values that a field can have, if they can be counted."""
    if layout == "bool":
        return (True, False)
    return tuple(layout[1:]) if isinstance(layout, list) and layout[0] == "enum" else ()


def _value(case: str) -> str | bool | int:
    """What a field must hold for a case of a switch: JSON has only strings for keys."""
    if case in ("true", "false"):
        return case == "true"
    return int(case) if case.isdecimal() else case
