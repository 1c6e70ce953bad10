"""Moving a box among boxes: how far it gets along each axis."""

from __future__ import annotations

from math import floor

from world.terrain import SOLID, BlockRange, Box, Terrain

EPSILON = 1e-7
"""Blocks by which boxes may overlap and still only touch, as in vanilla's shapes."""
BARELY = 1e-5
"""Blocks by which feet may be below a top and still be above it, as in vanilla's ``isAbove``."""
SCAFFOLDING_TOP = 0.875
SCAFFOLDING_FLOOR = 0.125
POWDER_CARRIES = 2.5
"""Blocks of a fall beyond which powder snow is solid, and how high it then is."""
POWDER_TOP = 0.9


def boxes_around(
    terrain: Terrain, box: Box, feet: float | None = None, *, descending: bool = False, fallen: float = 0.0
) -> list[Box]:
    """All collision boxes that may meet a box, in block coordinates of the world.

    What carries only from above goes by ``feet``, the height of the feet that look for support (None: the bottom
    of the box), and lets through who is ``descending``, that is, sneaking. ``fallen``: blocks of a fall so far;
    who falls far lands on powder snow.
    """
    return boxes_of(terrain, blocks_around(box), box[1] if feet is None else feet, descending, fallen)[0]


def blocks_around(box: Box) -> BlockRange:
    """The blocks whose collision boxes may meet a box: shapes reach up out of their block, not sideways or down."""
    x0, y0, z0, x1, y1, z1 = box
    return (
        floor(x0 - EPSILON), floor(y0 - EPSILON) - 1, floor(z0 - EPSILON),
        floor(x1 + EPSILON), floor(y1 + EPSILON), floor(z1 + EPSILON),
    )  # fmt: skip


def boxes_of(
    terrain: Terrain, blocks: BlockRange, feet: float, descending: bool, fallen: float
) -> tuple[list[Box], bool]:
    """The collision boxes of :func:`blocks_around`, and whether they are there for everybody, however it comes."""
    west, low, north, east, high, south = blocks
    cells, column = terrain.cells, terrain.column
    found: list[Box] = []
    for_all = True
    for x in range(west, east + 1):
        for z in range(north, south + 1):
            y = low - 1
            for number in column(x, z, low, high):
                y += 1
                if not number:
                    continue
                if number == SOLID:
                    if y != low:
                        found.append((x, y, z, x + 1, y + 1, z + 1))
                    continue
                cell = cells[number]
                if cell.scaffolding:
                    for_all = False
                    if feet > y + 1 - BARELY and not descending:
                        found.append((x, y + SCAFFOLDING_TOP, z, x + 1, y + 1, z + 1))
                    elif cell.scaffolding_floor and feet > y - BARELY:
                        found.append((x, y, z, x + 1, y + SCAFFOLDING_FLOOR, z + 1))
                elif cell.powder:
                    for_all = False
                    if fallen > POWDER_CARRIES:
                        found.append((x, y, z, x + 1, y + POWDER_TOP, z + 1))
                else:
                    for ax, ay, az, bx, by, bz in cell.boxes:
                        found.append((x + ax, y + ay, z + az, x + bx, y + by, z + bz))
    return found, for_all


def is_free(terrain: Terrain, box: Box) -> bool:
    """Whether no collision box reaches into a box."""
    return not any(overlaps(box, other) for other in boxes_around(terrain, box))


def overlaps(one: Box, other: Box) -> bool:
    """Whether two boxes share more than a touch."""
    return (
        one[0] < other[3] - EPSILON
        and one[3] > other[0] + EPSILON
        and one[1] < other[4] - EPSILON
        and one[4] > other[1] + EPSILON
        and one[2] < other[5] - EPSILON
        and one[5] > other[2] + EPSILON
    )


