"""Leaving out the waypoints that a straight way doesn't need."""

from __future__ import annotations

from world.paths.route import Abilities
from world.terrain import Terrain, Vector


def straight(terrain: Terrain, a: Vector, b: Vector, abilities: Abilities) -> bool:
    """Whether a body can walk straight from one feet position to another."""
    return False
