"""Along a route: which waypoint is next, and what the body does to get to it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import dist, hypot

from npc.gaze import direction
from npc.locomotion.climbing import climb
from npc.locomotion.doors import door_on_way
from npc.locomotion.footing import CLIFF, harm_in, objection
from npc.locomotion.gait import Pace
from npc.locomotion.leap import Leap, TakeOff, take_off
from npc.locomotion.steering import Heading, cruise, grip, speed_to_stop
from npc.locomotion.stride import BlockPosition
from npc.locomotion.swimming import swim
from world.paths.finder import straight
from world.paths.route import Abilities, Move, Route, Waypoint
from world.physics.body import Body
from world.physics.collision import moved
from world.physics.figures import SWIM_DEPTH
from world.physics.rules import MODERN, PhysicsRules
from world.physics.support import is_climbable
from world.terrain import Terrain, Vector

RADIUS = 0.25
"""Blocks within which a waypoint is reached: tight enough that a body doesn't touch the corner behind it."""
EXACT_RADIUS = 0.12
"""The same where the next move needs a certain place: a ladder, a door, the take-off of a leap."""
SWIM_RADIUS = 0.7
SWIM_END_RADIUS = 0.5
SWIM_TOLERANCE = 1.0
"""Blocks along the ground, at the way's end as well, and of height, within which a place in water is reached."""
CLIMB_RADIUS, CLIMB_TOLERANCE = 0.5, 0.25
"""Blocks along the ground, and of height, within which a place on a ladder is reached."""
STEP_TOLERANCE = 0.6
"""Blocks of height by which feet may be off a waypoint that is walked to."""
CARROT = 0.7
"""Blocks ahead on the segment that a body walks towards: it comes back to the line without turning sharply."""
TURN_SPEED = 0.1
"""Blocks per tick at which a corner of 90° or more is taken."""
DROP_SPEED = 0.15
DROP_DISTANCE = 1.0
"""Blocks per tick over an edge, and blocks before the place below from which on."""
WHOLE_BLOCK = 1.01
"""Blocks of rise that are more than a whole block's."""
JUMP_DISTANCE = 1.0
"""Blocks before a rise at which it jumps, if it is too high for a hop."""
LOOK_AHEAD = 7
"""Waypoints among which one is looked for that is straight ahead."""
OFF_LINE = 1.5
"""Blocks beside its segment at which a body is lost."""
BELOW_LINE = 1.6
"""Blocks under its segment at which a body is lost: it fell off."""
CALM_LEAP = 0.5
"""Blocks per tick: a take-off that takes no more needs no run-up."""
SAMPLE = 0.5
"""Blocks between two places at which the ground ahead is looked at."""
STRIDE = 0.2
"""Blocks of a step in a run-up: with none left the leap begins."""
LEVEL_RUN = 0.1
"""Blocks of a step down that still belong to a run-up."""
GLANCE = 0.3
"""Blocks ahead that are looked at at the least."""

_EXACT = (Move.CLIMB, Move.LEAP, Move.DOOR)


