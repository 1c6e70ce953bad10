"""What a client has seen of entities within a number of ticks."""

from __future__ import annotations

from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """One note for each entity, until it is older than ``ticks``."""

    __slots__ = ("_notes", "_ticks")

    def __init__(self, ticks: int) -> None:
        self._ticks = ticks
        self._notes: dict[int, tuple[int, V]] = {}
        """By entity id, the oldest first."""

    def note(self, entity_id: int, value: V, now: int) -> None:
        """In place of what was noted of it."""
        self._expire(now)
        self._notes.pop(entity_id, None)
        self._notes[entity_id] = now, value

    def get(self, entity_id: int, now: int) -> V | None:
        note = self._notes.get(entity_id)
        return None if note is None or now - note[0] > self._ticks else note[1]

    def at(self, now: int) -> list[int]:
        """Entities of which something is noted."""
        self._expire(now)
        return list(self._notes)

    def forget(self, entity_id: int) -> None:
        self._notes.pop(entity_id, None)

    def _expire(self, now: int) -> None:
        for entity_id, (tick, _) in list(self._notes.items()):
            if now - tick <= self._ticks:
                break
            del self._notes[entity_id]
