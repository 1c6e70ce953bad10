"""What the bodies of living entity types are like: their size, where their eyes are, and how far they are seen.

Figures of vanilla's entity type registry (client tracking range in chunks, width, height and eye height in blocks).
Where releases differ they are those of 1.21; slimes and magma cubes are the smallest ones.
A type that states no eye height has its eyes at 0.85 of its height.
"""

from __future__ import annotations

from typing import NamedTuple

CHUNK = 16

PLAYER_RANGE = 48.0
"""Blocks. Vanilla tracks players over 32 chunks; companions keep to what servers with many players use."""

HURT_SOUND_EXCEPTIONS = {
    "armor_stand": "entity.armor_stand.hit",
    "elder_guardian": "entity.elder_guardian.hurt_land",
    "guardian": "entity.guardian.hurt_land",
    "cave_spider": "entity.spider.hurt",
    "creaking": "entity.creaking.sway",
    "mooshroom": "entity.cow.hurt",
    "trader_llama": "entity.llama.hurt",
    "giant": "entity.zombie.hurt",
    "pufferfish": "entity.puffer_fish.hurt",
}


AIRBORNE = frozenset(
    {
        "allay", "bat", "bee", "blaze", "ender_dragon", "ghast", "happy_ghast", "parrot", "phantom", "vex", "wither",
    }
)  # fmt: skip
"""Types that keep their height in the air."""
AQUATIC = frozenset(
    {
        "axolotl", "cod", "dolphin", "elder_guardian", "glow_squid", "guardian", "pufferfish", "salmon", "squid",
        "tadpole", "tropical_fish", "turtle",
    }
)  # fmt: skip
"""Types that keep their depth in water and breathe there."""


class Anatomy(NamedTuple):
    """Blocks."""

    tracking_range: float
    eye_height: float
    width: float
    height: float


UNKNOWN = Anatomy(5 * CHUNK, 1.62, 0.6, 1.8)
"""Vanilla's default range, and the body of a player."""

