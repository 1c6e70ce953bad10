"""What the blocks of a world are to a body, in a form that answers in a fraction of a microsecond.

States that feel alike share a :class:`Cell`. A section is turned into an array of cell numbers the first time that
somebody asks for a block in it, is kept up with block changes, and goes with its chunk.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import floor
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from world.blocks import FULL_CUBE, BlockTable, Mask
from world.legacy_neighbours import OFFSETS, LegacyNeighbours
from world.section import EDGE
from world.view import UNKNOWN as UNKNOWN_STATE
from world.view import WorldView

Box = tuple[float, float, float, float, float, float]
"""min x y z, max x y z in blocks."""
Vector = tuple[float, float, float]
BlockRange = tuple[int, int, int, int, int, int]
"""Lowest x y z and highest x y z of a box of blocks, both included."""

SLIPPERINESS = 0.6
"""Of most blocks: what a tick leaves of horizontal speed on the ground, before the drag of the air."""

WATER, LAVA = "water", "lava"
SOURCE_HEIGHT = 8 / 9
"""Blocks that a source, or falling fluid, fills of its own block."""

# Properties by block name, as vanilla registers its blocks.
_SLIPPERINESS = {
    "ice": 0.98, "packed_ice": 0.98, "frosted_ice": 0.98, "blue_ice": 0.989, "slime_block": 0.8,
}  # fmt: skip
_SPEED_FACTOR = {"soul_sand": 0.4, "honey_block": 0.4}
_JUMP_FACTOR = {"honey_block": 0.5}
_BOUNCE = {"slime_block": 1.0}
BED_BOUNCE = 0.66
_FALL_FACTOR = {"slime_block": 0.0, "powder_snow": 0.0, "honey_block": 0.2, "hay_block": 0.2}
_STUCK: dict[str, Vector] = {
    "cobweb": (0.25, 0.05, 0.25),
    "powder_snow": (0.9, 1.5, 0.9),
    "sweet_berry_bush": (0.8, 0.75, 0.8),
}
DAM_SIZE = 0.7291666666666666
"""Mean edge in blocks from which on a block is solid to fluids."""
_ALWAYS_HARMFUL = (
    "cactus", "fire", "soul_fire", "lava_cauldron", "magma_block", "powder_snow", "sweet_berry_bush", "wither_rose",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cell:
    """All that matters to a body in one block, the same for every state that feels like it."""

    boxes: tuple[Box, ...] = ()
    """Collision boxes from the block's corner. They may reach up out of the block, as a fence does, but never sideways
    or down: the quarter of a piston's arm that is in its base is left out.
    """
    full: bool = False
    """Collides as exactly one whole block."""
    fluid: str = ""
    """:data:`WATER`, :data:`LAVA` or none."""
    fluid_height: float = 0.0
    """Blocks that the fluid fills of this block, if there is no more of it above."""
    falling: bool = False
    """Fluid that falls."""
    slipperiness: float = SLIPPERINESS
    speed_factor: float = 1.0
    jump_factor: float = 1.0
    bounce: float = 0.0
    """What it gives back of the speed of a fall onto it."""
    sticky: bool = False
    """Slows who walks on it, as slime does."""
    slides: bool = False
    """Who falls along its side slides down it, as on honey."""
    fall_factor: float = 1.0
    """What it makes of the damage of a fall onto it."""
    fall_share: float = 1.0
    """What it makes of the distance of a fall onto it."""
    fall_extra: float = 0.0
    """Blocks that it adds to a fall onto it."""
    stuck: Vector | None = None
    """What it leaves of a move inside it, by axis."""
    powder: bool = False
    """Powder snow: holds whoever has the feet in it, and carries whoever has fallen far."""
    bubbles: int = 0
    """1: a column that lifts, -1: one that drags down."""
    climbable: bool = False
    ladder: str = ""
    """The way a ladder faces: an open trapdoor above it that faces the same way can be climbed as well."""
    open_trapdoor: str = ""
    """The way an open trapdoor faces."""
    scaffolding: bool = False
    """Carries whoever is above it and lets through whoever is in it."""
    scaffolding_floor: bool = False
    """Scaffolding that also carries whoever is in it, on its lowest part."""
    dams: bool = False
    """Fluids don't flow over its place, as they do not into vanilla's blocks that block motion."""
    hazard: str = ""
    """Name of what it does to who touches, enters or stands on it, such as ``cactus``."""
    see_through: bool = False
    """A whole block in which nobody suffocates."""
    door: str = ""
    """``hand`` or ``iron``: a closed door or gate that somebody may open by hand, or not."""
    farmland: bool = False
    """Trampled to dirt by who jumps on it."""
    known: bool = True
    """Whether the server has said what is there."""


AIR_CELL = Cell()
STONE_CELL = Cell((FULL_CUBE,), full=True, dams=True)
UNKNOWN_CELL = Cell((FULL_CUBE,), full=True, dams=True, known=False)
"""A block that nobody knows is a wall: no body goes where the server hasn't said what is there."""

