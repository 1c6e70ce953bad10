"""The peers among themselves. When these fail, look at the installation first: Hearthkin isn't in it."""

import pytest
from harness.places import NETHER_SPAWN, SPAWN
from harness.players import BotPool
from harness.sampling import positions_around
from harness.server import Server

pytestmark = [pytest.mark.peer, pytest.mark.everywhere]


def test_mineflayer_plays_on_the_server(server: Server, bots: BotPool, version: str) -> None:
    before = server.peer.bookmark()
    alice = bots.join("alice", server.port, version)
    assert alice.position() == SPAWN
    positions = positions_around(SPAWN, 200)
    believed = [block and block["state"] for block in alice.blocks(positions)]
    assert server.blocks(positions) == believed
    x, y, z = alice.walk(5, yaw=90)
    assert -6.5 < x - SPAWN[0] < -4.9
    assert (y, z) == pytest.approx(SPAWN[1:])

    bob = bots.join("bob", server.port, version)
    assert alice.wait_for("entity_spawn", name="bob")["kind"] == "player"
    assert bob.wait_for("entity_spawn", name="alice")["kind"] == "player"
    bob.quit()
    alice.wait_for("unlisted", name="bob")
    assert alice.entity_named("bob") is None

    server.ask("change_world", name="alice", world="nether")
    alice.wait_for("respawn", world="minecraft:the_nether")
    alice.ask("wait_for_chunks")
    assert alice.rest() == NETHER_SPAWN
    server.kill("alice")
    alice.wait_for("death")
    since = alice.bookmark()
    alice.ask("respawn")
    alice.wait_for("respawn", since=since, world="minecraft:overworld")
    alice.wait_for("spawn", since=since)
    assert alice.rest() == SPAWN
    assert server.peer.seen("client_error", before) == []
