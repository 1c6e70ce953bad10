"""Moves of a body on foot: from a place to its neighbours, with what each costs.

Costs are thousandths of the time that a block takes to walk (:data:`BLOCK`), and never less than the distance, so
that the distance is a bound for searches.
"""

from __future__ import annotations

from math import floor

from world.paths.cells import (
    BLOCKED,
    CLIMB,
    DIVE,
    DOOR_X,
    DOOR_Z,
    HARM,
    OPEN,
    RUNG,
    STAND,
    SWIM,
    UNIT,
    WADE,
)
from world.paths.leaps import Leaps
from world.paths.route import Abilities
from world.paths.sweep import is_clear, walks
from world.paths.window import Place, Window

BLOCK = 1000
"""Cost of a block on foot."""
DIAGONAL = 1415
HOP = 200
"""What a rise that takes a jump costs on top."""
FALL = 100
"""For each block of a drop, on top."""
WADING = 500
"""On top, for each block of shallow water."""
SWIMMING = 2200
"""For each block."""
DIVING = 600
"""On top, for each block under water."""
CLIMBING_UP, CLIMBING_DOWN = 1840, 1440
"""For each block."""
OPENING = 700
"""A door, on top."""
EASY_RISE = floor(0.6 * UNIT)
"""Units that every body steps up without a jump."""
LEDGE = UNIT + 3
"""Units above the bottom of its topmost block that somebody gets onto who climbs or swims out."""

Edge = tuple[Place, int]
"""A neighbour, and what it costs to get there."""


