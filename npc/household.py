"""Which blocks are a companion's home: what is built around the place where it belongs."""

from __future__ import annotations

from functools import cache
from math import hypot

from npc.happenings import Happening
from world.terrain import Vector

RADIUS, ABOVE, BELOW = 5.0, 4.0, 1.0
"""Blocks around, above and below the place where it belongs within which what is built is its home."""

# Block names of all releases. What isn't named here is built: a block that a later release brings counts as such.

_FLEETING = frozenset(
    """
    air cave_air void_air unknown structure_void light water lava bubble_column fire soul_fire snow ice frosted_ice
    nether_portal end_portal end_gateway moving_piston piston_head
    """.split()
)
"""What flows, falls from the sky, burns, or is no thing at all."""

_GROUND = frozenset(
    """
    dirt coarse_dirt rooted_dirt grass_block podzol mycelium mud muddy_mangrove_roots dirt_path grass_path farmland clay
    sand red_sand suspicious_sand gravel suspicious_gravel sandstone red_sandstone terracotta
    stone granite diorite andesite deepslate tuff calcite dripstone_block pointed_dripstone basalt smooth_basalt
    infested_stone infested_deepslate bedrock obsidian crying_obsidian magma_block amethyst_block budding_amethyst
    netherrack soul_sand soul_soil crimson_nylium warped_nylium blackstone gilded_blackstone ancient_debris end_stone
    sculk sculk_vein sculk_catalyst sculk_shrieker
    snow_block powder_snow packed_ice blue_ice cobweb
    """.split()
)
"""What the ground is of where nobody has built."""

_GROWN = frozenset(
    """
    grass short_grass tall_grass fern large_fern bush dead_bush short_dry_grass tall_dry_grass leaf_litter
    dandelion golden_dandelion poppy blue_orchid allium azure_bluet red_tulip orange_tulip white_tulip pink_tulip
    oxeye_daisy cornflower lily_of_the_valley wither_rose torchflower pitcher_plant sunflower lilac rose_bush peony
    pink_petals wildflowers cactus_flower spore_blossom open_eyeblossom closed_eyeblossom firefly_bush
    azalea flowering_azalea mangrove_propagule mangrove_roots bamboo bamboo_sapling sugar_cane cactus lily_pad
    big_dripleaf big_dripleaf_stem small_dripleaf hanging_roots moss_block moss_carpet pale_moss_block pale_moss_carpet
    pale_hanging_moss vine glow_lichen cave_vines cave_vines_plant weeping_vines weeping_vines_plant twisting_vines
    twisting_vines_plant seagrass tall_seagrass kelp kelp_plant sea_pickle resin_clump creaking_heart bee_nest
    brown_mushroom red_mushroom brown_mushroom_block red_mushroom_block mushroom_stem crimson_fungus warped_fungus
    crimson_roots warped_roots nether_sprouts nether_wart_block warped_wart_block shroomlight chorus_plant
    chorus_flower
    wheat carrots potatoes beetroots nether_wart cocoa melon pumpkin melon_stem pumpkin_stem attached_melon_stem
    attached_pumpkin_stem sweet_berry_bush torchflower_crop pitcher_crop
    small_amethyst_bud medium_amethyst_bud large_amethyst_bud amethyst_cluster
    turtle_egg sniffer_egg frogspawn dried_ghast dragon_egg
    """.split()
)
"""What grows, or has been laid."""

_GROWN_ENDINGS = ("_leaves", "_sapling", "_coral", "_coral_fan", "_coral_wall_fan", "_coral_block")
_TRUNK_ENDINGS = ("_log", "crimson_stem", "warped_stem")
_POTTED, _STRIPPED = "potted_", "stripped_"
_ORE_ENDING = "_ore"


@cache
def is_restless(block: str) -> bool:
    """Whether a block comes and goes without hands: it flows, burns, melts, grows, withers. Name without namespace."""
    if block.startswith(_POTTED):
        return False
    return block in _FLEETING or block in _GROWN or block.endswith(_GROWN_ENDINGS)


@cache
def is_natural(block: str) -> bool:
    """Whether a block grows or lies there by nature, so that nobody's home is of it. Name without namespace."""
    return (
        is_restless(block)
        or block in _GROUND
        or block.endswith(_ORE_ENDING)
        or (block.endswith(_TRUNK_ENDINGS) and not block.startswith(_STRIPPED))
    )


def is_of_home(happening: Happening, home: Vector) -> bool:
    """Whether it happens to a part of a home. What is there by nature is no part of it."""
    x, y, z = happening.where
    if hypot(x + 0.5 - home[0], z + 0.5 - home[2]) > RADIUS or not -BELOW <= y - home[1] <= ABOVE:
        return False
    return bool(happening.block) and not is_natural(happening.block)
