"""What readers and writers of one version look up: registries, metadata serializers, poses, indices."""

from __future__ import annotations

from dataclasses import dataclass

from proxy.versions.protodef.layouts import Layouts
from proxy.versions.registries import Registries, load_registries
from proxy.versions.releases import FIRST, V1_9, V1_17, V1_19, V1_19_3, V1_20_2, V1_20_3, Since

_POSES_1_14 = ("standing", "fall_flying", "sleeping", "swimming", "spin_attack", "sneaking", "dying")
_POSES_1_17 = (*_POSES_1_14[:6], "long_jumping", "dying")
_POSES_1_19 = (*_POSES_1_17, "croaking", "using_tongue", "roaring", "sniffing", "emerging", "digging")
_POSES_1_19_3 = (*_POSES_1_19[:10], "sitting", *_POSES_1_19[10:])
_POSES_1_20_3 = (*_POSES_1_19_3, "sliding", "shooting", "inhaling")

POSES = Since(
    (FIRST, _POSES_1_14),
    (V1_17, _POSES_1_17),
    (V1_19, _POSES_1_19),
    (V1_19_3, _POSES_1_19_3),
    (V1_20_3, _POSES_1_20_3),
)
"""Pose names by number."""

_SERIALIZERS_1_14 = (
    "byte",
    "varint",
    "float",
    "string",
    "component",
    "optional_component",
    "item_stack",
    "boolean",
    "rotations",
    "block_position",
    "optional_block_position",
    "direction",
    "optional_uuid",
    "optional_block_state",
    "compound",
    "particle",
    "villager_data",
    "optional_unsigned_int",
    "pose",
)
_SERIALIZERS_1_19 = (
    *_SERIALIZERS_1_14,
    *("cat_variant", "frog_variant", "optional_global_pos", "painting_variant"),
)
_SERIALIZERS = Since(
    (FIRST, _SERIALIZERS_1_14),
    (V1_19, _SERIALIZERS_1_19),
    (V1_19_3, (*_SERIALIZERS_1_19[:2], "long", *_SERIALIZERS_1_19[2:])),
)
"""Names of the metadata serializers by number; the generated layouts have those of later versions."""


MOVES = Since((FIRST, (32, 127)), (V1_9, (4096, 0x7FFF)))
"""Units of a block in relative moves, and how many of them one move can carry along an axis."""


@dataclass(frozen=True, slots=True)
class MetadataIndices:
    """Where an entity's metadata keeps what we write. 1.17 put frozen ticks in front of a living entity's."""

    flags: int = 0
    custom_name: int = 2
    custom_name_visible: int = 3
    pose: int = 6
    living_flags: int = 7
    health: int = 8
    bed: int = 13
    skin_layers: int = 16


_METADATA_INDICES = Since(
    (FIRST, MetadataIndices()), (V1_17, MetadataIndices(living_flags=8, health=9, bed=14, skin_layers=17))
)
"""The generated layouts have those of later versions."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """All the lookups of one version. There is one object of it, so that readers can be compiled for it."""

    protocol: int
    registries: Registries
    layouts: Layouts
    poses: tuple[str, ...]
    serializers: tuple[str, ...]
    indices: MetadataIndices
    named_nbt: bool
    """Whether the root of a packet's NBT has a name (to 1.20.1)."""
    text_as_nbt: bool
    """Whether text components are NBT (1.20.3+) instead of JSON."""

    @classmethod
    def of(cls, protocol: int, minecraft: str) -> Tables:
        layouts = Layouts.of(protocol)
        return cls(
            protocol=protocol,
            registries=load_registries(minecraft),
            poses=POSES.at(protocol),
            layouts=layouts,
            serializers=layouts.serializers or _SERIALIZERS.at(protocol),
            indices=MetadataIndices(**layouts.indices) if layouts.indices else _METADATA_INDICES.at(protocol),
            named_nbt=protocol < V1_20_2,
            text_as_nbt=protocol >= V1_20_3,
        )
