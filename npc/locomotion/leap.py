"""A running jump: the take-off that lands a body on a place, and the flight there.

In the air a tick moves a body by its velocity, then leaves 0.91 of the horizontal one and 0.98 of the vertical one less
gravity. Summed up over ``T`` ticks that is the geometric series :func:`reach`, from which both take-off speeds follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from npc.locomotion.footing import harm_in
from world.physics.body import Body
from world.physics.collision import is_free, moved
from world.physics.motion import AIR_FRICTION, DRAG, GRAVITY
from world.terrain import Terrain, Vector

TICKS = range(5, 16)
"""Ticks that a leap may take."""
MIN_HORIZONTAL_SPEED, MAX_HORIZONTAL_SPEED = 0.12, 0.58
MIN_RISING_SPEED, MAX_RISING_SPEED = 0.12, 0.56
MIN_LANDING_SPEED, MAX_LANDING_SPEED = 0.04, 0.72
"""Blocks per tick, of take-off and landing."""
MAX_STRIDE = 0.6
"""Blocks per tick beyond which a move looks like a teleport."""
SUBSTEPS = 4
"""Places of each tick at which the arc has to be free."""
LANDING_ERROR = 0.14
"""Blocks short of the middle that one may land, or twice that."""
APEX_ALLOWANCE = 0.70
"""Blocks above take-off and landing that a leap may rise for nothing."""
APEX_WEIGHT = 0.35
AIR_TIME_WEIGHT = 0.0008
LANDING_SPEED_WEIGHT = 0.004
HASTE_WEIGHT = 10.0
"""What a block per tick beyond :data:`MAX_STRIDE` counts."""
CORRECTION = 0.12
"""Share of an error in horizontal velocity that is put right in a tick in the air."""
LIFT = 1e-4
"""Blocks by which an arc is tried higher, so that ground isn't in its way."""
_FALL = GRAVITY * DRAG / (1.0 - DRAG)


def reach(ratio: float, ticks: int) -> float:
    """Sum of ``ratio`` to the powers 0 … ``ticks`` - 1."""
    return (1.0 - ratio**ticks) / (1.0 - ratio)


@dataclass(frozen=True, slots=True)
class TakeOff:
    """Velocity at take-off in blocks per tick, and the ticks until it lands."""

    velocity: Vector
    ticks: int
    cost: float

    @property
    def speed(self) -> float:
        vx, vy, vz = self.velocity
        return hypot(vx, vy, vz)


def take_off(terrain: Terrain, body: Body, target: Vector) -> TakeOff | None:
    """The best take-off from where the body is; None when there is none within its strength."""
    dx, dz = target[0] - body.x, target[2] - body.z
    distance, height = hypot(dx, dz), target[1] - body.y
    if distance < MIN_HORIZONTAL_SPEED:
        return None
    candidates: list[TakeOff] = []
    for short in (0.0, LANDING_ERROR, 2 * LANDING_ERROR):
        for ticks in TICKS:
            found = _solve(distance - short, height, ticks)
            if found is not None:
                level, rising, cost = found
                velocity = dx / distance * level, rising, dz / distance * level
                candidates.append(TakeOff(velocity, ticks, cost))
    candidates.sort(key=lambda candidate: candidate.cost)
    return next((c for c in candidates if _arc_is_free(terrain, body, c)), None)


def _solve(distance: float, height: float, ticks: int) -> tuple[float, float, float] | None:
    """Horizontal and vertical speed, and what they cost, of a leap of that many ticks; None beyond the limits."""
    level = distance / reach(AIR_FRICTION, ticks)
    rising = (height + _FALL * (ticks - reach(DRAG, ticks))) / reach(DRAG, ticks)
    landing = -(rising * DRAG ** (ticks - 1) - _FALL * (1.0 - DRAG ** (ticks - 1)))
    if not (
        MIN_HORIZONTAL_SPEED <= level <= MAX_HORIZONTAL_SPEED
        and MIN_RISING_SPEED <= rising <= MAX_RISING_SPEED
        and MIN_LANDING_SPEED <= landing <= MAX_LANDING_SPEED
    ):
        return None
    apex = max(rising * reach(DRAG, t) - _FALL * (t - reach(DRAG, t)) for t in range(ticks + 1))
    excess = max(0.0, apex - max(0.0, height) - APEX_ALLOWANCE)
    cost = (
        level * level
        + rising * rising
        + APEX_WEIGHT * excess
        + AIR_TIME_WEIGHT * ticks
        + LANDING_SPEED_WEIGHT * landing
        + HASTE_WEIGHT * max(0.0, hypot(level, rising) - MAX_STRIDE)
    )
    return level, rising, cost


def _arc_is_free(terrain: Terrain, body: Body, leap: TakeOff) -> bool:
    vx, vy, vz = leap.velocity
    x = z = 0.0
    y = LIFT
    box = body.box
    for _ in range(leap.ticks):
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

    __slots__ = ("_started", "target", "ticks_left")

    def __init__(self, body: Body, plan: TakeOff, target: Vector) -> None:
        """Take off: gives the body its velocity."""
        self.target = target
        self.ticks_left = plan.ticks
        self._started = False
        body.vx, body.vy, body.vz = plan.velocity
        body.on_ground = False

    def is_over(self, body: Body) -> bool:
        """Whether the body has come down, or into something, or flies for longer than it was meant to."""
        if not self._started:
            return False
        return body.on_ground or body.in_water or body.climbing or self.ticks_left < -8

    def velocity(self, body: Body) -> tuple[float, float]:
        """Horizontal velocity to aim for in this tick, one tick after the other."""
        self._started = True
        self.ticks_left -= 1
        left = reach(AIR_FRICTION, max(1, self.ticks_left + 1))
        vx, vz = (self.target[0] - body.x) / left, (self.target[2] - body.z) / left
        return body.vx + (vx - body.vx) * CORRECTION, body.vz + (vz - body.vz) * CORRECTION
