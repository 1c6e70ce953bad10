"""One tick of a body in the world, as vanilla moves a player.

The order of a tick: fluids push, small velocities vanish, the body jumps, its controls accelerate it, it moves and
collides, what it touches acts on it, friction and gravity set in. Figures are those of vanilla's ``LivingEntity``
and ``Entity``; velocities are blocks per tick.
"""

from __future__ import annotations

from math import cos, floor, hypot, radians, sin
from typing import Any

from world.physics.body import Body, Controls, Rest, Vicinity
from world.physics.collision import is_free, moved
from world.physics.figures import (
    AIR_ACCELERATION,
    AIR_FRICTION,
    CLIMB_LIMIT,
    CLIMB_SPEED,
    DRAG,
    FLUID_ACCELERATION,
    GRAVITY,
    GROUND_ACCELERATION,
    INPUT,
    LAVA_FRICTION,
    LEAST_INPUT,
    SNEAK_FACTOR,
    SPRINT_AIR_ACCELERATION,
    SPRINT_FACTOR,
    SPRINT_WATER_FRICTION,
    SWIM_DEPTH,
    WATER_FRICTION,
)
from world.physics.fluids import holds_fluid, soak
from world.physics.jumping import jump
from world.physics.moving import move
from world.physics.rules import MODERN, PhysicsRules
from world.physics.support import ground, is_climbable
from world.physics.touch import feel
from world.physics.vicinity import vicinity
from world.terrain import SLIPPERINESS, Terrain

OLD_FLUID_GRAVITY = 0.02
OUT_OF_FLUID_SPEED = 0.3
OUT_OF_FLUID_RISE = 0.6
SETTLED = 1e-12
"""Blocks per tick."""


def step(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules = MODERN) -> None:
    """Move a body by a tick. Where nothing is known there are walls, so it stays where something is."""
    idle = not (controls.forward or controls.strafe or controls.jump or controls.sneak)
    if idle and at_rest(body, terrain):
        return
    before = _state(body) if idle else None
    near = vicinity(body, terrain)
    if near.plain:
        body.water = body.lava = 0.0
    else:
        soak(body, terrain, rules)
    _drop_negligible(body, rules)
    jump(body, controls, terrain, rules)
    if body.in_water or body.in_lava:
        near = _swim(body, controls, terrain, rules)
    else:
        near = _walk_or_fly(body, controls, terrain, rules, near)
    if rules.acts_last:
        feel(body, controls, terrain, rules, near)
    body.rest = _rest(body, terrain) if before is not None and _has_settled(before, _state(body)) else None


def at_rest(body: Body, terrain: Terrain) -> bool:
    """Whether ticks without controls leave a body as it is, as the last one did.

    It is so until something gives it another place or velocity, or a block in a chunk around it changes.
    """
    rest = body.rest
    if rest is None or rest.state != (body.x, body.y, body.z, body.vx, body.vy, body.vz):
        return False
    return tuple(map(terrain.versions.get, rest.columns)) == rest.versions


