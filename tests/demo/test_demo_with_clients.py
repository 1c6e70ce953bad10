"""Real clients in the demo world, without the proxy."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from harness.peer import Peer
from harness.players import BlockPosition, Bot, BotPool
from harness.waiting import eventually

from proxy.demo import places
from proxy.demo.blocks import state_of
from proxy.demo.landscape import Landscape
from proxy.demo.terrain import MEADOW
from proxy.versions.base import ProtocolFamily
from world.blocks import BlockTable

pytestmark = pytest.mark.peer

ALL_LAYOUTS = "1.8.8 1.12.2 1.16.5 1.18.2 1.20.2 1.20.6 1.21.8 26.1".split()
"""One release for each way in which columns, items and what a client says are laid out."""
SOME = "1.8.8 1.19.4 1.20.4 26.1".split()
"""For what depends on few packets: clients take long to start."""


GRASS_SPOTS: tuple[BlockPosition, ...] = tuple((x, MEADOW, z) for x in (-2, 2) for z in range(21, 29))
"""Meadow within reach of the spawn."""


def grass_spot(family: ProtocolFamily) -> BlockPosition:
    """One that no other version digs at."""
    return GRASS_SPOTS[ALL_LAYOUTS.index(family.minecraft)]


def sampled_positions(count: int) -> list[BlockPosition]:
    """House, ladder, pond and wall whole columns through, the rest at random over the island."""
    random = Random(20)
    chosen = {(x, y, z) for x in range(-6, 7) for y in range(66, 77) for z in range(-9, 3)}
    chosen |= {(x, y, z) for x, _, z in (places.LADDER_CELL, places.POND) for y in range(60, 85)}
    chosen |= {(x, y, 10) for x in range(12, 30) for y in (61, 66, 69, 70)}
    while len(chosen) < count:
        chosen.add((random.randint(-60, 60), random.randint(58, 74), random.randint(-60, 60)))
    return sorted(chosen)


def describe(table: BlockTable, state: int | None) -> str:
    return "nothing" if state is None else table.describe(state)


def state_at(bot: Bot, position: BlockPosition) -> int | None:
    (found,) = bot.blocks([position])
    return None if found is None else int(found["state"])


@pytest.mark.parametrize("family", ALL_LAYOUTS, indirect=True)
def test_a_client_sees_exactly_the_landscape(
    quiet_demo: int, bots: BotPool, family: ProtocolFamily, landscape: Landscape
) -> None:
    alice = bots.join("alice", quiet_demo, family.minecraft, viewDistance=8)
    x, y, z = alice.position()
    assert (x, z) == (places.SPAWN.x, places.SPAWN.z)
    path = family.blocks.boxes(state_of(landscape.block(0, MEADOW, 24), family.blocks))
    assert y == MEADOW + path[:, 4].max(), "it doesn't stand on the path"
    positions = sampled_positions(3000)
    alice.wait_for_chunk(-4, -4)
    eventually(lambda: None not in alice.blocks(positions), "all chunks of the island")
    found = alice.blocks(positions)
    wrong = []
    for position, block in zip(positions, found, strict=True):
        wanted = state_of(landscape.block(*position), family.blocks)
        state = None if block is None else int(block["state"])
        if state != wanted:
            wrong.append((position, describe(family.blocks, state), describe(family.blocks, wanted)))
    assert not wrong, f"(position, client's, ours): {wrong[:5]}"
    states = {block["state"] for block in found if block}
    assert len(states) > 50, "the sample is too plain to prove anything"


@pytest.mark.proves("demo", "mineflayer")
@pytest.mark.parametrize("family", SOME, indirect=True)
def test_a_client_walks_to_the_house_and_comes_back_only_when_it_asks(
    quiet_demo: int, bots: BotPool, family: ProtocolFamily
) -> None:
    alice = bots.join("alice", quiet_demo, family.minecraft)
    _, _, z = alice.walk(20, yaw=180, sprint=True)
    # how far it runs on before it notices depends on the machine
    assert z == pytest.approx(places.SPAWN.z - 20, abs=2.0)
    assert alice.ask("packets")["position"] == 1, "the server corrected a position"
    steps = [before[2] - after[2] for before, after in pairwise(alice.ask("moves"))]
    assert min(steps) >= 0, "it went backwards"
    assert max(steps) < 0.5, "it jumped ahead"
    alice.ask("chat", text="/spawn")
    eventually(lambda: alice.position()[2] == places.SPAWN.z, "alice back at the spawn")
    alice.ask("chat", text="/fly")
    alice.wait_for("chat", text="The demo knows no command /fly; there is /spawn.")


@pytest.mark.parametrize("family", SOME, indirect=True)
def test_chunks_follow_the_player_and_far_ones_are_let_go(
    quiet_demo: int, bots: BotPool, family: ProtocolFamily
) -> None:
    alice = bots.join("alice", quiet_demo, family.minecraft, viewDistance=2)
    eventually(lambda: alice.chunks() == {(x, z) for x in range(-2, 3) for z in range(-1, 4)}, "25 chunks")
    since = alice.bookmark()
    alice.walk(20, yaw=180, sprint=True)  # to z 4: one chunk north
    eventually(lambda: alice.chunks() == {(x, z) for x in range(-2, 3) for z in range(-2, 3)}, "25 others")
    assert {tuple(event["chunk"]) for event in alice.seen("chunk_unload", since)} == {
        (x, 3) for x in range(-2, 3)
    }


@pytest.mark.parametrize("family", ALL_LAYOUTS, indirect=True)
@pytest.mark.proves("demo", "mineflayer")
def test_what_one_player_builds_and_digs_the_other_sees(
    busy_demo: int, bots: BotPool, family: ProtocolFamily
) -> None:
    alice = bots.join("alice", busy_demo, family.minecraft)
    bob = bots.join("bob", busy_demo, family.minecraft)
    table = family.blocks
    x, y, z = spot = grass_spot(family)
    stone = table.state("stone")  # is called so in all versions
    alice.ask("take", slot=36, item="stone")
    alice.ask("hold", slot=0)
    above = (x, y + 1, z)
    if state_at(alice, above) != 0:
        alice.ask("dig", position=above)
        eventually(lambda: state_at(bob, above) == 0, "the flower to be gone for bob")
    alice.ask("place", position=spot, face=[0, 1, 0])
    eventually(lambda: state_at(alice, above) == stone, "the stone for alice")
    eventually(lambda: state_at(bob, above) == stone, "the stone for bob")
    alice.ask("dig", position=above)
    alice.ask("dig", position=spot)
    for bot in (alice, bob):
        eventually(lambda bot=bot: state_at(bot, above) == 0, f"the stone to be gone for {bot.name}")
        eventually(lambda bot=bot: state_at(bot, spot) == 0, f"the hole for {bot.name}")
    carol = bots.join("carol", busy_demo, family.minecraft)
    assert state_at(carol, spot) == 0, "who comes later doesn't see the hole"


def test_players_of_different_versions_see_and_hear_each_other(quiet_demo: int, bots: BotPool) -> None:
    alice = bots.join("alice", quiet_demo, "1.16.5")
    bob = bots.join("bob", quiet_demo, "1.12.2")
    carol = bots.join("carol", quiet_demo, "26.1")
    everybody = (alice, bob, carol)
    for bot in everybody:
        others = {other.name for other in everybody if other is not bot}
        eventually(lambda bot=bot, others=others: {e["name"] for e in bot.entities()} == others, "the others")
    x, y, z = alice.walk(6, yaw=90)
    bob.walk(4, yaw=-90)
    for bot in (bob, carol):

        def is_there(bot: Bot = bot) -> bool:
            seen = bot.entity_named("alice")
            return seen is not None and seen["position"] == pytest.approx((x, y, z), abs=1 / 4096 + 1e-9)

        eventually(is_there, f"alice at {x} {y} {z} for {bot.name}")
    carol.ask("chat", text="hello there")
    for bot in everybody:
        bot.wait_for("chat", text="<carol> hello there")
    bob.quit()
    for bot in (alice, carol):
        bot.wait_for("unlisted", name="bob")
        eventually(lambda bot=bot: bot.entity_named("bob") is None, f"bob to be gone for {bot.name}")


EMPTY_SLOT = {"present": False, "itemCount": 0, "blockId": -1}
"""In the words of all versions."""

EXPECTED = frozenset(
    "login custom_payload difficulty abilities held_item_slot tags declare_commands player_info player_remove position "
    "update_time spawn_position update_health update_view_position map_chunk unload_chunk block_change keep_alive "
    "respawn entity_metadata entity_head_rotation entity_move_look entity_look animation entity_equipment "
    "entity_destroy world_event acknowledge_player_digging set_slot server_data feature_flags registry_data "
    "select_known_packs finish_configuration chunk_batch_start chunk_batch_finished".split()
)
"""Packets, by node-minecraft-protocol's names, that every version that has them must have got from the demo when all
has happened."""
ALTERNATIVES = (
    {"system_chat", "chat"},
    {"named_entity_spawn", "spawn_entity"},
    {"entity_teleport", "sync_entity_position"},
)
"""And one of each of these."""


JUDGED = "1.8.8 1.12.2 1.18.2 1.19.4 1.20.4 26.1".split()


class Judged:
    """A node-minecraft-protocol client of a version in the demo, which holds every packet against the protocol."""

    def __init__(self, judge: Peer, port: int, version: str) -> None:
        self.judge = judge
        self.name = f"judge_{JUDGED.index(version)}"
        judge.ask("join", name=self.name, port=port, version=version)
        judge.wait_for("position", client=self.name)

    def send(self, packet: str, **fields: object) -> None:
        self.judge.ask("send", name=self.name, packet=packet, fields=fields)

    def move(self, x: float, y: float) -> None:
        flags = {"onGround": False, "hasHorizontalCollision": False}
        self.send("position", x=x, y=y, z=places.SPAWN.z, onGround=False, flags=flags)

    def got(self, *packets: str) -> int:
        counts = self.judge.ask("counts", name=self.name)
        return sum(int(counts.get(packet, 0)) for packet in packets)

    def wait_for(self, *packets: str, count: int = 1) -> None:
        eventually(lambda: self.got(*packets) >= count, f"{packets} at {self.name}")

    def has_all(self) -> bool:
        """Whether every kind of packet has come; AssertionError naming those that haven't."""
        came = self.judge.ask("counts", name=self.name).keys()
        missing = EXPECTED & set(self.judge.ask("known", name=self.name)) - came
        assert not missing, f"never came: {sorted(missing)}"
        assert all(alternative & came for alternative in ALTERNATIVES), sorted(came)
        return True


