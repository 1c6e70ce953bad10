"""What blocks to 1.12 make of their neighbours, which their states don't tell: connections, corners, halves of doors.

Fences, walls and panes connect sideways, stairs turn corners, and each half of a door knows a part of how it stands.
Since 1.13 all of that is in the state. Left out: that 1.12 also connects to the backs of stairs, and double chests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from world.blocks import BlockTable, Mask

if TYPE_CHECKING:
    from world.terrain import Box, Cell

States: TypeAlias = npt.NDArray[np.int32]
Numbers: TypeAlias = npt.NDArray[np.uint16]
Boxes: TypeAlias = "tuple[Box, ...]"
Shape: TypeAlias = Callable[[bool, bool, bool, bool], Boxes]
"""Boxes by whether there is a connection to the north, east, south and west."""

SIDES = ("north", "east", "south", "west")
"""Clockwise from above: side n + 1 is to the right of side n, n + 2 behind it."""
OFFSETS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""x and z of a step to each side."""

UNCONNECTED = frozenset(
    {
        "barrier", "beacon", "carved_pumpkin", "farmland", "frosted_ice", "glowstone", "ice", "jack_o_lantern", "melon",
        "moving_piston", "piston", "piston_head", "pumpkin", "sea_lantern", "slime_block", "sticky_piston",
    }
)  # fmt: skip
"""Whole blocks that fences, walls and panes keep away from, besides leaves, glass and shulker boxes."""
ALSO_CONNECTED = frozenset({"soul_sand"})
"""Whole to the game, though it collides as less."""

FENCE_HEIGHT = 1.5
"""Blocks, of walls as well."""
FENCE_POST = 0.375, 0.625
WALL_POST = 0.25, 0.75
WALL_RUN = 0.3125, 0.6875
"""How thick a wall is that runs straight on."""
PANE_POST = 0.4375, 0.5625
DOOR = 0.1875

STRAIGHT, OUTER_LEFT, OUTER_RIGHT, INNER_LEFT, INNER_RIGHT = range(5)
"""Shapes of stairs; left is where who walks up has it."""


class Connecting(NamedTuple):
    """Blocks that connect sideways."""

    of: Mask
    to: Mask
    numbers: Sequence[Numbers]
    """Cell numbers by connections, bit n being side n; for panes twice, as of today and as of 1.8."""


