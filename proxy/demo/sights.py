"""What there is to climb, jump, cross and look at besides the house."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, sin

import numpy as np

from proxy.demo import places
from proxy.demo.blocks import AIR, WATER, Block
from proxy.demo.canvas import Canvas
from proxy.demo.places import FEET
from proxy.demo.terrain import MEADOW, SEA_LEVEL, lattice

STONE_BRICKS = Block("stone_bricks")
LANTERN = Block("lantern")
OAK_FENCE = Block("oak_fence")
SPRUCE_FENCE = Block("spruce_fence")
SPRUCE_PLANKS = Block("spruce_planks")


def chance(x: int, z: int, salt: int) -> float:
    """A number in [0, 1) that belongs to a place."""
    return float(lattice(np.array([x]), np.array([z]), salt)[0])


def weathered(x: int, y: int, z: int) -> Block:
    """Stone bricks, some of them mossy or cracked."""
    luck = chance(x * 31 + y, z * 17 - y, 20)
    if luck < 0.14:
        return Block("mossy_stone_bricks")
    return Block("cracked_stone_bricks") if luck < 0.24 else STONE_BRICKS


# --- tower ----------------------------------------------------------------------------------------


def build_tower(canvas: Canvas) -> None:
    """A stone tower with a ladder on its south face, a railed platform and a little roof."""
    x0, foot, ladder_z = places.LADDER_CELL
    z0 = ladder_z - 2
    deck = foot + places.LADDER_RUNGS - 1
    for y in range(MEADOW, deck):
        for x in range(x0 - 1, x0 + 2):
            for z in range(z0 - 1, z0 + 2):
                canvas.put(x, y, z, weathered(x, y, z))
    for x in (x0 - 2, x0 + 2):
        canvas.fill([x], [foot], range(z0 - 1, z0 + 2), _stairs("stone_brick", "east" if x < x0 else "west"))
        canvas.fill(
            [x],
            [deck - 1],
            range(z0 - 1, z0 + 2),
            _stairs("stone_brick", "east" if x < x0 else "west", "top"),
        )
    canvas.fill(range(x0 - 1, x0 + 2), [foot], [z0 - 2], _stairs("stone_brick", "south"))

    platform = range(x0 - 2, x0 + 3), range(z0 - 2, z0 + 3)
    canvas.fill(platform[0], [deck], platform[1], SPRUCE_PLANKS)
    for x in platform[0]:
        for z in platform[1]:
            if abs(x - x0) == 2 or abs(z - z0) == 2:
                canvas.put(x, deck + 1, z, SPRUCE_FENCE)
    for y in range(foot, deck + 1):
        canvas.put(x0, y, ladder_z, Block.of("ladder", facing="south"))
    canvas.put(x0, deck + 1, ladder_z, AIR)

    canvas.fill((x0 - 2, x0 + 2), range(deck + 2, deck + 4), (z0 - 2, z0 + 2), SPRUCE_FENCE)
    canvas.fill(platform[0], [deck + 4], platform[1], Block("dark_oak_slab"))
    canvas.fill(range(x0 - 1, x0 + 2), [deck + 4], range(z0 - 1, z0 + 2), Block("dark_oak_planks"))
    canvas.fill(range(x0 - 1, x0 + 2), [deck + 5], range(z0 - 1, z0 + 2), Block("dark_oak_slab"))
    canvas.put(x0, deck + 3, z0, Block.of("lantern", hanging="true"))


def _stairs(material: str, facing: str, half: str = "bottom") -> Block:
    return Block.of(f"{material}_stairs", facing=facing, half=half)


# --- pond -----------------------------------------------------------------------------------------


def dig_pond(canvas: Canvas) -> None:
    """An oval pond with a sandy bed, reeds, lilies and water grass; its surface is level with the meadow."""
    cx, surface, cz = places.POND
    for x in range(cx - 9, cx + 10):
        for z in range(cz - 8, cz + 9):
            distance = hypot((x - cx) / 6.5, (z - cz) / 5.0) + 0.24 * (chance(x // 2, z // 2, 21) - 0.5)
            if distance > 1.0:
                continue
            depth = 1 if distance > 0.75 else 2 if distance > 0.45 else 3
            canvas.fill([x], range(surface - depth + 1, surface + 1), [z], WATER)
            canvas.fill(
                [x],
                range(surface - depth - 1, surface - depth + 1),
                [z],
                Block("clay" if depth == 3 else "sandstone"),
            )
            if depth < 3:
                canvas.put(x, surface - depth, z, Block("sand"))
            luck = chance(x, z, 22)
            if depth > 1 and luck < 0.3:
                canvas.put(x, surface - depth + 1, z, Block("seagrass"))
            elif luck > 0.9:
                canvas.put(x, surface + 1, z, Block("lily_pad"))
    for x, z in ((cx - 7, cz - 1), (cx - 6, cz + 3), (cx - 5, cz - 4), (cx + 2, cz - 6), (cx + 5, cz + 4)):
        _reed(canvas, x, z, 2 + round(chance(x, z, 23)))


def _reed(canvas: Canvas, x: int, z: int, height: int) -> None:
    """Sugar cane on the bank nearest to (x, z): on sand with water beside it."""
    beside = ((1, 0), (-1, 0), (0, 1), (0, -1))
    for dx, dz in ((0, 0), *beside):
        bank = x + dx, z + dz
        if canvas.get(bank[0], MEADOW, bank[1]) != WATER and any(
            canvas.get(bank[0] + a, MEADOW, bank[1] + b) == WATER for a, b in beside
        ):
            canvas.put(bank[0], MEADOW, bank[1], Block("sand"))
            canvas.put(bank[0], MEADOW - 1, bank[1], Block("sandstone"))
            canvas.fill([bank[0]], range(FEET, FEET + height), [bank[1]], Block("sugar_cane"))
            return


# --- ravine and wall ------------------------------------------------------------------------------


def dig_ravine(canvas: Canvas) -> None:
    """A small ravine, two to four blocks wide, that runs out at both ends: whoever falls in can walk out."""
    north, south = 1, 21
    for z in range(north, south + 1):
        depth = min(5, z - north + 1, south - z + 1)
        middle = 21.0 + 1.3 * sin((z - 10) / 3.2)
        for x in range(15, 28):
            inside = 1.5 + 0.4 * (chance(x, z, 24) - 0.3) - abs(x + 0.5 - middle)
            if inside <= 0 and not (0 <= x - 20 <= 1):
                continue
            floor = MEADOW - depth
            canvas.fill([x], range(floor + 1, FEET + 2), [z], AIR)
            canvas.put(x, floor, z, Block("gravel" if chance(x, z, 25) < 0.4 else "stone"))
            canvas.put(x, floor - 1, z, Block("stone"))


def build_wall(canvas: Canvas) -> None:
    """A wall, three blocks high and wide, with stairs at either end and a gap of two over the ravine."""
    start, end = int(places.GAP_START.x), int(places.GAP_END.x)
    west, east = int(places.WALL_FOOT.x) + 1, 29
    lanes = range(int(places.WALL_FOOT.z) - 1, int(places.WALL_FOOT.z) + 2)
    for x in range(west, east + 1):
        if start < x < end:
            continue
        height = min(3, x - west + 1, east - x + 1)
        for z in lanes:
            base = FEET - 1
            while canvas.get(x, base, z) == AIR:
                base -= 1
            for y in range(base, FEET + height):
                canvas.put(x, y, z, weathered(x, y, z))
            if x - west < 3:
                canvas.put(x, FEET + height - 1, z, _stairs("stone_brick", "east"))
            elif east - x < 3:
                canvas.put(x, FEET + height - 1, z, _stairs("stone_brick", "west"))
    for x in (start - 1, end + 1):
        for z in (lanes[0], lanes[-1]):
            canvas.put(x, FEET + 3, z, Block("stone_brick_wall"))
            canvas.put(x, FEET + 4, z, LANTERN)


# --- garden ---------------------------------------------------------------------------------------


def plant_garden(canvas: Canvas) -> None:
    """A field of wheat, carrots and pumpkins around a ditch, in a fence with an opening to the south."""
    gate_x, _, gate_z = places.GARDEN_GATE
    west, east, north = gate_x - 4, gate_x + 4, gate_z - 8
    for x in range(west, east + 1):
        for z in range(north, gate_z + 1):
            canvas.fill([x], range(FEET, FEET + 3), [z], AIR)
            if x in (west, east) or z in (north, gate_z):
                canvas.put(x, MEADOW, z, Block("grass_block"))
                canvas.put(x, FEET, z, OAK_FENCE)
            elif z == gate_z - 1:
                canvas.put(x, MEADOW, z, Block("dirt_path"))
            elif x == gate_x:
                canvas.put(x, MEADOW, z, WATER)
            else:
                _bed(canvas, x, z)
    canvas.put(*places.GARDEN_GATE, AIR)
    for x in (gate_x - 1, gate_x + 1):
        canvas.put(x, FEET + 1, gate_z, LANTERN)
    canvas.put(west + 1, FEET, gate_z - 1, Block.of("hay_block", axis="y"))
    canvas.put(east - 1, FEET, gate_z - 1, Block("composter"))


def _bed(canvas: Canvas, x: int, z: int) -> None:
    canvas.put(x, MEADOW, z, Block.of("farmland", moisture="7"))
    luck = chance(x, z, 26)
    if x == places.GARDEN_GATE[0] + 3:
        canvas.put(x, MEADOW, z, Block("grass_block"))
        if luck < 0.5:
            canvas.put(x, FEET, z, Block("pumpkin"))
    elif x > places.GARDEN_GATE[0]:
        canvas.put(x, FEET, z, Block.of("carrots", age=str(4 + int(luck * 4))))
    else:
        canvas.put(x, FEET, z, Block.of("wheat", age=str(4 + int(luck * 4))))


# --- paths and dock -------------------------------------------------------------------------------


def tread_path(canvas: Canvas, bends: tuple[tuple[int, int], ...], width: float = 1.6) -> None:
    """Beat a path along straight lines between bends, ``width`` blocks to either side, its edges frayed."""
    for (x0, z0), (x1, z1) in pairwise(bends):
        steps = 2 * max(abs(x1 - x0), abs(z1 - z0))
        for step in range(steps + 1):
            px, pz = x0 + (x1 - x0) * step / steps, z0 + (z1 - z0) * step / steps
            for x in range(round(px) - 2, round(px) + 3):
                for z in range(round(pz) - 2, round(pz) + 3):
                    reach = hypot(x - px, z - pz) + 0.9 * (chance(x, z, 27) - 0.5)
                    if reach <= width:
                        _tread(canvas, x, z)


def _tread(canvas: Canvas, x: int, z: int) -> None:
    y = canvas.surface(x, z)
    if canvas.get(x, y, z).name == "grass_block":
        canvas.put(x, y, z, Block("dirt_path"))


def build_dock(canvas: Canvas) -> None:
    """Planks on posts from the southern beach into the sea."""
    x0, y, end = places.DOCK_END
    for z in range(46, end + 1):
        for x in range(x0 - 1, x0 + 2):
            if canvas.surface(x, z) <= y:
                canvas.put(x, y, z, SPRUCE_PLANKS)
        if z % 4 == 0:
            for x in (x0 - 2, x0 + 2):
                bed = SEA_LEVEL
                while canvas.get(x, bed, z).name in {"water", "seagrass"}:
                    bed -= 1
                canvas.fill([x], range(bed + 1, y + 1), [z], Block.of("spruce_log", axis="y"))
                canvas.put_in_air(x, y + 1, z, SPRUCE_FENCE)
    for x in (x0 - 2, x0 + 2):
        canvas.put(x, y + 2, end, LANTERN)


def light_the_way(canvas: Canvas) -> None:
    """Lanterns on posts beside the path."""
    for x, z in ((-3, 27), (3, 27), (-3, 21), (3, 21), (-4, 9), (4, 12), (-13, 3), (7, 8)):
        y = canvas.surface(x, z)
        canvas.put(x, y + 1, z, OAK_FENCE)
        canvas.put(x, y + 2, z, LANTERN)
