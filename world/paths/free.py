"""Moves of a body that the ground doesn't hold: through the air, or through water, in all 26 directions."""

from __future__ import annotations

from math import sqrt

from world.paths.cells import CLIMB, DIVE, OPEN, RUNG, STAND, SWIM, UNIT, WADE
from world.paths.ground import BLOCK, Edge
from world.paths.sweep import is_clear
from world.paths.window import Place, Window

IN_THE_AIR = frozenset({OPEN, STAND, CLIMB, RUNG})
IN_WATER = frozenset({WADE, SWIM, DIVE})


class Free:
    """Neighbours of places, for one search."""

    def __init__(self, window: Window, kinds: frozenset[int]) -> None:
        """``kinds``: of places that the body moves through."""
        self.window = window
        self.passes = bytes(kind in kinds for kind in range(256))
        south, up = window.south, window.up
        steps = [
            (dx, dy, dz) for dy in (-1, 0, 1) for dz in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy or dz
        ]
        self._moves = [
            (
                dx + dy * up + dz * south,
                dy * UNIT,
                # rounded up, so that distances stay a bound
                int(sqrt(dx * dx + dy * dy + dz * dz) * BLOCK) + 1
                if abs(dx) + abs(dy) + abs(dz) > 1
                else BLOCK,
                self._beside(dx, dy, dz),
                bool(dx or dz),
            )
            for dx, dy, dz in steps
        ]

        self._open_moves = [(offset, cost) for offset, _, cost, _, _ in self._moves]

    def _beside(self, dx: int, dy: int, dz: int) -> tuple[tuple[int, int], ...]:
        """The other places of the box that a move goes through: offset, and how much higher its block is, in units."""
        south, up = self.window.south, self.window.up
        box = sorted((x, y, z) for x in {0, dx} for y in {0, dy} for z in {0, dz})
        others = [place for place in box if place not in ((0, 0, 0), (dx, dy, dz))]
        return tuple((x + y * up + z * south, y * UNIT) for x, y, z in others)

    def neighbours(self, i: Place) -> list[Edge]:
        """Where a body at a place can go."""
        window = self.window
        kinds, levels, wides, see = window.kinds, window.levels, window.wides, window.see
        passes, need = self.passes, window.footing.body.need
        for offset, _ in self._open_moves:
            j = i + offset
            if not passes[kinds[j] or see(j)] or wides[j] < need or levels[j]:
                break
        else:  # nothing about: the usual thing, in the air
            if wides[i] >= need and not levels[i]:
                return [(i + offset, cost) for offset, cost in self._open_moves]
        level, spare = levels[i], wides[i] - need
        edges: list[Edge] = []
        for offset, rise, cost, beside, sideways in self._moves:
            j = i + offset
            if not passes[kinds[j] or see(j)]:
                continue
            rise += levels[j] - level
            highest = level + max(rise, 0)  # where the body moves level, above the bottom of this block
            plain = True
            for other, higher in beside:
                other += i
                if not passes[kinds[other] or see(other)]:
                    break
                if wides[other] < need + max(highest - higher, 0) or levels[other]:
                    plain = False
            else:
                if sideways:
                    plain = plain and spare >= max(rise, 0) and wides[j] >= need + max(-rise, 0)
                    if not plain and not self._clear(i, j):
                        continue
                edges.append((j, cost))
        return edges

    def _clear(self, i: Place, j: Place) -> bool:
        window = self.window
        body = window.footing.body
        return is_clear(window.footing.terrain, window.feet(i), window.feet(j), body.width, body.height)