class LegacyNeighbours:
    """Turns states, with those around them, into cell numbers."""

    def __init__(
        self,
        blocks: BlockTable,
        cells: Sequence[Cell],
        number_of_state: Numbers,
        number_of: Callable[[Cell], int],
    ) -> None:
        """``number_of`` gives the number of a cell, a new one if it has none. All that can occur get theirs here."""
        self._cells = cells
        self._number_of_state = number_of_state
        self._number_of = number_of
        self._kind = blocks.block_of_state
        stairs, doors = blocks.tag("stairs"), blocks.tag("doors")
        self._connecting = self._read_connecting(blocks)
        self._facing = _facings(blocks)
        self._top = blocks.having("half", "top")
        self._stairs_facing = np.where(stairs, self._facing, -1).astype(np.int8)
        self._corners = self._read_corners()
        self._lower = doors & blocks.having("half", "lower")
        self._upper = doors & blocks.having("half", "upper")
        self._right_hinge = blocks.having("hinge", "right") & self._upper
        self._hung_right = self._read_doors(blocks.having("open", "true"))
        self.special: Mask = stairs | doors
        """States whose cell depends on what is around them."""
        for connecting in self._connecting:
            self.special = self.special | connecting.of

    def numbers(self, states: States, lone_posts: bool = True) -> Numbers:
        """Cell numbers of the inside of a box of states in order y, z, x, of which the outermost layer only counts as
        neighbours.

        Negative states are unknown: nothing connects to them. ``lone_posts``: a pane that connects to nothing is a
        post, not a cross.
        """
        known = np.maximum(states, 0)  # to whoever connects, the unknown is like air
        here = known[1:-1, 1:-1, 1:-1]
        numbers: Numbers = self._number_of_state[here]
        if not self.special[here].any():
            return numbers
        beside = [_beside(known, side) for side in range(len(SIDES))]
        for of, to, shaped in self._connecting:
            chosen = of[here]
            if chosen.any():
                bits = sum(
                    to[states_beside[chosen]].astype(np.uint8) << side
                    for side, states_beside in enumerate(beside)
                )
                numbers[chosen] = shaped[0 if lone_posts else -1][bits]
        for facing in range(len(SIDES)):
            chosen = self._stairs_facing[here] == facing
            if chosen.any():
                around = [beside[(facing + turn) % 4][chosen] for turn in range(4)]
                numbers[chosen] = self._turned(here[chosen], facing, *around)
        self._hang_doors(numbers, here, known[:-2, 1:-1, 1:-1], known[2:, 1:-1, 1:-1])
        return numbers

    # --- fences, walls, panes

    def _read_connecting(self, blocks: BlockTable) -> list[Connecting]:
        fences, wooden = blocks.tag("fences"), blocks.tag("wooden_fences")
        walls, gates = blocks.tag("walls"), blocks.tag("fence_gates")
        panes = _kinds(blocks, lambda name: name.endswith("_pane") or name == "iron_bars")
        glass = _kinds(blocks, lambda name: name.endswith("glass"))
        away = glass | blocks.leaves | blocks.tag("shulker_boxes") | _kinds(blocks, UNCONNECTED.__contains__)
        whole = (blocks.full_cube & ~away) | _kinds(blocks, ALSO_CONNECTED.__contains__)
        rows: list[tuple[Mask, Mask, tuple[Shape, ...]]] = [
            (wooden, wooden | gates | whole, (_fence,)),
            (fences & ~wooden, (fences & ~wooden) | gates | whole, (_fence,)),
            (walls, walls | gates | whole, (_wall,)),
            (panes, panes | glass | whole, (_pane, _old_pane)),
        ]
        return [
            Connecting(of, to, [self._connected(of, shape) for shape in shapes]) for of, to, shapes in rows
        ]

    def _connected(self, of: Mask, shape: Shape) -> Numbers:
        like = self._cells[int(self._number_of_state[int(np.argmax(of))])]
        boxes = [shape(*(bool(bits >> side & 1) for side in range(4))) for bits in range(16)]
        return np.array([self._number_of(replace(like, boxes=them)) for them in boxes], np.uint16)

    # --- stairs

    def _read_corners(self) -> npt.NDArray[np.uint16]:
        """Cell numbers by facing, half (1: top) and shape."""
        corners = np.zeros((4, 2, 5), np.uint16)
        for facing in range(4):
            for top in (0, 1):
                states = (self._stairs_facing == facing) & (self._top == bool(top))
                like = self._cells[int(self._number_of_state[int(np.argmax(states))])]
                for shape in range(5):
                    cell = replace(like, boxes=_stairs(facing, bool(top), shape))
                    corners[facing, top, shape] = self._number_of(cell)
        return corners

    def _turned(
        self, here: States, facing: int, ahead: States, right: States, behind: States, left: States
    ) -> Numbers:
        """Cell numbers of stairs of one facing, by the blocks on their sides, as vanilla's ``getStairsShape``."""
        top = self._top[here]

        def runs(states: States, side: int) -> Mask:
            """Whether there are stairs of the same half that face a side."""
            same: Mask = (self._stairs_facing[states] == side % 4) & (self._top[states] == top)
            return same

        goes_on_left, goes_on_right = runs(left, facing), runs(right, facing)
        shape = np.select(
            [
                runs(ahead, facing - 1) & ~goes_on_right,
                runs(ahead, facing + 1) & ~goes_on_left,
                runs(behind, facing - 1) & ~goes_on_left,
                runs(behind, facing + 1) & ~goes_on_right,
            ],
            [OUTER_LEFT, OUTER_RIGHT, INNER_LEFT, INNER_RIGHT],
            STRAIGHT,
        )
        numbers: Numbers = self._corners[facing, top.astype(np.intp), shape]
        return numbers

    # --- doors

    def _read_doors(self, opened: Mask) -> Numbers:
        """Cell number of lower halves by state, if their hinge is on the right."""
        hung = self._number_of_state.copy()
        made: dict[tuple[int, int], int] = {}
        for state in np.flatnonzero(self._lower & opened).tolist():
            key = int(hung[state]), int(self._facing[state])
            if key not in made:
                # opened, it stands on its right side, against the side that it faced being shut
                side = _slab((key[1] + 1) % 4)
                made[key] = self._number_of(replace(self._cells[key[0]], boxes=(side,)))
            hung[state] = made[key]
        return hung

    def _hang_doors(self, numbers: Numbers, here: States, below: States, above: States) -> None:
        upper = self._upper[here] & self._lower[below] & (self._kind[here] == self._kind[below])
        right = upper & self._right_hinge[here]
        numbers[upper] = self._number_of_state[below[upper]]
        numbers[right] = self._hung_right[below[right]]
        lower = self._lower[here] & self._right_hinge[above] & (self._kind[here] == self._kind[above])
        numbers[lower] = self._hung_right[here[lower]]


