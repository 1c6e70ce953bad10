"""What is seen, heard and felt, and by whom."""

from __future__ import annotations

from math import acos, cos, degrees, inf, nan, radians, sin, sqrt
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_worlds import Place, small_terrain

from npc.gaze import look_angles
from npc.memory import NOBODY, MemoryType
from npc.perception import Attention, Event, Eyes, Percept, Sense, Senses, Silhouette, sees, shipped_events
from npc.perception.attention import MOST_RECENT
from world.sight import Point, Sight

ANNA = UUID(int=7)
HERE = Eyes(0.5, 65.62, 0.5, yaw=-90.0)
"""At the origin, looking east."""
WALL: dict[Place, str] = {(4, y, z): "stone" for y in range(62, 70) for z in range(-6, 7)}


def sight(blocks: dict[Place, str] | None = None) -> Sight:
    return Sight(small_terrain(blocks or {(0, 60, 0): "stone"}))


def body(x: float, z: float, y: float = 64.0) -> Silhouette:
    return Silhouette.of(x, y, z, 1.62)


def perceive(event: Event, view: Sight, eyes: Eyes = HERE, *, awake: bool = True) -> Percept | None:
    return Senses().perceive(event, eyes, view, awake=awake)


# --- the field of view


@given(
    st.floats(-180, 180),
    st.floats(-90, 90),
    st.tuples(*[st.floats(-30, 30)] * 3).filter(lambda offset: sum(x * x for x in offset) > 1),
)
def test_the_field_of_view_is_60_degrees_to_each_side(yaw: float, pitch: float, offset: Point) -> None:
    eyes = Eyes(3.0, 70.0, -5.0, yaw, pitch)
    ahead = (
        -sin(radians(yaw)) * cos(radians(pitch)),
        -sin(radians(pitch)),
        cos(radians(yaw)) * cos(radians(pitch)),
    )
    length = sqrt(sum(x * x for x in offset))
    cosine = sum(a * b for a, b in zip(ahead, offset, strict=True)) / length
    angle = degrees(acos(min(max(cosine, -1.0), 1.0)))
    if abs(angle - 60.0) > 1e-6:
        assert eyes.faces((3.0 + offset[0], 70.0 + offset[1], -5.0 + offset[2])) == (angle < 60.0)


@given(st.tuples(*[st.floats(-30, 30)] * 3))
def test_who_turns_the_head_to_something_has_it_in_the_field_of_view(offset: Point) -> None:
    yaw, pitch = look_angles(*offset)
    assert Eyes(0.0, 0.0, 0.0, yaw or 0.0, pitch).faces(offset)


def test_what_is_in_the_face_is_seen_wherever_the_head_turns() -> None:
    assert HERE.faces((0.1, 65.62, 0.5))
    assert not HERE.faces((-2.0, 65.62, 0.5))


@pytest.mark.parametrize("odd", [nan, inf, -inf])
def test_a_place_that_is_not_finite_is_never_watched(odd: float) -> None:
    assert not HERE.can_watch((odd, 65.0, 0.5), 1e9)
    assert not sees(HERE, body(odd, 0.5), 1e9, sight())
    assert perceive(Event("talk", ANNA, (1.0, odd, 0.5)), sight()) is None


# --- seeing bodies


def test_somebody_is_seen_in_range_in_front_and_before_walls_only() -> None:
    assert sees(HERE, body(8.5, 0.5), 16.0, sight())
    assert not sees(HERE, body(8.5, 0.5), 7.0, sight())
    assert not sees(HERE, body(-8.5, 0.5), 16.0, sight())
    assert not sees(HERE, body(8.5, 0.5), 16.0, sight(WALL))
    assert sees(HERE, body(3.0, 0.5), 16.0, sight(WALL))


