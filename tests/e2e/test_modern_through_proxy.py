"""What came with 1.20.2 and the releases just before it: the configuration state, chunk batches, bundles."""

import pytest
from harness.checks import assert_answers, assert_same_blocks, wait_until_it_rests
from harness.hearthkin import StartHearthkin
from harness.modern import Modern
from harness.places import FAR_AWAY, JUNIPER, SPAWN
from harness.players import BotPool
from harness.waiting import eventually

pytestmark = pytest.mark.peer

ALL_CHUNKS = 9 * 9
"""What a client holds with the server's view distance of 4."""
QUESTION, ANSWER = b"What do you run?", b"Nothing special."


def test_a_companion_survives_the_way_back_to_the_configuration_state(
    start_hearthkin: StartHearthkin, bots: BotPool, modern: Modern, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER])
    alice = bots.join("alice", hearthkin.port, version)
    alice.wait_for("entity_spawn", name="Juniper")
    before = wait_until_it_rests(alice, "Juniper")
    session = hearthkin.wait_for_session("alice")
    bob = bots.join("bob", hearthkin.port, version)
    bobs = bob.wait_for("entity_spawn", name="Juniper")
    for _ in range(2):
        since = alice.bookmark()
        modern.reconfigure("alice")
        own_id = alice.wait_for("login", since=since)["id"]
        again = alice.wait_for("entity_spawn", since=since, name="Juniper")
        assert again["uuid"] == before["uuid"]
        # mineflayer adds up floats where the vanilla client counts whole units
        assert again["position"] == pytest.approx(before["position"], abs=1 / 4096)
        alice.ask("wait_for_chunks")
        assert alice.rest() == SPAWN
        assert_answers(alice, "Juniper", "Hello, alice!")
    assert_same_blocks(hearthkin, alice, 100, seed=6, session=session)
    assert hearthkin.player(session)["entity_id"] == own_id
    assert not bob.seen("entity_gone", id=bobs["id"])
    assert_answers(bob, "Juniper", "Hello, bob!")
    assert hearthkin.statistics()["errors"] == {}


def test_a_companion_rests_while_its_player_is_configured_anew(
    start_hearthkin: StartHearthkin, bots: BotPool, modern: Modern, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER])
    alice = bots.join("alice", hearthkin.port, version)
    alice.wait_for("entity_spawn", name="Juniper")
    assert hearthkin.npc("juniper")["loaded"] is True
    since = alice.bookmark()
    modern.greet("tests:wait", QUESTION)
    try:
        modern.reconfigure("alice")
        alice.wait_for("payload", since=since, state="configuration", channel="tests:wait")
        eventually(lambda: hearthkin.npc("juniper")["loaded"] is False, "the companion to rest")
        alice.ask("payload", channel="tests:wait", data=ANSWER.hex())
    finally:
        modern.stop_greeting()
    alice.wait_for("entity_spawn", since=since, name="Juniper")
    assert hearthkin.npc("juniper")["loaded"] is True


def test_nothing_of_ours_comes_between_the_delimiters_of_a_bundle(
    start_hearthkin: StartHearthkin, bots: BotPool, modern: Modern, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER])
    alice = bots.join("alice", hearthkin.port, version)
    juniper = alice.wait_for("entity_spawn", name="Juniper")["id"]
    eventually(
        lambda: len(alice.chunks()) == ALL_CHUNKS, "the last chunk, so that none comes into the bundle"
    )
    alice.ask("record")
    since = alice.bookmark()
    modern.open_bundle("alice")
    modern.send_payload("alice", "tests:inside", b"1")
    alice.walk(2, yaw=0)  # her head follows
    alice.ask("click", entity=juniper)
    # The answer doesn't wait for the end of the bundle: it lands in front of it.
    alice.wait_for("chat", since=since, text="<Juniper> Hello, alice!")
    assert not alice.seen("payload", since=since)
    modern.send_payload("alice", "tests:inside", b"2")
    modern.close_bundle("alice")
    modern.send_payload("alice", "tests:behind", b"3")
    alice.wait_for("payload", since=since, channel="tests:behind")
    order = alice.ask("recorded")
    names = [packet["packet"] for packet in order]
    first = names.index("bundle_delimiter")
    last = names.index("bundle_delimiter", first + 1)
    inside = [name for name in names[first + 1 : last] if name != "keep_alive"]
    assert inside == ["custom_payload", "custom_payload"]
    ours = [packet["packet"] for packet in order[:first] if juniper in packet["entities"]]
    assert "entity_head_rotation" in ours
    assert "animation" in ours


def test_plugin_messages_pass_both_ways_in_the_configuration_state_and_in_play(
    start_hearthkin: StartHearthkin, bots: BotPool, modern: Modern, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER])
    channel = "tests:talk"
    heard = modern.peer.bookmark()
    modern.greet(channel, QUESTION)
    try:
        answer = {"channel": channel, "data": ANSWER.hex()}
        alice = bots.join("alice", hearthkin.port, version, answer=answer)
    finally:
        modern.stop_greeting()
    alice.wait_for("payload", state="configuration", channel=channel, data=QUESTION.hex())
    modern.peer.wait_for(
        "payload", since=heard, name="alice", state="configuration", channel=channel, data=ANSWER.hex()
    )
    modern.send_payload("alice", channel, b"And now?")
    alice.wait_for("payload", state="play", channel=channel, data=b"And now?".hex())
    modern.peer.wait_for(
        "payload", since=heard, name="alice", state="play", channel=channel, data=ANSWER.hex()
    )


def test_chunk_batches_are_acknowledged_by_the_client_alone(
    start_hearthkin: StartHearthkin, bots: BotPool, modern: Modern, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER])
    alice = bots.join("alice", hearthkin.port, version)
    for place in (None, FAR_AWAY, SPAWN):
        if place is not None:
            modern.teleport("alice", place)

        def settled() -> bool:
            sent, acknowledged = modern.batches("alice")
            return len(alice.chunks()) == ALL_CHUNKS and sent == acknowledged

        eventually(settled, "all chunks, in batches that the client acknowledged")
    sent, acknowledged = modern.batches("alice")
    assert sent >= 3 * ALL_CHUNKS // 16
    assert alice.ask("packets")["chunk_batch_finished"] == sent == acknowledged


def test_many_blocks_changed_at_once_are_seen(
    start_hearthkin: StartHearthkin, bots: BotPool, modern: Modern, version: str
) -> None:
    hearthkin = start_hearthkin()
    alice = bots.join("alice", hearthkin.port, version)
    places = [(x, 77 + x, -1) for x in range(-7, -2)]
    before = modern.blocks(places)
    assert set(before) == {0}
    modern.set_blocks(places, "sea_lantern")
    try:
        lanterns = modern.blocks(places)
        assert 0 not in lanterns
        eventually(
            lambda: [block and block["state"] for block in alice.blocks(places)] == lanterns, "the client"
        )
        assert hearthkin.states(places) == lanterns
    finally:
        modern.set_blocks(places, "air")
