"""A course to walk through the tests' world: 40 blocks over stairs, a fence gap, water, ladders and a door, walled in.

Seen from the south, the way leads from west (left) to east::

                                                  ┌───┐
          ┌──┐                                    H   H            H ladder
        ┌─┘  └─┐     #                            H   H  |         # fence with a gap
    ────┘      └─────#────────┐       ┌───────────H   H──|────     | wall with a door
                              └~~~~~~~┘
    0   5  8   11    17       22      26          30  35 38  40

Coordinates are those of the course: x from its start, y up from its floor, z to the south of its middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from math import floor
from typing import TypeAlias

from harness.players import BlockPosition, Position
from harness.server import Server

BlockSpec: TypeAlias = tuple[str, dict[str, str]]

WEST, FLOOR, MIDDLE = -20, 68, 14
"""Where the course begins in the world. Nothing of it is within reach of who stands at the spawn."""
LENGTH = 40
HALF_WIDTH = 1
"""Blocks to walk on beside the middle."""

STAIRS = (5, 8, 11)
"""x of the lowest step up, of the landing behind the highest one, and of the highest step down."""
FENCE = 17
GAP_Z = 1
WATER = range(22, 26)
WATER_DEPTH = 2
LADDERS = (30, 35)
"""x of the one that leads up and of the one that leads down again."""
TOWER_HEIGHT = 5
DOOR = 38

AIR: BlockSpec = "air", {}
STONE: BlockSpec = "stone", {}
GLASS: BlockSpec = "glass", {}


def place(x: float, y: float, z: float) -> Position:
    """A place of the course in the world."""
    return WEST + x, FLOOR + y, MIDDLE + z


def _block(position: Position) -> BlockPosition:
    x, y, z = (floor(value) for value in position)
    return x, y, z


START = place(0.5, 0, 0.5)
END = place(LENGTH + 0.5, 0, 0.5)


DOOR_HALVES = [_block(place(DOOR, y, 0)) for y in (0, 1)]


def layout() -> dict[BlockPosition, BlockSpec]:
    """All blocks of the course that aren't as the world has them, by place in the course."""
    blocks: dict[BlockPosition, BlockSpec] = {}
    across = range(-HALF_WIDTH, HALF_WIDTH + 1)

    def column(x: int, z: int, top: int, block: BlockSpec = STONE) -> None:
        for y in range(top):
            blocks[x, y, z] = block

    up, landing, down = STAIRS
    for z in across:
        for step in range(3):
            for x, facing in ((up + step, "east"), (down + step, "west")):
                height = step if facing == "east" else 2 - step
                column(x, z, height)
                blocks[x, height, z] = "stone_stairs", {"facing": facing}
        for x in range(landing, down):
            column(x, z, 3)
        if z != GAP_Z:
            # Its arms: to the wall or the next post, and none into the gap.
            south = "true" if z + 1 != GAP_Z else "false"
            blocks[FENCE, 0, z] = "oak_fence", {"north": "true", "south": south}
        for x in WATER:
            for y in range(-WATER_DEPTH, 0):
                blocks[x, y, z] = "water", {}
        for x in range(LADDERS[0] + 1, LADDERS[1]):
            column(x, z, TOWER_HEIGHT)
        column(DOOR, z, 3)
    for y, half in enumerate(("lower", "upper")):
        blocks[DOOR, y, 0] = "oak_door", {"facing": "east", "half": half}
    for x, facing in zip(LADDERS, ("west", "east"), strict=True):
        for y in range(TOWER_HEIGHT):
            blocks[x, y, 0] = "ladder", {"facing": facing}
    for x in range(-2, LENGTH + 4):
        for z in (-HALF_WIDTH - 1, HALF_WIDTH + 1):
            column(x, z, _wall_height(x), GLASS)
    for x in (-2, LENGTH + 3):
        for z in across:
            column(x, z, 3, GLASS)
    return blocks


def _wall_height(x: int) -> int:
    """Too high to climb over from what is beside it."""
    if STAIRS[0] - 1 <= x <= STAIRS[2] + 3:
        return 6
    if LADDERS[0] - 1 <= x <= LADDERS[1] + 1:
        return TOWER_HEIGHT + 3
    return 3


def course(server: Server) -> AbstractContextManager[None]:
    """The course, for as long as a test runs."""
    return built(server, {_block(place(*at)): spec for at, spec in layout().items()})


def places_to_shun(server: Server, home: Position) -> AbstractContextManager[None]:
    """A field, a pit with nothing to climb out by, lava and fire, all within six blocks of a home."""
    x, y, z = _block(home)
    blocks: dict[BlockPosition, BlockSpec] = {}
    for across in range(-6, 7):
        for away in (3, 4):
            blocks[x + across, y - 1, z + away] = "farmland", {}
            for depth in range(1, 6):
                blocks[x + across, y - depth, z - away] = AIR
            if abs(across) < 3:
                blocks[x + away, y - 1, z + across] = "lava", {}
                blocks[x - away, y, z + across] = "cactus", {}
                blocks[x - away, y - 1, z + across] = "sand", {}
    return built(server, blocks)


@contextmanager
def built(server: Server, blocks: dict[BlockPosition, BlockSpec]) -> Iterator[None]:
    """Put blocks into the world, and leave it as it was."""
    before = server.blocks(list(blocks))
    server.ask("build", blocks=[[*position, *spec] for position, spec in blocks.items()])
    try:
        yield
    finally:
        restored = zip(blocks, before, strict=True)
        server.ask("build", blocks=[[*position, state] for position, state in restored])
