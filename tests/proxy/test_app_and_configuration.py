"""A whole application without sockets: what a client is told of companions, also when it goes back to configuration.

Packets of the server are real ones, read by the application's own observers; only the bridge is a stand-in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import pytest
from twisted.internet.task import Clock

import proxy.app
from npc.clock import ManualClock
from npc.emotion import Mood, MoodImpulse
from proxy import messages as m
from proxy.app import Hearthkin
from proxy.config.model import Config
from proxy.connection.bridge import Bridge
from proxy.entity_ids import FIRST_ENTITY_ID
from proxy.mood_channel import mood_message
from proxy.mood_symbols import MOOD_SYMBOLS
from proxy.versions import family_for
from proxy.versions.base import CONFIGURATION, ProtocolFamily, State
from proxy.versions.server_side import server_side
from proxy.wire.buffer import pack_string
from proxy.wire.frame import Frame, read_varint
from world.chunk import Chunk, ColumnContents
from world.section import Section

FAMILIES = [family for family in map(family_for, (764, 766, 775)) if family is not None]


class StandIn:
    """The bridge's side of a client: shows packets to observers, and keeps what is sent to the client."""

    session = 1
    profile_name = "Ann"
    profile_uuid = UUID(int=7)
    backend_name = "server:25565"
    client_congested = False

    def __init__(self, app: Hearthkin, family: ProtocolFamily) -> None:
        self.family = family
        self.state: State = "configuration"
        self.sent: list[bytes] = []
        self.observers = app._observers(cast(Bridge, self))
        for observer in self.observers:
            observer.joined(cast(Bridge, self))

    def send_to_client(self, *packets: bytes) -> None:
        if self.state == "play":
            self.sent += packets

    def hears(self, packets: Sequence[bytes]) -> None:
        for packet in packets:
            packet_id, _ = read_varint(packet, 0)
            name = self.family.packet_name(self.state, "clientbound", packet_id)
            assert name is not None
            shown = CONFIGURATION + name if self.state == "configuration" else name
            for observer in self.observers:
                if shown in observer.clientbound_interests:
                    frame = Frame(packet, 0, 0, packet_id, packet)
                    assert observer.clientbound(cast(Bridge, self), shown, frame) is None
            if name == "finish_configuration":
                self.state = "play"
            elif name == "start_configuration":
                self.state = "configuration"

    def says(self, name: str, body: bytes) -> Sequence[bytes] | None:
        """What travels on to the server instead; None for the packet itself."""
        packet_id = self.family.packet_id("play", "serverbound", name)
        assert packet_id is not None
        packet = bytes((packet_id,)) + body
        frame = Frame(packet, 0, 0, packet_id, packet)
        for observer in self.observers:
            if name in observer.serverbound_interests:
                answer = observer.serverbound(cast(Bridge, self), name, frame)
                if answer is not None:
                    return answer
        return None

    def teams(self) -> list[m.TeamUpdate]:
        """What the client was told of teams since the last time."""
        told = [read_varint(packet, 0) for packet in self.sent]
        found = [
            self.family.decode("clientbound", "teams", packet[start:])
            for packet, (packet_id, start) in zip(self.sent, told, strict=True)
            if self.family.packet_name("play", "clientbound", packet_id) == "teams"
        ]
        self.sent.clear()
        return cast(list[m.TeamUpdate], found)

    def names(self) -> list[str]:
        """What the client was sent since the last time."""
        ids = [read_varint(packet, 0)[0] for packet in self.sent]
        self.sent.clear()
        return [str(self.family.packet_name("play", "clientbound", packet_id)) for packet_id in ids]


@pytest.fixture(params=FAMILIES, ids=lambda family: family.minecraft)
def family(request: pytest.FixtureRequest) -> ProtocolFamily:
    return cast(ProtocolFamily, request.param)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    manual = ManualClock()
    monkeypatch.setattr(proxy.app, "SystemClock", lambda: manual)
    return manual


@pytest.fixture
def display() -> dict[str, Any]:
    """A table of the configuration."""
    return {}


@pytest.fixture
def app(tmp_path: Path, clock: ManualClock, display: dict[str, Any]) -> Iterator[Hearthkin]:
    companion = {"name": "Juniper", "position": (2.5, 64.0, 2.5)}
    config = Config.model_validate(
        {"saves": {"folder": tmp_path}, "npc": {"juniper": companion}, "display": display}
    )
    hearthkin = Hearthkin(cast(Any, Clock()), config)
    hearthkin.store.open()
    hearthkin._load_companions()
    yield hearthkin
    hearthkin.store.close()


def enter(client: StandIn) -> None:
    """Configuration to its end, and a world with a floor around the player."""
    server = server_side(client.family)
    client.hears([*server.registries(core_known=False), *server.finish_configuration()])
    join_world(client)


def join_world(client: StandIn) -> None:
    server = server_side(client.family)
    client.hears(server.join_game(1, 0, max_players=20, view_distance=8))
    floor = Section.filled(client.family.blocks.state("stone"))
    sections = [floor] + [None] * (server.dimension.section_count - 1)
    chunk = Chunk(0, 0, server.dimension, ColumnContents(list(sections)))
    client.hears(client.family.chunk_data(chunk))
    client.hears(server.teleport(0.5, 64.0, 0.5, 0.0, 0.0, 1))


