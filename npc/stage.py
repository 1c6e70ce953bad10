"""Which client sees which companion, and what each client still has to be told."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from npc.cast import CAST, EQUIPMENT, LOOK, MOOD, NAME_LINE, PLACE, POSE, House, Part
from npc.cues import Cue, Flinch, Particles, Say, Sound, Swing
from npc.open_doors import OpenDoors
from npc.stage_port import Actor, Viewer

log = logging.getLogger(__name__)

SPAWNS_PER_TICK = 8
"""New actors per viewer and tick."""
EVERYBODY = "*"
"""In log lines, for what concerns all actors."""


@dataclass(slots=True, eq=False)
class _Seat:
    """A viewer and what it has been shown."""

    viewer: Viewer
    world: str | None = None
    shown: dict[str, Part] = field(default_factory=dict)
    overdue: dict[str, int] = field(default_factory=dict)
    """News held back while the client was congested."""
    barred: set[str] = field(default_factory=set)
    """Actors that this client's port failed on."""
    doors: OpenDoors = field(default_factory=OpenDoors)
    house: House | None = None
    """The one that :attr:`settled` is about."""
    settled: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, bool))
    """(n,) which parts of the house are shown or barred."""

    def settle(self, house: House) -> list[str]:
        """Look at who is shown in the rows of a house; return the ids of those shown that aren't in it any more."""
        if self.house is house:
            return []
        self.house = house
        self.settled = np.zeros(len(house.parts), bool)
        for row, part in enumerate(house.parts):
            actor_id = part.actor.actor_id
            self.settled[row] = actor_id in self.shown or actor_id in self.barred
        return [actor_id for actor_id, part in self.shown.items() if part.world != self.world]

    def unsettle(self) -> None:
        """Look anew at the next occasion."""
        self.house = None


