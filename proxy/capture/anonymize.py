"""Takes out of a capture who played, what they said and where, so that it can be shared.

What a packet may be is decided by its name: those that can't hold anything personal are kept, those that name
players are written anew, texts inside others are blanked without changing their length, and the rest is
dropped and counted. Whatever is kept is searched for the names and UUIDs of all players once more."""

from __future__ import annotations

import logging
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from proxy import messages as m
from proxy.capture.blanking import UnsafeError, replacements
from proxy.capture.container import CapturedPacket, CaptureError, Metadata
from proxy.capture.identities import Identities
from proxy.capture.reader import Capture, rewrite
from proxy.capture.replay import family_of
from proxy.capture.states import LOGIN_SUCCESS, ProtocolStates
from proxy.capture.writer import pack
from proxy.versions.base import CONFIGURATION, Direction, ProtocolFamily
from proxy.versions.server_side import Listing, server_side
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import read_varint
from world.dimension import DimensionType

log = logging.getLogger(__name__)

KEPT: Mapping[Direction, frozenset[str]] = {
    "clientbound": frozenset(
        """
        acknowledge_block_changes acknowledge_player_digging animation attach_entity block_action
        block_break_animation block_change bundle_delimiter camera change_game_state chunk_batch_finished
        chunk_batch_start chunk_biomes clear_dialog clear_titles close_window collect_item confirm_transaction
        damage_event destroy_entities effect end_combat_event enter_combat_event entity entity_effect
        entity_head_look entity_look entity_look_and_relative_move entity_properties entity_relative_move
        entity_sound_effect entity_status entity_teleport entity_velocity explosion face_player feature_flags
        held_item_change hurt_animation initialize_world_border join_game keep_alive map_chunk_bulk
        move_minecart multi_block_change named_sound_effect open_horse_window ping player_abilities
        player_position_and_look player_remove player_rotation remove_entity_effect remove_resource_pack respawn
        server_difficulty set_cooldown set_experience set_passengers set_projectile_power
        set_simulation_distance set_ticking_state set_title_time sound_effect spawn_experience_orb
        spawn_global_entity spawn_painting spawn_position start_configuration step_tick stop_sound
        sync_entity_position tags time_update unload_chunk update_health update_light update_view_distance
        update_view_position use_bed vehicle_move window_property world_border world_border_center
        world_border_lerp_size world_border_size world_border_warning_delay world_border_warning_reach
        configuration/clear_dialog configuration/feature_flags configuration/finish_configuration
        configuration/keep_alive configuration/ping configuration/registry_data
        configuration/remove_resource_pack configuration/reset_chat configuration/select_known_packs
        configuration/tags
        """.split()
    ),
    "serverbound": frozenset(
        """
        animation attack chunk_batch_received client_settings client_status close_window
        configuration_acknowledged confirm_transaction enchant_item entity_action held_item_change keep_alive
        pick_item pick_item_from_block pick_item_from_entity ping_request player player_abilities
        player_block_placement player_digging player_input player_loaded player_look player_position
        player_position_and_look pong select_bundle_item select_trade set_slot_state spectate_entity steer_boat
        steer_vehicle teleport_confirm tick_end use_entity use_item vehicle_move
        configuration/client_settings configuration/finish_configuration configuration/keep_alive
        configuration/pong configuration/select_known_packs
        """.split()
    ),
}
"""Packets without text of players. UUIDs in them are exchanged."""

BLANKED: Mapping[Direction, frozenset[str]] = {
    "clientbound": frozenset(
        {
            "entity_equipment",
            "entity_metadata",
            "open_window",
            "set_cursor_item",
            "set_player_inventory",
            "set_slot",
            "spawn_mob",
            "spawn_object",
            "spawn_player",
            "update_block_entity",
            "window_items",
        }
    ),
    "serverbound": frozenset({"click_window", "creative_inventory_action"}),
}
"""Packets whose texts can be found by decoding them."""

_CHUNK = "chunk_data"
_PLAYER_LIST = "player_list_item"
_PLUGIN_MESSAGES = frozenset({"plugin_message", CONFIGURATION + "plugin_message"})
_BRANDS = frozenset({"minecraft:brand", "MC|Brand"})
_REGISTRY_DATA = CONFIGURATION + "registry_data"

