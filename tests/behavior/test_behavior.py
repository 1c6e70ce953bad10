"""What somebody with nothing to do is at, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from npc.behavior import Behavior, State, StochasticMatrix
from npc.behavior.temper import DAY, LEANINGS, NIGHT, leaning_weights
from npc.emotion import PERSONALITIES


@dataclass(frozen=True)
class Clip:
    name: str
    length: int


def cycle(**lengths: int) -> StochasticMatrix[Clip]:
    """Each state leads to the next one alone."""
    matrix = StochasticMatrix[Clip](
        [[100 if after == state.next else 0 for after in State] for state in State]
    )
    for state in State:
        matrix.bind(state, Clip(state.name, lengths.get(state.name, 40)))
    return matrix


def test_a_choice_is_kept_for_the_length_of_its_clip_and_half_a_second_at_least() -> None:
    behavior = Behavior(cycle(SIT=100, SLEEP=3), Random(0))
    shown = {}
    for now in range(1000, 1160):
        clip = behavior.auto(now)
        assert clip is not None
        assert clip.name == behavior.state.name
        shown.setdefault(clip.name, []).append(now)
    assert {name: (ticks[0], len(ticks)) for name, ticks in shown.items()} == {
        "SIT": (1000, 100),
        "SLEEP": (1100, 10),
        "MOVE_L": (1110, 40),
        "MOVE_R": (1150, 10),
    }


def test_it_tells_when_it_would_choose_anew() -> None:
    behavior = Behavior(cycle(), Random(0))
    assert behavior.is_expired(0)
    behavior.auto(0)
    assert not behavior.is_expired(39)
    assert behavior.is_expired(40)


def test_where_nothing_follows_state_and_clip_stay() -> None:
    matrix = cycle()
    behavior = Behavior(matrix, Random(0), State.SIT)
    matrix.disable(State.SLEEP)
    for now in (0, 100, 200):
        assert behavior.auto(now) == Clip("SIT", 40)
    assert behavior.state is State.SIT


def test_going_round_by_hand_skips_what_is_disabled_and_state_and_clip_agree() -> None:
    matrix = cycle()
    matrix.disable(State.SIT)
    matrix.disable(State.SLEEP)
    behavior = Behavior(matrix, Random(0))
    assert behavior.next(0) == Clip("MOVE_L", 40)
    assert behavior.state is State.MOVE_L
    assert behavior.auto(39) == Clip("MOVE_L", 40)
    assert behavior.prev(39) == Clip("IDLE", 40)
    assert behavior.state is State.IDLE
    assert behavior.prev(39) == Clip("SPECIAL", 40)


def test_going_round_by_hand_comes_to_nothing_when_all_is_disabled() -> None:
    matrix = cycle()
    behavior = Behavior(matrix, Random(0))
    behavior.next(0)
    for state in State:
        matrix.disable(state)
    assert behavior.next(1) is None
    assert behavior.prev(1) is None
    assert behavior.state is State.SIT
    assert behavior.auto(100) == Clip("SIT", 40)


def test_a_state_that_may_be_drawn_needs_a_clip_when_it_is_built() -> None:
    matrix = StochasticMatrix[Clip]()
    matrix.bind(State.IDLE, Clip("IDLE", 1))
    matrix.disable(State.SLEEP)
    with pytest.raises(ValueError, match="SIT, MOVE_L, MOVE_R, SPECIAL"):
        Behavior(matrix, Random(0))
    for state in State:
        if state is not State.SLEEP:
            matrix.bind(state, Clip(state.name, 1))
    assert Behavior(matrix, Random(0)).state is State.IDLE


def test_after_an_interruption_it_chooses_anew_from_idleness() -> None:
    behavior = Behavior(cycle(SIT=100), Random(0))
    assert behavior.auto(0) == Clip("SIT", 100)
    behavior.interrupt(5)
    assert behavior.state is State.IDLE
    assert behavior.auto(5) == Clip("SIT", 100)


# --- characters


def share(weights: list[list[int]], state: State, *targets: State) -> float:
    return sum(weights[state][target] for target in targets) / sum(weights[state])


def test_every_leaning_is_of_a_personality_and_changes_something() -> None:
    assert set(LEANINGS) <= set(PERSONALITIES)
    plain = leaning_weights()
    for key, leaning in LEANINGS.items():
        assert leaning_weights(leaning) != plain, key


def test_the_lazy_sit_and_sleep_more_and_the_lively_move_more() -> None:
    plain, lazy, genki = (
        leaning_weights(),
        leaning_weights(LEANINGS["lazy"]),
        leaning_weights(LEANINGS["genki"]),
    )
    for state in State:
        assert share(lazy, state, State.SIT, State.SLEEP) > share(plain, state, State.SIT, State.SLEEP)
        if state is not State.SLEEP:
            moves = (State.MOVE_L, State.MOVE_R)
            assert share(genki, state, *moves) > share(plain, state, *moves)


def test_the_night_leads_to_sleep_and_the_day_away_from_it() -> None:
    plain, night, day = leaning_weights(), leaning_weights(NIGHT), leaning_weights(DAY)
    for state in (State.IDLE, State.SIT, State.SLEEP, State.SPECIAL):
        assert (
            share(night, state, State.SLEEP)
            > share(plain, state, State.SLEEP)
            > share(day, state, State.SLEEP)
        )


def test_what_the_table_forbids_stays_forbidden_and_nothing_else_becomes_so() -> None:
    for leaning in LEANINGS.values():
        for row, bent in zip(leaning_weights(), leaning_weights(leaning, NIGHT), strict=True):
            assert [weight == 0 for weight in row] == [weight == 0 for weight in bent]