class Stage:
    """Shows actors to viewers: :meth:`update` once a tick when everybody has moved, then :meth:`flush`."""

    def __init__(self, *, spawns_per_tick: int = SPAWNS_PER_TICK) -> None:
        self.spawns_per_tick = spawns_per_tick
        self._parts: dict[str, Part] = {}
        self._seats: dict[int, _Seat] = {}
        self._houses: dict[str, House] | None = None

    # --- who takes part

    def enter(self, actor: Actor, world: str) -> None:
        """Put an actor on, in the world of that name. Raises ValueError when its id is on already."""
        if actor.actor_id in self._parts:
            raise ValueError(f"actor {actor.actor_id!r} is on the stage already")
        self._parts[actor.actor_id] = Part.of(actor, world)
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
        seat.doors.forget()
        seat.unsettle()
        self._ask(seat, EVERYBODY, seat.viewer.port.forget_all)

    def sees(self, viewer_id: int, actor_id: str) -> bool:
        """Whether a client has the actor right now."""
        seat = self._seats.get(viewer_id)
        return seat is not None and actor_id in seat.shown

    def near(self, world: str, x: float, z: float, radius: float) -> list[str]:
        """Ids of the actors that were at most ``radius`` blocks along the ground from a place at the last update."""
        house = (self._houses or {}).get(world)
        return [] if house is None else [part.actor.actor_id for part in house.within(x, z, radius)]

    # --- showing

    def update(self, awake: Iterable[str] | None = None) -> None:
        """Spawn what came into view, despawn what left it, and tell of what changed.

        ``awake``: ids of the actors that may look otherwise than at the last update; None: any may.
        """
        news = self._gather_news(awake)
        houses = self._houses if self._houses is not None else self._build_houses()
        recast = [part for part in news if part.news & CAST]
        holders = [part.actor for part in self._parts.values() if part.actor.holds_open is not None]
        for seat in list(self._seats.values()):
            self._follow_world(seat)
            came = self._review(seat, houses.get(seat.world) if seat.world is not None else None, recast)
            self._tell(seat, news, came)
            if holders or seat.doors.blocks:
                self._show_doors(seat, holders)

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
                case Particles():
                    self._call(seat, actor_id, port.particles, actor, cue)
                case Say(viewer_id, text):
                    if viewer_id == seat.viewer.viewer_id:
                        self._call(seat, actor_id, port.say, text)

    def flush(self) -> None:
        """Send what the calls since the last flush have to say."""
        for seat in list(self._seats.values()):
            self._ask(seat, EVERYBODY, seat.viewer.port.flush)

    # --- steps of an update

    def _gather_news(self, awake: Iterable[str] | None) -> list[Part]:
        """Note what changed on those who may have changed since the last update; return the parts with news."""
        if awake is None:
            parts: Iterable[Part] = self._parts.values()
        else:
            parts = [part for actor_id in awake if (part := self._parts.get(actor_id)) is not None]
        news = [part for part in parts if part.gather_news()]
        houses = self._houses
        if houses is not None:
            if any(part.news & CAST for part in news):
                self._houses = None  # its range may be another
                return news
            for world, house in houses.items():
                house.place([part for part in news if part.news & PLACE and part.world == world])
            if any(house.worn for house in houses.values()):
                self._houses = None
        return news

    def _build_houses(self) -> dict[str, House]:
        by_world: dict[str, list[Part]] = {}
        for part in self._parts.values():
            by_world.setdefault(part.world, []).append(part)
        self._houses = {world: House(parts) for world, parts in by_world.items()}
        return self._houses

    def _follow_world(self, seat: _Seat) -> None:
        """A client that is in another world than before has no entities of the old one left."""
        world = seat.viewer.world
        name = None if world is None else world.key.name
        if name != seat.world:
            if seat.shown:
                self.forget(seat.viewer.viewer_id)
            seat.world = name

    def _review(self, seat: _Seat, house: House | None, recast: Iterable[Part]) -> set[str]:
        """Despawn and spawn for one viewer; return the ids of those that came."""
        if house is None or not seat.viewer.player.placed:
            seat.unsettle()
            for actor_id in list(seat.shown):
                self._hide(seat, actor_id)
            return set()
        for actor_id in seat.settle(house):
            self._hide(seat, actor_id)
        distances = house.distances(seat.viewer)
        near = house.in_margin(seat.viewer, distances)
        for row in np.flatnonzero(seat.settled & ~near).tolist():
            self._hide(seat, house.parts[row].actor.actor_id)
        came: set[str] = set()
        for part in recast:
            if part.actor.actor_id in seat.shown:
                self._hide(seat, part.actor.actor_id)
                self._show(seat, part)
                came.add(part.actor.actor_id)
        new = np.flatnonzero(near & ~seat.settled & (distances <= house.ranges))
        arrivals = [
            (float(distances[row]), house.parts[row].actor.actor_id, house.parts[row]) for row in new.tolist()
        ]
        arrivals.sort(key=lambda entry: entry[:2])
        for _, actor_id, part in arrivals[: self.spawns_per_tick]:
            self._show(seat, part)
            came.add(actor_id)
        return came

    def _tell(self, seat: _Seat, news: Iterable[Part], came: set[str]) -> None:
        """Pass news of actors in view on, or keep them until the client reads again."""
        pending = {
            actor_id: part.news
            for part in news
            if (actor_id := part.actor.actor_id) in seat.shown and actor_id not in came
        }
        overdue = seat.overdue
        if overdue or seat.viewer.port.congested:
            for actor_id, change in pending.items():
                overdue[actor_id] = overdue.get(actor_id, 0) | change
            if seat.viewer.port.congested:
                return
            pending, seat.overdue = overdue, {}
        for actor_id, change in pending.items():
            self._update(seat, self._parts[actor_id].actor, change)

    def _update(self, seat: _Seat, actor: Actor, change: int) -> None:
        """Tell a client what changed on an actor that it has."""
        port = seat.viewer.port
        try:
            if change & PLACE:
                port.move(actor)
            elif change & LOOK:
                port.look(actor)
            if change & EQUIPMENT:  # before the pose: clients use what is in the hand when the use begins
                port.equip(actor)
            if change & POSE:
                port.pose(actor)
            if change & MOOD:
                port.mood(actor)
            if change & NAME_LINE:
                port.name_line(actor)
        except Exception:
            self._report(seat, actor.actor_id, "update")
            self._bar(seat, actor.actor_id)

    def _show_doors(self, seat: _Seat, holders: Iterable[Actor]) -> None:
        doors = [
            actor.holds_open
            for actor in holders
            if actor.holds_open is not None and actor.actor_id in seat.shown
        ]
        self._ask(seat, EVERYBODY, seat.doors.show, seat.viewer, doors)

    def _show(self, seat: _Seat, part: Part) -> None:
        seat.shown[part.actor.actor_id] = part
        if seat.house is not None:
            seat.settled[part.row] = True
        self._call(seat, part.actor.actor_id, seat.viewer.port.spawn, part.actor)

    def _hide(self, seat: _Seat, actor_id: str) -> None:
        seat.overdue.pop(actor_id, None)
        part = seat.shown.pop(actor_id, None)
        if part is None:
            return
        if seat.house is not None and part.world == seat.world:
            seat.settled[part.row] = actor_id in seat.barred
        self._ask(seat, actor_id, seat.viewer.port.despawn, actor_id)

    def _bar(self, seat: _Seat, actor_id: str) -> None:
        """Spare a port that failed on an actor that actor, until its client forgets its entities."""
        seat.barred.add(actor_id)
        self._hide(seat, actor_id)

    def _call(self, seat: _Seat, actor_id: str, call: Callable[..., None], *arguments: Any) -> None:
        """Ask a port for something that concerns an actor in view."""
        if actor_id in seat.shown and not self._ask(seat, actor_id, call, *arguments):
            self._bar(seat, actor_id)

    def _ask(self, seat: _Seat, subject: str, call: Callable[..., None], *arguments: Any) -> bool:
        """Whether a port did what it was asked for; a failure is logged."""
        try:
            call(*arguments)
        except Exception:
            self._report(seat, subject, call.__name__)
            return False
        return True

    def _report(self, seat: _Seat, subject: str, what: str) -> None:
        log.exception("viewer %d: %s failed for npc %s", seat.viewer.viewer_id, what, subject)
