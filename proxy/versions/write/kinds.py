"""What is known of entity types when they are written."""

from __future__ import annotations

ALL_SKIN_LAYERS = 0x7F
"""Cape, jacket, both sleeves, both trouser legs, hat."""

_LIFELESS = frozenset(
    {
        "area_effect_cloud",
        "arrow",
        "boat",
        "chest_boat",
        "chest_minecart",
        "command_block_minecart",
        "dragon_fireball",
        "egg",
        "end_crystal",
        "ender_pearl",
        "evoker_fangs",
        "experience_bottle",
        "experience_orb",
        "eye_of_ender",
        "falling_block",
        "fireball",
        "firework_rocket",
        "fishing_bobber",
        "furnace_minecart",
        "glow_item_frame",
        "hopper_minecart",
        "item",
        "item_frame",
        "leash_knot",
        "lightning_bolt",
        "llama_spit",
        "marker",
        "minecart",
        "painting",
        "potion",
        "shulker_bullet",
        "small_fireball",
        "snowball",
        "spawner_minecart",
        "spectral_arrow",
        "tnt",
        "tnt_minecart",
        "trident",
        "wither_skull",
    }
)
"""Where living kinds keep their health, these keep something else, which a float would break."""


def is_living(kind: str) -> bool:
    """Whether an entity type has health, equipment and a head."""
    return kind not in _LIFELESS