class Follower:
    """A body's way along one route."""

    def __init__(self, route: Route, abilities: Abilities) -> None:
        self.route = route
        self.abilities = abilities
        self.index = 0
        """Of the waypoint that is next."""
        self._run_up = replace(abilities, max_drop=LEVEL_RUN, can_swim=False, can_climb=False)
        self.opens: BlockPosition | None = None
        """The door that has to be open in this tick."""
        self.objection = ""
        """Why it went no further in the last tick; empty when it did."""
        self.target = route.waypoints[0]
        """The waypoint that is next."""
        self._from: Vector = route.start
        self._left_after = _lengths_left(route)
        self._has_doors = any(waypoint.move is Move.DOOR for waypoint in route.waypoints)
        self._leap: Leap | None = None

    @property
    def following(self) -> Waypoint | None:
        """The waypoint after the next."""
        index = self.index + 1
        return self.route.waypoints[index] if index < len(self.route.waypoints) else None

    @property
    def airborne(self) -> bool:
        """Whether it is in the middle of a leap."""
        return self._leap is not None

    def remaining(self, body: Body) -> float:
        """Blocks left to the route's end."""
        target = self.target
        return dist(body.position, (target.x, target.y, target.z)) + self._left_after[self.index]

    def is_lost(self, body: Body) -> bool:
        """Whether the body is so far off that the route leads it nowhere."""
        if self._leap is not None:
            return False
        x, z = self._on_segment(body, 0.0)
        low = min(self._from[1], self.target.y)
        high = max(self._from[1], self.target.y)
        return (
            hypot(x - body.x, z - body.z) > OFF_LINE
            or body.y < low - BELOW_LINE
            or (body.on_ground and body.y > high + BELOW_LINE)
        )

    def has_arrived(self, body: Body) -> bool:
        """Whether the last waypoint is reached."""
        return self.following is None and self._is_reached(body, EXACT_RADIUS)

    # --- waypoints

    def join(self, body: Body, terrain: Terrain) -> None:
        """Take up a route that was searched from where the body was some ticks ago: straight on, without going back."""
        if not body.on_ground:
            return
        for index in range(min(LOOK_AHEAD, len(self.route.waypoints)) - 1, 0, -1):
            ahead = self.route.waypoints[: index + 1]
            if all(w.move is Move.WALK for w in ahead) and straight(
                terrain, body.position, ahead[-1][:3], self.abilities
            ):
                self.index, self.target, self._from = index, ahead[-1], body.position
                return

    def advance(self, body: Body) -> None:
        """Go over to the next waypoint, as often as one is reached."""
        if self._leap is not None:
            return
        while (following := self.following) is not None:
            if not self._is_reached(body, EXACT_RADIUS if following.move in _EXACT else RADIUS):
                break
            target = self.target
            self._from = target.x, target.y, target.z
            self.index += 1
            self.target = following

    def _is_reached(self, body: Body, radius: float) -> bool:
        target = self.target
        dx, dz = target.x - body.x, target.z - body.z
        distance = hypot(dx, dz)
        rise = target.y - body.y
        if target.move is Move.CLIMB or (body.climbing and not body.on_ground):
            return distance <= CLIMB_RADIUS and abs(rise) <= CLIMB_TOLERANCE
        if target.move is Move.SWIM and body.in_water:
            return (
                distance <= (SWIM_RADIUS if self.following else SWIM_END_RADIUS)
                and abs(rise) <= SWIM_TOLERANCE
            )
        if target.move in (Move.SWIM, Move.HOP, Move.DROP, Move.LEAP) and not (
            body.on_ground or body.in_water
        ):
            return False
        if abs(rise) > STEP_TOLERANCE:
            return False
        return distance <= radius or (radius > EXACT_RADIUS and self._has_passed(body, distance))

    def _has_passed(self, body: Body, distance: float) -> bool:
        """Whether the body is beside or beyond the waypoint, and not far from it."""
        dx, dz = self.target.x - self._from[0], self.target.z - self._from[2]
        ahead = (self.target.x - body.x) * dx + (self.target.z - body.z) * dz
        return ahead <= 0.0 and distance <= 2 * RADIUS

    # --- steps

    def steer(self, body: Body, terrain: Terrain, pace: Pace, rules: PhysicsRules = MODERN) -> Heading:
        """What to do in this tick."""
        self.objection = ""
        self.opens = door_on_way(body, self.route.waypoints, self.index) if self._has_doors else None
        if self._leap is not None and self._leap.is_over(body):
            self._leap = None
        if self._leap is not None:
            return self._fly(body, self._leap)
        heading = self._step(body, terrain, pace, rules)
        if body.in_lava:
            heading.jump = True
        return heading

    def _step(self, body: Body, terrain: Terrain, pace: Pace, rules: PhysicsRules) -> Heading:
        target = self.target
        push = grip(body, terrain, pace)
        if target.move is Move.CLIMB or _hangs(body, terrain, rules):
            heading = climb(body, target, terrain, rules)
            if body.on_ground and not heading.jump:
                self._mind_the_ground(body, heading, terrain, push, rules)
                # From a ledge into something that doesn't reach below it, one has to jump to get hold of it.
                in_reach = is_climbable(terrain, *body.block, rules)
                heading.jump = self.objection == CLIFF and rules.climbs_by_jump and in_reach
            return heading
        if target.move is Move.SWIM or body.water > SWIM_DEPTH:
            return swim(body, target, terrain, cruise(pace), last=self.following is None)
        if target.move is Move.LEAP and body.on_ground and self._takes_off(body, terrain, rules):
            assert self._leap is not None
            return self._fly(body, self._leap)
        heading = self._walk(body, cruise(pace), push)
        if body.on_ground:
            self._mind_the_ground(body, heading, terrain, push, rules)
        else:
            self._mind_the_air(body, heading, terrain)
        return heading

    def _walk(self, body: Body, cruising: float, push: float) -> Heading:
        target, following = self.target, self.following
        x, z = self._on_segment(body, CARROT)
        dx, dz = x - body.x, z - body.z
        ahead = hypot(dx, dz)
        left = hypot(target.x - body.x, target.z - body.z)
        if ahead < 1e-6:
            return Heading()
        if following is not None:
            speed = min(cruising, speed_to_stop(left, push, self._corner_speed(cruising)))
        else:
            speed = min(cruising, speed_to_stop(left, push), left)
        rise = target.y - body.y
        if rise < -body.step_height and left < DROP_DISTANCE:
            speed = min(speed, DROP_SPEED)
        heading = Heading(dx / ahead * speed, dz / ahead * speed)
        if ahead > EXACT_RADIUS and (left > RADIUS or following is not None):
            heading.facing = direction(dx, dz)
        if body.on_ground and rise > body.step_height:
            # Bodies hop of their own accord, but onto the lowest thing that leads on: that may be another one.
            too_high = rise > body.hop_height and left < JUMP_DISTANCE
            heading.jump = too_high or (body.against_wall and rise > WHOLE_BLOCK)
        return heading

    def _corner_speed(self, cruising: float) -> float:
        """Speed at which the next waypoint may be passed, by the turn that is made there."""
        target, following = self.target, self.following
        if following is None or following.move in _EXACT:
            return TURN_SPEED
        ax, az = target.x - self._from[0], target.z - self._from[2]
        bx, bz = following.x - target.x, following.z - target.z
        lengths = hypot(ax, az) * hypot(bx, bz)
        cosine = (ax * bx + az * bz) / lengths if lengths > 1e-6 else 0.0
        return TURN_SPEED + max(0.0, cosine) * (max(cruising, TURN_SPEED) - TURN_SPEED)

    def _on_segment(self, body: Body, ahead: float) -> tuple[float, float]:
        """The place on the way to the next waypoint that is nearest to the body, or blocks ahead of that."""
        ax, _, az = self._from
        bx, bz = self.target.x, self.target.z
        dx, dz = bx - ax, bz - az
        length = hypot(dx, dz)
        if length < 1e-6:
            return bx, bz
        along = ((body.x - ax) * dx + (body.z - az) * dz) / length + ahead
        share = max(0.0, min(1.0, along / length))
        return ax + dx * share, az + dz * share

    def _takes_off(self, body: Body, terrain: Terrain, rules: PhysicsRules) -> bool:
        """Begin the leap if this is the place for it."""
        target = self.target[:3]
        plan = take_off(terrain, body, target)
        if plan is None or not self._is_time_for(plan, body, terrain, rules):
            return False
        self._leap = Leap(body, plan, target)
        return True

    def _fly(self, body: Body, leap: Leap) -> Heading:
        vx, vz = leap.velocity(body)
        return Heading(vx, vz, facing=direction(self.target.x - body.x, self.target.z - body.z))

    def _is_time_for(self, plan: TakeOff, body: Body, terrain: Terrain, rules: PhysicsRules) -> bool:
        """Whether to take off here: with little effort, or because this is the last place to do so."""
        return plan.speed <= CALM_LEAP or not self._runs_on(body, terrain, rules)

    def _runs_on(self, body: Body, terrain: Terrain, rules: PhysicsRules) -> bool:
        """Whether there is ground for another step of a run-up."""
        dx, dz = self.target.x - body.x, self.target.z - body.z
        share = max(STRIDE, hypot(body.vx, body.vz) + STRIDE / 2) / max(hypot(dx, dz), STRIDE)
        return not objection(terrain, body, dx * share, dz * share, self._run_up, rules)

    def _mind_the_ground(
        self, body: Body, heading: Heading, terrain: Terrain, push: float, rules: PhysicsRules
    ) -> None:
        """Look at where the feet are about to go, and stop short of what they must not step on."""
        speed = hypot(heading.vx, heading.vz)
        if speed < 1e-6:
            return
        if self.target.move is Move.LEAP:
            if not self._runs_on(body, terrain, rules):
                heading.vx = heading.vz = 0.0
            return
        braking = speed * speed / (2.0 * max(push, 1e-3))
        left = max(speed, hypot(self.target.x - body.x, self.target.z - body.z))
        reach = min(left, max(GLANCE, speed + braking))
        at = min(SAMPLE, reach)
        while True:
            dx, dz = heading.vx / speed * at, heading.vz / speed * at
            if why := objection(terrain, body, dx, dz, self.abilities, rules):
                self.objection = why
                heading.vx = heading.vz = 0.0
                return
            if at >= reach:
                return
            at = min(reach, at + SAMPLE)

    def _mind_the_air(self, body: Body, heading: Heading, terrain: Terrain) -> None:
        """Drift into nothing that hurts, wherever a fall or a bounce has brought the body."""
        speed = hypot(heading.vx, heading.vz)
        if speed < 1e-6:
            return
        ahead = moved(body.box, heading.vx / speed * GLANCE, min(body.vy, 0.0), heading.vz / speed * GLANCE)
        if (why := harm_in(terrain, ahead)) and not harm_in(terrain, body.box):
            self.objection = why
            heading.vx = heading.vz = 0.0


def _lengths_left(route: Route) -> list[float]:
    """Blocks from each waypoint to the end of the route."""
    lengths = [0.0]
    for b, a in pairwise(reversed(route.waypoints)):
        lengths.append(lengths[-1] + dist((a.x, a.y, a.z), (b.x, b.y, b.z)))
    return lengths[::-1]


def _hangs(body: Body, terrain: Terrain, rules: PhysicsRules) -> bool:
    """Whether the body holds on to something that it climbs."""
    if body.on_ground:
        return False
    return body.climbing or (not body.in_water and is_climbable(terrain, *body.block, rules))
