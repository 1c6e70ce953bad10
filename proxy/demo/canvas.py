"""A box of blocks to build in."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from proxy.demo.blocks import AIR, SIDES, Block, Indices, Palette, connects, is_fence, is_pane


class Canvas:
    """Blocks at whole positions ``(x, y, z)`` inside a box whose lowest corner is ``origin``.

    ``volume[y, z, x]`` holds palette numbers, as chunk sections do. Painting outside raises IndexError.
    """

    def __init__(self, palette: Palette, origin: tuple[int, int, int], size: tuple[int, int, int]) -> None:
        self.palette = palette
        self.origin = origin
        self.size = size
        self.volume: Indices = np.zeros((size[1], size[2], size[0]), dtype=np.uint16)

    def _cell(self, x: int, y: int, z: int) -> tuple[int, int, int]:
        cell = y - self.origin[1], z - self.origin[2], x - self.origin[0]
        if min(cell) < 0 or cell[0] >= self.size[1] or cell[1] >= self.size[2] or cell[2] >= self.size[0]:
            raise IndexError(f"({x}, {y}, {z}) is outside of the canvas at {self.origin} of size {self.size}")
        return cell

    def get(self, x: int, y: int, z: int) -> Block:
        return self.palette[int(self.volume[self._cell(x, y, z)])]

    def put(self, x: int, y: int, z: int, block: Block) -> None:
        self.volume[self._cell(x, y, z)] = self.palette.index(block)

    def put_in_air(self, x: int, y: int, z: int, block: Block) -> None:
        """Put a block only where nothing is yet."""
        if self.get(x, y, z) == AIR:
            self.put(x, y, z, block)

    def fill(self, xs: Iterable[int], ys: Iterable[int], zs: Iterable[int], block: Block) -> None:
        """Fill the box that three ranges span."""
        zs, ys = tuple(zs), tuple(ys)
        for x in xs:
            for y in ys:
                for z in zs:
                    self.put(x, y, z, block)

    def surface(self, x: int, z: int) -> int:
        """Height of the topmost block that isn't air."""
        column = self.volume[:, z - self.origin[2], x - self.origin[0]]
        return int(np.flatnonzero(column)[-1]) + self.origin[1]

    def connect(self) -> None:
        """Join every fence and pane to its neighbours."""
        wanted = [
            number
            for number in range(len(self.palette))
            if is_fence(self.palette[number]) or is_pane(self.palette[number])
        ]
        for y, z, x in np.argwhere(np.isin(self.volume, wanted)).tolist():
            place = x + self.origin[0], y + self.origin[1], z + self.origin[2]
            self.put(*place, self.connected(*place, self.get(*place)))

    def connected(self, x: int, y: int, z: int, block: Block) -> Block:
        """``block`` with its arms as they are at a place."""
        arms = {side: connects(block, self.get(x + dx, y, z + dz)) for side, (dx, dz) in SIDES.items()}
        return block.but(**{side: "true" if reaches else "false" for side, reaches in arms.items()})
