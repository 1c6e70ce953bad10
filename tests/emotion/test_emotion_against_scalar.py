"""The feelings of many at once are those of each alone, worked out by hand."""

import math
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scalar_emotion import ScalarEmotion

from nbt.codec import read_file_bytes, write_file_bytes
from npc.emotion import (
    PERSONALITIES,
    TEMPERAMENTS,
    Attacker,
    Damage,
    EmotionManager,
    EmotionRuntime,
    Mood,
    MoodImpulse,
    Situation,
)
from npc.emotion.mood import COURSES

POOLS = ("impulse", "memory", "context")
ATTACKERS = {"nobody": Attacker.NOBODY, "friend": Attacker.FRIEND, "other": Attacker.OTHER}
WEEK = 7 * 24 * 3600 * 20

ODD = [0.0, 100.0, math.inf, -math.inf, math.nan, 1e300, 0.009]
# tenths, since floats are mostly tiny or whole
numbers = st.one_of(st.integers(-100, 1300).map(lambda tenths: tenths / 10), st.sampled_from(ODD))
shares = st.one_of(st.integers(-2, 12).map(lambda tenths: tenths / 10), st.sampled_from(ODD))
moods = st.sampled_from([mood.key for mood in Mood])
situations: st.SearchStrategy[dict[str, Any]] = st.builds(
    dict,
    asleep=st.booleans(),
    working=st.booleans(),
    fighting=st.booleans(),
    talking=st.booleans(),
    using_item=st.booleans(),
    navigating=st.booleans(),
    speed_squared=st.sampled_from([0.0, 0.0024, 0.0025, 0.3]),
    health_ratio=st.floats(0, 1),
)
damages: st.SearchStrategy[dict[str, Any]] = st.builds(
    dict,
    amount=st.floats(0, 60),
    health=st.floats(0, 40),
    max_health=st.sampled_from([0.5, 20.0, 30.0]),
    attacker=st.sampled_from(list(ATTACKERS)),
    has_target=st.booleans(),
)
events = st.one_of(
    st.tuples(st.just("stimulate"), moods, numbers, shares),
    st.tuples(st.just("soothe"), moods, numbers),
    st.tuples(st.just("damage"), damages),
    st.tuples(st.just("consume")),
    st.tuples(st.just("gift"), st.integers(-60, 60)),
    st.tuples(st.just("attack")),
    st.tuples(st.just("situation"), situations),
    st.tuples(st.just("save")),
    st.tuples(st.just("load")),
    st.tuples(st.just("sleep")),
    st.tuples(st.just("wake")),
)
some = st.integers(0, 99)
"""Whom of those who are there it happens to; see :meth:`Crowd.one`."""
times = st.one_of(
    st.tuples(st.just("tick"), st.integers(0, 45)),
    st.tuples(st.just("run"), st.integers(1, 3), st.integers(1, 50)),
    st.tuples(st.just("seconds"), st.integers(1, 130)),
    st.tuples(st.just("jump"), st.sampled_from([-100_000, -30, -1, 600, WEEK - 1, WEEK + 1, 10 * WEEK])),
)
steps = st.one_of(
    st.tuples(st.just("event"), some, events),
    st.tuples(st.just("event"), some, events),
    st.tuples(st.just("events to all"), events),
    st.tuples(st.just("time"), times),
    st.tuples(st.just("time"), times),
    st.tuples(st.just("join"), st.sampled_from(PERSONALITIES)),
    st.tuples(st.just("leave"), some),
)


class Saved(NamedTuple):
    """What was kept of somebody, twice."""

    data: bytes
    pools: dict[str, dict[str, float]]
    current: str
    last_change: int
    last_update: int | None
    idle: int


@dataclass
class One:
    """Somebody, twice."""

    fast: EmotionManager
    slow: ScalarEmotion
    saved: Saved | None = None
    awake: bool = True

    def save(self) -> None:
        slow = self.slow
        self.saved = Saved(
            write_file_bytes("", self.fast.write_to_nbt(), compress="none"),
            deepcopy(slow.pools),
            slow.current,
            slow.last_change,
            slow.last_update,
            slow.idle,
        )

    def load(self) -> None:
        """What was saved, however long ago; nothing, if nothing was."""
        slow, saved = self.slow, self.saved
        self.fast.read_from_nbt(read_file_bytes(saved.data)[1] if saved else None)
        slow.clear()
        if saved:
            slow.pools = deepcopy(saved.pools)
            slow.current, slow.last_change = saved.current, saved.last_change
            slow.last_update, slow.idle = saved.last_update, saved.idle