def test_somebody_is_seen_of_whom_a_part_shows() -> None:
    low = {place: block for place, block in WALL.items() if place[1] < 65}
    assert sees(HERE, body(8.5, 0.5), 16.0, sight(low))  # the head above
    high = {place: block for place, block in WALL.items() if place[1] > 64}
    assert sees(HERE, body(4.9, 0.5), 16.0, sight(high))  # the legs below
    assert not sees(HERE, body(8.5, 0.5, 62.0), 16.0, sight(low))


def test_a_window_hides_nobody() -> None:
    assert sees(HERE, body(8.5, 0.5), 16.0, sight(dict.fromkeys(WALL, "glass")))


# --- events


def test_what_is_seen_says_who_what_where_and_how_strong() -> None:
    event = Event("theft", ANNA, (6.5, 65.0, 0.5), 0.5)
    assert perceive(event, sight()) == Percept(
        "theft", ANNA, (6.5, 65.0, 0.5), MemoryType.HOSTILE, 0.35, Sense.SEEN
    )


def test_what_happens_behind_the_back_is_heard_by_nobody_in_particular() -> None:
    heard = perceive(Event("block_broken", ANNA, (-6.0, 64.0, 0.0), at_block=True), sight())
    assert heard == Percept(
        "block_broken", NOBODY, (-6.0, 64.0, 0.0), MemoryType.OBSERVATION, 0.125, Sense.HEARD
    )


def test_a_voice_is_known_and_as_good_as_seen() -> None:
    heard = perceive(Event("talk", ANNA, (-6.0, 65.0, 0.5)), sight(WALL))
    assert heard is not None
    assert (heard.who, heard.sense, heard.salience) == (ANNA, Sense.HEARD, 0.3)


def test_what_cannot_be_heard_and_is_hidden_is_not_perceived() -> None:
    event = Event("theft", ANNA, (7.5, 65.0, 0.5))
    assert perceive(event, sight(WALL)) is None
    assert perceive(event, sight(), Eyes(0.5, 65.6, 0.5, yaw=90.0)) is None
    assert perceive(event._replace(where=(17.5, 65.0, 0.5)), sight()) is None
    assert perceive(Event("talk", ANNA, (-16.5, 65.0, 0.5)), sight()) is None


def test_a_blow_on_itself_is_felt_by_whomever_even_asleep() -> None:
    event = Event("attack_on_self", ANNA, (-3.0, 64.0, 0.5))
    for awake in (True, False):
        felt = perceive(event, sight(WALL), awake=awake)
        assert felt is not None
        assert (felt.sense, felt.who, felt.salience) == (Sense.FELT, ANNA, 0.8)


def test_who_sleeps_sees_nothing_but_hears() -> None:
    assert perceive(Event("theft", ANNA, (3.5, 65.0, 0.5)), sight(), awake=False) is None
    heard = perceive(Event("door", ANNA, (3.0, 65.0, 0.0), at_block=True), sight(), awake=False)
    assert heard is not None
    assert (heard.sense, heard.who) == (Sense.HEARD, NOBODY)


def test_who_sees_the_doer_knows_who_it_was_although_the_place_is_hidden() -> None:
    event = Event("block_broken", ANNA, (6.0, 64.0, 0.0), at_block=True)
    assert getattr(perceive(event, sight(WALL)), "sense", None) is Sense.HEARD
    seen = perceive(event._replace(doer=body(3.0, 2.5)), sight(WALL))
    assert seen is not None
    assert (seen.sense, seen.who) == (Sense.SEEN, ANNA)


def test_a_block_does_not_hide_what_happens_to_itself() -> None:
    chest = {(5, 65, 0): "stone"}
    seen = perceive(Event("block_placed", ANNA, (5.0, 65.0, 0.0), at_block=True), sight(chest))
    assert seen is not None
    assert seen.sense is Sense.SEEN


@pytest.mark.parametrize(
    ("strength", "share"), [(-1.0, 0.0), (0.25, 0.25), (9.0, 1.0), (nan, 0.0), (inf, 0.0)]
)
def test_strength_is_clamped(strength: float, share: float) -> None:
    felt = perceive(Event("gift", ANNA, (0.0, 0.0, 0.0), strength), sight())
    assert felt is not None
    assert felt.salience == 0.5 * share


