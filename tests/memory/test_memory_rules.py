"""The rules of remembering, one by one."""

import math
from uuid import UUID

import numpy as np
import pytest

from npc.clock import ManualClock
from npc.memory import NOBODY, Dawns, Days, MemoryPool, MemoryStream, MemoryType, forgetting
from npc.memory.dawns import PER_TICK
from npc.memory.forgetting import LONGEST, Floats
from npc.memory.pool import TRIVIA_CAPACITY

TRIVIA, OBSERVATION, INTERACTION, HOSTILE, TRAUMA = MemoryType
DAY = 86_400.0


def being(number: int) -> UUID:
    return UUID(int=1000 + number)


ANNA, BERT = UUID(int=1), UUID(int=2)


def wait(clock: ManualClock, seconds: float) -> None:
    clock.advance(seconds * 20)


def stability(mind: MemoryStream, slot: int = 0) -> float:
    return float(mind._pool.items["stability"][mind.row, slot])


# --- recording and recalling


def test_something_new_is_as_stable_as_its_type_and_salience_make_it(mind: MemoryStream) -> None:
    for number, kind in enumerate(MemoryType):
        mind.record(being(number), kind, 0.5)
        assert stability(mind, number) == kind.base_stability
    mind.record(ANNA, HOSTILE, 0.8)
    assert stability(mind, len(MemoryType)) == pytest.approx(600 * 1.3)


@pytest.mark.parametrize(
    ("given", "kept"), [(-3.0, 0.0), (7.0, 1.0), (math.nan, 0.0), (math.inf, 0.0), (-math.inf, 0.0)]
)
def test_salience_is_clamped_and_0_when_it_is_not_finite(
    mind: MemoryStream, given: float, kept: float
) -> None:
    mind.record(ANNA, HOSTILE, given)
    mind.record(BERT, HOSTILE, 0.5)
    mind.record(BERT, HOSTILE, given)
    assert [memory.salience for memory in mind.look()] == [kept, max(kept, 0.5)]


def test_the_same_kind_with_the_same_being_is_one_memory(mind: MemoryStream) -> None:
    mind.record(ANNA, HOSTILE, 0.3)
    mind.record(ANNA, HOSTILE, 0.8)
    mind.record(ANNA, HOSTILE, 0.1)
    (memory,) = mind.look()
    assert memory.recalls == 3
    assert memory.salience == pytest.approx(0.8)
    mind.record(ANNA, TRIVIA, 0.3)
    mind.record(BERT, HOSTILE, 0.3)
    assert len(mind) == 3


def test_the_first_rehearsal_goes_by_the_logarithm_of_3(mind: MemoryStream) -> None:
    mind.record(ANNA, HOSTILE, 0.5)
    mind.record(ANNA, HOSTILE, 0.5)
    assert stability(mind) == pytest.approx(600 * (1 + 1.35 * math.log(3) * 0.5))


def test_a_rehearsal_goes_by_the_larger_salience(mind: MemoryStream) -> None:
    mind.record(ANNA, HOSTILE, 0.5)
    mind.record(ANNA, HOSTILE, 0.9)
    assert stability(mind) == pytest.approx(600 * (1 + 1.35 * math.log(3) * 0.9))


def test_retrievability_is_reported_as_it_was_before_the_refresh(
    mind: MemoryStream, clock: ManualClock
) -> None:
    mind.record(ANNA, HOSTILE, 0.5)
    wait(clock, 300)
    recalled = mind.strongest(ANNA)
    assert recalled is not None
    assert recalled.retrievability == pytest.approx(math.exp(-0.5))
    assert recalled.since == 300
    again = mind.strongest(ANNA)
    assert again is not None
    assert again.retrievability == 1.0


def test_the_strongest_memory_is_the_one_retrieved_best_not_the_weightiest(
    mind: MemoryStream, clock: ManualClock
) -> None:
    mind.record(ANNA, TRAUMA, 1.0)
    wait(clock, 1000)
    mind.record(ANNA, TRIVIA, 0.1)
    mind.record(BERT, TRIVIA, 1.0)
    recalled = mind.strongest(ANNA)
    assert recalled is not None
    assert recalled.type is TRIVIA
    weighty = mind.strongest(ANNA, at_least=HOSTILE)
    assert weighty is not None
    assert weighty.type is TRAUMA


