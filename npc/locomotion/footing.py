"""Whether a body had better not set its feet there: cliffs, what hurts, what gets trampled, the unknown.

A route avoids all of that already. This is for a body that was pushed off it, and for a world that changed since.
"""

from __future__ import annotations

from math import floor

from world.paths.route import Abilities
from world.physics.body import Body
from world.physics.rules import MODERN, PhysicsRules
from world.physics.support import is_climbable
from world.terrain import EMPTY, LAVA, SOLID, WATER, Box, Terrain

MARGIN = 1e-4
"""Blocks that the body may reach into a block without being in it."""
CLIFF, FARMLAND, UNKNOWN = "cliff", "farmland", "unknown"


def objection(
    terrain: Terrain,
    body: Body,
    dx: float,
    dz: float,
    abilities: Abilities,
    rules: PhysicsRules = MODERN,
) -> str:
    """Why the body shouldn't go ``dx, dz`` further: ``cliff``, ``farmland``, ``unknown``, or a hazard's name.

    Empty when it may. What hurts or is trampled where it is already doesn't keep it from leaving.
    """
    why = _objection_at(terrain, body, body.x + dx, body.z + dz, abilities, rules)
    if why in ("", CLIFF, UNKNOWN):
        return why
    return "" if why == _objection_at(terrain, body, body.x, body.z, abilities, rules) else why


def _objection_at(
    terrain: Terrain, body: Body, x: float, z: float, abilities: Abilities, rules: PhysicsRules
) -> str:
    half = body.width / 2
    columns = _columns(x - half, z - half, x + half, z + half)
    return _harm(terrain, columns, body.y, body.height) or _fall(
        terrain, body, x, z, columns, abilities, rules
    )


def harm_in(terrain: Terrain, box: Box) -> str:
    """What hurts, stops or isn't known of all that a body's box reaches into; empty if nothing is."""
    x0, y0, z0, x1, y1, z1 = box
    return _harm(terrain, _columns(x0, z0, x1, z1), y0, y1 - y0)


def _columns(x0: float, z0: float, x1: float, z1: float) -> list[tuple[int, int]]:
    """The columns of blocks that a rectangle reaches into."""
    return [
        (x, z)
        for z in range(floor(z0 + MARGIN), floor(z1 - MARGIN) + 1)
        for x in range(floor(x0 + MARGIN), floor(x1 - MARGIN) + 1)
    ]


def _harm(terrain: Terrain, columns: list[tuple[int, int]], feet: float, height: float) -> str:
    cells = terrain.cells
    low, high = floor(feet + MARGIN), floor(feet + height - MARGIN)
    for x, z in columns:
        for number in terrain.column(x, z, low, high):
            if number in (EMPTY, SOLID):
                continue
            cell = cells[number]
            if not cell.known:
                return UNKNOWN
            if cell.hazard:
                return cell.hazard
    return ""


def _fall(
    terrain: Terrain,
    body: Body,
    x: float,
    z: float,
    columns: list[tuple[int, int]],
    abilities: Abilities,
    rules: PhysicsRules,
) -> str:
    """What is to be said against what the body would come to stand on, or in."""
    half = body.width / 2 - MARGIN
    lowest = body.y - abilities.max_drop - MARGIN
    reach = body.y + max(body.step_height, body.hop_height) + MARGIN
    number, cells = terrain.number, terrain.cells
    middle = floor(x), floor(z)
    feet = floor(body.y + MARGIN)
    for y in range(feet, floor(lowest) - 2, -1):
        best, found, wet, burns = lowest, None, False, False
        for cx, cz in columns:
            what = number(cx, y, cz)
            if what == EMPTY:
                continue
            cell = cells[what]
            burns = burns or cell.fluid == LAVA
            wet = wet or cell.fluid == WATER
            if (
                (cx, cz) == middle
                and y < feet
                and abilities.can_climb
                and is_climbable(terrain, cx, y, cz, rules)
            ):
                return ""  # what ends at the feet lets go of who sinks
            top = _top(cell.boxes, x - cx, z - cz, half, reach - y)
            if cell.scaffolding:  # carries only who is above it
                top = 1.0 if y + 1.0 <= body.y + MARGIN else None
            if top is not None and y + top >= best and (y + top > best or (cx, cz) == middle or not found):
                best, found = y + top, cell
        if found is not None:
            if found.hazard:
                return found.hazard
            if found.farmland and abilities.shuns_farmland:
                return FARMLAND
            return "" if found.known else UNKNOWN
        if burns:
            return LAVA
        if wet:
            return "" if abilities.can_swim else WATER
    # Water is soft from any height, if nothing is above it.
    return "" if abilities.can_swim and _water_below(terrain, middle, floor(lowest)) else CLIFF


def _top(
    boxes: tuple[tuple[float, float, float, float, float, float], ...],
    x: float,
    z: float,
    half: float,
    reach: float,
) -> float | None:
    """Height of the highest of a block's boxes beneath a footprint that isn't beyond reach."""
    tops = [
        by
        for ax, _, az, bx, by, bz in boxes
        if ax < x + half and bx > x - half and az < z + half and bz > z - half and by <= reach
    ]
    return max(tops) if tops else None


WATER_DEPTH_SEARCHED = 32
"""Blocks down to which somebody looks for water before a leap."""


def _water_below(terrain: Terrain, column: tuple[int, int], y: int) -> bool:
    for below in range(y, y - WATER_DEPTH_SEARCHED, -1):
        cell = terrain.cell(column[0], below, column[1])
        if cell.fluid == WATER:
            return True
        if cell.boxes or cell.fluid:
            return False
    return False
