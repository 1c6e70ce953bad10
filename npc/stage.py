"""Which client sees which companion, and what each client still has to be told."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import Flag, auto
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from npc.anatomy import CHUNK, anatomy
from npc.cues import Cue, Flinch, Say, Sound, Swing
from npc.stage_port import Actor, Viewer

log = logging.getLogger(__name__)

LEAVE_MARGIN = 8.0
"""Blocks beyond its tracking range that an actor stays in view, so that nobody flickers on the edge."""
SPAWNS_PER_TICK = 8
"""New actors per viewer and tick."""
EVERYBODY = "*"
"""In log lines, for what concerns all actors."""


class Change(Flag):
    """What of an actor a client hasn't been told."""

    NONE = 0
    LOOK = auto()
    PLACE = auto()
    POSE = auto()
    EQUIPMENT = auto()
    CAST = auto()
    """Who it is: only a new spawn shows that."""


def changes(before: Actor, after: Actor) -> Change:
    """What a client that knows ``before`` has to be told to see ``after``."""
    out = Change.NONE
    if (before.yaw, before.pitch, before.head_yaw) != (after.yaw, after.pitch, after.head_yaw):
        out |= Change.LOOK
    if (before.x, before.y, before.z, before.on_ground) != (after.x, after.y, after.z, after.on_ground):
        out |= Change.PLACE
    if (before.pose, before.health) != (after.pose, after.health):
        out |= Change.POSE
    if before.equipment != after.equipment:
        out |= Change.EQUIPMENT
    if (before.uuid, before.name, before.kind, before.skin) != (
        after.uuid,
        after.name,
        after.kind,
        after.skin,
    ):
        out |= Change.CAST
    return out


@dataclass(slots=True)
class _Part:
    """An actor on the stage, with its looks of the tick before."""

    actor: Actor
    world: str
    known: Actor
    news: Change = Change.NONE


@dataclass(slots=True)
class _House:
    """All n parts of one world, as arrays."""

    parts: list[_Part]
    ids: list[str]
    places: NDArray[np.float64]
    """(n, 2), horizontal, in blocks."""
    ranges: NDArray[np.float64]
    """(n,), tracking ranges in blocks."""
    chunks: list[tuple[int, int]]
    chunk_numbers: NDArray[np.intp]
    """(n,), indices into ``chunks``."""


@dataclass(slots=True)
class _Seat:
    """A viewer and what it has been shown."""

    viewer: Viewer
    world: str | None = None
    shown: dict[str, _Part] = field(default_factory=dict)
    overdue: dict[str, Change] = field(default_factory=dict)
    """News held back while the client was congested."""
    barred: set[str] = field(default_factory=set)
    """Actors that this client's port failed on."""


