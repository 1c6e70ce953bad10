"""What a companion does in each state of the chain."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from math import cos, dist, hypot, radians, sin
from typing import TYPE_CHECKING, Protocol

from npc.beds import Bed, Beds, beds_near, is_bed
from npc.emotes import Clip
from npc.locomotion.walker import WalkerState
from npc.modes import OUTSIDE, STROLL_FALL, STROLL_RISE, STROLL_TRIES, UNDERWAY, Mode, stays_within
from npc.settle import standing_place
from world.terrain import Vector

if TYPE_CHECKING:
    from npc.npc import Npc
    from npc.surroundings import Surroundings
    from world.paths.route import Route

STANDS, LOUNGES, SLUMBERS, WALKS, PLAYS = 120, 400, 600, 100, 20
"""Ticks until the chain goes on from a state: stand, sit, sleep, stroll, an emote (which takes its own time)."""
STROLL = (2.0, 5.0)
"""Blocks of a stroll along the ground."""
STROLL_ANGLE = 35.0
"""Degrees that it leads off to either side of straight left or right."""
DETOUR = 8.0
"""Blocks of the longest way that is a stroll still."""
BED_REACH = 16
"""Blocks of the longest way to a bed."""
BEDS_TRIED = 3
MOVED = 0.05
"""Blocks by which somebody who sits or lies has been moved away."""


class Outcome(Enum):
    """What has become of a pastime."""

    GOES_ON = auto()
    OVER = auto()
    """It has come to its end."""
    FUTILE = auto()
    """It came to nothing, or nothing is left of it: idleness is what remains."""


class Pastime(Protocol):
    """What one companion does in a state, again and again."""

    length: int
    """Ticks until the chain goes on."""
    lasts: bool
    """Whether it goes on when the chain chooses it again; else it begins anew."""

    yields: bool
    """Whether it waits until its companion is where it belongs."""

    def begin(self, npc: Npc, around: Surroundings) -> Outcome: ...

    def tick(self, npc: Npc, around: Surroundings) -> Outcome:
        """A tick of it, after the first, in which the companion is awake."""

    def end(self, npc: Npc) -> None:
        """Give the body back, whatever became of it."""

    def rests(self, npc: Npc) -> bool:
        """Whether it needs no tick until something happens to the companion."""


class Stand:
    """Does nothing."""

    length, lasts, yields = STANDS, True, True

    def begin(self, npc: Npc, around: Surroundings) -> Outcome:
        return Outcome.GOES_ON

    def tick(self, npc: Npc, around: Surroundings) -> Outcome:
        return Outcome.GOES_ON

    def end(self, npc: Npc) -> None: ...

    def rests(self, npc: Npc) -> bool:
        return True


class _Posed:
    """Has the body in a posture, as long as nothing moves it and nothing else is played."""

    _place: Vector | None = None

    def _pose(self, npc: Npc, place: Vector, clip: Clip) -> None:
        self._place = place
        npc.acting.hold(clip)

    def _is_undisturbed(self, npc: Npc) -> bool:
        return (
            self._place is not None
            and npc.acting.is_holding
            and dist(self._place, npc.body.position) <= MOVED
        )

    def rests(self, npc: Npc) -> bool:
        return self._place is not None and npc.acting.is_holding

    def _unpose(self, npc: Npc) -> None:
        self._place = None
        if npc.acting.is_holding:
            npc.acting.let_go()


class Sit(_Posed):
    """Sits down where it stands. Its head stays free to look at who comes."""

    length, lasts, yields = LOUNGES, True, False

    def begin(self, npc: Npc, around: Surroundings) -> Outcome:
        if not npc.embodiment.stands:
            return Outcome.FUTILE
        clip = replace(npc.acting.clips["sit"], head_yaw=None, head_pitch=None)
        self._pose(npc, npc.body.position, clip)
        return Outcome.GOES_ON

    def tick(self, npc: Npc, around: Surroundings) -> Outcome:
        return Outcome.GOES_ON if self._is_undisturbed(npc) else Outcome.FUTILE

    def end(self, npc: Npc) -> None:
        self._unpose(npc)


class Trip:
    """A way that is only worth going if it is short and stays within bounds."""

    def __init__(self, longest: float) -> None:
        """``longest``: blocks."""
        self._longest = longest
        self._approved: Route | None = None
        self._centre: Vector | None = None
        self._bound = 0.0
        self.is_on = False

    def begin(
        self, npc: Npc, place: Vector, purpose: str, centre: Vector | None = None, bound: float = 0.0
    ) -> None:
        """Go to a place, never further than ``bound`` blocks along the ground from the ``centre``, if there is one."""
        self._approved, self._centre, self._bound = None, centre, bound
        self.is_on = True
        npc.purpose = purpose
        npc.walker.go(place, leisurely=True)

    def tick(self, npc: Npc) -> Outcome:
        """Whether it goes on, has arrived, or isn't worth going."""
        walker = npc.walker
        if walker.state is WalkerState.ARRIVED:
            return Outcome.OVER
        if walker.state not in UNDERWAY:
            return Outcome.FUTILE
        route = walker.route
        if route is not None and route is not self._approved:
            self._approved = route
            if not self._is_fine(route):
                return Outcome.FUTILE
        return Outcome.GOES_ON

    def end(self, npc: Npc) -> None:
        if self.is_on:
            self.is_on = False
            npc.walker.stop()
            npc.purpose = ""

    def _is_fine(self, route: Route) -> bool:
        if route.partial or route.length > self._longest:
            return False
        return self._centre is None or stays_within(route, self._centre, self._bound)


