"""Generate ``proxy/versions/data/<release>.json`` from the npm package minecraft-data (MIT).

    python tools/generate_registries.py tests/peers/node_modules/minecraft-data [RELEASE ...]

Each file lists names by id: ``items``, ``entities`` (name, width, height in blocks), ``particles``, and, for
releases that quarry doesn't know, the ``packets`` of each state and direction under quarry's names for them.
``legacy_registries.py`` says what is different to 1.12.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from legacy_registries import legacy_registries
from minecraft_data import FLATTENED, MinecraftData

from proxy.versions import data_releases

RELEASES = data_releases()
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

QUARRY_KNOWS = 760
"""The newest protocol that quarry has tables for."""

LEGACY_PING = 0xFE
"""Listed among the packets of the handshake although it isn't one."""


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


def registries(data: MinecraftData) -> dict[str, Any]:
    if data.protocol < FLATTENED:
        return legacy_registries(data)
    newer = data.protocol > QUARRY_KNOWS
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