EMPTY, SOLID, UNKNOWN = 0, 1, 2
"""Numbers of those three in every :attr:`CellTable.cells`."""


class CellTable:
    """The cells of a release."""

    __slots__ = ("_numbers", "blocks", "cells", "neighbours", "number_of_state")

    def __init__(self, blocks: BlockTable) -> None:
        self.blocks = blocks
        self.cells: list[Cell] = [AIR_CELL, STONE_CELL, UNKNOWN_CELL]
        """By cell number."""
        self._numbers = {cell: number for number, cell in enumerate(self.cells)}
        reading = _Reading(blocks)
        _, examples, key_of_state = np.unique(reading.keys(), return_index=True, return_inverse=True)
        number_of_key = np.empty(len(examples), np.uint16)
        for key, state in enumerate(examples.tolist()):
            number_of_key[key] = self._number_of(reading.cell(state))
        self.number_of_state: npt.NDArray[np.uint16] = number_of_key[key_of_state.reshape(-1)]
        self.number_of_state.flags.writeable = False
        self.neighbours: LegacyNeighbours | None = None
        """What states leave out, to 1.12."""
        if blocks.by_metadata:
            self.neighbours = LegacyNeighbours(blocks, self.cells, self.number_of_state, self._number_of)

    def _number_of(self, cell: Cell) -> int:
        """The number of a cell, a new one if it has none."""
        number = self._numbers.setdefault(cell, len(self.cells))
        if number == len(self.cells):
            self.cells.append(cell)
        return number

    def masks(self, attribute: str) -> npt.NDArray[Any]:
        """An attribute of :class:`Cell` as an array over cell numbers."""
        return np.array([getattr(cell, attribute) for cell in self.cells])


@cache
def cells_of(blocks: BlockTable) -> CellTable:
    """The cell table of a block table, made once."""
    return CellTable(blocks)


