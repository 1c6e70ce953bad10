"""What a companion does when nobody asks anything of it: it stays, or it wanders."""

from __future__ import annotations

from enum import IntEnum
from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING, Protocol

from npc.gaze import wrap_degrees
from npc.locomotion.walker import WalkerState
from npc.settle import standing_place
from world.terrain import Vector

if TYPE_CHECKING:
    from npc.npc import Npc
    from npc.surroundings import Surroundings
    from world.paths.route import Route


class Mode(IntEnum):
    """Numbers as they are saved."""

    STAY = 0
    FOLLOW = 1
    """Reserved: it stays."""
    WANDER = 2
    """Strolls of up to the wander radius, from wherever it is."""
    WANDER_BY_RADIUS = 3
    """Strolls within the wander radius of its home."""


OFFERED = {mode: mode.name.lower() for mode in (Mode.STAY, Mode.WANDER, Mode.WANDER_BY_RADIUS)}
"""Modes that a configuration may ask for, with the word for each."""

HOME_MARGIN = 0.6
"""Blocks along the ground that a companion may be away from home and still be there."""
HOME_PRECISION = 0.2
"""Blocks that one who goes home comes near it on its way; small steps do the rest."""
SMALL_STEP, SMALL_STEPS = 0.1, 12
"""Blocks, and how many of them it tries: where its home is taken, it stays beside it."""
IN_PLACE = 1e-6
"""Blocks from home that are none."""
GOES_HOME = "goes home"
LEFT_ALONE = 60
"""Ticks since somebody hit, pushed or used it before it goes its own way."""
RETRY = 200
"""Ticks until it tries again to reach a home that it couldn't reach."""

STROLL_LEAST = 2.0
"""Blocks along the ground; anything nearer is no stroll."""
STROLL_RISE, STROLL_FALL = 3, 4
"""Blocks that a stroll may end above or below its start."""
STROLL_TRIES = 6
"""Places looked at in a tick before another one has to do."""
PAUSE = (40, 160)
"""Ticks that it stands between two strolls, and when a stroll came to nothing."""
BRIEF_PAUSE = (10, 30)
GLANCE_EVERY = (30, 90)
"""Ticks between two looks about while it stands."""
GLANCE_YAW, GLANCE_PITCH = 70.0, 15.0
"""Most degrees off the direction of its body that such a look goes."""
OUTSIDE = 0.5
"""Blocks that a way within a radius may lead out of it, for the middle of its blocks counts."""

UNDERWAY = (WalkerState.SEARCHING, WalkerState.WALKING)


class Behaviour(Protocol):
    """What a mode makes a companion do."""

    def decide(self, npc: Npc, around: Surroundings) -> None:
        """Once a tick, before it moves: set the walker going, or leave it."""

    def wants(self, npc: Npc) -> bool:
        """Whether it isn't where it belongs, or on its way there, so that nothing of its own accord comes first."""

    def is_content(self, npc: Npc) -> bool:
        """Whether it would do nothing in the ticks to come, if nobody comes near."""

    def leave(self, npc: Npc) -> None:
        """Something else takes the body: give back what it has of it."""

    @property
    def due(self) -> int | None:
        """The tick in which a content one does something all the same; None: never."""

    def look(self, npc: Npc, now: int) -> tuple[float, float, bool]:
        """Yaw and pitch in degrees where it looks when nobody is near, and whether its body turns there too."""


class Stay:
    """Stands at home and goes back there when it was moved away."""

    due = None

    def __init__(self) -> None:
        self._retry = 0
        self._small_steps = 0

    def decide(self, npc: Npc, around: Surroundings) -> None:
        state = npc.walker.state
        if npc.is_bothered(around.now):
            self._small_steps = SMALL_STEPS
        if state is not WalkerState.IDLE:
            if state in UNDERWAY and not npc.is_bothered(around.now):
                return
            if state is WalkerState.ARRIVED:
                self._small_steps = SMALL_STEPS
            elif state is WalkerState.UNREACHABLE:
                self._retry = around.now + RETRY
            npc.walker.stop()
            npc.purpose = ""
        if npc.is_bothered(around.now):
            return
        if npc.hovers:
            self._small_steps = 0
            _glide_home(npc)
        elif _is_home(npc):
            if self._small_steps:
                self._step_into_place(npc)
        elif around.now >= self._retry:
            x, y, z = npc.home
            place = standing_place(around.terrain, x, y, z, npc.body, fall=STROLL_FALL, rise=0)
            npc.purpose = GOES_HOME
            npc.walker.go(place or npc.home, arrive=HOME_PRECISION)

    def _step_into_place(self, npc: Npc) -> None:
        """Move to the very place that is home, unless others don't let it."""
        body, (x, _, z) = npc.body, npc.home
        dx, dz = x - body.x, z - body.z
        away = hypot(dx, dz)
        if away < IN_PLACE:
            if body.on_ground:
                self._small_steps = 0
                body.x, body.z = x, z
                body.vx = body.vz = 0.0
                npc.purpose = ""
        elif npc.resting or self._small_steps < SMALL_STEPS:  # it begins when it stands still
            self._small_steps -= 1
            npc.purpose = GOES_HOME if self._small_steps else ""
            share = min(1.0, SMALL_STEP / away)
            body.vx, body.vz = dx * share, dz * share

    def wants(self, npc: Npc) -> bool:
        return bool(self._small_steps) or npc.walker.state is not WalkerState.IDLE or not _is_home(npc)

    def is_content(self, npc: Npc) -> bool:
        actor = npc.actor
        return actor.yaw == actor.head_yaw == npc.home_yaw and not actor.pitch and not self.wants(npc)

    def leave(self, npc: Npc) -> None: ...

    def look(self, npc: Npc, now: int) -> tuple[float, float, bool]:
        return npc.home_yaw, 0.0, True


