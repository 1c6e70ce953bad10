"""One tick of a body in the world, as vanilla moves a player.

The order of a tick: fluids push, small velocities vanish, the body jumps, its controls accelerate it, it moves and
collides, what it touches acts on it, friction and gravity set in. Figures are those of vanilla's ``LivingEntity``
and ``Entity``; velocities are blocks per tick.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, floor, hypot, radians, sin

from world.physics.body import Body, Controls, Rest
from world.physics.collision import (
    EPSILON,
    boxes_around,
    is_free,
    moved,
    overlaps,
    reach_y,
    slide,
    swept,
)
from world.physics.fluids import holds_fluid, soak
from world.physics.rules import MODERN, PhysicsRules
from world.terrain import SLIPPERINESS, SOLID, UNKNOWN, Box, Cell, Terrain

GRAVITY = 0.08
DRAG = 0.9800000190734863
"""What a tick in the air leaves of vertical speed."""
AIR_FRICTION = 0.91
"""What a tick leaves of horizontal speed, besides slipperiness."""
GROUND_ACCELERATION = 0.21600002
"""Slipperiness 0.6 cubed: acceleration on such ground is the speed attribute itself."""
AIR_ACCELERATION = 0.02
SPRINT_AIR_ACCELERATION = 0.026
SPRINT_FACTOR = 1.3
LEAST_INPUT = 3e-4
INPUT = 0.98
"""What counts of a pressed key."""
SNEAK_FACTOR = 0.3

JUMP_SPEED = 0.41999998688697815
SPRINT_JUMP_SPEED = 0.2
"""Horizontal speed that a jump adds while sprinting."""
JUMP_PAUSE = 10

FLUID_ACCELERATION = 0.02
WATER_FRICTION = 0.8
SPRINT_WATER_FRICTION = 0.9
LAVA_FRICTION = 0.5
FLUID_JUMP = 0.04
"""Speed that swimming up adds in a tick, and diving takes."""
OLD_FLUID_GRAVITY = 0.02
OUT_OF_FLUID_SPEED = 0.3
OUT_OF_FLUID_RISE = 0.6
SWIM_DEPTH = 0.4
"""Blocks of fluid up to which a body on the ground jumps in it instead of swimming up."""

CLIMB_LIMIT = 0.15
CLIMB_SPEED = 0.2
EDGE_STEP = 0.05
"""Blocks by which a sneaking body draws its move back from an edge."""
STEP_DOWN = 0.6
"""Blocks that a sneaking body goes down all the same, however low its steps are."""
INSIDE_MARGIN = 1e-7
SUPPORT_DEPTH = 1e-6
BARELY_HIT = 1e-5
"""Blocks that a move may lack without having met a wall."""
UNDERFOOT = 0.2
"""Blocks below the feet at which the block is that a body lands and walks on."""
ABOVE_GROUND = 0.500001
"""Blocks below the feet at which the block is that slows a body or lowers its jump."""

SLIME_FACTOR = 0.4
"""What slime leaves of the speed of who walks on it without bouncing."""
SLIDE_SPEED = 0.05
"""Speed of falling along honey."""
SLIDES_FROM = 0.08
SLOWED_FROM = 0.13
"""Speeds of falling from which on honey takes hold, and from which on it slows sideways as well."""
HONEY_TOP = 0.9375
HONEY_HALF = 0.4375

HOP_MARGIN = 0.02
"""Blocks that a hop clears its rise by."""
HOP_LOOK = 0.25
"""Blocks ahead in which a rise is looked for."""
HOP_STEP = 0.58
"""Blocks that the first tick of a hop is long at most."""


def step(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules = MODERN) -> None:
    """Move a body by a tick. Where nothing is known there are walls, so it stays where something is."""
    idle = not (controls.forward or controls.strafe or controls.jump or controls.sneak)
    if idle and at_rest(body, terrain):
        return
    before = _state(body) if idle else None
    body.plain = terrain.is_plain(body.box)
    if body.plain:
        body.water = body.lava = 0.0
    else:
        soak(body, terrain, rules)
    _drop_negligible(body, rules)
    _jump(body, controls, terrain, rules)
    if body.in_water or body.in_lava:
        _swim(body, controls, terrain, rules)
    else:
        _walk_or_fly(body, controls, terrain, rules)
    if rules.acts_last:
        _feel(body, controls, terrain, rules)
    body.rest = _rest(body, terrain) if before is not None and before == _state(body) else None


def at_rest(body: Body, terrain: Terrain) -> bool:
    """Whether ticks without controls leave a body as it is, as the last one did.

    It is so until something gives it another place or velocity, or a block in a chunk around it changes.
    """
    rest = body.rest
    if rest is None or rest.state != (body.x, body.y, body.z, body.vx, body.vy, body.vz):
        return False
    return tuple(map(terrain.versions.get, rest.columns)) == rest.versions


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


# --- before the move


def _drop_negligible(body: Body, rules: PhysicsRules) -> None:
    limit = rules.negligible
    if abs(body.vx) < limit:
        body.vx = 0.0
    if abs(body.vy) < limit:
        body.vy = 0.0
    if abs(body.vz) < limit:
        body.vz = 0.0


def _jump(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules) -> None:
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
    factor = _factor_beneath(body, terrain, "jump_factor")
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
    body.vy = speed * _factor_beneath(body, terrain, "jump_factor")


def _ground(body: Body, terrain: Terrain, depth: float) -> Cell:
    """The block so far below the feet, where the body has its ground."""
    x, z = body.carrier or (floor(body.x), floor(body.z))
    return terrain.cell(x, floor(body.y - depth), z)


def _factor_beneath(body: Body, terrain: Terrain, factor: str) -> float:
    """A factor of the block at the feet, or where that has none, of the ground."""
    here: float = getattr(terrain.cell(*body.block), factor)
    if here != 1.0:
        return here
    below: float = getattr(_ground(body, terrain, ABOVE_GROUND), factor)
    return below


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


# --- through the air and on the ground


def _walk_or_fly(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules) -> None:
    friction = AIR_FRICTION
    if body.on_ground:
        slipperiness = SLIPPERINESS if body.plain else _ground(body, terrain, rules.ground_depth).slipperiness
        friction *= slipperiness
        speed = controls.speed * (SPRINT_FACTOR if controls.sprint else 1.0)
        acceleration = speed * GROUND_ACCELERATION / slipperiness**3
    else:
        acceleration = SPRINT_AIR_ACCELERATION if controls.sprint else AIR_ACCELERATION
    _accelerate(body, controls, acceleration)

    climbing = not body.plain and is_climbable(terrain, *body.block, rules)
    if climbing:
        body.vx = max(-CLIMB_LIMIT, min(CLIMB_LIMIT, body.vx))
        body.vz = max(-CLIMB_LIMIT, min(CLIMB_LIMIT, body.vz))
        body.vy = max(body.vy, -CLIMB_LIMIT)
        if controls.sneak and body.vy < 0.0 and not terrain.cell(*body.block).scaffolding:
            body.vy = 0.0
        body.fall_distance = 0.0

    _move(body, controls, terrain, rules)

    body.climbing = climbing = not body.plain and is_climbable(terrain, *body.block, rules)
    if climbing and (body.against_wall or (controls.jump and rules.climbs_by_jump)):
        body.vy = CLIMB_SPEED
    body.vy = (body.vy - GRAVITY) * DRAG
    body.vx *= friction
    body.vz *= friction


def is_climbable(terrain: Terrain, x: int, y: int, z: int, rules: PhysicsRules = MODERN) -> bool:
    """Whether a body whose feet are in that block can climb."""
    number = terrain.number(x, y, z)
    if number <= UNKNOWN:
        return False
    cell = terrain.cells[number]
    if cell.climbable:
        return True
    if cell.open_trapdoor and rules.climbable_trapdoors:
        return terrain.cell(x, y - 1, z).ladder == cell.open_trapdoor
    return False


# --- in fluids


def _swim(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules) -> None:
    before = body.y
    falling = body.vy <= 0.0
    sprint = controls.sprint and rules.measured_fluids
    in_water = body.in_water
    _accelerate(body, controls, FLUID_ACCELERATION)
    _move(body, controls, terrain, rules)
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


# --- the move itself


def _move(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules) -> None:
    """Move by the velocity as far as the world allows, and let what was hit and what is touched act."""
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
    body.plain = plain = terrain.is_plain(body.box)
    body.carrier = _carrier(body, terrain) if body.on_ground and rules.finds_support and not plain else None
    _fall(body, gy, rules)

    if hit_x:
        body.vx = 0.0
    if hit_z:
        body.vz = 0.0
    if body.against_floor:
        bounce = 0.0
        if body.on_ground and not controls.sneak and not plain:
            ground = _ground(body, terrain, UNDERFOOT)
            if ground.sticky or rules.bouncing_beds:
                bounce = ground.bounce
        body.vy = -body.vy * bounce if bounce else 0.0

    if not rules.acts_last:
        _feel(body, controls, terrain, rules)
    if rules.slows_from_below and not plain:
        _slow(body, terrain)


def _fall(body: Body, gy: float, rules: PhysicsRules) -> None:
    """Count a fall, or end it."""
    body.impact = 0.0
    if gy < 0.0 and not body.water and (rules.falls_to_the_end or not body.on_ground):
        body.fall_distance -= gy
    if body.on_ground:
        body.impact, body.fall_distance = body.fall_distance, 0.0


def _carrier(body: Body, terrain: Terrain) -> tuple[int, int] | None:
    """Block x and z of the nearest block that carries a body on the ground; None: the one below its middle.

    As vanilla's ``findSupportingBlock``: of two that are as near, the one with the higher z, then x.
    """
    x, z = floor(body.x), floor(body.z)
    if terrain.number(x, floor(body.y - EPSILON), z) == SOLID:
        return None
    x0, y0, z0, x1, _, z1 = body.box
    below = x0, y0 - SUPPORT_DEPTH, z0, x1, y0, z1
    carriers = [
        (floor((ax + bx) / 2), floor((az + bz) / 2))
        for ax, ay, az, bx, by, bz in boxes_around(terrain, below, body.y)
        if overlaps(below, (ax, ay, az, bx, by, bz))
    ]
    if not carriers or (x, z) in carriers:
        return None
    return min(
        carriers, key=lambda at: ((at[0] + 0.5 - body.x) ** 2 + (at[1] + 0.5 - body.z) ** 2, -at[1], -at[0])
    )


def _collide(
    body: Body, controls: Controls, terrain: Terrain, dx: float, dy: float, dz: float, rules: PhysicsRules
) -> tuple[float, float, float]:
    """How far the body gets, steps included."""
    box = body.box
    sneak, fallen = controls.sneak, body.fall_distance
    boxes = boxes_around(terrain, swept(box, dx, dy, dz), body.y, descending=sneak, fallen=fallen)
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
    boxes = boxes_around(terrain, around, body.y, descending=sneak, fallen=fallen)
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


# --- what it stands on and what it is in


def _slow(body: Body, terrain: Terrain) -> None:
    number = terrain.number(*body.block)
    factor = 1.0
    if number:
        feet = terrain.cells[number]
        if feet.fluid and not feet.boxes:
            return
        factor = feet.speed_factor
    if factor == 1.0:
        factor = _ground(body, terrain, ABOVE_GROUND).speed_factor
    if factor != 1.0:
        body.vx *= factor
        body.vz *= factor


def _feel(body: Body, controls: Controls, terrain: Terrain, rules: PhysicsRules) -> None:
    """What the body walks on and what it is in act on it."""
    if body.plain:
        return
    speed = abs(body.vy)
    if body.on_ground and speed < 0.1 and not controls.sneak and _ground(body, terrain, UNDERFOOT).sticky:
        body.vx *= SLIME_FACTOR + speed * 0.2
        body.vz *= SLIME_FACTOR + speed * 0.2
    x0, y0, z0, x1, y1, z1 = body.box
    column, cells = terrain.column, terrain.cells
    low, high = floor(y0 + INSIDE_MARGIN), floor(y1 - INSIDE_MARGIN)
    for x in range(floor(x0 + INSIDE_MARGIN), floor(x1 - INSIDE_MARGIN) + 1):
        for z in range(floor(z0 + INSIDE_MARGIN), floor(z1 - INSIDE_MARGIN) + 1):
            for up, number in enumerate(column(x, z, low, high)):
                if number > UNKNOWN:
                    _be_in(body, cells[number], terrain, x, low + up, z, rules)


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


# --- figures that follow from these


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


@lru_cache(maxsize=256)
def take_off_speed(height: float) -> float:
    """The vertical speed of a jump that rises so many blocks: :func:`fall_height` the other way round."""
    low, high = 0.0, 2.0 * (height + 1.0)
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (low, middle) if fall_height(middle) >= height else (middle, high)
    return high