def test_of_equals_the_first_comes_to_mind(mind: MemoryStream) -> None:
    mind.record(ANNA, INTERACTION, 0.5)
    mind.record(ANNA, HOSTILE, 0.5)
    recalled = mind.strongest(ANNA)
    assert recalled is not None
    assert recalled.type is INTERACTION


def test_what_is_forgotten_does_not_come_to_mind_and_is_not_refreshed(
    mind: MemoryStream, clock: ManualClock
) -> None:
    mind.record(ANNA, HOSTILE, 0.5)
    wait(clock, 600 * math.log(20) + 1)
    before = mind.look()
    assert mind.strongest(ANNA) is None
    assert mind.look() == before
    assert mind.strongest(BERT) is None


def test_what_is_just_not_forgotten_comes_to_mind(mind: MemoryStream, clock: ManualClock) -> None:
    mind.record(ANNA, HOSTILE, 0.5)
    wait(clock, 600 * math.log(20) - 1)
    assert mind.strongest(ANNA) is not None
    assert mind.look()[0].retrievability == 1.0


def test_looking_changes_nothing(mind: MemoryStream, clock: ManualClock) -> None:
    mind.record(ANNA, HOSTILE, 0.5)
    wait(clock, 100)
    before = mind._pool.items.copy()
    mind.look()
    assert (mind._pool.items == before).all()


def test_a_clock_that_was_turned_back_fades_nothing(pool: MemoryPool) -> None:
    row = pool.add()
    pool.record(row, ANNA, HOSTILE, 0.5, 500.0)
    (memory,) = pool.look(row, 100.0)
    assert (memory.retrievability, memory.since) == (1.0, 0.0)


def test_nobody_can_be_remembered_like_somebody(mind: MemoryStream) -> None:
    mind.record(NOBODY, OBSERVATION, 0.5)
    recalled = mind.strongest(NOBODY)
    assert recalled is not None
    assert recalled.entity == NOBODY


# --- decision 0: no overflow, and no crowd pushes out a trauma


@pytest.mark.filterwarnings("error")
def test_ten_thousand_rehearsals_do_not_overflow(mind: MemoryStream, clock: ManualClock) -> None:
    mind.record(BERT, OBSERVATION, 1.0)
    for _ in range(1 + 10_000):
        mind.record(ANNA, TRAUMA, 1.0)
    recalled = mind.strongest(ANNA)
    assert recalled is not None
    assert recalled.recalls == 10_002
    assert stability(mind, 0) == stability(mind, 1) == LONGEST
    wait(clock, LONGEST)
    assert mind.look()[1].retrievability == pytest.approx(math.exp(-1))


def test_counting_stops_before_the_count_overflows(mind: MemoryStream, pool: MemoryPool) -> None:
    mind.record(ANNA, TRAUMA, 1.0)
    pool.items["recall_count"][mind.row, 0] = 65_534
    for _ in range(3):
        mind.record(ANNA, TRAUMA, 1.0)
    assert mind.look()[0].recalls == 65_535


@pytest.mark.parametrize("others", [0, 40, 63], ids="besides {} others".format)
@pytest.mark.parametrize("hours", [0.1, 1, 12])
def test_a_crowd_of_passers_by_does_not_push_out_a_trauma(
    mind: MemoryStream, clock: ManualClock, others: int, hours: float
) -> None:
    mind.record(ANNA, TRAUMA, 0.9)
    for number in range(others):
        mind.record(being(5000 + number), HOSTILE, 0.9)
    wait(clock, hours * 3600)
    for number in range(1000):
        mind.record(being(10_000 + number), TRIVIA, 0.1)
        wait(clock, 0.5)
    memories = mind.look()
    assert [memory.type for memory in memories if memory.entity == ANNA] == [TRAUMA]
    assert 1 <= sum(memory.type is TRIVIA for memory in memories) <= TRIVIA_CAPACITY == 16


def test_a_crowd_on_a_mind_with_room_pushes_out_nothing_but_trivia(
    mind: MemoryStream, clock: ManualClock
) -> None:
    for number in range(48):
        mind.record(being(number), OBSERVATION, 0.0)
    wait(clock, DAY)
    for number in range(100):
        mind.record(being(10_000 + number), TRIVIA, 1.0)
    assert [memory.entity for memory in mind.look() if memory.type is OBSERVATION] == [
        being(number) for number in range(48)
    ]


