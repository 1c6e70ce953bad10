"""Scoreboard teams."""

from __future__ import annotations

from expected.params import Builder, Params
from proxy import messages as m

_ACTIONS = ("create", "remove", "change", "join", "leave")
_NAMES = ("add", "remove", "change", "join", "leave")
"""minecraft-data's, from 1.21.6 on; before, it has numbers."""


def team(p: Params) -> m.Message:
    mode = p("mode")
    p.ignore("name", "prefix", "suffix", "friendlyFire", "flags", "nameTagVisibility", "collisionRule")
    p.ignore("color", "formatting")
    number = mode if isinstance(mode, int) else _NAMES.index(mode)
    return m.TeamUpdate(p("team"), _ACTIONS[number], tuple(p("players", default=())))


CLIENTBOUND: dict[str, Builder] = {"teams": team, "scoreboard_team": team}
