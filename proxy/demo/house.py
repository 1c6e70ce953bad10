"""The house: stone footing, timber frame, gabled roof, and what makes it a home."""

from __future__ import annotations

from proxy.demo.blocks import AIR, Block
from proxy.demo.canvas import Canvas
from proxy.demo.places import FEET, HOUSE_DOOR
from proxy.demo.terrain import MEADOW

WEST, EAST = -5, 5
BACK, FRONT = -8, 0
"""z of the northern and the southern wall."""
WALL_TOP = FEET + 3
MIDDLE = (BACK + FRONT) // 2
"""z of the roof's ridge, which runs west to east."""
RIDGE = WALL_TOP + (FRONT - MIDDLE) + 1

POST = Block.of("spruce_log", axis="y")
BOARDS = Block("birch_planks")
FOOTING = Block("cobblestone")
FLOOR = Block("spruce_planks")
ROOF = Block("dark_oak_planks")
ROOF_SLAB = Block("dark_oak_slab")
PANE = Block("glass_pane")
LANTERN = Block("lantern")
HANGING_LANTERN = Block.of("lantern", hanging="true")


def build_house(canvas: Canvas) -> None:
    _shell(canvas)
    _windows(canvas)
    _roof(canvas)
    _chimney(canvas)
    _door(canvas)
    _interior(canvas)


def _shell(canvas: Canvas) -> None:
    canvas.fill(range(WEST, EAST + 1), [MEADOW], range(BACK, FRONT + 1), FLOOR)
    for y in range(FEET, WALL_TOP + 1):
        material = FOOTING if y == FEET else BOARDS
        canvas.fill((WEST, EAST), [y], range(BACK, FRONT + 1), material)
        canvas.fill(range(WEST, EAST + 1), [y], (BACK, FRONT), material)
    canvas.fill((WEST, EAST), range(FEET, WALL_TOP + 1), (BACK, FRONT), POST)
    canvas.fill((-2, 2), range(FEET, WALL_TOP + 1), [FRONT], POST)
    canvas.fill(range(WEST + 1, EAST), [WALL_TOP], (BACK, FRONT), POST.but(axis="x"))
    canvas.fill((WEST, EAST), [WALL_TOP], range(BACK + 1, FRONT), POST.but(axis="z"))


def _windows(canvas: Canvas) -> None:
    sills = (FEET + 1, FEET + 2)
    canvas.fill((-4, -3, 3, 4), sills, [FRONT], PANE)
    canvas.fill((-3, -2, 2, 3), sills, [BACK], PANE)
    canvas.fill([WEST], sills, range(MIDDLE - 1, MIDDLE + 2), PANE)
    canvas.fill([EAST], sills, (-2, -6), PANE)


def _roof(canvas: Canvas) -> None:
    """Stairs over planks, so that it looks whole from below; slabs at the eaves and along the ridge."""
    length = range(WEST - 1, EAST + 2)
    canvas.fill(length, [WALL_TOP], (BACK - 1, FRONT + 1), ROOF_SLAB)
    for step in range(1, FRONT + 1 - MIDDLE):
        y, north, south = WALL_TOP + step, BACK - 1 + step, FRONT + 1 - step
        canvas.fill((WEST, EAST), [y], range(north + 1, south), BOARDS)
        canvas.fill(length, [y], [south], Block.of("dark_oak_stairs", facing="north"))
        canvas.fill(length, [y], [north], Block.of("dark_oak_stairs", facing="south"))
        if step > 1:
            canvas.fill(length, [y - 1], (north, south), ROOF)
    canvas.fill(length, [RIDGE - 1], [MIDDLE], ROOF)
    canvas.fill(length, [RIDGE], [MIDDLE], ROOF_SLAB)
    canvas.fill((WEST, EAST), range(WALL_TOP + 1, RIDGE - 1), [MIDDLE], POST)
    canvas.fill((WEST, EAST), [WALL_TOP + 2], (MIDDLE - 1, MIDDLE + 1), PANE)


def _chimney(canvas: Canvas) -> None:
    x, z, top = EAST + 1, MIDDLE, RIDGE + 1
    canvas.fill([x], range(MEADOW, top + 1), (z, z - 1), Block("bricks"))
    canvas.put(x, top + 1, z, Block("campfire"))
    canvas.put(x, top + 1, z - 1, Block("brick_slab"))


def _door(canvas: Canvas) -> None:
    x, y, z = HOUSE_DOOR
    canvas.put(x - 1, y, z, BOARDS)
    canvas.put(x + 1, y, z, BOARDS)
    canvas.put(x, y, z, Block.of("spruce_door", facing="north", half="lower", hinge="left"))
    canvas.put(x, y + 1, z, Block.of("spruce_door", facing="north", half="upper", hinge="left"))
    for side in (-2, 2):
        canvas.put(side, WALL_TOP - 1, z + 1, HANGING_LANTERN)
    for side in (-4, -3, 3, 4):
        plant = "rose_bush" if side % 2 else "peony"
        canvas.put(side, FEET, z + 1, Block.of(plant, half="lower"))
        canvas.put(side, FEET + 1, z + 1, Block.of(plant, half="upper"))


def _interior(canvas: Canvas) -> None:
    inside = range(WEST + 1, EAST), range(FEET, WALL_TOP), range(BACK + 1, FRONT)
    canvas.fill(*inside, AIR)
    canvas.fill([0], [WALL_TOP], range(BACK + 1, FRONT), Block.of("stripped_spruce_log", axis="z"))
    canvas.put(0, WALL_TOP - 1, MIDDLE, HANGING_LANTERN)
    canvas.fill(range(-1, 2), [FEET], range(MIDDLE - 1, MIDDLE + 2), Block("red_carpet"))

    west, east, back = WEST + 1, EAST - 1, BACK + 1
    canvas.put(west, FEET, back, Block.of("red_bed", part="head", facing="north"))
    canvas.put(west, FEET, back + 1, Block.of("red_bed", part="foot", facing="north"))
    canvas.put(west + 1, FEET, back, Block("spruce_planks"))
    canvas.put(west + 1, FEET + 1, back, LANTERN)
    canvas.put(west, FEET, FRONT - 1, Block.of("chest", facing="east"))
    canvas.fill((-1, 0, 1), (FEET, FEET + 1), [back], Block("bookshelf"))
    canvas.put(0, FEET + 2, back, Block("potted_cornflower"))
    canvas.put(east, FEET, back, Block("crafting_table"))
    canvas.put(east, FEET, back + 1, Block.of("furnace", facing="west"))
    canvas.put(east, FEET, FRONT - 2, Block.of("spruce_stairs", facing="east"))
    canvas.put(east - 1, FEET, FRONT - 2, Block("spruce_fence"))
    canvas.put(east - 1, FEET + 1, FRONT - 2, Block("spruce_pressure_plate"))
    canvas.put(east - 2, FEET, FRONT - 2, Block.of("spruce_stairs", facing="west"))
