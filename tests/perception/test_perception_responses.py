"""Who is met with what, and how often."""

from __future__ import annotations

import math
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_worlds import small_terrain
from tuning import tuning

from npc.clock import ManualClock
from npc.memory import MemoryPool, MemoryStream, MemoryType
from npc.perception import Eyes, Lookout, Lost, Met, Sightings, Silhouette, Thresholds, Tier, is_brave
from npc.perception.sightings import LOST_AFTER, MOST_MET
from world.sight import Sight

ANNA, BERT = UUID(int=1), UUID(int=2)
PLACE, OTHER = (5.0, 64.0, 0.5), (6.0, 64.0, 0.5)


class Mind:
    """Remembers what it is told to, and how often it was asked."""

    def __init__(self, **memories: float) -> None:
        self.memories = {ANNA: memories.get("anna"), BERT: memories.get("bert")}
        self.asked: list[UUID] = []

    def recall(self, who: UUID) -> float | None:
        self.asked.append(who)
        return self.memories.get(who)


# --- tiers


def test_thresholds_are_the_published_ones() -> None:
    published = tuning()["memory"]["decision_thresholds"]
    assert (Thresholds().confront, Thresholds().search) == (
        published["chase_above"],
        published["alert_above"],
    )


@given(st.floats(0, 1))
def test_a_tier_begins_above_its_threshold(retrievability: float) -> None:
    wanted = (
        Tier.CONFRONT
        if retrievability > 0.8
        else Tier.SEARCH
        if 0.3 < retrievability <= 0.8
        else Tier.HESITATE
    )
    assert Thresholds().tier(retrievability) is wanted


@pytest.mark.parametrize(
    ("retrievability", "tier"),
    [(0.8, Tier.SEARCH), (0.3, Tier.HESITATE), (0.0, Tier.HESITATE), (1.0, Tier.CONFRONT)],
)
def test_a_threshold_itself_belongs_to_the_lower_tier(retrievability: float, tier: Tier) -> None:
    assert Thresholds().tier(retrievability) is tier


def test_thresholds_can_be_others() -> None:
    own = Thresholds(confront=0.6, search=0.1)
    assert [own.tier(r) for r in (0.05, 0.1, 0.2, 0.6, 0.7)] == [
        Tier.HESITATE, Tier.HESITATE, Tier.SEARCH, Tier.SEARCH, Tier.CONFRONT,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        {"confront": 0.3},
        {"confront": 1.0},
        {"search": -0.1},
        {"search": math.nan},
        {"margin": 0.25},
        {"margin": -0.1},
        {"margin": math.nan},
    ],
    ids=repr,
)
def test_thresholds_out_of_order_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Thresholds(**wrong)


@given(st.floats(0, 1), st.sampled_from(list(Tier)))
def test_who_was_met_before_is_met_the_same_until_beyond_the_margin(
    retrievability: float, before: Tier
) -> None:
    tier = Thresholds().tier(retrievability, before)
    plain = Thresholds().tier(retrievability)
    near = any(abs(retrievability - edge) <= 0.0501 for edge in (0.8, 0.3))
    assert min(before, plain) <= tier <= max(before, plain)
    if not near:
        assert tier is plain


def test_the_margin_holds_in_both_directions() -> None:
    tier = Thresholds().tier
    assert [tier(r, Tier.SEARCH) for r in (0.84, 0.86, 0.26, 0.24)] == [
        Tier.SEARCH, Tier.CONFRONT, Tier.SEARCH, Tier.HESITATE,
    ]  # fmt: skip
    assert [tier(r, Tier.CONFRONT) for r in (0.76, 0.74)] == [Tier.CONFRONT, Tier.SEARCH]
    assert [tier(r, Tier.HESITATE) for r in (0.34, 0.36)] == [Tier.HESITATE, Tier.SEARCH]


def test_what_has_just_happened_is_confronted_whatever_the_margin() -> None:
    assert Thresholds(confront=0.98).tier(1.0, Tier.HESITATE) is Tier.CONFRONT


def test_the_brave_stand_and_the_cowardly_flee() -> None:
    assert is_brave(1.0, 1.0)
    assert is_brave(1.0, 0.5)
    assert not is_brave(1.0, 0.49)
    assert not is_brave(0.5, 1.0)
    assert is_brave(2.0, 0.0)


# --- sightings


def test_a_memory_is_asked_once_in_a_sighting() -> None:
    mind = Mind(anna=0.9)
    sightings = Sightings(mind.recall)
    news = [sightings.look({ANNA: PLACE}, tick / 20) for tick in range(20_000)]
    assert mind.asked == [ANNA]
    assert news[0] == [Met(ANNA, PLACE, Tier.CONFRONT, 0.9)]
    assert not any(news[1:])


@pytest.mark.parametrize(
    ("recalled", "tier"), [(0.9, Tier.CONFRONT), (0.5, Tier.SEARCH), (0.1, Tier.HESITATE)]
)
def test_who_comes_into_view_is_met_by_how_well_it_is_remembered(recalled: float, tier: Tier) -> None:
    assert Sightings(Mind(anna=recalled).recall).look({ANNA: PLACE}, 0.0) == [
        Met(ANNA, PLACE, tier, recalled)
    ]


def test_who_did_nothing_is_met_with_nothing() -> None:
    assert Sightings(Mind().recall).look({ANNA: PLACE}, 0.0) == [Met(ANNA, PLACE, None, 0.0)]


def test_a_head_that_turns_away_and_back_begins_no_new_sighting() -> None:
    mind = Mind(anna=0.9)
    sightings = Sightings(mind.recall)
    for second in range(100):
        sightings.look({ANNA: PLACE} if second % 9 == 0 else {}, float(second))
    assert mind.asked == [ANNA]
    assert ANNA in sightings


