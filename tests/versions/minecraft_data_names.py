"""What minecraft-data calls the packets that we call by quarry's names, where the two differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RENAMED: dict[tuple[str, str], dict[str, str]] = {
    ("handshaking", "serverbound"): {
        "handshake": "set_protocol",
    },
    ("status", "clientbound"): {
        "status_pong": "ping",
        "status_response": "server_info",
    },
    ("status", "serverbound"): {
        "status_ping": "ping",
        "status_request": "ping_start",
    },
    ("login", "clientbound"): {
        "login_disconnect": "disconnect",
        "login_encryption_request": "encryption_begin",
        "login_set_compression": "compress",
        "login_success": "success",
    },
    ("login", "serverbound"): {
        "login_encryption_response": "encryption_begin",
    },
    ("configuration", "clientbound"): {
        "plugin_message": "custom_payload",
    },
    ("configuration", "serverbound"): {
        "client_settings": "settings",
        "plugin_message": "custom_payload",
        "resource_pack_status": "resource_pack_receive",
    },
    ("play", "clientbound"): {
        "chat_message": "player_chat",
        "acknowledge_block_changes": "acknowledge_player_digging",
        "block_metadata_response": "nbt_query_response",
        "change_game_state": "game_state_change",
        "chat_header": "message_header",
        "chunk_data": "map_chunk",
        "collect_item": "collect",
        "confirm_transaction": "transaction",
        "custom_chat_completions": "chat_suggestions",
        "delete_chat_message": "hide_message",
        "destroy_entities": "entity_destroy",
        "disconnect": "kick_disconnect",
        "display_scoreboard": "scoreboard_display_objective",
        "effect": "world_event",
        "entity_head_look": "entity_head_rotation",
        "entity_look_and_relative_move": "entity_move_look",
        "entity_properties": "entity_update_attributes",
        "entity_relative_move": "rel_entity_move",
        "held_item_change": "held_item_slot",
        "join_game": "login",
        "open_sign_editor": "open_sign_entity",
        "particle": "world_particles",
        "player_abilities": "abilities",
        "player_list_header_footer": "playerlist_header",
        "player_list_item": "player_info",
        "player_position_and_look": "position",
        "plugin_message": "custom_payload",
        "server_difficulty": "difficulty",
        "set_display_chat_preview": "should_display_chat_preview",
        "set_experience": "experience",
        "set_simulation_distance": "simulation_distance",
        "spawn_experience_orb": "spawn_entity_experience_orb",
        "spawn_global_entity": "spawn_entity_weather",
        "spawn_mob": "spawn_entity_living",
        "spawn_object": "spawn_entity",
        "spawn_painting": "spawn_entity_painting",
        "spawn_player": "named_entity_spawn",
        "system_message": "system_chat",
        "time_update": "update_time",
        "update_block_entity": "tile_entity_data",
        "update_score": "scoreboard_score",
        "use_bed": "bed",
        "window_property": "craft_progress_bar",
    },
    ("play", "serverbound"): {
        "acknowledge_chat": "message_acknowledgement",
        "animation": "arm_animation",
        "block_metadata_request": "query_block_nbt",
        "click_window": "window_click",
        "client_settings": "settings",
        "client_status": "client_command",
        "creative_inventory_action": "set_creative_slot",
        "entity_metadata_request": "query_entity_nbt",
        "held_item_change": "held_item_slot",
        "player": "flying",
        "player_abilities": "abilities",
        "player_block_placement": "block_place",
        "player_digging": "block_dig",
        "player_look": "look",
        "player_position": "position",
        "player_position_and_look": "position_look",
        "plugin_message": "custom_payload",
        "resource_pack_status": "resource_pack_receive",
        "set_displayed_recipe": "recipe_book",
        "set_recipe_book_state": "displayed_recipe",
    },
}

MOVED: dict[tuple[str, str, str], dict[int, str]] = {
    ("play", "clientbound", "entity_properties"): {47: "update_attributes"},
    ("play", "clientbound", "sound_effect"): {47: "named_sound_effect"},
    ("play", "clientbound", "teams"): {47: "scoreboard_team"},
    ("play", "clientbound", "chat_message"): {47: "chat", 340: "chat", 754: "chat", 758: "chat"},
    ("play", "serverbound", "chat_message"): {47: "chat", 340: "chat", 754: "chat", 758: "chat"},
    # quarry kept the name of the packet whose id it took over
    ("play", "serverbound", "confirm_transaction"): {
        47: "transaction",
        340: "transaction",
        754: "transaction",
        758: "enchant_item",
        760: "enchant_item",
    },
}
"""Names that mean another packet of minecraft-data in each protocol."""


def minecraft_data_name(protocol: int, state: str, direction: str, name: str) -> str:
    moved = MOVED.get((state, direction, name))
    if moved is not None and protocol in moved:
        return moved[protocol]
    return RENAMED[state, direction].get(name, name)


def minecraft_data(peers: Path, release: str, kind: str) -> Any:
    """A table of minecraft-data, such as ``protocol``, as decoded JSON."""
    root = peers / "node_modules" / "minecraft-data" / "minecraft-data" / "data"
    paths = json.loads((root / "dataPaths.json").read_text("utf-8"))["pc"]
    folder = (paths.get(release) or paths[release.rpartition(".")[0]])[kind]  # 1.8.8 is under 1.8
    return json.loads((root / folder / f"{kind}.json").read_text("utf-8"))
