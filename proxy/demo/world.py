"""The landscape as it is now, after what players dug and placed. In memory, the same for all versions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from proxy.demo.blocks import AIR, SIDES, Block, Indices, connects, is_fence, is_pane
from proxy.demo.landscape import LAYERS, Landscape
from proxy.demo.terrain import BOTTOM

Cell = tuple[int, int, int]

TOP = BOTTOM + LAYERS
"""Blocks can be placed below this height."""
VOID = BOTTOM - 24
"""Whoever falls below this height has fallen out of the world."""

_KEPT_COLUMNS = 512
"""Untouched columns kept instead of being made anew; 32 KiB each."""


class DemoWorld:
    """Blocks by place. Everything below :data:`BOTTOM` and from :data:`TOP` up is air and stays so."""

    def __init__(self, landscape: Landscape | None = None) -> None:
        """``landscape`` is only read, so worlds may share one; made anew unless given."""
        self.landscape = Landscape() if landscape is None else landscape
        self.palette = self.landscape.palette
        self._changed: dict[tuple[int, int], Indices] = {}
        self._untouched = lru_cache(maxsize=_KEPT_COLUMNS)(self.landscape.column)

    def column(self, chunk_x: int, chunk_z: int) -> Indices:
        """Palette numbers ``[y, z, x]``, shape (LAYERS, 16, 16), from :data:`BOTTOM` up. Not to be written."""
        changed = self._changed.get((chunk_x, chunk_z))
        return self._untouched(chunk_x, chunk_z) if changed is None else changed

    @staticmethod
    def holds(cell: Cell) -> bool:
        """Whether there can be a block other than air."""
        return BOTTOM <= cell[1] < TOP

    def block(self, cell: Cell) -> Block:
        if not self.holds(cell):
            return AIR
        x, y, z = cell
        return self.palette[int(self.column(x >> 4, z >> 4)[y - BOTTOM, z & 15, x & 15])]

    def put(self, cell: Cell, block: Block) -> None:
        """Raises IndexError outside of the world's height."""
        if not self.holds(cell):
            raise IndexError(f"{cell} is outside of the world, which holds blocks from {BOTTOM} to {TOP - 1}")
        x, y, z = cell
        place = x >> 4, z >> 4
        column = self._changed.get(place)
        if column is None:
            column = self._changed[place] = self.column(*place).copy()
        column[y - BOTTOM, z & 15, x & 15] = self.palette.index(block)

    def joined(self, cell: Cell, block: Block) -> Block:
        """A fence or pane with its arms as they are at a place; any other block as it is."""
        if not is_fence(block) and not is_pane(block):
            return block
        x, y, z = cell
        arms = {side: connects(block, self.block((x + dx, y, z + dz))) for side, (dx, dz) in SIDES.items()}
        return block.but(**{side: "true" if reaches else "false" for side, reaches in arms.items()})

    def change(self, changes: dict[Cell, Block]) -> dict[Cell, Block]:
        """Put blocks; return all that changed by it, among it the arms of fences and panes around."""
        for cell, block in changes.items():
            self.put(cell, block)
        outcome = dict(changes)
        for cell in changes:
            for beside in (cell, *_beside(cell)):
                block = self.block(beside)
                joined = self.joined(beside, block)
                if joined != block:
                    self.put(beside, joined)
                    outcome[beside] = joined
        return outcome


def _beside(cell: Cell) -> Iterator[Cell]:
    x, y, z = cell
    for dx, dz in SIDES.values():
        yield x + dx, y, z + dz
