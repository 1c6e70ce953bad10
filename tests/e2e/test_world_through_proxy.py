"""What Hearthkin knows of the world and of its player, beside what the player's own client knows."""

import pytest
from harness.checks import assert_same_blocks
from harness.hearthkin import Hearthkin, StartHearthkin
from harness.places import NETHER_SPAWN, SPAWN
from harness.players import BotPool
from harness.server import FIRST_NPC_ID, Server
from harness.waiting import eventually

pytestmark = pytest.mark.peer

EXACT = 0.001
"""Blocks."""


def known_ids(hearthkin: Hearthkin, session: int) -> set[int]:
    """Entities that we believe a client has, its own body among them."""
    return {entity["id"] for entity in hearthkin.entities(session)}


@pytest.mark.everywhere
@pytest.mark.proves("connection", "mineflayer")
def test_a_player_joins_and_every_block_around_is_known(
    start_hearthkin: StartHearthkin, bots: BotPool, version: str
) -> None:
    hearthkin = start_hearthkin()
    alice = bots.join("alice", hearthkin.port, version)
    assert alice.position() == SPAWN
    player = hearthkin.player()
    assert (player["name"], player["world"]) == ("alice", "minecraft:overworld")
    assert (player["x"], player["y"], player["z"]) == SPAWN
    assert player["entity_id"] == alice.wait_for("login")["id"]
    assert (player["health"], player["food"], player["game_mode"]) == (20, 20, 1)
    states = assert_same_blocks(hearthkin, alice, 300, seed=1)
    assert len(states) > 50, "the sample is too plain to prove anything"
    assert hearthkin.statistics()["errors"] == {}


def test_each_chunk_of_the_client_is_held_and_no_other(
    start_hearthkin: StartHearthkin, bots: BotPool, version: str
) -> None:
    hearthkin = start_hearthkin()
    alice = bots.join("alice", hearthkin.port, version)

    def held() -> bool:
        chunks = {(x, z) for x, z in hearthkin.inspector.ask("chunks")["chunks"]}
        assert chunks == alice.chunks()
        return len(chunks) >= 49

    eventually(held, "the chunks to be the client's")


