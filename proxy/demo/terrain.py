"""The bare ground: an island of gentle hills in a shallow sea that goes on for ever.

Everything is a function of the coordinates, so any column can be made at any time and comes out the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from proxy.demo.blocks import WATER, Block, Indices, Palette

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

BOTTOM = 48
"""Height of the bedrock floor."""
SEA_LEVEL = 62
"""Height of the sea's topmost water block."""
MEADOW = 66
"""Ground height of the meadow, the house and the paths."""

COAST_RADIUS = 50.0
HILLS = ((-4.0, -32.0, 15.0, 8.5), (24.0, -27.0, 12.0, 6.0), (-36.0, -14.0, 11.0, 4.5))
"""(x, z, radius, height) of the hills in the north."""


def lattice(x: Integers, z: Integers, salt: int) -> Floats:
    """A number in [0, 1) for each whole place: the splitmix32 finalizer over mixed coordinates."""
    mixed = (x * 0x27D4EB2F + z * 0x165667B1 + salt * 0x9E3779B9) & 0xFFFFFFFF
    mixed ^= mixed >> 16
    mixed = (mixed * 0x85EBCA6B) & 0xFFFFFFFF
    mixed ^= mixed >> 13
    mixed = (mixed * 0xC2B2AE35) & 0xFFFFFFFF
    mixed ^= mixed >> 16
    numbers: Floats = mixed.astype(np.float64) / 2.0**32
    return numbers


def smooth_noise(x: Floats, z: Floats, scale: float, salt: int) -> Floats:
    """Value noise in [0, 1): lattice points ``scale`` blocks apart, joined by smoothstep."""
    u, v = x / scale, z / scale
    i, j = np.floor(u).astype(np.int64), np.floor(v).astype(np.int64)
    s, t = smoothstep(u - i), smoothstep(v - j)
    near = lattice(i, j, salt) * (1 - s) + lattice(i + 1, j, salt) * s
    far = lattice(i, j + 1, salt) * (1 - s) + lattice(i + 1, j + 1, salt) * s
    noise: Floats = near * (1 - t) + far * t
    return noise


def smoothstep(t: Floats) -> Floats:
    """0 below 0, 1 above 1, with a level start and end between (3t² - 2t³)."""
    t = np.clip(t, 0.0, 1.0)
    smooth: Floats = t * t * (3.0 - 2.0 * t)
    return smooth


@dataclass(frozen=True)
class Flat:
    """A rectangle (inclusive) levelled at ``height`` and blended into the land over ``margin`` blocks."""

    x0: int
    x1: int
    z0: int
    z1: int
    height: float = MEADOW
    margin: float = 5.0

    def weight(self, x: Floats, z: Floats) -> Floats:
        outside_x = np.maximum(np.maximum(self.x0 - x, x - self.x1), 0.0)
        outside_z = np.maximum(np.maximum(self.z0 - z, z - self.z1), 0.0)
        return smoothstep(1.0 - np.hypot(outside_x, outside_z) / self.margin)


FLATS = (
    Flat(-8, 9, -11, 4),  # the house
    Flat(-25, -8, -9, 1),  # the tower and the way to it
    Flat(-3, 3, 0, 30),  # the path to the door
    Flat(-26, -6, 5, 21),  # the pond
    Flat(8, 19, -11, 0),  # the garden
    Flat(10, 31, 1, 22),  # the ravine and the wall over it
)


def inland(x: Floats, z: Floats) -> Floats:
    """Blocks from the shore, negative in the sea."""
    wobble = 11.0 * (smooth_noise(x, z, 17.0, 1) - 0.5) + 4.0 * (smooth_noise(x, z, 7.0, 2) - 0.5)
    distance: Floats = COAST_RADIUS + wobble - np.hypot(x, z * 1.04)
    return distance


def heights(x: Integers, z: Integers) -> Integers:
    """Height of the topmost ground block for arrays of columns."""
    fx, fz = x.astype(np.float64), z.astype(np.float64)
    shore = inland(fx, fz)
    beach = SEA_LEVEL + 0.2 + 4.3 * (1.0 - np.exp(-np.maximum(shore - 1.0, 0.0) / 7.0))
    sea_bed = SEA_LEVEL + 0.2 - 7.5 * (1.0 - np.exp(np.minimum(shore - 1.0, 0.0) / 10.0))
    land = np.where(
        shore > 1.0, beach, sea_bed + 1.6 * (smooth_noise(fx, fz, 9.0, 3) - 0.5) * smoothstep(-shore / 8.0)
    )
    land += 1.8 * (smooth_noise(fx, fz, 13.0, 4) - 0.4) * smoothstep((shore - 6.0) / 10.0)
    for cx, cz, radius, height in HILLS:
        bump = smoothstep(1.0 - np.hypot(fx - cx, fz - cz) / (radius * 1.5))
        land += height * bump * (0.75 + 0.5 * smooth_noise(fx, fz, 8.0, 5)) * smoothstep((shore - 2.0) / 8.0)
    for flat in FLATS:
        weight = flat.weight(fx, fz)
        land = land * (1.0 - weight) + (flat.height + 0.5) * weight
    tops: Integers = np.floor(land).astype(np.int64)
    return tops


def lay_ground(palette: Palette, x0: int, z0: int, size: int, layers: int) -> Indices:
    """Ground and sea of a square of columns: palette numbers ``[layers, size, size]`` from the bottom up."""
    z, x = np.meshgrid(np.arange(z0, z0 + size), np.arange(x0, x0 + size), indexing="ij")
    top = heights(x, z)
    shore = inland(x.astype(np.float64), z.astype(np.float64))
    grain = lattice(x, z, 6)
    patches = smooth_noise(x.astype(np.float64), z.astype(np.float64), 6.0, 7)

    number = {
        name: palette.index(Block(name))
        for name in (
            "bedrock",
            "stone",
            "dirt",
            "grass_block",
            "sand",
            "sandstone",
            "gravel",
            "clay",
            "seagrass",
        )
    }
    sandy = (top <= SEA_LEVEL + 1) & (shore < 9.0)
    skin = np.where(sandy, number["sand"], number["grass_block"])
    skin = np.where((top < SEA_LEVEL - 2) & (patches > 0.68), number["gravel"], skin)
    skin = np.where((top < SEA_LEVEL - 1) & (patches < 0.16), number["clay"], skin)
    filling = np.where(sandy, number["sandstone"], number["dirt"])

    y = np.arange(BOTTOM, BOTTOM + layers)[:, None, None]
    water = palette.index(WATER)
    ground = np.where(y <= SEA_LEVEL, water, 0)
    ground = np.where(y <= top, number["stone"], ground)
    ground = np.where((y <= top) & (y > top - 4), filling, ground)
    ground = np.where(y == top, skin, ground)
    grown = (top < SEA_LEVEL - 1) & (grain < 0.5 * (patches - 0.45))
    ground = np.where((y == top + 1) & grown, number["seagrass"], ground)
    ground = np.where(y == BOTTOM, number["bedrock"], ground)
    return ground.astype(np.uint16)
