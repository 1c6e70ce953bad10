"""Where things are in the demo world. Positions of bodies are feet in blocks; x east, y up, z south."""

from __future__ import annotations

from typing import NamedTuple

from proxy.demo.terrain import MEADOW

Cell = tuple[int, int, int]

FEET = MEADOW + 1
"""Height of feet on the meadow."""


class Place(NamedTuple):
    """Somewhere to stand, and where to look from there (degrees; yaw 0 is south, 90 west)."""

    x: float
    y: float
    z: float
    yaw: float = 0.0
    pitch: float = 0.0


SPAWN = Place(0.5, FEET, 24.5, yaw=180.0)
"""On the path, in view of the house, both companions, the tower and the wall."""

HOUSE_DOOR: Cell = (0, FEET, 0)
"""The lower half of the house's door, in the south wall."""
HOUSE_INSIDE = Place(0.5, FEET, -3.5)

POND: Cell = (-16, MEADOW, 13)
"""The middle of the pond's surface: its topmost water block."""

LADDER_CELL: Cell = (-20, FEET, -4)
"""The lowest ladder block, on the tower's south face."""
LADDER_RUNGS = 13
LADDER_BASE = Place(-19.5, FEET, -2.5, yaw=180.0)
"""Before the ladder."""
LADDER_TOP = Place(-19.5, FEET + LADDER_RUNGS, -4.5)
"""On the platform, one step north of the ladder's end."""

WALL_FOOT = Place(11.5, FEET, 10.5, yaw=-90.0)
"""Before the wall's western stairs."""
GAP_START = Place(19.5, FEET + 3, 10.5, yaw=-90.0)
"""The last block of the wall before the gap; walking on leads east."""
GAP_END = Place(22.5, FEET + 3, 10.5, yaw=90.0)
"""The first block behind the gap, which is two blocks wide."""

GARDEN_GATE: Cell = (13, FEET, -1)
"""The opening in the garden's fence."""

COMPANION_BY_HOUSE = Place(3.5, FEET, 7.5, yaw=15.0)
COMPANION_BY_POND = Place(-8.5, FEET, 14.5, yaw=-45.0)

PATH: tuple[tuple[int, int], ...] = ((0, 34), (0, 24), (1, 17), (-1, 10), (0, 5), (0, 1))
"""(x, z) of the bends of the path from the southern meadow past the spawn to the house."""
TOWER_PATH: tuple[tuple[int, int], ...] = ((-1, 8), (-11, 4), (-19, 1), (-20, -3))
WALL_PATH: tuple[tuple[int, int], ...] = ((0, 15), (5, 11), (12, 10))
GARDEN_PATH: tuple[tuple[int, int], ...] = ((1, 6), (8, 5), (13, 2), (13, 0))
DOCK_PATH: tuple[tuple[int, int], ...] = ((0, 34), (-1, 42), (0, 47))
DOCK_END: Cell = (0, 63, 60)
"""The last plank of the dock, in the sea to the south."""