class Stage:
    """Shows actors to viewers: :meth:`update` once a tick when everybody has moved, then :meth:`flush`."""

    def __init__(self, *, spawns_per_tick: int = SPAWNS_PER_TICK) -> None:
        self.spawns_per_tick = spawns_per_tick
        self._parts: dict[str, _Part] = {}
        self._seats: dict[int, _Seat] = {}
        self._houses: dict[str, _House] | None = None

    # --- who takes part

    def enter(self, actor: Actor, world: str) -> None:
        """Put an actor on, in the world of that name. Raises ValueError when its id is on already."""
        if actor.actor_id in self._parts:
            raise ValueError(f"actor {actor.actor_id!r} is on the stage already")
        self._parts[actor.actor_id] = _Part(actor, world, _snapshot(actor))
        self._houses = None

    def leave(self, actor_id: str) -> None:
        """Take an actor off, out of everybody's sight. Nothing happens when it isn't on."""
        if self._parts.pop(actor_id, None) is None:
            return
        self._houses = None
        for seat in self._seats.values():
            seat.barred.discard(actor_id)
            self._hide(seat, actor_id)

    def transfer(self, actor_id: str, world: str) -> None:
        """The actor is in another world now."""
        self._parts[actor_id].world = world
        self._houses = None

    def seat(self, viewer: Viewer) -> None:
        """A client comes to watch. Raises ValueError when it is watching already."""
        if viewer.viewer_id in self._seats:
            raise ValueError(f"viewer {viewer.viewer_id} is seated already")
        self._seats[viewer.viewer_id] = _Seat(viewer)

    def unseat(self, viewer_id: int) -> None:
        """A client is gone; nothing more is sent to it."""
        self._seats.pop(viewer_id, None)

    def forget(self, viewer_id: int) -> None:
        """A client has dropped its entities: what is still in view is spawned again by the next updates."""
        seat = self._seats.get(viewer_id)
        if seat is None:
            return
        seat.shown.clear()
        seat.overdue.clear()
        seat.barred.clear()
        self._ask(seat, EVERYBODY, seat.viewer.port.forget_all)

    def sees(self, viewer_id: int, actor_id: str) -> bool:
        """Whether a client has the actor right now."""
        seat = self._seats.get(viewer_id)
        return seat is not None and actor_id in seat.shown

    # --- showing

    def update(self) -> None:
        """Spawn what came into view, despawn what left it, and tell of what changed."""
        news = self._gather_news()
        houses = self._houses if self._houses is not None else self._build_houses()
        recast = [part for part in news if part.news & Change.CAST]
        for seat in list(self._seats.values()):
            self._follow_world(seat)
            house = houses.get(seat.world) if seat.world is not None else None
            came = self._review(seat, house, recast)
            self._tell(seat, [part for part in news if part.actor.actor_id not in came])

    def perform(self, actor_id: str, cue: Cue) -> None:
        """Show a momentary act to whoever sees the actor; a congested client misses it."""
        part = self._parts.get(actor_id)
        if part is None:
            return
        for seat in list(self._seats.values()):
            if actor_id not in seat.shown or seat.viewer.port.congested:
                continue
            port, actor = seat.viewer.port, part.actor
            match cue:
                case Swing(hand):
                    self._call(seat, actor_id, port.swing, actor_id, hand)
                case Flinch(from_yaw):
                    self._call(seat, actor_id, port.hurt, actor, from_yaw)
                case Sound(key, volume, pitch):
                    self._call(seat, actor_id, port.sound, actor, key, volume, pitch)
                case Say(viewer_id, text):
                    if viewer_id == seat.viewer.viewer_id:
                        self._call(seat, actor_id, port.say, text)

    def flush(self) -> None:
        """Send what the calls since the last flush have to say."""
        for seat in list(self._seats.values()):
            self._ask(seat, EVERYBODY, seat.viewer.port.flush)

    # --- steps of an update

    def _gather_news(self) -> list[_Part]:
        """Note what changed on each part since the last update; return the parts with news."""
        news = []
        for part in self._parts.values():
            part.news = changes(part.known, part.actor)
            if part.news:
                part.known = _snapshot(part.actor)
                news.append(part)
                if part.news & (Change.PLACE | Change.CAST):
                    self._houses = None
        return news

    def _build_houses(self) -> dict[str, _House]:
        by_world: dict[str, list[_Part]] = {}
        for part in self._parts.values():
            by_world.setdefault(part.world, []).append(part)
        self._houses = {world: _build_house(parts) for world, parts in by_world.items()}
        return self._houses

    def _follow_world(self, seat: _Seat) -> None:
        """A client that is in another world than before has no entities of the old one left."""
        world = seat.viewer.world
        name = None if world is None else world.key.name
        if name != seat.world:
            if seat.shown:
                self.forget(seat.viewer.viewer_id)
            seat.world = name

    def _review(self, seat: _Seat, house: _House | None, recast: Iterable[_Part]) -> set[str]:
        """Despawn and spawn for one viewer; return the ids of those that came."""
        near: set[str] = set()
        arrivals: list[tuple[float, str, _Part]] = []
        if house is not None and seat.viewer.player.placed:
            distances = _distances(house, seat.viewer)
            index = _within_margin(house, seat.viewer, distances)
            near = {house.ids[i] for i in index.tolist()}
            arrivals = [
                (float(distances[i]), house.ids[i], house.parts[i])
                for i in index[distances[index] <= house.ranges[index]].tolist()
                if house.ids[i] not in seat.shown and house.ids[i] not in seat.barred
            ]
        for actor_id in [actor_id for actor_id in seat.shown if actor_id not in near]:
            self._hide(seat, actor_id)
        came: set[str] = set()
        for part in recast:
            if part.actor.actor_id in seat.shown:
                self._hide(seat, part.actor.actor_id)
                self._show(seat, part)
                came.add(part.actor.actor_id)
        arrivals.sort(key=lambda entry: entry[:2])
        for _, actor_id, part in arrivals[: self.spawns_per_tick]:
            self._show(seat, part)
            came.add(actor_id)
        return came

    def _tell(self, seat: _Seat, news: Iterable[_Part]) -> None:
        """Pass news of actors in view on, or keep them until the client reads again."""
        port = seat.viewer.port
        if port.congested:
            for part in news:
                actor_id = part.actor.actor_id
                if actor_id in seat.shown:
                    seat.overdue[actor_id] = seat.overdue.get(actor_id, Change.NONE) | part.news
            return
        pending = {part.actor.actor_id: part.news for part in news if part.actor.actor_id in seat.shown}
        for actor_id, change in seat.overdue.items():
            pending[actor_id] = pending.get(actor_id, Change.NONE) | change
        seat.overdue.clear()
        for actor_id, change in pending.items():
            actor = self._parts[actor_id].actor
            if change & Change.PLACE:
                self._call(seat, actor_id, port.move, actor)
            elif change & Change.LOOK:
                self._call(seat, actor_id, port.look, actor)
            if change & Change.POSE:
                self._call(seat, actor_id, port.pose, actor)
            if change & Change.EQUIPMENT:
                self._call(seat, actor_id, port.equip, actor)

    def _show(self, seat: _Seat, part: _Part) -> None:
        seat.shown[part.actor.actor_id] = part
        self._call(seat, part.actor.actor_id, seat.viewer.port.spawn, part.actor)

    def _hide(self, seat: _Seat, actor_id: str) -> None:
        seat.overdue.pop(actor_id, None)
        if seat.shown.pop(actor_id, None) is not None:
            self._ask(seat, actor_id, seat.viewer.port.despawn, actor_id)

    def _call(self, seat: _Seat, actor_id: str, call: Callable[..., None], *arguments: Any) -> None:
        """Ask a port for something that concerns an actor in view.

        A port that fails at it is spared that actor until its client forgets its entities.
        """
        if actor_id in seat.shown and not self._ask(seat, actor_id, call, *arguments):
            seat.barred.add(actor_id)
            self._hide(seat, actor_id)

    def _ask(self, seat: _Seat, subject: str, call: Callable[..., None], *arguments: Any) -> bool:
        """Whether a port did what it was asked for; a failure is logged."""
        try:
            call(*arguments)
        except Exception:
            log.exception("viewer %d: %s failed for npc %s", seat.viewer.viewer_id, call.__name__, subject)
            return False
        return True


