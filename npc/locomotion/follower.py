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
from npc.locomotion.known_ground import KnownGround
from npc.locomotion.leap import Leap, TakeOff, take_off
from npc.locomotion.leg import EXACT_RADIUS, RADIUS, Leg
from npc.locomotion.steering import Heading, cruise, speed_to_stop
from npc.locomotion.stride import BlockPosition
from npc.locomotion.swimming import swim
from world.paths.finder import straight
from world.paths.route import Abilities, Move, Route
from world.physics.body import Body
from world.physics.collision import moved
from world.physics.figures import SWIM_DEPTH
from world.physics.rules import MODERN, PhysicsRules
from world.physics.support import is_climbable
from world.terrain import Terrain, Vector

SWIM_RADIUS = 0.7
SWIM_END_RADIUS = 0.5
SWIM_TOLERANCE = 1.0
"""Blocks along the ground, at the way's end as well, and of height, within which a place in water is reached."""
CLIMB_RADIUS, CLIMB_TOLERANCE = 0.5, 0.25
"""Blocks along the ground, and of height, within which a place on a ladder is reached."""
STEP_TOLERANCE = 0.6
"""Blocks of height by which feet may be off a waypoint that is walked to."""
PASSING_RADIUS = 0.5
"""Blocks within which a waypoint counts as reached by who has come past it."""
WIDEST_RADIUS = max(RADIUS, PASSING_RADIUS, SWIM_RADIUS, CLIMB_RADIUS)
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
STRIDE = 0.2
"""Blocks of a step in a run-up: with none left the leap begins."""
LEVEL_RUN = 0.1
"""Blocks of a step down that still belong to a run-up."""
GLANCE = 0.3
"""Blocks ahead that are looked at at the least."""
_LANDING = (Move.SWIM, Move.HOP, Move.DROP, Move.LEAP)
"""Moves that end when the body stands or swims."""


