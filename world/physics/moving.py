"""How far a body gets that moves by its velocity, and what it runs against."""

from __future__ import annotations

from world.physics.body import Body, Controls, Vicinity
from world.physics.collision import boxes_around, is_free, moved, reach_y, slide, swept
from world.physics.rules import PhysicsRules
from world.physics.support import UNDERFOOT, carrier_of, ground
from world.physics.touch import feel, slow_down
from world.physics.vicinity import obstacles, vicinity
from world.terrain import Box, Terrain

EDGE_STEP = 0.05
"""Blocks by which a sneaking body draws its move back from an edge."""
STEP_DOWN = 0.6
"""Blocks that a sneaking body goes down all the same, however low its steps are."""
BARELY_HIT = 1e-5
"""Blocks that a move may lack without having met a wall."""


def move(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules) -> Vicinity:
    """Move by the velocity as far as the world allows, and let what was hit and what is touched act.

    Returns what is around the body where it came to.
    """
    dx, dy, dz = body.vx, body.vy, body.vz
    if body.stuck is not None:
        sx, sy, sz = body.stuck
        dx, dy, dz = dx * sx, dy * sy, dz * sz
        body.vx = body.vy = body.vz = 0.0
        body.stuck = None
    if controls.sneak and dy <= 0.0:
        dx, dz = _keep_from_edge(body, terrain, dx, dz, rules)

    if dx == dy == dz == 0.0:
        gx = gy = gz = 0.0
    else:
        gx, gy, gz = _collide(body, controls, terrain, dx, dy, dz, rules)
        body.x += gx
        body.y += gy
        body.z += gz

    hit_x, hit_z = abs(gx - dx) >= BARELY_HIT, abs(gz - dz) >= BARELY_HIT
    body.against_wall = hit_x or hit_z
    body.against_floor = gy != dy
    body.on_ground = body.against_floor and dy < 0.0
    body.carrier = carrier_of(body, terrain) if body.on_ground and rules.finds_support else None
    _count_fall(body, gy, rules)
    near = vicinity(body, terrain)

    if hit_x:
        body.vx = 0.0
    if hit_z:
        body.vz = 0.0
    if body.against_floor:
        bounce = 0.0
        if body.on_ground and not controls.sneak and not near.plain:
            landed_on = ground(body, terrain, UNDERFOOT)
            if landed_on.sticky or rules.bouncing_beds:
                bounce = landed_on.bounce
        body.vy = -body.vy * bounce if bounce else 0.0

    if not rules.acts_last:
        feel(body, controls, terrain, rules, near)
    if rules.slows_from_below and not near.plain:
        slow_down(body, terrain)
    return near


def _count_fall(body: Body, gy: float, rules: PhysicsRules) -> None:
    """Count a fall, or end it."""
    body.impact = 0.0
    if gy < 0.0 and not body.water and (rules.falls_to_the_end or not body.on_ground):
        body.fall_distance -= gy
    if body.on_ground:
        body.impact, body.fall_distance = body.fall_distance, 0.0


def _collide(
    body: Body, controls: Controls, terrain: Terrain, dx: float, dy: float, dz: float, rules: PhysicsRules
) -> tuple[float, float, float]:
    """How far the body gets, steps included."""
    box = body.box
    boxes = obstacles(body, terrain, swept(box, dx, dy, dz), descending=controls.sneak)
    if not boxes:
        return dx, dy, dz
    x_first = not rules.longer_axis_first
    gx, gy, gz = slide(boxes, box, dx, dy, dz, x_first)
    if (gx == dx and gz == dz) or body.step_height <= 0.0:
        return gx, gy, gz
    landed = gy != dy and dy < 0.0
    if not landed and not body.on_ground:
        return gx, gy, gz

    height = body.step_height
    start = gy if landed and rules.steps_to_tops else 0.0
    foot = moved(box, 0.0, start, 0.0)
    around = swept(swept(foot, dx, height, dz), 0.0, min(dy, 0.0), 0.0)  # it may come down lower than it was
    boxes = boxes_around(terrain, around, body.y, descending=controls.sneak, fallen=body.fall_distance)
    if not rules.steps_to_tops:
        sx, sy, sz = _step_up(boxes, box, dx, dy, dz, height, x_first)
        return (sx, sy, sz) if sx * sx + sz * sz > gx * gx + gz * gz else (gx, gy, gz)
    for rise in sorted({y - foot[1] for other in boxes for y in (other[1], other[4])}):
        if 0.0 <= rise <= height and rise != gy:
            sx, sy, sz = slide(boxes, foot, dx, rise, dz)
            if sx * sx + sz * sz > gx * gx + gz * gz:
                return sx, sy + start, sz
    return gx, gy, gz


def _step_up(
    boxes: list[Box], box: Box, dx: float, dy: float, dz: float, height: float, x_first: bool
) -> tuple[float, float, float]:
    """How far the body gets if it first rises by its step height, then goes ahead, then comes down."""
    sx, sy, sz = slide(boxes, box, dx, height, dz, x_first)
    # Straight up, or up as far as the way ahead allows: a low ceiling in front may make the latter better.
    rise = reach_y(boxes, swept(box, dx, 0.0, dz), height)
    if rise < height:
        lx, _, lz = slide(boxes, moved(box, 0.0, rise, 0.0), dx, 0.0, dz, x_first)
        if lx * lx + lz * lz > sx * sx + sz * sz:
            sx, sy, sz = lx, rise, lz
    down = -sy if x_first else dy - sy
    return sx, sy + reach_y(boxes, moved(box, sx, sy, sz), down), sz


def _keep_from_edge(
    body: Body, terrain: Terrain, dx: float, dz: float, rules: PhysicsRules
) -> tuple[float, float]:
    """Shorten a sneaking body's move so that there is ground within a step below its end."""
    depth = max(body.step_height, STEP_DOWN) if rules.edge_depth is None else rules.edge_depth
    x0, y0, z0, x1, _, z1 = body.box

    def void(ox: float, oz: float, depth: float) -> bool:
        return is_free(terrain, (x0 + ox, y0 - depth, z0 + oz, x1 + ox, y0, z1 + oz))

    def shorter(value: float) -> float:
        return 0.0 if abs(value) <= EDGE_STEP else value - EDGE_STEP if value > 0 else value + EDGE_STEP

    if not body.on_ground:
        above_ground = body.fall_distance < depth and not void(0.0, 0.0, depth - body.fall_distance)
        if not above_ground or not rules.measured_fluids:
            return dx, dz
    while dx and void(dx, 0.0, depth):
        dx = shorter(dx)
    while dz and void(0.0, dz, depth):
        dz = shorter(dz)
    while dx and dz and void(dx, dz, depth):
        dx, dz = shorter(dx), shorter(dz)
    return dx, dz
