"""What the blocks of a world are to a body, in a form that answers in a fraction of a microsecond.

States that feel alike share a :class:`Cell`. A section is turned into an array of cell numbers the first time that
somebody asks for a block in it, is kept up with block changes, and goes with its chunk.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from world.blocks import FULL_CUBE, BlockTable
from world.section import EDGE

if TYPE_CHECKING:
    from world.view import WorldView

Box = tuple[float, float, float, float, float, float]
"""min x y z, max x y z in blocks."""
Vector = tuple[float, float, float]

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
_FALL_FACTOR = {"slime_block": 0.0, "honey_block": 0.2, "hay_block": 0.2}
_STUCK: dict[str, Vector] = {
    "cobweb": (0.25, 0.05, 0.25),
    "powder_snow": (0.9, 1.5, 0.9),
    "sweet_berry_bush": (0.8, 0.75, 0.8),
}
_ALWAYS_HARMFUL = (
    "cactus", "fire", "soul_fire", "lava_cauldron", "magma_block", "powder_snow", "sweet_berry_bush", "wither_rose",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cell:
    """All that matters to a body in one block, the same for every state that feels like it."""

    boxes: tuple[Box, ...] = ()
    """Collision boxes from the block's corner; a fence reaches out of its block."""
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
    fall_factor: float = 1.0
    """What it makes of the damage of a fall onto it."""
    fall_share: float = 1.0
    """What it makes of the distance of a fall onto it."""
    fall_extra: float = 0.0
    """Blocks that it adds to a fall onto it."""
    stuck: Vector | None = None
    """What it leaves of a move inside it, by axis."""
    bubbles: int = 0
    """1: a column that lifts, -1: one that drags down."""
    climbable: bool = False
    ladder: str = ""
    """The way a ladder faces: an open trapdoor above it that faces the same way can be climbed as well."""
    open_trapdoor: str = ""
    """The way an open trapdoor faces."""
    scaffolding: bool = False
    """Carries whoever is above it and lets through whoever is in it."""
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
STONE_CELL = Cell((FULL_CUBE,), full=True)
UNKNOWN_CELL = Cell((FULL_CUBE,), full=True, known=False)
"""A block that nobody knows is a wall: no body goes where the server hasn't said what is there."""

EMPTY, SOLID, UNKNOWN = 0, 1, 2
"""Numbers of those three in every :attr:`CellTable.cells`."""