def swept(box: Box, dx: float, dy: float, dz: float) -> Box:
    """The box that holds a box and all places on its way."""
    x0, y0, z0, x1, y1, z1 = box
    # three times as fast as with min and max
    if dx > 0.0:
        x1 += dx
    else:
        x0 += dx
    if dy > 0.0:
        y1 += dy
    else:
        y0 += dy
    if dz > 0.0:
        z1 += dz
    else:
        z0 += dz
    return x0, y0, z0, x1, y1, z1


def moved(box: Box, dx: float, dy: float, dz: float) -> Box:
    x0, y0, z0, x1, y1, z1 = box
    return x0 + dx, y0 + dy, z0 + dz, x1 + dx, y1 + dy, z1 + dz


def reach_y(boxes: list[Box], box: Box, dy: float) -> float:
    """How much of ``dy`` a box can move before it touches. One that it is in already doesn't stop it."""
    x0, y0, z0, x1, y1, z1 = box
    x0 += EPSILON
    z0 += EPSILON
    x1 -= EPSILON
    z1 -= EPSILON
    if dy > 0.0:
        for ax, ay, az, bx, _, bz in boxes:
            if bx > x0 and ax < x1 and bz > z0 and az < z1 and ay >= y1 - EPSILON and ay - y1 < dy:
                dy = ay - y1
    elif dy < 0.0:
        for ax, _, az, bx, by, bz in boxes:
            if bx > x0 and ax < x1 and bz > z0 and az < z1 and by <= y0 + EPSILON and by - y0 > dy:
                dy = by - y0
    return dy


def reach_x(boxes: list[Box], box: Box, dx: float) -> float:
    """As :func:`reach_y`, along x."""
    x0, y0, z0, x1, y1, z1 = box
    y0 += EPSILON
    z0 += EPSILON
    y1 -= EPSILON
    z1 -= EPSILON
    if dx > 0.0:
        for ax, ay, az, _, by, bz in boxes:
            if by > y0 and ay < y1 and bz > z0 and az < z1 and ax >= x1 - EPSILON and ax - x1 < dx:
                dx = ax - x1
    elif dx < 0.0:
        for _, ay, az, bx, by, bz in boxes:
            if by > y0 and ay < y1 and bz > z0 and az < z1 and bx <= x0 + EPSILON and bx - x0 > dx:
                dx = bx - x0
    return dx


def reach_z(boxes: list[Box], box: Box, dz: float) -> float:
    """As :func:`reach_y`, along z."""
    x0, y0, z0, x1, y1, z1 = box
    x0 += EPSILON
    y0 += EPSILON
    x1 -= EPSILON
    y1 -= EPSILON
    if dz > 0.0:
        for ax, ay, az, bx, by, _ in boxes:
            if bx > x0 and ax < x1 and by > y0 and ay < y1 and az >= z1 - EPSILON and az - z1 < dz:
                dz = az - z1
    elif dz < 0.0:
        for ax, ay, _, bx, by, bz in boxes:
            if bx > x0 and ax < x1 and by > y0 and ay < y1 and bz <= z0 + EPSILON and bz - z0 > dz:
                dz = bz - z0
    return dz


def slide(
    boxes: list[Box], box: Box, dx: float, dy: float, dz: float, x_first: bool = False
) -> tuple[float, float, float]:
    """How far a box gets, first up or down, then along the longer horizontal axis (or x), then along the other."""
    x0, y0, z0, x1, y1, z1 = box
    if dy:
        dy = reach_y(boxes, box, dy)
        y0 += dy
        y1 += dy
    if abs(dx) < abs(dz) and not x_first:
        dz = reach_z(boxes, (x0, y0, z0, x1, y1, z1), dz)
        return reach_x(boxes, (x0, y0, z0 + dz, x1, y1, z1 + dz), dx) if dx else 0.0, dy, dz
    if dx:
        dx = reach_x(boxes, (x0, y0, z0, x1, y1, z1), dx)
        x0 += dx
        x1 += dx
    return dx, dy, reach_z(boxes, (x0, y0, z0, x1, y1, z1), dz) if dz else 0.0
