"""Takes a body to a place: searches the way, goes it step by step, and knows when it can't."""

from __future__ import annotations

from enum import Enum, auto
from math import dist, hypot
from typing import TYPE_CHECKING, NamedTuple, Protocol

from npc.locomotion.doors import stands_in
from npc.locomotion.follower import Follower
from npc.locomotion.gait import SPRINT_RANGE, SPRINT_SPEED, WALK_SPEED, GaitController
from npc.locomotion.progress import Progress
from npc.locomotion.shore import nearest_shore
from npc.locomotion.steering import Heading, controls_for, grip
from npc.locomotion.stride import STANDING, BlockPosition, Stride
from npc.locomotion.swimming import FLOAT_DEPTH
from world.paths.cells import is_small_enough
from world.paths.route import Abilities, Route
from world.physics.body import Body, Controls
from world.physics.figures import SWIM_DEPTH
from world.physics.rules import PhysicsRules
from world.terrain import Terrain, Vector

if TYPE_CHECKING:
    from world.paths.finder import Pathfinder, Search

SAME_PLACE = 0.5
"""Blocks by which a destination may move and still be the one that it has given up."""
GOAL_TOLERANCE = 1.5
"""Blocks by which a destination may move until another way is searched for."""
REPATH_PAUSE = 8
"""Ticks between two searches for a destination that moves."""
LEVEL_TOLERANCE = 1.0
"""Blocks of height within which a destination counts as reached."""
RESUME_MARGIN = 0.55
"""Blocks beyond the arrival radius from which one that had arrived goes back."""
BRAKED = 0.01
"""Blocks per tick at which it stands."""
RETRY_PAUSE = 20
"""Ticks from a search in vain to the next."""
SHORE_PAUSE = 40
"""Ticks between two looks for a shore."""


class WalkerState(Enum):
    """What a walker is about."""

    IDLE = auto()
    """It has nowhere to go."""
    SEARCHING = auto()
    """It waits for a way."""
    WALKING = auto()
    ARRIVED = auto()
    UNREACHABLE = auto()
    """It has given up. Only another destination, or :meth:`Walker.stop`, makes it try again."""


class Phase(Enum):
    """What its body moves through."""

    GROUND = auto()
    WATER_SWIMMING = auto()


class Ground(Protocol):
    """What a walker has to know of its surroundings."""

    @property
    def now(self) -> int:
        """The tick."""

    @property
    def terrain(self) -> Terrain: ...

    @property
    def rules(self) -> PhysicsRules: ...

    @property
    def paths(self) -> Pathfinder: ...


class _End(NamedTuple):
    """How far it came: the destination that it arrived at or gave up, and where it was then."""

    destination: Vector
    place: Vector


