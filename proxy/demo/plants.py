"""Trees, flowers and grass."""

from __future__ import annotations

from math import hypot

from proxy.demo import places
from proxy.demo.blocks import AIR, Block
from proxy.demo.canvas import Canvas
from proxy.demo.sights import chance

TREES: tuple[tuple[int, int, str, int], ...] = (
    (-8, -13, "oak", 6),
    (10, -15, "birch", 6),
    (-26, 8, "oak", 5),
    (8, 20, "birch", 5),
    (-24, 22, "oak", 6),
    (-10, 27, "birch", 6),
    (12, 29, "oak", 6),
    (33, 6, "birch", 6),
    (-29, 4, "birch", 5),
    (30, -6, "oak", 5),
    (-7, 37, "oak", 5),
    (20, 34, "birch", 6),
)
"""(x, z, wood, height of the trunk) of the trees that are where they are for the view."""

FLOWERS = ("dandelion", "poppy", "oxeye_daisy", "cornflower", "azure_bluet", "allium")


def plant_trees(canvas: Canvas) -> None:
    for x, z, wood, height in TREES:
        plant_tree(canvas, x, z, wood, height)
    for x in range(-44, 45, 5):
        for z in range(-46, -11, 5):
            tx, tz = x + int(chance(x, z, 30) * 4), z + int(chance(x, z, 31) * 4)
            density = 0.75 if tz < -20 else 0.3
            if chance(x, z, 32) < density:
                high = canvas.surface(tx, tz) > places.FEET + 4
                wood = "spruce" if high else ("oak", "birch", "spruce")[int(chance(x, z, 33) * 3)]
                plant_tree(canvas, tx, tz, wood, 5 + int(chance(x, z, 34) * 3))


def plant_tree(canvas: Canvas, x: int, z: int, wood: str, height: int) -> None:
    """A tree where the ground is open grass with room around; elsewhere none."""
    y = canvas.surface(x, z)
    room = [canvas.surface(x + dx, z + dz) for dx in (-2, 0, 2) for dz in (-2, 0, 2)]
    if canvas.get(x, y, z).name != "grass_block" or max(room) > y + 2:
        return
    leaves = Block.of(f"{wood}_leaves", persistent="true")
    canvas.put(x, y, z, Block("dirt"))
    top = y + height
    crown = _cone if wood == "spruce" else _ball
    crown(canvas, x, top, z, leaves)
    canvas.fill([x], range(y + 1, top + 1), [z], Block.of(f"{wood}_log", axis="y"))


def _ball(canvas: Canvas, x: int, top: int, z: int, leaves: Block) -> None:
    for dy, radius in ((-2, 2.6), (-1, 2.6), (0, 1.9), (1, 1.2)):
        for dx in range(-3, 4):
            for dz in range(-3, 4):
                fray = 0.5 * (chance(x + dx * 7 + dy, z + dz * 5, 35) - 0.5)
                if hypot(dx, dz) <= radius + fray - 0.25:
                    canvas.put_in_air(x + dx, top + dy, z + dz, leaves)


def _cone(canvas: Canvas, x: int, top: int, z: int, leaves: Block) -> None:
    for dy, radius in ((2, 0.0), (1, 1.0), (0, 0.5), (-1, 2.0), (-2, 1.0), (-3, 2.4)):
        for dx in range(-3, 4):
            for dz in range(-3, 4):
                if hypot(dx, dz) <= radius:
                    canvas.put_in_air(x + dx, top + dy, z + dz, leaves)


def scatter_flowers(canvas: Canvas, radius: int) -> None:
    """Grass and flowers in drifts on the open meadow."""
    for x in range(-radius, radius):
        for z in range(-radius, radius):
            y = canvas.surface(x, z)
            if canvas.get(x, y, z).name != "grass_block" or canvas.get(x, y + 1, z) != AIR:
                continue
            luck, drift = chance(x, z, 36), chance(x // 6, z // 6, 37)
            if luck < 0.035 + 0.12 * (drift > 0.72):
                kind = FLOWERS[int(chance(x // 5, z // 5, 38) * len(FLOWERS))]
                canvas.put(x, y + 1, z, Block(kind))
            elif luck > 0.84:
                canvas.put(x, y + 1, z, Block("short_grass" if luck < 0.985 else "fern"))
