"""The player list: one packet with an action to 1.19.2, a set of actions and a packet of its own to remove since."""

from __future__ import annotations

from proxy.messages import PlayerInfo, PlayerInfoEntry, PlayersRemoved, ProfileProperty
from proxy.versions.read.rows import Row
from proxy.versions.read.values import byte_array, component
from proxy.versions.releases import V1_19, V1_19_3, V1_21_2, V1_21_4
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

_ACTIONS_1_8 = tuple(
    map(
        frozenset,
        (("add", "game_mode", "ping", "display_name"), ("game_mode",), ("ping",), ("display_name",)),
    )
)
_REMOVE = len(_ACTIONS_1_8)

_ACTIONS_1_19_3 = ("add", "chat_session", "game_mode", "listed", "ping", "display_name")
_ACTIONS_1_21_2 = (*_ACTIONS_1_19_3, "list_order")
_ACTIONS_1_21_4 = (*_ACTIONS_1_21_2, "hat")
"""By bit, and in the order in which an entry's values follow each other."""


def _profile_property(reader: Reader) -> ProfileProperty:
    return ProfileProperty(reader.string(), reader.string(), reader.optional(reader.string))


def _profile(reader: Reader, entry: PlayerInfoEntry) -> None:
    entry.name = reader.string(16)
    entry.properties = tuple(_profile_property(reader) for _ in range(reader.count(3)))


def _skip_key(reader: Reader) -> None:
    """A player's public key."""
    reader.i64()  # when it expires
    byte_array(reader)
    byte_array(reader)  # Mojang's signature of it


def _player_list(reader: Reader, tables: Tables, *, profile_keys: bool) -> PlayerInfo | PlayersRemoved:
    number = reader.varint()
    if not 0 <= number <= _REMOVE:
        raise DecodeError(f"player list action {number}")
    count = reader.count(16)
    if number == _REMOVE:
        return PlayersRemoved(tuple(reader.uuid() for _ in range(count)))
    actions = _ACTIONS_1_8[number]
    return PlayerInfo(
        actions, tuple(_entry(reader, tables, actions, profile_keys=profile_keys) for _ in range(count))
    )


def _entry(reader: Reader, tables: Tables, actions: frozenset[str], *, profile_keys: bool) -> PlayerInfoEntry:
    entry = PlayerInfoEntry(reader.uuid())
    if "add" in actions:
        _profile(reader, entry)
    if "game_mode" in actions:
        entry.game_mode = reader.varint()
    if "ping" in actions:
        entry.ping = reader.varint()
    if "display_name" in actions:
        entry.display_name = reader.optional(lambda: component(reader, tables))
    if "add" in actions and profile_keys and reader.boolean():
        _skip_key(reader)
    return entry


def player_list_1_8(reader: Reader, tables: Tables) -> PlayerInfo | PlayersRemoved:
    return _player_list(reader, tables, profile_keys=False)


def player_list_1_19(reader: Reader, tables: Tables) -> PlayerInfo | PlayersRemoved:
    return _player_list(reader, tables, profile_keys=True)


def player_list_1_19_3(reader: Reader, tables: Tables) -> PlayerInfo:
    return _player_list_by_bits(reader, tables, _ACTIONS_1_19_3)


def player_list_1_21_2(reader: Reader, tables: Tables) -> PlayerInfo:
    return _player_list_by_bits(reader, tables, _ACTIONS_1_21_2)


def player_list_1_21_4(reader: Reader, tables: Tables) -> PlayerInfo:
    return _player_list_by_bits(reader, tables, _ACTIONS_1_21_4)


def _player_list_by_bits(reader: Reader, tables: Tables, known: tuple[str, ...]) -> PlayerInfo:
    bits = reader.u8()
    actions = tuple(action for bit, action in enumerate(known) if bits >> bit & 1)
    entries = tuple(_entry_by_actions(reader, tables, actions) for _ in range(reader.count(16)))
    return PlayerInfo(frozenset(actions), entries)


def _entry_by_actions(reader: Reader, tables: Tables, actions: tuple[str, ...]) -> PlayerInfoEntry:
    entry = PlayerInfoEntry(reader.uuid())
    for action in actions:
        match action:
            case "add":
                _profile(reader, entry)
            case "chat_session":
                if reader.boolean():
                    reader.uuid()
                    _skip_key(reader)
            case "game_mode":
                entry.game_mode = reader.varint()
            case "listed":
                entry.listed = reader.boolean()
            case "ping":
                entry.ping = reader.varint()
            case "display_name":
                entry.display_name = reader.optional(lambda: component(reader, tables))
            case "list_order":
                entry.list_order = reader.varint()
            case "hat":
                entry.hat = reader.boolean()
    return entry


def player_remove(reader: Reader, tables: Tables) -> PlayersRemoved:
    return PlayersRemoved(tuple(reader.uuid() for _ in range(reader.count(16))))


CLIENTBOUND = (
    Row("player_list_item", player_list_1_8),
    Row("player_list_item", player_list_1_19, since=V1_19),
    Row("player_list_item", player_list_1_19_3, since=V1_19_3),
    Row("player_list_item", player_list_1_21_2, since=V1_21_2),
    Row("player_list_item", player_list_1_21_4, since=V1_21_4),
    Row("player_remove", player_remove, since=V1_19_3),
)
