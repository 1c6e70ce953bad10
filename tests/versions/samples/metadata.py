"""Entity metadata."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from samples.items import no_item, sword
from samples.values import FAR, NBT, NEAR, UUID_A, Packet, text

_POSES = {754: 7, 755: 8, 759: 14, 761: 15, 765: 18}
"""How many there are from a protocol on."""

_NUMBERS = {
    754: (
        *("byte", "int", "float", "string", "component", "optional_component", "item_stack", "boolean"),
        *(
            "rotations",
            "block_pos",
            "optional_block_pos",
            "direction",
            "optional_uuid",
            "optional_block_state",
        ),
        *("compound_tag", "particle", "villager_data", "optional_unsigned_int", "pose"),
        *("cat_variant", "frog_variant", "optional_global_pos", "painting_variant"),
    ),
    761: (
        *("byte", "int", "long", "float", "string", "component", "optional_component", "item_stack"),
        *("boolean", "rotations", "block_pos", "optional_block_pos", "direction", "optional_uuid"),
        *("optional_block_state", "compound_tag", "particle", "villager_data", "optional_unsigned_int"),
        *("pose", "cat_variant", "frog_variant", "optional_global_pos", "painting_variant"),
    ),
}
"""Until 1.19.3 minecraft-data has the types by number, under vanilla's names for them afterwards."""

_NAMED_SINCE = 762
_LONGS_SINCE = 761
_VARIANTS_SINCE = 759
_NO_COMPOUNDS_SINCE = 773
_GLOBAL_POSITIONS_SINCE = 773
"""Before, minecraft-data has only a string for them: there, ``test_vanilla_layouts`` has them."""


def type_numbers(protocol: int) -> tuple[str, ...]:
    """minecraft-data's names of the types of metadata by number, to 1.19.3."""
    return _NUMBERS[max(since for since in _NUMBERS if since <= protocol)]


def clientbound(protocol: int, particles: dict[int, str]) -> Iterator[Packet]:
    """The types that we read by hand; the others are those of ``protodef_samples``."""
    values: list[tuple[str, Any]] = [
        ("byte", -1),
        ("int", 2**31 - 1),
        ("int", -5),
        ("float", 0.25),
        ("string", "text"),
        ("component", text(protocol, "x")),
        ("optional_component", text(protocol, "y")),
        ("optional_component", None),
        ("item_stack", sword(protocol)),
        ("item_stack", no_item(protocol)),
        ("boolean", True),
        ("rotations", {"pitch": 1.5, "yaw": -2, "roll": 0}),
        ("block_pos", FAR),
        ("optional_block_pos", NEAR),
        ("optional_block_pos", None),
        *(("direction", direction) for direction in range(6)),
        ("optional_uuid", UUID_A),
        ("optional_uuid", None),
        ("optional_block_state", 17_000),
        ("optional_block_state", 0),
        *(("particle", value) for value in _particles(protocol, particles)),
        ("villager_data", {"villagerType": 6, "villagerProfession": 14, "level": 5}),
        ("optional_unsigned_int", 0),
        ("optional_unsigned_int", 4001),
        *(("pose", pose) for pose in range(_POSES[max(since for since in _POSES if since <= protocol)])),
    ]
    if protocol < _NO_COMPOUNDS_SINCE:
        values += [("compound_tag", NBT)]
    if protocol >= _LONGS_SINCE:
        values += [("long", 5), ("long", 2**31 - 1)]  # the writer takes no longer ones
    if protocol >= _VARIANTS_SINCE:
        values += [("cat_variant", 10), ("frog_variant", 2), ("optional_global_pos", None)]
    if _VARIANTS_SINCE <= protocol < _NAMED_SINCE:
        values += [("painting_variant", 29)]
    if protocol >= _NAMED_SINCE:
        values += [("block_state", 17_000)]
    if protocol >= _GLOBAL_POSITIONS_SINCE:
        values += [("optional_global_pos", {"dimensionName": "minecraft:the_end", "location": FAR})]
    yield from packets(protocol, values)


def packets(protocol: int, values: Iterable[tuple[str, Any]]) -> Iterator[Packet]:
    """A packet for each of the values, which come with minecraft-data's name of their type."""

    def entry(key: int, kind: str, value: Any) -> dict[str, Any]:
        number = kind if protocol >= _NAMED_SINCE else type_numbers(protocol).index(kind)
        return {"key": key, "type": number, **({} if value is None else {"value": value})}

    for kind, value in values:
        yield "entity_metadata", {"entityId": 700, "metadata": [entry(0, "byte", 2), entry(20, kind, value)]}
    yield "entity_metadata", {"entityId": 7, "metadata": []}


_PARTICLES_BY_NAME_SINCE = 765


def _particles(protocol: int, particles: dict[int, str]) -> Iterator[dict[str, Any]]:
    """From 1.20.5 on they are those of ``protodef_samples``; 1.20.4 has the names of 1.20.5, and no data at all."""
    if protocol >= _PARTICLES_BY_NAME_SINCE:
        return
    block = {"blockState": 9}
    data: dict[str, dict[str, Any]] = {
        "block": block,
        "block_marker": block,
        "falling_dust": block,
        "dust": {"red": 1, "green": 0.5, "blue": 0, "scale": 2},
        "dust_color_transition": {
            **{"fromRed": 1, "fromGreen": 0.5, "fromBlue": 0, "scale": 2},
            **{"toRed": 0, "toGreen": 0.25, "toBlue": 1},
        },
        "item": {"item": sword(protocol)},
        "sculk_charge": {"rotation": 1.5},
        "shriek": {"delayInTicksBeforeShown": 20},
    }
    for particle_id, name in particles.items():
        if name == "vibration":  # towards an entity: minecraft-data's layout isn't vanilla's
            place = {"positionType": "minecraft:block", "destination": NEAR, "ticks": 20}
            # 1.17 and 1.18 also say where it starts; 1.19's writer doesn't look at that
            yield {"particleId": particle_id, "data": {"origin": FAR, **place}}
        else:
            yield {"particleId": particle_id, "data": data.get(name, {})}
