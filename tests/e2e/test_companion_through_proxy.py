"""A companion as a real client meets it."""

from uuid import UUID

import pytest
from harness.hearthkin import StartHearthkin
from harness.places import ASH, JUNIPER, ROWAN, SPAWN
from harness.players import BotPool
from harness.server import FIRST_NPC_ID, Server
from harness.waiting import eventually

pytestmark = pytest.mark.peer

BYTE_ANGLE = 360 / 256
"""Degrees that an angle on the wire can tell apart."""


@pytest.mark.everywhere
def test_a_companion_stands_where_the_configuration_puts_it_dressed_and_out_of_the_tab_list(
    start_hearthkin: StartHearthkin, bots: BotPool, version: str
) -> None:
    hearthkin = start_hearthkin([ROWAN])
    alice = bots.join("alice", hearthkin.port, version)
    spawned = alice.wait_for("entity_spawn", name="Rowan")
    assert spawned["kind"] == "player"
    assert spawned["id"] >= FIRST_NPC_ID
    known = hearthkin.npc("rowan")
    assert spawned["uuid"] == known["uuid"]
    assert UUID(spawned["uuid"]).version == 2, "clients must not take it for an account"
    seen = alice.entity_named("Rowan")
    assert seen is not None
    assert tuple(seen["position"]) == ROWAN.position
    assert seen["yaw"] == pytest.approx(ROWAN.yaw % 360, abs=BYTE_ANGLE)
    assert seen["head_yaw"] == pytest.approx(ROWAN.yaw % 360, abs=BYTE_ANGLE)

    def layers() -> bool:
        seen = alice.entity_named("Rowan")
        assert seen is not None
        return bool(seen["skin_layers"] == 0x7F)

    eventually(layers, "hat, jacket, sleeves and trousers")

    # It is never in the tab list, or to 1.19.2 until its skin is loaded.
    entry = alice.wait_for("listed", name="Rowan", uuid=spawned["uuid"])
    can_stay_out = alice.ask("supports", feature="playerInfoActionIsBitfield")
    assert entry["shown"] is not can_stay_out
    if not can_stay_out:
        alice.wait_for("unlisted", uuid=spawned["uuid"])
    assert "Rowan" not in {listed["name"] for listed in alice.ask("listed")}
    assert alice.entity_named("Rowan") is not None, "the body must outlive the list entry"


def test_a_companion_looks_at_the_player_beside_it(
    start_hearthkin: StartHearthkin, bots: BotPool, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER])
    alice = bots.join("alice", hearthkin.port, version)
    alice.wait_for("entity_spawn", name="Juniper")

    def head() -> float:
        seen = alice.entity_named("Juniper")
        assert seen is not None
        yaw: float = seen["head_yaw"]
        return yaw

    # Juniper stands to the east of the spawn: the player is in the west, yaw 90.
    eventually(lambda: head() == pytest.approx(90, abs=BYTE_ANGLE), "the head to turn")
    alice.ask("look", yaw=0, pitch=0)
    alice.walk(3, yaw=0)
    x, _, z = alice.rest()
    assert z > SPAWN[2] + 2.9
    # Due south-west of Juniper by now.
    assert x == pytest.approx(SPAWN[0], abs=0.01)
    eventually(lambda: 30 < head() < 60, "the head to follow")


@pytest.mark.everywhere
def test_a_click_is_answered_once_and_only_to_who_clicked(
    start_hearthkin: StartHearthkin, bots: BotPool, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER])
    alice = bots.join("alice", hearthkin.port, version)
    bob = bots.join("bob", hearthkin.port, version)
    juniper = alice.wait_for("entity_spawn", name="Juniper")["id"]
    juniper_of_bob = bob.wait_for("entity_spawn", name="Juniper")["id"]
    alice.ask("click", entity=juniper)
    alice.wait_for("entity_swing", id=juniper)
    alice.wait_for("chat", text="<Juniper> Hello, alice!")
    bob.wait_for("entity_swing", id=juniper_of_bob)
    # Everything that the click could set off comes before what a later blow does.
    alice.ask("attack", entity=juniper)
    alice.wait_for("entity_hurt", id=juniper)
    bob.wait_for("entity_hurt", id=juniper_of_bob)
    assert len(alice.seen("chat", text="<Juniper> Hello, alice!")) == 1
    assert not [chat for chat in bob.seen("chat") if "Juniper" in chat["text"]]


@pytest.mark.everywhere
def test_the_server_never_receives_a_packet_that_names_a_companion(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin([JUNIPER])
    alice = bots.join("alice", hearthkin.port, version)
    bots.join("bob", hearthkin.port, version)
    bob = alice.wait_for("entity_spawn", name="bob")["id"]
    juniper = alice.wait_for("entity_spawn", name="Juniper")["id"]
    sent: set[str] = set()

    def hurts() -> bool:
        # Whoever has just been struck, by the test before, isn't hurt again for half a second.
        for entity in (juniper, bob):
            sent.update(alice.ask("name_entity", entity=entity))
        return bool(alice.seen("entity_hurt", id=juniper))

    eventually(hurts, "Juniper to be hurt", pause=0.3)

    def heard() -> bool:
        return {packet["packet"] for packet in server.ask("named") if packet["id"] == bob} == sent

    eventually(heard, f"the server to hear of its own player in {sent}")
    assert server.packets_naming_companions() == []


def test_a_companion_of_another_kind_appears_and_answers_as_mineflayers_own_click_is_answered(
    start_hearthkin: StartHearthkin, bots: BotPool, version: str
) -> None:
    hearthkin = start_hearthkin([ASH, JUNIPER])
    alice = bots.join("alice", hearthkin.port, version)
    # mineflayer has the names of the time
    spawned = alice.wait_for("entity_spawn", kind="Wolf" if version == "1.8.8" else "wolf")
    assert tuple(spawned["position"]) == ASH.position
    alice.ask("click", entity=spawned["id"])
    alice.wait_for("chat", text="<Ash> Yip!")
    alice.ask("use", entity=alice.wait_for("entity_spawn", name="Juniper")["id"])
    alice.wait_for("chat", text="<Juniper> Hello, alice!")
    alice.ask("attack", entity=spawned["id"])
    alice.wait_for("entity_hurt", id=spawned["id"])
