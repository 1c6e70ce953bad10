"""One tick of a body in the world, as vanilla moves a player.

The order of a tick: fluids push, small velocities vanish, the body jumps, its controls accelerate it, it moves and
collides, what it touches acts on it, friction and gravity set in. Figures are those of vanilla's ``LivingEntity``;
velocities are blocks per tick.
"""

from __future__ import annotations

from math import cos, floor, hypot, radians, sin

from world.physics.body import Body, Controls
from world.physics.collision import boxes_around, is_free, moved, reach_x, reach_y, reach_z, slide, swept
from world.physics.fluids import depth_and_flow
from world.physics.rules import MODERN, PhysicsRules
from world.terrain import LAVA, WATER, Box, Cell, Terrain

GRAVITY = 0.08
DRAG = 0.98
"""What a tick in the air leaves of vertical speed."""
AIR_FRICTION = 0.91
"""What a tick leaves of horizontal speed, besides slipperiness."""
GROUND_ACCELERATION = 0.21600002
"""Slipperiness 0.6 cubed: acceleration on such ground is the speed attribute itself."""
AIR_ACCELERATION = 0.02
SPRINT_AIR_ACCELERATION = 0.026
SPRINT_FACTOR = 1.3
INPUT = 0.98
"""What counts of a pressed key."""
SNEAK_FACTOR = 0.3

JUMP_SPEED = 0.42
SPRINT_JUMP_SPEED = 0.2
"""Horizontal speed that a jump adds while sprinting."""
JUMP_PAUSE = 10

FLUID_ACCELERATION = 0.02
WATER_FRICTION = 0.8
SPRINT_WATER_FRICTION = 0.9
LAVA_FRICTION = 0.5
FLUID_JUMP = 0.04
FLUID_PUSH = {WATER: 0.014, LAVA: 0.0023333333333333335}
"""Speed that a flow adds in a tick."""
OLD_FLUID_GRAVITY = 0.02
OUT_OF_FLUID_SPEED = 0.3
OUT_OF_FLUID_RISE = 0.6
SWIM_DEPTH = 0.4
"""Blocks of fluid up to which a body on the ground jumps in it instead of swimming up."""

CLIMB_LIMIT = 0.15
CLIMB_SPEED = 0.2
EDGE_STEP = 0.05
"""Blocks by which a sneaking body draws its move back from an edge."""
INSIDE_MARGIN = 1e-7


def step(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules = MODERN) -> None:
    """Move a body by a tick. Where nothing is known there are walls, so it stays where something is."""
    _soak(body, terrain)
    _drop_negligible(body, rules)
    _jump(body, controls, terrain)
    if body.in_water or body.in_lava:
        _swim(body, controls, terrain, rules)
    else:
        _walk_or_fly(body, controls, terrain, rules)


# --- before the move


def _soak(body: Body, terrain: Terrain) -> None:
    """Find out how deep the body is in water and lava, and let them push it."""
    box = body.box
    body.water, water_flow = depth_and_flow(terrain, box, WATER)
    body.lava, lava_flow = depth_and_flow(terrain, box, LAVA)
    for (fx, fy, fz), fluid in ((water_flow, WATER), (lava_flow, LAVA)):
        if fx or fy or fz:
            push = FLUID_PUSH[fluid]
            body.vx += fx * push
            body.vy += fy * push
            body.vz += fz * push
    if body.water:
        body.fall_distance = 0.0
    elif body.lava:
        body.fall_distance *= 0.5


def _drop_negligible(body: Body, rules: PhysicsRules) -> None:
    limit = rules.negligible
    if abs(body.vx) < limit:
        body.vx = 0.0
    if abs(body.vy) < limit:
        body.vy = 0.0
    if abs(body.vz) < limit:
        body.vz = 0.0


def _jump(body: Body, controls: Controls, terrain: Terrain) -> None:
    if body.jump_pause:
        body.jump_pause -= 1
    if not controls.jump:
        body.jump_pause = 0
        return
    depth = body.water or body.lava
    if depth and (not body.on_ground or depth > SWIM_DEPTH):
        body.vy += FLUID_JUMP
    elif body.on_ground and not body.jump_pause:
        take_off(body, terrain, JUMP_SPEED)
        if controls.sprint:
            yaw = radians(controls.yaw)
            body.vx -= sin(yaw) * SPRINT_JUMP_SPEED
            body.vz += cos(yaw) * SPRINT_JUMP_SPEED
        body.jump_pause = JUMP_PAUSE


