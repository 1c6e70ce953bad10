"""Registries of a release to 1.12, under the names that things have in 1.16.

There ids have gaps, items have variants by damage, and minecraft-data has the names of that time. So ``items`` and
``entities`` are by id, ``item_variants`` by ``id:damage``; items are named after minecraft-data's own ``legacy.json``,
entities by hand. Entities are mobs; ``sizes`` are those of everything else that can be seen: objects have numbers of
their own, which are no registry. Particles keep their old names.
"""

from __future__ import annotations

import re
from typing import Any

from minecraft_data import MinecraftData

from proxy.versions.legacy_objects import MINECARTS

NAMES_OF = "1.16.5"
"""The release whose names the registries of 1.12 and before have."""

RENAMED_ITEMS = {
    "cactus_green": "green_dye",
    "dandelion_yellow": "yellow_dye",
    "rose_red": "red_dye",
    "sign": "oak_sign",
    "stone_slab": "smooth_stone_slab",
}
"""Names that 1.13 gave to items and 1.14 took back."""

OTHER_ITEMS = {(31, 0): "dead_bush", (383, 0): "spawn_egg"}
"""Corrections of ``legacy.json``, which leaves out a second dead bush and knows only the pig's of all spawn eggs."""

OTHER_ITEMS_1_8 = {(355, 0): "red_bed"}
LATER_ITEMS_1_8 = {*((355, damage) for damage in range(1, 16)), (397, 5)}
"""Beds had one colour before 1.12, and there was no dragon's head before 1.9."""

RENAMED_ENTITIES = {
    # 1.8
    "CaveSpider": "cave_spider",
    "EnderCrystal": "end_crystal",
    "EnderDragon": "ender_dragon",
    "EntityHorse": "horse",
    "EyeOfEnderSignal": "eye_of_ender",
    "FallingSand": "falling_block",
    "FireworksRocketEntity": "firework_rocket",
    "Fishing Float": "fishing_bobber",
    "LavaSlime": "magma_cube",
    "MinecartRideable": "minecart",
    "MushroomCow": "mooshroom",
    "Ozelot": "ocelot",
    "PigZombie": "zombified_piglin",
    "PrimedTnt": "tnt",
    "SnowMan": "snow_golem",
    "ThrownEgg": "egg",
    "ThrownEnderpearl": "ender_pearl",
    "ThrownExpBottle": "experience_bottle",
    "ThrownPotion": "potion",
    "VillagerGolem": "iron_golem",
    "WitherBoss": "wither",
    # 1.12
    "Fishing Hook": "fishing_bobber",
    "commandblock_minecart": "command_block_minecart",
    "ender_crystal": "end_crystal",
    "evocation_fangs": "evoker_fangs",
    "evocation_illager": "evoker",
    "eye_of_ender_signal": "eye_of_ender",
    "fireworks_rocket": "firework_rocket",
    "illusion_illager": "illusioner",
    "snowman": "snow_golem",
    "villager_golem": "iron_golem",
    "vindication_illager": "vindicator",
    "xp_bottle": "experience_bottle",
    "xp_orb": "experience_orb",
    "zombie_pigman": "zombified_piglin",
}
"""minecraft-data's name of an entity → 1.16's. Others of 1.8 differ in capitals only, ``SmallFireball``."""

NO_ENTITIES = {"Mob", "Monster"}
"""1.8 lists what its mobs have in common; nothing of that kind ever spawns."""

EVERYWHERE = (
    "player",
    "experience_orb",
    "painting",
    "lightning_bolt",
    *MINECARTS[1:],
)
"""Entities that minecraft-data doesn't list for each: they have packets of their own, or share a number."""

V1_8 = 47


def legacy_registries(data: MinecraftData) -> dict[str, Any]:
    """The tables of ``proxy/versions/data/<release>.json``."""
    later = data.other(NAMES_OF)
    names = {item["name"] for item in later.by_id("items")}
    entities = {
        entry["name"]: [entry["name"], entry["width"], entry["height"]] for entry in later.by_id("entities")
    }
    return {
        **legacy_items(data, names),
        **legacy_entities(data, entities),
        "particles": [particle["name"].rstrip("_") for particle in data.by_id("particles")],
    }


def legacy_items(data: MinecraftData, known: set[str]) -> dict[str, Any]:
    """Names by id, and by id and damage where it differs. Raises ValueError for an item without a name of today."""
    names = data.flattened("items") | OTHER_ITEMS
    if data.protocol == V1_8:
        names = {key: name for key, name in names.items() if key not in LATER_ITEMS_1_8} | OTHER_ITEMS_1_8
    names = {key: RENAMED_ITEMS.get(name, name) for key, name in names.items()}
    listed = {0, *(item["id"] for item in data.read("items"))}
    if missing := [number for number in listed if (number, 0) not in names]:
        raise ValueError(f"items: no name for {sorted(missing)}")
    names = {key: name for key, name in sorted(names.items()) if key[0] in listed}
    if unknown := set(names.values()) - known - set(OTHER_ITEMS.values()):
        raise ValueError(f"items: {NAMES_OF} has no {sorted(unknown)}")
    return {
        "items": {str(number): name for (number, damage), name in names.items() if damage == 0},
        "item_variants": {
            f"{number}:{damage}": name
            for (number, damage), name in names.items()
            if damage and name != names[number, 0]
        },
    }


def snake_case(name: str) -> str:
    """``SmallFireball`` → ``small_fireball``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def legacy_entities(data: MinecraftData, later: dict[str, list[Any]]) -> dict[str, Any]:
    """Mobs by id, and the sizes of all that isn't one. Raises ValueError for an entity that ``later`` doesn't have.

    ``later`` has name, width and height of the entities of :data:`NAMES_OF`. Sizes that minecraft-data doesn't know
    are from there.
    """
    mobs: dict[str, list[Any]] = {}
    objects: dict[str, list[Any]] = {}
    for entry in data.read("entities"):
        if entry["name"] in NO_ENTITIES:
            continue
        name = RENAMED_ENTITIES.get(entry["name"]) or snake_case(entry["name"])
        if name not in later:
            raise ValueError(f"entities: {NAMES_OF} has no {name}")
        size = [
            now if then is None else then
            for then, now in zip((entry["width"], entry["height"]), later[name][1:], strict=True)
        ]
        if entry["type"] == "mob":
            mobs[str(entry["id"])] = [name, *size]
        else:
            objects[name] = size
    # Some are in both lists with sizes of different releases.
    for mob in mobs.values():
        if objects.get(mob[0], mob[1:]) != mob[1:]:
            mob[1:] = later[mob[0]][1:]
    known = {mob[0] for mob in mobs.values()}
    for name in EVERYWHERE:
        objects.setdefault(name, later[name][1:])
    return {"entities": mobs, "sizes": {name: size for name, size in objects.items() if name not in known}}
