"""The fields of a packet as node-minecraft-protocol has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from proxy.messages import Message
from proxy.versions.base import ProtocolFamily

_MISSING: Any = object()


class Params:
    """The fields of a packet, each to be read once or more."""

    def __init__(
        self, fields: Mapping[str, Any], family: ProtocolFamily, particles: Mapping[int, str]
    ) -> None:
        """``particles``: minecraft-data's particles by id, for metadata that has one."""
        self.fields = fields
        self.family = family
        self.particles = particles
        self._read: set[str] = set()

    def __call__(self, *names: str, default: Any = _MISSING) -> Any:
        """The field that has one of ``names`` (releases of minecraft-data differ), or the default."""
        for name in names:
            if name in self.fields:
                self._read.add(name)
                return self.fields[name]
        if default is _MISSING:
            raise KeyError(f"none of {names} in {sorted(self.fields)}")
        return default

    def ignore(self, *names: str) -> None:
        """Fields that no message carries."""
        self._read.update(names)

    def unread(self) -> set[str]:
        return set(self.fields) - self._read

    def inner(self, fields: Mapping[str, Any]) -> Params:
        return Params(fields, self.family, self.particles)


Builder = Callable[[Params], Message]
