"""The steps by which the runtime is verified as a whole; those about a world are in test_emotion_in_world."""

import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from nbtlib.tag import Compound, Double, Int, Long, String
from tuning import tuning

from nbt.codec import read_file_bytes, write_file_bytes
from npc.emotion import (
    TEMPERAMENTS,
    EmotionManager,
    EmotionRuntime,
    Mood,
    MoodImpulse,
    Situation,
)
from npc.emotion.runtime import CONTEXT, IMPULSE, MEMORY, UNSET
from npc.emotion.temperament import read_temperament
from proxy.mood_channel import mood_message
from proxy.mood_symbols import MOOD_SYMBOLS

Somebody = Callable[..., EmotionManager]
DAY = 24 * 3600 * 20
MOODS_PAGE = Path(__file__).parents[2] / "docs/emotions.md"


def pools(who: EmotionManager, mood: Mood) -> list[float]:
    values: list[float] = who._runtime.pools[:, who.row, mood].tolist()
    return values


def reloaded(who: EmotionManager, runtime: EmotionRuntime) -> EmotionManager:
    """Another of its temperament who read its file."""
    data = write_file_bytes("", who.write_to_nbt(), compress="gzip")
    again = EmotionManager(runtime, who.temperament)
    again.read_from_nbt(read_file_bytes(data)[1])
    return again


# 2


