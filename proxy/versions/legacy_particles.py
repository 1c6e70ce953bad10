"""Particles of 1.8 to 1.12.2 by number, under the names that they have today."""

from __future__ import annotations

_NAMES = (
    *("poof", "explosion", "explosion_emitter", "firework", "bubble", "splash", "fishing", None),
    *("underwater", "crit", "enchanted_hit", "smoke", "large_smoke", "effect", "instant_effect"),
    *("entity_effect", "ambient_entity_effect", "witch", "dripping_water", "dripping_lava"),
    *("angry_villager", "happy_villager", "mycelium", "note", "portal", "enchant", "flame", "lava"),
    *(None, "cloud", "dust", "item_snowball", None, "item_slime", "heart", "barrier"),
    *("item", "block", None, "rain", None, "elder_guardian", "dragon_breath", "end_rod"),
    *("damage_indicator", "sweep_attack", "falling_dust", "totem_of_undying", "spit"),
)
"""None: nothing has that name any more, or two have it. 1.8 ends with the elder guardian."""

LEGACY_PARTICLES: dict[str, int] = {name: number for number, name in enumerate(_NAMES) if name is not None}
LEGACY_PARTICLES_WITH_DATA = frozenset({"item", "block", "falling_dust"})
