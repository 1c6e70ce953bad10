"""A running jump: the take-off that lands a body on a place, and the flight there.

In the air a tick moves a body by its velocity, then leaves 0.91 of the horizontal one and 0.98 of the vertical one less
gravity: see :mod:`world.physics.ballistics`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from npc.locomotion.footing import harm_in
from world.paths.leaps import SPEED, SUBSTEPS, TICKS, is_within_strength
from world.physics.ballistics import geometric, height_after, landing_speed, lift_for
from world.physics.body import Body
from world.physics.collision import is_free, moved
from world.physics.figures import AIR_ACCELERATION, AIR_FRICTION, DRAG, GRAVITY, INPUT
from world.terrain import Terrain, Vector

MAX_STRIDE = 0.6
"""Blocks per tick beyond which a move looks like a teleport."""
PUSH = 0.9 * INPUT * AIR_ACCELERATION
"""Blocks per tick that a leap which would begin too fast gains in each tick of its flight instead, as players do; some
of their strength is left for corrections."""
LANDING_ERROR = 0.14
"""Blocks short of the middle that one may land, or twice that."""
SLIDE = 0.8
"""Blocks that a body slides on after it has landed, for each block per tick of horizontal speed."""
SLIDE_WEIGHT = 0.3
"""What a block counts by which it would come to rest elsewhere."""
APEX_ALLOWANCE = 0.70
"""Blocks above take-off and landing that a leap may rise for nothing."""
APEX_WEIGHT = 0.35
AIR_TIME_WEIGHT = 0.0008
LANDING_SPEED_WEIGHT = 0.004
HASTE_WEIGHT = 10.0
"""What a block per tick beyond :data:`MAX_STRIDE` counts."""
CORRECTION = 0.12
"""Share of an error in horizontal velocity that is put right in a tick in the air."""
OVERRUN = 8
"""Ticks beyond its planned end at which a flight is given up."""
LIFT_OFF = 1e-4
"""Blocks by which an arc is tried higher, so that ground isn't in its way."""


def pushed(ticks: int) -> float:
    """Blocks that a body gets further in a flight for each block per tick that it gains in every tick of it."""
    return (ticks - AIR_FRICTION * geometric(AIR_FRICTION, ticks)) / (1.0 - AIR_FRICTION)


@dataclass(frozen=True, slots=True)
class TakeOff:
    """Velocity at take-off in blocks per tick, what it gains ahead in each tick, and the ticks until it lands."""

    velocity: Vector
    push: float
    ticks: int
    cost: float

    @property
    def speed(self) -> float:
        """Blocks that it moves in its first tick."""
        vx, vy, vz = self.velocity
        return hypot(hypot(vx, vz) + self.push, vy)


def take_off(terrain: Terrain, body: Body, target: Vector) -> TakeOff | None:
    """The best take-off from where the body is; None when there is none within its strength."""
    dx, dz = target[0] - body.x, target[2] - body.z
    distance, height = hypot(dx, dz), target[1] - body.y
    if distance < SPEED[0]:
        return None
    candidates: list[TakeOff] = []
    for short in (0.0, LANDING_ERROR, 2 * LANDING_ERROR):
        for ticks in TICKS:
            for push in (0.0, PUSH):
                found = _solve(distance - short, height, ticks, push)
                if found is not None:
                    level, rising, cost = found
                    landing = level * AIR_FRICTION**ticks + push * geometric(AIR_FRICTION, ticks)
                    cost += SLIDE_WEIGHT * abs(SLIDE * landing - short)
                    velocity = dx / distance * level, rising, dz / distance * level
                    candidates.append(TakeOff(velocity, push, ticks, cost))
    candidates.sort(key=lambda candidate: candidate.cost)
    return next((c for c in candidates if _arc_is_free(terrain, body, c)), None)


def _solve(distance: float, height: float, ticks: int, push: float) -> tuple[float, float, float] | None:
    """Horizontal and vertical speed, and what they cost, of a leap of that many ticks; None beyond the limits."""
    level = (distance - push * pushed(ticks)) / geometric(AIR_FRICTION, ticks)
    rising = lift_for(height, ticks)
    if not is_within_strength(level, rising, ticks):
        return None
    landing = landing_speed(rising, ticks)
    last = level * AIR_FRICTION ** (ticks - 1) + push * geometric(AIR_FRICTION, ticks)
    haste = max(hypot(level + push, rising), hypot(last, landing)) - MAX_STRIDE
    if push and hypot(distance / geometric(AIR_FRICTION, ticks), rising) <= MAX_STRIDE:
        return None  # it gets there without
    apex = max(height_after(rising, t) for t in range(ticks + 1))
    excess = max(0.0, apex - max(0.0, height) - APEX_ALLOWANCE)
    cost = (
        level * level
        + rising * rising
        + APEX_WEIGHT * excess
        + AIR_TIME_WEIGHT * ticks
        - LANDING_SPEED_WEIGHT * landing
        + HASTE_WEIGHT * max(0.0, haste)
    )
    return level, rising, cost


def _arc_is_free(terrain: Terrain, body: Body, leap: TakeOff) -> bool:
    vx, vy, vz = leap.velocity
    level = hypot(vx, vz)
    push_x, push_z = vx / level * leap.push, vz / level * leap.push
    x = z = 0.0
    y = LIFT_OFF
    box = body.box
    for _ in range(leap.ticks):
        vx, vz = vx + push_x, vz + push_z
        if not is_free(terrain, moved(box, x, y + vy, z)):
            return False  # bodies move up or down first
        for part in range(1, SUBSTEPS + 1):
            share = part / SUBSTEPS
            there = moved(box, x + vx * share, y + vy * share, z + vz * share)
            if not is_free(terrain, there) or harm_in(terrain, there):
                return False
        x, y, z = x + vx, y + vy, z + vz
        vx, vy, vz = vx * AIR_FRICTION, (vy - GRAVITY) * DRAG, vz * AIR_FRICTION
    return True


class Leap:
    """A body in flight to a place."""

    __slots__ = ("_started", "push", "target", "ticks_left")

    def __init__(self, body: Body, plan: TakeOff, target: Vector) -> None:
        """Take off: gives the body its velocity."""
        self.target = target
        self.ticks_left = plan.ticks
        self.push = plan.push
        self._started = False
        body.vx, body.vy, body.vz = plan.velocity
        body.on_ground = False

    def is_over(self, body: Body) -> bool:
        """Whether the body has come down, or into something, or flies for longer than it was meant to."""
        if not self._started:
            return False
        return body.on_ground or body.in_water or body.climbing or self.ticks_left < -OVERRUN

    def velocity(self, body: Body) -> tuple[float, float]:
        """Horizontal velocity to have in this tick, asked for once in each."""
        left = max(1, self.ticks_left)
        self.ticks_left -= 1
        dx, dz = self.target[0] - body.x, self.target[2] - body.z
        distance = hypot(dx, dz)
        if distance < 1e-6 or not self._started:
            # the first tick goes as planned, wherever exactly that lands
            self._started = True
            speed = hypot(body.vx, body.vz)
            share = 1.0 + self.push / speed if speed else 1.0
            return body.vx * share, body.vz * share
        speed = (distance - self.push * pushed(left)) / geometric(AIR_FRICTION, left)
        vx, vz = dx / distance * speed, dz / distance * speed
        return (
            body.vx + (vx - body.vx) * CORRECTION + dx / distance * self.push,
            body.vz + (vz - body.vz) * CORRECTION + dz / distance * self.push,
        )
