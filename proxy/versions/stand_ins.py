"""What is shown instead of the items and particles that a version doesn't have."""

from __future__ import annotations

from collections.abc import Container

ITEMS = {
    "beetroot": "carrot",
    "beetroot_soup": "mushroom_stew",
    "brush": "stick",
    "bundle": "leather",
    "chorus_fruit": "apple",
    "cornflower": "blue_orchid",
    "crossbow": "bow",
    "dried_kelp": "melon_slice",
    "glow_berries": "sweet_berries",
    "goat_horn": "spyglass",
    "honey_bottle": "potion",
    "lantern": "torch",
    "lily_of_the_valley": "white_tulip",
    "mace": "iron_axe",
    "netherite_axe": "diamond_axe",
    "netherite_hoe": "diamond_hoe",
    "netherite_pickaxe": "diamond_pickaxe",
    "netherite_shovel": "diamond_shovel",
    "netherite_sword": "diamond_sword",
    "open_eyeblossom": "poppy",
    "pink_petals": "pink_tulip",
    "soul_lantern": "lantern",
    "soul_torch": "torch",
    "spyglass": "bow",
    "suspicious_stew": "mushroom_stew",
    "sweet_berries": "apple",
    "torchflower": "orange_tulip",
    "totem_of_undying": "gold_ingot",
    "trident": "iron_sword",
    "wither_rose": "poppy",
}
"""Item → one that was there earlier and looks like it, or moves an arm like it when it is used. What isn't named
leaves the hand empty."""

PARTICLES = {
    "ash": "mycelium",
    "bubble_column_up": "bubble",
    "bubble_pop": "bubble",
    "campfire_cosy_smoke": "large_smoke",
    "campfire_signal_smoke": "large_smoke",
    "cherry_leaves": "happy_villager",
    "composter": "happy_villager",
    "copper_fire_flame": "flame",
    "crimson_spore": "mycelium",
    "damage_indicator": "crit",
    "dolphin": "happy_villager",
    "dragon_breath": "portal",
    "dripping_honey": "dripping_lava",
    "dust_plume": "poof",
    "egg_crack": "happy_villager",
    "electric_spark": "crit",
    "end_rod": "firework",
    "falling_honey": "dripping_lava",
    "falling_lava": "dripping_lava",
    "falling_nectar": "dripping_lava",
    "falling_spore_blossom": "happy_villager",
    "falling_water": "dripping_water",
    "firefly": "glow",
    "glow": "happy_villager",
    "glow_squid_ink": "end_rod",
    "gust": "poof",
    "infested": "mycelium",
    "item_cobweb": "item_snowball",
    "nautilus": "enchant",
    "ominous_spawning": "enchant",
    "pale_oak_leaves": "cherry_leaves",
    "raid_omen": "witch",
    "reverse_portal": "portal",
    "scrape": "crit",
    "sculk_soul": "soul",
    "small_flame": "flame",
    "small_gust": "poof",
    "sneeze": "item_slime",
    "snowflake": "item_snowball",
    "soul": "smoke",
    "soul_fire_flame": "flame",
    "spit": "poof",
    "spore_blossom_air": "happy_villager",
    "squid_ink": "large_smoke",
    "sweep_attack": "crit",
    "tinted_leaves": "cherry_leaves",
    "totem_of_undying": "happy_villager",
    "trial_omen": "witch",
    "trial_spawner_detection": "flame",
    "warped_spore": "mycelium",
    "wax_off": "happy_villager",
    "wax_on": "happy_villager",
    "white_ash": "mycelium",
    "white_smoke": "smoke",
}
"""Particle → one that was there earlier and moves like it. What isn't named is left out."""


def stand_in(name: str, known: Container[str], rules: dict[str, str]) -> str | None:
    """``name`` itself when it is known, or the first known one that the rules lead to; None when there is none."""
    found: str | None = name
    while found is not None and found not in known:
        found = rules.get(found)
    return found
