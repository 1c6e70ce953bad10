"""Types of objects in 1.8 to 1.12.2: what isn't a mob has numbers of its own when it spawns.

The numbers are those of vanilla's ``spawn object``; names are those that entity types have today.
"""

from __future__ import annotations

OBJECTS = {
    1: "boat",
    2: "item",
    3: "area_effect_cloud",
    10: "minecart",
    50: "tnt",
    51: "end_crystal",
    60: "arrow",
    61: "snowball",
    62: "egg",
    63: "fireball",
    64: "small_fireball",
    65: "ender_pearl",
    66: "wither_skull",
    67: "shulker_bullet",
    68: "llama_spit",
    70: "falling_block",
    71: "item_frame",
    72: "eye_of_ender",
    73: "potion",
    75: "experience_bottle",
    76: "firework_rocket",
    77: "leash_knot",
    78: "armor_stand",
    79: "evoker_fangs",
    90: "fishing_bobber",
    91: "spectral_arrow",
    93: "dragon_fireball",
}
"""Name by number. Those that 1.8 doesn't have it doesn't number otherwise."""

OWNED_OBJECTS = frozenset({"fishing_bobber"})
"""Those that clients only show when the data names an owner."""

MINECART = 10
MINECARTS = (
    "minecart",
    "chest_minecart",
    "furnace_minecart",
    "tnt_minecart",
    "spawner_minecart",
    "hopper_minecart",
    "command_block_minecart",
)
"""Minecarts are one object; its data says which."""


def object_kind(number: int, data: int) -> str:
    """``unknown_object_<number>`` for one that a modded server added."""
    if number == MINECART and 0 <= data < len(MINECARTS):
        return MINECARTS[data]
    return OBJECTS.get(number) or f"unknown_object_{number}"


def object_number(kind: str) -> tuple[int, int] | None:
    """Number and data of an object by the name of its entity type; None for a mob."""
    if kind in MINECARTS:
        return MINECART, MINECARTS.index(kind)
    return next(((number, 0) for number, name in OBJECTS.items() if name == kind), None)
