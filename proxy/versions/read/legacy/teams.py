"""Scoreboard teams of 1.8 to 1.12.2, whose texts are plain."""

from __future__ import annotations

from proxy.messages import TeamUpdate
from proxy.versions.read.rows import Row
from proxy.versions.read.teams import team_update
from proxy.versions.releases import V1_8, V1_9
from proxy.versions.tables import Tables
from proxy.wire.buffer import Reader


def _teams(reader: Reader, *, collisions: bool) -> TeamUpdate:
    def skip_settings() -> None:
        for _ in range(3):
            reader.string()  # its name, what comes before a member's name, and behind it
        reader.u8()  # friendly fire, invisible friends
        reader.string()  # whose name tags show
        if collisions:
            reader.string()  # who pushes whom
        reader.u8()  # color

    return team_update(reader, skip_settings)


def teams_1_8(reader: Reader, tables: Tables) -> TeamUpdate:
    return _teams(reader, collisions=False)


def teams_1_9(reader: Reader, tables: Tables) -> TeamUpdate:
    return _teams(reader, collisions=True)


CLIENTBOUND = (Row("teams", teams_1_8, since=V1_8), Row("teams", teams_1_9, since=V1_9))
