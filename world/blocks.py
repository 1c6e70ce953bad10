"""What the blocks of one release are: names, properties, collision boxes, and what they do to a body."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from world.block_states import (
    UNKNOWN,
    BlockKind,
    closest_state,
    numbered_by_metadata,
    numbered_in_order,
)

__all__ = ["UNKNOWN", "BlockKind", "BlockTable", "Boxes", "Mask", "releases"]

DATA = Path(__file__).parent / "data"

Mask = npt.NDArray[np.bool_]
"""One truth value per global state id."""
Boxes = npt.NDArray[np.float64]
"""Axis-aligned boxes, one a row: min x y z, max x y z in blocks from the block's corner."""

AIR = frozenset({"air", "cave_air", "void_air", UNKNOWN})
ALWAYS_WATER = frozenset({"water", "bubble_column", "kelp", "kelp_plant", "seagrass", "tall_seagrass"})
"""Blocks that hold a full water source without a ``waterlogged`` property."""
HAZARDS = frozenset(
    {
        "cactus",
        "fire",
        "lava",
        "lava_cauldron",
        "magma_block",
        "powder_snow",
        "soul_fire",
        "sweet_berry_bush",
        "wither_rose",
    }
)
"""Blocks that hurt who touches, enters or stands on them, in every state."""

FULL_CUBE = (0.0, 0.0, 0.0, 1.0, 1.0, 1.0)


