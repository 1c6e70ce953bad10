"""How deep a body is in a fluid, and where the fluid pushes it."""

from __future__ import annotations

from math import ceil, floor, hypot, sqrt

from world.physics.body import Body
from world.physics.rules import MODERN, PhysicsRules
from world.physics.vicinity import vicinity
from world.terrain import LAVA, SOURCE_HEIGHT, UNKNOWN, WATER, Box, Cell, Terrain, Vector

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
_NOTHING: Vector = (0.0, 0.0, 0.0)

MARGIN = 0.001
"""Blocks by which a body is thinner to fluids."""
SHALLOW = 0.4
"""Blocks of fluid below which it pushes in proportion."""
PUSH = {WATER: 0.014, LAVA: 0.0023333333333333335}
"""Speed that a flow adds in a tick; lava as outside the nether."""
LEAST_PUSH = 0.0045
"""Speed that any flow adds to who hardly moves."""
HARDLY = 0.003
UNFELT = {WATER: (0.001, 0.401), LAVA: (0.1, 0.4)}
"""Blocks by which a body is thinner, and shorter at either end, to fluids that aren't measured."""


def soak(body: Body, terrain: Terrain, rules: PhysicsRules = MODERN) -> None:
    """Find out how deep the body is in water and lava, and let them push it."""
    cells = terrain.cells
    present = {cells[number].fluid for *_, number in vicinity(body, terrain).contents if number > UNKNOWN}
    if WATER not in present and LAVA not in present:
        body.water = body.lava = 0.0
        return
    for fluid in (WATER, LAVA):
        if fluid in present:
            depth, flow = depth_and_flow(terrain, body.box, fluid)
            if not rules.measured_fluids:
                touched = _touches(terrain, body.box, fluid)
                depth, flow = (max(depth, MARGIN), flow) if touched else (0.0, _NOTHING)
            _push(body, fluid, flow, rules)
        else:
            depth = 0.0
        if fluid == WATER:
            body.water = depth
        else:
            body.lava = depth
    if body.water:
        body.fall_distance = 0.0
    elif body.lava:
        body.fall_distance *= 0.5


def surface(terrain: Terrain, x: int, y: int, z: int, cell: Cell) -> float:
    """Blocks that a fluid cell's fluid fills of its block: all of it where there is more above."""
    return 1.0 if terrain.cell(x, y + 1, z).fluid == cell.fluid else cell.fluid_height


def depth_and_flow(terrain: Terrain, box: Box, fluid: str) -> tuple[float, Vector]:
    """Blocks of a fluid above a box's bottom, and the mean flow in it (length at most 1).

    As vanilla's ``updateFluidHeightAndDoFluidPushing``: the flow of shallow fluid counts in proportion.
    """
    y0 = box[1] + MARGIN
    depth = 0.0
    flow_x = flow_y = flow_z = 0.0
    count = 0
    number, cells = terrain.number, terrain.cells
    # in vanilla's order, for what is shallow goes by the deepest so far
    for x in range(floor(box[0] + MARGIN), ceil(box[3] - MARGIN)):
        for y in range(floor(y0), ceil(box[4] - MARGIN)):
            for z in range(floor(box[2] + MARGIN), ceil(box[5] - MARGIN)):
                cell = cells[number(x, y, z)]
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
    """Direction in which a fluid block pushes, of length 1, or nothing where the fluid stands still.

    As vanilla's ``FlowingFluid.getFlow``, but a side is solid only if its block is a whole cube.
    """
    own = cell.fluid_height
    flow_x = flow_z = 0.0
    for dx, dz in _SIDES:
        beside = terrain.cell(x + dx, y, z + dz)
        drop = 0.0
        if beside.fluid == cell.fluid:
            drop = own - beside.fluid_height
        elif not beside.fluid and not beside.dams:
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
        return _NOTHING
    return flow_x / length, flow_y / length, flow_z / length


def holds_fluid(terrain: Terrain, box: Box) -> bool:
    """Whether there is any fluid in the blocks that a box reaches into."""
    return bool(_fluids_around(terrain, box))


def _fluids_around(terrain: Terrain, box: Box) -> list[str]:
    """The fluids of the blocks that a box reaches into, some more than once."""
    x0, y0, z0, x1, y1, z1 = box
    cells, column = terrain.cells, terrain.column
    low, high = floor(y0), ceil(y1) - 1
    return [
        cells[number].fluid
        for x in range(floor(x0), ceil(x1))
        for z in range(floor(z0), ceil(z1))
        for number in column(x, z, low, high)
        if number > UNKNOWN and cells[number].fluid
    ]


def _touches(terrain: Terrain, box: Box, fluid: str) -> bool:
    """Whether a body is in a fluid to releases that don't measure how deep."""
    thin, short = UNFELT[fluid]
    x0, y0, z0, x1, y1, z1 = box
    return fluid in _fluids_around(
        terrain, (x0 + thin, y0 + short, z0 + thin, x1 - thin, y1 - short, z1 - thin)
    )


def _push(body: Body, fluid: str, flow: Vector, rules: PhysicsRules) -> None:
    fx, fy, fz = flow
    length = sqrt(fx * fx + fy * fy + fz * fz)
    if not length:
        return
    speed = PUSH[fluid]
    if not rules.measured_fluids:
        if fluid == LAVA:
            return
        speed /= length
    elif length * speed < LEAST_PUSH and abs(body.vx) < HARDLY and abs(body.vz) < HARDLY:
        speed = LEAST_PUSH / length
    body.vx += fx * speed
    body.vy += fy * speed
    body.vz += fz * speed
