"""Generate ``proxy/versions/data/<release>.json`` from the npm package minecraft-data (MIT).

    python tools/generate_registries.py tests/peers/node_modules/minecraft-data [RELEASE ...]

Each file lists names by id: ``items``, ``entities`` (name, width, height in blocks), ``particles``, and, for
releases that quarry doesn't know, the ``packets`` of each state and direction under quarry's names for them.

To 1.12 ids have gaps, items have variants by damage, and minecraft-data has the names of that time: there ``items``
and ``entities`` are by id, ``item_variants`` by ``id:damage``, and the names are those that things have in 1.16
(items by minecraft-data's own ``legacy.json``). ``sizes`` are those of entities that aren't mobs: what an object's
number means is no registry. Particles keep their old names.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

RELEASES = (
    "1.8.8 1.12.2 1.16.5 1.18.2 1.19.2 1.19.3 1.19.4 1.20.1 1.20.2 1.20.4 1.20.6 1.21.1 1.21.3 1.21.4 1.21.5 1.21.6 "
    "1.21.8 1.21.9 1.21.11 26.1"
).split()
TARGET = Path(__file__).parent.parent / "proxy" / "versions" / "data"

QUARRY_NAMES: dict[tuple[str, str], dict[str, str]] = {
    ("handshaking", "serverbound"): {"set_protocol": "handshake"},
    ("status", "clientbound"): {"ping": "status_pong", "server_info": "status_response"},
    ("status", "serverbound"): {"ping": "status_ping", "ping_start": "status_request"},
    ("login", "clientbound"): {
        "compress": "login_set_compression",
        "disconnect": "login_disconnect",
        "encryption_begin": "login_encryption_request",
        "success": "login_success",
    },
    ("login", "serverbound"): {"encryption_begin": "login_encryption_response"},
    ("configuration", "clientbound"): {"custom_payload": "plugin_message"},
    ("configuration", "serverbound"): {
        "custom_payload": "plugin_message",
        "resource_pack_receive": "resource_pack_status",
        "settings": "client_settings",
    },
    ("play", "clientbound"): {
        "abilities": "player_abilities",
        "acknowledge_player_digging": "acknowledge_block_changes",
        "chat_suggestions": "custom_chat_completions",
        "collect": "collect_item",
        "craft_progress_bar": "window_property",
        "custom_payload": "plugin_message",
        "difficulty": "server_difficulty",
        "entity_destroy": "destroy_entities",
        "entity_head_rotation": "entity_head_look",
        "entity_move_look": "entity_look_and_relative_move",
        "entity_update_attributes": "entity_properties",
        "experience": "set_experience",
        "game_state_change": "change_game_state",
        "held_item_slot": "held_item_change",
        "hide_message": "delete_chat_message",
        "kick_disconnect": "disconnect",
        "login": "join_game",
        "map_chunk": "chunk_data",
        "named_entity_spawn": "spawn_player",
        "nbt_query_response": "block_metadata_response",
        "open_sign_entity": "open_sign_editor",
        "player_chat": "chat_message",
        "player_info": "player_list_item",
        "playerlist_header": "player_list_header_footer",
        "position": "player_position_and_look",
        "rel_entity_move": "entity_relative_move",
        "scoreboard_display_objective": "display_scoreboard",
        "scoreboard_score": "update_score",
        "simulation_distance": "set_simulation_distance",
        "spawn_entity": "spawn_object",
        "spawn_entity_experience_orb": "spawn_experience_orb",
        "system_chat": "system_message",
        "tile_entity_data": "update_block_entity",
        "update_time": "time_update",
        "world_event": "effect",
        "world_particles": "particle",
    },
    ("play", "serverbound"): {
        "abilities": "player_abilities",
        "arm_animation": "animation",
        "block_dig": "player_digging",
        "block_place": "player_block_placement",
        "client_command": "client_status",
        "custom_payload": "plugin_message",
        "displayed_recipe": "set_recipe_book_state",
        "flying": "player",
        "held_item_slot": "held_item_change",
        "look": "player_look",
        "message_acknowledgement": "acknowledge_chat",
        "position": "player_position",
        "position_look": "player_position_and_look",
        "query_block_nbt": "block_metadata_request",
        "query_entity_nbt": "entity_metadata_request",
        "recipe_book": "set_displayed_recipe",
        "resource_pack_receive": "resource_pack_status",
        "set_creative_slot": "creative_inventory_action",
        "settings": "client_settings",
        "window_click": "click_window",
    },
}
"""minecraft-data's name → quarry's, where quarry has one of its own. Packets newer than quarry keep the former."""

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
    "chest_minecart",
    "furnace_minecart",
    "tnt_minecart",
    "spawner_minecart",
    "hopper_minecart",
    "command_block_minecart",
)
"""Entities that minecraft-data doesn't list for each: they have packets of their own, or share a number."""

V1_8 = 47
FLATTENED = 393
"""Protocol of 1.13, which numbered items without gaps and gave everything new names."""