def take_off(body: Body, terrain: Terrain, speed: float) -> None:
    """Leave the ground with a vertical speed, of which some blocks take a share."""
    body.vy = speed * _factor_beneath(body, terrain, "jump_factor")


def _factor_beneath(body: Body, terrain: Terrain, factor: str) -> float:
    """A factor of the block at the feet, or where that has none, of the one below."""
    x, z = floor(body.x), floor(body.z)
    here: float = getattr(terrain.cell(x, floor(body.y), z), factor)
    if here != 1.0:
        return here
    below: float = getattr(terrain.cell(x, floor(body.y - 0.500001), z), factor)
    return below


def _accelerate(body: Body, controls: Controls, acceleration: float) -> None:
    """Add the controls' part to the velocity."""
    factor = INPUT * SNEAK_FACTOR if controls.sneak else INPUT
    forward, strafe = controls.forward * factor, controls.strafe * factor
    length = hypot(forward, strafe)
    if length < 1e-4:
        return
    if length > 1.0:
        forward, strafe = forward / length, strafe / length
    yaw = radians(controls.yaw)
    sine, cosine = sin(yaw), cos(yaw)
    body.vx += (strafe * cosine - forward * sine) * acceleration
    body.vz += (forward * cosine + strafe * sine) * acceleration


# --- through the air and on the ground


def _walk_or_fly(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules) -> None:
    friction = AIR_FRICTION
    if body.on_ground:
        slipperiness = terrain.cell(floor(body.x), floor(body.y - 0.500001), floor(body.z)).slipperiness
        friction *= slipperiness
        speed = controls.speed * (SPRINT_FACTOR if controls.sprint else 1.0)
        acceleration = speed * GROUND_ACCELERATION / slipperiness**3
    else:
        acceleration = SPRINT_AIR_ACCELERATION if controls.sprint else AIR_ACCELERATION
    _accelerate(body, controls, acceleration)

    body.climbing = is_climbable(terrain, *body.block, rules)
    if body.climbing:
        body.vx = max(-CLIMB_LIMIT, min(CLIMB_LIMIT, body.vx))
        body.vz = max(-CLIMB_LIMIT, min(CLIMB_LIMIT, body.vz))
        body.vy = max(body.vy, -CLIMB_LIMIT)
        if controls.sneak and body.vy < 0.0 and not terrain.cell(*body.block).scaffolding:
            body.vy = 0.0
        body.fall_distance = 0.0

    _move(body, controls, terrain, rules)

    body.climbing = is_climbable(terrain, *body.block, rules)
    if body.climbing and (body.against_wall or (controls.jump and rules.climbs_by_jump)):
        body.vy = CLIMB_SPEED
    body.vy = (body.vy - GRAVITY) * DRAG
    body.vx *= friction
    body.vz *= friction


def is_climbable(terrain: Terrain, x: int, y: int, z: int, rules: PhysicsRules = MODERN) -> bool:
    """Whether a body whose feet are in that block can climb."""
    cell = terrain.cell(x, y, z)
    if cell.climbable:
        return True
    if cell.open_trapdoor and rules.climbable_trapdoors:
        return terrain.cell(x, y - 1, z).ladder == cell.open_trapdoor
    return False


# --- in fluids


