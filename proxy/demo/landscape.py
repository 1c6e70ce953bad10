"""The demo world as one piece: the island with all that was built on it, and the sea around.

Deterministic: it is made of constants and of functions of the coordinates alone.
"""

from __future__ import annotations

import numpy as np

from proxy.demo import house, places, plants, sights
from proxy.demo.blocks import Block, Indices, Palette
from proxy.demo.canvas import Canvas
from proxy.demo.terrain import BOTTOM, lay_ground

ISLAND = 64
"""The built part reaches from ``-ISLAND`` to ``ISLAND - 1`` in x and z."""
LAYERS = 64
"""Height of the part of the world that holds blocks, from :data:`BOTTOM` up."""


class Landscape:
    """Hands out chunk columns of palette numbers."""

    def __init__(self) -> None:
        self.palette = Palette()
        self.canvas = Canvas(self.palette, (-ISLAND, BOTTOM, -ISLAND), (2 * ISLAND, LAYERS, 2 * ISLAND))
        self.canvas.volume[:] = lay_ground(self.palette, -ISLAND, -ISLAND, 2 * ISLAND, LAYERS)
        _build(self.canvas)

    def column(self, chunk_x: int, chunk_z: int) -> Indices:
        """A fresh ``[y, z, x]`` array of shape (LAYERS, 16, 16); its first layer lies at :data:`BOTTOM`."""
        x, z = chunk_x * 16 + ISLAND, chunk_z * 16 + ISLAND
        if 0 <= x < 2 * ISLAND and 0 <= z < 2 * ISLAND:
            return self.canvas.volume[:, z : z + 16, x : x + 16].copy()
        return lay_ground(self.palette, chunk_x * 16, chunk_z * 16, 16, LAYERS)

    def block(self, x: int, y: int, z: int) -> Block:
        """The block at a place; the bottom of the world and the sky are air."""
        if not BOTTOM <= y < BOTTOM + LAYERS:
            return self.palette[0]
        return self.palette[int(self.column(x >> 4, z >> 4)[y - BOTTOM, z & 15, x & 15])]

    def digest_input(self) -> bytes:
        """The island as bytes that don't depend on the palette's order: for comparing two builds."""
        names = [repr(self.palette[number]) for number in range(len(self.palette))]
        rank = np.argsort(np.argsort(np.array(names)))
        return "\n".join(sorted(names)).encode() + rank[self.canvas.volume].astype(np.uint16).tobytes()


def _build(canvas: Canvas) -> None:
    sights.dig_pond(canvas)
    sights.dig_ravine(canvas)
    # Paths come before roofs, for they are laid on the highest ground.
    for path in (places.PATH, places.TOWER_PATH, places.WALL_PATH, places.GARDEN_PATH, places.DOCK_PATH):
        sights.tread_path(canvas, path)
    sights.build_wall(canvas)
    sights.build_tower(canvas)
    sights.plant_garden(canvas)
    house.build_house(canvas)
    sights.build_dock(canvas)
    sights.light_the_way(canvas)
    plants.plant_trees(canvas)
    plants.scatter_flowers(canvas, ISLAND - 2)
    canvas.connect()