class Crowd:
    """Some companions in one runtime, and each of them alone."""

    def __init__(self, personalities: list[str], now: int) -> None:
        self.runtime = EmotionRuntime()
        self.now = now
        self.who: list[One] = []
        for key in personalities:
            self.join(key)

    def join(self, personality: str) -> None:
        fast = EmotionManager(self.runtime, TEMPERAMENTS[personality])
        self.who.append(One(fast, ScalarEmotion(personality, fast.row * 7 % 20 + 1)))

    def leave(self, one: One) -> None:
        one.fast.close()
        self.who.remove(one)

    def one(self, number: int) -> list[One]:
        return [self.who[number % len(self.who)]] if self.who else []

    def do(self, step: tuple[Any, ...]) -> None:
        match step:
            case ("event", number, event):
                for one in self.one(number):
                    happen(one, event)
            case ("events to all", event):
                for one in self.who:
                    happen(one, event)
            case ("join", personality):
                self.join(personality)
            case ("leave", number):
                for one in self.one(number):
                    self.leave(one)
            case ("time", ("tick", span)):
                self.advance(self.now + span)
            case ("time", ("run", span, times)):
                for _ in range(times):
                    self.advance(self.now + span)
            case ("time", ("seconds", times)):
                for _ in range(times):
                    self.advance(self.now + 20)
            case ("time", ("jump", span)):
                self.advance(max(0, self.now + span))

    def advance(self, now: int) -> None:
        """A tick; both must tell of the same switches."""
        self.now = now
        switched = {switch.row: (switch.before.key, switch.after.key) for switch in self.runtime.tick(now)}
        wanted = {}
        for one in self.who:
            if one.awake and (switch := one.slow.tick(now)):
                wanted[one.fast.row] = switch
        assert switched == wanted
        for one in self.who:
            if one.fast.row in switched:
                among = {mood for mood in Mood if one.fast.intensity(mood) >= COURSES[mood].threshold}
                assert one.fast.current_mood in among
                assert one.fast.intensity(one.fast.current_mood) == max(map(one.fast.intensity, among))

    def check(self) -> None:
        for one in self.who:
            equal(one.fast, one.slow)
        assert len({one.fast.row for one in self.who}) == len(self.who) == len(self.runtime)


def happen(one: One, event: tuple[Any, ...]) -> None:
    """Do an event to both."""
    fast, slow = one.fast, one.slow
    match event:
        case ("stimulate", mood, intensity, retention):
            fast.stimulate(MoodImpulse(Mood.of(mood), intensity, retention))
            slow.stimulate(mood, intensity, retention)
        case ("soothe", mood, amount):
            fast.soothe(Mood.of(mood), amount)
            slow.soothe(mood, amount)
        case ("damage", damage):
            fast.on_damage_taken(Damage(**{**damage, "attacker": ATTACKERS[damage["attacker"]]}))
            slow.damage(**damage)
        case ("consume",):
            fast.on_item_consumed()
            slow.consume()
        case ("gift", favor):
            fast.on_gift_received(favor)
            slow.gift(favor)
        case ("attack",):
            fast.on_attack_performed()
            slow.attack()
        case ("situation", situation):
            fast.perceive(Situation(**situation))
            slow.situation = situation
        case ("save",):
            one.save()
        case ("load",):
            one.load()
        case ("sleep" | "wake" as what,):
            one.awake = fast.awake = what == "wake"
            assert fast.awake == one.awake


def equal(fast: EmotionManager, slow: ScalarEmotion) -> None:
    pools = fast._runtime.pools[:, fast.row]
    wanted = [[slow.pools[mood.key][pool] for mood in Mood] for pool in POOLS]
    assert np.abs(pools - wanted).max() < 1e-6
    assert np.isfinite(pools).all()
    assert (pools >= 0).all()
    assert (pools <= 100).all()
    assert fast.current_mood.key == slow.current
    assert fast._runtime.last_change[fast.row] == slow.last_change
    assert fast._runtime.idle[fast.row] == slow.idle
    shown = fast.snapshot()
    assert shown.primary.key == slow.current
    assert (shown.secondary and shown.secondary.key) == slow.secondary()
    assert 0 <= shown.primary_intensity <= 1
    assert 0 <= shown.secondary_intensity <= 1
    assert abs(shown.primary_intensity * 100 - slow.total(slow.current)) < 1e-6
    secondary = slow.secondary()
    assert abs(shown.secondary_intensity * 100 - (slow.total(secondary) if secondary else 0)) < 1e-6


@settings(max_examples=70, deadline=None)
@given(
    st.lists(st.sampled_from(PERSONALITIES), min_size=1, max_size=4),
    st.integers(0, 10**7),
    st.lists(steps, min_size=12, max_size=40),
)
def test_many_at_once_feel_what_each_would_alone(
    personalities: list[str], now: int, script: list[tuple[Any, ...]]
) -> None:
    crowd = Crowd(personalities, now)
    for step in script:
        crowd.do(step)
        crowd.check()


def any_event(random: Random) -> tuple[Any, ...]:
    situation = {name: random.random() < 0.1 for name in ("asleep", "working", "talking", "using_item")}
    situation["fighting"] = random.random() < 0.5
    damage = {
        "amount": random.uniform(0, 25),
        "health": random.uniform(0, 25),
        "max_health": random.choice([0.5, 20.0, 30.0]),
        "attacker": random.choice(list(ATTACKERS)),
        "has_target": random.random() < 0.5,
    }
    return random.choice(
        [
            ("stimulate", random.choice(list(Mood)).key, random.uniform(-10, 130), random.uniform(-0.2, 1.2)),
            ("soothe", random.choice(list(Mood)).key, random.uniform(-10, 130)),
            ("damage", damage),
            ("consume",),
            ("gift", random.randint(-40, 40)),
            ("attack",),
            ("situation", {**situation, "health_ratio": random.random(), "speed_squared": 0.0}),
            ("save",),
            ("load",),
            ("sleep",),
            ("wake",),
        ]
    )


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32).map(Random))
def test_more_than_there_was_room_for_feel_what_each_would_alone(random: Random) -> None:
    """Rows are added in a runtime that lives; some sleep and some leave, so that all kinds of parts are due."""
    crowd = Crowd([], random.randrange(10**6))
    for _ in range(12):
        for _ in range(random.randrange(9)):
            crowd.join(random.choice(PERSONALITIES))
        for one in list(crowd.who):
            if random.random() < 0.1:
                crowd.leave(one)
            else:
                happen(one, any_event(random))
        for _ in range(random.randrange(25)):
            crowd.advance(crowd.now + random.choice([1, 1, 1, 20, 21]))
        crowd.check()
