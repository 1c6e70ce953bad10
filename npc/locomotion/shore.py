"""Where somebody who floats in water gets out of it."""

from __future__ import annotations

from collections import deque
from math import floor

from world.paths.route import Abilities
from world.physics.body import Body
from world.terrain import WATER, Terrain, Vector

MAX_CELLS = 600
"""Blocks of water surface that are looked at."""
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


def nearest_shore(terrain: Terrain, body: Body, abilities: Abilities) -> Vector | None:
    """Feet position of the nearest place, swum to across the surface, at which one can stand; None: none near."""
    x, y, z = body.block
    while terrain.cell(x, y + 1, z).fluid == WATER:
        y += 1
    start = x, z
    seen = {start}
    queue = deque([start])
    while queue and len(seen) < MAX_CELLS:
        x, z = queue.popleft()
        for dx, dz in _SIDES:
            beside = x + dx, z + dz
            if beside in seen:
                continue
            seen.add(beside)
            if terrain.cell(beside[0], y, beside[1]).fluid == WATER:
                queue.append(beside)
                continue
            for level in (y + 1, y):
                top = _stand(terrain, beside[0], level, beside[1], body)
                if top is not None and top <= y + abilities.step_height:
                    return beside[0] + 0.5, top, beside[1] + 0.5
    return None


def _stand(terrain: Terrain, x: int, y: int, z: int, body: Body) -> float | None:
    """Height at which feet stand in a block or on the one below, if there is room for the body."""
    below = terrain.cell(x, y - 1, z)
    if not below.known or below.hazard or below.farmland or not below.boxes:
        return None
    top = y - 1 + max(box[4] for box in below.boxes)
    if top > y:
        return None
    for level in range(y, floor(y + body.height - 1e-6) + 1):
        cell = terrain.cell(x, level, z)
        if cell.boxes or cell.fluid or cell.hazard:
            return None
    return top