def test_what_nobody_did_is_remembered_of_nobody() -> None:
    seen = perceive(Event("death_of_other", None, (5.5, 65.0, 0.5)), sight())
    assert seen is not None
    assert seen.who == NOBODY


def test_an_event_that_the_table_does_not_have_is_an_error() -> None:
    with pytest.raises(KeyError, match="wedding"):
        perceive(Event("wedding", ANNA, (0.0, 0.0, 0.0)), sight())


# --- news


def test_what_goes_on_and_on_is_news_once_in_a_while() -> None:
    attention, view = Attention(Senses()), sight()
    event = Event("block_broken", ANNA, (5.0, 65.0, 0.0), at_block=True)
    news = [attention.notice(event, HERE, view, now / 4) is not None for now in range(100)]
    assert [now / 4 for now, is_new in enumerate(news) if is_new] == [0.0, 10.0, 20.0]
    assert shipped_events()["block_broken"].again == 10.0


def test_another_kind_another_being_and_every_blow_are_news() -> None:
    attention, view = Attention(Senses()), sight()
    event = Event("block_broken", ANNA, (5.0, 65.0, 0.0), at_block=True)
    blow = Event("attack_on_self", ANNA, (1.0, 64.0, 0.5))
    others = [event, event._replace(who=UUID(int=8)), event._replace(kind="block_placed"), blow, blow]
    assert all(attention.notice(other, HERE, view, 1.0) for other in others)


def test_what_was_not_perceived_is_news_when_it_is() -> None:
    attention = Attention(Senses())
    event = Event("chest", ANNA, (15.0, 65.0, 0.0), at_block=True)
    assert attention.notice(event, HERE, sight(WALL), 0.0) is None
    assert attention.notice(event, HERE, sight(), 0.5) is not None


def test_attention_is_bounded_and_forgets_what_was_news_longest_ago() -> None:
    attention, view = Attention(Senses()), sight()
    event = Event("block_placed", ANNA, (5.0, 65.0, 0.0), at_block=True)
    for number in range(MOST_RECENT + 1):
        assert attention.notice(event._replace(who=UUID(int=100 + number)), HERE, view, 0.0)
    assert attention.notice(event._replace(who=UUID(int=100)), HERE, view, 1.0)
    assert not attention.notice(event._replace(who=UUID(int=100 + MOST_RECENT)), HERE, view, 1.0)


def test_what_was_seen_is_known_when_it_is_only_heard_and_the_other_way_round_not() -> None:
    attention = Attention(Senses())
    event = Event("block_broken", ANNA, (6.0, 65.0, 0.0), at_block=True)
    heard = attention.notice(event, HERE, sight(WALL), 0.0)
    seen = attention.notice(event, HERE, sight(), 1.0)
    assert heard is not None
    assert seen is not None
    assert (heard.who, seen.who) == (NOBODY, ANNA)
    assert attention.notice(event, HERE, sight(WALL), 2.0) is None


def test_a_clock_that_was_turned_back_makes_all_news() -> None:
    attention, view = Attention(Senses()), sight()
    event = Event("chest", ANNA, (5.0, 65.0, 0.0), at_block=True)
    assert attention.notice(event, HERE, view, 100.0)
    assert attention.notice(event, HERE, view, 50.0)


def test_nobody_perceives_anything_from_further_than_its_reach() -> None:
    senses, view = Senses(), sight()
    for key, kind in shipped_events().items():
        reach = senses.reach(key)
        if kind.felt:
            assert reach == 0.0
            continue
        for offset, perceived in ((-0.1, True), (0.1, False)):
            event = Event(key, ANNA, (0.5 + reach + offset, 65.62, 0.5))
            assert (senses.perceive(event, HERE, view) is not None) == perceived, key
