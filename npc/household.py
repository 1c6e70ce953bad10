"""Which blocks are a companion's home."""

from __future__ import annotations

from math import hypot

from npc.happenings import Happening
from world.terrain import Vector

RADIUS, ABOVE, BELOW = 5.0, 4.0, 1.0
"""Blocks around, above and below the place where it belongs within which what is built is its home."""


def is_of_home(happening: Happening, home: Vector) -> bool:
    """Whether it happens to a part of a home. To be refined: what grows there by itself is no part of it."""
    x, y, z = happening.where
    return hypot(x + 0.5 - home[0], z + 0.5 - home[2]) <= RADIUS and -BELOW <= y - home[1] <= ABOVE
