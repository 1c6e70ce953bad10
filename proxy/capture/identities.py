"""Who is who in a capture, and who they become in an anonymous one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import md5
from uuid import UUID

from proxy.capture.container import CaptureError

SHORTEST = 3
"""Shorter texts and names are in any packet by chance, and say nothing."""

_NICKNAMES = ("Player", "Guest", "Visitor", "Someone", "Nemo", "Zzyzx")


class Identities:
    """Who is who: each player of a capture gets a nickname and a UUID that goes with it."""

    def __init__(self) -> None:
        self._names: dict[UUID, str] = {}
        self._new: dict[UUID, tuple[UUID, str]] = {}

    def meet(self, uuid: UUID, name: str | None = None) -> None:
        """Note a player, and the name once it is known."""
        known = self._names.setdefault(uuid, "")
        if name and not known:
            self._names[uuid] = name

    @property
    def names(self) -> frozenset[str]:
        """The players' own names."""
        return frozenset(name for name in self._names.values() if name)

    def __len__(self) -> int:
        return len(self._names)

    def settle(self) -> None:
        """All players are known: give them their nicknames."""
        for uuid in self._names:
            self.replacement(uuid)

    def replacement(self, uuid: UUID) -> tuple[UUID, str]:
        """New UUID and name. UUIDs keep their version, so that companions stay apart from accounts."""
        if uuid not in self._new:
            nickname = self._nickname(len(self._new) + 1)
            digest = md5(f"OfflinePlayer:{nickname}".encode(), usedforsecurity=False).digest()
            version = uuid.version if uuid.version in range(1, 6) else 3
            self._new[uuid] = UUID(bytes=digest, version=version), nickname
        return self._new[uuid]

    def _nickname(self, number: int) -> str:
        names = [name for name in self.names if len(name) >= SHORTEST]
        for word in _NICKNAMES:
            if not any(name in f"{word}{number}" for name in names):
                return f"{word}{number}"
        raise CaptureError(f"no nickname is free of the names {', '.join(sorted(names))}")

    def exchange(self, data: bytes) -> bytes:
        """Exchange the UUIDs of players wherever their 16 bytes are."""
        for old, (new, _) in self._new.items():
            data = data.replace(old.bytes, new.bytes)
        return data

    def remnants(self) -> re.Pattern[bytes]:
        """Matches names and UUIDs, in all forms, of any player."""
        return _any_of([*self._name_bytes(), *self._uuid_forms()])

    def remnants_as_words(self) -> re.Pattern[bytes]:
        """As :meth:`remnants`, but not inside of longer words."""
        words = [rb"(?<![A-Za-z0-9_])%b(?![A-Za-z0-9_])" % re.escape(name) for name in self._name_bytes()]
        return re.compile(b"|".join([*words, *map(re.escape, self._uuid_forms())]) or rb"(?!)")

    def _name_bytes(self) -> list[bytes]:
        return [name.encode("utf-8") for name in sorted(self.names) if len(name) >= SHORTEST]

    def _uuid_forms(self) -> Iterator[bytes]:
        for uuid in self._names:
            yield uuid.bytes
            for text in (str(uuid), uuid.hex):
                yield text.encode("ascii")
                yield text.upper().encode("ascii")


def _any_of(texts: list[bytes]) -> re.Pattern[bytes]:
    return re.compile(b"|".join(map(re.escape, texts)) or rb"(?!)")
