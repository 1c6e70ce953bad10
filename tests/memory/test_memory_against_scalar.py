"""The memories of many at once are those of each alone, worked out by hand."""

import math
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scalar_memory import ScalarMemory

from nbt.codec import read_file_bytes, write_file_bytes
from npc.clock import ManualClock
from npc.memory import MemoryPool, MemoryStream, MemoryType

WITHIN = 1e-6


def being(number: int) -> UUID:
    return UUID(int=number + 1)


some = st.integers(0, 99)
"""Which of the companions there are; see :meth:`Crowd.one`."""
beings = st.integers(0, 9)
kinds = st.sampled_from(list(MemoryType))
saliences = st.one_of(
    st.integers(-1, 12).map(lambda tenths: tenths / 10), st.sampled_from([math.nan, math.inf, -math.inf])
)
records = st.tuples(st.just("record"), beings, kinds, saliences, st.sampled_from([False, False, True]))
events = st.one_of(
    records,
    records,
    st.tuples(st.just("crowd"), st.integers(100, 500), kinds, st.integers(1, 70)),
    st.tuples(st.just("ask"), beings, kinds),
    st.tuples(st.just("dawn"), st.sampled_from([1, 1, 2, 30])),
    st.tuples(st.just("forget"), beings),
    st.tuples(st.just("save")),
    st.tuples(st.just("load"), st.sampled_from([0, 0, 100])),
)
steps = st.one_of(
    st.tuples(st.just("event"), some, events),
    st.tuples(st.just("event"), some, events),
    st.tuples(st.just("ask all"), beings, kinds),
    st.tuples(
        st.just("time"), st.one_of(st.integers(0, 400), st.sampled_from([3600 * 20, 20 * 86_400 * 20]))
    ),
    st.tuples(st.just("join")),
    st.tuples(st.just("leave"), some),
)


@dataclass
class Saved:
    """What was kept of somebody, twice."""

    data: bytes
    slow: ScalarMemory
    when: float


class One:
    """Somebody, twice."""

    def __init__(self, pool: MemoryPool, clock: ManualClock) -> None:
        self.clock = clock
        self.since_save = 0.0
        self.fast = MemoryStream(pool, clock, lambda: self.since_save)
        self.slow = ScalarMemory(pool.alpha)
        self.saved = Saved(write_file_bytes("", self.fast.write_to_nbt()), deepcopy(self.slow), 0.0)

    def happen(self, event: tuple[Any, ...]) -> None:
        fast, slow, now = self.fast, self.slow, self.clock.seconds
        match event:
            case ("record", entity, kind, salience, permanent):
                kept = fast.record(being(entity), kind, salience, permanent=permanent)
                assert kept == slow.record(entity, kind, salience, now, permanent)
            case ("crowd", first, kind, size):
                for entity in range(first, first + size):
                    assert fast.record(being(entity), kind, 0.1) == slow.record(entity, kind, 0.1, now)
            case ("ask", entity, kind):
                found, wanted = fast.strongest(being(entity), kind), slow.strongest(entity, now, kind)
                assert (found is None) == (wanted is None)
                if found is not None and wanted is not None:
                    item, strength = wanted
                    assert found.entity == being(item.entity)
                    assert found.type == item.type
                    assert found.retrievability == pytest.approx(strength, abs=WITHIN)
            case ("dawn", days):
                fast.dawn(days)
                slow.dawn(now, days)
            case ("forget", entity):
                fast.forget(being(entity))
                slow.forget(entity)
            case ("save",):
                self.since_save = 0.0
                data = write_file_bytes("", fast.write_to_nbt(), compress="none")
                self.saved = Saved(data, deepcopy(slow), now)
            case ("load", away):
                self.since_save = away
                fast.read_from_nbt(read_file_bytes(self.saved.data)[1])
                dropped, self.slow = slow.dropped, deepcopy(self.saved.slow)
                self.slow.dropped = dropped
                for item in self.slow.items:
                    item.last_access += now - away - self.saved.when
                    item.happened += now - away - self.saved.when

    def check(self) -> None:
        fast, slow, now = self.fast, self.slow, self.clock.seconds
        assert fast.dropped == slow.dropped
        remembered = fast.look()
        assert len(fast) == len(remembered) == len(slow.items)
        for found, wanted in zip(remembered, slow.items, strict=True):
            assert found.entity == being(wanted.entity)
            assert (found.type, found.recalls, found.permanent) == (
                wanted.type,
                wanted.recalls,
                wanted.permanent,
            )
            assert found.salience == wanted.salience
            assert found.since == pytest.approx(now - wanted.happened)
            assert found.retrievability == pytest.approx(wanted.R(now), abs=WITHIN)
        known = fast.knowledge()
        assert [entry.entity for entry in known] == [being(entity) for entity in slow.known]
        for entry, sure in zip(known, slow.known.values(), strict=True):
            assert entry.facts == tuple(sure.facts)
            assert entry.strength == pytest.approx(sure.strength, abs=WITHIN)
            assert entry.disposition == pytest.approx(sure.disposition, abs=WITHIN)


