"""Cells of columns a place at a time, from the boxes as they are: the oracle of what numpy makes of them."""

from __future__ import annotations

from math import ceil, floor

from world.paths import cells
from world.paths.cells import UNIT, BodyClass, is_bad
from world.terrain import WATER, Cell, Terrain


def parts_under(body: BodyClass, whole: bool) -> list[tuple[int, int, tuple[float, float, float, float]]]:
    half = max(body.width / 2, 0.5) if whole else body.width / 2
    reach = max(0, ceil(half - 0.5))
    return [
        (dx, dz, (0.5 - half - dx, 0.5 - half - dz, 0.5 + half - dx, 0.5 + half - dz))
        for dz in range(-reach, reach + 1)
        for dx in range(-reach, reach + 1)
    ]


def gets_through(cell: Cell, body: BodyClass) -> bool:
    """Whether it is a door or gate that opens by hand, and the body fits past it."""
    if cell.door != "hand" or not cell.boxes:
        return False
    is_gate = cell.boxes[0][4] > 1.0
    return body.width <= (1.0 if is_gate else 1.0 - 2 * 0.1875)


def spans(cell: Cell, zone: tuple[float, float, float, float], body: BodyClass) -> list[tuple[int, int]]:
    """Bottoms and tops, in units, of the boxes within a zone."""
    if gets_through(cell, body):
        return []
    return [
        (floor(y0 * UNIT), ceil(y1 * UNIT))
        for x0, y0, z0, x1, y1, z1 in cell.boxes
        if x0 < zone[2] and x1 > zone[0] and z0 < zone[3] and z1 > zone[1]
    ]


def expected(terrain: Terrain, body: BodyClass, x: int, y: int, z: int) -> tuple[int, int, int]:
    """Kind, level and wide room of a place."""
    above = ceil(body.height) + 3
    under_body = parts_under(body, whole=False)
    floors, tops_below = [], []
    for dx, dz, zone in under_body:
        own, below = terrain.cell(x + dx, y, z + dz), terrain.cell(x + dx, y - 1, z + dz)
        own_spans, below_spans = spans(own, zone, body), spans(below, zone, body)
        if own_spans and not own.scaffolding and max(top for _, top in own_spans) < UNIT:
            floors.append(max(top for _, top in own_spans))
        if below.scaffolding:
            tops_below.append(0)
        elif below_spans and max(top for _, top in below_spans) >= UNIT:
            tops_below.append(max(top for _, top in below_spans) - UNIT)
    on_own = max(floors, default=0)
    on_below = max(tops_below, default=-1)
    carried = on_below >= max(on_own, 0)
    level = on_below if carried else on_own
    supported = carried or on_own > 0

    def room(parts: list[tuple[int, int, tuple[float, float, float, float]]]) -> int:
        """Units of space above the level."""
        lowest = (above + 1) * UNIT
        for dx, dz, zone in parts:
            for k in range(-1, above + 1):
                cell = terrain.cell(x + dx, y + k, z + dz)
                found = spans(cell, zone, body)
                if k > 0 and level + ceil(body.height * UNIT) <= k * UNIT and (dx, dz) == (0, 0):
                    found = found or ([(0, UNIT)] if gets_through(cell, body) else [])
                if k > 0 and is_bad(cell):
                    lowest = min(lowest, k * UNIT)
                if found and not cell.scaffolding:
                    bottom, top = min(s[0] for s in found), max(s[1] for s in found)
                    if top + k * UNIT > level:
                        lowest = min(lowest, bottom + k * UNIT)
        return min(255, max(0, lowest - level))

    own, below = terrain.cell(x, y, z), terrain.cell(x, y - 1, z)
    touched = [
        k for k in range(ceil(body.height) + 2) if k == 0 or level + ceil(body.height * UNIT) > k * UNIT
    ]
    harmed = any(
        is_bad(terrain.cell(x + dx, y, z + dz)) or (carried and is_bad(terrain.cell(x + dx, y - 1, z + dz)))
        for dx, dz, _ in under_body
    )
    kind = cells.STAND if supported else cells.OPEN
    if supported and (below if carried else own).farmland:
        kind = cells.FARMLAND
    if own.climbable or (own.open_trapdoor and own.open_trapdoor == below.ladder):
        kind = cells.RUNG if supported else cells.CLIMB
    submerged = terrain.cell(x, y + 1, z).fluid == WATER
    depth = (UNIT if submerged else ceil(own.fluid_height * UNIT)) - level
    wet = own.fluid == WATER and depth > 0
    if wet:
        kind = cells.WADE if supported and depth < cells.SHALLOW else cells.SWIM
        kind = cells.DIVE if submerged else kind
    doors = [terrain.cell(x, y + k, z) for k in touched]
    door = next((cell for cell in doors if gets_through(cell, body)), None)
    if door is not None:
        x0, _, z0, x1, _, z1 = door.boxes[0]
        kind = cells.BLOCKED
        if supported and not wet:
            kind = cells.DOOR_X if x1 - x0 < z1 - z0 else cells.DOOR_Z
    if harmed or room(under_body) < ceil(body.height * UNIT):
        kind = cells.BLOCKED
    return kind, level, room(parts_under(body, whole=True))
