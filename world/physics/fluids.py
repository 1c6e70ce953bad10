"""How deep a body is in a fluid, and where the fluid pushes it."""

from __future__ import annotations

from math import ceil, floor, hypot, sqrt

from world.terrain import SOURCE_HEIGHT, Box, Cell, Terrain, Vector

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))

MARGIN = 0.001
"""Blocks by which a body is thinner to fluids."""
SHALLOW = 0.4
"""Blocks of fluid below which it pushes in proportion."""


def surface(terrain: Terrain, x: int, y: int, z: int, cell: Cell) -> float:
    """Blocks that a fluid cell's fluid fills of its block: all of it where there is more above."""
    return 1.0 if terrain.cell(x, y + 1, z).fluid == cell.fluid else cell.fluid_height


def depth_and_flow(terrain: Terrain, box: Box, fluid: str) -> tuple[float, Vector]:
    """Blocks of a fluid above a box's bottom, and the mean flow in it (length at most 1).

    As vanilla's ``updateFluidHeightAndDoFluidPushing``: the flow of shallow fluid counts in proportion.
    """
    x0, y0, z0, x1, y1, z1 = (
        box[0] + MARGIN, box[1] + MARGIN, box[2] + MARGIN, box[3] - MARGIN, box[4] - MARGIN, box[5] - MARGIN,
    )  # fmt: skip
    depth = 0.0
    flow_x = flow_y = flow_z = 0.0
    count = 0
    number, cells = terrain.number, terrain.cells
    for y in range(floor(y0), ceil(y1)):
        for z in range(floor(z0), ceil(z1)):
            for x in range(floor(x0), ceil(x1)):
                what = number(x, y, z)
                if what < 3:
                    continue
                cell = cells[what]
                if cell.fluid != fluid:
                    continue
                top = y + surface(terrain, x, y, z, cell)
                if top < y0:
                    continue
                depth = max(depth, top - y0)
                fx, fy, fz = flow(terrain, x, y, z, cell)
                share = depth if depth < SHALLOW else 1.0
                flow_x += fx * share
                flow_y += fy * share
                flow_z += fz * share
                count += 1
    if count:
        flow_x, flow_y, flow_z = flow_x / count, flow_y / count, flow_z / count
    return depth, (flow_x, flow_y, flow_z)


def flow(terrain: Terrain, x: int, y: int, z: int, cell: Cell) -> Vector:
    """Direction in which a fluid block pushes, of length 1, or nothing where the fluid stands still."""
    own = cell.fluid_height
    flow_x = flow_z = 0.0
    for dx, dz in _SIDES:
        beside = terrain.cell(x + dx, y, z + dz)
        drop = 0.0
        if beside.fluid == cell.fluid:
            drop = own - beside.fluid_height
        elif not beside.fluid and not beside.boxes:
            below = terrain.cell(x + dx, y - 1, z + dz)
            if below.fluid == cell.fluid:
                drop = own - (below.fluid_height - SOURCE_HEIGHT)
        flow_x += dx * drop
        flow_z += dz * drop
    flow_y = 0.0
    if cell.falling and any(terrain.cell(x + dx, y + dy, z + dz).full for dx, dz in _SIDES for dy in (0, 1)):
        length = hypot(flow_x, flow_z)
        if length > 0.0:
            flow_x, flow_z = flow_x / length, flow_z / length
        flow_y = -6.0
    length = sqrt(flow_x * flow_x + flow_y * flow_y + flow_z * flow_z)
    if length < 1e-4:
        return 0.0, 0.0, 0.0
    return flow_x / length, flow_y / length, flow_z / length
