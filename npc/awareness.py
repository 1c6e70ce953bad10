"""What one companion perceives, and what it remembers of that."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from npc.bonds import Bond
from npc.clock import Clock
from npc.definition import NpcDefinition
from npc.happenings import Being, Deed, Happening
from npc.household import is_of_home
from npc.memory import MemoryStream, MemoryType
from npc.perception import (
    Attention,
    Event,
    Eyes,
    Lookout,
    Lost,
    Met,
    Percept,
    Senses,
    Sighted,
    Sightings,
    Thresholds,
    shipped_events,
)
from world.sight import Sight
from world.terrain import Vector

LOOK_EVERY = 10
"""Ticks between two looks around of one companion."""
_EVENTS = shipped_events()
SIGHT_RANGE = _EVENTS["passes"].seen
"""Blocks from which it notices somebody."""
NEARBY = SIGHT_RANGE + 4.0
"""Blocks from its feet beyond which nobody's are whom it could see, or follow with its eyes."""
FARTHEST = max(max(row.seen, row.heard) for row in _EVENTS.values()) + 1.0
"""Blocks from which nothing is perceived any more."""

_PLAIN = {
    Deed.DOOR: "door",
    Deed.CHEST: "chest",
    Deed.PLACED: "block_placed",
    Deed.TALK: "talk",
}
"""Deeds that are the same to every companion."""
_BLOWS = {Bond.OWNER: "attack_on_owner", Bond.FRIEND: "attack_on_friend", Bond.STRANGER: "attack_on_other"}
_DEATHS = {Bond.OWNER: "death_of_owner", Bond.FRIEND: "death_of_friend", Bond.STRANGER: "death_of_other"}


class Awareness:
    """One companion's senses and memory, on a clock of real seconds."""

    def __init__(
        self,
        definition: NpcDefinition,
        memory: MemoryStream,
        clock: Clock,
        thresholds: Thresholds,
        turn: int,
    ) -> None:
        """``turn``: in which of the :data:`LOOK_EVERY` ticks of a round it looks around."""
        self.memory = memory
        self._definition = definition
        self._clock = clock
        self._turn = turn % LOOK_EVERY
        self._senses = Senses(_EVENTS)
        self._attention = Attention(self._senses)
        self._sightings = Sightings(self._recall, thresholds)
        self._lookout = Lookout(self._sightings, SIGHT_RANGE)
        self._names: dict[UUID, str] = {}
        """Of those who are in view, or were so lately."""

    # --- who is around

    def looks(self, now: int) -> bool:
        """Whether it looks around in a tick."""
        return now % LOOK_EVERY == self._turn

    def look(self, eyes: Eyes, around: Iterable[Being], sight: Sight) -> list[Met | Lost]:
        """Look around once: who has come into view, and who is gone."""
        nearest = sorted(around, key=lambda being: eyes.distance(being.shape.eyes))
        news = self._lookout.look(eyes, {being.uuid: being.shape for being in nearest}, sight, self._now)
        for one in news:
            if isinstance(one, Lost):
                self._names.pop(one.who, None)
            else:
                self._names[one.who] = next(being.name for being in nearest if being.uuid == one.who)
                # asked about before it is noted: what somebody did counts for more than that they pass
                self.memory.record(one.who, _EVENTS["passes"].memory, _EVENTS["passes"].salience)
        return news

    def sees(self, who: UUID) -> bool:
        """Whether it saw somebody when it last looked around."""
        return self._sightings.sees(who)

    def name_of(self, who: UUID) -> str:
        """The name of somebody who is in view, or was so lately; empty for whoever has none."""
        return self._names.get(who, "")

    @property
    def in_view(self) -> list[Sighted]:
        """Who is in view, or was so lately, in the order of their coming."""
        return self._sightings.all

    def last_place(self, who: UUID) -> Vector | None:
        """Where somebody who is in view, or was so lately, was last seen (feet, in blocks)."""
        return self._sightings.last_place(who)

    # --- what happens

    def notice(
        self, happening: Happening, own: UUID, home: Vector, eyes: Eyes, sight: Sight, *, awake: bool
    ) -> Met | None:
        """Perceive something that happens; return whom it has to be met for that, if anybody.

        ``own``: its UUID, for what is done to itself isn't perceived here.
        """
        kind = self._kind_of(happening, own, home)
        if kind is None or eyes.distance(happening.where) > self._senses.reach(kind) + 1.0:
            return None
        doer = happening.doer
        event = Event(
            kind,
            None if doer is None else doer.uuid,
            happening.where,
            happening.strength,
            None if doer is None else doer.shape,
            happening.at_block,
        )
        percept = self._attention.notice(event, eyes, sight, self._now, awake=awake)
        return None if percept is None else self._take_in(percept)

    def feel(self, kind: str, who: UUID, strength: float = 1.0) -> Met | None:
        """Something of the table of events is done to itself; return whom it has to be met for that, if anybody."""
        row = _EVENTS[kind]
        self.memory.record(who, row.memory, row.salience * strength)
        return self._sightings.provoked(who) if row.memory >= MemoryType.HOSTILE else None

    def _take_in(self, percept: Percept) -> Met | None:
        self.memory.record(percept.who, percept.memory, percept.salience)
        return self._sightings.provoked(percept.who) if percept.memory >= MemoryType.HOSTILE else None

    def _kind_of(self, happening: Happening, own: UUID, home: Vector) -> str | None:
        """The event of the table that something is to it; None for none."""
        doer, victim = happening.doer, happening.victim
        if doer is not None and doer.uuid == own:
            return None
        match happening.deed:
            case Deed.BROKEN:
                if self._bond(doer) is Bond.STRANGER and is_of_home(happening, home):
                    return "home_broken"
                return "block_broken"
            case Deed.TAKEN:
                cell = tuple(map(int, happening.where))
                guarded = any(tuple(place) == cell for place in self._definition.guards)
                return "theft" if guarded and self._bond(doer) is Bond.STRANGER else None
            case Deed.BLOW:
                return None if victim is None or victim.uuid == own else _BLOWS[self._bond(victim)]
            case Deed.DEATH:
                return None if victim is None or victim.uuid == own else _DEATHS[self._bond(victim)]
        return _PLAIN[happening.deed]

    def _bond(self, being: Being | None) -> Bond:
        if being is None:
            return Bond.STRANGER
        bond = self._definition.bond(being.name, being.uuid)
        if bond is Bond.STRANGER and self._definition.shares_owner(being.owner):
            return Bond.FRIEND
        return bond

    def _recall(self, who: UUID) -> float | None:
        """How well the worst that somebody did is remembered."""
        found = self.memory.strongest(who, MemoryType.HOSTILE)
        return None if found is None else found.retrievability

    @property
    def _now(self) -> float:
        return self._clock.seconds
