"""Keeps an eye on whoever is around."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from npc.perception.field import Eyes, Silhouette, sees
from npc.perception.sightings import Lost, Met, Sightings
from world.sight import Point, Sight

LEEWAY = 2.0
"""Blocks further than it notices others that somebody follows with its eyes whom it has noticed."""


class Lookout:
    """One companion's. ``reach``: blocks from which it notices somebody. Raises ValueError for a negative one."""

    def __init__(self, sightings: Sightings, reach: float) -> None:
        if not reach >= 0.0:
            raise ValueError(f"reach is {reach}: 0 or more blocks expected")
        self._sightings = sightings
        self._reach = reach

    def look(
        self, eyes: Eyes, around: Mapping[UUID, Silhouette], sight: Sight, now: float
    ) -> list[Met | Lost]:
        """Look once at those around, the nearest first if the order matters; see :meth:`Sightings.look`."""
        visible: dict[UUID, Point] = {}
        for who, body in around.items():
            reach = self._reach + LEEWAY if who in self._sightings else self._reach
            if sees(eyes, body, reach, sight):
                visible[who] = body.feet
        return self._sightings.look(visible, now)
