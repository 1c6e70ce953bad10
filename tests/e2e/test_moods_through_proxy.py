"""A companion's mood as real clients get it: behind its name, and on the plugin channel."""

from __future__ import annotations

from functools import partial

import pytest
from harness.hearthkin import Companion, Hearthkin, StartHearthkin
from harness.places import SPAWN
from harness.players import Bot, BotPool
from harness.waiting import eventually

from npc.emotion.mood import Mood
from proxy.mood_symbols import MOOD_SYMBOLS

pytestmark = pytest.mark.peer

CHANNEL = "hearthkin:mood"
HAZEL = Companion("hazel", "Hazel", (6.5, *SPAWN[1:]))
BRIAR = Companion("briar", "Briar", (6.5, SPAWN[1], 6.5), kind="wolf")
REGISTER = {"1.12.2": "REGISTER", "1.20.4": "minecraft:register"}


def tag(name: str, mood: Mood) -> str:
    symbol = MOOD_SYMBOLS[mood]
    return name if symbol is None else f"{name} {symbol.character}"


def told(bot: Bot, since: int) -> list[tuple[int, int]]:
    """Entity id and ordinal of each message on the channel; ids of companions are five bytes long."""
    messages = [bytes.fromhex(event["data"]) for event in bot.seen("payload", since, channel=CHANNEL)]
    assert all(len(message) == 6 for message in messages)
    return [
        (sum((byte & 0x7F) << 7 * place for place, byte in enumerate(message[:5])), message[5])
        for message in messages
    ]


def feel(hearthkin: Hearthkin, companion: Companion, mood: Mood, intensity: float) -> None:
    hearthkin.stimulate(companion.id, mood.key, intensity)
    eventually(lambda: hearthkin.mood(companion.id) == mood.key, f"{companion.name} to be {mood.key}")


@pytest.mark.in_front_of("1.12.2-squid", "1.20.4-squid")
def test_two_clients_see_each_switch_and_who_listens_is_told_its_ordinal(
    start_hearthkin: StartHearthkin, bots: BotPool, version: str
) -> None:
    hearthkin = start_hearthkin([HAZEL, BRIAR])
    alice, bob = (bots.join(name, hearthkin.port, version) for name in ("alice", "bob"))
    ids = {
        bot.name: {
            HAZEL: bot.wait_for("entity_spawn", name="Hazel")["id"],
            BRIAR: bot.wait_for("entity_spawn", kind="wolf")["id"],
        }
        for bot in (alice, bob)
    }

    def both_read(companion: Companion, mood: Mood) -> None:
        for bot in (alice, bob):
            eventually(
                partial(bot.sees_tag, ids[bot.name][companion], tag(companion.name, mood)),
                f"{bot.name} to see that {companion.name} is {mood.key}",
            )

    since = alice.bookmark()
    alice.ask("payload", channel=REGISTER[version], data=CHANNEL.encode().hex())
    for companion in (HAZEL, BRIAR):
        both_read(companion, Mood.COMPOSED)
        for mood, intensity in (
            (Mood.ANGRY, 30.0),
            (Mood.JOYFUL, 100.0),
        ):  # clearly stronger: it switches at once
            feel(hearthkin, companion, mood, intensity)
            both_read(companion, mood)
    mine = ids["alice"]
    eventually(lambda: len(told(alice, since)) == 6, "alice to be told of everything")
    assert told(alice, since)[:2] == [(mine[HAZEL], Mood.COMPOSED), (mine[BRIAR], Mood.COMPOSED)]
    assert told(alice, since)[2:] == [
        (mine[companion], mood) for companion in (HAZEL, BRIAR) for mood in (Mood.ANGRY, Mood.JOYFUL)
    ]
    assert not bob.seen("payload", channel=CHANNEL), "who doesn't ask isn't told"