class Stroll:
    """Walks a few blocks to one side of the way it faces, inside its home's radius if its mode has one."""

    length, lasts, yields = WALKS, False, False

    def __init__(self, side: float) -> None:
        """``side``: degrees away from where it faces, -90 its left, 90 its right."""
        self._side = side
        self._trip = Trip(DETOUR)

    def begin(self, npc: Npc, around: Surroundings) -> Outcome:
        body, random, radius = npc.body, npc.random, npc.definition.wander_radius
        if not npc.embodiment.stands:
            return Outcome.FUTILE
        centre = npc.home if npc.mode is Mode.WANDER_BY_RADIUS else None
        least, most = STROLL
        for _ in range(STROLL_TRIES):
            angle = radians(npc.actor.yaw + self._side + random.uniform(-STROLL_ANGLE, STROLL_ANGLE))
            far = random.uniform(least, max(least, min(most, radius)))
            place = standing_place(
                around.terrain, body.x - far * sin(angle), body.y, body.z + far * cos(angle), body,
                rise=STROLL_RISE, fall=STROLL_FALL,
            )  # fmt: skip
            if place is None or not least <= hypot(place[0] - body.x, place[2] - body.z) <= most:
                continue
            if centre is None or hypot(place[0] - centre[0], place[2] - centre[2]) <= radius:
                self._trip.begin(npc, place, "strolls", centre, radius + OUTSIDE)
                return Outcome.GOES_ON
        return Outcome.FUTILE

    def tick(self, npc: Npc, around: Surroundings) -> Outcome:
        return self._trip.tick(npc)

    def end(self, npc: Npc) -> None:
        self._trip.end(npc)

    def rests(self, npc: Npc) -> bool:
        return False


