"""Scoreboard teams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.values import UUID_A, Packet, component

_PLAIN_TEXT_TO = 340
_NUMBERED_RULES = 770
_NAMED_MODES = 771
MODES = ("add", "remove", "change", "join", "leave")


def clientbound(protocol: int) -> Iterator[Packet]:
    name = "scoreboard_team" if protocol == 47 else "teams"
    settings, members = _settings(protocol), {"players": ["Ada", "Zoë ✿", UUID_A]}
    fields = ({**settings, **members}, {}, settings, members, members)
    for number, params in enumerate(fields):
        mode = MODES[number] if protocol >= _NAMED_MODES else number
        yield name, {"team": "wächter", "mode": mode, **params}
    yield name, {"team": "", "mode": "add" if protocol >= _NAMED_MODES else 0, **settings, "players": []}


def _settings(protocol: int) -> dict[str, Any]:
    def text(words: str) -> Any:
        return words if protocol <= _PLAIN_TEXT_TO else component(protocol, words)

    settings = {"name": text("Die Wächter"), "prefix": text("[W] "), "suffix": text(" ♥")}
    if protocol <= _PLAIN_TEXT_TO:
        settings |= {"friendlyFire": 3, "nameTagVisibility": "never", "color": -1}
        return settings if protocol == 47 else settings | {"collisionRule": "pushOwnTeam"}
    settings |= {"formatting": 300, "friendlyFire": 3}
    if protocol >= _NAMED_MODES:
        return settings | {
            "flags": {"_value": 0, "friendly_fire": True, "see_friendly_invisible": True},
            "nameTagVisibility": "hide_for_own_team",
            "collisionRule": "push_own_team",
        }
    rules = (3, 300) if protocol >= _NUMBERED_RULES else ("hideForOwnTeam", "pushOwnTeam")
    return settings | dict(zip(("nameTagVisibility", "collisionRule"), rules, strict=True))