# Chunks of tracking range: {type: (width, height, eye height)}
_BY_RANGE: dict[int, dict[str, tuple[float, float, float]]] = {
    16: {
        "warden": (0.9, 2.9, 2.465),
    },
    10: {
        "armadillo": (0.7, 0.65, 0.26), "armor_stand": (0.5, 1.975, 1.7775),
        "axolotl": (0.75, 0.42, 0.2751), "breeze": (0.6, 1.77, 1.3452), "camel": (1.7, 2.375, 2.275),
        "chicken": (0.4, 0.7, 0.644), "copper_golem": (0.49, 0.98, 0.8125), "cow": (0.9, 1.4, 1.3),
        "donkey": (1.3964844, 1.5, 1.425), "elder_guardian": (1.9975, 1.9975, 0.99875),
        "ender_dragon": (16.0, 8.0, 6.8), "frog": (0.5, 0.5, 0.425), "ghast": (4.0, 4.0, 2.6),
        "giant": (3.6, 12.0, 10.44), "glow_squid": (0.8, 0.8, 0.4), "goat": (0.9, 1.3, 1.105),
        "happy_ghast": (4.0, 4.0, 2.6), "horse": (1.3964844, 1.6, 1.52), "iron_golem": (1.4, 2.7, 2.295),
        "llama": (0.9, 1.87, 1.7765), "mooshroom": (0.9, 1.4, 1.3), "ocelot": (0.6, 0.7, 0.595),
        "panda": (1.3, 1.25, 1.0625), "pig": (0.9, 0.9, 0.765), "polar_bear": (1.4, 1.4, 1.19),
        "ravager": (1.95, 2.2, 1.87), "sheep": (0.9, 1.3, 1.235), "shulker": (1.0, 1.0, 0.5),
        "skeleton_horse": (1.3964844, 1.6, 1.52), "slime": (0.52, 0.52, 0.325),
        "sniffer": (1.9, 1.75, 1.05), "strider": (0.9, 1.7, 1.445), "tadpole": (0.4, 0.3, 0.195),
        "trader_llama": (0.9, 1.87, 1.7765), "turtle": (1.2, 0.4, 0.34), "villager": (0.6, 1.95, 1.62),
        "wandering_trader": (0.6, 1.95, 1.62), "wither": (0.9, 3.5, 2.975), "wolf": (0.6, 0.85, 0.68),
        "zombie_horse": (1.3964844, 1.6, 1.52),
    },
    8: {
        "allay": (0.35, 0.6, 0.36), "bee": (0.7, 0.6, 0.3), "blaze": (0.6, 1.8, 1.53),
        "bogged": (0.6, 1.99, 1.74), "cat": (0.6, 0.7, 0.35), "cave_spider": (0.7, 0.5, 0.45),
        "creaking": (0.9, 2.7, 2.3), "creeper": (0.6, 1.7, 1.445), "drowned": (0.6, 1.95, 1.74),
        "enderman": (0.6, 2.9, 2.55), "endermite": (0.4, 0.3, 0.13), "evoker": (0.6, 1.95, 1.6575),
        "fox": (0.6, 0.7, 0.4), "guardian": (0.85, 0.85, 0.425), "hoglin": (1.3964844, 1.4, 1.19),
        "husk": (0.6, 1.95, 1.74), "illusioner": (0.6, 1.95, 1.6575), "magma_cube": (0.52, 0.52, 0.325),
        "mule": (1.3964844, 1.6, 1.52), "parrot": (0.5, 0.9, 0.54), "phantom": (0.9, 0.5, 0.175),
        "piglin": (0.6, 1.95, 1.79), "piglin_brute": (0.6, 1.95, 1.79), "pillager": (0.6, 1.95, 1.6575),
        "rabbit": (0.4, 0.5, 0.425), "silverfish": (0.4, 0.3, 0.13), "skeleton": (0.6, 1.99, 1.74),
        "snow_golem": (0.7, 1.9, 1.7), "spider": (1.4, 0.9, 0.65), "squid": (0.8, 0.8, 0.4),
        "stray": (0.6, 1.99, 1.74), "vex": (0.4, 0.8, 0.51875), "vindicator": (0.6, 1.95, 1.6575),
        "witch": (0.6, 1.95, 1.62), "wither_skeleton": (0.7, 2.4, 2.1), "zoglin": (1.3964844, 1.4, 1.19),
        "zombie": (0.6, 1.95, 1.74), "zombie_villager": (0.6, 1.95, 1.74),
        "zombified_piglin": (0.6, 1.95, 1.79),
    },
    5: {
        "bat": (0.5, 0.9, 0.45), "dolphin": (0.9, 0.6, 0.3),
    },
    4: {
        "cod": (0.5, 0.3, 0.195), "pufferfish": (0.7, 0.7, 0.455), "salmon": (0.7, 0.4, 0.26),
        "tropical_fish": (0.5, 0.4, 0.26),
    },
}  # fmt: skip

_KINDS: dict[str, Anatomy] = {
    "player": Anatomy(PLAYER_RANGE, 1.62, 0.6, 1.8),
    **{
        kind: Anatomy(chunks * CHUNK, eye, width, height)
        for chunks, kinds in _BY_RANGE.items()
        for kind, (width, height, eye) in kinds.items()
    },
}

KNOWN_KINDS = frozenset(_KINDS)
"""Entity types of whose bodies something is known: all that live, and armor stands."""


def anatomy(kind: str) -> Anatomy:
    """The body of an entity type; :data:`UNKNOWN` for one that isn't in the table."""
    return _KINDS.get(kind, UNKNOWN)


def hurt_sound(kind: str) -> str:
    """Key of the sound that a type makes when it is hit."""
    return HURT_SOUND_EXCEPTIONS.get(kind, f"entity.{kind}.hurt")