class _Reading:
    """Reads cells out of a block table."""

    def __init__(self, blocks: BlockTable) -> None:
        self.blocks = blocks
        self.lit_campfire = blocks.tag("campfires") & blocks.having("lit", "true")
        self.beds = blocks.tag("beds")
        opened = blocks.having("open", "true")
        self.open_trapdoor = blocks.tag("trapdoors") & opened
        gates, doors = blocks.tag("fence_gates"), blocks.tag("doors")
        self.see_through = blocks.full_cube & (
            blocks.leaves | self._kinds(lambda name: name.endswith("glass"))
        )
        self.closed = (gates | doors) & ~opened
        self.by_hand = (
            gates | blocks.tag("wooden_doors") | (doors & self._kinds(lambda name: "copper" in name))
        )

    def _kinds(self, chosen: Callable[[str], bool]) -> npt.NDArray[np.bool_]:
        """The states of blocks that are chosen by name."""
        kinds = np.array([chosen(kind.name) for kind in self.blocks.kinds], np.bool_)
        return np.take(kinds, self.blocks.block_of_state)

    def keys(self) -> npt.NDArray[np.int64]:
        """A number for each state; states of equal numbers have equal cells."""
        blocks = self.blocks
        named = self._kinds(_BY_ITS_NAME.__contains__)
        # where properties matter beyond the shape, each state is read for itself (how an open trapdoor faces, its
        # shape tells)
        stated = self._kinds(_BY_ITS_STATE.__contains__)
        keys: npt.NDArray[np.int64] = blocks.shape_of_state.astype(np.int64)
        for flag in (
            blocks.water, blocks.climbable, self.lit_campfire, self.beds, self.see_through, self.closed, self.by_hand,
            self.open_trapdoor,
        ):  # fmt: skip
            keys = keys << 1 | flag
        keys = keys << 16 | np.where(named, blocks.block_of_state.astype(np.int64) + 1, 0)
        keys = keys << 17 | np.where(stated, np.arange(len(keys)) + 1, 0)
        return keys

    def cell(self, state: int) -> Cell:
        blocks = self.blocks
        name = blocks.name(state)
        boxes: tuple[Box, ...] = tuple(
            (max(x0, 0.0), max(y0, 0.0), max(z0, 0.0), min(x1, 1.0), y1, min(z1, 1.0))
            for x0, y0, z0, x1, y1, z1 in blocks.boxes(state).tolist()
        )
        values: dict[str, Any] = {key: table[name] for key, table in _BY_NAME.items() if name in table}
        if blocks.lava[state]:
            values |= _fluid(LAVA, blocks.properties(state))
        elif blocks.water[state]:
            values |= _fluid(WATER, blocks.properties(state) if name == "water" else {})
        if self.beds[state]:
            values |= {"bounce": BED_BOUNCE, "fall_share": 0.5}
        if self.open_trapdoor[state]:
            values["open_trapdoor"] = blocks.properties(state)["facing"]
        if self.closed[state]:
            values["door"] = "hand" if self.by_hand[state] else "iron"
        if name == "bubble_column":
            values["bubbles"] = -1 if blocks.properties(state)["drag"] == "true" else 1
        elif name == "scaffolding":
            properties = blocks.properties(state)
            floor = properties["bottom"] == "true" and properties["distance"] != "0"
            values |= {"scaffolding": True, "scaffolding_floor": floor}
        elif name == "ladder":
            values["ladder"] = blocks.properties(state)["facing"]
        elif name == "pointed_dripstone" and _points_up(blocks.properties(state)):
            values |= {"fall_extra": 2.0, "fall_factor": 2.0}
        if name == "lava":
            values["hazard"] = "lava"
        elif name == "sweet_berry_bush" and blocks.properties(state)["age"] == "0":
            pass  # a bush this young has no thorns yet
        elif name in _ALWAYS_HARMFUL or self.lit_campfire[state]:
            values["hazard"] = name
        return Cell(
            boxes,
            full=bool(blocks.full_cube[state]),
            see_through=bool(self.see_through[state]),
            climbable=bool(blocks.climbable[state]),
            farmland=name == "farmland",
            sticky=name == "slime_block",
            slides=name == "honey_block",
            powder=name == "powder_snow",
            dams=_dams(boxes) and name not in ("cobweb", "bamboo_sapling"),
            **values,
        )


def _points_up(properties: Mapping[str, str]) -> bool:
    return properties["vertical_direction"] == "up" and properties["thickness"] == "tip"


def _dams(boxes: tuple[Box, ...]) -> bool:
    """Whether a block is solid to fluids: about as large as a block, or as high (vanilla's ``calculateSolid``)."""
    if not boxes:
        return False
    edges = [max(box[axis + 3] for box in boxes) - min(box[axis] for box in boxes) for axis in range(3)]
    return sum(edges) / 3 >= DAM_SIZE or edges[1] >= 1.0


def _fluid(fluid: str, properties: Mapping[str, str]) -> dict[str, Any]:
    level = int(properties.get("level", 0))
    falling = level >= 8
    return {
        "fluid": fluid,
        "falling": falling,
        "fluid_height": SOURCE_HEIGHT if falling else (8 - level) / 9,
    }


_BY_NAME: dict[str, Mapping[str, Any]] = {
    "slipperiness": _SLIPPERINESS,
    "speed_factor": _SPEED_FACTOR,
    "jump_factor": _JUMP_FACTOR,
    "bounce": _BOUNCE,
    "fall_factor": _FALL_FACTOR,
    "stuck": _STUCK,
}
_BY_ITS_NAME = (
    {name for table in _BY_NAME.values() for name in table}
    | set(_ALWAYS_HARMFUL)
    | {"farmland", "campfire", "soul_campfire", "bamboo_sapling"}
)
"""Blocks that their name alone makes special."""
_BY_ITS_STATE = {
    "water", "lava", "bubble_column", "ladder", "scaffolding", "sweet_berry_bush", "pointed_dripstone",
}  # fmt: skip
"""Blocks whose properties say more than their shape does."""


