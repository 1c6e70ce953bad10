"""The feelings of many at once are those of each alone, worked out by hand."""

import math
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scalar_emotion import ScalarEmotion

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

POOLS = ("impulse", "memory", "context")
ATTACKERS = {"nobody": Attacker.NOBODY, "friend": Attacker.FRIEND, "other": Attacker.OTHER}
WEEK = 7 * 24 * 3600 * 20

numbers = st.one_of(
    st.floats(-10, 130), st.sampled_from([0.0, 100.0, math.inf, -math.inf, math.nan, 1e300, 0.009])
)
moods = st.sampled_from([mood.key for mood in Mood])
situations = st.builds(
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
damages = st.builds(
    dict,
    amount=st.floats(0, 60),
    health=st.floats(0, 40),
    max_health=st.sampled_from([0.5, 20.0, 30.0]),
    attacker=st.sampled_from(list(ATTACKERS)),
    has_target=st.booleans(),
)
steps = st.one_of(
    st.tuples(st.just("stimulate"), moods, numbers, numbers),
    st.tuples(st.just("soothe"), moods, numbers),
    st.tuples(st.just("damage"), damages),
    st.tuples(st.just("consume")),
    st.tuples(st.just("gift"), st.integers(-60, 60)),
    st.tuples(st.just("attack")),
    st.tuples(st.just("situation"), situations),
    st.tuples(st.just("idle"), st.integers(1, 2600)),
    st.tuples(st.just("tick"), st.integers(0, 45)),
    st.tuples(st.just("tick"), st.integers(0, 45)),
    st.tuples(st.just("jump"), st.sampled_from([-100_000, -30, -1, 600, WEEK - 1, WEEK + 1, 10 * WEEK])),
    st.tuples(st.just("reload")),
    st.tuples(st.just("nap"), st.integers(1, 5000)),
)


def both(who: list[tuple[EmotionManager, ScalarEmotion]], step: tuple[Any, ...]) -> None:
    """Do an event to both."""
    kind, *arguments = step
    for fast, slow in who:
        if kind == "stimulate":
            mood, intensity, retention = arguments
            fast.stimulate(MoodImpulse.of(Mood.of(mood), intensity, retention))
            slow.stimulate(mood, intensity, retention)
        elif kind == "soothe":
            fast.soothe(Mood.of(arguments[0]), arguments[1])
            slow.soothe(*arguments)
        elif kind == "damage":
            damage = arguments[0]
            fast.on_damage_taken(Damage(**{**damage, "attacker": ATTACKERS[damage["attacker"]]}))
            slow.damage(**damage)
        elif kind == "consume":
            fast.on_item_consumed()
            slow.consume()
        elif kind == "gift":
            fast.on_gift_received(arguments[0])
            slow.gift(arguments[0])
        elif kind == "attack":
            fast.on_attack_performed()
            slow.attack()
        elif kind == "situation":
            fast.perceive(Situation(**arguments[0]))
            slow.situation = arguments[0]
        elif kind == "reload":
            fast.read_from_nbt(fast.write_to_nbt())
            slow.soon = False
            slow.restart()


def equal(fast: EmotionManager, slow: ScalarEmotion) -> None:
    pools = fast._runtime.pools[:, fast.row]
    for number, pool in enumerate(POOLS):
        wanted = [slow.pools[mood.key][pool] for mood in Mood]
        assert np.allclose(pools[number], wanted, rtol=0, atol=1e-6), pool
    assert np.isfinite(pools).all()
    assert (pools >= 0).all()
    assert (pools <= 100).all()
    assert fast.current_mood.key == slow.current
    assert fast._runtime.idle[fast.row] == slow.idle
    shown = fast.snapshot()
    assert shown.primary.key == slow.current
    assert (shown.secondary and shown.secondary.key) == slow.secondary()
    assert 0 <= shown.primary_intensity <= 1
    assert 0 <= shown.secondary_intensity <= 1
    assert abs(shown.primary_intensity * 100 - slow.total(slow.current)) < 1e-6


@settings(max_examples=120, deadline=None)
@given(
    st.lists(st.sampled_from(PERSONALITIES), min_size=1, max_size=4),
    st.integers(0, 10**7),
    st.lists(steps, max_size=40),
)
def test_many_at_once_feel_what_each_would_alone(
    personalities: list[str], now: int, script: list[tuple[Any, ...]]
) -> None:
    runtime = EmotionRuntime()
    who = []
    for number, key in enumerate(personalities):
        fast = EmotionManager(runtime, TEMPERAMENTS[key])
        who.append((fast, ScalarEmotion(key, number * 7 % 20 + 1)))
    for step in script:
        if step[0] in ("tick", "idle"):
            span = step[1] if step[0] == "tick" else 20
            for _ in range(1 if step[0] == "tick" else min(step[1] // 20, 60)):
                now += span
                advance(runtime, who, now)
        elif step[0] == "jump":
            now = max(0, now + step[1])
            advance(runtime, who, now)
        elif step[0] == "nap":
            for fast, _ in who:
                fast.awake = False
            assert runtime.tick(now + step[1] // 2) == []
            now += step[1]
            for fast, _ in who:
                fast.awake = True
            advance(runtime, who, now)
        else:
            both(who, step)
        for fast, slow in who:
            equal(fast, slow)


def advance(runtime: EmotionRuntime, who: list[tuple[EmotionManager, ScalarEmotion]], now: int) -> None:
    switched = {switch.row: (switch.before.key, switch.after.key) for switch in runtime.tick(now)}
    for fast, slow in who:
        assert switched.get(fast.row) == slow.tick(now)