@pytest.mark.proves("demo", "node-minecraft-protocol", releases=JUDGED)
def test_every_packet_of_the_demo_is_as_the_protocol_describes_it(
    busy_demo: int, bots: BotPool, judge: Peer
) -> None:
    """All versions in one test: what comes every ten seconds only is waited for once."""
    judged = [let_everything_happen(busy_demo, bots, judge, version) for version in JUDGED]
    for client in judged:
        eventually(client.has_all, f"every kind of packet at {client.name}")
        assert judge.ask("faults", name=client.name) == []


def let_everything_happen(port: int, bots: BotPool, judge: Peer, version: str) -> Judged:
    """Let another player do all that a player can before the eyes of a client, which is far away in the end."""
    spot = GRASS_SPOTS[-1 - JUDGED.index(version)]
    client = Judged(judge, port, version)
    spawn = ("named_entity_spawn", "spawn_entity")
    bob = bots.join("bob", port, version)
    client.wait_for(*spawn)
    bob.ask("take", slot=36, item="stone")
    client.wait_for("entity_equipment")
    bob.ask("dig", position=spot)
    client.wait_for("world_event")
    metadata = client.got("entity_metadata")
    bob.ask("sneak", on=True)
    client.wait_for("entity_metadata", count=metadata + 1)
    bob.ask("sneak", on=False)
    bob.walk(9, yaw=180, sprint=True)
    client.wait_for("entity_move_look")
    bob.ask("look", yaw=45, pitch=10)
    client.wait_for("entity_look")
    bob.ask("chat", text="hello")
    bob.ask("chat", text="/spawn")
    client.wait_for("entity_teleport", "sync_entity_position")

    x, y, z = spot
    client.send("block_dig", status=0, location={"x": x, "y": y - 1, "z": z}, face=1, sequence=7)
    client.send("set_creative_slot", slot=40, item=EMPTY_SLOT)
    client.send("settings", locale="en_us", viewDistance=3, chatFlags=0, chatColors=True, skinParts=127, mainHand=1,
                enableTextFiltering=False, disableTextFiltering=True, enableServerListing=True,
                particleStatus="all")  # fmt: skip
    client.move(places.SPAWN.x + 200, 90.0)
    client.wait_for("entity_destroy")
    client.move(places.SPAWN.x, 67.0)
    client.wait_for(*spawn, count=2)
    client.send("client_command", actionId=0, payload=0)
    client.wait_for(*spawn, count=3)
    bob.quit()
    client.move(places.SPAWN.x + 200, 90.0)
    return client