def test_of_trivia_the_weakest_goes(mind: MemoryStream, clock: ManualClock) -> None:
    saliences = [0.5] * 7 + [0.4] + [0.5] * 8
    for number, salience in enumerate(saliences):
        mind.record(being(number), TRIVIA, salience)
    wait(clock, 1)
    mind.record(ANNA, TRIVIA, 0.1)
    held = [memory.entity for memory in mind.look()]
    assert being(7) not in held
    assert ANNA in held
    assert len(held) == 16


def test_traumas_that_fill_a_mind_keep_a_passer_by_out(mind: MemoryStream, clock: ManualClock) -> None:
    for number in range(64):
        mind.record(being(number), TRAUMA, 0.9)
    wait(clock, DAY)
    assert not mind.record(being(100), TRIVIA, 1.0)
    assert mind.dropped == 1
    assert mind.record(being(101), OBSERVATION, 0.1)


# --- what goes when there is no room


def test_what_is_forgotten_goes_first_then_what_is_worth_least(
    mind: MemoryStream, clock: ManualClock
) -> None:
    for number in range(62):
        mind.record(being(number), HOSTILE, 0.5)
    mind.record(being(62), OBSERVATION, 1.0)
    wait(clock, 200)
    mind.record(being(63), HOSTILE, 0.1)
    assert mind.record(ANNA, INTERACTION, 0.0)
    entities = [memory.entity for memory in mind.look()]
    assert being(62) not in entities  # forgotten, although the most salient
    assert mind.record(BERT, INTERACTION, 0.9)
    entities = [memory.entity for memory in mind.look()]
    assert ANNA not in entities  # fresh, but worth 0.6; the old ones 0.6 · e^(-1/3) + 0.4 · 0.5 = 0.63 …
    assert set(entities) == {*map(being, range(62)), being(63), BERT}  # … and the faint one 0.64


def test_the_first_of_those_forgotten_goes(mind: MemoryStream, clock: ManualClock) -> None:
    for number in range(64):
        mind.record(being(number), OBSERVATION, 1.0 - number / 100)
    wait(clock, DAY)
    mind.record(ANNA, HOSTILE, 0.5)
    entities = [memory.entity for memory in mind.look()]
    assert entities == [ANNA, *map(being, range(1, 64))]


# --- decision 1: a query that hits strengthens too


def test_a_query_that_hits_raises_stability_with_the_memory_s_own_salience(mind: MemoryStream) -> None:
    mind.record(ANNA, HOSTILE, 0.5)
    mind.strongest(ANNA)
    assert stability(mind) == pytest.approx(600 * (1 + 1.35 * math.log(3) * 0.5))
    mind.strongest(ANNA)
    assert stability(mind) == pytest.approx(
        600 * (1 + 1.35 * math.log(3) * 0.5) * (1 + 1.35 * math.log(4) * 0.5)
    )


# --- decision 2: stability ends at 30 days


def test_stability_is_capped_at_30_days(mind: MemoryStream) -> None:
    mind.record(ANNA, TRAUMA, 1.0)
    for _ in range(30):
        mind.strongest(ANNA)
    assert stability(mind) == 30 * DAY


# --- decision 3: permanent memories


def test_what_is_permanent_never_fades_and_never_goes(mind: MemoryStream, clock: ManualClock) -> None:
    mind.record(ANNA, TRIVIA, 0.0, permanent=True)
    wait(clock, 1000 * DAY)
    for number in range(200):
        mind.record(being(100 + number), HOSTILE, 1.0)
    memory = mind.look()[0]
    assert (memory.entity, memory.retrievability, memory.permanent) == (ANNA, 1.0, True)
    recalled = mind.strongest(ANNA)
    assert recalled is not None
    assert recalled.retrievability == 1.0


def test_a_memory_becomes_permanent_when_it_happens_again_as_such_and_stays_so(
    mind: MemoryStream, clock: ManualClock
) -> None:
    mind.record(ANNA, TRIVIA, 0.1)
    mind.record(ANNA, TRIVIA, 0.1, permanent=True)
    mind.record(ANNA, TRIVIA, 0.1)
    wait(clock, DAY)
    assert mind.look()[0].retrievability == 1.0