def _has_settled(before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    """Whether a tick changed nothing but, perhaps, the last digits of its vertical speed: on a bed the weight of who
    stands there and the bounce that answers it never quite agree."""
    if before == after:
        return True
    return before[:4] + before[5:] == after[:4] + after[5:] and abs(before[4] - after[4]) < SETTLED


def _state(body: Body) -> tuple[object, ...]:
    """All of a body that a tick may change."""
    return (
        body.x, body.y, body.z, body.vx, body.vy, body.vz, body.on_ground, body.against_wall, body.against_floor,
        body.water, body.lava, body.climbing, body.stuck, body.fall_distance, body.impact, body.jump_pause,
    )  # fmt: skip


def _rest(body: Body, terrain: Terrain) -> Rest:
    x0, _, z0, x1, _, z1 = body.box
    # a block beyond its own: flowing fluids look there
    columns = tuple(
        (x, z)
        for x in range(floor(x0 - 1) >> 4, (floor(x1 + 1) >> 4) + 1)
        for z in range(floor(z0 - 1) >> 4, (floor(z1 + 1) >> 4) + 1)
    )
    state = body.x, body.y, body.z, body.vx, body.vy, body.vz
    return Rest(state, columns, tuple(terrain.versions.get(column) for column in columns))


def _drop_negligible(body: Body, rules: PhysicsRules) -> None:
    limit = rules.negligible
    if abs(body.vx) < limit:
        body.vx = 0.0
    if abs(body.vy) < limit:
        body.vy = 0.0
    if abs(body.vz) < limit:
        body.vz = 0.0


def _accelerate(body: Body, controls: Controls, acceleration: float) -> None:
    """Add the controls' part to the velocity."""
    factor = INPUT * SNEAK_FACTOR if controls.sneak else INPUT
    forward, strafe = controls.forward * factor, controls.strafe * factor
    length = hypot(forward, strafe)
    if length < LEAST_INPUT:
        return
    if length > 1.0:
        forward, strafe = forward / length, strafe / length
    yaw = radians(controls.yaw)
    sine, cosine = sin(yaw), cos(yaw)
    body.vx += (strafe * cosine - forward * sine) * acceleration
    body.vz += (forward * cosine + strafe * sine) * acceleration


def _walk_or_fly(
    body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules, near: Vicinity
) -> Vicinity:
    """Returns what is around the body where it came to."""
    friction = AIR_FRICTION
    if body.on_ground:
        slipperiness = SLIPPERINESS
        if not near.plain or body.carrier is not None:
            slipperiness = ground(body, terrain, rules.ground_depth).slipperiness
        friction *= slipperiness
        speed = controls.speed * (SPRINT_FACTOR if controls.sprint else 1.0)
        acceleration = speed * GROUND_ACCELERATION / slipperiness**3
    else:
        acceleration = SPRINT_AIR_ACCELERATION if controls.sprint else AIR_ACCELERATION
    _accelerate(body, controls, acceleration)

    if not near.plain and is_climbable(terrain, *body.block, rules):
        body.vx = max(-CLIMB_LIMIT, min(CLIMB_LIMIT, body.vx))
        body.vz = max(-CLIMB_LIMIT, min(CLIMB_LIMIT, body.vz))
        body.vy = max(body.vy, -CLIMB_LIMIT)
        if controls.sneak and body.vy < 0.0 and not terrain.cell(*body.block).scaffolding:
            body.vy = 0.0
        body.fall_distance = 0.0

    near = move(body, controls, terrain, rules)

    body.climbing = not near.plain and is_climbable(terrain, *body.block, rules)
    if body.climbing and (body.against_wall or (controls.jump and rules.climbs_by_jump)):
        body.vy = CLIMB_SPEED
    body.vy = (body.vy - GRAVITY) * DRAG
    body.vx *= friction
    body.vz *= friction
    return near


def _swim(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules) -> Vicinity:
    """Returns what is around the body where it came to."""
    before = body.y
    falling = body.vy <= 0.0
    sprint = controls.sprint and rules.measured_fluids
    in_water = body.in_water
    _accelerate(body, controls, FLUID_ACCELERATION)
    near = move(body, controls, terrain, rules)
    body.climbing = is_climbable(terrain, *body.block, rules)
    if in_water:
        if body.against_wall and body.climbing and rules.measured_fluids:
            body.vy = CLIMB_SPEED
        friction = SPRINT_WATER_FRICTION if sprint else WATER_FRICTION
        body.vx *= friction
        body.vz *= friction
        body.vy = _sink(body.vy * WATER_FRICTION, falling, sprint, rules)
    else:
        body.vx *= LAVA_FRICTION
        body.vz *= LAVA_FRICTION
        if not rules.measured_fluids:
            body.vy = body.vy * LAVA_FRICTION - OLD_FLUID_GRAVITY
        elif body.lava <= SWIM_DEPTH:
            body.vy = _sink(body.vy * WATER_FRICTION, falling, sprint, rules) - GRAVITY / 4
        else:
            body.vy = body.vy * LAVA_FRICTION - GRAVITY / 4
    if body.against_wall:
        box = moved(body.box, body.vx, body.vy + OUT_OF_FLUID_RISE - body.y + before, body.vz)
        if is_free(terrain, box) and not holds_fluid(terrain, box):
            body.vy = OUT_OF_FLUID_SPEED
    return near


def _sink(vy: float, falling: bool, sprinting: bool, rules: PhysicsRules) -> float:
    """Vertical speed after a tick's gravity in water."""
    if not rules.measured_fluids:
        return vy - OLD_FLUID_GRAVITY
    if sprinting:
        return vy
    share = GRAVITY / 16
    if falling and abs(vy - 0.005) >= 0.003 and abs(vy - share) < 0.003:
        return -0.003
    return vy - share
