"""Health: what damage takes, what the respite after it spares, and how it comes back."""

from __future__ import annotations

from math import inf, nan
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npc.stage_port import Actor
from npc.vitals import FULL, HEALING, LEAST, Vitals, Wound


def make_vitals(health: float = FULL) -> Vitals:
    vitals = Vitals(Actor("juniper", UUID(int=7), "Juniper"))
    vitals.restore(health)
    return vitals


def test_damage_takes_health_and_shows() -> None:
    vitals = make_vitals()
    assert vitals.hurt(0, "fall", 3.5) == Wound(3.5, True)
    assert (vitals.health, vitals.ratio, vitals.whole) == (16.5, 0.825, False)
    assert vitals.taken == {"fall": 3.5}


def test_in_the_ten_ticks_after_damage_only_what_is_greater_counts_and_nothing_shows() -> None:
    vitals = make_vitals()
    vitals.hurt(100, "player_attack", 2.0)
    assert vitals.hurt(100, "player_attack", 2.0) == Wound(0.0, False)
    assert vitals.hurt(109, "lava", 4.0) == Wound(2.0, False)
    assert vitals.hurt(109, "lava", 4.0) == Wound(0.0, False)
    assert vitals.health == 16.0
    assert vitals.hurt(110, "lava", 4.0) == Wound(4.0, True), "the respite isn't drawn out"
    assert vitals.taken == {"player_attack": 2.0, "lava": 6.0}


def test_nobody_dies_of_damage() -> None:
    vitals = make_vitals(health=3.0)
    assert vitals.hurt(0, "fall", 50.0) == Wound(2.0, True)
    assert vitals.hurt(10, "fall", 50.0) == Wound(0.0, True)
    assert vitals.health == LEAST
    assert vitals.taken == {"fall": 100.0}, "what it was spared is told all the same"


def test_half_a_heart_comes_back_at_a_time_and_damage_puts_it_off() -> None:
    vitals = make_vitals()
    vitals.hurt(0, "fall", 1.5)
    for now in range(1, HEALING):
        vitals.heal(now)
    assert vitals.health == 18.5
    vitals.hurt(HEALING, "player_attack", 1.0)
    vitals.heal(HEALING)
    assert vitals.health == 17.5
    for now in range(HEALING, 4 * HEALING + 1):
        vitals.heal(now)
    assert vitals.health == FULL, "by the last one no more than was missing"


def test_who_comes_from_a_save_waits_like_others_for_its_health() -> None:
    vitals = make_vitals(health=5.0)
    for now in range(1000, 1000 + HEALING):
        vitals.heal(now)
    assert vitals.health == 5.0
    vitals.heal(1000 + HEALING)
    assert vitals.health == 6.0


@pytest.mark.parametrize(
    ("kept", "health"), [(nan, FULL), (inf, FULL), (-inf, FULL), (1e9, FULL), (-1.0, LEAST), (0.0, LEAST)]
)
def test_a_kept_number_out_of_range_is_brought_into_it(kept: float, health: float) -> None:
    assert make_vitals(kept).health == health


@settings(deadline=None, max_examples=50)
@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("hurt"), st.floats(0.0, 40.0)), st.tuples(st.just("heal"), st.integers(1, 200))
        ),
        max_size=30,
    )
)
def test_whatever_happens_health_stays_in_range_and_what_was_lost_is_what_was_told(
    events: list[tuple[str, float]],
) -> None:
    vitals, now = make_vitals(), 0
    for what, value in events:
        before = vitals.health
        if what == "hurt":
            wound = vitals.hurt(now, "fall", value)
            assert vitals.health == pytest.approx(before - wound.amount)
        else:
            for _ in range(int(value)):
                now += 1
                vitals.heal(now)
            assert before <= vitals.health <= before + value / HEALING + 1.0
        assert LEAST <= vitals.health <= FULL
