"""Every number is the published one."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tuning import tuning

from nbt import emotion as saved
from nbt.emotion import POOL_MAX
from npc.clock import TICKS_PER_SECOND
from npc.emotion import PERSONALITIES, TEMPERAMENTS, Attacker, Damage, Mood, Situation, context, runtime
from npc.emotion.mood import COURSES
from npc.emotion.reactions import Reaction, inverse, smooth, to_damage, to_gift, to_meal, to_own_attack


def test_moods_come_and_go_as_published_and_keep_their_ordinals() -> None:
    published = tuning()["moods"]
    assert [mood["key"] for mood in published] == [mood.key for mood in Mood]
    for row in published:
        course = COURSES[Mood(row["order"])]
        assert course == (
            row["impulse_lifetime_s"],
            row["memory_lifetime_s"],
            row["context_rise"],
            row["context_fall"],
            row["threshold"],
            row["resilience"],
        )


def test_every_personality_has_the_published_temperament() -> None:
    published = tuning()["temperaments"]
    assert [row["key"] for row in published] == list(PERSONALITIES) == list(TEMPERAMENTS)
    for row in published:
        temperament = TEMPERAMENTS[row["key"]]
        for trait, value in row["traits"].items():
            assert getattr(temperament.traits, TRAIT_NAMES.get(trait, trait)) == value, (row["key"], trait)
        for scale, wanted in (
            (temperament.response, row["response_scale"]),
            (temperament.recovery, row["recovery_scale"]),
        ):
            assert dict(zip((m.key for m in Mood), scale, strict=True)) == {
                mood.key: wanted.get(mood.key, 1.0) for mood in Mood
            }, row["key"]


def test_intervals_caps_and_limits_are_the_published_ones() -> None:
    rules = tuning()["emotion_rules"]
    assert rules["pool_max"] == rules["soothe_max"] == POOL_MAX
    assert rules["update_interval_ticks"] == rules["resolve_interval_ticks"] == runtime.INTERVAL
    assert rules["ticks_per_second"] == TICKS_PER_SECOND
    assert rules["recovery_cap_s"] == runtime.RECOVERY_CAP
    assert rules["context_step_cap_s"] == runtime.CONTEXT_CAP
    assert rules["residual_zero_below"] == runtime.RESIDUE
    assert rules["initial_context"] == {"composed": runtime.INITIAL_COMPOSURE}
    assert rules["switch_any_of"]["lead_at_least"] == runtime.CLEAR_LEAD
    assert rules["switch_any_of"]["dwell_ticks_at_least"] == runtime.DWELL
    assert rules["schema"] == saved.SCHEMA
    assert rules["pool_max"] == saved.POOL_MAX
    assert tuning()["context_targets"]["idle"]["speed_squared_below"] == context.STILL


def test_the_numbers_at_hand_must_be_the_same_where_they_are_at_hand_twice(tmp_path: Path) -> None:
    original, copy = tmp_path / "original.json", tmp_path / "copy.json"
    copy.write_text('{"a": 1}')
    assert tuning(original, copy) == {"a": 1}
    original.write_text('{"a": 2}')
    tuning.cache_clear()
    with pytest.raises(AssertionError, match="copy it anew"):
        tuning(original, copy)
    original.write_text('{ "a": 1 }')
    assert tuning(original, copy) == json.loads(copy.read_text())


def clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


TRAIT_NAMES = {"bondAffinity": "bond_affinity"}


def names_of(personality: str) -> dict[str, Any]:
    """What the published formulas may name, of a temperament."""
    traits = dataclasses.asdict(TEMPERAMENTS[personality].traits)
    return {**traits, "bondAffinity": traits["bond_affinity"], "inverse": inverse, "R": smooth, "max": max}


@pytest.mark.parametrize("x", [0.0, 0.1, 0.44, 0.45, 0.5, 0.9, 1.0, 1.55, 1.56, 3.0])
def test_the_helpers_of_the_formulas_are_the_published_ones(x: float) -> None:
    rules = tuning()["emotion_rules"]
    assert inverse(x) == eval(rules["inverse"], {"clamp": clamp, "t": x})
    cubic = rules["R"].replace("^", "**").replace("2x", "2*x")
    assert smooth(x, 0.2, 0.7) == pytest.approx(eval(cubic, {"a": 0.2, "b": 0.7, "x": x}))


@pytest.mark.parametrize("max_health", [0.5, 1.0, 20.0])
@pytest.mark.parametrize("amount", [0.1, 1.0, 7.0, 20.0, 500.0])
@pytest.mark.parametrize("health", [0.1, 8.9, 9.0, 9.1, 20.0])
def test_how_severe_a_blow_is_goes_by_the_published_shares(
    amount: float, health: float, max_health: float
) -> None:
    rules = tuning()["emotion_rules"]
    names = {"clamp": clamp, "max": max, "amount": amount, "maxHealth": max_health}
    ratio = health / max(1.0, max_health)
    s, d = eval(rules["s"], names), eval(rules["d"], {**names, "healthRatio": ratio})
    reaction = to_damage(Damage(amount, health, max_health), TEMPERAMENTS["default"].traits)
    fear, *low = reaction.impulses
    assert fear == pytest.approx((Mood.UNEASY, 3 + 25 * s, smooth(s, 0.10, 0.56)))
    assert bool(low) == (ratio < 0.45)
    if low:
        assert low[0] == pytest.approx((Mood.EXHAUSTED, 5 + 22 * d, smooth(d, 0.18, 0.66)))


@pytest.mark.parametrize("favor", [-(10**400), -31, -30, -29, -1, 1, 29, 30, 31, 10**400])
def test_how_much_a_gift_means_goes_by_the_published_share(favor: int) -> None:
    m = eval(tuning()["emotion_rules"]["m"], {"clamp": clamp, "abs": abs, "favorGain": clamp(favor, -99, 99)})
    strongest = to_gift(favor, TEMPERAMENTS["default"].traits).impulses[0]
    assert strongest.intensity == pytest.approx(7 + 15 * m if favor > 0 else 5 + 14 * m)


# What the published conditions of contexts mean, and how long somebody was idle when they hold.
WHEN: dict[str, tuple[Situation, list[int]]] = {
    "not asleep": (Situation(talking=True), [0]),
    "asleep": (Situation(asleep=True, health_ratio=0.1), [0]),
    "poi_busy": (Situation(working=True), [0]),
    "has_target or combat_phase != NONE": (Situation(fighting=True), [0]),
    "awake and healthRatio < 0.50": (Situation(health_ratio=0.2, navigating=True), [0]),
    "awake and healthRatio < 0.50 and in combat": (Situation(health_ratio=0.2, fighting=True), [0]),
    "idleSeconds > 25": (Situation(), [26, 60, 124, 125, 126, 100_000]),
}
# The condition that holds whenever another does.
ALSO = {
    "awake and healthRatio < 0.50 and in combat": [
        "awake and healthRatio < 0.50",
        "has_target or combat_phase != NONE",
    ]
}


@pytest.mark.parametrize("personality", PERSONALITIES)
def test_contexts_head_where_the_published_table_says(personality: str) -> None:
    published = tuning()["context_targets"]
    temperament = TEMPERAMENTS[personality]
    assert {row["when"] for row in published["sources"]} == WHEN.keys()
    for when, (situation, idle_for) in WHEN.items():
        holding = [when, *ALSO.get(when, []), "asleep" if situation.asleep else "not asleep"]
        danger = eval(published["danger"], {"healthRatio": situation.health_ratio})
        for idle in idle_for:
            names = {**names_of(personality), "clamp": clamp, "danger": danger, "idleSeconds": idle}
            wanted = dict.fromkeys(Mood, 0.0)
            for row in published["sources"]:
                if row["when"] in holding:
                    mood = Mood.of(row["mood"])
                    target = eval(row["target"], names) * temperament.response[mood]
                    wanted[mood] = clamp(max(wanted[mood], target), 0, 100)
            found = context.targets(
                np.array([context.shares_of(situation)]).T,
                np.array([context.strengths_of(temperament)]).T,
                np.array([float(idle)]),
            )
            assert found[:, 0].tolist() == pytest.approx(list(wanted.values())), (when, idle)


# The events of the published table as somebody average feels them at half strength, and the rows each one takes.
HALF: dict[str, tuple[Callable[..., Reaction], Any, set[str]]] = {
    "friendly": (to_damage, Damage(10, 20, 20, Attacker.FRIEND), {"friendly_damage"}),
    "world": (to_damage, Damage(10, 20, 20), {"other_damage"}),
    "foe": (to_damage, Damage(10, 20, 20, Attacker.OTHER), {"other_damage", "other_damage_living_attacker"}),
    "fight": (to_damage, Damage(10, 20, 20, has_target=True), {"other_damage", "damage_with_target"}),
    "weak": (to_damage, Damage(10, 4.5, 20), {"other_damage", "low_health"}),
    "unwelcome": (to_gift, -15, {"gift_negative"}),
    "gift": (to_gift, 15, {"gift_positive"}),
    "nothing": (to_gift, 0, {"gift_zero"}),
    "meal": (to_meal, None, {"consume"}),
    "strike": (to_own_attack, None, {"attack"}),
}


@pytest.mark.parametrize("event", HALF)
@pytest.mark.parametrize("personality", PERSONALITIES)
def test_a_reaction_is_the_published_one_for_each_temperament(event: str, personality: str) -> None:
    react, what, rows = HALF[event]
    traits = TEMPERAMENTS[personality].traits
    names = {**names_of(personality), "s": 0.5, "m": 0.5, "d": 0.5}
    reaction = react(traits) if what is None else react(what, traits)
    wanted = [row for row in tuning()["reactions"] if row["event"] in rows]
    assert wanted
    assert len(reaction.impulses) == len(wanted)
    for impulse, row in zip(reaction.impulses, wanted, strict=True):
        assert impulse.mood.key == row["mood"]
        assert impulse.intensity == pytest.approx(eval(row["intensity_expr"], names))
        assert impulse.retention == pytest.approx(eval(row["retention_expr"], names))
        if personality == "default":
            assert (impulse.intensity, impulse.retention) == pytest.approx(row["check_default_half"])
    soothed = [row for row in tuning()["soothing"] if row["event"] in rows]
    assert [mood.key for mood, _ in reaction.soothing] == [row["mood"] for row in soothed]
    assert [amount for _, amount in reaction.soothing] == pytest.approx(
        [eval(row["amount"], names) for row in soothed]
    )