def test_a_mind_full_of_what_is_permanent_drops_the_new_and_counts_it(mind: MemoryStream) -> None:
    for number in range(64):
        mind.record(being(number), HOSTILE, 0.5, permanent=True)
    assert not mind.record(ANNA, TRAUMA, 1.0)
    assert not mind.record(BERT, TRIVIA, 1.0, permanent=True)
    assert mind.dropped == 2
    assert mind.record(being(5), HOSTILE, 0.9)  # no new one
    assert [memory.entity for memory in mind.look()] == [being(number) for number in range(64)]


def test_permanent_trivia_keep_other_trivia_out_not_more(mind: MemoryStream) -> None:
    for number in range(16):
        mind.record(being(number), TRIVIA, 0.5, permanent=True)
    assert not mind.record(ANNA, TRIVIA, 1.0)
    assert mind.record(ANNA, OBSERVATION, 1.0)
    assert mind.dropped == 1


# --- decision 4: a rehearsal spreads


def test_a_rehearsal_gives_half_its_gain_to_what_is_linked_and_leaves_the_rest(
    mind: MemoryStream, clock: ManualClock
) -> None:
    mind.record(ANNA, HOSTILE, 0.5)  # 0: rehearsed
    mind.record(BERT, OBSERVATION, 0.5)  # 1: at the same time
    wait(clock, 10)
    mind.record(being(3), OBSERVATION, 0.5)  # 2: ten seconds later
    wait(clock, 0.05)
    mind.record(being(4), OBSERVATION, 0.5)  # 3: too late
    wait(clock, 60)
    mind.record(ANNA, TRIVIA, 0.5)  # 4: the same being
    before = mind.look()
    mind.strongest(ANNA, at_least=HOSTILE)
    gain = 1.35 * math.log(3) * 0.5
    assert stability(mind, 0) == pytest.approx(600 * (1 + gain))
    assert stability(mind, 1) == pytest.approx(30 * (1 + gain / 2))
    assert stability(mind, 2) == pytest.approx(30 * (1 + gain / 2))
    assert stability(mind, 3) == 30
    assert stability(mind, 4) == pytest.approx(5 * (1 + gain / 2))
    after = mind.look()
    assert [memory.recalls for memory in after] == [2, 1, 1, 1, 1]
    assert [memory.since for memory in after] == [memory.since for memory in before]


def test_spreading_does_not_go_on_from_what_it_reached(mind: MemoryStream, clock: ManualClock) -> None:
    for number in range(3):  # a chain: each within ten seconds of the next, the ends not
        mind.record(being(number), HOSTILE, 0.5)
        wait(clock, 8)
    mind.strongest(being(0))
    assert stability(mind, 1) > 600
    assert stability(mind, 2) == 600


def test_an_event_that_happens_again_is_linked_to_what_happens_now(
    mind: MemoryStream, clock: ManualClock
) -> None:
    mind.record(ANNA, HOSTILE, 0.5)
    mind.record(being(3), OBSERVATION, 0.5)
    wait(clock, 100)
    mind.record(BERT, OBSERVATION, 0.5)
    mind.record(ANNA, HOSTILE, 0.5)
    assert stability(mind, 1) == 30
    assert stability(mind, 2) > 30


def test_memories_of_another_companion_are_never_linked(pool: MemoryPool, clock: ManualClock) -> None:
    one, other = MemoryStream(pool, clock), MemoryStream(pool, clock)
    one.record(ANNA, HOSTILE, 0.5)
    other.record(ANNA, HOSTILE, 0.5)
    one.strongest(ANNA)
    assert stability(other) == 600


# --- decision 5: beings are known by their UUIDs


def test_beings_are_kept_by_uuid_and_their_numbers_are_used_again(
    pool: MemoryPool, mind: MemoryStream
) -> None:
    for number in range(5000):
        mind.record(UUID(int=number, version=4), TRIVIA, 0.1)
    assert len(pool.keys) == 16
    assert int(pool.items["entity"].max()) <= 17
    mind.close()
    assert len(pool.keys) == 0