class CellTable:
    """The cells of a release."""

    __slots__ = ("blocks", "cells", "number_of_state")

    def __init__(self, blocks: BlockTable) -> None:
        self.blocks = blocks
        self.cells: list[Cell] = [AIR_CELL, STONE_CELL, UNKNOWN_CELL]
        """By cell number."""
        numbers = {cell: number for number, cell in enumerate(self.cells)}
        self.number_of_state: npt.NDArray[np.uint16] = np.empty(blocks.state_count, np.uint16)
        reading = _Reading(blocks)
        known: dict[tuple[object, ...], int] = {}
        for state, key in enumerate(reading.keys()):
            number = known.get(key)
            if number is None:
                cell = reading.cell(state)
                number = known[key] = numbers.setdefault(cell, len(self.cells))
                if number == len(self.cells):
                    self.cells.append(cell)
            self.number_of_state[state] = number
        self.number_of_state.flags.writeable = False

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
        self.open = blocks.having("open", "true")
        self.beds = blocks.tag("beds")
        self.trapdoors = blocks.tag("trapdoors")
        self.gates = blocks.tag("fence_gates")
        self.doors = blocks.tag("doors")
        self.wooden_doors = blocks.tag("wooden_doors")
        names = [kind.name for kind in blocks.kinds]
        self.see_through = blocks.full_cube & (blocks.leaves | self._named(names, lambda n: n.endswith("glass")))
        self.by_hand = (
            self.gates | self.wooden_doors | (self.doors & self._named(names, lambda n: "copper" in n))
        )

    def _named(self, names: list[str], chosen: Any) -> npt.NDArray[np.bool_]:
        chosen_names = np.array([bool(chosen(name)) for name in names], np.bool_)
        return np.take(chosen_names, self.blocks.block_of_state)

    def keys(self) -> Any:
        """A value for each state; states of equal values have equal cells."""
        blocks = self.blocks
        special = np.zeros(len(blocks.kinds), np.bool_)
        for number, kind in enumerate(blocks.kinds):
            special[number] = kind.name in _NAMED or kind.name in _STATED
        stated = self.trapdoors | self.doors | self.gates
        rows = zip(
            blocks.shape_of_state.tolist(),
            np.where(special[blocks.block_of_state], blocks.block_of_state.astype(np.int32), -1).tolist(),
            blocks.water.tolist(),
            blocks.climbable.tolist(),
            self.lit_campfire.tolist(),
            self.beds.tolist(),
            self.see_through.tolist(),
            stated.tolist(),
            strict=True,
        )
        for state, row in enumerate(rows):
            # where properties matter beyond the shape, each state is read for itself
            own = row[-1] or (row[1] >= 0 and blocks.kinds[row[1]].name in _STATED)
            yield (*row, state) if own else row

    def cell(self, state: int) -> Cell:
        blocks = self.blocks
        name = blocks.name(state)
        boxes: tuple[Box, ...] = tuple(tuple(box) for box in blocks.boxes(state).tolist())
        values: dict[str, Any] = {}
        if blocks.lava[state]:
            values |= _fluid(LAVA, blocks.properties(state))
        elif blocks.water[state]:
            values |= _fluid(WATER, blocks.properties(state) if name == "water" else {})
        for key, table in _BY_NAME.items():
            if name in table:
                values[key] = table[name]
        if self.beds[state]:
            values |= {"bounce": 0.66, "fall_share": 0.5}
        if name == "bubble_column":
            values["bubbles"] = -1 if blocks.properties(state)["drag"] == "true" else 1
        if name == "scaffolding":
            values["scaffolding"] = True
        if name == "ladder":
            values["ladder"] = blocks.properties(state)["facing"]
        if self.trapdoors[state] and self.open[state]:
            values["open_trapdoor"] = blocks.properties(state)["facing"]
        if (self.doors[state] or self.gates[state]) and not self.open[state]:
            values["door"] = "hand" if self.by_hand[state] else "iron"
        if name == "pointed_dripstone" and _points_up(blocks.properties(state)):
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
            **values,
        )


def _points_up(properties: Mapping[str, str]) -> bool:
    return properties["vertical_direction"] == "up" and properties["thickness"] == "tip"


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
_NAMED = (
    {name for table in _BY_NAME.values() for name in table}
    | set(_ALWAYS_HARMFUL)
    | {"farmland", "campfire", "soul_campfire"}
)
"""Blocks that their name alone makes special."""
_STATED = {
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
    """How often a column has changed, by chunk position; absent: it isn't loaded."""
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
        return self.cells[self.number(x, y, z)]

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
        states = chunk.states_between(section_y << 4, (section_y + 1) << 4)
        if states is None:
            return None
        numbers = array("H", self.table.number_of_state[states].tobytes())
        self._sections[section_x, section_y, section_z] = numbers
        return numbers

    # --- WorldListener

    def chunk_loaded(self, world: WorldView, x: int, z: int) -> None:
        self._forget(x, z)
        self.versions[x, z] = self.versions.get((x, z), 0) + 1

    def chunk_unloaded(self, world: WorldView, x: int, z: int) -> None:
        self._forget(x, z)

    def block_changed(self, world: WorldView, x: int, y: int, z: int, state: int) -> None:
        self.versions[x >> 4, z >> 4] = self.versions.get((x >> 4, z >> 4), 0) + 1
        numbers = self._sections.get((x >> 4, y >> 4, z >> 4))
        if numbers is not None:
            numbers[(y & 15) << 8 | (z & 15) << 4 | x & 15] = int(self.table.number_of_state[state])

    def _forget(self, x: int, z: int) -> None:
        for position in [key for key in self._sections if key[0] == x and key[2] == z]:
            del self._sections[position]


def terrain_of(world: WorldView) -> Terrain:
    """The terrain of a world: one for all that walk in it."""
    for listener in world.listeners:
        if isinstance(listener, Terrain):
            return listener
    table = cells_of(world.blocks)
    terrain = Terrain(world, table, table.cells)
    world.listeners.append(terrain)
    return terrain
