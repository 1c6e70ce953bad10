"""Takes out of a capture who played, what they said and where, so that it can be shared.

What a packet may be is decided by its name: those that can't hold anything personal are kept, those that name
players are written anew, texts inside others are blanked without changing their length, and the rest is
dropped and counted. Whatever is kept is searched for the names and UUIDs of all players once more."""

from __future__ import annotations

import dataclasses
import json
import logging
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import md5
from pathlib import Path
from typing import Any
from uuid import UUID

from nbtlib.tag import IntArray, String

from nbt import modified_utf8
from proxy import messages as m
from proxy.capture.container import CapturedPacket, CaptureError, Metadata
from proxy.capture.reader import Capture, rewrite
from proxy.capture.replay import family_of
from proxy.capture.states import LOGIN_SUCCESS, ProtocolStates
from proxy.capture.writer import pack
from proxy.versions.base import CONFIGURATION, Direction, ProtocolFamily
from proxy.versions.server_side import Listing, server_side
from proxy.wire.buffer import DecodeError, pack_string
from proxy.wire.frame import pack_varint, read_varint
from world.dimension import DimensionType
from world.item import ComponentHash, ItemStack

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

_RESOURCE = re.compile(r"minecraft:[a-z0-9_./-]+")
_SHORTEST = 3
"""Shorter texts and names are in any packet by chance, and say nothing."""
_PERSONAL = frozenset(
    {"string", "component", "optional_component", "item_stack", "optional_uuid", "compound"}
)
"""Serializers of metadata that can hold texts and UUIDs; the words of others, such as poses, aren't on the wire."""
_UNREADABLE = frozenset({"resolvable_profile"})
"""Serializers of metadata that can't do without a name or a skin."""
_PARTICLES = frozenset({"particle", "particles"})
_LISTED = frozenset({"game_mode", "ping", "listed", "list_order", "hat"})
"""What entries of the player list may go on to carry."""

_SAYING = frozenset(
    {"text", "fallback", "insertion", "value", "url", "command", "page", "selector", "name", "contents"}
)
"""Keys of a text component whose strings somebody wrote; those of others are the game's: ``color``, ``translate``."""
_NESTED = frozenset({"extra", "with", "hover_event", "hoverEvent", "click_event", "clickEvent", "separator"})
"""Keys of a text component that hold components, and what is like them."""

_STRUCTURE = frozenset({"action", "color", "font", "id", "translate", "type"})
_WORD = re.compile(r"[a-z0-9_.:/#-]+")
"""What NBT has under these keys is the game's, as long as it looks so: a client refuses it when it's blank."""

_NICKNAMES = ("Player", "Guest", "Visitor", "Someone", "Nemo", "Zzyzx")


class Identities:
    """Who is who: each player of a capture gets a nickname and a UUID that goes with it."""

    def __init__(self) -> None:
        self._names: dict[UUID, str] = {}
        self._new: dict[UUID, tuple[UUID, str]] = {}

    def meet(self, uuid: UUID, name: str | None = None) -> None:
        """Note a player, and the name once it is known."""
        known = self._names.setdefault(uuid, "")
        if name and not known:
            self._names[uuid] = name

    @property
    def names(self) -> frozenset[str]:
        """The players' own names."""
        return frozenset(name for name in self._names.values() if name)

    def __len__(self) -> int:
        return len(self._names)

    def settle(self) -> None:
        """All players are known: give them their nicknames."""
        for uuid in self._names:
            self.replacement(uuid)

    def replacement(self, uuid: UUID) -> tuple[UUID, str]:
        """New UUID and name. UUIDs keep their version, so that companions stay apart from accounts."""
        if uuid not in self._new:
            nickname = self._nickname(len(self._new) + 1)
            digest = md5(f"OfflinePlayer:{nickname}".encode(), usedforsecurity=False).digest()
            version = uuid.version if uuid.version in range(1, 6) else 3
            self._new[uuid] = UUID(bytes=digest, version=version), nickname
        return self._new[uuid]

    def _nickname(self, number: int) -> str:
        names = [name for name in self.names if len(name) >= _SHORTEST]
        for word in _NICKNAMES:
            if not any(name in f"{word}{number}" for name in names):
                return f"{word}{number}"
        raise CaptureError(f"no nickname is free of the names {', '.join(sorted(names))}")

    def exchange(self, data: bytes) -> bytes:
        """Exchange the UUIDs of players wherever their 16 bytes are."""
        for old, (new, _) in self._new.items():
            data = data.replace(old.bytes, new.bytes)
        return data

    def remnants(self) -> re.Pattern[bytes]:
        """Matches names and UUIDs, in all forms, of any player."""
        return _any_of([*self._name_bytes(), *self._uuid_forms()])

    def remnants_as_words(self) -> re.Pattern[bytes]:
        """As :meth:`remnants`, but not inside of longer words."""
        words = [rb"(?<![A-Za-z0-9_])%b(?![A-Za-z0-9_])" % re.escape(name) for name in self._name_bytes()]
        return re.compile(b"|".join([*words, *map(re.escape, self._uuid_forms())]) or rb"(?!)")

    def _name_bytes(self) -> list[bytes]:
        return [name.encode("utf-8") for name in sorted(self.names) if len(name) >= _SHORTEST]

    def _uuid_forms(self) -> Iterator[bytes]:
        for uuid in self._names:
            yield uuid.bytes
            for text in (str(uuid), uuid.hex):
                yield text.encode("ascii")
                yield text.upper().encode("ascii")


def _any_of(texts: list[bytes]) -> re.Pattern[bytes]:
    return re.compile(b"|".join(map(re.escape, texts)) or rb"(?!)")


