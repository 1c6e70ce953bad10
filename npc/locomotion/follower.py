"""Along a route: which waypoint is next, and what the body does to get to it."""

from __future__ import annotations

from itertools import pairwise
from math import dist, floor, hypot

from npc.gaze import direction
from npc.locomotion.climbing import climb
from npc.locomotion.footing import CLIFF, objection
from npc.locomotion.gait import Pace
from npc.locomotion.leap import MAX_STRIDE, Leap, TakeOff, take_off
from npc.locomotion.steering import Heading, cruise, grip, speed_to_stop
from npc.locomotion.stride import BlockPosition
from world.paths.route import Abilities, Move, Route, Waypoint
from world.physics.body import Body
from world.physics.collision import is_free, moved
from world.physics.motion import SWIM_DEPTH, is_climbable
from world.physics.rules import MODERN, PhysicsRules
from world.terrain import WATER, Terrain, Vector

RADIUS = 0.25
"""Blocks within which a waypoint is reached: tight enough that a body doesn't touch the corner behind it."""
EXACT_RADIUS = 0.12
"""The same where the next move needs a certain place: a ladder, a door, the take-off of a leap."""
SWIM_RADIUS = 0.7
CLIMB_RADIUS, CLIMB_TOLERANCE = 0.5, 0.25
"""Blocks along the ground, and of height, within which a place on a ladder is reached."""
STEP_TOLERANCE = 0.6
"""Blocks of height by which feet may be off a waypoint that is walked to."""
CARROT = 0.7
"""Blocks ahead on the segment that a body walks towards: it comes back to the line without turning sharply."""
TURN_SPEED = 0.1
"""Blocks per tick at which a corner of 90° or more is taken."""
DROP_SPEED = 0.15
"""Blocks per tick over an edge."""
OFF_LINE = 1.5
"""Blocks beside its segment at which a body is lost."""
BELOW_LINE = 1.6
"""Blocks under its segment at which a body is lost: it fell off."""
FLOAT_DEPTH = 0.6
"""Blocks of water above the feet of one who swims at the surface: its head is well out of it."""
DOOR_REACH = 1.5
"""Blocks from which a door is opened."""
CALM_LEAP = 0.5
"""Blocks per tick: a take-off that takes no more needs no run-up."""
SAMPLE = 0.5
"""Blocks between two places at which the ground ahead is looked at."""
STRIDE = 0.2
"""Blocks of a step in a run-up: with none left the leap begins."""
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
        self.opens: BlockPosition | None = None
        """The door that has to be open in this tick."""
        self.objection = ""
        """Why it went no further in the last tick; empty when it did."""
        self._from: Vector = route.start
        self._left_after = _lengths_left(route)
        self._leap: Leap | None = None

    @property
    def target(self) -> Waypoint:
        return self.route.waypoints[self.index]

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

    def _is_reached(self, body: Body, radius: float) -> bool:
        target = self.target
        dx, dz = target.x - body.x, target.z - body.z
        distance = hypot(dx, dz)
        rise = target.y - body.y
        if target.move is Move.CLIMB or (body.climbing and not body.on_ground):
            return distance <= CLIMB_RADIUS and abs(rise) <= CLIMB_TOLERANCE
        if target.move is Move.SWIM:
            return (
                distance <= min(SWIM_RADIUS, 0.5 if self.following is None else SWIM_RADIUS)
                and abs(rise) <= 1.0
            )
        if target.move in (Move.HOP, Move.DROP, Move.LEAP) and not (body.on_ground or body.in_water):
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

    def steer(
        self, body: Body, terrain: Terrain, pace: Pace, rules: PhysicsRules = MODERN, *, to_stop: bool = True
    ) -> Heading:
        """What to do in this tick. ``to_stop``: the route's end is where it stops."""
        self.objection = ""
        self.opens = self._door(body)
        if self._leap is not None:
            if not self._leap.is_over(body):
                vx, vz = self._leap.velocity(body)
                return Heading(vx, vz, facing=direction(self.target.x - body.x, self.target.z - body.z))
            self._leap = None
        heading = self._step(body, terrain, pace, rules, to_stop)
        if body.in_lava:
            heading.jump = True
        return heading

    def _step(self, body: Body, terrain: Terrain, pace: Pace, rules: PhysicsRules, to_stop: bool) -> Heading:
        climbing = not body.on_ground and (
            body.climbing or (is_climbable(terrain, *body.block, rules) and not body.in_water)
        )
        if self.target.move is Move.CLIMB or climbing:
            heading = climb(body, self.target, terrain, rules)
            if body.on_ground and not heading.jump:
                self._mind_the_ground(body, heading, terrain, pace, rules)
                # From a ledge into something that doesn't reach below it, one has to jump to get hold of it.
                heading.jump = (
                    self.objection == CLIFF and rules.climbs_by_jump and _is_in_reach(body, terrain, rules)
                )
            return heading
        if self.target.move is Move.SWIM or (body.in_water and body.water > SWIM_DEPTH):
            return self._swim(body, terrain, pace)
        if self.target.move is Move.LEAP and body.on_ground and (leap := self._leap_from(body, terrain)):
            return leap
        heading = self._walk(body, terrain, pace, to_stop)
        if body.on_ground:
            self._mind_the_ground(body, heading, terrain, pace, rules)
        return heading

    def _walk(self, body: Body, terrain: Terrain, pace: Pace, to_stop: bool) -> Heading:
        target, following = self.target, self.following
        x, z = self._on_segment(body, CARROT)
        dx, dz = x - body.x, z - body.z
        ahead = hypot(dx, dz)
        left = hypot(target.x - body.x, target.z - body.z)
        if ahead < 1e-6:
            return Heading()
        speed = cruise(pace)
        push = grip(body, terrain, pace)
        if following is not None:
            speed = min(speed, speed_to_stop(left, push, self._corner_speed(cruise(pace))))
        elif to_stop:
            speed = min(speed, speed_to_stop(left, push), left)
        drop = target.y < body.y - body.step_height
        if drop and left < 1.0:
            speed = min(speed, DROP_SPEED)
        heading = Heading(dx / ahead * speed, dz / ahead * speed)
        if left > RADIUS or following is not None:
            heading.facing = direction(dx, dz) if ahead > EXACT_RADIUS else None
        rise = target.y - body.y
        if body.on_ground and max(body.step_height, body.hop_height) < rise and left < 1.5:
            heading.jump = body.against_wall or left < 1.0
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

    def _swim(self, body: Body, terrain: Terrain, pace: Pace) -> Heading:
        target = self.target
        dx, dz = target.x - body.x, target.z - body.z
        distance = hypot(dx, dz)
        speed = cruise(pace)
        heading = Heading()
        if distance > 1e-6:
            if self.following is None:
                speed = min(speed, distance)
            heading = Heading(dx / distance * speed, dz / distance * speed)
        if distance > RADIUS:
            heading.facing = direction(dx, dz)
        x, y, z = floor(target.x), floor(target.y + 1e-3), floor(target.z)
        if terrain.cell(x, y, z).fluid != WATER:
            heading.jump = target.y > body.y - 1.0  # out of it
        elif terrain.cell(x, y + 1, z).fluid != WATER:
            heading.jump = body.y < target.y - 0.2 or body.water > FLOAT_DEPTH
        else:
            heading.jump = body.y < target.y
            heading.sneak = body.y > target.y + 0.3
        return heading

    def _leap_from(self, body: Body, terrain: Terrain) -> Heading | None:
        """Take off if this is the place for it."""
        target = (self.target.x, self.target.y, self.target.z)
        plan = take_off(terrain, body, target)
        if plan is None:
            return None
        if not self._is_time_for(plan, body, terrain):
            return None
        self._leap = Leap(body, plan, target)
        vx, vz = self._leap.velocity(body)
        return Heading(vx, vz, facing=direction(target[0] - body.x, target[2] - body.z))

    def _is_time_for(self, plan: TakeOff, body: Body, terrain: Terrain) -> bool:
        if plan.speed <= min(CALM_LEAP, MAX_STRIDE):
            return True
        dx, dz = self.target.x - body.x, self.target.z - body.z
        distance = hypot(dx, dz)
        ahead = moved(body.box, dx / distance * STRIDE, -0.1, dz / distance * STRIDE)
        return is_free(terrain, ahead)  # the last place to take off from

    def _door(self, body: Body) -> BlockPosition | None:
        """The door on the way that is near enough to be opened, or that the body stands in."""
        waypoints = self.route.waypoints
        for index in (self.index, self.index - 1, self.index + 1, self.index - 2):
            if not 0 <= index < len(waypoints) or waypoints[index].move is not Move.DOOR:
                continue
            w = waypoints[index]
            door = floor(w.x), floor(w.y + 1e-3), floor(w.z)
            reach = DOOR_REACH if index >= self.index else 0.5 + body.width / 2
            if (
                max(abs(door[0] + 0.5 - body.x), abs(door[2] + 0.5 - body.z)) < reach
                and abs(w.y - body.y) < 1.5
            ):
                return door
        return None

    def _mind_the_ground(
        self, body: Body, heading: Heading, terrain: Terrain, pace: Pace, rules: PhysicsRules
    ) -> None:
        """Look at where the feet are about to go, and stop short of what they must not step on."""
        speed = hypot(heading.vx, heading.vz)
        if speed < 1e-6 or self.target.move is Move.LEAP:
            return
        braking = speed * speed / (2.0 * max(grip(body, terrain, pace), 1e-3))
        left = max(speed, hypot(self.target.x - body.x, self.target.z - body.z))
        reach = min(left, max(GLANCE, speed + braking))
        at = min(GLANCE, left)
        while True:
            dx, dz = heading.vx / speed * at, heading.vz / speed * at
            if why := objection(terrain, body, dx, dz, self.abilities, rules):
                self.objection = why
                heading.vx = heading.vz = 0.0
                return
            if at >= reach:
                return
            at = min(reach, at + SAMPLE)


def _lengths_left(route: Route) -> list[float]:
    """Blocks from each waypoint to the end of the route."""
    lengths = [0.0]
    for b, a in pairwise(reversed(route.waypoints)):
        lengths.append(lengths[-1] + dist((a.x, a.y, a.z), (b.x, b.y, b.z)))
    return lengths[::-1]


def _is_in_reach(body: Body, terrain: Terrain, rules: PhysicsRules) -> bool:
    """Whether the body stands in something that it can climb."""
    return is_climbable(terrain, *body.block, rules)