def _snapshot(actor: Actor) -> Actor:
    return replace(actor, equipment=dict(actor.equipment))


def _build_house(parts: list[_Part]) -> _House:
    numbers: dict[tuple[int, int], int] = {}
    chunk_numbers = []
    for part in parts:
        x, z = part.actor.x, part.actor.z
        # A place that isn't finite is near nobody, so its chunk is never asked for.
        chunk = (int(x // CHUNK), int(z // CHUNK)) if isfinite(x) and isfinite(z) else (0, 0)
        chunk_numbers.append(numbers.setdefault(chunk, len(numbers)))
    return _House(
        parts,
        [part.actor.actor_id for part in parts],
        np.array([(part.actor.x, part.actor.z) for part in parts]),
        np.array([anatomy(part.actor.kind).tracking_range for part in parts]),
        list(numbers),
        np.array(chunk_numbers, np.intp),
    )


def _distances(house: _House, viewer: Viewer) -> NDArray[np.float64]:
    """(n,) blocks along the ground, as vanilla measures: somebody high above is seen like somebody near."""
    offsets = house.places - (viewer.player.x, viewer.player.z)
    return np.hypot(offsets[:, 0], offsets[:, 1])


def _within_margin(house: _House, viewer: Viewer, distances: NDArray[np.float64]) -> NDArray[np.intp]:
    """Indices of the parts that a viewer may go on seeing: not too far, in a chunk that its client has."""
    index = np.flatnonzero(distances <= house.ranges + LEAVE_MARGIN)
    numbers = house.chunk_numbers[index]
    held = np.zeros(len(house.chunks), bool)
    for number in np.unique(numbers).tolist():
        held[number] = viewer.holds_chunk(*house.chunks[number])
    kept: NDArray[np.intp] = index[held[numbers]]
    return kept
