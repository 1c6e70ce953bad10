"""Going up and down what can be climbed, without turning round on it and without going past its top."""

from __future__ import annotations

from math import floor, hypot

from npc.gaze import direction
from npc.locomotion.steering import Heading, speed_to_stop
from world.paths.route import Waypoint
from world.physics.body import Body
from world.physics.figures import AIR_ACCELERATION, CLIMB_LIMIT, INPUT
from world.physics.rules import PhysicsRules
from world.physics.support import is_climbable
from world.terrain import Cell, Terrain

_SIDES = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}

PRESS = 0.12
"""Blocks per tick with which a climber presses against what carries the ladder."""
SIDEWAYS = 0.15
"""Blocks per tick: most that vanilla allows who climbs."""
GENTLE = 0.5
"""Share of the strength in the air that it brakes with: so it stops where it should, not beyond."""
CONTACT = 0.18
"""Blocks from the middle of a ladder's block to its open side, where whoever goes down hangs free of its support."""
LEVEL = 0.05
"""Blocks of height that don't matter."""
STOP_ABOVE = 0.2
"""Blocks above a place to climb down to at which one is there: a tick of sinking goes 0.15 further."""
HOLD_ABOVE = 0.35
"""Blocks above the place to step off to at which a climber keeps itself: more than two ticks of sinking, for it takes
hold one tick late."""
STEP_OFF_BELOW = 0.6
"""Blocks above that place below which it steps off."""


def support_of(terrain: Terrain, x: int, y: int, z: int) -> tuple[int, int] | None:
    """Horizontal direction from something climbable to what carries it; None where it hangs or stands free."""
    for below in (0, -1):  # above a ladder's top its own support still shows the way
        cell = terrain.cell(x, y + below, z)
        if cell.ladder in _SIDES:
            dx, dz = _SIDES[cell.ladder]
            return -dx, -dz
        if cell.open_trapdoor in _SIDES:
            dx, dz = _SIDES[cell.open_trapdoor]
            return -dx, -dz
        if cell.climbable and not cell.scaffolding:
            for dx, dz in _SIDES.values():
                if terrain.cell(x + dx, y + below, z + dz).full:
                    return dx, dz
    return None


def climb(body: Body, target: Waypoint, terrain: Terrain, rules: PhysicsRules) -> Heading:
    """One tick of climbing to a waypoint in the same column, or of stepping off to one beside it."""
    x, y, z = body.block
    column = floor(target.x), floor(target.z)
    if (x, z) == column:
        return _along(body, target, terrain, rules)
    if body.y >= target.y - LEVEL and body.y <= target.y + STEP_OFF_BELOW:
        return _step_off(body, target, rules)
    on_it = body.climbing or is_climbable(terrain, x, y, z, rules)
    if not on_it or (body.on_ground and body.y >= target.y):
        return _towards(body, target.x, target.z)  # not on it yet, or at the end of another one
    if body.y < target.y:
        heading = _up(body, terrain, rules, (x, y, z))
        if not (rules.climbs_by_jump or heading.speed):
            return _towards(body, target.x, target.z)
        return heading
    return _down(body, terrain, (x, y, z))


def _along(body: Body, target: Waypoint, terrain: Terrain, rules: PhysicsRules) -> Heading:
    block = body.block
    if body.y < target.y - LEVEL:
        return _up(body, terrain, rules, block)
    if body.y > target.y + STOP_ABOVE:
        return _down(body, terrain, block)
    heading = _towards(body, target.x, target.z)
    heading.sneak = body.climbing and not body.on_ground
    return _face_support(heading, terrain, block)


def _up(body: Body, terrain: Terrain, rules: PhysicsRules, block: tuple[int, int, int]) -> Heading:
    x, y, z = block
    support = support_of(terrain, x, y, z)
    if support is None:
        heading = _towards(body, x + 0.5, z + 0.5)
        heading.facing = None
    else:
        dx, dz = support
        # Against the support along one axis, to the middle of the column along the other.
        across = _bounded((x + 0.5 - body.x) if dz else (z + 0.5 - body.z))
        heading = Heading(dx * PRESS or across, dz * PRESS or across, facing=direction(dx, dz))
    heading.jump = (rules.climbs_by_jump and not body.on_ground) or support is None
    # Rising begins a tick late: who sinks takes hold first, or is below the last rung by then.
    heading.sneak = body.climbing and not body.on_ground and body.vy < -CLIMB_LIMIT
    return heading


def _down(body: Body, terrain: Terrain, block: tuple[int, int, int]) -> Heading:
    x, y, z = block
    cell: Cell = terrain.cell(x, y, z)
    below = terrain.cell(x, y - 1, z)
    support = support_of(terrain, x, y, z) or support_of(terrain, x, y - 1, z)
    offset_x, offset_z = (0.0, 0.0) if support is None else (-support[0] * CONTACT, -support[1] * CONTACT)
    heading = _towards(body, x + 0.5 + offset_x, z + 0.5 + offset_z)
    heading.facing = None
    heading.sneak = cell.scaffolding or below.scaffolding
    return _face_support(heading, terrain, block)


def _step_off(body: Body, target: Waypoint, rules: PhysicsRules) -> Heading:
    heading = _towards(body, target.x, target.z)
    if body.climbing and not body.on_ground:
        # Sneaking would hold on as well, but keeps from edges, and this one has to be left.
        heading.jump = rules.climbs_by_jump and body.y < target.y + HOLD_ABOVE
        heading.sneak = not rules.climbs_by_jump
    return heading


def _face_support(heading: Heading, terrain: Terrain, block: tuple[int, int, int]) -> Heading:
    support = support_of(terrain, *block)
    heading.facing = None if support is None else direction(*support)
    return heading


def _towards(body: Body, x: float, z: float) -> Heading:
    dx, dz = x - body.x, z - body.z
    distance = hypot(dx, dz)
    speed = min(SIDEWAYS, distance, speed_to_stop(distance, GENTLE * INPUT * AIR_ACCELERATION))
    if distance < 1e-6:
        return Heading()
    return Heading(dx / distance * speed, dz / distance * speed, facing=direction(dx, dz))


def _bounded(value: float) -> float:
    return max(-SIDEWAYS, min(SIDEWAYS, value))