def test_step_2_low_and_high_retention_split_differently_fade_linearly_and_are_soothed_in_order(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    low, high = somebody(), somebody()
    low.stimulate(MoodImpulse.lingering(Mood.JOYFUL, 40, 0.1))
    high.stimulate(MoodImpulse.lingering(Mood.JOYFUL, 40, 0.9))
    assert pools(low, Mood.JOYFUL) == pytest.approx([36, 4, 0])
    assert pools(high, Mood.JOYFUL) == pytest.approx([4, 36, 0])
    assert low.intensity(Mood.JOYFUL) == high.intensity(Mood.JOYFUL) == pytest.approx(40)
    course = next(mood for mood in tuning()["moods"] if mood["key"] == "joyful")
    runtime.tick(0)
    for second in range(1, 12):
        runtime.tick(second * 20)
        for who, impulse, memory in ((low, 36, 4), (high, 4, 36)):
            assert pools(who, Mood.JOYFUL) == pytest.approx(
                [
                    max(0, impulse - second * 100 / course["impulse_lifetime_s"]),
                    memory - second * 100 / course["memory_lifetime_s"],
                    0,
                ]
            ), second
    assert high.intensity(Mood.JOYFUL) > low.intensity(Mood.JOYFUL)
    runtime.pools[:, low.row, Mood.JOYFUL] = 8, 5, 6
    soothed = []
    for _ in range(4):
        low.soothe(Mood.JOYFUL, 5)
        soothed.append(pools(low, Mood.JOYFUL))
    assert soothed == [[3, 5, 6], [0, 5, 4], [0, 4, 0], [0, 0, 0]]


# 4


@pytest.mark.parametrize(
    ("own", "other", "waited", "switches"),
    [
        (20.0, 23.5, 1, True),
        (20.0, 23.4, 1, False),
        (20.0, 23.4, 59, False),
        (20.0, 23.4, 60, True),
        (20.0, 20.01, 60, True),
        (20.0, 20.0, 60, True),  # of equals the earlier is the candidate, whoever shows
        (20.0, 20.0, 59, False),
        (20.0, 19.99, 60, False),
        (7.99, 8.5, 1, True),
        (8.0, 8.5, 1, False),
        (8.0, 6.99, 1, False),
        (7.99, 6.99, 1, True),
    ],
)
def test_step_4_a_clear_lead_60_ticks_or_falling_below_its_threshold_lets_another_mood_take_over(
    runtime: EmotionRuntime, somebody: Somebody, own: float, other: float, waited: int, switches: bool
) -> None:
    """Hurt holds, from 8 on; uneasy, which is earlier and starts at 7, may take over, or composed."""
    who = somebody()
    runtime.pools[MEMORY, who.row, Mood.HURT] = 90
    runtime.resolve_soon(who.row)
    runtime.tick(100)
    assert who.current_mood is Mood.HURT
    now = 100 + waited
    runtime.pools[:, who.row] = 0
    runtime.pools[IMPULSE, who.row, Mood.HURT] = own
    runtime.pools[IMPULSE, who.row, Mood.UNEASY] = other
    runtime.last_update[who.row] = now  # no time to recover in
    runtime.resolve_soon(who.row)
    told = runtime.tick(now)
    assert bool(told) == switches
    winner = Mood.UNEASY if other >= 7 else Mood.COMPOSED
    assert who.current_mood is (winner if switches else Mood.HURT)
    assert runtime.last_change[who.row] == (now if switches else 100)


# 5


def test_step_5_what_was_saved_recovers_for_a_week_at_most(runtime: EmotionRuntime) -> None:
    enduring = read_temperament("enduring", {"recovery": {"hurt": 1e-3}})
    who = EmotionManager(runtime, enduring)
    runtime.tick(100)
    runtime.pools[:, who.row, Mood.HURT] = 90, 80, 0
    lost = {}
    for days in (1, 7, 8, 700):
        later = EmotionRuntime()
        again = reloaded(who, later)
        later.tick(100 + days * DAY)
        lost[days] = 80 - pools(again, Mood.HURT)[MEMORY]
    assert lost[1] == pytest.approx(DAY / 20 * 100 / 2100 * 1e-3)
    assert lost[7] == pytest.approx(7 * lost[1])
    assert lost[8] == lost[700] == lost[7]


def test_step_5_contexts_move_by_two_seconds_and_idleness_by_one_sample_after_any_time(
    runtime: EmotionRuntime,
) -> None:
    who = EmotionManager(runtime, TEMPERAMENTS["default"])
    for now in range(1, 20 * 60, 20):
        runtime.tick(now)
    samples = int(runtime.idle[who.row])
    assert samples > 50
    runtime.pools[CONTEXT, who.row, Mood.ANGRY] = 40
    bored = pools(who, Mood.BORED)[CONTEXT]
    assert 0 < bored < 30
    again = reloaded(who, runtime)
    again.perceive(Situation(health_ratio=0.0))
    assert pools(again, Mood.BORED)[CONTEXT] == bored
    runtime.tick(20 * DAY)
    assert runtime.idle[again.row] == samples + 1
    assert pools(again, Mood.ANGRY)[CONTEXT] == 40 - 2 * 7
    assert pools(again, Mood.EXHAUSTED)[CONTEXT] == 2 * 7
    assert pools(again, Mood.COMPOSED)[CONTEXT] == 9
    assert bored < pools(again, Mood.BORED)[CONTEXT] <= bored + 0.3


def test_step_5_time_that_ran_backwards_recovers_nothing_and_counts_on_from_there(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    who = somebody()
    runtime.tick(5000)
    who.stimulate(MoodImpulse.lingering(Mood.HURT, 60, 0.5))
    runtime.tick(5001)
    again = reloaded(who, runtime)
    before = pools(again, Mood.HURT)
    runtime.tick(1000)
    assert pools(again, Mood.HURT) == before
    assert runtime.last_update[again.row] == 1000
    assert again.current_mood is Mood.HURT
    for now in range(1001, 1061):
        runtime.tick(now)
    seconds = (int(runtime.last_update[again.row]) - 1000) / 20
    assert 2 < seconds <= 3
    assert pools(again, Mood.HURT)[IMPULSE] == pytest.approx(before[IMPULSE] - seconds * 100 / 135)


def test_step_5_of_a_damaged_save_only_what_is_damaged_is_lost(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    who = somebody()
    who.read_from_nbt(
        Compound(
            {
                "Schema": Int(1),
                "CurrentMood": String("melancholic"),
                "LastChangeTick": Long(77),
                "States": Compound(
                    {
                        "melancholic": Compound({"Impulse": Double(50)}),
                        "hurt": Compound({"Memory": Double(30)}),
                        "angry": Compound({"Impulse": Double(math.nan), "Memory": Double(20)}),
                        "bored": Compound({"Impulse": Double(-math.inf), "Context": Double(5)}),
                    }
                ),
            }
        )
    )
    felt = {mood: pools(who, mood) for mood in Mood if who.intensity(mood)}
    assert felt == {Mood.HURT: [0, 30, 0], Mood.ANGRY: [0, 20, 0], Mood.BORED: [0, 0, 5]}
    assert who.current_mood is Mood.COMPOSED
    assert runtime.last_change[who.row] == 77
    assert (runtime.last_update[who.row], runtime.idle[who.row]) == (0, 0)


@pytest.mark.parametrize("version", [None, Int(0), Int(2), Int(-1), String("1")])
def test_step_5_another_version_leaves_nothing_and_composure_comes_back_by_itself(
    runtime: EmotionRuntime, somebody: Somebody, version: Int | String | None
) -> None:
    who = somebody()
    kept = Compound({"CurrentMood": String("hurt"), "LastUpdateTick": Long(3), "IdleSeconds": Int(9)})
    kept["States"] = Compound({"hurt": Compound({"Impulse": Double(50)})})
    if version is not None:
        kept["Schema"] = version
    who.read_from_nbt(kept)
    assert not runtime.pools[:, who.row].any()
    assert runtime.last_update[who.row] == UNSET
    assert who.current_mood is Mood.COMPOSED
    who.perceive(Situation(talking=True))
    composure = []
    for now in range(1000, 1100):
        runtime.tick(now)
        composure.append(who.intensity(Mood.COMPOSED))
    assert composure[0] == 0
    assert composure[-1] == 9
    assert runtime.idle[who.row] == 0


# 7


def test_step_7_ordinals_and_keys_agree_wherever_both_are_written(somebody: Somebody) -> None:
    published = {mood["key"]: mood["order"] for mood in tuning()["moods"]}
    assert list(published.values()) == list(range(11))
    assert {mood.key: int(mood) for mood in Mood} == published
    assert [Mood.of(key) for key in published] == [Mood(order) for order in published.values()]
    # what is shown of them
    assert [mood.key for mood in MOOD_SYMBOLS] == list(published)
    # saves
    who = somebody()
    assert list(who.write_to_nbt()["States"]) == list(published)
    for key, order in published.items():
        kept = who.write_to_nbt()
        kept["CurrentMood"] = String(key)
        who.read_from_nbt(kept)
        assert who.current_mood == order
        assert who.write_to_nbt()["CurrentMood"] == key
    # wire: the entity and the ordinal, a byte each
    assert [mood_message(5, Mood.of(key)) for key in published] == [
        bytes((5, order)) for order in published.values()
    ]
    # docs: rows that begin with an ordinal
    documented = re.findall(r"^\| (\d+) \| `(\w+)` \|", MOODS_PAGE.read_text("utf-8"), re.MULTILINE)
    assert {key: int(order) for order, key in documented} == published
