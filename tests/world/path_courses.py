"""Courses for legs: small islands in the void, each with one thing that a way has to deal with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from real_terrain import dimension_of

from proxy.versions.base import ProtocolFamily
from world.chunk import Chunk, ColumnContents
from world.view import WorldKey, WorldView

Place = tuple[int, int, int]

FLOOR = 16
"""y of the blocks that one walks on: low, for other searches look down into the void at each step."""
LENGTH = 2
"""Chunks from the beginning of a course to its end, along x."""


class Course(NamedTuple):
    """A way from one block to another."""

    name: str
    start: Place
    goal: Place
    leap: bool = False
    """Only for those who can leap."""
    possible: bool = True
    """Whether there is a way for a body that can't do more than walk, step up a block, drop three, swim and climb."""


class Ground:
    """Lays blocks on one course. Coordinates are the course's own: x along it, y above its floor, z across."""

    def __init__(self, world: WorldView, row: int) -> None:
        self.world = world
        self.z = row * 16 + 8

    def put(self, x: int, y: int, z: int, block: str, **properties: str | int | bool) -> None:
        """One block."""
        state = self.world.blocks.state(block, **properties)
        self.world.set_state(x, FLOOR + 1 + y, self.z + z, state)

    def fill(
        self, xs: range | int, ys: range | int, zs: range | int, block: str, **properties: str | int | bool
    ) -> None:
        """A box of blocks."""
        for x in _range(xs):
            for y in _range(ys):
                for z in _range(zs):
                    self.put(x, y, z, block, **properties)

    def floor(self, xs: range, zs: range | int = range(-1, 2), block: str = "stone") -> None:
        """What one walks on."""
        self.fill(xs, -1, zs, block)

    def at(self, x: int, y: int = 0, z: int = 0) -> Place:
        """World coordinates."""
        return x, FLOOR + 1 + y, self.z + z


Builder = Callable[[Ground], Course]
BUILDERS: list[Builder] = []


def course(build: Builder) -> Builder:
    BUILDERS.append(build)
    return build


def built(family: ProtocolFamily) -> tuple[WorldView, list[Course]]:
    """A world with all courses, far enough from each other that no way leads from one to the next."""
    dimension = dimension_of(family)
    world = WorldView(WorldKey("", "minecraft:courses", 0), dimension, family.blocks)
    for z in range(len(BUILDERS)):
        for x in range(LENGTH):
            world.load(1, Chunk(x, z, dimension, ColumnContents([]), family.blocks))
    return world, [build(Ground(world, row)) for row, build in enumerate(BUILDERS)]


def _range(span: range | int) -> range:
    return range(span, span + 1) if isinstance(span, int) else span


def _steps(ground: Ground, rise: int = 4) -> Iterator[int]:
    """Floor before and behind a stair that goes up; gives the x of each step."""
    ground.floor(range(1, 8))
    yield from range(8, 8 + rise)
    ground.fill(range(8 + rise, 20), rise - 1, range(-1, 2), "stone")


@course
def flat(ground: Ground) -> Course:
    ground.floor(range(1, 25))
    return Course("flat ground", ground.at(1), ground.at(24, 0, 1))


@course
def stairs(ground: Ground) -> Course:
    for rise, x in enumerate(_steps(ground)):
        ground.fill(x, rise, range(-1, 2), "oak_stairs", facing="east")
    return Course("up stairs", ground.at(2), ground.at(18, 4))


@course
def stairs_down(ground: Ground) -> Course:
    for rise, x in enumerate(_steps(ground)):
        ground.fill(x, rise, range(-1, 2), "oak_stairs", facing="east")
    return Course("down stairs", ground.at(18, 4), ground.at(2))


@course
def blocks(ground: Ground) -> Course:
    for rise, x in enumerate(_steps(ground)):
        ground.fill(x, range(rise + 1), range(-1, 2), "stone")
    return Course("up whole blocks", ground.at(2), ground.at(18, 4))