_GAMES_WORDS = frozenset(
    {
        "join_game",
        "respawn",
        "tags",
        CONFIGURATION + "tags",
        CONFIGURATION + "select_known_packs",
        _REGISTRY_DATA,
    }
)
"""Packets made of the game's own words, of which a player's name may happen to be a part."""
_LINK = re.compile(rb"https?://")
"""Servers show links in dialogs, which are a registry."""

_LISTED = frozenset({"game_mode", "ping", "listed", "list_order", "hat"})
"""What entries of the player list may go on to carry."""


class _Anonymizer:
    """Rewrites the packets of one capture, in order."""

    def __init__(self, family: ProtocolFamily, identities: Identities) -> None:
        self._family = family
        self._identities = identities
        self._encode = server_side(family)
        self._dimension: DimensionType | None = None
        self._dimensions = _Dimensions()
        self._remnants = identities.remnants()
        self._remnants_as_words = identities.remnants_as_words()
        self.kept: Counter[str] = Counter()
        self.rewritten: Counter[str] = Counter()
        self.dropped: Counter[str] = Counter()

    def rewrite(self, packets: Iterator[tuple[str, CapturedPacket]]) -> Iterator[CapturedPacket]:
        for name, packet in packets:
            try:
                results = [self._identities.exchange(data) for data in self._rewrite(name, packet)]
                for data in results:
                    self._search(name, data)
            except (UnsafeError, DecodeError):
                self.dropped[name] += 1
                continue
            (self.kept if results == [packet.data] else self.rewritten)[name] += 1
            for data in results:
                yield CapturedPacket(packet.time, packet.direction, data)

    def _search(self, name: str, data: bytes) -> None:
        games_words = name in _GAMES_WORDS
        pattern = self._remnants_as_words if games_words else self._remnants
        if pattern.search(data) or (games_words and _LINK.search(data)):
            raise UnsafeError

    def _rewrite(self, name: str, packet: CapturedPacket) -> list[bytes]:
        direction, data = packet.direction, packet.data
        body = data[read_varint(data, 0)[1] :]
        if direction == "clientbound":
            if name == LOGIN_SUCCESS:
                uuid, _ = self._family.read_login_success(body)
                return [self._encode.login_success(*self._identities.replacement(uuid))]
            if name == _PLAYER_LIST:
                return self._player_list(data, self._decode(direction, name, body))
            if name == _CHUNK:
                return [self._chunk(data, self._decode(direction, name, body))]
            if name in {"join_game", "respawn", _REGISTRY_DATA}:
                self._learn_dimension(self._decode(direction, name, body))
        if name in _PLUGIN_MESSAGES:
            message = self._decode(direction, name, body)
            if isinstance(message, m.PluginMessage) and message.channel in _BRANDS:
                return [data]
            raise UnsafeError
        if name in BLANKED[direction]:
            return [self._blank(data, self._decode(direction, name, body))]
        if name in KEPT[direction]:
            return [data]
        raise UnsafeError

    def _decode(self, direction: Direction, name: str, body: bytes) -> m.Message:
        if name not in self._family.decodes(direction):
            raise UnsafeError
        return self._family.decode(direction, name, body)

    def _player_list(self, data: bytes, message: m.Message) -> list[bytes]:
        """Skins are as good as names, and so are keys for signed chat: an entry keeps game mode and ping."""
        if isinstance(message, m.PlayersRemoved):
            return [data]
        assert isinstance(message, m.PlayerInfo)
        if "add" in message.actions:
            return self._encode.list_players(
                Listing(
                    *self._identities.replacement(entry.uuid),
                    entry.game_mode or 0,
                    entry.ping or 0,
                    bool(entry.listed),
                )
                for entry in message.entries
            )
        if message.actions <= _LISTED:
            return [data]
        raise UnsafeError

    def _learn_dimension(self, message: m.Message) -> None:
        if isinstance(message, m.RegistryData):
            self._dimensions.learn(message)
        elif isinstance(message, m.JoinGame):
            self._dimensions.types |= message.dimension_types
            self._dimension = message.dimension or self._dimensions.find(message.dimension_key)
        elif isinstance(message, m.Respawn):
            self._dimension = message.dimension or self._dimensions.find(message.dimension_key)

    def _chunk(self, data: bytes, message: m.Message) -> bytes:
        if isinstance(message, m.UnloadChunk):  # to 1.8.9 an empty column
            return data
        assert isinstance(message, m.ChunkData)
        if self._dimension is None:
            raise UnsafeError
        contents = self._family.read_column(message.body, self._dimension)
        return self._blank(data, [entity.nbt for entity in contents.block_entities.values()])

    def _blank(self, data: bytes, value: Any) -> bytes:
        """Blank all texts of a decoded value where they are in the packet, and exchange UUIDs."""
        for old, new in replacements(value, self._identities):
            if len(old) != len(new):
                raise AssertionError("a replacement must not change the length")
            data = data.replace(old, new)
        return data