class Follower:
    """A body's way along one route."""

    def __init__(self, route: Route, abilities: Abilities) -> None:
        self.route = route
        self.abilities = abilities
        self._run_up = replace(abilities, max_drop=LEVEL_RUN, can_swim=False, can_climb=False)
        self.opens: BlockPosition | None = None
        """The door that has to be open in this tick."""
        self.objection = ""
        """Why it went no further in the last tick; empty when it did."""
        self.index = 0
        """Of the waypoint that is next."""
        self._leg = Leg(route.start, route.waypoints, 0)
        self._away = 0.0
        """Blocks along the ground to the next waypoint, since :meth:`advance`."""
        self._along = 0.0
        """Blocks that it has gone along the leg, since then."""
        self._ground = KnownGround(abilities)
        self._left_after = _lengths_left(route)
        self._has_doors = any(waypoint.move is Move.DOOR for waypoint in route.waypoints)
        self._leap: Leap | None = None

    @property
    def airborne(self) -> bool:
        """Whether it is in the middle of a leap."""
        return self._leap is not None

    def remaining(self, body: Body) -> float:
        """Blocks left to the route's end."""
        x, y, z, _ = self._leg.target
        return hypot(x - body.x, y - body.y, z - body.z) + self._left_after[self.index]

    def is_lost(self, body: Body) -> bool:
        """Whether the body is so far off that the route leads it nowhere."""
        if self._leap is not None:
            return False
        leg = self._leg
        if body.y < leg.low - BELOW_LINE or (body.on_ground and body.y > leg.high + BELOW_LINE):
            return True
        x, z = leg.place(self._along)
        return hypot(x - body.x, z - body.z) > OFF_LINE

    def has_arrived(self, body: Body) -> bool:
        """Whether the last waypoint is reached."""
        return self._leg.following is None and self._is_reached(body)

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
                self._begin_leg(body.position, index)
                return

    def advance(self, body: Body) -> None:
        """Take in where the body is in this tick, and go over to the next waypoint as often as one is reached."""
        while True:
            target = self._leg.target
            self._away = hypot(target.x - body.x, target.z - body.z)
            if self._leap is not None or self._leg.following is None or not self._is_reached(body):
                break
            self._begin_leg(target[:3], self.index + 1)
        self._along = self._leg.along(body.x, body.z)

    def _begin_leg(self, start: Vector, index: int) -> None:
        self.index = index
        self._leg = Leg(start, self.route.waypoints, index)

    def _is_reached(self, body: Body) -> bool:
        leg, distance = self._leg, self._away
        if distance > WIDEST_RADIUS:
            return False
        move, rise = leg.target.move, leg.target.y - body.y
        if move is Move.CLIMB or (body.climbing and not body.on_ground):
            return distance <= CLIMB_RADIUS and abs(rise) <= CLIMB_TOLERANCE
        if move is Move.SWIM and body.in_water:
            radius = SWIM_END_RADIUS if leg.following is None else SWIM_RADIUS
            return distance <= radius and abs(rise) <= SWIM_TOLERANCE
        if move in _LANDING and not (body.on_ground or body.in_water):
            return False
        if abs(rise) > STEP_TOLERANCE:
            return False
        if distance <= leg.radius:
            return True
        # Beside or beyond it, one needn't go back, unless the exact place matters.
        return leg.radius > EXACT_RADIUS and distance <= PASSING_RADIUS and leg.is_passed(body.x, body.z)

    # --- steps

    def steer(
        self, body: Body, terrain: Terrain, pace: Pace, push: float, rules: PhysicsRules = MODERN
    ) -> Heading:
        """What to do in this tick, after :meth:`advance`; ``push``: the body's :func:`grip`."""
        self.objection = ""
        self.opens = door_on_way(body, self.route.waypoints, self.index) if self._has_doors else None
        if self._leap is not None:
            if not self._leap.is_over(body):
                return self._fly(body, self._leap)
            self._leap = None
        heading = self._step(body, terrain, pace, push, rules)
        if body.in_lava:
            heading.jump = True
        return heading

    def _step(self, body: Body, terrain: Terrain, pace: Pace, push: float, rules: PhysicsRules) -> Heading:
        target = self._leg.target
        move = target.move
        if move is Move.CLIMB or (not body.on_ground and _hangs(body, terrain, rules)):
            heading = climb(body, target, terrain, rules)
            if body.on_ground and not heading.jump:
                self._mind_the_ground(body, heading, terrain, push, rules)
                # From a ledge into something that doesn't reach below it, one has to jump to get hold of it.
                in_reach = is_climbable(terrain, *body.block, rules)
                heading.jump = self.objection == CLIFF and rules.climbs_by_jump and in_reach
            return heading
        if move is Move.SWIM or body.water > SWIM_DEPTH:
            return swim(body, target, terrain, cruise(pace), last=self._leg.following is None)
        if move is Move.LEAP and body.on_ground and self._takes_off(body, terrain, rules):
            assert self._leap is not None
            return self._fly(body, self._leap)
        heading = self._walk(body, cruise(pace), push)
        if body.on_ground:
            self._mind_the_ground(body, heading, terrain, push, rules)
        else:
            self._mind_the_air(body, heading, terrain)
        return heading

    def _walk(self, body: Body, cruising: float, push: float) -> Heading:
        leg, left = self._leg, self._away
        x, z = leg.place(self._along + CARROT)
        dx, dz = x - body.x, z - body.z
        ahead = hypot(dx, dz)
        if ahead < 1e-6:
            return Heading()
        last = leg.following is None
        if last:
            speed = min(cruising, speed_to_stop(left, push), left)
        else:
            corner = TURN_SPEED + leg.straightness * (max(cruising, TURN_SPEED) - TURN_SPEED)
            speed = min(cruising, speed_to_stop(left, push, corner))
        rise = leg.target.y - body.y
        if rise < -body.step_height and left < DROP_DISTANCE:
            speed = min(speed, DROP_SPEED)
        heading = Heading(dx / ahead * speed, dz / ahead * speed)
        if ahead > EXACT_RADIUS and (left > RADIUS or not last):
            heading.facing = direction(dx, dz)
        if rise > body.step_height and body.on_ground:
            # Bodies hop of their own accord, but onto the lowest thing that leads on: that may be another one.
            too_high = rise > body.hop_height and left < JUMP_DISTANCE
            heading.jump = too_high or (body.against_wall and rise > WHOLE_BLOCK)
        return heading

    def _takes_off(self, body: Body, terrain: Terrain, rules: PhysicsRules) -> bool:
        """Begin the leap if this is the place for it."""
        target = self._leg.target[:3]
        plan = take_off(terrain, body, target)
        if plan is None or not self._is_time_for(plan, body, terrain, rules):
            return False
        self._leap = Leap(body, plan, target)
        return True

    def _fly(self, body: Body, leap: Leap) -> Heading:
        vx, vz = leap.velocity(body)
        target = self._leg.target
        return Heading(vx, vz, facing=direction(target.x - body.x, target.z - body.z))

    def _is_time_for(self, plan: TakeOff, body: Body, terrain: Terrain, rules: PhysicsRules) -> bool:
        """Whether to take off here: with little effort, or because this is the last place to do so."""
        return plan.speed <= CALM_LEAP or not self._runs_on(body, terrain, rules)

    def _runs_on(self, body: Body, terrain: Terrain, rules: PhysicsRules) -> bool:
        """Whether there is ground for another step of a run-up."""
        target = self._leg.target
        dx, dz = target.x - body.x, target.z - body.z
        share = max(STRIDE, hypot(body.vx, body.vz) + STRIDE / 2) / max(hypot(dx, dz), STRIDE)
        return not objection(terrain, body, dx * share, dz * share, self._run_up, rules)

    def _mind_the_ground(
        self, body: Body, heading: Heading, terrain: Terrain, push: float, rules: PhysicsRules
    ) -> None:
        """Look at where the feet are about to go, and stop short of what they must not step on."""
        speed = hypot(heading.vx, heading.vz)
        if speed < 1e-6:
            return
        if self._leg.target.move is Move.LEAP:
            if not self._runs_on(body, terrain, rules):
                heading.vx = heading.vz = 0.0
            return
        braking = speed * speed / (2.0 * max(push, 1e-3))
        reach = min(max(speed, self._away), max(GLANCE, speed + braking))
        why = self._ground.objection(terrain, body, heading.vx / speed, heading.vz / speed, reach, rules)
        if why:
            self.objection = why
            heading.vx = heading.vz = 0.0

    def _mind_the_air(self, body: Body, heading: Heading, terrain: Terrain) -> None:
        """Drift into nothing that hurts, wherever a fall or a bounce has brought the body."""
        speed = hypot(heading.vx, heading.vz)
        if speed < 1e-6:
            return
        ahead = moved(body.box, heading.vx / speed * GLANCE, min(body.vy, 0.0), heading.vz / speed * GLANCE)
        if terrain.is_plain(ahead):
            return
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
    """Whether a body in the air holds on to something that it climbs."""
    return body.climbing or (not body.in_water and is_climbable(terrain, *body.block, rules))
