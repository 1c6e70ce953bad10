"""The rules that are easy to get wrong, one by one."""

import dataclasses
import math
from collections.abc import Callable

import pytest

from npc.emotion import (
    TEMPERAMENTS,
    Attacker,
    Damage,
    EmotionManager,
    EmotionRuntime,
    Mood,
    MoodImpulse,
    NoEmotion,
    Situation,
    Temperament,
    TemperamentError,
    Traits,
)
from npc.emotion.mood import COURSES
from npc.emotion.runtime import CONTEXT, IMPULSE, MEMORY, UNSET
from npc.emotion.temperament import read_temperament, read_temperaments

Somebody = Callable[..., EmotionManager]


def pools(who: EmotionManager, mood: Mood) -> list[float]:
    values: list[float] = who._runtime.pools[:, who.row, mood].tolist()
    return values


def set_pools(
    who: EmotionManager, mood: Mood, impulse: float = 0, memory: float = 0, context: float = 0
) -> None:
    who._runtime.pools[:, who.row, mood] = impulse, memory, context


def shown(who: EmotionManager) -> Mood:
    """Its primary mood, which a type checker can't know to be the one that it was."""
    return who.current_mood


# 1: pools


def test_intensity_is_the_sum_of_the_pools_and_at_most_100(somebody: Somebody) -> None:
    who = somebody()
    set_pools(who, Mood.ANGRY, 10, 20, 5)
    assert who.intensity(Mood.ANGRY) == 35
    set_pools(who, Mood.ANGRY, 60, 60, 60)
    assert who.intensity(Mood.ANGRY) == 100


def test_a_stimulus_is_scaled_by_temperament_and_then_split_by_retention(somebody: Somebody) -> None:
    who = somebody("tsundere")
    who.stimulate(MoodImpulse.of(Mood.FLUSTERED, 20, 0.25))
    whole = 20 * 1.12 * 1.65
    assert pools(who, Mood.FLUSTERED) == pytest.approx([whole * 0.75, whole * 0.25, 0])


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf, -5.0])
def test_a_stimulus_out_of_reason_is_none_and_its_retention_none(somebody: Somebody, wrong: float) -> None:
    who = somebody()
    who.stimulate(MoodImpulse(Mood.HURT, wrong, 0.5))
    assert pools(who, Mood.HURT) == [0, 0, 0]
    who.stimulate(MoodImpulse(Mood.HURT, 10, wrong))
    assert pools(who, Mood.HURT) == [10, 0, 0]
    assert MoodImpulse.of(Mood.HURT, wrong, wrong) == (Mood.HURT, 0, 0)


@pytest.mark.parametrize("impulse", [None, 5.0, ("angry", 5.0, 0.0), MoodImpulse(9, 5.0, 0.0)])  # type: ignore[arg-type]
def test_what_is_no_impulse_of_a_mood_is_refused(somebody: Somebody, impulse: MoodImpulse) -> None:
    who = somebody()
    with pytest.raises(TypeError, match=r"is no (impulse|mood)"):
        who.stimulate(impulse)
    assert not who._runtime.pools.any()


@pytest.mark.parametrize("mood", [None, -1, 9, "angry"])
def test_what_is_no_mood_can_not_be_soothed(somebody: Somebody, mood: Mood) -> None:
    with pytest.raises(TypeError, match="is no mood"):
        somebody().soothe(mood, 5.0)


def test_a_stimulus_beyond_100_counts_as_100_and_each_pool_is_capped_by_itself(somebody: Somebody) -> None:
    who = somebody()
    who.stimulate(MoodImpulse(Mood.JOYFUL, 5000, 0.5))
    assert pools(who, Mood.JOYFUL) == [50, 50, 0]
    who.stimulate(MoodImpulse(Mood.JOYFUL, 90, 1.0))
    assert pools(who, Mood.JOYFUL) == [50, 100, 0]