class BlockTable:
    """The blocks of one release, immutable. Arrays are read-only and indexed by global state id.

    **To 1.12** a state is ``block id << 4 | metadata``, any number of 16 bits. The table speaks of it by the names
    and properties that 1.16 has for it, and takes them: 5 << 4 | 1 is ``spruce_planks``, 53 << 4 | 4 is
    ``oak_stairs[facing=east,half=top,shape=straight,…]``. What those releases take from a block's surroundings or
    keep elsewhere isn't in its state and has its default: what a fence or a stair connects to, which way the upper
    half of a door opens, the colour of a bed. Numbers that mean nothing are the block :data:`UNKNOWN`. The
    game shows air in their place, so they count as :attr:`air`.

    A data file is gzipped JSON: ``properties`` lists every ``[name, values]`` that occurs, ``shapes`` every
    set of collision boxes, ``tags`` block ids by tag, and ``blocks`` has a row for each block, in order of block id;
    :mod:`world.block_states` says how rows are read. ``numbering`` is ``metadata`` in files to 1.12.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        """Build from the decoded contents of a data file; :meth:`load` checks that it is one."""
        self.release: str = data["release"]
        self.by_metadata: bool = data.get("numbering") == "metadata"
        """Whether states are numbered as to 1.12, so that they leave out what blocks make of their neighbours."""
        numbering = (numbered_by_metadata if self.by_metadata else numbered_in_order)(data)
        self.kinds: tuple[BlockKind, ...] = numbering.kinds
        """Index: block id, which to 1.12 isn't the game's own."""
        self.state_count = len(numbering.block_of_state)
        """Ids are 0 … this - 1."""
        self._by_name = {kind.name: number for number, kind in enumerate(self.kinds) if kind.name != UNKNOWN}
        self._tags: dict[str, list[int]] = data["tags"]

        self.block_of_state = _frozen(numbering.block_of_state)
        """Block id of each state."""
        self._variant_of_state = numbering.variant_of_state
        self.shapes: tuple[Boxes, ...] = tuple(
            _frozen(np.array(boxes, dtype=np.float64).reshape(-1, 6)) for boxes in data["shapes"]
        )
        """The different sets of collision boxes, which states share."""
        self.shape_of_state = _frozen(numbering.shape_of_state)
        """Index into :attr:`shapes`."""

        self.solid: Mask = self._by_shape([len(boxes) > 0 for boxes in self.shapes])
        """Has a collision box of any size."""
        self.full_cube: Mask = self._by_shape([boxes.tolist() == [list(FULL_CUBE)] for boxes in self.shapes])
        """Collides as exactly one whole block."""
        self.air: Mask = self._named(AIR)
        """Nothing is there."""
        self.water: Mask = _frozen(self._named(ALWAYS_WATER) | self.having("waterlogged", "true"))
        """Holds water: the fluid itself, plants that only grow in it, and waterlogged blocks."""
        self.lava: Mask = self._named(frozenset({"lava"}))
        self.climbable: Mask = self.tag("climbable")
        self.leaves: Mask = self.tag("leaves")
        self.hazard: Mask = _frozen(
            self._named(HAZARDS) | (self.tag("campfires") & self.having("lit", "true"))
        )
        """Hurts who touches, enters or stands on it (a campfire only while lit)."""
        self.motion_blocking: Mask = _frozen(self.solid | self.water | self.lava)
        """Stops a fall: collision or a fluid. Vanilla's heightmap of that name goes by the block's
        material, so it also counts what has neither, such as signs and pressure plates."""

    @classmethod
    def load(cls, name_or_path: str | Path) -> BlockTable:
        """The table of a release (``"1.16.5"``) or of a data file. Loaded once, then shared.

        Raises FileNotFoundError, naming the releases there are, and ValueError for a damaged file.
        """
        if isinstance(name_or_path, Path):
            path = name_or_path
        else:
            path = DATA / f"blocks_{name_or_path}.json.gz"
            if not path.is_file():
                known = ", ".join(releases())
                raise FileNotFoundError(f"no block table for release {name_or_path!r}; there are {known}")
        return _load(path.resolve())

    def __repr__(self) -> str:
        return f"<BlockTable {self.release}: {len(self.kinds)} blocks, {self.state_count} states>"

    # --- from state id

    def kind(self, state: int) -> BlockKind:
        """The block that a state belongs to. Raises ValueError for an id that the release doesn't have."""
        if not 0 <= state < self.state_count:
            raise ValueError(f"no block state {state} in {self.release}: ids are 0 to {self.state_count - 1}")
        return self.kinds[int(self.block_of_state[state])]

    def name(self, state: int) -> str:
        """Name of the block without namespace."""
        return self.kind(state).name

    def properties(self, state: int) -> dict[str, str]:
        """Property values, as they are written in commands and NBT."""
        return self.kind(state).values(int(self._variant_of_state[state]))

    def describe(self, state: int) -> str:
        """A state as commands write it: ``oak_slab[type=top,waterlogged=false]``."""
        properties = ",".join(f"{name}={value}" for name, value in self.properties(state).items())
        return f"{self.name(state)}[{properties}]" if properties else self.name(state)

    def boxes(self, state: int) -> Boxes:
        """Collision boxes, shape (n, 6), read-only. They may reach out of the block: a fence is 1.5 high.

        Where the game lets the shape depend on who asks, this is one of its answers: scaffolding as for a
        body above it, powder snow as for one without leather boots, a shulker box as closed. To 1.12 a state
        doesn't tell of neighbours: fences, panes and walls are their post. The upper half of a door has no box, for
        which way it stands is only in the lower half. :class:`world.terrain.Terrain` knows better.
        """
        if not 0 <= state < self.state_count:
            raise ValueError(f"no block state {state} in {self.release}: ids are 0 to {self.state_count - 1}")
        return self.shapes[int(self.shape_of_state[state])]

    # --- from names

    def __contains__(self, name: str) -> bool:
        return name.removeprefix("minecraft:") in self._by_name

    def block_id(self, name: str) -> int:
        """Block (not state) id. Raises KeyError for a name that the release doesn't have."""
        try:
            return self._by_name[name.removeprefix("minecraft:")]
        except KeyError:
            raise KeyError(f"no block {name!r} in {self.release}") from None

    def default_state(self, name: str) -> int:
        """Raises KeyError for a name that the release doesn't have."""
        return self.kinds[self.block_id(name)].default

    def state(self, name: str, **properties: str | int | bool) -> int:
        """Global id of a block's state; properties that aren't given are those of its default state.

        To 1.12 it is the state that comes closest, for not every combination has one.
        Raises KeyError for an unknown block, ValueError for a property or value that it doesn't have.
        """
        kind = self.kinds[self.block_id(name)]
        wanted = {key: str(value).lower() for key, value in properties.items()}
        if unknown := wanted.keys() - {key for key, _ in kind.properties}:
            has = ", ".join(key for key, _ in kind.properties) or "none"
            raise ValueError(f"{kind.name} has no property {', '.join(sorted(unknown))}; it has {has}")
        defaults = self.properties(kind.default)
        variant = kind.variant(defaults | wanted)
        if not self.by_metadata:
            return kind.default - kind.variant(defaults) + variant
        states = self.states(name).tolist()
        variants = dict(zip(states, self._variant_of_state[states].tolist(), strict=True))
        return closest_state(kind, variants, wanted, defaults)

    def states(self, name: str) -> npt.NDArray[np.intp]:
        """Global ids of all states of a block, ascending. Raises KeyError for a name that the release doesn't have."""
        return np.flatnonzero(self.block_of_state == self.block_id(name))

    # --- masks

    @property
    def tags(self) -> frozenset[str]:
        """Names of all tags that the table has, without namespace: the game's to 1.20.1, those of use later."""
        return frozenset(self._tags)

    def tag(self, name: str) -> Mask:
        """States of the blocks that carry a tag; none where the release doesn't have the tag."""
        chosen = np.zeros(len(self.kinds), dtype=np.bool_)
        chosen[self._tags.get(name.removeprefix("minecraft:"), [])] = True
        return _frozen(chosen[self.block_of_state])

    def having(self, name: str, value: str) -> Mask:
        """States whose property ``name`` has that value."""
        index = np.full(len(self.kinds), -1, dtype=np.int64)
        count, faster = np.ones((2, len(self.kinds)), dtype=np.int64)
        for number, kind in enumerate(self.kinds):
            below = kind.variants
            for key, choices in kind.properties:
                below //= len(choices)
                if key == name and value in choices:
                    index[number], count[number], faster[number] = choices.index(value), len(choices), below
        block = self.block_of_state
        return _frozen(self._variant_of_state // faster[block] % count[block] == index[block])

    def _named(self, names: frozenset[str]) -> Mask:
        chosen = np.array([kind.name in names for kind in self.kinds], dtype=np.bool_)
        return _frozen(chosen[self.block_of_state])

    def _by_shape(self, chosen: list[bool]) -> Mask:
        return _frozen(np.array(chosen, dtype=np.bool_)[self.shape_of_state])


def releases() -> list[str]:
    """Releases that there is a table for, oldest first."""
    prefix, suffix = "blocks_", ".json.gz"
    names = [path.name[len(prefix) : -len(suffix)] for path in DATA.glob(f"{prefix}*{suffix}")]
    return sorted(names, key=lambda name: [int(part) for part in name.split(".")])


@cache
def _load(path: Path) -> BlockTable:
    try:
        return BlockTable(json.loads(gzip.decompress(path.read_bytes())))
    except FileNotFoundError:
        raise
    except (OSError, EOFError, ValueError, KeyError, IndexError, TypeError) as error:
        raise ValueError(f"{path} isn't a block table: {error}") from error


def _frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array.flags.writeable = False
    return array
