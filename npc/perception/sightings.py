"""Whom somebody has in view: each is met once, however often the head turns away meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from npc.perception.response import Thresholds, Tier
from world.sight import Point

LOST_AFTER = 10.0
"""Seconds out of view after which somebody is gone, and is met anew when coming back."""
MOST_MET = 64
"""Beings whose last meeting is known; that of who was met longest ago is forgotten first."""


class Met(NamedTuple):
    """Somebody has come into view, or has done harm while in view."""

    who: UUID
    where: Point
    tier: Tier | None
    """What to meet them with; None where there is nothing against them."""
    retrievability: float
    """Of the hostile memory, 0 where there is none."""


class Lost(NamedTuple):
    """Somebody has been out of view for so long that they are gone."""

    who: UUID
    where: Point
    """Where they were last seen."""
    tier: Tier | None
    """What they were met with."""


class Sighted(NamedTuple):
    """Somebody who is in view, or was so lately."""

    who: UUID
    where: Point
    """Where they were last seen."""
    tier: Tier | None
    """What they were met with; None where there is nothing against them."""


@dataclass(slots=True)
class _Sighting:
    where: Point
    seen: float
    """Seconds of the clock."""
    tier: Tier | None


class Sightings:
    """One companion's, on whatever clock ``now`` is of, in seconds.

    ``recall`` tells how well the worst that somebody did is remembered (0 to 1, None if there is nothing). It is asked
    once in each sighting, when that begins: asking strengthens a memory. ``lost_after``: seconds out of view after
    which somebody is lost, more than pass between two looks. Raises ValueError unless it is more than 0.
    """

    def __init__(
        self,
        recall: Callable[[UUID], float | None],
        thresholds: Thresholds | None = None,
        *,
        lost_after: float = LOST_AFTER,
    ) -> None:
        if not lost_after > 0.0:
            raise ValueError(f"lost after {lost_after} seconds: more than 0 expected")
        self._recall = recall
        self._thresholds = Thresholds() if thresholds is None else thresholds
        self._lost_after = lost_after
        self._in_view: dict[UUID, _Sighting] = {}
        self._visible: frozenset[UUID] = frozenset()
        """Who was seen in the last look."""
        self._met: dict[UUID, Tier] = {}
        """What those that there was something against were last met with, the latest last."""

    def __contains__(self, who: UUID) -> bool:
        """Whether somebody is in view, or was so lately."""
        return who in self._in_view

    def sees(self, who: UUID) -> bool:
        """Whether somebody was seen in the last look."""
        return who in self._visible

    @property
    def all(self) -> list[Sighted]:
        """Who isn't lost yet, in the order of their coming."""
        return [Sighted(who, one.where, one.tier) for who, one in self._in_view.items()]

    def last_place(self, who: UUID) -> Point | None:
        """Where somebody who isn't lost yet was last seen."""
        sighting = self._in_view.get(who)
        return None if sighting is None else sighting.where

    def look(self, visible: Mapping[UUID, Point], now: float) -> list[Met | Lost]:
        """Who can be seen now, and where. What is new by that: who is lost in the order of their coming, then whom
        it meets in the order given.
        """
        self._visible = frozenset(visible)
        news: list[Met | Lost] = []
        for who, sighting in list(self._in_view.items()):
            if now - sighting.seen >= self._lost_after:
                del self._in_view[who]
                news.append(Lost(who, sighting.where, sighting.tier))
        for who, where in visible.items():
            known = self._in_view.get(who)
            if known is None:
                news.append(self._meet(who, where, now))
            else:
                known.where, known.seen = where, now
        return news

    def provoked(self, who: UUID) -> Met | None:
        """Somebody has done harm just now: who is in view is met with all that there is, unless so already."""
        sighting = self._in_view.get(who)
        if sighting is None or sighting.tier is Tier.CONFRONT:
            return None
        sighting.tier = Tier.CONFRONT
        self._remember(who, Tier.CONFRONT)
        return Met(who, sighting.where, Tier.CONFRONT, 1.0)

    def forget(self, who: UUID) -> None:
        """As if somebody had never been met."""
        self._in_view.pop(who, None)
        self._met.pop(who, None)

    def _meet(self, who: UUID, where: Point, now: float) -> Met:
        recalled = self._recall(who)
        tier = None if recalled is None else self._thresholds.tier(recalled, self._met.get(who))
        self._in_view[who] = _Sighting(where, now, tier)
        if tier is not None:
            self._remember(who, tier)
        return Met(who, where, tier, 0.0 if recalled is None else recalled)

    def _remember(self, who: UUID, tier: Tier) -> None:
        self._met.pop(who, None)
        self._met[who] = tier
        if len(self._met) > MOST_MET:
            del self._met[next(iter(self._met))]
