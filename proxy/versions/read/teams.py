"""Scoreboard teams: who is in which. What a team looks like is left to the client."""

from __future__ import annotations

from collections.abc import Callable

from proxy.messages import TeamUpdate
from proxy.versions.read.rows import Row
from proxy.versions.read.values import component
from proxy.versions.releases import V1_13, V1_21_5
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

ACTIONS = ("create", "remove", "change", "join", "leave")
"""By number."""
_WITH_SETTINGS = frozenset({"create", "change"})
_WITH_MEMBERS = frozenset({"create", "join", "leave"})


def team_update(reader: Reader, skip_settings: Callable[[], None]) -> TeamUpdate:
    """The frame that all versions have around the settings of a team."""
    team, number = reader.string(), reader.u8()
    if number >= len(ACTIONS):
        raise DecodeError(f"team action {number}, {len(ACTIONS) - 1} is the last")
    action = ACTIONS[number]
    if action in _WITH_SETTINGS:
        skip_settings()
    members: tuple[str, ...] = ()
    if action in _WITH_MEMBERS:
        members = tuple(reader.string() for _ in range(reader.count()))
    return TeamUpdate(team, action, members)


def teams_1_13(reader: Reader, tables: Tables) -> TeamUpdate:
    def skip_settings() -> None:
        component(reader, tables)  # its name
        reader.u8()  # friendly fire, invisible friends
        reader.string()  # whose name tags show
        reader.string()  # who pushes whom
        reader.varint()  # color
        component(reader, tables)  # before a member's name
        component(reader, tables)  # behind it

    return team_update(reader, skip_settings)


def teams_1_21_5(reader: Reader, tables: Tables) -> TeamUpdate:
    def skip_settings() -> None:
        component(reader, tables)
        reader.u8()
        reader.varint()
        reader.varint()
        reader.varint()
        component(reader, tables)
        component(reader, tables)

    return team_update(reader, skip_settings)


CLIENTBOUND = (
    Row("teams", teams_1_13, since=V1_13),
    Row("teams", teams_1_21_5, since=V1_21_5),
)