def _swim(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules) -> None:
    before = body.y
    falling = body.vy <= 0.0
    in_water = body.in_water
    _accelerate(body, controls, FLUID_ACCELERATION)
    _move(body, controls, terrain, rules)
    body.climbing = is_climbable(terrain, *body.block, rules)
    if in_water:
        if body.against_wall and body.climbing:
            body.vy = CLIMB_SPEED
        friction = SPRINT_WATER_FRICTION if controls.sprint else WATER_FRICTION
        body.vx *= friction
        body.vz *= friction
        body.vy = _sink(body.vy * WATER_FRICTION, falling, controls.sprint, rules)
    elif body.lava <= SWIM_DEPTH:
        body.vx *= LAVA_FRICTION
        body.vz *= LAVA_FRICTION
        body.vy = _sink(body.vy * WATER_FRICTION, falling, controls.sprint, rules) - GRAVITY / 4
    else:
        body.vx *= LAVA_FRICTION
        body.vz *= LAVA_FRICTION
        body.vy = body.vy * LAVA_FRICTION - (GRAVITY / 4 if rules.fluid_gravity_shares else OLD_FLUID_GRAVITY)
    if body.against_wall:
        rise = body.vy + OUT_OF_FLUID_RISE - body.y + before
        box = moved(body.box, body.vx, rise, body.vz)
        if is_free(terrain, box) and not _holds_fluid(terrain, box):
            body.vy = OUT_OF_FLUID_SPEED


def _sink(vy: float, falling: bool, sprinting: bool, rules: PhysicsRules) -> float:
    """Vertical speed after a tick's gravity in water."""
    if not rules.fluid_gravity_shares:
        return vy - OLD_FLUID_GRAVITY
    if sprinting:
        return vy
    share = GRAVITY / 16
    if falling and abs(vy - 0.005) >= 0.003 and abs(vy - share) < 0.003:
        return -0.003
    return vy - share


def _holds_fluid(terrain: Terrain, box: Box) -> bool:
    x0, y0, z0, x1, y1, z1 = box
    return any(
        terrain.cell(x, y, z).fluid
        for y in range(floor(y0), floor(y1) + 1)
        for z in range(floor(z0), floor(z1) + 1)
        for x in range(floor(x0), floor(x1) + 1)
    )


# --- the move itself


def _move(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules) -> None:
    """Move by the velocity as far as the world allows, and let what was hit and what is touched act."""
    dx, dy, dz = body.vx, body.vy, body.vz
    if body.stuck is not None:
        sx, sy, sz = body.stuck
        dx, dy, dz = dx * sx, dy * sy, dz * sz
        body.vx = body.vy = body.vz = 0.0
        body.stuck = None
    if controls.sneak and body.on_ground and dy <= 0.0:
        dx, dz = _keep_from_edge(body, terrain, dx, dz)

    if dx == dy == dz == 0.0:
        gx = gy = gz = 0.0
    else:
        gx, gy, gz = _collide(body, terrain, dx, dy, dz)
    body.x += gx
    body.y += gy
    body.z += gz

    hit_x, hit_z = abs(gx - dx) > EPSILON_HIT, abs(gz - dz) > EPSILON_HIT
    body.against_wall = hit_x or hit_z
    body.against_floor = gy != dy
    was_falling = dy < 0.0
    body.on_ground = body.against_floor and was_falling

    if hit_x:
        body.vx = 0.0
    if hit_z:
        body.vz = 0.0
    if body.against_floor:
        bounce = 0.0
        if body.on_ground and not controls.sneak:
            bounce = terrain.cell(floor(body.x), floor(body.y - 0.2), floor(body.z)).bounce
        body.vy = -body.vy * bounce if bounce else 0.0

    body.impact = 0.0
    if body.on_ground:
        body.impact, body.fall_distance = body.fall_distance, 0.0
    elif gy < 0.0:
        body.fall_distance -= gy
    _touch(body, terrain, rules)


EPSILON_HIT = 1e-5
"""Blocks that a move may lack without having met a wall, as in vanilla."""


def _collide(body: Body, terrain: Terrain, dx: float, dy: float, dz: float) -> tuple[float, float, float]:
    """How far the body gets, steps included."""
    box = body.box
    boxes = boxes_around(terrain, swept(box, dx, dy, dz), body.y)
    if not boxes:
        return dx, dy, dz
    gx, gy, gz = slide(boxes, box, dx, dy, dz)
    landed = body.on_ground or (gy != dy and dy < 0.0)
    if not landed or (gx == dx and gz == dz):
        return gx, gy, gz
    if body.step_height > 0.0:
        stepped = _step_up(body, terrain, box, dx, dz)
        if stepped[0] ** 2 + stepped[2] ** 2 > gx * gx + gz * gz:
            return stepped
    return gx, gy, gz


