"""Who has just done something with their hands: the wire tells what changes, seldom who changed it.

Of a player on this proxy its own client says what it touches and strikes. Of others, clients see no more than an arm
that swings: who swung last near what happens has most likely done it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import dist
from typing import TypeVar
from uuid import UUID

from npc.happenings import Being
from proxy.messages import BlockPos
from proxy.tracking.lids import Lids
from world.terrain import Vector

RECENT = 20
"""Ticks after which what somebody did explains nothing any more."""
ARM_REACH = 6.0
"""Blocks between the eyes of somebody who swings and what they may have done."""
_KEPT = 256
"""Notes of each sort; the oldest go. More than hands can do in :data:`RECENT` ticks around companions."""


@dataclass(slots=True)
class _Note:
    tick: int
    world: str
    doer: Being


@dataclass(slots=True)
class _Touch(_Note):
    place: BlockPos


@dataclass(slots=True)
class _Strike(_Note):
    entity_id: int


_N = TypeVar("_N", bound=_Note)


class Doers:
    """What hands did of late in all worlds, noted by the trackers of all clients.

    One for the whole proxy: what one client's player does, others see the effect of. Worlds go by name.
    """

    def __init__(self, now: Callable[[], int] | None = None) -> None:
        """``now``: the present tick; without it time stands still."""
        self._now = now if now is not None else lambda: 0
        self._touches: deque[_Touch] = deque(maxlen=_KEPT)
        self._strikes: deque[_Strike] = deque(maxlen=_KEPT)
        self._swings: deque[_Note] = deque(maxlen=_KEPT)
        self._own: Counter[UUID] = Counter()
        self.lids = Lids(self._now)

    @property
    def now(self) -> int:
        """The present tick."""
        return self._now()

    # --- who needs no guessing

    def joined(self, player: UUID) -> None:
        """A player comes onto this proxy: from now on its own client says what it does."""
        self._own[player] += 1

    def left(self, player: UUID) -> None:
        """One that :meth:`joined` leaves."""
        self._own[player] -= 1
        if self._own[player] <= 0:
            del self._own[player]

    def is_own(self, player: UUID | None) -> bool:
        """Whether that is a player on this proxy."""
        return player in self._own

    # --- what they do

    def touched(self, world: str, doer: Being, *places: BlockPos) -> None:
        """A player on this proxy digs at a block, or uses one: all the blocks that this may change."""
        self._touches.extend(_Touch(self._now(), world, doer, place) for place in places)

    def struck(self, world: str, doer: Being, entity_id: int) -> None:
        """A player on this proxy strikes an entity."""
        self._strikes.append(_Strike(self._now(), world, doer, entity_id))

    def swung(self, world: str, doer: Being) -> None:
        """A client sees a player swing an arm. Left out where it is :meth:`is_own`: of those it is known exactly."""
        if not self.is_own(doer.uuid):
            self._swings.append(_Note(self._now(), world, doer))

    # --- who did it

    def at(self, world: str, *places: BlockPos, exactly: bool = False) -> Being | None:
        """Who has most likely changed a block, or one thing of several blocks; with ``exactly`` only one who says so
        themselves, else also one who has touched the block beside it, as what hangs on it falls with it."""
        touches = [touch for touch in self._recent(self._touches) if touch.world == world]
        for touch in touches:
            if touch.place in places:
                return touch.doer
        if exactly:
            return None
        for touch in touches:
            if any(sum(abs(a - b) for a, b in zip(touch.place, place, strict=True)) == 1 for place in places):
                return touch.doer
        x, y, z = places[0]
        return self._swinger(world, (x + 0.5, y + 0.5, z + 0.5))

    def of_blow(self, world: str, entity_id: int) -> Being | None:
        """Which player on this proxy has struck an entity."""
        for strike in self._recent(self._strikes):
            if strike.world == world and strike.entity_id == entity_id:
                return strike.doer
        return None

    def _swinger(self, world: str, where: Vector) -> Being | None:
        """Whoever has just swung an arm nearest to a place."""
        near = [
            (dist(swing.doer.shape.eyes, where), swing.doer)
            for swing in self._recent(self._swings)
            if swing.world == world
        ]
        distance, doer = min(near, key=lambda one: one[0], default=(ARM_REACH, None))
        return doer if distance < ARM_REACH else None

    def _recent(self, notes: deque[_N]) -> Iterator[_N]:
        """The latest first."""
        since = self._now() - RECENT
        for note in reversed(notes):
            if note.tick < since:
                return
            yield note