def test_no_more_than_all_of_a_stimulus_stays(somebody: Somebody) -> None:
    who = somebody()
    set_pools(who, Mood.HURT, 5, 5)
    who.stimulate(MoodImpulse(Mood.HURT, 10, 1.05))
    assert pools(who, Mood.HURT) == [5, 15, 0]


def test_soothing_takes_impulse_then_context_then_memory_whatever_the_temperament(somebody: Somebody) -> None:
    for personality in ("default", "yandere"):
        who = somebody(personality)
        set_pools(who, Mood.HURT, 10, 10, 10)
        for left in ([4, 10, 10], [0, 10, 8], [0, 10, 2], [0, 6, 0], [0, 0, 0]):
            who.soothe(Mood.HURT, 6)
            assert pools(who, Mood.HURT) == left


def test_soothing_takes_100_at_most_and_nothing_when_it_is_not_a_number(somebody: Somebody) -> None:
    who = somebody()
    set_pools(who, Mood.HURT, 100, 100, 100)
    who.soothe(Mood.HURT, 1e9)
    assert pools(who, Mood.HURT) == [0, 100, 100]
    who.soothe(Mood.HURT, math.inf)
    who.soothe(Mood.HURT, math.nan)
    who.soothe(Mood.HURT, -3)
    assert pools(who, Mood.HURT) == [0, 100, 100]


# 2: time


