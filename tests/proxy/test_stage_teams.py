"""Our scoreboard teams among a server's, on a client that is as strict as vanilla's."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from model_client import ModelClient

from npc.clock import ManualClock
from npc.emotion.mood import Mood
from npc.stage_port import Actor
from proxy import messages as m
from proxy.mood_symbols import MOOD_SYMBOLS
from proxy.stage_writer import StageWriter
from proxy.tracking.client_view import ClientView
from proxy.tracking.tracker import NoEvents, WorldTracker
from proxy.versions import family_for
from world.view import WorldRegistry

PROTOCOLS = (47, 340, 760, 765, 771)
"""One of each layout of teams or player lists."""
CAST = {"juniper": "Juniper", "fern": "Fern", "twin": "Juniper"}
NAMES = st.sampled_from(["Juniper", "Fern"])
TEAMS = st.sampled_from(["red", *(f"hearthkin:{number}" for number in range(1, 9))])
TICKS = st.sampled_from([True, True, False])
ACTORS = st.sampled_from(list(CAST))


class Events(NoEvents):
    """What the application does with the tracker's news."""

    def __init__(self, writer: StageWriter) -> None:
        self.writer = writer

    def server_uses_team(self, view: ClientView, team: str) -> None:
        self.writer.avoid_team(team)

    def server_names_changed(self, view: ClientView, names: Sequence[str]) -> None:
        self.writer.reconsider_names(names)


class OneClientBetweenAServerAndACast(RuleBasedStateMachine):
    @initialize(protocol=st.sampled_from(PROTOCOLS))
    def begin(self, protocol: int) -> None:
        family = family_for(protocol)
        assert family is not None
        self.clock = ManualClock()
        self.client = ModelClient(family, self.clock)
        self.writer = StageWriter(self.client, family, self.clock)
        bridge: Any = SimpleNamespace(
            session=1, profile_name="Ann", profile_uuid=UUID(int=7), family=family, backend_name="server:1"
        )
        self.view = ClientView(bridge, self.writer)
        self.writer.server_has_name = self.view.server_has
        self.writer.server_has_team = self.view.scoreboard.__contains__
        self.tracker = WorldTracker(self.view, WorldRegistry(), Events(self.writer))
        self.actors = {
            actor_id: Actor(actor_id, UUID(int=number), name)
            for number, (actor_id, name) in enumerate(CAST.items(), 1)
        }
        self.actors["juniper"].mood = Mood.HURT
        self.on: dict[str, None] = {}
        self.servers: dict[str, set[str]] = {}
        self.listed: set[str] = set()

    # --- the server

    def receive(self, message: m.Message, tick: bool) -> None:
        """As on the wire: the tracker first, then the client. A tick may come before the next message."""
        self.tracker.apply("clientbound", message)
        if isinstance(message, m.TeamUpdate):
            self.client.apply_team(message)
        if tick:
            self.flush()

    @rule(team=TEAMS, names=st.lists(NAMES, min_size=1, max_size=2, unique=True), tick=TICKS)
    def create_or_join(self, team: str, names: list[str], tick: bool) -> None:
        action = "join" if team in self.servers else "create"
        for members in self.servers.values():
            members.difference_update(names)
        self.servers.setdefault(team, set()).update(names)
        self.receive(m.TeamUpdate(team, action, tuple(names)), tick)

    @precondition(lambda self: self.servers)
    @rule(data=st.data(), tick=TICKS)
    def leave_or_remove(self, data: st.DataObject, tick: bool) -> None:
        team = data.draw(st.sampled_from(sorted(self.servers)))
        members = sorted(self.servers[team])
        if members and data.draw(st.booleans()):
            name = data.draw(st.sampled_from(members))
            self.servers[team].remove(name)
            self.receive(m.TeamUpdate(team, "leave", (name,)), tick)
        else:
            del self.servers[team]
            self.receive(m.TeamUpdate(team, "remove"), tick)

    @rule(name=NAMES, tick=TICKS)
    def a_player_of_that_name_comes_or_goes(self, name: str, tick: bool) -> None:
        uuid = UUID(int=1000 + sum(name.encode()))
        if name in self.listed:
            self.listed.remove(name)
            self.receive(m.PlayersRemoved((uuid,)), tick)
        else:
            self.listed.add(name)
            self.receive(m.PlayerInfo(frozenset({"add"}), (m.PlayerInfoEntry(uuid, name),)), tick)

    # --- the cast

    @rule(actor_id=ACTORS)
    def come_or_go(self, actor_id: str) -> None:
        if actor_id in self.on:
            del self.on[actor_id]
            self.writer.despawn(actor_id)
        else:
            self.on[actor_id] = None
            self.writer.spawn(self.actors[actor_id])

    @rule(actor_id=ACTORS, mood=st.sampled_from([Mood.COMPOSED, Mood.ANGRY, Mood.JOYFUL]), tick=TICKS)
    def feel(self, actor_id: str, mood: Mood, tick: bool) -> None:
        self.actors[actor_id].mood = mood
        self.writer.mood(self.actors[actor_id])
        if tick:
            self.flush()

    @rule()
    def respawn(self) -> None:
        self.writer.forget_all()
        self.on.clear()
        self.client.entities.clear()

    @rule()
    def configure(self) -> None:
        self.client.reset()
        self.view.leave_world()
        self.writer.client_reset()
        self.on.clear()
        self.servers.clear()
        self.listed.clear()
        self.client.in_play = True

    @rule()
    def flush(self) -> None:
        self.writer.flush()
        for name in ("Juniper", "Fern"):
            team = self.client.team_of(name)
            holder = next((held for held, members in self.servers.items() if name in members), None)
            if holder is not None:
                assert team == holder, "the server comes first"
                continue
            moods = [self.actors[actor_id].mood for actor_id in self.on if CAST[actor_id] == name]
            wanted = next((MOOD_SYMBOLS[mood] for mood in moods if mood), None)
            if wanted is None or name in self.listed:
                assert team is None
            else:
                assert team is not None
                assert self.client.symbols[team] == wanted
        ours = self.client.teams.keys() - self.servers.keys()
        assert all(len(self.client.teams[team]) == 1 for team in ours), "nothing is left behind"

    @invariant()
    def the_client_has_no_complaints(self) -> None:
        assert not self.client.complaints


TestTeams = OneClientBetweenAServerAndACast.TestCase
TestTeams.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