class Wander:
    """Strolls about, with pauses in which it looks around."""

    due = None

    def __init__(self, radius: float, *, from_home: bool) -> None:
        """``radius`` in blocks around its home, or around wherever it is when it sets out."""
        self.radius = radius
        self.from_home = from_home
        self._next_stroll: int | None = None
        self._strolling = False
        self._centre: Vector = (0.0, 0.0, 0.0)
        self._bound = radius
        self._approved: Route | None = None
        self._glance: tuple[float, float] | None = None
        """Yaw and pitch in degrees."""
        self._next_glance = 0

    def decide(self, npc: Npc, around: Surroundings) -> None:
        now, walker = around.now, npc.walker
        if self._next_stroll is None:
            self._next_stroll = now + npc.random.randint(*BRIEF_PAUSE)
        if self._strolling:
            if npc.is_bothered(now) or walker.state not in UNDERWAY:
                self._stand(npc, now, PAUSE)
            elif walker.route is not None and walker.route is not self._approved:
                self._approved = walker.route
                if not self._is_fine(walker.route):
                    self._stand(npc, now, BRIEF_PAUSE)
        elif now >= self._next_stroll and not npc.is_bothered(now):
            self._set_out(npc, around)

    def _set_out(self, npc: Npc, around: Surroundings) -> None:
        body, random = npc.body, npc.random
        self._centre = npc.home if self.from_home else body.position
        x, _, z = self._centre
        away = hypot(body.x - x, body.z - z)
        for _ in range(STROLL_TRIES):
            # The root makes every place of the disc as likely as any other.
            distance, direction = self.radius * sqrt(random.random()), 2.0 * pi * random.random()
            place = standing_place(
                around.terrain, x + distance * cos(direction), body.y, z + distance * sin(direction), body,
                rise=STROLL_RISE, fall=STROLL_FALL,
            )  # fmt: skip
            if (
                place is not None
                and hypot(place[0] - x, place[2] - z) <= self.radius
                and hypot(place[0] - body.x, place[2] - body.z) >= STROLL_LEAST
            ):
                self._strolling = True
                self._bound = max(self.radius, away) + OUTSIDE
                self._approved = None
                npc.purpose = "strolls"
                npc.walker.go(place, leisurely=True)
                return
        self._next_stroll = around.now + random.randint(*BRIEF_PAUSE)

    def _is_fine(self, route: Route) -> bool:
        """Whether a way leads where it should without leaving the radius."""
        return not route.partial and stays_within(route, self._centre, self._bound)

    def _stand(self, npc: Npc, now: int, pause: tuple[int, int]) -> None:
        npc.walker.stop()
        npc.purpose = ""
        self._strolling = False
        self._next_stroll = now + npc.random.randint(*pause)
        self._glance = npc.actor.yaw, 0.0
        self._next_glance = now + npc.random.randint(*GLANCE_EVERY)

    def wants(self, npc: Npc) -> bool:
        if self._strolling or not self.from_home:
            return self._strolling
        return hypot(npc.body.x - npc.home[0], npc.body.z - npc.home[2]) > self.radius + OUTSIDE

    def is_content(self, npc: Npc) -> bool:
        return False  # the next stroll is never far

    def leave(self, npc: Npc) -> None: ...

    def look(self, npc: Npc, now: int) -> tuple[float, float, bool]:
        if self._glance is None:
            self._glance = npc.actor.yaw, 0.0
        elif now >= self._next_glance:
            yaw = npc.actor.yaw + npc.random.uniform(-GLANCE_YAW, GLANCE_YAW)
            self._glance = wrap_degrees(yaw), npc.random.uniform(-GLANCE_PITCH, GLANCE_PITCH)
            self._next_glance = now + npc.random.randint(*GLANCE_EVERY)
        return *self._glance, False


def _glide_home(npc: Npc) -> None:
    """Drift to the very place that is home, as far as nothing is in between."""
    body = npc.body
    way = [home - place for home, place in zip(npc.home, body.position, strict=True)]
    away = hypot(*way)
    if away < IN_PLACE:
        body.x, body.y, body.z = npc.home
        body.vx = body.vy = body.vz = 0.0
        npc.purpose = ""
    else:
        share = min(1.0, SMALL_STEP / away)
        body.vx, body.vy, body.vz = (part * share for part in way)
        npc.purpose = GOES_HOME


def stays_within(route: Route, centre: Vector, radius: float) -> bool:
    """Whether a way never leads further from a place than so many blocks along the ground."""
    x, _, z = centre
    return all(hypot(w.x - x, w.z - z) <= radius for w in route.waypoints)


def _is_home(npc: Npc) -> bool:
    if npc.hovers:
        return npc.body.position == npc.home
    return hypot(npc.body.x - npc.home[0], npc.body.z - npc.home[2]) <= HOME_MARGIN


def behaviour_of(mode: Mode, wander_radius: float) -> Behaviour:
    """What a companion in a mode does; ``wander_radius`` in blocks."""
    match mode:
        case Mode.WANDER:
            return Wander(wander_radius, from_home=False)
        case Mode.WANDER_BY_RADIUS:
            return Wander(wander_radius, from_home=True)
        case _:
            return Stay()
