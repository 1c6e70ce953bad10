"""A section: 16 × 16 × 16 blocks of a chunk column."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from world.paletted import AnyIds, Ids, PalettedContainer

EDGE = 16
BIOME_EDGE = 4
"""Biomes are kept for cells of 4 × 4 × 4 blocks."""

DIRECT_BITS = 15
"""Width of a block state id that is written without a palette, in every release since 1.16."""
NARROWEST, WIDEST_PALETTE = 4, 8
"""Bits of a block palette's indices."""

Mask = npt.NDArray[np.bool_]


class Section:
    """Blocks, and from 1.18 on biomes, of one section. Nothing is unpacked before somebody asks for it."""

    __slots__ = ("_block_count", "biomes", "blocks")

    def __init__(
        self,
        block_count: int | None,
        bits: int,
        palette: AnyIds | None,
        data: bytes,
        *,
        biomes: PalettedContainer | None = None,
        spanning: bool = False,
    ) -> None:
        """Keep a section as it came off the wire; see :class:`world.paletted.PalettedContainer`.

        ``block_count`` None: the server didn't count (to 1.13.2). ``bits`` 0: all of it is ``palette[0]``;
        ``palette`` None: ``data`` holds global state ids. ``spanning``: values may cross longs (to 1.15).
        """
        self._block_count: int | None = block_count
        self.blocks = PalettedContainer(EDGE, bits, palette, data, spanning=spanning)
        self.biomes = biomes

    @classmethod
    def from_array(
        cls,
        states: AnyIds,
        air: Mask | None = None,
        *,
        biomes: PalettedContainer | None = None,
    ) -> Section:
        """Build from global state ids, shape (16, 16, 16), indexed [y, z, x].

        ``air`` (:attr:`world.blocks.BlockTable.air`) tells which states don't count as blocks; without it
        only 0. Raises ValueError for another shape, or ids beyond 16 bits.
        """
        if states.shape != (EDGE,) * 3:
            raise ValueError(f"a section has shape (16, 16, 16), not {states.shape}")
        section = cls.filled(0, biomes=biomes)
        section.blocks = PalettedContainer.from_array(states)
        present = np.count_nonzero(states) if air is None else states.size - np.count_nonzero(air[states])
        section._block_count = int(present)
        return section

    @classmethod
    def filled(cls, state: int, *, biomes: PalettedContainer | None = None) -> Section:
        """One state everywhere."""
        count = EDGE**3 if state else 0
        return cls(count, 0, np.array([state], dtype=np.uint16), b"", biomes=biomes)

    @property
    def block_count(self) -> int:
        """Blocks that aren't air, as the server counted them.

        After a change, or where the server didn't, they are counted here, and then cave air and void air count
        as blocks: enough for a client, which only wants to know whether the section is empty.
        """
        if self._block_count is None:
            self._block_count = int(np.count_nonzero(self.blocks.array))
        return self._block_count

    @property
    def states(self) -> Ids:
        """Global state ids, read-only, indexed [y, z, x]. Raises ValueError where the data are damaged."""
        return self.blocks.array

    def get(self, x: int, y: int, z: int) -> int:
        """State at a local position (0–15). Raises ValueError where the packed data are damaged."""
        return self.blocks.get(x, y, z)

    def set(self, x: int, y: int, z: int, state: int) -> None:
        """Change the state at a local position. Raises ValueError for damaged data or an id over 16 bits."""
        self.blocks.set(x, y, z, state)
        self._block_count = None

    def packed(
        self, direct_bits: int = DIRECT_BITS, *, single_value: bool = False
    ) -> tuple[int, Ids | None, bytes]:
        """Bits, palette and big-endian longs for the wire; ``single_value`` allows 0 bits (1.18+)."""
        return self.blocks.packed(
            narrowest=NARROWEST,
            widest_palette=WIDEST_PALETTE,
            direct_bits=direct_bits,
            single_value=single_value,
        )
