"""Vanilla's figures of how a body moves, and what follows from them. Velocities are blocks per tick."""

from __future__ import annotations

from functools import lru_cache

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
FLUID_ACCELERATION = 0.02
WATER_FRICTION = 0.8
SPRINT_WATER_FRICTION = 0.9
LAVA_FRICTION = 0.5
SWIM_DEPTH = 0.4
"""Blocks of fluid up to which a body on the ground jumps in it instead of swimming up."""
CLIMB_LIMIT = 0.15
CLIMB_SPEED = 0.2


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
