"""``hearthkin demo`` takes clients of every version at once: one process for all of these tests."""

from functools import partial

import pytest
from harness.checks import assert_answers
from harness.hearthkin import Hearthkin
from harness.players import BotPool
from harness.processes import ProcessManager
from harness.waiting import eventually

from npc.emotion.mood import Mood
from proxy.mood_symbols import MOOD_SYMBOLS
from proxy.versions import data_releases

pytestmark = [pytest.mark.peer, pytest.mark.xdist_group("demo")]


@pytest.fixture(scope="module")
def demo(_long_lived: ProcessManager, tmp_path_factory: pytest.TempPathFactory) -> Hearthkin:
    return Hearthkin.demo(_long_lived, tmp_path_factory.mktemp("demo"))


@pytest.mark.proves("demo", "mineflayer")
@pytest.mark.parametrize("release", data_releases())
def test_a_companion_of_the_demo_welcomes_a_client(demo: Hearthkin, bots: BotPool, release: str) -> None:
    alice = bots.join("alice", demo.port, release)
    juniper = alice.wait_for("entity_spawn", name="Juniper")
    assert juniper["kind"] == "player"
    assert_answers(alice, "Juniper", "Hello, alice! I'm Juniper. Come in, the fire is lit.")
    assert demo.statistics()["errors"] == {}


def test_clients_of_different_releases_see_the_same_mood(demo: Hearthkin, bots: BotPool) -> None:
    symbol = MOOD_SYMBOLS[Mood.FLUSTERED]
    assert symbol is not None
    players = [bots.join(name, demo.port, release) for name, release in (("alice", "1.8.8"), ("bob", "26.1"))]
    seen = [player.wait_for("entity_spawn", name="Juniper")["id"] for player in players]
    demo.stimulate("juniper", Mood.FLUSTERED.key)
    for player, entity in zip(players, seen, strict=True):
        eventually(
            partial(player.sees_tag, entity, f"Juniper {symbol.character}"),
            f"{player.name} to see it",
        )
