"""The teams of a server's scoreboard, as a client keeps them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from proxy import messages as m
from proxy.tracking.handlers import Handlers

if TYPE_CHECKING:
    from proxy.tracking.tracker import WorldTracker


class Scoreboard:
    """Which team each name is in: in one at most."""

    def __init__(self) -> None:
        self._teams: dict[str, dict[str, None]] = {}
        """Team → names, in the order in which they came."""
        self._team_of: dict[str, str] = {}

    def __contains__(self, team: str) -> bool:
        return team in self._teams

    def team_of(self, name: str) -> str | None:
        return self._team_of.get(name)

    def create(self, team: str) -> None:
        """Who is in a team of that name already stays in it."""
        self._teams.setdefault(team, {})

    def remove(self, team: str) -> tuple[str, ...]:
        """Return who was in it."""
        members = tuple(self._teams.pop(team, ()))
        for name in members:
            del self._team_of[name]
        return members

    def join(self, team: str, names: Iterable[str]) -> None:
        """Names leave the team that they were in. Nothing happens for a team that there isn't."""
        members = self._teams.get(team)
        if members is None:
            return
        for name in names:
            before = self._team_of.get(name)
            if before is not None:
                del self._teams[before][name]
            members[name] = None
            self._team_of[name] = team

    def leave(self, team: str, names: Iterable[str]) -> None:
        """Nothing happens for names that aren't in that team."""
        for name in names:
            if self._team_of.get(name) == team:
                del self._team_of[name]
                del self._teams[team][name]

    def clear(self) -> None:
        self._teams.clear()
        self._team_of.clear()


def update(tracker: WorldTracker, message: m.TeamUpdate) -> None:
    scoreboard, team, names = tracker.view.scoreboard, message.team, message.members
    match message.action:
        case "create":
            tracker.events.server_uses_team(tracker.view, team)
            scoreboard.create(team)
            scoreboard.join(team, names)
        case "remove":
            names = scoreboard.remove(team)
        case "join":
            scoreboard.join(team, names)
        case "leave":
            scoreboard.leave(team, names)
    if names:
        tracker.events.server_names_changed(tracker.view, names)


CLIENTBOUND: Handlers = {m.TeamUpdate: update}