class _Dimensions:
    """The types that a server told of, by name and by number."""

    def __init__(self) -> None:
        self.types: dict[str, DimensionType] = {}
        self._names: tuple[str, ...] = ()

    def learn(self, message: m.RegistryData) -> None:
        self._names = message.registries.get("minecraft:dimension_type", self._names)
        self.types |= message.dimension_types

    def find(self, key: str | int | None) -> DimensionType | None:
        if isinstance(key, int):
            key = self._names[key] if 0 <= key < len(self._names) else None
        return None if key is None else self.types.get(key)


def anonymize(source: Path, target: Path) -> dict[str, Any]:
    """Copy a capture without names, UUIDs, chat and addresses; return what was done, as JSON can hold it.

    Keys: ``players``, ``kept``, ``rewritten`` and ``dropped`` (name → count), ``cut``. Raises
    :class:`CaptureError` for what can't be read, and when ``target`` exists.
    """
    if target.exists():
        raise CaptureError(f"{target} exists")
    with Capture(source) as capture:
        family = family_of(capture)
        identities = _identities(capture, family)
        anonymizer = _Anonymizer(family, identities)
        uuids = tuple(identities.replacement(uuid)[0] for uuid in capture.metadata.players)
        metadata = Metadata(
            protocol=family.protocol,
            minecraft=family.minecraft,
            server_name="anonymous",
            players=uuids,
            file_format_version=capture.metadata.file_format_version,
        )
        with tempfile.TemporaryDirectory(dir=target.parent) as name:
            rewrite(anonymizer.rewrite(_named(capture, family)), metadata, Path(name))
            pack(Path(name), target)
        return {
            "players": len(identities),
            "kept": dict(sorted(anonymizer.kept.items())),
            "rewritten": dict(sorted(anonymizer.rewritten.items())),
            "dropped": dict(sorted(anonymizer.dropped.items())),
            "cut": capture.cut,
        }


def _named(capture: Capture, family: ProtocolFamily) -> Iterator[tuple[str, CapturedPacket]]:
    """The packets with their names; unknown ones are called by their number."""
    states = ProtocolStates(family, from_login=capture.metadata.starts_in_login)
    for packet in capture.packets():
        try:
            name = states.read(packet).name
        except CaptureError as error:
            raise CaptureError(f"{capture.path}: {error}") from None
        yield name, packet


def _identities(capture: Capture, family: ProtocolFamily) -> Identities:
    """Everybody who is named anywhere in a capture."""
    identities = Identities()
    for uuid in capture.metadata.players:
        identities.meet(uuid)
    for name, packet in _named(capture, family):
        if packet.direction != "clientbound":
            continue
        body = packet.data[read_varint(packet.data, 0)[1] :]
        try:
            if name == LOGIN_SUCCESS:
                identities.meet(*family.read_login_success(body))
            elif name in {_PLAYER_LIST, "spawn_player", "spawn_object"}:
                _meet(identities, family.decode("clientbound", name, body))
        except DecodeError as error:
            log.warning(
                "%s: %s at %d ms can't be read and is left out: %s", capture.path, name, packet.time, error
            )
    identities.settle()
    return identities


def _meet(identities: Identities, message: m.Message) -> None:
    if isinstance(message, m.PlayerInfo):
        for entry in message.entries:
            identities.meet(entry.uuid, entry.name)
    elif isinstance(message, m.SpawnEntity) and message.kind == "player" and message.uuid is not None:
        identities.meet(message.uuid)