def test_a_number_that_is_used_again_brings_nobody_else_to_mind(pool: MemoryPool, mind: MemoryStream) -> None:
    mind.record(ANNA, HOSTILE, 0.5)
    key = pool.keys.find(ANNA)
    mind.forget(ANNA)
    mind.record(BERT, TRIVIA, 0.5)
    assert pool.keys.find(BERT) == key
    assert mind.strongest(ANNA) is None


# --- dawn and what becomes knowledge


def test_what_is_strong_or_often_recalled_becomes_knowledge_at_dawn(
    mind: MemoryStream, clock: ManualClock
) -> None:
    mind.record(ANNA, INTERACTION, 0.1)  # weak, but recalled
    mind.strongest(ANNA)
    mind.strongest(ANNA)
    mind.record(BERT, INTERACTION, 0.1)  # weak, recalled once
    mind.strongest(BERT)
    wait(clock, 30)
    mind.record(being(3), HOSTILE, 0.9)  # strong
    mind.dawn()
    assert [entry.entity for entry in mind.knowledge()] == [ANNA, being(3)]
    foe = mind.knowledge_of(being(3))
    assert foe is not None
    assert foe.disposition == pytest.approx(-0.45)
    assert foe.facts == (0, 0, 0, 1, 0)
    assert mind.knowledge_of(BERT) is None
    assert len(mind) == 3  # working memory keeps them


def test_a_day_counts_once_however_many_dawns_follow(mind: MemoryStream) -> None:
    mind.record(ANNA, HOSTILE, 1.0)
    mind.dawn()
    mind.dawn()
    known = mind.knowledge_of(ANNA)
    assert known is not None
    assert known.facts[HOSTILE] == 1
    mind.record(ANNA, HOSTILE, 1.0)
    mind.dawn()
    known = mind.knowledge_of(ANNA)
    assert known is not None
    assert known.facts[HOSTILE] == 2


def test_knowledge_fades_by_world_days_until_it_is_lost(pool: MemoryPool, mind: MemoryStream) -> None:
    mind.record(ANNA, HOSTILE, 1.0)
    mind.dawn()
    mind.dawn(14)
    known = mind.knowledge_of(ANNA)
    assert known is not None
    assert known.strength == pytest.approx(0.95**14)
    assert known.disposition == pytest.approx(-0.5 * 0.95**14)
    mind.dawn(44)
    assert mind.knowledge_of(ANNA) is not None
    mind.dawn()
    assert mind.knowledge_of(ANNA) is None


def test_knowledge_is_bounded_and_whom_it_knows_least_goes(mind: MemoryStream) -> None:
    for number in range(32):
        mind.record(being(number), HOSTILE, 0.3 if number == 20 else 0.5)
    mind.dawn()
    mind.record(ANNA, TRAUMA, 1.0)
    mind.dawn()
    known = [entry.entity for entry in mind.knowledge()]
    assert len(known) == 32
    assert being(20) not in known
    assert known[-1] == ANNA


def test_skipping_the_night_forgets_nothing(mind: MemoryStream, clock: ManualClock) -> None:
    """The world's day goes on by ten hours in a bed; the clock of memories by the five seconds in it."""
    days = Days()
    mind.record(ANNA, TRIVIA, 0.5)
    mind.record(BERT, HOSTILE, 0.8)
    days.dawns(14_000)
    wait(clock, 5)
    passed = days.dawns(24_000)
    assert passed == 1
    mind.dawn(passed)
    assert [memory.retrievability for memory in mind.look()] == [
        pytest.approx(math.exp(-1)),
        pytest.approx(math.exp(-5 / 780)),
    ]
    assert mind.knowledge_of(BERT) is not None


@pytest.mark.parametrize(
    ("times", "dawns"),
    [
        ([0, 12_000, 23_999], [0, 0, 0]),
        ([23_999, 24_000, 24_001], [0, 1, 0]),
        ([13_000, 24_000 * 4 + 5], [0, 4]),
        ([23_990, 10], [0, 1]),  # a server that begins each day anew
        ([14_000, 1_000], [0, 1]),  # night made day
        ([24_000 * 7 + 6_000, 1_000], [0, 0]),  # noon made morning
        ([24_000 * 7 + 6_000, 13_000, 24_000], [0, 0, 1]),  # day made night
        ([24_000 * 7 + 18_000, 13_000], [0, 0]),
    ],
)
def test_a_dawn_is_a_new_day_or_a_morning_after_an_evening(times: list[int], dawns: list[int]) -> None:
    days = Days()
    assert [days.dawns(time) for time in times] == dawns


