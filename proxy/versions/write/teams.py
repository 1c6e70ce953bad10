"""Scoreboard teams of one member, which put a mood's symbol behind a player's name.

All else about such a team is as it is without one: its members' names show, in their own color, and they push and
are pushed.
"""

from __future__ import annotations

from collections.abc import Callable

from proxy.mood_symbols import Symbol
from proxy.versions.releases import FIRST, V1_9, V1_13, V1_21_5, Since
from proxy.versions.tables import Tables
from proxy.versions.write.legacy.teams import TEAM_TITLE, settings_1_8, settings_1_9
from proxy.versions.write.packets import NamedPacket, behind_name, pack_component
from proxy.wire.buffer import pack_string
from proxy.wire.frame import pack_varint

_CREATE, _REMOVE, _CHANGE = bytes((0,)), bytes((1,)), bytes((2,))
_FRIENDLY_FIRE = b"\x01"
_NO_COLOR = pack_varint(21)
"""The number of ``reset`` among the chat's formats."""
_ALWAYS = pack_string("always")
_ALWAYS_1_21_5 = pack_varint(0)


def _settings(symbol: Symbol, tables: Tables, always: bytes) -> bytes:
    """``always``: how the version writes that name tags show, and that its members push and are pushed."""
    return (
        pack_component({"text": TEAM_TITLE}, tables)
        + _FRIENDLY_FIRE
        + always
        + always
        + _NO_COLOR
        + pack_component({"text": ""}, tables)
        + pack_component(_suffix(symbol), tables)
    )


def _suffix(symbol: Symbol) -> dict[str, object]:
    parts = behind_name(symbol)
    return parts[0] if len(parts) == 1 else {"text": "", "extra": parts}


def _settings_1_13(symbol: Symbol, tables: Tables) -> bytes:
    return _settings(symbol, tables, _ALWAYS)


def _settings_1_21_5(symbol: Symbol, tables: Tables) -> bytes:
    return _settings(symbol, tables, _ALWAYS_1_21_5)


_SETTINGS: Since[Callable[[Symbol, Tables], bytes]] = Since(
    (FIRST, settings_1_8), (V1_9, settings_1_9), (V1_13, _settings_1_13), (V1_21_5, _settings_1_21_5)
)


def create_team(team: str, member: str, symbol: Symbol, tables: Tables) -> list[NamedPacket]:
    """A new team, which its member leaves any other for."""
    settings = _SETTINGS.at(tables.protocol)(symbol, tables)
    return [("teams", pack_string(team) + _CREATE + settings + pack_varint(1) + pack_string(member))]


def change_team(team: str, symbol: Symbol, tables: Tables) -> list[NamedPacket]:
    settings = _SETTINGS.at(tables.protocol)(symbol, tables)
    return [("teams", pack_string(team) + _CHANGE + settings)]


def remove_team(team: str) -> list[NamedPacket]:
    """Its member, if it still is one, is in no team then."""
    return [("teams", pack_string(team) + _REMOVE)]
