"""What blocks do to a body that walks on them or is in them."""

from __future__ import annotations

from world.physics.body import Body, Controls, Vicinity
from world.physics.figures import DRAG, GRAVITY
from world.physics.rules import PhysicsRules
from world.physics.support import ABOVE_GROUND, UNDERFOOT, ground
from world.physics.vicinity import INSIDE_MARGIN
from world.terrain import UNKNOWN, Cell, Terrain

SLIME_FACTOR = 0.4
"""What slime leaves of the speed of who walks on it without bouncing."""
SLIDE_SPEED = 0.05
"""Speed of falling along honey."""
SLIDES_FROM = 0.08
SLOWED_FROM = 0.13
"""Speeds of falling from which on honey takes hold, and from which on it slows sideways as well."""
HONEY_TOP = 0.9375
HONEY_HALF = 0.4375


def slow_down(body: Body, terrain: Terrain) -> None:
    """Let the block at the feet, or the ground, take its share of the speed (soul sand, honey)."""
    number = terrain.number(*body.block)
    factor = 1.0
    if number:
        feet = terrain.cells[number]
        if feet.fluid and not feet.boxes:
            return
        factor = feet.speed_factor
    if factor == 1.0:
        factor = ground(body, terrain, ABOVE_GROUND).speed_factor
    if factor != 1.0:
        body.vx *= factor
        body.vz *= factor


def feel(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules, near: Vicinity) -> None:
    """What the body walks on and what it is in act on it; ``near``: what is around it where it is."""
    if near.plain:
        return
    speed = abs(body.vy)
    if body.on_ground and speed < 0.1 and not controls.sneak and ground(body, terrain, UNDERFOOT).sticky:
        body.vx *= SLIME_FACTOR + speed * 0.2
        body.vz *= SLIME_FACTOR + speed * 0.2
    for x, y, z, number in near.contents:
        if number > UNKNOWN:
            _be_in(body, terrain.cells[number], terrain, x, y, z, rules)


def _be_in(body: Body, cell: Cell, terrain: Terrain, x: int, y: int, z: int, rules: PhysicsRules) -> None:
    if cell.stuck is not None and (not cell.powder or body.block == (x, y, z)):
        body.stuck = cell.stuck
        body.fall_distance = 0.0
    if cell.bubbles:
        above = terrain.cell(x, y + 1, z)
        open_above = not above.fluid and not above.boxes
        if cell.bubbles > 0:
            most, more = (1.8, 0.1) if open_above else (0.7, 0.06)
            body.vy = min(most, body.vy + more)
        else:
            most, more = (-0.9, 0.03) if open_above else (-0.3, 0.03)
            body.vy = max(most, body.vy - more)
        if not open_above:
            body.fall_distance = 0.0
    if cell.slides:
        _slide_down(body, x, y, z, rules)
    if not rules.slows_from_below and cell.speed_factor != 1.0:
        body.vx *= cell.speed_factor
        body.vz *= cell.speed_factor


def _slide_down(body: Body, x: int, y: int, z: int, rules: PhysicsRules) -> None:
    """Along the side of a honey block. Its figures are speeds ahead of gravity."""
    if body.on_ground or body.y > y + HONEY_TOP - INSIDE_MARGIN:
        return
    speed = body.vy / DRAG + GRAVITY if rules.acts_last else body.vy
    beside = max(abs(x + 0.5 - body.x), abs(z + 0.5 - body.z)) + INSIDE_MARGIN
    if speed >= -SLIDES_FROM or beside <= HONEY_HALF + body.width / 2:
        return
    if speed < -SLOWED_FROM:
        body.vx *= -SLIDE_SPEED / speed
        body.vz *= -SLIDE_SPEED / speed
    body.vy = (-SLIDE_SPEED - GRAVITY) * DRAG if rules.acts_last else -SLIDE_SPEED
    body.fall_distance = 0.0