class _UnsafeError(Exception):
    """A packet can't be made anonymous."""


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
            except (_UnsafeError, DecodeError):
                self.dropped[name] += 1
                continue
            (self.kept if results == [packet.data] else self.rewritten)[name] += 1
            for data in results:
                yield CapturedPacket(packet.time, packet.direction, data)

    def _search(self, name: str, data: bytes) -> None:
        games_words = name in _GAMES_WORDS
        pattern = self._remnants_as_words if games_words else self._remnants
        if pattern.search(data) or (games_words and _LINK.search(data)):
            raise _UnsafeError

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
            raise _UnsafeError
        if name in BLANKED[direction]:
            return [self._blank(data, self._decode(direction, name, body))]
        if name in KEPT[direction]:
            return [data]
        raise _UnsafeError

    def _decode(self, direction: Direction, name: str, body: bytes) -> m.Message:
        if name not in self._family.decodes(direction):
            raise _UnsafeError
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
        raise _UnsafeError

    def _learn_dimension(self, message: m.Message) -> None:
        if isinstance(message, m.RegistryData):
            self._dimensions.learn(message)
        elif isinstance(message, m.JoinGame):
            self._dimensions.types |= message.dimension_types
            self._dimension = message.dimension or self._dimensions.find(message.dimension_key)
        elif isinstance(message, m.Respawn):
            self._dimension = message.dimension or self._dimensions.find(message.dimension_key)

    def _chunk(self, data: bytes, message: m.Message) -> bytes:
        assert isinstance(message, m.ChunkData)
        if self._dimension is None:
            raise _UnsafeError
        contents = self._family.read_column(message.body, self._dimension)
        return self._blank(data, [entity.nbt for entity in contents.block_entities.values()])

    def _blank(self, data: bytes, value: Any) -> bytes:
        """Blank all texts of a decoded value where they are in the packet, and exchange UUIDs."""
        for old, new in _replacements(value, self._identities):
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


def _replacements(value: Any, identities: Identities) -> Iterator[tuple[bytes, bytes]]:
    """Bytes to be replaced by others of the same length, for each text and UUID in a decoded value.

    Raises :class:`_UnsafeError` where something personal couldn't be found in the packet's bytes.
    """
    if isinstance(value, String):
        # A text of NBT: two bytes of length, modified UTF-8.
        raw = modified_utf8.encode(value)
        if len(raw) >= _SHORTEST and not _RESOURCE.fullmatch(value):
            length = len(raw).to_bytes(2, "big")
            yield length + raw, length + _blank_text(raw)
    elif isinstance(value, IntArray):
        if len(value) == 4:
            uuid = UUID(bytes=value.astype(">i4").tobytes())
            yield uuid.bytes, identities.replacement(uuid)[0].bytes
    elif isinstance(value, str):
        yield from _texts(value)
    elif isinstance(value, UUID):
        yield value.bytes, identities.replacement(value)[0].bytes
    elif isinstance(value, ItemStack):
        if _tells(value.components):
            raise _UnsafeError
        yield from _replacements(value.nbt, identities)
    elif isinstance(value, m.EntityMetadata):
        yield from _in_metadata(value.values, identities)
    elif isinstance(value, m.SpawnEntity):
        yield from _in_metadata(value.metadata or {}, identities)
    elif isinstance(value, m.EntityEquipment):
        for _, item in value.items:
            yield from _replacements(item, identities)
    elif isinstance(value, Mapping):
        for key, content in value.items():
            if not (key in _STRUCTURE and isinstance(content, String) and _WORD.fullmatch(content)):
                yield from _replacements(content, identities)
    elif isinstance(value, list | tuple):
        for content in value:
            yield from _replacements(content, identities)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _replacements(getattr(value, field.name), identities)


def _in_metadata(
    values: Mapping[int, tuple[str, Any]], identities: Identities
) -> Iterator[tuple[bytes, bytes]]:
    for serializer, content in values.values():
        if serializer in _UNREADABLE:
            raise _UnsafeError
        if serializer in _PARTICLES:
            for particle in [content] if serializer == "particle" else content:
                yield from _replacements(particle[1], identities)
        elif serializer in _PERSONAL:
            yield from _replacements(content, identities)


def _texts(value: str) -> Iterator[tuple[bytes, bytes]]:
    """A text component or string of the protocol, in each form that it may have in the packet.

    A VarInt of the length and UTF-8, to 1.20.2 also for components; later these are NBT.
    """
    raw = value.encode("utf-8")
    if len(raw) >= _SHORTEST:
        yield pack_string(value), pack_varint(len(raw)) + _blank_text(raw)
    try:
        component = json.loads(value)
    except ValueError:
        return
    for text in _said(component):
        tag = modified_utf8.encode(text)
        if len(tag) >= _SHORTEST:
            length = len(tag).to_bytes(2, "big")
            yield length + tag, length + b" " * len(tag)


def _said(component: Any) -> Iterator[str]:
    """The strings of a text component that somebody wrote."""
    if isinstance(component, str):
        yield component
    elif isinstance(component, list):
        for part in component:
            yield from _said(part)
    elif isinstance(component, dict):
        for key, content in component.items():
            # An empty key is how NBT wraps what stands in a list of mixed types.
            if key in _SAYING or key in _NESTED or not key:
                yield from _said(content)


def _tells(value: Any) -> bool:
    """Whether components of an item hold a text, a UUID, or a client's hash of what may be one."""
    if isinstance(value, str | UUID | IntArray | ComponentHash):
        return True
    if isinstance(value, Mapping):
        return any(map(_tells, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_tells, value))
    return isinstance(value, ItemStack) and (_tells(value.components) or value.nbt is not None)


def _blank_text(raw: bytes) -> bytes:
    """The empty text as JSON, filled up with spaces: a component where one is wanted, and a text anyway."""
    return b'""' + b" " * (len(raw) - 2)


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