def _beside(states: States, side: int) -> States:
    """For the inside of a box of states, those a step to a side."""
    dx, dz = OFFSETS[side]
    depth, width = states.shape[1] - 1, states.shape[2] - 1
    return states[1:-1, 1 + dz : depth + dz, 1 + dx : width + dx]


def _kinds(blocks: BlockTable, chosen: Callable[[str], bool]) -> Mask:
    """States of the blocks that are chosen by name."""
    kinds = np.array([chosen(kind.name) for kind in blocks.kinds], np.bool_)
    return np.take(kinds, blocks.block_of_state)


def _facings(blocks: BlockTable) -> npt.NDArray[np.int8]:
    """Side that each state faces, -1 for none."""
    facings = np.full(blocks.state_count, -1, np.int8)
    for side, name in enumerate(SIDES):
        facings[blocks.having("facing", name)] = side
    return facings


# --- shapes


def _bars(connected: tuple[bool, bool, bool, bool], post: tuple[float, float], height: float) -> Boxes:
    """A post with bars to the sides that it is connected to."""
    north, east, south, west = connected
    low, high = post
    along_z = (low, 0.0, 0.0 if north else low, high, height, 1.0 if south else high)
    along_x = (0.0 if west else low, 0.0, low, 1.0 if east else high, height, high)
    if not (east or west):
        return (along_z,)
    return (along_x, along_z) if north or south else (along_x,)


def _fence(*connected: bool) -> Boxes:
    return _bars(connected, FENCE_POST, FENCE_HEIGHT)  # type: ignore[arg-type]


def _wall(*connected: bool) -> Boxes:
    """Walls are a single box, which also fills the corners that they turn."""
    north, east, south, west = connected
    low, high = WALL_POST
    x, z = (0.0 if west else low, 1.0 if east else high), (0.0 if north else low, 1.0 if south else high)
    if connected == (True, False, True, False):
        x = WALL_RUN
    elif connected == (False, True, False, True):
        z = WALL_RUN
    return ((x[0], 0.0, z[0], x[1], FENCE_HEIGHT, z[1]),)


def _pane(*connected: bool) -> Boxes:
    return _bars(connected, PANE_POST, 1.0)  # type: ignore[arg-type]


def _old_pane(*connected: bool) -> Boxes:
    """Of 1.8: without a connection a cross, and without a post at the end of a half bar."""
    north, east, south, west = connected if any(connected) else (True,) * 4
    low, high = PANE_POST
    boxes: list[Box] = []
    if east or west:
        boxes.append((0.0 if west else 0.5, 0.0, low, 1.0 if east else 0.5, 1.0, high))
    if north or south:
        boxes.append((low, 0.0, 0.0 if north else 0.5, high, 1.0, 1.0 if south else 0.5))
    return tuple(boxes)


def _stairs(facing: int, top: bool, shape: int) -> Boxes:
    low, high = (0.0, 0.5) if top else (0.5, 1.0)
    slab = (0.0, 0.5 - low, 0.0, 1.0, 1.0 - low, 1.0)

    def part(*sides: int) -> Box:
        """The half, or the quarter, of the other layer that is on these sides."""
        x, z = (0.0, 1.0), (0.0, 1.0)
        for side in sides:
            dx, dz = OFFSETS[side % 4]
            x = (0.5, 1.0) if dx > 0 else (0.0, 0.5) if dx < 0 else x
            z = (0.5, 1.0) if dz > 0 else (0.0, 0.5) if dz < 0 else z
        return x[0], low, z[0], x[1], high, z[1]

    steps = {
        STRAIGHT: (part(facing),),
        OUTER_LEFT: (part(facing, facing - 1),),
        OUTER_RIGHT: (part(facing, facing + 1),),
        INNER_LEFT: (part(facing), part(facing + 2, facing - 1)),
        INNER_RIGHT: (part(facing), part(facing + 2, facing + 1)),
    }
    return (slab, *steps[shape])


def _slab(side: int) -> Box:
    """A door leaf that stands on a side of its block."""
    dx, dz = OFFSETS[side]
    return (
        1.0 - DOOR if dx > 0 else 0.0, 0.0, 1.0 - DOOR if dz > 0 else 0.0,
        DOOR if dx < 0 else 1.0, 1.0, DOOR if dz < 0 else 1.0,
    )  # fmt: skip