Numbers: TypeAlias = "array[int]"
"""4096 cell numbers of a section in order y, z, x."""
_SectionPos = tuple[int, int, int]


@dataclass(slots=True)
class Terrain:
    """The cells of one world, kept up with it. Made by :func:`terrain_of`."""

    world: WorldView
    table: CellTable
    cells: list[Cell]
    """:attr:`CellTable.cells`."""
    versions: dict[tuple[int, int], int] = field(default_factory=dict)
    """By chunk position, :attr:`changes` as it was when something in the column last changed; absent: not loaded."""
    changes: int = 0
    """How often anything has changed, come or gone."""
    _sections: dict[_SectionPos, Numbers] = field(default_factory=dict)
    _air: Numbers = field(default_factory=lambda: array("H", bytes(2 * EDGE**3)))

    def number(self, x: int, y: int, z: int) -> int:
        """Cell number at block coordinates; air above and below the world, :data:`UNKNOWN` where nothing is known."""
        section = self._sections.get((x >> 4, y >> 4, z >> 4))
        if section is None:
            section = self._load(x >> 4, y >> 4, z >> 4)
            if section is None:
                return UNKNOWN
        return section[(y & 15) << 8 | (z & 15) << 4 | x & 15]

    def cell(self, x: int, y: int, z: int) -> Cell:
        """What is there to a body; :data:`UNKNOWN_CELL` where nothing is known."""
        section = self._sections.get((x >> 4, y >> 4, z >> 4))
        if section is None:
            return self.cells[self.number(x, y, z)]
        return self.cells[section[(y & 15) << 8 | (z & 15) << 4 | x & 15]]

    def column(self, x: int, z: int, low: int, high: int) -> Sequence[int]:
        """Cell numbers at x, z from y ``low`` to y ``high``, both included: much faster than one by one."""
        section_y = low >> 4
        section = self._sections.get((x >> 4, section_y, z >> 4)) or self._load(x >> 4, section_y, z >> 4)
        beside = (z & 15) << 4 | x & 15
        if section_y == high >> 4:
            if section is None:
                return [UNKNOWN] * (high - low + 1)
            return section[(low & 15) << 8 | beside : ((high & 15) << 8 | beside) + 1 : 256]
        above = (section_y + 1) << 4
        here = [UNKNOWN] * (above - low) if section is None else section[(low & 15) << 8 | beside :: 256]
        return [*here, *Terrain.column(self, x, z, above, high)]

    def is_plain(self, box: Box) -> bool:
        """Whether there are only air and plain solid blocks where a box is and a block below it."""
        x0, y0, z0, x1, y1, z1 = box
        low, high = floor(y0 - 1.0), floor(y1)
        for x in range(floor(x0), floor(x1) + 1):
            for z in range(floor(z0), floor(z1) + 1):
                if max(self.column(x, z, low, high)) > SOLID:
                    return False
        return True

    def has_changed(self, west: int, north: int, east: int, south: int, since: int) -> bool:
        """Whether a block in the chunks of an area (lowest and highest block x and z) may have changed since
        :attr:`changes` was ``since``.
        """
        if self.changes == since:
            return False
        for x in range(west >> 4, (east >> 4) + 1):
            for z in range(north >> 4, (south >> 4) + 1):
                if self.versions.get((x, z), self.changes) > since:
                    return True
        return False

    def section(self, section_x: int, section_y: int, section_z: int) -> npt.NDArray[np.uint16] | None:
        """Cell numbers of a section, shape (16, 16, 16) in order y, z, x; None where nothing is known.

        It is a view that follows block changes.
        """
        numbers = self._sections.get((section_x, section_y, section_z))
        if numbers is None:
            numbers = self._load(section_x, section_y, section_z)
        return None if numbers is None else np.frombuffer(numbers, np.uint16).reshape(EDGE, EDGE, EDGE)

    def _load(self, section_x: int, section_y: int, section_z: int) -> Numbers | None:
        chunk = self.world.chunk(section_x, section_z)
        if chunk is None:
            return None
        bottom = self.world.dimension.min_y >> 4
        if not bottom <= section_y < bottom + self.world.dimension.section_count:
            return self._air
        low = section_y << 4
        states = chunk.states_between(low, low + EDGE)
        if states is None:
            return None
        cells = self.table.number_of_state[states]
        neighbours = self.table.neighbours
        if neighbours is not None and neighbours.special[states].any():
            around = self._around(section_x << 4, low, section_z << 4, neighbours.special[states])
            cells = neighbours.numbers(around, self.world.rules.lone_posts)
        numbers = array("H", cells.tobytes())
        self._sections[section_x, section_y, section_z] = numbers
        return numbers

    def _around(self, x: int, y: int, z: int, special: Mask) -> npt.NDArray[np.int32]:
        """The states of a section and a layer around it, of which those of another chunk only where they matter.

        So a chunk isn't unpacked because the one beside it is looked at.
        """
        box = self.world.states_in_box
        around = np.full((EDGE + 2,) * 3, UNKNOWN_STATE, np.int32)
        around[:, 1:-1, 1:-1] = box(x, y - 1, z, x + EDGE, y + EDGE + 1, z + EDGE)
        for outside, border in ((-1, 0), (EDGE, -1)):
            if special[:, :, border].any():
                around[1:-1, 1:-1, border] = box(x + outside, y, z, x + outside + 1, y + EDGE, z + EDGE)[
                    :, :, 0
                ]
            if special[:, border, :].any():
                around[1:-1, border, 1:-1] = box(x, y, z + outside, x + EDGE, y + EDGE, z + outside + 1)[
                    :, 0, :
                ]
        return around

    # --- WorldListener

    def chunk_loaded(self, world: WorldView, x: int, z: int) -> None:
        self._forget(x, z)
        self._changed(x, z)
        if self.table.neighbours is not None:
            for dx, dz in OFFSETS:
                if (x + dx, z + dz) in self.versions:  # what is at its border has new neighbours
                    self._forget(x + dx, z + dz)
                    self._changed(x + dx, z + dz)

    def chunk_unloaded(self, world: WorldView, x: int, z: int) -> None:
        self._forget(x, z)
        self.changes += 1
        self.versions.pop((x, z), None)

    def block_changed(self, world: WorldView, x: int, y: int, z: int, state: int) -> None:
        self._changed(x >> 4, z >> 4)
        if self.table.neighbours is None:
            self._put(x, y, z, int(self.table.number_of_state[state]))
            return
        # with it, all that may connect to it
        around = world.states_in_box(x - 2, y - 2, z - 2, x + 3, y + 3, z + 3)
        cells = self.table.neighbours.numbers(around, world.rules.lone_posts)
        for dy, layer in enumerate(cells.tolist(), -1):
            for dz, row in enumerate(layer, -1):
                for dx, number in enumerate(row, -1):
                    self._put(x + dx, y + dy, z + dz, number)

    def _put(self, x: int, y: int, z: int, number: int) -> None:
        numbers = self._sections.get((x >> 4, y >> 4, z >> 4))
        index = (y & 15) << 8 | (z & 15) << 4 | x & 15
        if numbers is not None and numbers[index] != number:
            numbers[index] = number
            self._changed(x >> 4, z >> 4)

    def _changed(self, x: int, z: int) -> None:
        self.changes += 1
        self.versions[x, z] = self.changes

    def _forget(self, x: int, z: int) -> None:
        bottom = self.world.dimension.min_y >> 4
        for y in range(bottom, bottom + self.world.dimension.section_count):
            self._sections.pop((x, y, z), None)


def terrain_of(world: WorldView) -> Terrain:
    """The terrain of a world: one for all that walk in it."""
    for listener in world.listeners:
        if isinstance(listener, Terrain):
            return listener
    table = cells_of(world.blocks)
    terrain = Terrain(world, table, table.cells)
    for chunk in world.chunks():
        terrain.chunk_loaded(world, chunk.x, chunk.z)
    world.listeners.append(terrain)
    return terrain
