"""The symbols behind the names of player-shaped actors, on one client.

What stands behind a player's name on its tag, a client takes from the scoreboard team that the name is in. So an
actor that has something to show gets a team of its own. A name is the server's first: while that has it in one of its
own teams, or a player of that name on its list, ours makes way, and comes back when the server lets go of it. For a
client keeps a name in one team at most, and a modern one breaks the connection over a name that is taken out of a
team that it isn't in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.mood_symbols import Symbol
from proxy.versions.write.session import profile_name

if TYPE_CHECKING:
    from proxy.versions.base import ProtocolFamily

PREFIX = "hearthkin:"
"""Of our teams' names. Commands can't write a colon there, so that no team made by hand has such a name."""
_NUMBERS = 1_000_000
"""Six digits: names of teams have 16 characters at most, to 1.17.1."""


@dataclass(slots=True)
class _Team:
    """A team that the client has from us."""

    name: str
    symbol: Symbol
    disturbed: bool = False
    """Whether the server may have taken its member out of it."""


class NameTags:
    """Collects what is to be seen; :meth:`settle` gives the packets that show it."""

    def __init__(
        self,
        family: ProtocolFamily,
        *,
        server_has_name: Callable[[str], bool],
        server_has_team: Callable[[str], bool],
    ) -> None:
        self._family = family
        self._server_has_name = server_has_name
        self._server_has_team = server_has_team
        self._names: dict[str, str] = {}
        """Actor → the name of its profile."""
        self._bearers: dict[str, dict[str, Symbol | None]] = {}
        """Name → what each actor that bears it has to show, in the order in which they came."""
        self._teams: dict[str, _Team] = {}
        """By the name of their member."""
        self._unsettled: dict[str, None] = {}
        self._last_number = 0

    def show(self, actor_id: str, name: str, symbol: Symbol | None) -> None:
        """An actor of that name is there, with a symbol behind its name or none."""
        name = profile_name(name)
        if self._names.get(actor_id, name) != name:
            self.drop(actor_id)
        self._names[actor_id] = name
        self._bearers.setdefault(name, {})[actor_id] = symbol
        self._unsettled[name] = None

    def drop(self, actor_id: str) -> None:
        """An actor is gone. Nothing happens for one that wasn't there."""
        name = self._names.pop(actor_id, None)
        if name is None:
            return
        bearers = self._bearers[name]
        del bearers[actor_id]
        if not bearers:
            del self._bearers[name]
        self._unsettled[name] = None

    def reconsider(self, names: Iterable[str]) -> None:
        """The server has begun or ended to use these names."""
        for name in names:
            if (team := self._teams.get(name)) is not None:
                team.disturbed = True
            if name in self._bearers:
                self._unsettled[name] = None

    def avoid(self, team_name: str) -> list[bytes]:
        """The server is about to make a team: ours of that name has another from now on. To be sent at once."""
        for name, team in self._teams.items():
            if team.name == team_name:
                self._unsettled[name] = None
                del self._teams[name]
                return self._family.remove_team(team_name)
        return []

    def settle(self) -> Iterator[bytes]:
        """What brings the client up to date. A name that this fails on is left as it is, the others aren't."""
        while self._unsettled:
            name = next(iter(self._unsettled))
            del self._unsettled[name]
            yield from self._settle(name)

    def _settle(self, name: str) -> Iterator[bytes]:
        symbol = self._wanted(name)
        team = self._teams.get(name)
        if team is not None and (symbol is None or team.disturbed):
            yield from self._family.remove_team(team.name)
            del self._teams[name]
            team = None
        if symbol is None:
            return
        if team is None:
            team_name = self._new_team_name()
            yield from self._family.create_team(team_name, name, symbol)
            self._teams[name] = _Team(team_name, symbol)
        elif team.symbol != symbol:
            yield from self._family.change_team(team.name, symbol)
            team.symbol = symbol

    def _wanted(self, name: str) -> Symbol | None:
        """Actors of one name share one tag: the first that has something to show decides."""
        symbol = next((symbol for symbol in self._bearers.get(name, {}).values() if symbol is not None), None)
        return None if symbol is None or self._server_has_name(name) else symbol

    def _new_team_name(self) -> str:
        taken = {team.name for team in self._teams.values()}
        while True:
            self._last_number = self._last_number % (_NUMBERS - 1) + 1
            name = f"{PREFIX}{self._last_number}"
            if name not in taken and not self._server_has_team(name):
                return name

    def clear(self) -> None:
        """The client has dropped its scoreboard, and all actors."""
        self._names.clear()
        self._bearers.clear()
        self._teams.clear()
        self._unsettled.clear()