def _step_up(body: Body, terrain: Terrain, box: Box, dx: float, dz: float) -> tuple[float, float, float]:
    """How far the body gets if it first rises by its step height, then goes ahead, then comes down."""
    height = body.step_height
    boxes = boxes_around(terrain, swept(box, dx, height, dz), body.y)
    # Straight up, or up as far as the way ahead allows: a low ceiling in front may make the latter better.
    best = (0.0, 0.0, 0.0)
    for rise in (reach_y(boxes, swept(box, dx, 0.0, dz), height), reach_y(boxes, box, height)):
        lifted = moved(box, 0.0, rise, 0.0)
        sx = reach_x(boxes, lifted, dx)
        sz = reach_z(boxes, moved(lifted, sx, 0.0, 0.0), dz)
        if sx * sx + sz * sz > best[0] ** 2 + best[2] ** 2:
            down = reach_y(boxes, moved(lifted, sx, 0.0, sz), -rise)
            best = sx, rise + down, sz
    return best


def _keep_from_edge(body: Body, terrain: Terrain, dx: float, dz: float) -> tuple[float, float]:
    """Shorten a move so that there is ground within a step below its end."""
    depth = max(body.step_height, STEP_DOWN)

    def void(ox: float, oz: float) -> bool:
        return is_free(terrain, moved(body.box, ox, -depth, oz))

    def shorter(value: float) -> float:
        return 0.0 if abs(value) <= EDGE_STEP else value - EDGE_STEP if value > 0 else value + EDGE_STEP

    while dx and void(dx, 0.0):
        dx = shorter(dx)
    while dz and void(0.0, dz):
        dz = shorter(dz)
    while dx and dz and void(dx, dz):
        dx, dz = shorter(dx), shorter(dz)
    return dx, dz


STEP_DOWN = 0.6


def _touch(body: Body, terrain: Terrain, rules: PhysicsRules) -> None:
    """What the body is in, or stands on, acts on it."""
    x0, y0, z0, x1, y1, z1 = body.box
    number, cells = terrain.number, terrain.cells
    for y in range(floor(y0 + INSIDE_MARGIN), floor(y1 - INSIDE_MARGIN) + 1):
        for z in range(floor(z0 + INSIDE_MARGIN), floor(z1 - INSIDE_MARGIN) + 1):
            for x in range(floor(x0 + INSIDE_MARGIN), floor(x1 - INSIDE_MARGIN) + 1):
                what = number(x, y, z)
                if what >= 3:
                    _be_in(body, cells[what], terrain, x, y, z, rules)
    if rules.slows_from_below and body.on_ground:
        factor = _factor_beneath(body, terrain, "speed_factor")
        body.vx *= factor
        body.vz *= factor


def _be_in(body: Body, cell: Cell, terrain: Terrain, x: int, y: int, z: int, rules: PhysicsRules) -> None:
    if cell.stuck is not None:
        body.stuck = cell.stuck
        body.fall_distance = 0.0
    if cell.bubbles:
        open_above = not terrain.cell(x, y + 1, z).fluid
        if cell.bubbles > 0:
            most, more = (1.8, 0.1) if open_above else (0.7, 0.06)
            body.vy = min(most, body.vy + more)
        else:
            most, more = (-0.9, 0.03) if open_above else (-0.3, 0.03)
            body.vy = max(most, body.vy - more)
    if not rules.slows_from_below and cell.speed_factor != 1.0:
        body.vx *= cell.speed_factor
        body.vz *= cell.speed_factor


def terminal_speed() -> float:
    """Blocks per tick at which a falling body falls no faster: where gravity and drag are even."""
    return GRAVITY * DRAG / (1 - DRAG)


def ground_speed(speed: float, slipperiness: float = 0.6) -> float:
    """Blocks per tick that a body makes on level ground at a speed attribute, once it is under way."""
    friction = slipperiness * AIR_FRICTION
    return INPUT * speed * GROUND_ACCELERATION / slipperiness**3 / (1 - friction)


def fall_height(speed: float) -> float:
    """Blocks that a jump of a vertical speed rises."""
    height = 0.0
    while speed > 0.0:
        height += speed
        speed = (speed - GRAVITY) * DRAG
    return height
