"""What companions live through: absence, death, dimensions, other players. Hearthkin's own end: test_first_run.py."""

import pytest
from harness.checks import assert_answers, wait_until_it_is_home
from harness.hearthkin import StartHearthkin
from harness.places import EMBER, FAR_AWAY, JUNIPER, NETHER_SPAWN, SPAWN
from harness.players import BotPool
from harness.server import Server
from harness.waiting import eventually

pytestmark = pytest.mark.peer


def test_it_is_there_again_after_its_chunk_was_unloaded(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER])
    alice = bots.join("alice", hearthkin.port, version)
    before = alice.wait_for("entity_spawn", name="Juniper")
    wait_until_it_is_home(hearthkin, JUNIPER)
    since = alice.bookmark()
    server.teleport("alice", FAR_AWAY)
    alice.wait_for("entity_gone", since=since, id=before["id"])
    eventually(lambda: hearthkin.npc("juniper")["loaded"] is False, "the companion to rest")
    assert alice.entity_named("Juniper") is None
    since = alice.bookmark()
    server.teleport("alice", SPAWN)
    again = alice.wait_for("entity_spawn", since=since, name="Juniper")
    assert again["uuid"] == before["uuid"]
    assert tuple(again["position"]) == JUNIPER.position
    alice.rest()
    assert_answers(alice, "Juniper", "Hello, alice!")


def test_it_is_there_after_the_player_died(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER])
    alice = bots.join("alice", hearthkin.port, version)
    before = alice.wait_for("entity_spawn", name="Juniper")
    server.kill("alice")
    alice.wait_for("death")
    since = alice.bookmark()
    alice.ask("respawn")
    alice.wait_for("respawn", since=since)
    again = alice.wait_for("entity_spawn", since=since, name="Juniper")
    assert again["uuid"] == before["uuid"]
    alice.wait_for("spawn", since=since)
    assert_answers(alice, "Juniper", "Hello, alice!")


def test_each_dimension_shows_its_own_companions(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER, EMBER])
    alice = bots.join("alice", hearthkin.port, version)
    before = alice.wait_for("entity_spawn", name="Juniper")
    assert not alice.seen("entity_spawn", name="Ember")
    since = alice.bookmark()
    server.ask("change_world", name="alice", world="nether")
    ember = alice.wait_for("entity_spawn", since=since, name="Ember")
    assert tuple(ember["position"]) == EMBER.position
    assert alice.rest() == NETHER_SPAWN
    assert alice.entity_named("Juniper") is None
    assert_answers(alice, "Ember", EMBER.greeting)
    since = alice.bookmark()
    server.ask("change_world", name="alice", world="overworld")
    again = alice.wait_for("entity_spawn", since=since, name="Juniper")
    assert again["uuid"] == before["uuid"]
    assert alice.entity_named("Ember") is None
    alice.rest()
    assert_answers(alice, "Juniper", "Hello, alice!")
    assert not alice.seen("entity_spawn", since=since, name="Ember")


def test_two_players_see_the_same_one_and_keep_it_when_one_leaves(
    start_hearthkin: StartHearthkin, bots: BotPool, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER])
    alice = bots.join("alice", hearthkin.port, version)
    bob = bots.join("bob", hearthkin.port, version)
    seen = [player.wait_for("entity_spawn", name="Juniper") for player in (alice, bob)]
    assert seen[0]["uuid"] == seen[1]["uuid"]
    assert seen[0]["position"] == seen[1]["position"]
    assert_answers(bob, "Juniper", "Hello, bob!")
    alice.quit()
    eventually(lambda: hearthkin.player()["name"] == "bob", "alice to be gone")
    assert hearthkin.npc("juniper")["loaded"] is True
    assert_answers(bob, "Juniper", "Hello, bob!")
    assert not bob.seen("entity_gone", id=seen[1]["id"])


@pytest.mark.everywhere
def test_the_server_sees_a_player_leave_who_meets_the_same_one_when_it_comes_back(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER])
    uuids = set()
    for leave in ("quit", "disconnect_hard", "quit"):
        alice = bots.join("alice", hearthkin.port, version)
        uuids.add(alice.wait_for("entity_spawn", name="Juniper")["uuid"])
        assert_answers(alice, "Juniper", "Hello, alice!")
        alice.ask(leave)
        alice.wait_for("end")
        eventually(lambda: "alice" not in server.players(), "the server to notice")
        eventually(lambda: hearthkin.npc("juniper")["loaded"] is False, "the companion to rest")
    assert len(uuids) == 1
