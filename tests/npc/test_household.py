"""Which blocks are a home: what is built there, of all the blocks there are."""

import pytest

from npc.happenings import Deed, Happening
from npc.household import is_natural, is_of_home, is_restless
from world.blocks import BlockTable, releases

EVERY_NAME = sorted({kind.name for release in releases() for kind in BlockTable.load(release).kinds})

MADE_WORDS = set(
    """
    planks stairs slab wall fence gate door trapdoor button plate sign shelf bed wool carpet banner glass pane candle
    concrete powder glazed bricks brick tiles polished chiseled cut cracked smooth stripped potted pot wood hyphae
    mosaic torch
    lantern lamp campfire rail chest barrel box furnace smoker table anvil loom grindstone stonecutter lectern
    cauldron composter beehive bookshelf jukebox bell beacon conduit hopper dropper dispenser observer piston crafter
    comparator repeater lever target hook tripwire wire detector sensor rod ladder scaffolding chain bars grate bulb
    head skull cake stand statue tnt spawner vault
    copper iron gold diamond emerald lapis netherite redstone coal quartz purpur prismarine cobblestone cobbled
    bone hay honey honeycomb slime dried packed carved jack glowstone froglight sponge
    lodestone anchor frame heavy command structure jigsaw test barrier reinforced resin terracotta bamboo note
    """.split()
)
"""A word of the name of whatever people make; ores and some that are named after a place have one too."""


def test_every_block_that_is_not_of_nature_is_named_after_something_that_people_make() -> None:
    built = [name for name in EVERY_NAME if not is_natural(name)]
    assert len(built) > 700
    strange = [name for name in built if not MADE_WORDS & set(name.split("_"))]
    assert strange == []


@pytest.mark.parametrize(
    "name",
    """
    oak_planks bricks stone_bricks cobblestone mossy_cobblestone smooth_stone glass glass_pane oak_door iron_door
    white_bed red_wool oak_stairs stone_slab oak_fence cobblestone_wall torch wall_torch crafting_table furnace chest
    barrel bookshelf ladder flower_pot potted_oak_sapling potted_poppy stripped_oak_log oak_wood jack_o_lantern
    hay_block
    lantern white_carpet glowstone red_terracotta quartz_block polished_granite cut_sandstone lightning_rod beehive
    """.split(),
)
def test_furniture_and_what_walls_are_of_is_built(name: str) -> None:
    assert name in EVERY_NAME
    assert not is_natural(name)


@pytest.mark.parametrize(
    "name",
    """
    air dirt grass_block grass short_grass tall_grass stone granite deepslate sand gravel oak_log cherry_log
    crimson_stem
    oak_leaves azalea oak_sapling poppy snow snow_block ice water lava coal_ore deepslate_diamond_ore nether_quartz_ore
    netherrack end_stone wheat pumpkin cactus vine kelp bee_nest obsidian fire cobweb moss_block unknown
    """.split(),
)
def test_what_grows_or_lies_there_is_of_nature(name: str) -> None:
    assert name in EVERY_NAME
    assert is_natural(name)


@pytest.mark.parametrize("release", ["1.8.8", "1.16.5", "26.1"])
def test_every_ore_log_leaf_and_sapling_of_a_release_is_of_nature(release: str) -> None:
    names = {kind.name for kind in BlockTable.load(release).kinds}
    grown = {
        name
        for name in names
        if name.endswith(("_ore", "_log", "_leaves", "_sapling"))
        and not name.startswith(("stripped_", "potted_"))
    }
    assert len(grown) > 20
    assert {name for name in grown if not is_natural(name)} == set()


def test_what_comes_and_goes_by_itself_is_of_nature_and_lasting_ground_and_trunks_are_not_among_it() -> None:
    restless = [name for name in EVERY_NAME if is_restless(name)]
    assert {name for name in restless if not is_natural(name)} == set()
    assert {"water", "oak_leaves", "wheat", "fire", "snow"} <= set(restless)
    assert not {"stone", "dirt", "oak_log", "coal_ore", "sand", "oak_planks", "potted_oak_sapling"} & set(
        restless
    )


HOME = (0.5, 64.0, 0.5)


@pytest.mark.parametrize(
    ("where", "block", "expected"),
    [
        ((3.0, 65.0, 0.0), "oak_planks", True),
        ((5.0, 64.0, 0.0), "oak_planks", True),
        ((6.0, 64.0, 0.0), "oak_planks", False),
        ((4.0, 64.0, 4.0), "oak_planks", False),
        ((0.0, 68.0, 0.0), "oak_planks", True),
        ((0.0, 69.0, 0.0), "oak_planks", False),
        ((0.0, 63.0, 0.0), "oak_planks", True),
        ((0.0, 62.0, 0.0), "oak_planks", False),
        ((0.0, 63.0, 0.0), "dirt", False),
        ((3.0, 65.0, 0.0), "oak_leaves", False),
        ((3.0, 65.0, 0.0), "", False),
    ],
)
def test_a_home_is_what_is_built_within_a_few_blocks(
    where: tuple[float, float, float], block: str, expected: bool
) -> None:
    assert is_of_home(Happening(Deed.BROKEN, where, block=block), HOME) is expected
