"""The chain of idle states: its table, its draws and its ring."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from npc.behavior import DEFAULT_WEIGHTS, State, StochasticMatrix

WEIGHTS = st.lists(st.lists(st.integers(0, 100), min_size=6, max_size=6), min_size=6, max_size=6)
Matrix = StochasticMatrix[str]


def test_states_go_round_in_their_order() -> None:
    ring = ["IDLE", "SIT", "SLEEP", "MOVE_L", "MOVE_R", "SPECIAL"]
    assert [state.name for state in State] == ring
    assert [state.next.name for state in State] == [*ring[1:], ring[0]]
    assert all(state.next.prev is state for state in State)


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        (DEFAULT_WEIGHTS[:5], "6 rows of 6"),
        ([*DEFAULT_WEIGHTS[:5], (1, 2)], "6 rows of 6"),
        ([*DEFAULT_WEIGHTS[:5], (1, 2, 3, 4, 5, -6)], "SPECIAL: -6"),
        ([(0.5, 0, 0, 0, 0, 0), *DEFAULT_WEIGHTS[1:]], "IDLE: 0.5"),
        ([(True, 0, 0, 0, 0, 0), *DEFAULT_WEIGHTS[1:]], "IDLE: True"),
    ],
)
def test_a_table_that_is_none_is_refused(weights: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Matrix(weights)  # type: ignore[arg-type]


def test_weights_are_copied() -> None:
    weights = [list(row) for row in DEFAULT_WEIGHTS]
    matrix = Matrix(weights)
    weights[0][0] = 9999
    matrix.scale(State.SIT, 2)
    assert matrix.debug_matrix()[0, 0] == 40
    assert weights[1] == list(DEFAULT_WEIGHTS[1])


# --- draws


def chi_square(counts: Counter[State | None], weights: np.ndarray) -> float:
    """Of drawn counts against shares; what has no share must not have been drawn."""
    total, shares = sum(counts.values()), weights / weights.sum()
    assert all(shares[state] for state in counts if state is not None)
    assert None not in counts
    return float(
        sum(
            (counts[state] - total * shares[state]) ** 2 / (total * shares[state])
            for state in State
            if shares[state]
        )
    )


CRITICAL = 25.7
"""Of χ² with five degrees of freedom: beyond it in one of 10,000 runs. The seed is fixed."""


@pytest.mark.parametrize(
    ("disabled", "scaled"),
    [
        ((), {}),
        ((State.SLEEP,), {}),
        ((State.SIT, State.SPECIAL), {State.IDLE: 0.33}),
        ((), dict.fromkeys(State, 1.7)),
    ],
    ids=["plain", "one disabled", "two disabled, one scaled", "all scaled"],
)
def test_a_million_draws_follow_the_weights_and_stay_as_long_in_each_state_as_the_chain_says(
    disabled: tuple[State, ...], scaled: dict[State, float]
) -> None:
    matrix = Matrix()
    for state, factor in scaled.items():
        matrix.scale(state, factor)
    weights = matrix.debug_matrix().astype(float)
    for state in disabled:
        matrix.disable(state)
    weights[:, list(disabled)] = 0
    draws, random, state = 250_000, Random(2026), State.IDLE
    transitions: dict[State, Counter[State | None]] = {state: Counter() for state in State}
    for _ in range(draws):
        after = matrix.sample(state, random)
        transitions[state][after] += 1
        assert after is not None
        state = after
    for before in State:
        if transitions[before]:
            assert chi_square(transitions[before], weights[before]) < CRITICAL, before
    chain = weights / weights.sum(axis=1, keepdims=True)
    stationary = np.linalg.matrix_power(chain, 200)[0]
    seen = np.array([sum(transitions[state].values()) for state in State]) / draws
    # Neighbours in the chain depend on each other, so this is looser than the draws of each row.
    assert seen == pytest.approx(stationary, abs=0.006)


@given(WEIGHTS, st.sampled_from(State), st.sets(st.sampled_from(State)), st.integers(0, 2**32))
def test_only_what_is_enabled_and_has_weight_is_drawn_and_nothing_when_that_is_nothing(
    weights: list[list[int]], state: State, disabled: set[State], seed: int
) -> None:
    matrix = Matrix(weights)
    for other in disabled:
        matrix.disable(other)
    possible = {other for other in State if weights[state][other] and other not in disabled}
    for random in (Random(seed), np.random.default_rng(seed)):
        drawn = {matrix.sample(state, random) for _ in range(20)}
        assert drawn <= possible if possible else drawn == {None}
    assert matrix.all_disabled == (len(disabled) == len(State))


def test_every_number_below_the_sum_is_drawn_alike() -> None:
    class Counting(Random):
        bounds: list[int] = []  # noqa: RUF012

        def randrange(self, start: int, *_: object) -> int:  # type: ignore[override]
            self.bounds.append(start)
            return len(self.bounds) - 1

    matrix, random = Matrix(), Counting()
    drawn = Counter(matrix.sample(State.SIT, random) for _ in range(120))
    assert set(random.bounds) == {120}
    assert [drawn[state] for state in State] == list(DEFAULT_WEIGHTS[State.SIT])


# --- scaling and disabling


def test_scaling_rounds_halves_up_and_can_silence_an_edge() -> None:
    matrix = Matrix([[0, 1, 2, 3, 5, 10]] * 6)
    matrix.scale(State.IDLE, 0.5)
    assert matrix.debug_matrix()[0].tolist() == [0, 1, 1, 2, 3, 5]
    matrix.scale(State.IDLE, 0.4)
    assert matrix.debug_matrix()[0].tolist() == [0, 0, 0, 1, 1, 2]
    assert matrix.debug_matrix()[1].tolist() == [0, 1, 2, 3, 5, 10]
    matrix.scale(State.IDLE, 0)
    assert matrix.sample(State.IDLE, Random(0)) is None


@pytest.mark.parametrize(
    ("factor", "says"), [(-0.1, "negative"), (float("inf"), "not finite"), (float("nan"), "not finite")]
)
def test_a_scale_that_is_none_is_refused_and_says_why(factor: float, says: str) -> None:
    matrix = Matrix()
    with pytest.raises(ValueError, match=says):
        matrix.scale(State.IDLE, factor)
    assert matrix.debug_matrix().tolist() == [list(row) for row in DEFAULT_WEIGHTS]


@given(WEIGHTS, st.integers(1, 50), st.sampled_from(State))
def test_scaling_a_row_by_an_integer_changes_no_probability(
    weights: list[list[int]], factor: int, state: State
) -> None:
    before, after = Matrix(weights), Matrix(weights)
    after.scale(state, factor)
    assert (after.debug_matrix()[state] == before.debug_matrix()[state] * factor).all()


@given(WEIGHTS, st.floats(0.05, 20), st.sampled_from(State))
def test_scaling_a_row_changes_probabilities_by_nothing_but_the_rounding(
    weights: list[list[int]], factor: float, state: State
) -> None:
    matrix = Matrix(weights)
    matrix.scale(state, factor)
    scaled = matrix.debug_matrix()[state]
    assert (np.abs(scaled - np.array(weights[state]) * factor) <= 0.5 + 1e-9).all()


def test_disabling_takes_a_column_out_of_every_row_at_once_and_the_debug_matrix_shows_it() -> None:
    matrix = Matrix()
    matrix.disable(State.SIT)
    debug = matrix.debug_matrix()
    assert debug[:, State.SIT].tolist() == [-20, -40, -20, -10, -10, -20]
    assert (
        np.delete(debug, State.SIT, axis=1) == np.delete(np.array(DEFAULT_WEIGHTS), State.SIT, axis=1)
    ).all()
    matrix.disable(State.MOVE_L)
    assert matrix.debug_matrix()[State.SLEEP, State.MOVE_L] == 0  # a zero can't be negated
    assert matrix.disabled == (False, True, False, True, False, False)


# --- the ring


@given(st.sampled_from(State), st.sets(st.sampled_from(State)))
def test_the_ring_skips_what_is_disabled_for_one_round_at_most(state: State, disabled: set[State]) -> None:
    matrix = Matrix()
    for other in disabled:
        matrix.disable(other)
    for step, found in ((1, matrix.next_of(state)), (-1, matrix.prev_of(state))):
        ring = [State((state + step * distance) % 6) for distance in range(1, 7)]
        assert found == next((other for other in ring if other not in disabled), None)