def test_a_dawn_comes_to_a_few_in_each_tick_and_to_all_in_the_end(
    pool: MemoryPool, clock: ManualClock
) -> None:
    minds = [MemoryStream(pool, clock) for _ in range(2 * PER_TICK + 3)]
    for mind in minds:
        mind.record(ANNA, HOSTILE, 1.0)
    dawns = Dawns()
    known = []
    dawns.tell("overworld", 23_000, minds)
    dawns.tell("nether", 100_000, minds)
    dawns.tick()
    dawns.tell("overworld", 24_000, minds)
    dawns.tell("overworld", 48_000, minds[-1:])
    dawns.leave(minds[-2])
    for _ in range(4):
        dawns.tick()
        known.append(sum(mind.knowledge_of(ANNA) is not None for mind in minds))
    assert known == [PER_TICK, 2 * PER_TICK, 2 * PER_TICK + 2, 2 * PER_TICK + 2]
    assert minds[-2].knowledge() == []


def test_a_world_that_somebody_comes_back_to_has_no_dawn_for_that(mind: MemoryStream) -> None:
    dawns = Dawns()
    mind.record(ANNA, HOSTILE, 1.0)
    dawns.tell("overworld", 0, [mind])
    dawns.forget("overworld")
    dawns.tell("overworld", 240_000, [mind])
    dawns.tick()
    assert mind.knowledge() == []


# --- forgetting, coming and going


def test_forgetting_somebody_leaves_nothing_of_them(pool: MemoryPool, mind: MemoryStream) -> None:
    for entity in (ANNA, BERT, being(3)):
        mind.record(entity, HOSTILE, 0.9, permanent=True)
        mind.record(entity, TRIVIA, 0.9)
    mind.dawn()
    mind.forget(BERT)
    assert [memory.entity for memory in mind.look()] == [ANNA, ANNA, being(3), being(3)]
    assert [entry.entity for entry in mind.knowledge()] == [ANNA, being(3)]
    assert len(pool.keys) == 2
    mind.forget(BERT)
    assert len(mind) == 4


def test_a_row_that_is_taken_again_remembers_nothing(pool: MemoryPool, clock: ManualClock) -> None:
    first = MemoryStream(pool, clock)
    first.record(ANNA, HOSTILE, 0.9)
    first.dawn()
    first.close()
    second = MemoryStream(pool, clock)
    assert second.row == first.row
    assert (len(second), second.knowledge(), second.dropped) == (0, [], 0)
    with pytest.raises(ValueError, match="row 7 is nobody's"):
        pool.remove(7)


def test_many_are_asked_at_once_as_each_alone(clock: ManualClock) -> None:
    pools = MemoryPool(), MemoryPool()
    rows = np.array([[pool.add() for _ in range(50)] for pool in pools])
    for pool in pools:
        for row in range(50):
            for number in range(20):
                pool.record(row, being(number), MemoryType(number * row % 5), number / 20, float(number))
    asked = [being(row % 25) for row in range(50)]
    slots, strengths = pools[0].strongest_of(rows[0], asked, 60.0)
    for row, entity in enumerate(asked):
        alone = pools[1].strongest(row, entity, 60.0)
        assert (slots[row] < 0) == (alone is None)
        assert strengths[row] == (0.0 if alone is None else alone.retrievability)
    assert (pools[0].items == pools[1].items).all()


def test_time_costs_nothing(pool: MemoryPool, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between events and questions no memory is worked on, however many there are and however long it takes."""
    worked: list[int] = []
    curve = forgetting.retrievability

    def counted(elapsed: Floats, stability: Floats) -> Floats:
        worked.append(len(elapsed))
        return curve(elapsed, stability)

    monkeypatch.setattr(forgetting, "retrievability", counted)
    minds = [MemoryStream(pool, clock) for _ in range(100)]
    for mind in minds:
        for number in range(40):
            mind.record(being(number), HOSTILE, 0.5)
    before = pool.items.copy()
    for _ in range(10_000):
        clock.advance()
    assert worked == []
    assert (pool.items == before).all()
    minds[3].strongest(being(7))
    assert worked == [1]  # the one that was asked for, of 4,000
