"""Settings of the teams of :mod:`proxy.versions.write.teams` in 1.8 to 1.12.2, whose texts are plain."""

from __future__ import annotations

from proxy.mood_symbols import Symbol
from proxy.versions.tables import Tables
from proxy.versions.write.legacy.colors import colored
from proxy.wire.buffer import pack_string

TEAM_TITLE = "Hearthkin"
"""What spectators read where their client lists teams."""
_FRIENDLY_FIRE = b"\x01"
_NO_COLOR = b"\xff"
_ALWAYS = pack_string("always")


def _settings(symbol: Symbol, rules: bytes) -> bytes:
    suffix = colored(symbol)  # vanilla takes 16 characters
    texts = pack_string(TEAM_TITLE) + pack_string("") + pack_string(suffix)
    return texts + _FRIENDLY_FIRE + rules + _NO_COLOR


def settings_1_8(symbol: Symbol, tables: Tables) -> bytes:
    return _settings(symbol, _ALWAYS)


def settings_1_9(symbol: Symbol, tables: Tables) -> bytes:
    """With a rule for who pushes whom."""
    return _settings(symbol, _ALWAYS + _ALWAYS)