def test_a_block_that_the_player_or_the_server_changes_is_seen(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin()
    alice = bots.join("alice", hearthkin.port, version)
    alice.ask("take", slot=36, item="gold_block")
    alice.ask("hold", slot=0)
    assert eventually(lambda: hearthkin.player()["inventory"].get("36"), "the item in the hand") == {
        "name": "gold_block",
        "count": 1,
    }
    place = (3, 68, -2)
    assert hearthkin.states([place]) == [0]
    alice.ask("place", position=(3, 67, -2), face=(0, 1, 0))
    gold = server.block(place)
    assert gold != 0
    eventually(lambda: hearthkin.states([place]) == [gold], "the placed block")
    alice.ask("dig", position=place)
    eventually(lambda: hearthkin.states([place]) == [0], "the dug block to be gone")
    eventually(lambda: server.block(place) == 0, "the server to agree")

    place = (-5, 40, 7)
    before = server.block(place)
    try:
        server.set_block(place, "sea_lantern")
        eventually(lambda: hearthkin.states([place]) == [server.block(place)], "the change")
        lantern = [{"state": server.block(place), "name": "sea_lantern"}]
        eventually(lambda: alice.blocks([place]) == lantern, "the client to agree")
    finally:
        server.ask("set_block", position=place, state=before)


def test_a_walk_of_thirty_blocks_is_tracked_step_by_step(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin()
    alice = bots.join("alice", hearthkin.port, version)
    steps = set()
    for yaw in (0, 180):
        alice.walk(2, yaw=yaw)
        steps.add(hearthkin.position())
    path = alice.ask("moves")
    for step in steps:
        assert any(step == pytest.approx(move, abs=EXACT) for move in path), f"{step} isn't on the path"
    end = alice.walk(30, yaw=90, sprint=True)
    assert SPAWN[0] - end[0] >= 30
    eventually(lambda: hearthkin.position() == pytest.approx(end, abs=EXACT), "the end of the walk")
    player = hearthkin.player()
    assert player["yaw"] % 360 == pytest.approx(alice.ask("where")["yaw"], abs=0.01)
    eventually(lambda: server.players()["alice"] == pytest.approx(end, abs=EXACT), "the server to agree")
    assert_same_blocks(hearthkin, alice, 200, seed=2)


def test_a_teleport_by_the_server_is_followed(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin()
    alice = bots.join("alice", hearthkin.port, version)
    server.teleport("alice", (120.25, 68.0, -77.75))
    alice.wait_for_chunk(7, -5)
    alice.ask("wait_for_chunks")
    end = alice.rest()
    assert end == pytest.approx((120.25, 68.0, -77.75), abs=EXACT)
    eventually(lambda: hearthkin.position() == pytest.approx(end, abs=EXACT), "the new place")
    assert_same_blocks(hearthkin, alice, 200, seed=3)


@pytest.mark.everywhere
def test_another_dimension_is_another_world(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin()
    alice = bots.join("alice", hearthkin.port, version)
    server.ask("change_world", name="alice", world="nether")
    alice.wait_for("respawn", world="minecraft:the_nether")
    alice.ask("wait_for_chunks")
    assert alice.rest() == NETHER_SPAWN
    assert hearthkin.player()["world"] == "minecraft:the_nether"
    assert_same_blocks(hearthkin, alice, 200, seed=4)
    server.ask("change_world", name="alice", world="overworld")
    alice.wait_for("respawn", world="minecraft:overworld")
    alice.ask("wait_for_chunks")
    assert alice.rest() == SPAWN
    assert hearthkin.player()["world"] == "minecraft:overworld"
    assert_same_blocks(hearthkin, alice, 200, seed=5)


def test_health_and_held_slot_are_the_clients(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin()
    alice = bots.join("alice", hearthkin.port, version)
    alice.ask("hold", slot=6)
    eventually(lambda: hearthkin.player()["held_slot"] == 6, "the held slot")
    server.ask("game_mode", name="alice", mode=2)
    eventually(lambda: hearthkin.player()["game_mode"] == 2, "the game mode")
    server.kill("alice")
    alice.wait_for("death")
    eventually(lambda: hearthkin.player()["health"] == 0, "the death")


def test_another_player_is_tracked_where_the_client_sees_it(
    start_hearthkin: StartHearthkin, bots: BotPool, version: str
) -> None:
    hearthkin = start_hearthkin()
    alice = bots.join("alice", hearthkin.port, version)
    own_id = alice.wait_for("login")["id"]
    session = hearthkin.wait_for_session("alice")
    bob = bots.join("bob", hearthkin.port, version)
    alice.wait_for("entity_spawn", name="bob")
    bob.walk(6, yaw=0)

    unit = 1 / 32 if version == "1.8.8" else 1 / 4096

    def agree() -> bool:
        seen = alice.entity_named("bob")
        assert seen is not None
        tracked = {entity["id"]: entity for entity in hearthkin.entities(session)}[seen["id"]]
        assert tracked["uuid"] == seen["uuid"]
        assert tracked["kind"] == "player"
        # mineflayer adds up floats where the vanilla client counts whole units
        assert [tracked[axis] for axis in "xyz"] == pytest.approx(seen["position"], abs=2 * unit)
        assert tracked["yaw"] % 360 == pytest.approx(seen["yaw"] % 360, abs=0.01)
        return bool(seen["position"] == pytest.approx(bob.position(), abs=2 * unit))

    eventually(agree, "the other player's place")
    bob.quit()

    def alone() -> bool:
        theirs = {entity["id"] for entity in alice.entities() if entity["id"] < FIRST_NPC_ID}
        assert known_ids(hearthkin, session) == {own_id} | theirs
        assert alice.entity_named("bob") is None
        return True

    eventually(alone, "the other player to be gone")