def test_a_second_takes_a_hundredth_of_the_lifetime_times_recovery(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    who = somebody("gloomy")  # hurt recovers at 0.62, and it is a sensitive mood: resilience 0.78
    set_pools(who, Mood.HURT, 50, 50)
    set_pools(who, Mood.BORED, 50, 50)
    runtime.tick(200)
    assert pools(who, Mood.HURT)[:CONTEXT] == pytest.approx(
        [50 - 10 * 100 / 135 * 0.62 * 0.78, 50 - 10 * 100 / 2100 * 0.62 * 0.78]
    )
    assert pools(who, Mood.BORED)[:CONTEXT] == pytest.approx(
        [50 - 10 * 100 / 48 * 0.82, 50 - 10 * 100 / 300 * 0.82]
    )


def test_what_is_left_below_a_hundredth_is_nothing(runtime: EmotionRuntime, somebody: Somebody) -> None:
    who = somebody()
    loss = 20 * 100 / 135
    set_pools(who, Mood.HURT, loss + 0.009, loss + 0.5)
    runtime.tick(400)
    assert pools(who, Mood.HURT)[IMPULSE] == 0
    assert pools(who, Mood.HURT)[MEMORY] > 0


def test_a_hundredth_itself_is_left(runtime: EmotionRuntime, somebody: Somebody) -> None:
    who = somebody(fresh=True)
    set_pools(who, Mood.HURT, 0.01, math.nextafter(0.01, 0))
    runtime.tick(0)  # its first: no time has passed for it
    assert pools(who, Mood.HURT) == [0.01, 0, 0]


def test_nobody_recovers_by_more_than_a_week(runtime: EmotionRuntime) -> None:
    slow = read_temperament("slow", {"recovery": {"hurt": 1e-6}})
    who = EmotionManager(runtime, slow)
    runtime.tick(0)
    set_pools(who, Mood.HURT, 90, 90)
    runtime.tick(30 * 24 * 3600 * 20)
    assert pools(who, Mood.HURT)[IMPULSE] == pytest.approx(90 - 604_800 * 100 / 135 * 1e-6)


def test_time_that_ran_backwards_resets_the_baseline_and_nothing_recovers(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    who = somebody()
    runtime.tick(100_000)
    set_pools(who, Mood.HURT, 50, 50, 20)
    runtime.tick(5_000)
    assert pools(who, Mood.HURT) == [50, 50, 20]
    assert runtime.last_update[who.row] == 5_000
    runtime.tick(5_020)
    assert pools(who, Mood.HURT)[IMPULSE] == pytest.approx(50 - 100 / 135)


def test_context_moves_by_two_seconds_of_its_rate_at_most(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    who = somebody()
    who.perceive(Situation(working=True))
    set_pools(who, Mood.ANGRY, context=50)
    runtime.tick(20 * 3600)
    assert pools(who, Mood.FOCUSED)[CONTEXT] == 30  # 15 a second, towards 34
    assert pools(who, Mood.ANGRY)[CONTEXT] == 36  # 7 a second, towards 0


def test_moods_are_resolved_on_a_schedule_of_their_own(runtime: EmotionRuntime, somebody: Somebody) -> None:
    """An event has them resolved between updates; the next time is 20 ticks after that, not at the next update."""
    who = somebody()
    runtime.tick(20)
    who.stimulate(MoodImpulse.fleeting(Mood.BORED, 50))
    (switch,) = runtime.tick(25)
    assert switch.after is Mood.BORED
    runtime.push(who.row, Mood.ANGRY, 90, 1.0)
    told = {now: runtime.tick(now) for now in range(26, 46)}
    assert runtime.last_update[who.row] == 40
    assert [now for now, switches in told.items() if switches] == [45]


def test_states_are_updated_every_20_ticks_and_moods_resolved_every_20(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    who = somebody()
    runtime.tick(20)
    set_pools(who, Mood.HURT, 50)
    for now in range(21, 40):
        assert runtime.tick(now) == [], now
        assert pools(who, Mood.HURT)[IMPULSE] == 50
    (switch,) = runtime.tick(40)
    assert switch == (who.row, Mood.COMPOSED, Mood.HURT)
    assert pools(who, Mood.HURT)[IMPULSE] < 50


def test_a_thousand_who_begin_together_are_not_due_together_afterwards(runtime: EmotionRuntime) -> None:
    for _ in range(1000):
        EmotionManager(runtime, TEMPERAMENTS["default"])
    assert len(runtime.due(1)) == 1000
    runtime.tick(1)
    counts = []
    for now in range(2, 42):
        counts.append(len(runtime.due(now)))
        runtime.tick(now)
    assert counts == [50] * 40


# 3: beginning


def test_a_new_companion_has_a_context_of_9_and_a_loaded_one_what_was_kept(somebody: Somebody) -> None:
    who = somebody(fresh=True)
    assert pools(who, Mood.COMPOSED) == [0, 0, 9]
    for kept in (None, {}, {"Schema": 2}):
        who.read_from_nbt(kept)
        assert who.intensity(Mood.COMPOSED) == 0


# 4: which mood shows


def test_the_primary_mood_is_the_strongest_at_its_threshold_and_the_earlier_of_equals(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    who = somebody()
    set_pools(who, Mood.FLUSTERED, 6.5)
    set_pools(who, Mood.JOYFUL, 6.9)  # below its threshold of 7
    who.soothe(Mood.ANGRY, 1)
    runtime.tick(1)
    assert shown(who) is Mood.FLUSTERED
    set_pools(who, Mood.EXCITED, 50)
    set_pools(who, Mood.FOCUSED, 50)
    who.soothe(Mood.ANGRY, 1)
    runtime.tick(2)
    assert shown(who) is Mood.EXCITED


@pytest.mark.parametrize("mood", [mood for mood in Mood if mood is not Mood.COMPOSED])
def test_a_mood_shows_from_its_very_threshold_on(
    runtime: EmotionRuntime, somebody: Somebody, mood: Mood
) -> None:
    threshold = COURSES[mood].threshold
    for intensity, shows in ((math.nextafter(threshold, 0), False), (threshold, True)):
        who = somebody()
        set_pools(who, mood, intensity)
        assert (who.snapshot().secondary is mood) == shows
        runtime.resolve_soon(who.row)
        runtime.tick(1)
        assert (who.current_mood is mood) == shows


def test_a_mood_takes_over_with_a_lead_of_3_and_a_half(runtime: EmotionRuntime, somebody: Somebody) -> None:
    who = somebody()
    set_pools(who, Mood.JOYFUL, 20)
    who.soothe(Mood.ANGRY, 0)
    runtime.tick(1)
    set_pools(who, Mood.HURT, 23.4)
    who.soothe(Mood.ANGRY, 0)
    runtime.tick(2)
    assert shown(who) is Mood.JOYFUL
    set_pools(who, Mood.HURT, 23.5)
    who.soothe(Mood.ANGRY, 0)
    runtime.tick(3)
    assert shown(who) is Mood.HURT


def test_a_mood_takes_over_from_one_below_its_threshold(runtime: EmotionRuntime, somebody: Somebody) -> None:
    who = somebody()
    set_pools(who, Mood.HURT, 20)
    who.soothe(Mood.ANGRY, 0)
    runtime.tick(1)
    set_pools(who, Mood.HURT, 7.9)
    set_pools(who, Mood.JOYFUL, 8.0)
    who.soothe(Mood.ANGRY, 0)
    runtime.tick(2)
    assert who.current_mood is Mood.JOYFUL


def test_after_60_ticks_a_mood_takes_over_with_any_lead(runtime: EmotionRuntime, somebody: Somebody) -> None:
    who = somebody()
    set_pools(who, Mood.JOYFUL, memory=20)
    who.soothe(Mood.ANGRY, 0)
    runtime.tick(1)
    for now in range(2, 62):
        set_pools(who, Mood.JOYFUL, memory=20)
        set_pools(who, Mood.HURT, memory=20.5)
        who.soothe(Mood.ANGRY, 0)
        runtime.tick(now)
        assert (who.current_mood is Mood.HURT) == (now >= 61), now


def test_the_secondary_mood_is_the_strongest_of_the_others_but_never_composed(somebody: Somebody) -> None:
    who = somebody()
    set_pools(who, Mood.COMPOSED, 90)
    set_pools(who, Mood.JOYFUL, 6.9)
    assert who.snapshot().secondary is None
    set_pools(who, Mood.BORED, 30)
    set_pools(who, Mood.EXCITED, 30)
    shown = who.snapshot()
    assert (shown.primary, shown.secondary) == (Mood.COMPOSED, Mood.EXCITED)
    assert (shown.primary_intensity, shown.secondary_intensity) == pytest.approx((0.9, 0.3))


# 5: when it shows


def test_events_are_felt_at_once_and_show_at_the_next_tick(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    def meals(who: EmotionManager) -> None:
        who.on_item_consumed()
        who.on_item_consumed()

    def strikes(who: EmotionManager) -> None:
        who.on_attack_performed()
        who.on_attack_performed()

    events: list[Callable[[EmotionManager], None]] = [
        lambda who: who.on_damage_taken(Damage(20, 5, 20, Attacker.FRIEND)),
        lambda who: who.on_gift_received(30),
        lambda who: who.stimulate(MoodImpulse.fleeting(Mood.BORED, 40)),
        meals,
        strikes,
    ]
    for event in events:
        who = somebody()
        runtime.tick(20)
        runtime.pools[:, who.row] = 0
        event(who)
        assert who.current_mood is Mood.COMPOSED
        assert [switch.row for switch in runtime.tick(21)] == [who.row]
        who.close()


def test_soothing_shows_at_the_next_tick(runtime: EmotionRuntime, somebody: Somebody) -> None:
    who = somebody()
    who.stimulate(MoodImpulse.fleeting(Mood.HURT, 50))
    runtime.tick(20)
    assert shown(who) is Mood.HURT
    who.soothe(Mood.HURT, 50)
    assert shown(who) is Mood.HURT
    assert runtime.tick(21) == [(who.row, Mood.HURT, Mood.COMPOSED)]


def test_a_push_from_within_a_reaction_asks_for_no_resolution_of_its_own(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    who = somebody()
    runtime.tick(20)
    runtime.push(who.row, Mood.ANGRY, 50, 0.5)
    assert runtime.tick(21) == []
    assert [switch.after for switch in runtime.tick(40)] == [Mood.ANGRY]


# 6: situations


def test_context_goes_by_the_strongest_source_and_the_response_but_not_by_reactivity(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    who = somebody("bookworm")  # energy 0.76, courage 0.92, focused 1.45, reactivity 0.78
    who.perceive(Situation(working=True, fighting=True))
    for now in range(20, 400, 20):
        runtime.tick(now)
    assert pools(who, Mood.FOCUSED)[CONTEXT] == pytest.approx(max(34 * 0.76, 16 * 0.92) * 1.45)
    assert pools(who, Mood.EXCITED)[CONTEXT] == pytest.approx(23 * 0.76 * 0.92 * 0.58)


def test_no_temperament_and_no_health_drives_a_context_beyond_its_bounds(runtime: EmotionRuntime) -> None:
    traits = {"energy": 9.0, "courage": 9.0}
    fierce = EmotionManager(runtime, read_temperament("fierce", {**traits, "response": {"exhausted": 2.0}}))
    fierce.perceive(Situation(fighting=True, working=True, health_ratio=-3.0))
    for now in range(0, 2000, 20):
        runtime.tick(now)
    assert pools(fierce, Mood.EXCITED)[CONTEXT] == 100
    assert pools(fierce, Mood.FOCUSED)[CONTEXT] == 100
    assert pools(fierce, Mood.EXHAUSTED)[CONTEXT] == 2 * 38


BUSY = [
    Situation(asleep=True),
    Situation(working=True),
    Situation(fighting=True),
    Situation(talking=True),
    Situation(using_item=True),
    Situation(navigating=True),
    Situation(speed_squared=0.0025),
]


@pytest.mark.parametrize("busy", BUSY)
def test_idleness_counts_samples_and_starts_over_when_something_happens(
    runtime: EmotionRuntime, somebody: Somebody, busy: Situation
) -> None:
    who = somebody()
    who.perceive(Situation(speed_squared=0.0024))
    before = runtime.idle[who.row]
    runtime.tick(20)
    runtime.tick(40)
    assert runtime.idle[who.row] == before + 2
    runtime.tick(40 + 24 * 3600 * 20)  # a day that it wasn't there for is one sample
    assert runtime.idle[who.row] == before + 3
    who.perceive(busy)
    runtime.tick(60 + 24 * 3600 * 20)
    assert runtime.idle[who.row] == 0


def test_boredom_sets_in_after_25_samples_and_is_full_after_125(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    who = somebody("genki")  # energy 1.38, bored 1.35
    seen = {}
    for now in range(20, 20 * 160, 20):
        runtime.tick(now)
        seen[int(runtime.idle[who.row])] = pools(who, Mood.BORED)[CONTEXT]
    assert seen[25] == 0 < seen[26]
    assert seen[75] == pytest.approx(30 * 0.5 * 1.38 * 1.35)
    assert seen[125] == seen[150] == pytest.approx(30 * 1.38 * 1.35)


def test_low_health_wears_out_and_frightens_in_a_fight_but_not_asleep() -> None:
    wanted = {
        Situation(health_ratio=0.25): (19.0, 0.0),
        Situation(health_ratio=0.25, fighting=True): (19.0, 12.5),
        Situation(health_ratio=0.25, asleep=True, fighting=True): (0.0, 0.0),
        Situation(health_ratio=0.5, fighting=True): (0.0, 0.0),
    }
    for situation, (weariness, fear) in wanted.items():
        runtime = EmotionRuntime()
        who = EmotionManager(runtime, TEMPERAMENTS["default"])
        who.perceive(situation)
        for now in range(0, 800, 20):
            runtime.tick(now)
        assert pools(who, Mood.EXHAUSTED)[CONTEXT] == pytest.approx(weariness)
        assert pools(who, Mood.UNEASY)[CONTEXT] == pytest.approx(fear)
        assert pools(who, Mood.COMPOSED)[CONTEXT] == (22.0 if situation.asleep else 9.0)


# 7: damage


def test_a_blow_that_was_dodged_or_killed_is_no_feeling(somebody: Somebody) -> None:
    who = somebody()
    for damage in (
        Damage(0, 20, 20, Attacker.FRIEND),
        Damage(30, 0, 20, Attacker.FRIEND),
        Damage(30, -4, 20, Attacker.OTHER),
    ):
        who.on_damage_taken(damage)
    assert not who._runtime.pools[:, who.row].any()


def test_damage_is_felt_however_little_it_is_or_leaves(somebody: Somebody) -> None:
    for damage in (Damage(1e-9, 20, 20), Damage(1, 1e-9, 20)):
        who = somebody()
        who.on_damage_taken(damage)
        assert who.intensity(Mood.UNEASY) >= 3


def test_a_friend_hurts_a_foe_angers_and_the_world_frightens(somebody: Somebody) -> None:
    felt = {}
    for attacker in Attacker:
        who = somebody()
        who.on_damage_taken(Damage(5, 15, 20, attacker))
        felt[attacker] = {mood for mood in Mood if who.intensity(mood)}
    assert felt == {
        Attacker.FRIEND: {Mood.HURT, Mood.ANGRY},
        Attacker.OTHER: {Mood.UNEASY, Mood.ANGRY},
        Attacker.NOBODY: {Mood.UNEASY},
    }


# 8 is with the saves


# 9: the hook


def test_a_switch_is_told_of_and_what_was_loaded_is_not(runtime: EmotionRuntime, somebody: Somebody) -> None:
    who = somebody()
    who.stimulate(MoodImpulse.lingering(Mood.ANGRY, 60, 1.0))
    assert [switch[1:] for switch in runtime.tick(1)] == [(Mood.COMPOSED, Mood.ANGRY)]
    kept = who.write_to_nbt()
    again = somebody()
    again.read_from_nbt(kept)
    assert again.current_mood is Mood.ANGRY
    assert runtime.tick(2) == []
    assert again.current_mood is Mood.ANGRY


# 10: temperaments


@pytest.mark.parametrize("wrong", [0.0, -1.0, math.nan, math.inf, True, "1"])
def test_a_trait_or_scale_that_is_no_finite_number_above_0_is_refused(wrong: float) -> None:
    with pytest.raises(TemperamentError, match=r"'odd'.*courage"):
        Temperament("odd", Traits(courage=wrong))
    with pytest.raises(TemperamentError, match=r"'odd'.*response of angry"):
        read_temperament("odd", {"response": {"angry": wrong}})


def test_scales_cover_exactly_the_moods_and_are_copied() -> None:
    with pytest.raises(TemperamentError, match=r"'odd'.*recovery has 10 values"):
        Temperament("odd", recovery=(1.0,) * 10)
    scale = [1.0] * 11
    made = Temperament("odd", response=scale)  # type: ignore[arg-type]
    scale[0] = 5.0
    assert made.response == (1.0,) * 11
    with pytest.raises(TemperamentError, match="'hungry', which is no mood"):
        read_temperament("odd", {"recovery": {"hungry": 1.0}})
    with pytest.raises(TemperamentError, match="no trait 'luck'"):
        read_temperament("odd", {"luck": 1.0})


def test_what_a_temperament_does_not_say_is_1() -> None:
    plain = read_temperament("plain", {"recovery": {}})
    assert set(dataclasses.asdict(plain.traits).values()) == {1.0}
    assert plain.response == plain.recovery == (1.0,) * len(Mood)
    assert plain == Temperament("plain")


def test_a_personality_without_a_temperament_is_an_error_that_names_it() -> None:
    with pytest.raises(TemperamentError, match="'shy' is missing"):
        read_temperaments("[default]\n", ["default", "shy"])


# whoever has no feelings


def test_whoever_has_no_feelings_is_composed_whatever_happens() -> None:
    nobody = NoEmotion()
    nobody.on_damage_taken(Damage(20, 1, 20, Attacker.FRIEND))
    nobody.on_item_consumed()
    nobody.on_gift_received(30)
    nobody.on_attack_performed()
    nobody.stimulate(MoodImpulse.fleeting(Mood.ANGRY, 100))
    nobody.soothe(Mood.COMPOSED, 100)
    nobody.perceive(Situation(fighting=True))
    nobody.read_from_nbt({"Schema": 1})
    kept: object = nobody.write_to_nbt()  # type: ignore[func-returns-value]
    assert kept is None
    nobody.awake = True
    assert not nobody.awake
    nobody.close()
    assert nobody.current_mood is Mood.COMPOSED
    assert nobody.snapshot() == (Mood.COMPOSED, 0.0, None, 0.0)
    assert all(nobody.intensity(mood) == 0 for mood in Mood)
    assert nobody.temperament is TEMPERAMENTS["default"]


def test_no_time_passes_for_who_sleeps_and_all_that_passed_is_made_up_for(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    who = somebody()
    set_pools(who, Mood.HURT, 50)
    who.awake = False
    assert not who.awake
    assert [runtime.tick(now) for now in range(1, 200)] == [[]] * 199
    assert pools(who, Mood.HURT) == [50, 0, 0]
    who.awake = True
    runtime.tick(200)
    assert pools(who, Mood.HURT) == [pytest.approx(50 - 10 * 100 / 135), 0, 0]


def test_a_row_that_is_given_back_serves_another_without_a_trace(runtime: EmotionRuntime) -> None:
    first = EmotionManager(runtime, TEMPERAMENTS["shy"])
    first.stimulate(MoodImpulse.fleeting(Mood.ANGRY, 100))
    first.perceive(Situation(fighting=True))
    runtime.tick(20)
    first.close()
    assert runtime.tick(400) == []
    assert len(runtime) == 0
    second = EmotionManager(runtime, TEMPERAMENTS["default"])
    assert second.row == first.row
    assert second.current_mood is Mood.COMPOSED
    assert second.intensity(Mood.ANGRY) == 0
    assert runtime.last_update[second.row] == UNSET


def test_a_row_can_not_be_given_back_twice(runtime: EmotionRuntime) -> None:
    """Two would share it later on."""
    first, other = (EmotionManager(runtime, TEMPERAMENTS["shy"]) for _ in range(2))
    first.close()
    with pytest.raises(ValueError, match=f"row {first.row} is nobody's"):
        first.close()
    assert len(runtime) == 1
    assert other.awake


def test_numbers_out_of_reason_in_a_situation_do_not_reach_the_pools(
    runtime: EmotionRuntime, somebody: Somebody
) -> None:
    who = somebody()
    for wrong in (math.nan, math.inf, -math.inf, -1e300):
        who.perceive(Situation(health_ratio=wrong, speed_squared=wrong, fighting=True))
        runtime.tick(int(runtime.last_update[who.row]) + 20)
        assert all(math.isfinite(who.intensity(mood)) for mood in Mood)
    assert 0 < who.intensity(Mood.EXHAUSTED) <= 38
    assert not Situation(speed_squared=math.nan).idle


def test_damage_out_of_reason_is_felt_in_full_or_not_at_all(somebody: Somebody) -> None:
    felt = somebody()
    felt.on_damage_taken(Damage(math.inf, 20, 20))
    assert felt.intensity(Mood.UNEASY) == 28
    for damage in (Damage(math.nan, 20, 20), Damage(5, math.nan, 20), Damage(-5, 20, 20)):
        who = somebody()
        who.on_damage_taken(damage)
        assert not any(who.intensity(mood) for mood in Mood), damage