QUARRY_KNOWS = 760
"""The newest protocol that quarry has tables for."""

LEGACY_PING = 0xFE
"""Listed among the packets of the handshake although it isn't one."""


class MinecraftData:
    """The data files of one release."""

    def __init__(self, package: Path, release: str) -> None:
        self._root = package / "minecraft-data" / "data"
        self._package = package
        paths = json.loads((self._root / "dataPaths.json").read_text("utf-8"))["pc"]
        self._paths = paths.get(release) or paths[release.rpartition(".")[0]]

    def read(self, name: str) -> Any:
        return json.loads((self._root / self._paths[name] / f"{name}.json").read_text("utf-8"))

    def release(self, name: str) -> MinecraftData:
        """The data of another release."""
        return MinecraftData(self._package, name)

    def flattened_items(self) -> dict[tuple[int, int], str]:
        """Id and damage of items to 1.12 → the name that 1.13 gave them."""
        legacy = json.loads((self._root / "pc" / "common" / "legacy.json").read_text("utf-8"))["items"]
        pairs = ((key.split(":"), name.removeprefix("minecraft:")) for key, name in legacy.items())
        return {(int(number), int(damage)): name for (number, damage), name in pairs}

    def by_id(self, name: str) -> list[dict[str, Any]]:
        """Entries by id. Raises ValueError when ids aren't 0, 1, 2, …: names would stand at wrong places."""
        entries = sorted(self.read(name), key=lambda entry: int(entry["id"]))
        if name == "items" and entries[0]["id"] == 1:
            entries.insert(0, {"id": 0, "name": "air"})  # minecraft-data leaves air out of some releases
        for expected, entry in enumerate(entries):
            if entry["id"] != expected:
                raise ValueError(f"{name}: id {expected} is missing, {entry['name']} has {entry['id']}")
        return entries


def packets(data: MinecraftData) -> dict[str, dict[str, list[str]]]:
    """Names by state, direction and id. Raises ValueError when ids leave a gap."""
    protocol = data.read("protocol")
    names: dict[str, dict[str, list[str]]] = {}
    for state in ("handshaking", "status", "login", "configuration", "play"):
        for direction, way in (("clientbound", "toClient"), ("serverbound", "toServer")):
            if state not in protocol:
                continue
            mapping = protocol[state][way]["types"]["packet"][1][0]["type"][1]["mappings"]
            by_id = {int(number, 16): name for number, name in mapping.items()}
            by_id.pop(LEGACY_PING, None) if state == "handshaking" else None
            if sorted(by_id) != list(range(len(by_id))):
                raise ValueError(f"packet ids of {state} {direction} leave a gap: {sorted(by_id)}")
            renamed = QUARRY_NAMES.get((state, direction), {})
            listed = [renamed.get(by_id[number], by_id[number]) for number in range(len(by_id))]
            if len(set(listed)) < len(listed):
                raise ValueError(f"two packets of {state} {direction} have one name")
            names.setdefault(state, {})[direction] = listed
    return names


def legacy_items(data: MinecraftData, known: set[str]) -> dict[str, Any]:
    """Names by id, and by id and damage where it differs. Raises ValueError for an item without a name of today."""
    names = data.flattened_items() | OTHER_ITEMS
    if data.read("version")["version"] == V1_8:
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
        name = (
            RENAMED_ENTITIES.get(entry["name"]) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", entry["name"]).lower()
        )
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


def legacy_registries(data: MinecraftData) -> dict[str, Any]:
    """As :func:`registries`, for a release before the flattening."""
    later = registries(data.release(NAMES_OF))
    return {
        **legacy_items(data, set(later["items"])),
        **legacy_entities(data, {entry[0]: entry for entry in later["entities"]}),
        "particles": [particle["name"].rstrip("_") for particle in data.by_id("particles")],
    }


def registries(data: MinecraftData) -> dict[str, Any]:
    if data.read("version")["version"] < FLATTENED:
        return legacy_registries(data)
    newer = data.read("version")["version"] > QUARRY_KNOWS
    return {
        "items": [item["name"] for item in data.by_id("items")],
        "entities": [
            [entity["name"], entity["width"], entity["height"]] for entity in data.by_id("entities")
        ],
        "particles": [particle["name"] for particle in data.by_id("particles")],
        **({"packets": packets(data)} if newer else {}),
    }


def render(tables: dict[str, Any]) -> str:
    """JSON with one line a table."""
    lines = (
        f"{json.dumps(name)}:{json.dumps(values, separators=(',', ':'))}" for name, values in tables.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Generate proxy/versions/data from the npm package minecraft-data."
    )
    parser.add_argument("package", type=Path, help="folder of the package, .../node_modules/minecraft-data")
    parser.add_argument("releases", nargs="*", default=RELEASES, metavar="RELEASE")
    arguments = parser.parse_args()
    for release in arguments.releases:
        target = TARGET / f"{release}.json"
        target.write_text(render(registries(MinecraftData(arguments.package, release))), encoding="utf-8")
        print(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