class Walker:
    """The legs of one companion."""

    def __init__(
        self,
        abilities: Abilities,
        *,
        walk: float = WALK_SPEED,
        sprint: float = SPRINT_SPEED,
        sprint_range: float = SPRINT_RANGE,
    ) -> None:
        """``walk`` and ``sprint`` are factors on a vanilla player's walking speed, ``sprint_range`` is in blocks."""
        self.abilities = abilities
        self.gait = GaitController(walk, sprint, sprint_range)
        self.state = WalkerState.IDLE
        self.phase = Phase.GROUND
        self.leader_sprints = False
        """Whether the one that it follows sprints."""
        self._held_still = False
        self.reason = ""
        """Why it last stopped short or gave up, for whoever wants to know."""
        self._progress = Progress()
        self._destination: Vector | None = None
        self._arrive = 0.5
        self._urgent = self._hasty = self._leisurely = False
        self._place: Vector | None = None
        """Where it was in the last tick."""
        self._follower: Follower | None = None
        self._search: Search | None = None
        self._searched_for: Vector | None = None
        self._searched_at = 0
        self._ended: _End | None = None
        """What became of its last destination."""
        self._search_not_before = 0
        self._braking = False
        self._shore: Vector | None = None
        self._shore_at: int | None = None
        self._facing: float | None = None
        self._held: BlockPosition | None = None
        """The door that it held open in the last tick."""

    @property
    def destination(self) -> Vector | None:
        """Where it is told to go."""
        return self._destination

    @property
    def route(self) -> Route | None:
        """The way that it goes."""
        return None if self._follower is None else self._follower.route

    @property
    def stalls(self) -> int:
        """How often in a row it got no further."""
        return self._progress.stalls

    # --- orders

    @property
    def held(self) -> bool:
        """Whether it goes nowhere, whatever it is told."""
        return self._held_still

    @held.setter
    def held(self, held: bool) -> None:
        if held and self._destination is not None:
            self.stop()
        self._held_still = held

    def go(
        self,
        destination: Vector,
        *,
        arrive: float = 0.5,
        urgent: bool = False,
        hasty: bool = False,
        leisurely: bool = False,
    ) -> None:
        """Go to a place (feet, in blocks) until it is at most ``arrive`` blocks away.

        To be called as often as one likes: the same place again changes nothing, and one that moves on a little
        is walked to without waiting for a new way. ``urgent``: at a run beyond the sprint range; ``hasty``: however
        near it is; ``leisurely``: at a walk, however far it is. While it is :attr:`held`, nothing comes of it.
        """
        if self._held_still:
            return
        self._urgent, self._hasty, self._leisurely = urgent, hasty, leisurely
        known = self._destination
        if known is not None and destination == known and arrive == self._arrive:
            return
        self._arrive = arrive
        self._destination = destination
        self._shore = None
        if known is None:
            self._begin()
            return
        if self._ended is not None:
            margin = RESUME_MARGIN if self.state is WalkerState.ARRIVED else SAME_PLACE
            if dist(self._ended.destination, destination) > margin:
                self._begin()
        elif (moved := dist(known, destination)) > GOAL_TOLERANCE:
            if self._place is None or moved > dist(self._place, destination):
                self._begin()  # where it was going is no nearer than where it is
            else:
                self._progress.forget()

    def stop(self) -> None:
        """Go nowhere."""
        self._drop()
        self._destination = self._shore = None
        self.state = WalkerState.IDLE
        self._ended = None
        self.reason = ""

    def _begin(self) -> None:
        """Start over towards the destination."""
        self._drop()
        self.state = WalkerState.SEARCHING
        self._ended = None
        self.reason = ""
        self._progress.forget()

    def _drop(self) -> None:
        self._follower = None
        if self._search is not None:
            self._search.cancel()
            self._search = None
        self._searched_for = None

    # --- time

    def tick(self, body: Body, ground: Ground) -> Stride:
        """What to do in this tick. It moves nothing itself, but gives the body the take-off speed of a leap."""
        stride = self._decide(body, ground)
        held, self._held = self._held, stride.opens
        if held is not None and stride.opens is None and stands_in(body, held):
            # Whatever it has been told since: it doesn't let go of a door in which it stands.
            self._held = held
            return stride._replace(opens=held)
        return stride

    def _decide(self, body: Body, ground: Ground) -> Stride:
        self._place = body.position
        swims = not body.on_ground and body.in_water
        self.phase = Phase.WATER_SWIMMING if swims else Phase.GROUND
        goal = self._destination or self._ashore(body, ground)
        if goal is None:
            return self._rest(body, ground)
        if self.state is not WalkerState.ARRIVED and self._has_arrived(body, goal):
            self._settle(body)
        if self.state in (WalkerState.ARRIVED, WalkerState.UNREACHABLE):
            if not self._was_moved(body, goal):
                return self._rest(body, ground)
            self._begin()
        self._plan(body, goal, ground)
        if self._follower is None:
            return self._rest(body, ground)
        return self._walk(body, goal, ground, self._follower)

    def _ashore(self, body: Body, ground: Ground) -> Vector | None:
        """The shore, for one without a destination who floats about."""
        if self.phase is Phase.WATER_SWIMMING and self.abilities.can_swim:
            if self._shore_at is None or ground.now - self._shore_at >= SHORE_PAUSE:
                self._shore_at = ground.now
                shore = nearest_shore(ground.terrain, body, self.abilities)
                if shore != self._shore:
                    self._shore = shore
                    self._begin()
                    self.state = WalkerState.IDLE
        elif body.on_ground and self._shore is not None and not body.in_water:
            self._shore = self._shore_at = None
            self._drop()
        return self._shore

    def _has_arrived(self, body: Body, goal: Vector) -> bool:
        if hypot(goal[0] - body.x, goal[2] - body.z) > self._arrive:
            return False
        standing = body.on_ground or body.in_water or body.climbing
        airborne = self._follower is not None and self._follower.airborne
        return abs(goal[1] - body.y) < LEVEL_TOLERANCE and standing and not airborne

    def _settle(self, body: Body) -> None:
        """It is there."""
        self._drop()
        if self._destination is not None:
            self.state = WalkerState.ARRIVED
            self.reason = ""
            self._progress.forget()
            self._ended = _End(self._destination, body.position)

    def _was_moved(self, body: Body, goal: Vector) -> bool:
        """Whether somebody took it away from where it had arrived."""
        if self._ended is None or self.state is not WalkerState.ARRIVED:
            return False
        away = hypot(goal[0] - body.x, goal[2] - body.z) > self._arrive + RESUME_MARGIN
        return away and dist(self._ended.place, body.position) > RESUME_MARGIN

    def _rest(self, body: Body, ground: Ground) -> Stride:
        """Stand, or float."""
        self.gait.relax(ground.now, body.x, body.z)
        if body.water > SWIM_DEPTH or body.in_lava:
            self._braking = False
            return Stride(Controls(jump=body.in_lava or body.water > FLOAT_DEPTH))
        if self._braking:
            if body.on_ground and hypot(body.vx, body.vz) > BRAKED:
                return self._stride(Heading(), body, ground.terrain)
            self._braking = not body.on_ground
        if body.climbing and not body.on_ground and self._destination is not None:
            return self._stride(Heading(sneak=True), body, ground.terrain)
        return STANDING

    def _stride(self, heading: Heading, body: Body, terrain: Terrain) -> Stride:
        """The stride of one that isn't on its way."""
        pace = self.gait.pace
        return Stride(controls_for(heading, body, grip(body, terrain, pace), pace))

    # --- ways

    def _plan(self, body: Body, goal: Vector, ground: Ground) -> None:
        """Take up the way that was found; ask for another where that is needed."""
        search, follower = self._search, self._follower
        if follower is not None and follower.airborne:
            return  # first it lands
        if search is not None and search.done:
            self._search = None
            self._take(search.route, body, goal, ground)
        if self.state is WalkerState.UNREACHABLE or self._search is not None:
            return
        follower = self._follower
        if follower is None:
            self._request(body, goal, ground)
        elif not ground.paths.still_valid(ground.terrain, follower.route):
            self.reason = "the way has changed"
            self._follower = None
            self._request(body, goal, ground)
        elif (
            self._searched_for is not None
            and self._searched_for is not goal
            and ground.now - self._searched_at >= REPATH_PAUSE
            and dist(self._searched_for, goal) > GOAL_TOLERANCE
        ):
            self._request(body, goal, ground)  # and go on as before meanwhile

    def _request(self, body: Body, goal: Vector, ground: Ground) -> None:
        if not (body.on_ground or body.in_water or body.climbing) or ground.now < self._search_not_before:
            return  # in the air there is nowhere to start from
        if not is_small_enough(self.abilities.width, self.abilities.height):
            self._give_up("it is too big for any way", body)
            return
        if self._destination is not None and self._follower is None:
            self.state = WalkerState.SEARCHING
        self._searched_for, self._searched_at = goal, ground.now
        self._search = ground.paths.request(
            ground.terrain, body.position, goal, self.abilities, arrive=self._arrive
        )
        if self._search.done:
            route, self._search = self._search.route, None
            self._take(route, body, goal, ground)

    def _take(self, route: Route | None, body: Body, goal: Vector, ground: Ground) -> None:
        """Go a way that was found, unless it is not worth going."""
        if route is None or not route.waypoints:
            self._give_up("there is no way", body)
            return
        if route.partial:
            end = dist(route.waypoints[-1][:3], goal)
            if not self._progress.is_worth_it(end, dist(body.position, goal)):
                self._give_up("no way leads nearer", body)
                return
        before, self._follower = self._follower, Follower(route, self.abilities)
        if before is not None:
            self._follower.join(body, ground.terrain)
        left = self._follower.remaining(body)
        self._progress.set_out(ground.now, left, anew=before is None)
        if before is None:
            self.gait.restart()
        else:
            self.gait.lengthen(left - before.remaining(body))
        if self._destination is not None:
            self.state = WalkerState.WALKING

    def _give_up(self, reason: str, body: Body) -> None:
        self._follower = None
        self.reason = reason
        self._search_not_before = self._searched_at + RETRY_PAUSE
        if self._destination is not None:
            self.state = WalkerState.UNREACHABLE
            self._ended = _End(self._destination, body.position)

    def _walk(self, body: Body, goal: Vector, ground: Ground, follower: Follower) -> Stride:
        terrain, rules = ground.terrain, ground.rules
        self._braking = True
        follower.advance(body)
        if follower.has_arrived(body):
            # At the end of a partial way it searches on; at that of a whole one it is as near as it gets.
            self._follower = None
            if follower.route.partial:
                self._progress.ended(dist(body.position, goal))
            elif self._searched_for is None or dist(self._searched_for, goal) <= SAME_PLACE:
                self._settle(body)
            return self._rest(body, ground)
        if follower.is_lost(body):
            self._stall(body, "it lost its way")
            return self._rest(body, ground)
        left = follower.remaining(body)
        if self._progress.is_stuck(ground.now, left, dist(body.position, goal)):
            self._stall(body, self.reason or "it got no further")
            return self._rest(body, ground)
        pace = self.gait.update(
            ground.now,
            body.x,
            body.z,
            left,
            hold=self._arrive,
            urgent=self._hasty or (self._urgent and left >= self.gait.sprint_range > 0.0),
            leisurely=self._leisurely,
            leader_sprints=self.leader_sprints,
        )
        push = grip(body, terrain, pace)
        heading = follower.steer(body, terrain, pace, push, rules)
        if follower.airborne:
            push = grip(body, terrain, pace)  # it may just have left the ground
        if follower.objection:
            self.reason = follower.objection
        if heading.facing is not None:
            self._facing = heading.facing
        controls = controls_for(heading, body, push, pace)
        return Stride(controls, self._facing, controls.sprint, follower.opens)

    def _stall(self, body: Body, reason: str) -> None:
        """Look for another way, or give up if that has been done often enough."""
        self._follower = None
        self.reason = reason
        if self._progress.stall():
            self._give_up(reason, body)
