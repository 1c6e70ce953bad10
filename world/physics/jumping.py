"""How a body leaves the ground, or swims up."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from world.physics.body import Body, Controls
from world.physics.collision import boxes_around, moved, reach_y, slide, swept
from world.physics.figures import JUMP_SPEED, LEAST_INPUT, SWIM_DEPTH, take_off_speed
from world.physics.rules import PhysicsRules
from world.physics.support import factor_beneath
from world.terrain import Terrain

SPRINT_JUMP_SPEED = 0.2
"""Horizontal speed that a jump adds while sprinting."""
JUMP_PAUSE = 10
FLUID_JUMP = 0.04
"""Speed that swimming up adds in a tick, and diving takes."""
HOP_MARGIN = 0.02
"""Blocks that a hop clears its rise by."""
HOP_LOOK = 0.25
"""Blocks ahead in which a rise is looked for."""
HOP_STEP = 0.58
"""Blocks that the first tick of a hop is long at most."""


def jump(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules) -> None:
    """Leave the ground, or swim up or down, if the controls or a rise ahead say so."""
    if body.jump_pause:
        body.jump_pause -= 1
    if rules.measured_fluids and controls.sneak and body.in_water:
        body.vy -= FLUID_JUMP
    if not controls.jump:
        body.jump_pause = 0
        if body.hop_height and body.on_ground and body.against_wall and not controls.sneak:
            _hop(body, controls, terrain)
        return
    depth = body.lava or body.water
    if depth and (not rules.measured_fluids or not body.on_ground or depth > SWIM_DEPTH):
        body.vy += FLUID_JUMP
    elif body.on_ground and not body.jump_pause:
        take_off(body, terrain, JUMP_SPEED)
        if controls.sprint:
            yaw = radians(controls.yaw)
            body.vx -= sin(yaw) * SPRINT_JUMP_SPEED
            body.vz += cos(yaw) * SPRINT_JUMP_SPEED
        body.jump_pause = JUMP_PAUSE


def _hop(body: Body, controls: Controls, terrain: Terrain) -> None:
    """Jump onto what it walks against, if it is low enough."""
    length = hypot(controls.forward, controls.strafe)
    if length < LEAST_INPUT or body.water > SWIM_DEPTH or body.lava > SWIM_DEPTH:
        return
    yaw = radians(controls.yaw)
    sine, cosine = sin(yaw), cos(yaw)
    dx = (controls.strafe * cosine - controls.forward * sine) / length * HOP_LOOK
    dz = (controls.forward * cosine + controls.strafe * sine) / length * HOP_LOOK
    rise = _rise_ahead(body, terrain, dx, dz)
    if rise is None:
        return
    factor = factor_beneath(body, terrain, "jump_factor")
    speed = JUMP_SPEED if body.in_water else take_off_speed(rise + HOP_MARGIN)
    if speed > max(take_off_speed(body.hop_height + HOP_MARGIN), JUMP_SPEED) * factor:
        return
    body.vy = speed
    along = hypot(body.vx, body.vz)
    most = (max(HOP_STEP, speed) ** 2 - speed**2) ** 0.5
    if along > most:
        body.vx *= most / along
        body.vz *= most / along


def _rise_ahead(body: Body, terrain: Terrain, dx: float, dz: float) -> float | None:
    """The lowest rise between step and hop height that leads on where the way is blocked; None if there is none."""
    box = body.box
    boxes = boxes_around(terrain, swept(box, dx, body.hop_height, dz), body.y)
    gx, _, gz = slide(boxes, box, dx, 0.0, dz)
    if gx * dx + gz * dz > HOP_LOOK * HOP_LOOK / 2:
        return None  # it slides along
    headroom = reach_y(boxes, box, body.hop_height)
    for top in sorted({other[4] for other in boxes}):
        rise = top - body.y
        if body.step_height < rise <= headroom:
            hx, _, hz = slide(boxes, moved(box, 0.0, rise, 0.0), dx, 0.0, dz)
            if hx * dx + hz * dz > HOP_LOOK * HOP_LOOK / 2:
                return rise
    return None


def take_off(body: Body, terrain: Terrain, speed: float) -> None:
    """Leave the ground with a vertical speed, of which some blocks take a share."""
    body.vy = speed * factor_beneath(body, terrain, "jump_factor")