def test_who_is_out_of_view_for_long_is_lost_where_last_seen_and_then_met_anew() -> None:
    mind = Mind(anna=0.9)
    sightings = Sightings(mind.recall)
    sightings.look({ANNA: PLACE}, 0.0)
    sightings.look({ANNA: OTHER}, 1.0)
    assert sightings.look({}, 1.0 + LOST_AFTER - 0.01) == []
    assert sightings.last_place(ANNA) == OTHER
    assert sightings.look({}, 1.0 + LOST_AFTER) == [Lost(ANNA, OTHER, Tier.CONFRONT)]
    assert ANNA not in sightings
    assert sightings.last_place(ANNA) is None
    mind.memories[ANNA] = 0.2
    assert sightings.look({ANNA: PLACE}, 500.0) == [Met(ANNA, PLACE, Tier.HESITATE, 0.2)]


def test_who_nobody_looked_at_for_long_is_lost_and_met_in_one_look() -> None:
    sightings = Sightings(Mind(anna=0.9).recall)
    sightings.look({ANNA: PLACE}, 0.0)
    assert sightings.look({ANNA: OTHER}, 3600.0) == [
        Lost(ANNA, PLACE, Tier.CONFRONT),
        Met(ANNA, OTHER, Tier.CONFRONT, 0.9),
    ]


def test_harm_done_in_view_is_met_at_once_and_once() -> None:
    sightings = Sightings(Mind().recall)
    sightings.look({ANNA: PLACE}, 0.0)
    assert sightings.provoked(ANNA) == Met(ANNA, PLACE, Tier.CONFRONT, 1.0)
    assert sightings.provoked(ANNA) is None
    assert sightings.provoked(BERT) is None  # out of view


def test_a_tier_is_kept_within_the_margin_from_one_sighting_to_the_next() -> None:
    mind = Mind(anna=0.81)
    sightings = Sightings(mind.recall)
    assert sightings.look({ANNA: PLACE}, 0.0)[-1].tier is Tier.CONFRONT
    mind.memories[ANNA] = 0.79
    assert sightings.look({ANNA: PLACE}, 100.0)[-1].tier is Tier.CONFRONT
    sightings.forget(ANNA)
    assert sightings.look({ANNA: PLACE}, 200.0)[-1].tier is Tier.SEARCH


def test_sightings_are_bounded_however_many_come() -> None:
    mind = Mind()
    sightings = Sightings(mind.recall)
    for number in range(1000):
        mind.memories[UUID(int=number)] = 0.9
        sightings.look({UUID(int=number): PLACE}, float(number * 20))
    assert len(sightings._in_view) == 1
    assert len(sightings._met) == MOST_MET


def test_time_after_which_somebody_is_lost_is_more_than_none() -> None:
    with pytest.raises(ValueError, match="more than 0"):
        Sightings(Mind().recall, lost_after=0.0)


# --- with eyes and a memory


def test_who_is_in_view_is_followed_a_little_further_than_noticed() -> None:
    view = Sight(small_terrain({(0, 60, 0): "stone"}))
    lookout = Lookout(Sightings(Mind().recall), 10.0)
    eyes = Eyes(0.5, 65.62, 0.5, yaw=-90.0)

    def met(x: float, now: float) -> int:
        return len(lookout.look(eyes, {ANNA: Silhouette.of(x, 64.0, 0.5, 1.62)}, view, now))

    assert met(11.5, 0.0) == 0
    assert met(10.0, 1.0) == 1
    assert [met(x, 2.0 + n * 8) for n, x in enumerate((11.5, 9.0, 11.9, 10.9))] == [0, 0, 0, 0]
    assert met(13.5, 60.0) == 1  # lost
    assert met(11.5, 70.0) == 0
    with pytest.raises(ValueError, match="reach"):
        Lookout(Sightings(Mind().recall), math.nan)


@pytest.mark.parametrize(
    ("away", "tier"),
    [(60.0, Tier.CONFRONT), (600.0, Tier.SEARCH), (1500.0, Tier.HESITATE), (9000.0, None)],
)
def test_who_hits_hides_and_comes_back_is_confronted_searched_for_or_wondered_at(
    away: float, tier: Tier | None
) -> None:
    """The whole way: a blow, a wall, some time, and back again."""
    clock = ManualClock()
    mind = MemoryStream(MemoryPool(), clock)

    def recall(who: UUID) -> float | None:
        found = mind.strongest(who, at_least=MemoryType.HOSTILE)
        return None if found is None else found.retrievability

    wall = {(4, y, z): "stone" for y in range(62, 70) for z in range(-2, 3)}
    view = Sight(small_terrain(wall))
    sightings = Sightings(recall)
    lookout = Lookout(sightings, 16.0)
    eyes = Eyes(0.5, 65.62, 0.5, yaw=-90.0)
    beside, behind = Silhouette.of(2.5, 64.0, 0.5, 1.62), Silhouette.of(7.5, 64.0, 0.5, 1.62)

    def look(body: Silhouette) -> list[Met | Lost]:
        clock.advance(10)
        return lookout.look(eyes, {ANNA: body}, view, clock.seconds)

    assert look(beside) == [Met(ANNA, beside.feet, None, 0.0)]
    mind.record(ANNA, MemoryType.HOSTILE, 0.8)
    assert sightings.provoked(ANNA) == Met(ANNA, beside.feet, Tier.CONFRONT, 1.0)
    for _ in range(40):
        news = look(behind)
    assert ANNA not in sightings
    clock.advance((away - 20) * 20)
    (met,) = look(beside)
    assert isinstance(met, Met)
    assert met.tier is tier
    if tier is not None:
        assert met.retrievability == pytest.approx(math.exp(-away / 780), rel=0.01)
    assert news == []
