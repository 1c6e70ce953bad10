"""Blocks by name, independent of version, and their translation to the state ids of one version."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from world.blocks import BlockTable

Indices = npt.NDArray[np.uint16]
States = npt.NDArray[np.uint32]


class Block(NamedTuple):
    """A block and those of its properties that aren't the default; names as in the newest release."""

    name: str
    properties: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, name: str, **properties: str) -> Block:
        return cls(name, tuple(sorted(properties.items())))

    def but(self, **properties: str) -> Block:
        """The same block with some properties changed."""
        return Block.of(self.name, **(dict(self.properties) | properties))

    def get(self, key: str, default: str = "") -> str:
        """The value of a property; ``default`` where this block leaves it at the game's default."""
        return dict(self.properties).get(key, default)


AIR = Block("air")
WATER = Block("water")

OLDER_NAMES = {
    "dirt_path": ("grass_path", "coarse_dirt"),
    "short_grass": ("grass",),
    # What came with 1.13 and 1.14, as 1.8 and 1.12 see it.
    "campfire": ("torch",),
    "composter": ("cauldron",),
    "cornflower": ("blue_orchid",),
    "lantern": ("torch",),
    "potted_cornflower": ("potted_blue_orchid", "flower_pot"),
    "pumpkin": ("carved_pumpkin",),
    "seagrass": ("water",),
    "spruce_pressure_plate": ("oak_pressure_plate",),
    "stone_brick_wall": ("cobblestone_wall",),
    "stripped_spruce_log": ("spruce_log",),
}
"""What blocks were called before, or what comes near them; the first name that a version knows is used."""

STAND_IN = "stone"
"""Shown to a client whose version doesn't have a block that somebody else placed."""

_FULL_CUBE_ENDINGS = (
    "_block",
    "_concrete",
    "_leaves",
    "_log",
    "_ore",
    "_planks",
    "_terracotta",
    "_wood",
    "_wool",
    "bricks",
    "cobblestone",
    "stone",
)
_FULL_CUBES = frozenset(
    {
        "andesite",
        "bedrock",
        "bookshelf",
        "clay",
        "coarse_dirt",
        "crafting_table",
        "diorite",
        "dirt",
        "furnace",
        "glass",
        "granite",
        "gravel",
        "podzol",
        "pumpkin",
        "sand",
        "terracotta",
    }
)
_NOT_CUBES = frozenset({"pointed_dripstone", "grindstone"})
SIDES = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}
"""Name of each horizontal direction → (dx, dz)."""
OPPOSITE = {"north": "south", "south": "north", "west": "east", "east": "west"}


def is_full_cube(block: Block) -> bool:
    """Whether fences and panes connect to it and plants or ladders find support on it, judged by its name."""
    name = block.name
    return name in _FULL_CUBES or (name.endswith(_FULL_CUBE_ENDINGS) and name not in _NOT_CUBES)


def is_fence(block: Block) -> bool:
    return block.name.endswith("_fence")


def is_pane(block: Block) -> bool:
    return block.name.endswith("glass_pane") or block.name == "iron_bars"


def connects(block: Block, neighbour: Block) -> bool:
    """Whether a fence or pane reaches out to what stands beside it."""
    if is_full_cube(neighbour):
        return not neighbour.name.endswith("_leaves")
    return (is_fence(block) and (is_fence(neighbour) or neighbour.name.endswith("_fence_gate"))) or (
        is_pane(block) and is_pane(neighbour)
    )


class Palette:
    """Numbers the blocks that occur in a world, in the order in which they are first seen. Air is 0."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._numbers: dict[Block, int] = {}
        self.index(AIR)

    def __len__(self) -> int:
        return len(self._blocks)

    def __getitem__(self, number: int) -> Block:
        return self._blocks[number]

    def index(self, block: Block) -> int:
        number = self._numbers.get(block)
        if number is None:
            number = self._numbers[block] = len(self._blocks)
            self._blocks.append(block)
        return number


class StateMap:
    """Palette numbers → global state ids of one version."""

    def __init__(self, palette: Palette, table: BlockTable) -> None:
        self._palette = palette
        self._table = table
        self._states: States = np.zeros(0, dtype=np.uint32)

    def states(self, indices: Indices) -> States:
        """Translate an array of any shape."""
        self._extend()
        return self._states[indices]

    def state(self, index: int) -> int:
        self._extend()
        return int(self._states[index])

    def _extend(self) -> None:
        known = len(self._states)
        if known < len(self._palette):
            added = [
                state_of(self._palette[number], self._table) for number in range(known, len(self._palette))
            ]
            self._states = np.concatenate([self._states, np.array(added, dtype=np.uint32)])


def state_of(block: Block, table: BlockTable) -> int:
    """The state id of a block, under whatever name the version has it; :data:`STAND_IN` where it has none."""
    for name in (block.name, *OLDER_NAMES.get(block.name, ())):
        if name in table:
            kind = table.kinds[table.block_id(name)]
            had = dict(kind.properties)
            return table.state(name, **{key: v for key, v in block.properties if v in had.get(key, ())})
    return table.state(STAND_IN)