class Crowd:
    """Some companions in one pool, and each of them alone."""

    def __init__(self, size: int, alpha: float) -> None:
        self.pool = MemoryPool(alpha=alpha)
        self.clock = ManualClock()
        self.who = [One(self.pool, self.clock) for _ in range(size)]

    def one(self, number: int) -> list[One]:
        return [self.who[number % len(self.who)]] if self.who else []

    def do(self, step: tuple[Any, ...]) -> None:
        match step:
            case ("event", number, event):
                for one in self.one(number):
                    one.happen(event)
            case ("ask all", entity, kind):
                self.ask_all(entity, kind)
            case ("time", ticks):
                self.clock.advance(ticks)
            case ("join",):
                self.who.append(One(self.pool, self.clock))
            case ("leave", number):
                for one in self.one(number):
                    one.fast.close()
                    self.who.remove(one)

    def ask_all(self, entity: int, kind: MemoryType) -> None:
        """Each of a being of its own, all in one question."""
        now = self.clock.seconds
        asked = [(entity + number) % 10 for number in range(len(self.who))]
        rows = np.array([one.fast.row for one in self.who], np.intp)
        slots, found = self.pool.strongest_of(rows, [being(entity) for entity in asked], now, kind)
        for one, entity, slot, strength in zip(self.who, asked, slots.tolist(), found.tolist(), strict=True):
            wanted = one.slow.strongest(entity, now, kind)
            assert (slot < 0) == (wanted is None)
            if wanted is not None:
                assert one.slow.items[slot] is wanted[0]
                assert strength == pytest.approx(wanted[1], abs=WITHIN)

    def check(self) -> None:
        for one in self.who:
            one.check()
        assert len({one.fast.row for one in self.who}) == len(self.who) == len(self.pool)
        remembered = {item.entity for one in self.who for item in one.slow.items}
        known = {entity for one in self.who for entity in one.slow.known}
        assert len(self.pool.keys) == len(remembered | known)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 3), st.sampled_from([1.2, 1.35, 1.8]), st.lists(steps, min_size=5, max_size=40))
def test_memories_of_many_are_those_of_each_alone(
    size: int, alpha: float, life: list[tuple[Any, ...]]
) -> None:
    crowd = Crowd(size, alpha)
    for step in life:
        crowd.do(step)
    crowd.check()


def test_a_long_dense_life_is_the_same_twice() -> None:
    generator = Random(7)
    crowd = Crowd(5, 1.35)
    for number in range(4000):
        kind = generator.choices(list(MemoryType), (8, 4, 3, 2, 1))[0]
        entity = generator.randrange(60)
        one = generator.choice(crowd.who)
        if generator.random() < 0.8:
            one.happen(("record", entity, kind, generator.randrange(11) / 10, generator.random() < 0.002))
        else:
            one.happen(("ask", entity, kind))
        if generator.random() < 0.01:
            crowd.ask_all(entity % 10, kind)
            one.happen(("dawn", 1))
        crowd.clock.advance(generator.choice([1, 20, 150, 4000]))
        if number % 400 == 0:
            crowd.check()
    crowd.check()
    assert any(one.fast.dropped == 0 and len(one.fast) == 64 for one in crowd.who)
