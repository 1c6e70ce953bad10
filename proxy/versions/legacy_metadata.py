"""Types and indices of entity metadata in 1.8 to 1.12.2, which know no poses."""

from __future__ import annotations

from dataclasses import dataclass

from proxy.versions.releases import FIRST, V1_10, Since

END_1_8, END_1_9 = 127, 255

TYPES_1_8 = ("byte", "short", "int", "float", "string", "item_stack", "block_position", "rotations")
TYPES_1_9 = (
    "byte",
    "varint",
    "float",
    "string",
    "component",
    "item_stack",
    "boolean",
    "rotations",
    "block_position",
    "optional_block_position",
    "direction",
    "optional_uuid",
    "optional_block_state",
    "compound",
)
"""Names by number; the last came with 1.12."""


@dataclass(frozen=True, slots=True)
class LegacyIndices:
    """Where an entity's metadata keeps what we write. Flags, name and its visibility never moved."""

    health: int
    skin_layers: int
    flags: int = 0
    custom_name: int = 2
    custom_name_visible: int = 3
    living_flags: int | None = None
    """1.8 has none."""


INDICES_1_8 = LegacyIndices(health=6, skin_layers=10)
INDICES_1_10 = LegacyIndices(health=7, skin_layers=13, living_flags=6)
"""To 1.13.2."""

HEALTH = Since((FIRST, INDICES_1_8.health), (V1_10, INDICES_1_10.health))