@course
def slabs(ground: Ground) -> Course:
    ground.floor(range(1, 8))
    for index in range(6):
        kind = "top" if index % 2 else "bottom"
        ground.fill(8 + index, index // 2, range(-1, 2), "stone_slab", type=kind)
    ground.fill(range(14, 20), 2, range(-1, 2), "stone")
    return Course("up slabs", ground.at(2), ground.at(18, 3))


@course
def snow(ground: Ground) -> Course:
    ground.floor(range(1, 22))
    for x in range(6, 13):
        ground.fill(x, 0, range(-1, 2), "snow", layers=x - 5)
    return Course("over snow that gets deeper", ground.at(2), ground.at(20))


@course
def carpets(ground: Ground) -> Course:
    ground.floor(range(1, 22))
    ground.fill(range(5, 16), 0, range(-1, 2), "red_carpet")
    return Course("over carpets", ground.at(2), ground.at(20))


@course
def low_blocks(ground: Ground) -> Course:
    ground.floor(range(1, 22))
    for x, block in zip(range(6, 14), ("farmland", "dirt_path", "grass_path", "soul_sand") * 2, strict=True):
        if block in ground.world.blocks:
            ground.floor(range(x, x + 1), block=block)
    return Course("over blocks that are a little lower", ground.at(2), ground.at(20))


@course
def fence_gap(ground: Ground) -> Course:
    ground.floor(range(1, 22), range(-4, 5))
    ground.fill(10, 0, range(-4, 4), "oak_fence", north=True, south=True)
    return Course("through the gap in a fence", ground.at(2, 0, -3), ground.at(20, 0, -3))


@course
def fenced_off(ground: Ground) -> Course:
    ground.floor(range(1, 22), range(-4, 5))
    ground.fill(10, 0, range(-4, 5), "oak_fence", north=True, south=True)
    return Course("a fence without a gap", ground.at(2), ground.at(20), possible=False)


@course
def open_door(ground: Ground) -> Course:
    _doorway(ground)
    for y, half in enumerate(("lower", "upper")):
        ground.put(10, y, 0, "oak_door", facing="east", half=half, hinge="left", open=True)
    return Course("through an open door", ground.at(2), ground.at(20))


@course
def doorway(ground: Ground) -> Course:
    _doorway(ground)
    return Course("through a doorway", ground.at(2, 0, 3), ground.at(20, 0, 3))


@course
def iron_door(ground: Ground) -> Course:
    _doorway(ground)
    for y, half in enumerate(("lower", "upper")):
        ground.put(10, y, 0, "iron_door", facing="east", half=half)
    return Course("an iron door that is shut", ground.at(2), ground.at(20), possible=False)


def _doorway(ground: Ground) -> None:
    ground.floor(range(1, 22), range(-4, 5))
    ground.fill(10, range(4), range(-4, 5), "stone")
    ground.fill(10, range(2), 0, "air")


@course
def ladder_up(ground: Ground) -> Course:
    _ladder(ground)
    return Course("up a ladder", ground.at(2), ground.at(16, 5))


@course
def ladder_down(ground: Ground) -> Course:
    _ladder(ground)
    return Course("down a ladder", ground.at(16, 5), ground.at(2))


def _ladder(ground: Ground) -> None:
    ground.floor(range(1, 10))
    ground.fill(range(10, 18), range(-1, 5), range(-1, 2), "stone")
    ground.fill(9, range(5), 0, "ladder", facing="west")


@course
def pool(ground: Ground) -> Course:
    """As wide as its island, its surface level with the floor to both sides."""
    ground.floor(range(1, 22))
    ground.fill(range(7, 14), range(-4, 0), range(-2, 3), "stone")
    ground.fill(range(8, 13), range(-3, 0), range(-1, 2), "water")
    return Course("across water", ground.at(2), ground.at(20))


@course
def shallow(ground: Ground) -> Course:
    ground.floor(range(1, 22))
    ground.fill(range(7, 14), -2, range(-2, 3), "stone")
    ground.fill(range(7, 14), -1, range(-2, 3), "stone")
    ground.fill(range(8, 13), -1, range(-1, 2), "water")
    return Course("through shallow water", ground.at(2), ground.at(20))


@course
def fall_into_water(ground: Ground) -> Course:
    ground.floor(range(1, 8))
    ground.fill(range(7, 20), -12, range(-2, 3), "stone")
    ground.fill(range(8, 12), -11, range(-2, 3), "water")
    ground.fill(range(8, 12), -11, -2, "stone")
    ground.fill(range(8, 12), -11, 2, "stone")
    ground.fill(range(12, 20), -11, range(-1, 2), "stone")
    ground.fill(7, -11, range(-2, 3), "stone")
    return Course("down a deep fall into water", ground.at(2), ground.at(18, -10))


@course
def drop_of_three(ground: Ground) -> Course:
    ground.floor(range(1, 8))
    ground.fill(range(8, 20), -4, range(-1, 2), "stone")
    return Course("down a cliff of three blocks", ground.at(2), ground.at(18, -3))


@course
def drop_of_four(ground: Ground) -> Course:
    ground.floor(range(1, 8))
    ground.fill(range(8, 20), -5, range(-1, 2), "stone")
    return Course("a cliff of four blocks", ground.at(2), ground.at(18, -4), possible=False)


@course
def wall_of_two(ground: Ground) -> Course:
    ground.floor(range(1, 20))
    ground.fill(range(10, 20), range(2), range(-1, 2), "stone")
    return Course("a wall of two blocks", ground.at(2), ground.at(18, 2), possible=False)


def _gap(width: int, rise: int) -> Builder:
    def build(ground: Ground) -> Course:
        ground.floor(range(1, 9))
        ground.fill(range(9 + width, 20), rise - 1, range(-1, 2), "stone")
        across = {-1: "down over", 0: "over", 1: "up over"}[rise]
        return Course(f"{across} a gap of {width}", ground.at(2), ground.at(18, rise), leap=True)

    return build


BUILDERS += [
    _gap(1, -1),
    _gap(1, 0),
    _gap(1, 1),
    _gap(2, -1),
    _gap(2, 0),
    _gap(2, 1),
    _gap(3, -1),
    _gap(3, 0),
]


@course
def tunnel(ground: Ground) -> Course:
    ground.floor(range(1, 22), 0)
    ground.fill(range(4, 18), range(2), -1, "stone")
    ground.fill(range(4, 18), range(2), 1, "stone")
    ground.fill(range(4, 18), 2, 0, "stone")
    return Course("through a tunnel one wide and two high", ground.at(2), ground.at(20))


@course
def crawl(ground: Ground) -> Course:
    ground.floor(range(1, 22))
    ground.fill(range(8, 12), range(1, 4), range(-1, 2), "stone")
    return Course("a tunnel that is only one high", ground.at(2), ground.at(20), possible=False)


@course
def maze(ground: Ground) -> Course:
    ground.floor(range(1, 26), range(-4, 5))
    for index, x in enumerate(range(4, 24, 3)):
        ground.fill(x, range(2), range(-4, 4) if index % 2 else range(-3, 5), "stone")
    return Course("through a maze", ground.at(2), ground.at(25))


@course
def spiral(ground: Ground) -> Course:
    """Around a pillar, one block up at each corner and each side."""
    around = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
    for index in range(16):
        dx, dz = around[index % 8]
        ground.put(10 + dx, index - 1, dz, "stone")
    ground.fill(10, range(-1, 16), 0, "stone")
    return Course("up a spiral", ground.at(9, 0, -1), ground.at(9, 15, 0))


@course
def corner(ground: Ground) -> Course:
    """Two ledges that touch at a corner, with nothing beside it."""
    ground.floor(range(1, 10), range(-2, 1))
    ground.floor(range(10, 20), range(1, 4))
    return Course("over the corner between two ledges", ground.at(2), ground.at(18, 0, 2))


@course
def ice(ground: Ground) -> Course:
    ground.floor(range(1, 22), block="packed_ice")
    ground.put(10, 0, 0, "stone")
    return Course("over ice around a block", ground.at(2), ground.at(20))


@course
def trapdoors(ground: Ground) -> Course:
    ground.floor(range(1, 8))
    ground.fill(range(8, 14), -1, range(-1, 2), "oak_trapdoor", half="top", open=False)
    ground.floor(range(14, 22))
    return Course("over trapdoors that are shut", ground.at(2), ground.at(20))


@course
def leaves(ground: Ground) -> Course:
    ground.floor(range(1, 22), block="oak_leaves")
    ground.fill(10, range(3), range(-1, 1), "oak_log")
    return Course("over leaves around a trunk", ground.at(2), ground.at(20))