class Ground:
    """Neighbours of places, for one search."""

    def __init__(self, window: Window, abilities: Abilities) -> None:
        self.window = window
        self.terrain = window.footing.terrain
        self.abilities = abilities
        self.need = window.footing.body.need
        self.step = floor(abilities.step_height * UNIT + 1e-6)
        self.max_drop = floor(abilities.max_drop * UNIT + 1e-6)
        self.leaps = Leaps(window, abilities) if abilities.can_leap else None
        south, up = window.south, window.up
        self._along_x = ((1, DOOR_X), (-1, DOOR_X))
        self._along_z = ((south, DOOR_Z), (-south, DOOR_Z))
        self._sides = self._along_x + self._along_z
        """Offset, and the kind of a closed door that lets through that way."""
        self._corners = tuple((x + z, x, z) for x in (1, -1) for z in (south, -south))
        self._up = up

    def neighbours(self, i: Place) -> list[Edge]:
        """Where a body at a place can go."""
        kind = self.window.kinds[i]
        if kind == STAND:
            edges = self._walk(i)
            below = self.window.kind(i - self._up)
            if below in (CLIMB, RUNG) and not self.window.levels[i]:
                edges.append((i - self._up, CLIMBING_DOWN))  # through scaffolding
        elif kind == CLIMB:
            edges = self._climb(i)
        elif kind == RUNG:
            edges = self._walk(i)
            edges += self._climb(i)
        elif kind in (SWIM, DIVE):
            edges = self._swim(i)
        elif kind == WADE:
            edges = self._walk(i)
            edges += self._swim(i)
        else:
            edges = self._walk(i)
        return edges

    # --- on the ground

    def _walk(self, i: Place) -> list[Edge]:
        window = self.window
        kinds, levels, wides, see = window.kinds, window.levels, window.wides, window.see
        up, need, step, max_drop = self._up, self.need, self.step, self.max_drop
        own_kind = kinds[i]
        level, wide = levels[i], wides[i]
        spare = wide - need
        edges: list[Edge] = []
        add = edges.append
        if own_kind < DOOR_X:
            sides: tuple[tuple[int, int], ...] = self._sides
        else:
            sides = self._along_x if own_kind == DOOR_X else self._along_z
        for offset, door in sides:
            j = i + offset
            kind = kinds[j] or see(j)
            if kind == STAND:
                rise = levels[j] - level
                if rise > 0:
                    if rise > step:
                        continue
                    if (rise <= spare and wides[j] >= need) or self._clear(i, j):
                        add((j, BLOCK + HOP if rise > EASY_RISE else BLOCK))
                elif rise >= -max_drop and ((spare >= 0 and wides[j] >= need - rise) or self._clear(i, j)):
                    add((j, BLOCK))
            elif kind == OPEN:
                self._drop(edges, i, j, BLOCK, level)
            elif kind == BLOCKED:
                j += up
                kind = kinds[j] or see(j)
                if kind >= STAND:
                    rise = UNIT + levels[j] - level
                    if kind == STAND:
                        if rise <= step:
                            if (rise <= spare and wides[j] >= need) or self._clear(i, j):
                                add((j, BLOCK + HOP if rise > EASY_RISE else BLOCK))
                        elif rise <= UNIT and spare >= 0 and self._steps_up(i, j):
                            add((j, BLOCK))
                    elif kind >= DOOR_X:  # from a path or a slab before it
                        if kind == door and rise <= min(EASY_RISE, step, spare) and wides[j] >= need:
                            add((j, BLOCK + OPENING))
                    elif rise <= step and self._clear(i, j):
                        add((j, BLOCK + HOP + self._extra(kind)))
            elif kind >= DOOR_X:
                rise = levels[j] - level
                if kind == door and rise <= min(step, spare) and wides[j] >= need - rise:
                    add((j, BLOCK + OPENING))
            elif levels[j] - level <= step and self._clear(i, j):
                add((j, BLOCK + self._extra(kind)))
        if own_kind >= DOOR_X:
            return edges

        for offset, over_x, over_z in self._corners:
            j = i + offset
            kind = kinds[j] or see(j)
            travel = level  # height to move at, above the bottom of this block
            if kind == STAND:
                rise = levels[j] - level
                if rise > 0:
                    if rise > step:
                        continue
                    travel += rise
                    fits = rise <= spare and wides[j] >= need
                elif rise < -max_drop:
                    continue
                else:
                    fits = spare >= 0 and wides[j] >= need - rise
                cost = DIAGONAL + HOP if rise > EASY_RISE else DIAGONAL
            elif kind == BLOCKED:
                j += up
                kind = kinds[j] or see(j)
                if kind != STAND:
                    continue
                travel = UNIT + levels[j]
                rise = travel - level
                if rise > step:
                    continue
                fits = rise <= spare and wides[j] >= need
                cost = DIAGONAL + HOP if rise > EASY_RISE else DIAGONAL
            elif kind == OPEN:
                fits = True
                cost = DIAGONAL
            else:
                continue
            a, b = i + over_x, i + over_z
            if travel >= UNIT:
                a += up
                b += up
                travel -= UNIT
            kind_a, kind_b = kinds[a] or see(a), kinds[b] or see(b)
            if kind_a == BLOCKED or kind_b == BLOCKED:
                continue
            over_a, over_b = travel - levels[a], travel - levels[b]
            if not (
                over_a >= 0
                and over_b >= 0
                and wides[a] >= need + over_a
                and wides[b] >= need + over_b
                and kind_a < WADE
                and kind_b < WADE
            ):
                if kind_a >= DOOR_X or kind_b >= DOOR_X or over_a < 0 or over_b < 0:
                    continue
                fits = False
            if kind == OPEN:
                count = len(edges)
                self._drop(edges, i, j, DIAGONAL, level, fits=fits)
                if len(edges) > count and self._harmed_beside(i, edges[-1][0], over_x, over_z):
                    edges.pop()
            elif (fits or self._clear(i, j)) and not (rise and self._harmed_beside(i, j, over_x, over_z)):
                add((j, cost))

        over = kinds[i + up] or see(i + up)
        if (over == CLIMB and UNIT - level <= step) or over == RUNG:
            add((i + up, CLIMBING_UP))
        if self.leaps is not None and own_kind == STAND:
            edges += self.leaps.from_place(i)
        return edges

    def _drop(
        self,
        edges: list[Edge],
        i: Place,
        j: Place,
        cost: int,
        level: int,
        falling: int = FALL,
        fits: bool = True,
    ) -> None:
        """Over an edge into the open place ``j``, down to whatever is beneath, at ``falling`` for each block."""
        window = self.window
        kinds, levels, wides, see = window.kinds, window.levels, window.wides, window.see
        up, need = self._up, self.need
        if wides[i] < need or wides[j] < need + level:
            fits = False
        drop = level
        at = j
        while True:
            at -= up
            drop += UNIT
            kind = kinds[at] or see(at)
            if kind == OPEN:
                if wides[at] < need:
                    fits = False
                continue
            if kind == BLOCKED or kind >= DOOR_X:
                return
            break
        if kind in (STAND, RUNG, CLIMB):
            drop -= levels[at]
            if drop > self.max_drop and not (kind == CLIMB and drop <= UNIT + level):
                return
        if wides[at] < need + min(drop, UNIT):
            fits = False
        if fits or self._clear(i, at):
            edges.append(
                (at, cost + falling * drop // UNIT + self._extra(kind) + (HOP if falling > FALL else 0))
            )

    def _harmed_beside(self, i: Place, j: Place, over_x: int, over_z: int) -> bool:
        """Whether a body that steps, hops or falls to a corner grazes something bad on its way up or down."""
        kinds, levels, see = self.window.kinds, self.window.levels, self.window.see
        layers = (j - i - over_x - over_z) // self._up
        for corner in (i + over_x, i + over_z):
            for layer in range(min(layers, 0), max(layers, 0) + 1):
                at = corner + layer * self._up
                if (kinds[at] or see(at)) == BLOCKED and levels[at] == HARM:
                    return True
        return False

    def _clear(self, i: Place, j: Place) -> bool:
        """The slow way to know, where something stands about that isn't in the middle of its block."""
        window = self.window
        body = window.footing.body
        return is_clear(self.terrain, window.feet(i), window.feet(j), body.width, body.height)

    def _steps_up(self, i: Place, j: Place) -> bool:
        """Whether a rise that is too high at once comes in steps, as stairs do."""
        window = self.window
        body = window.footing.body
        return walks(
            self.terrain, window.feet(i), window.feet(j), body.width, body.height, rise=self.abilities.step_height
        )  # fmt: skip

    def _extra(self, kind: int) -> int:
        """What a place costs more than ground does."""
        if kind == SWIM:
            return SWIMMING - BLOCK
        if kind == DIVE:
            return SWIMMING + DIVING - BLOCK
        if kind == WADE:
            return WADING
        return 0

    # --- in water

    def _swim(self, i: Place) -> list[Edge]:
        window = self.window
        kinds, levels, wides, see = window.kinds, window.levels, window.wides, window.see
        up, need = self._up, self.need
        own_kind = kinds[i]
        level = levels[i]
        spare = wides[i] - need
        edges: list[Edge] = []
        for offset, _ in self._sides:
            j = i + offset
            kind = kinds[j] or see(j)
            if WADE <= kind <= DIVE:
                rise = levels[j] - level
                if (spare >= max(rise, 0) and wides[j] >= need + max(-rise, 0)) or self._clear(i, j):
                    edges.append((j, BLOCK + self._extra(kind)))
            elif kind in (STAND, CLIMB, RUNG):
                rise = levels[j] - level
                if (spare >= max(rise, 0) and wides[j] >= need + max(-rise, 0)) or self._clear(i, j):
                    edges.append((j, SWIMMING))
            elif kind == OPEN:
                self._drop(edges, i, j, SWIMMING, level)
            elif kind == BLOCKED and own_kind == SWIM:
                j += up
                if (kinds[j] or see(j)) == STAND:
                    rise = UNIT + levels[j]
                    fits = spare >= rise - level and wides[j] >= need
                    if rise <= LEDGE and (fits or self._clear(i, j)):
                        edges.append((j, SWIMMING + HOP))
        for offset, over_x, over_z in self._corners:
            j = i + offset
            kind = kinds[j] or see(j)
            if WADE <= kind <= DIVE:
                a, b = i + over_x, i + over_z
                if (kinds[a] or see(a)) == BLOCKED or (kinds[b] or see(b)) == BLOCKED:
                    continue
                travel = max(level, levels[j])
                fits = spare >= travel - level and all(
                    levels[c] <= travel and wides[c] >= need + travel - levels[c] for c in (j, a, b)
                )
                if fits or self._clear(i, j):
                    edges.append((j, (BLOCK + self._extra(kind)) * DIAGONAL // BLOCK))
        over = kinds[i + up] or see(i + up)
        if WADE <= over <= DIVE:
            edges.append((i + up, BLOCK + self._extra(over)))
        elif over in (CLIMB, RUNG):
            edges.append((i + up, CLIMBING_UP))
        under = kinds[i - up] or see(i - up)
        if WADE <= under <= DIVE and not level:
            edges.append((i - up, BLOCK + self._extra(under)))
        return edges

    # --- on ladders, vines and scaffolding

    def _climb(self, i: Place) -> list[Edge]:
        window = self.window
        kinds, levels, see = window.kinds, window.levels, window.see
        up = self._up
        own_level = levels[i]
        edges: list[Edge] = []
        over = kinds[i + up] or see(i + up)
        if over in (CLIMB, RUNG):
            edges.append((i + up, CLIMBING_UP))
        elif over == STAND and not levels[i + up]:
            edges.append((i + up, CLIMBING_UP))  # onto scaffolding
        under = kinds[i - up] or see(i - up)
        if not own_level:
            if under in (CLIMB, RUNG) or WADE <= under <= DIVE:
                edges.append((i - up, CLIMBING_DOWN))
            elif under in (OPEN, STAND):
                self._drop(edges, i, i, CLIMBING_DOWN, 0, CLIMBING_DOWN)
        for offset, _ in self._sides:
            j = i + offset
            kind = kinds[j] or see(j)
            if kind in (STAND, CLIMB, RUNG) or WADE <= kind <= DIVE:
                if self._clear(i, j):
                    edges.append((j, BLOCK + self._extra(kind)))
            elif kind == OPEN:
                self._drop(edges, i, j, BLOCK, own_level, CLIMBING_DOWN)
            elif kind == BLOCKED:
                j += up
                if (kinds[j] or see(j)) == STAND and UNIT + levels[j] <= LEDGE and self._clear(i, j):
                    edges.append((j, BLOCK + HOP))
        return edges
