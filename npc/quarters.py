"""Who needs no tick: companions at rest, kept together by chunk, until something happens there.

A tick then costs as much as there is going on, however many companions stand about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from npc.crowd import Crowd
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
        self._sharing: dict[WorldView, list[Viewer]] = {}
        for _, viewer in sorted(viewers.items()):
            if (view := viewer.world) is not None:
                self._in_world.setdefault(view.key.name, []).append((view, viewer))
                self._sharing.setdefault(view, []).append(viewer)
        self._views: dict[Place, dict[WorldView, None]] = {}

    def view_at(self, place: Place, present: WorldView | None) -> WorldView | None:
        """The view to live in; None while no client that is in the world holds the chunk.

        Clients of different releases have a view each of what is the same world to people. The present one is
        kept as long as it has the chunk; after it comes that of the longest connected client.
        """
        views = self._views.get(place)
        if views is None:
            world, chunk = place
            views = self._views[place] = {}
            for view, viewer in self._in_world.get(world, ()):
                if view not in views and viewer.holds_chunk(*chunk):
                    views[view] = None
        return present if present in views else next(iter(views), None)

    def keeper(self, view: WorldView, chunk: ChunkPos, last: Viewer | None) -> Viewer | None:
        """A client that is in a view of the world and holds the chunk: the last one, if it still does."""
        sharing = self._sharing.get(view, ())
        if last is not None and last in sharing and last.holds_chunk(*chunk):
            return last
        return next((viewer for viewer in sharing if viewer.holds_chunk(*chunk)), None)

    def is_held(self, place: Place) -> bool:
        """Whether any client that is in the world holds the chunk."""
        world, chunk = place
        return any(viewer.holds_chunk(*chunk) for _, viewer in self._in_world.get(world, ()))


class _Quarter:
    """The companions at rest in a chunk."""

    __slots__ = ("columns", "keeper", "place", "residents", "terrain", "versions", "view")

    def __init__(self, place: Place, view: WorldView | None) -> None:
        self.place = place
        self.view = view
        self.keeper: Viewer | None = None
        """Who had the chunk when that was looked into last."""
        self.terrain: Terrain | None = None if view is None else terrain_of(view)
        x, z = place[1]
        self.columns = tuple((x + dx, z + dz) for dx in (-1, 0, 1) for dz in (-1, 0, 1))
        self.versions = self._current()
        self.residents: dict[str, Npc] = {}

    def _current(self) -> tuple[int | None, ...]:
        return () if self.terrain is None else tuple(map(self.terrain.versions.get, self.columns))

    def has_changed(self) -> bool:
        """Whether a block around may have changed."""
        return self._current() != self.versions

    def is_held_as_before(self, views: Views) -> bool:
        """Whether its companions would live in the view that they live in, or still in none."""
        if self.view is None:
            return not views.is_held(self.place)
        self.keeper = views.keeper(self.view, self.place[1], self.keeper)
        return self.keeper is not None


class Quarters:
    """All companions that rest, of all worlds."""

    def __init__(self) -> None:
        self._quarters: dict[Place, _Quarter] = {}
        self._changes: dict[WorldView, int] = {}
        """:attr:`Terrain.changes` at the last review."""

    def admit(self, npc: Npc, crowd: Crowd) -> None:
        """Let a companion rest, if it is idle and nobody near gives it something to do."""
        if npc.view is not None and (
            not npc.embodiment.resting or not npc.is_idle or crowd.is_near(npc.chunk)
        ):
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
        """Wake whom something has happened to: somebody came near, a block around changed, clients came or went."""
        stirred = [*self._in_company(crowds), *self._on_changed_ground(), *self._held_otherwise(views)]
        for quarter in stirred:
            _empty(quarter)
            self._quarters.pop(quarter.place, None)

    def _in_company(self, crowds: Mapping[str, Crowd]) -> Iterator[_Quarter]:
        # There are fewer chunks with somebody near than there are quarters. Their order changes nothing.
        for world, crowd in crowds.items():
            for chunk in crowd.chunks_near:
                quarter = self._quarters.get((world, chunk))
                if quarter is not None and quarter.view is not None:
                    yield quarter

    def _on_changed_ground(self) -> list[_Quarter]:
        changes = {
            quarter.view: quarter.terrain.changes
            for quarter in self._quarters.values()
            if quarter.view is not None and quarter.terrain is not None
        }
        changed = {view for view, count in changes.items() if self._changes.get(view) != count}
        self._changes = changes
        if not changed:
            return []
        return [
            quarter
            for quarter in self._quarters.values()
            if quarter.view in changed and quarter.has_changed()
        ]

    def _held_otherwise(self, views: Views) -> list[_Quarter]:
        return [quarter for quarter in self._quarters.values() if not quarter.is_held_as_before(views)]

    def residents(self, place: Place) -> Iterable[Npc]:
        """Who rests in a chunk."""
        quarter = self._quarters.get(place)
        return () if quarter is None else [npc for npc in quarter.residents.values() if npc.dormant]


def _empty(quarter: _Quarter) -> None:
    for npc in quarter.residents.values():
        npc.wake()
