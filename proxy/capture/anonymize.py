"""Takes out of a capture who played, what they said and where, so that it can be shared.

What a packet may be is decided by its name: those that can't hold anything personal are kept, those that name
players are written anew, texts inside others are blanked without changing their length, and the rest is
dropped and counted. Whatever is kept is searched for the names and UUIDs of all players once more."""

from __future__ import annotations

import dataclasses
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
from proxy.capture.writer import pack
from proxy.versions.base import Direction, ProtocolFamily
from proxy.versions.server_side import Listing, server_side
from proxy.wire.buffer import DecodeError, Reader, pack_string
from proxy.wire.frame import FrameError, pack_varint, read_varint
from world.dimension import DimensionType
from world.item import ItemStack

log = logging.getLogger(__name__)

KEPT: Mapping[Direction, frozenset[str]] = {
    "clientbound": frozenset(
        """
        acknowledge_block_changes acknowledge_player_digging animation attach_entity block_action
        block_break_animation block_change camera change_game_state close_window collect_item
        confirm_transaction destroy_entities effect entity entity_effect entity_head_look entity_look
        entity_look_and_relative_move entity_properties entity_relative_move entity_sound_effect entity_status
        entity_teleport entity_velocity explosion face_player held_item_change initialize_world_border
        join_game keep_alive multi_block_change named_sound_effect open_horse_window ping player_abilities
        player_position_and_look remove_entity_effect respawn server_difficulty set_cooldown set_experience
        set_passengers set_simulation_distance sound_effect spawn_experience_orb spawn_mob spawn_object
        spawn_painting spawn_player spawn_position stop_sound tags time_update unload_chunk update_health
        update_light update_view_distance update_view_position vehicle_move window_property world_border
        world_border_center world_border_lerp_size world_border_size world_border_warning_delay
        world_border_warning_reach """.split()
    ),
    "serverbound": frozenset(
        """
        animation client_settings client_status close_window confirm_transaction enchant_item entity_action
        held_item_change keep_alive pick_item player player_abilities player_block_placement player_digging
        player_look player_position player_position_and_look pong select_trade steer_boat steer_vehicle
        teleport_confirm use_entity use_item vehicle_move
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
            "set_slot",
            "update_block_entity",
            "window_items",
        }
    ),
    "serverbound": frozenset({"click_window", "creative_inventory_action"}),
}
"""Packets whose texts can be found by decoding them."""

_CHUNK = "chunk_data"
_PLAYER_LIST = "player_list_item"
_HARMLESS_LIST_ACTIONS = frozenset({"game_mode", "ping", "listed", "list_order", "hat"})
_PLUGIN_MESSAGE = "plugin_message"
_LOGIN_SUCCESS = "login_success"
_BRAND = "minecraft:brand"

_REGISTRY = frozenset({"join_game", "respawn", "tags"})
"""Packets made of the game's own words, of which a player's name may happen to be a part."""

_RESOURCE = re.compile(r"minecraft:[a-z0-9_./-]+")
_SHORTEST = 3
"""Shorter texts and names are in any packet by chance, and say nothing."""
_PERSONAL = frozenset(
    {"string", "component", "optional_component", "item_stack", "optional_uuid", "compound"}
)
"""Serializers of metadata that can hold texts and UUIDs; the words of others, such as poses, aren't on the wire."""

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
        self._dimension_types: dict[str, DimensionType] = {}
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
        pattern = self._remnants_as_words if name in _REGISTRY else self._remnants
        if pattern.search(data):
            raise _UnsafeError

    def _rewrite(self, name: str, packet: CapturedPacket) -> list[bytes]:
        direction, data = packet.direction, packet.data
        body = data[read_varint(data, 0)[1] :]
        if direction == "clientbound":
            if name == _LOGIN_SUCCESS:
                return [self._encode.login_success(*self._identities.replacement(Reader(body).uuid()))]
            if name == _PLAYER_LIST:
                return self._player_list(data, self._decode(direction, name, body))
            if name == _CHUNK:
                return [self._chunk(data, self._decode(direction, name, body))]
            if name in _REGISTRY - {"tags"}:
                self._enter_world(self._decode(direction, name, body))
        if name == _PLUGIN_MESSAGE:
            message = self._decode(direction, name, body)
            if isinstance(message, m.PluginMessage) and message.channel == _BRAND:
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
                Listing(*self._identities.replacement(entry.uuid), entry.game_mode or 0, entry.ping or 0)
                for entry in message.entries
            )
        if message.actions <= _HARMLESS_LIST_ACTIONS:
            return [data]
        raise _UnsafeError

    def _enter_world(self, message: m.Message) -> None:
        if isinstance(message, m.JoinGame):
            self._dimension_types = message.dimension_types
            self._dimension = message.dimension
        elif isinstance(message, m.Respawn):
            named = self._dimension_types.get(str(message.dimension_key))
            self._dimension = message.dimension or named

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


def _replacements(value: Any, identities: Identities) -> Iterator[tuple[bytes, bytes]]:
    """Bytes to be replaced by others of the same length, for each text and UUID in a decoded value."""
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
        # A text component or string of the protocol: VarInt of the length, UTF-8.
        raw = value.encode("utf-8")
        if len(raw) >= _SHORTEST:
            yield pack_string(value), pack_varint(len(raw)) + _blank_text(raw)
    elif isinstance(value, UUID):
        yield value.bytes, identities.replacement(value)[0].bytes
    elif isinstance(value, ItemStack):
        yield from _replacements(value.nbt, identities)
    elif isinstance(value, m.EntityMetadata):
        for serializer, content in value.values.values():
            if serializer == "particle":
                yield from _replacements(content[1], identities)
            elif serializer in _PERSONAL:
                yield from _replacements(content, identities)
    elif isinstance(value, m.EntityEquipment):
        for _, item in value.items:
            yield from _replacements(item, identities)
    elif isinstance(value, Mapping):
        for content in value.values():
            yield from _replacements(content, identities)
    elif isinstance(value, list | tuple):
        for content in value:
            yield from _replacements(content, identities)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _replacements(getattr(value, field.name), identities)


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
    in_play = not capture.metadata.starts_in_login
    for packet in capture.packets():
        try:
            packet_id = read_varint(packet.data, 0)[0]
        except FrameError as error:
            raise CaptureError(f"{capture.path}: packet without an id at {packet.time} ms: {error}") from None
        name = family.packet_name("play" if in_play else "login", packet.direction, packet_id)
        in_play = in_play or name == _LOGIN_SUCCESS
        yield name or f"unknown_{packet_id:#04x}", packet


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
            if name == _LOGIN_SUCCESS:
                reader = Reader(body)
                uuid = reader.uuid()
                identities.meet(uuid, reader.string(16))
            elif name == _PLAYER_LIST:
                message = family.decode("clientbound", name, body)
                if isinstance(message, m.PlayerInfo):
                    for entry in message.entries:
                        identities.meet(entry.uuid, entry.name)
            elif name == "spawn_player":
                spawn = family.decode("clientbound", name, body)
                if isinstance(spawn, m.SpawnEntity) and spawn.uuid is not None:
                    identities.meet(spawn.uuid)
        except DecodeError as error:
            log.warning(
                "%s: %s at %d ms can't be read and is left out: %s", capture.path, name, packet.time, error
            )
    identities.settle()
    return identities