def tick(app: Hearthkin, clock: ManualClock, count: int = 5) -> None:
    for _ in range(count):
        clock.advance()
        app._tick()


def start_configuration(family: ProtocolFamily) -> list[bytes]:
    packet_id = family.packet_id("play", "clientbound", "start_configuration")
    assert packet_id is not None
    return [bytes((packet_id,))]


SPAWN = ["player_list_item", "spawn_object", "entity_metadata", "entity_head_look"]


def test_nothing_is_sent_before_the_client_is_in_a_world(
    app: Hearthkin, clock: ManualClock, family: ProtocolFamily
) -> None:
    client = StandIn(app, family)
    tick(app, clock)
    server = server_side(family)
    client.hears([*server.registries(core_known=False), *server.finish_configuration()])
    app.views[1].port.say("Welcome")
    tick(app, clock)
    assert client.names() == []
    join_world(client)
    assert client.names() == [], "not between the server's packets"
    tick(app, clock)
    assert client.names()[: len(SPAWN) + 1] == [*SPAWN, "system_message"]


def test_a_client_taken_back_to_configuration_sees_its_companion_anew(
    app: Hearthkin, clock: ManualClock, family: ProtocolFamily
) -> None:
    client = StandIn(app, family)
    enter(client)
    tick(app, clock)
    assert client.names()[: len(SPAWN)] == SPAWN
    client.hears(start_configuration(family))
    assert client.names() == [], "it throws everything away by itself"
    assert not app.simulation.stage.sees(1, "juniper")
    port = app.views[1].port
    port.say("Still with you")
    tick(app, clock, 60)
    client.state = "play"  # even if something were let through now
    tick(app, clock)
    assert client.names() == []
    client.state = "configuration"
    enter(client)
    tick(app, clock)
    assert client.names()[: len(SPAWN) + 1] == [*SPAWN, "system_message"]
    assert app.simulation.stage.sees(1, "juniper")


def test_an_entity_of_the_server_with_our_id_is_made_way_for(
    app: Hearthkin, clock: ManualClock, family: ProtocolFamily
) -> None:
    client = StandIn(app, family)
    enter(client)
    tick(app, clock)
    client.names()
    cow = app.simulation.npcs["juniper"].actor
    theirs = family.spawn(type(cow)("cow", UUID(int=9), "Cow", "cow", x=1.0, y=64.0, z=1.0), FIRST_ENTITY_ID)
    client.hears(theirs[:1])
    assert client.names()[:4] == ["destroy_entities", *SPAWN[:3]]


# --- moods


def anger(app: Hearthkin, clock: ManualClock) -> None:
    npc = app.simulation.npcs["juniper"]
    npc.emotion.stimulate(MoodImpulse.of(Mood.ANGRY, 100.0, 1.0))
    tick(app, clock)
    assert npc.actor.mood is Mood.ANGRY


def test_a_mood_shows_unless_the_server_has_the_name_in_a_team_or_on_its_list(
    app: Hearthkin, clock: ManualClock, family: ProtocolFamily
) -> None:
    client, symbol = StandIn(app, family), MOOD_SYMBOLS[Mood.BORED]
    assert symbol is not None
    enter(client)
    anger(app, clock)
    assert client.teams() == [m.TeamUpdate("hearthkin:1", "create", ("Juniper",))]
    client.hears(family.create_team("red", "Juniper", symbol))
    tick(app, clock)
    assert client.teams() == [m.TeamUpdate("hearthkin:1", "remove")]
    client.hears(family.remove_team("red"))
    tick(app, clock)
    assert client.teams() == [m.TeamUpdate("hearthkin:2", "create", ("Juniper",))]
    client.hears(family.create_team("hearthkin:2", "somebody", symbol))
    assert client.teams() == [m.TeamUpdate("hearthkin:2", "remove")], "before the server's packet"
    tick(app, clock)
    assert client.teams() == [m.TeamUpdate("hearthkin:3", "create", ("Juniper",))]
    namesake = app.simulation.npcs["juniper"].actor
    client.hears(family.add_to_player_list(type(namesake)("theirs", UUID(int=9), "Juniper")))
    tick(app, clock)
    assert client.teams() == [m.TeamUpdate("hearthkin:3", "remove")]


@pytest.mark.parametrize("display", [{"mood": False}])
def test_a_server_owner_who_wants_no_symbols_gets_none_and_mods_go_on_hearing(
    app: Hearthkin, clock: ManualClock, family: ProtocolFamily
) -> None:
    client = StandIn(app, family)
    enter(client)
    assert client.says("plugin_message", pack_string("minecraft:register") + b"hearthkin:mood") == ()
    tick(app, clock)
    client.sent.clear()
    anger(app, clock)
    told = family.plugin_message("hearthkin:mood", mood_message(FIRST_ENTITY_ID, Mood.ANGRY))
    assert [packet for packet in client.sent if packet in told] == told
    assert client.teams() == []
