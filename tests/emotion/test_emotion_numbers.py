"""Every number is the published one."""

from typing import Any

import pytest
from tuning import tuning

from npc.emotion import PERSONALITIES, TEMPERAMENTS, Attacker, Damage, Mood, context, runtime
from npc.emotion.impulse import POOL_MAX
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
    names = {"bondAffinity": "bond_affinity"}
    for row in published:
        temperament = TEMPERAMENTS[row["key"]]
        for trait, value in row["traits"].items():
            assert getattr(temperament.traits, names.get(trait, trait)) == value, (row["key"], trait)
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
    assert rules["ticks_per_second"] == runtime.TICKS_PER_SECOND
    assert rules["recovery_cap_s"] == runtime.RECOVERY_CAP
    assert rules["context_step_cap_s"] == runtime.CONTEXT_CAP
    assert rules["residual_zero_below"] == runtime.RESIDUE
    assert rules["initial_context"] == {"composed": runtime.INITIAL_COMPOSURE}
    assert rules["switch_any_of"]["lead_at_least"] == runtime.CLEAR_LEAD
    assert rules["switch_any_of"]["dwell_ticks_at_least"] == runtime.DWELL
    assert tuning()["context_targets"]["idle"]["speed_squared_below"] == context.STILL


# The events of the published table as somebody average feels them at half strength, and the rows each one takes.
HALF = {
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
    names: dict[str, Any] = {
        **{name: getattr(traits, name) for name in traits.__dataclass_fields__},
        "bondAffinity": traits.bond_affinity,
        "s": 0.5, "m": 0.5, "d": 0.5, "inverse": inverse, "R": smooth, "max": max,
    }  # fmt: skip
    reaction: Reaction = react(traits) if what is None else react(what, traits)
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
    assert [(mood.key, amount) for mood, amount in reaction.soothing] == [
        (row["mood"], pytest.approx(eval(row["amount"], names))) for row in soothed
    ]
