"""The five kinds of things to remember, from what is soon forgotten to what is hard to forget."""

from __future__ import annotations

from enum import IntEnum


class MemoryType(IntEnum):
    """In the order of their weight, so that "from hostile up" can be asked for."""

    TRIVIA = 0
    """Somebody passes, steps are heard."""
    OBSERVATION = 1
    """A door opens, a block is placed."""
    INTERACTION = 2
    """Talk, trade, a gift."""
    HOSTILE = 3
    """An attack, a theft."""
    TRAUMA = 4
    """The home is broken, a friend dies."""

    @property
    def key(self) -> str:
        """Its name in saves and tables."""
        return TYPE_KEYS[self]

    @property
    def base_stability(self) -> float:
        """Seconds; see :func:`npc.memory.forgetting.initial_stability`."""
        return BASE_STABILITY[self]

    @classmethod
    def known(cls, key: str) -> MemoryType | None:
        """The type of a key; None for an unknown one."""
        return _BY_KEY.get(key)


TYPE_KEYS = tuple(kind.name.lower() for kind in MemoryType)
"""By value."""
BASE_STABILITY = (5.0, 30.0, 120.0, 600.0, 3600.0)
"""Seconds, by value."""
_BY_KEY = dict(zip(TYPE_KEYS, MemoryType, strict=True))
