"""Who perceives what of an event: with the eyes, the ears, or the own body."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from math import floor, isfinite
from typing import NamedTuple
from uuid import UUID

from npc.memory.entity_keys import NOBODY
from npc.memory.memory_type import MemoryType
from npc.perception.event_table import EventKind, shipped_events
from npc.perception.field import Eyes, Silhouette, sees
from world.sight import Point, Sight

MUFFLED = 0.5
"""The share of its salience that something has to who only hears it."""


class Event(NamedTuple):
    """Something that happens in a world."""

    kind: str
    """Key of the table of events."""
    who: UUID | None
    """Who does it; None for nobody."""
    where: Point
    """Blocks: the place where it happens, of a block its lowest corner."""
    strength: float = 1.0
    """0 to 1, of the kind's full salience."""
    doer: Silhouette | None = None
    """The body of who does it, where it can be seen; to see it is to see the event."""
    at_block: bool = False
    """It happens to the block there, of which any face that is turned to somebody shows it."""


class Sense(Enum):
    """What somebody perceives something with, the most certain first."""

    FELT = auto()
    SEEN = auto()
    HEARD = auto()


class Percept(NamedTuple):
    """What somebody makes of an event."""

    kind: str
    who: UUID
    """``NOBODY`` where it can't tell, or nobody did it."""
    where: Point
    memory: MemoryType
    salience: float
    """0 to 1."""
    sense: Sense


class Senses:
    """Decides by a table of events who perceives what."""

    def __init__(self, events: Mapping[str, EventKind] | None = None) -> None:
        self._events = shipped_events() if events is None else events

    def perceive(self, event: Event, eyes: Eyes, sight: Sight, *, awake: bool = True) -> Percept | None:
        """What somebody whose eyes those are perceives of an event; None if nothing.

        Who isn't ``awake`` sees nothing, but hears. Raises KeyError for a kind of event that the table doesn't have.
        """
        kind = self._events[event.kind]
        sense = self._sense(kind, event, eyes, sight, awake)
        if sense is None:
            return None
        known = sense is not Sense.HEARD or kind.voice
        who = event.who if known and event.who is not None else NOBODY
        strength = min(max(event.strength, 0.0), 1.0) if isfinite(event.strength) else 0.0
        share = MUFFLED if sense is Sense.HEARD and not kind.voice else 1.0
        return Percept(event.kind, who, event.where, kind.memory, kind.salience * strength * share, sense)

    def reach(self, kind: str) -> float:
        """Blocks from which nobody perceives such an event any more; it happens to somebody who feels it, nowhere
        else. Raises KeyError like the above.
        """
        row = self._events[kind]
        return 0.0 if row.felt else max(row.seen, row.heard)

    def again(self, kind: str) -> float:
        """Seconds in which the same from the same being is still the same event. Raises KeyError like the above."""
        return self._events[kind].again

    @staticmethod
    def _sense(kind: EventKind, event: Event, eyes: Eyes, sight: Sight, awake: bool) -> Sense | None:
        if kind.felt:
            return Sense.FELT
        x, y, z = event.where
        if not (isfinite(x) and isfinite(y) and isfinite(z)):
            return None
        place = (x + 0.5, y + 0.5, z + 0.5) if event.at_block else event.where
        if awake and kind.seen:
            if event.doer is not None and sees(eyes, event.doer, kind.seen, sight):
                return Sense.SEEN
            if eyes.can_watch(place, kind.seen):
                block = floor(x), floor(y), floor(z)
                clear = (
                    sight.sees_block(eyes.place, block)
                    if event.at_block
                    else sight.is_clear(eyes.place, place)
                )
                if clear:
                    return Sense.SEEN
        return Sense.HEARD if kind.heard > 0.0 and eyes.distance(place) <= kind.heard else None
