"""What bodies of different releases do differently. Which release has which rules is the wire's business."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PhysicsRules:
    """Defaults are today's."""

    negligible: float = 0.003
    """Blocks per tick below which a velocity component is nothing (to 1.8: 0.005)."""
    fluid_gravity_shares: bool = True
    """Gravity in water and lava is a share of that in the air, not 0.02 (since 1.13)."""
    slows_from_below: bool = True
    """Soul sand and honey slow who stands on them, not who touches them (since 1.15)."""
    climbs_by_jump: bool = True
    """Jumping climbs (since 1.14); before, only walking against it does."""
    climbable_trapdoors: bool = True
    """An open trapdoor above a ladder that faces the same way can be climbed (since 1.9)."""


MODERN = PhysicsRules()
