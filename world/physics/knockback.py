"""What a blow does to the velocity of who is struck, as vanilla's ``LivingEntity.knockback``."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from world.physics.body import Body

STRENGTH = 0.4
"""Of any blow: horizontal blocks per tick, away from the attacker."""
LEVEL_STRENGTH = 0.5
"""That each level of the enchantment adds, and sprinting as one more, along the way that the attacker looks."""
MOST_RISE = 0.4
"""Blocks per tick upwards that a blow gives at most."""
TOO_CLOSE = 1e-4
"""Square of the distance (blocks²) below which it doesn't say where from a blow came."""


def knock_back(body: Body, dx: float, dz: float, strength: float = STRENGTH, resistance: float = 0.0) -> None:
    """Throw a body along (dx, dz), a direction of any length; one of length 0 only slows it and lifts it.

    It keeps half of its own velocity. Only who stands on the ground is lifted. ``resistance`` is the attribute
    ``knockback_resistance``, 0 … 1.
    """
    strength *= 1.0 - resistance
    if strength <= 0.0:
        return
    length = hypot(dx, dz)
    if length > 0.0:
        dx, dz = dx / length, dz / length
    body.vx = body.vx / 2 + dx * strength
    body.vz = body.vz / 2 + dz * strength
    if body.on_ground:
        body.vy = min(MOST_RISE, body.vy / 2 + strength)


def strike(
    body: Body,
    from_x: float,
    from_z: float,
    yaw: float,
    *,
    sprinting: bool = False,
    level: int = 0,
    resistance: float = 0.0,
) -> None:
    """The blow of somebody who stands at (from_x, from_z) and looks along ``yaw`` (degrees).

    ``level``: of the enchantment Knockback on what it strikes with. Where vanilla draws a direction by chance, as
    the two are in the same place, the blow goes the way that the attacker looks.
    """
    look_x, look_z = -sin(radians(yaw)), cos(radians(yaw))
    dx, dz = body.x - from_x, body.z - from_z
    if dx * dx + dz * dz < TOO_CLOSE:
        dx, dz = look_x, look_z
    knock_back(body, dx, dz, STRENGTH, resistance)
    levels = level + sprinting
    if levels:
        knock_back(body, look_x, look_z, levels * LEVEL_STRENGTH, resistance)
