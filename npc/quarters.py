"""Who needs no tick: companions at rest, kept together by chunk, until something happens there.

A tick then costs as much as there is going on, however many companions stand about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from npc.crowd import NOBODY, Crowd
from npc.npc import Npc
from npc.stage_port import Viewer
from world.terrain import Terrain, terrain_of
from world.view import WorldView

ChunkPos = tuple[int, int]
Place = tuple[str, ChunkPos]
"""A chunk of the world of that name."""


class Views:
    """In which client's view of a world companions live, for one tick."""

    def __init__(self, viewers: Mapping[int, Viewer]) -> None:
        self._in_world: dict[str, list[tuple[WorldView, Viewer]]] = {}
        for _, viewer in sorted(viewers.items()):
            if viewer.world is not None:
                self._in_world.setdefault(viewer.world.key.name, []).append((viewer.world, viewer))
        self._views: dict[Place, dict[WorldView, None]] = {}

    def view_at(self, place: Place, present: WorldView | None) -> WorldView | None:
        """The view to live in; None while no client that is in the world holds the chunk.

        Clients of different releases have a view each of what is the same world to people. The present one is
        kept as long as it has the chunk; after it comes that of the longest connected client.
        """
        views = self._views.get(place)
        if views is None:
            world, chunk = place
            views = self._views[place] = {
                view: None for view, viewer in self._in_world.get(world, ()) if viewer.holds_chunk(*chunk)
            }
        return present if present in views else next(iter(views), None)

    def stays(self, place: Place, present: WorldView | None) -> bool:
        """Whether :meth:`view_at` would give the present view, found out in less time."""
        world, chunk = place
        here = self._in_world.get(world, ())
        if present is None:
            return not any(viewer.holds_chunk(*chunk) for _, viewer in here)
        return any(view is present and viewer.holds_chunk(*chunk) for view, viewer in here)


class _Quarter:
    """The companions at rest in a chunk."""

    __slots__ = ("columns", "place", "residents", "terrain", "versions", "view")

    def __init__(self, place: Place, view: WorldView | None) -> None:
        self.place = place
        self.view = view
        self.terrain: Terrain | None = None if view is None else terrain_of(view)
        x, z = place[1]
        self.columns = tuple((x + dx, z + dz) for dx in (-1, 0, 1) for dz in (-1, 0, 1))
        self.versions = self._current()
        self.residents: dict[str, Npc] = {}

    def _current(self) -> tuple[int | None, ...]:
        return () if self.terrain is None else tuple(map(self.terrain.versions.get, self.columns))

    def is_calm(self, views: Views, crowd: Crowd, *, same_ground: bool) -> bool:
        """Whether its companions are as loaded as they were, no block around has changed, and nobody is near.

        ``same_ground``: no block has changed anywhere.
        """
        return (
            (self.view is None or not crowd.is_near(self.place[1]))
            and (same_ground or self._current() == self.versions)
            and views.stays(self.place, self.view)
        )


class Quarters:
    """All companions that rest, of all worlds."""

    def __init__(self) -> None:
        self._quarters: dict[Place, _Quarter] = {}
        self._changes: dict[WorldView | None, int] = {}
        """:attr:`Terrain.changes` at the last review."""

    def admit(self, npc: Npc, crowd: Crowd) -> None:
        """Let a companion rest, if it is idle and nobody near gives it something to do."""
        if npc.view is not None and (not npc.is_idle or crowd.is_near(npc.chunk)):
            return
        place = npc.world, npc.chunk
        quarter = self._quarters.get(place)
        if quarter is None or quarter.view is not npc.view:
            if quarter is not None:
                _empty(quarter)
            quarter = self._quarters[place] = _Quarter(place, npc.view)
        quarter.residents[npc.id] = npc
        npc.dormant = True

    def review(self, views: Views, crowds: Mapping[str, Crowd]) -> None:
        """Wake whom something has happened to."""
        changes = {
            quarter.view: quarter.terrain.changes
            for quarter in self._quarters.values()
            if quarter.terrain is not None
        }
        unchanged = {view for view, count in changes.items() if self._changes.get(view) == count}
        self._changes = changes
        stirred = [
            quarter
            for quarter in self._quarters.values()
            if not quarter.is_calm(
                views, crowds.get(quarter.place[0], NOBODY), same_ground=quarter.view in unchanged
            )
        ]
        for quarter in stirred:
            _empty(quarter)
            del self._quarters[quarter.place]

    def residents(self, place: Place) -> Iterable[Npc]:
        """Who rests in a chunk."""
        quarter = self._quarters.get(place)
        return () if quarter is None else [npc for npc in quarter.residents.values() if npc.dormant]


def _empty(quarter: _Quarter) -> None:
    for npc in quarter.residents.values():
        npc.wake()
