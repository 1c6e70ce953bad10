"""From a velocity that is wanted to the controls that bring it about."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, hypot, sqrt

from npc.gaze import direction
from npc.locomotion.gait import Pace
from world.physics.body import Body, Controls
from world.physics.figures import (
    AIR_ACCELERATION,
    FLUID_ACCELERATION,
    GROUND_ACCELERATION,
    INPUT,
    SNEAK_FACTOR,
    SPRINT_AIR_ACCELERATION,
    ground_speed,
)
from world.physics.support import ABOVE_GROUND
from world.terrain import Terrain

LEAST_THRUST = 1e-3
"""Blocks per tick of speed that aren't worth a push."""


@dataclass(slots=True)
class Heading:
    """What the follower of a route wants of the body in this tick."""

    vx: float = 0.0
    vz: float = 0.0
    """Horizontal velocity in blocks per tick."""
    jump: bool = False
    sneak: bool = False
    facing: float | None = None
    """Yaw in degrees; None: no reason to turn."""

    @property
    def speed(self) -> float:
        return hypot(self.vx, self.vz)


def grip(body: Body, terrain: Terrain, pace: Pace) -> float:
    """Most speed in blocks per tick that the body's controls add in one tick."""
    if body.water > 0.0 or body.lava > 0.0:
        return INPUT * FLUID_ACCELERATION
    if not body.on_ground:
        return INPUT * (SPRINT_AIR_ACCELERATION if pace.sprinting else AIR_ACCELERATION)
    slipperiness = terrain.cell(floor(body.x), floor(body.y - ABOVE_GROUND), floor(body.z)).slipperiness
    return INPUT * pace.strength * GROUND_ACCELERATION / slipperiness**3


def cruise(pace: Pace) -> float:
    """Blocks per tick that a pace makes on level ground."""
    return ground_speed(pace.strength)


def speed_to_stop(distance: float, deceleration: float, final: float = 0.0) -> float:
    """Highest speed from which ``final`` is reached within a distance."""
    return sqrt(final * final + 2.0 * deceleration * max(0.0, distance))


def controls_for(heading: Heading, body: Body, push: float, pace: Pace) -> Controls:
    """Push the way in which the velocity lacks, as hard as it needs and no harder than legs can: than :func:`grip`."""
    dx, dz = heading.vx - body.vx, heading.vz - body.vz
    lack = hypot(dx, dz)
    forward = 0.0
    if lack > LEAST_THRUST:
        forward = min(1.0, lack / (push * SNEAK_FACTOR if heading.sneak else push))
    sprint = pace.sprinting and not (heading.jump or heading.sneak or body.in_water)
    return Controls(
        forward=forward,
        yaw=direction(dx, dz) if forward else heading.facing or 0.0,
        jump=heading.jump,
        sneak=heading.sneak,
        sprint=sprint,
        speed=pace.attribute,
    )
