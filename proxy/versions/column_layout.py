"""What changed in the layout of a chunk column since 1.18, for its reader and its writer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from proxy.versions.releases import FIRST, V1_18, V1_20, V1_21_4, V1_21_5, V26_1, Since


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """One layout; its defaults are those of 1.18. Whether NBT has a root name is for ``Tables.named_nbt`` to say."""

    trusts_edges: bool = True
    """Before the light: whether light at the edges can be trusted (to 1.19.4)."""
    typed_heightmaps: bool = False
    """Heightmaps are a list of types and longs (1.21.5+) instead of NBT."""
    counts_longs: bool = True
    """The number of longs comes before packed data (to 1.21.4); later it follows from the bits a cell."""
    counts_fluids: bool = False
    """A section counts its blocks with a fluid in them (26.1+), next to those that aren't air."""


_FIRST = ColumnLayout()
_WITHOUT_EDGES = replace(_FIRST, trusts_edges=False)
_COMPUTED = replace(_WITHOUT_EDGES, typed_heightmaps=True, counts_longs=False)

COLUMN_LAYOUTS = Since(
    (V1_18, _FIRST),
    (V1_20, _WITHOUT_EDGES),
    (V1_21_5, _COMPUTED),
    (V26_1, replace(_COMPUTED, counts_fluids=True)),
)

HEIGHTMAPS = (
    "WORLD_SURFACE_WG",
    "WORLD_SURFACE",
    "OCEAN_FLOOR_WG",
    "OCEAN_FLOOR",
    "MOTION_BLOCKING",
    "MOTION_BLOCKING_NO_LEAVES",
)
"""Types of heightmaps by number (1.21.5+), named as their NBT names them before."""

NARROWEST_BIOMES, WIDEST_BIOME_PALETTE = 1, 3
"""Bits of a biome palette's indices."""

VANILLA_BIOMES = Since((FIRST, 64), (V1_21_4, 65))
"""Biomes of a vanilla server; those of 1.18 and 1.19 are 61 to 63, which takes as many bits as 64."""


def direct_bits(entries: int) -> int:
    """Bits of an id that is written without a palette, for a registry of so many entries."""
    return max(entries - 1, 1).bit_length()