class Sleep(_Posed):
    """Goes to the nearest free bed and sleeps in it; at night, where there is none, on the ground."""

    length, lasts, yields = SLUMBERS, True, False

    def __init__(self) -> None:
        self._trip = Trip(BED_REACH)
        self._candidates: list[Bed] = []
        self._bed: Bed | None = None
        self._bedside: Vector | None = None
        self._beds: Beds | None = None
        """Those of its world, one of which it may have taken."""
        self._since_night = False
        """Whether it lay down at night: then it gets up by day."""

    def begin(self, npc: Npc, around: Surroundings) -> Outcome:
        if not npc.embodiment.stands:
            return Outcome.FUTILE
        self._candidates = beds_near(around.terrain.world, npc.body.position, BED_REACH)[:BEDS_TRIED]
        return self._set_out(npc, around)

    def tick(self, npc: Npc, around: Surroundings) -> Outcome:
        if self._place is not None:
            return self._sleep(npc, around)
        if not self._trip.is_on:
            return self._lie_here(npc, around)
        match self._trip.tick(npc):
            case Outcome.OVER:
                return self._lie_down(npc, around)
            case Outcome.FUTILE:
                self._trip.end(npc)
                return self._set_out(npc, around)
        return Outcome.GOES_ON

    def end(self, npc: Npc) -> None:
        self._trip.end(npc)
        in_bed = self._bed is not None and self._is_undisturbed(npc)
        self._unpose(npc)
        npc.asleep = False
        npc.actor.bed = self._bed = None
        if self._beds is not None:
            self._beds.release(npc.id)
            self._beds = None
        if in_bed and self._bedside is not None:
            npc.put(*self._bedside)

    def _set_out(self, npc: Npc, around: Surroundings) -> Outcome:
        self._beds = around.beds
        while self._candidates:
            bed = self._candidates.pop(0)
            if bed.place(around.terrain, npc.body) is None:
                continue
            self._bedside = bed.bedside(around.terrain, npc.body)
            if self._bedside is not None and around.beds.take(npc.id, npc.world, bed):
                self._bed = bed
                self._trip.begin(npc, self._bedside, "goes to bed")
                return Outcome.GOES_ON
        self._bed = None
        around.beds.release(npc.id)
        return self._lie_here(npc, around)

    def _lie_here(self, npc: Npc, around: Surroundings) -> Outcome:
        """Sleep on the ground, as soon as it stands still."""
        if not around.terrain.world.is_night:
            return Outcome.FUTILE
        if npc.embodiment.stands:
            self._fall_asleep(npc, around, npc.body.position)
        return Outcome.GOES_ON

    def _lie_down(self, npc: Npc, around: Surroundings) -> Outcome:
        self._trip.end(npc)
        bed = self._bed
        if bed is None or not is_bed(around.terrain.world, bed):
            return self._set_out(npc, around)
        place = bed.place(around.terrain, npc.body)
        if place is None:
            return self._set_out(npc, around)
        npc.put(*place)
        actor = npc.actor
        actor.bed, actor.yaw = bed.head, bed.yaw
        self._fall_asleep(npc, around, place)
        return Outcome.GOES_ON

    def _fall_asleep(self, npc: Npc, around: Surroundings, place: Vector) -> None:
        self._since_night = around.terrain.world.is_night
        npc.asleep = True
        npc.actor.head_yaw, npc.actor.pitch = npc.actor.yaw, 0.0
        self._pose(npc, place, npc.acting.clips["sleep"])

    def _sleep(self, npc: Npc, around: Surroundings) -> Outcome:
        view = around.terrain.world
        if not self._is_undisturbed(npc) or (self._bed is not None and not is_bed(view, self._bed)):
            return Outcome.FUTILE
        if view.is_night:
            self._since_night = True
        elif self._since_night:
            return Outcome.FUTILE
        return Outcome.GOES_ON


class Special:
    """Plays one of the emotes that are for idle moments."""

    length, lasts, yields = PLAYS, False, True

    def begin(self, npc: Npc, around: Surroundings) -> Outcome:
        emotes = npc.acting.emotes
        pool = emotes.catalogue.idle_pool
        if not pool or not emotes.try_emote(npc.random.choice(pool).id):
            return Outcome.FUTILE
        return Outcome.GOES_ON

    def tick(self, npc: Npc, around: Surroundings) -> Outcome:
        return Outcome.GOES_ON

    def end(self, npc: Npc) -> None: ...

    def rests(self, npc: Npc) -> bool:
        return True
