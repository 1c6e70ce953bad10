"""A Markov chain over the states of idleness: weights say what comes after what."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, isfinite
from random import Random
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from npc.behavior.states import State

DEFAULT_WEIGHTS = (
    # IDLE SIT SLEEP MOVE_L MOVE_R SPECIAL
    (40, 20, 10, 10, 10, 10),
    (30, 40, 20, 10, 10, 10),
    (20, 20, 60, 0, 0, 0),
    (40, 10, 0, 20, 20, 10),
    (40, 10, 0, 20, 20, 10),
    (50, 20, 10, 10, 10, 0),
)
"""Row: the state it is in; column: the one that follows. Ark-Pets' table, row for row."""

Clip = TypeVar("Clip")


class StochasticMatrix(Generic[Clip]):
    """Draws the state that follows another, and knows the clip that is bound to each.

    ``weights``: 6 × 6 integers of 0 and more, rows and columns in the order of the states; they are copied.
    Raises ValueError for anything else.
    """

    def __init__(self, weights: Sequence[Sequence[int]] = DEFAULT_WEIGHTS) -> None:
        if len(weights) != len(State) or any(len(row) != len(State) for row in weights):
            raise ValueError(f"weights: {len(State)} rows of {len(State)} numbers expected")
        self._weights = [
            [_checked(weight, state) for weight in row] for state, row in zip(State, weights, strict=True)
        ]
        self._enabled = dict.fromkeys(State, True)
        self._clips: dict[State, Clip] = {}

    # --- what it is made of

    def bind(self, state: State, clip: Clip) -> None:
        """``clip`` is what a state looks like."""
        self._clips[state] = clip

    def clip_of(self, state: State) -> Clip | None:
        return self._clips.get(state)

    def disable(self, state: State) -> None:
        """Nothing leads to that state any more."""
        self._enabled[state] = False

    def scale(self, state: State, factor: float) -> None:
        """Multiply the weights out of a state, rounded to integers, halves up.

        All of a row grow alike, so probabilities change by nothing but the rounding; a weight that comes to 0 is
        never drawn again. Raises ValueError for a factor that is negative or not finite.
        """
        if not isfinite(factor) or factor < 0:
            raise ValueError(f"scale factor {factor} is {'negative' if factor < 0 else 'not finite'}")
        self._weights[state] = [floor(weight * factor + 0.5) for weight in self._weights[state]]

    @property
    def disabled(self) -> tuple[bool, ...]:
        """By state."""
        return tuple(not self._enabled[state] for state in State)

    @property
    def all_disabled(self) -> bool:
        return not any(self._enabled.values())

    @property
    def unbound(self) -> tuple[State, ...]:
        """Enabled states that no clip is bound to."""
        return tuple(state for state in State if self._enabled[state] and state not in self._clips)

    def debug_matrix(self) -> NDArray[np.int64]:
        """(6, 6) weights, those of disabled columns negated. A 0 can't show it: see :attr:`disabled`."""
        matrix = np.array(self._weights, np.int64)
        matrix[:, list(self.disabled)] *= -1
        return matrix

    # --- what follows

    def sample(self, state: State, random: Random | np.random.Generator) -> State | None:
        """The state that follows, each with the share that its weight has of those enabled; None when that is 0."""
        weights = [
            weight if self._enabled[after] else 0
            for after, weight in zip(State, self._weights[state], strict=True)
        ]
        total = sum(weights)
        if not total:
            return None
        # Both draw integers below a bound without bias.
        rest = random.randrange(total) if isinstance(random, Random) else int(random.integers(total))
        for after, weight in zip(State, weights, strict=True):
            if rest < weight:
                return after
            rest -= weight
        raise AssertionError("a draw below the sum falls into some weight")

    def next_of(self, state: State) -> State | None:
        """The next enabled state on the ring, at the end of the round the state itself; None when all are disabled."""
        return self._walk(state, 1)

    def prev_of(self, state: State) -> State | None:
        return self._walk(state, -1)

    def _walk(self, state: State, step: int) -> State | None:
        for distance in range(1, len(State) + 1):
            candidate = State((state + step * distance) % len(State))
            if self._enabled[candidate]:
                return candidate
        return None


def _checked(weight: int, state: State) -> int:
    if isinstance(weight, bool) or not isinstance(weight, (int, np.integer)) or weight < 0:
        raise ValueError(f"weights of {state.name}: {weight!r} is no integer of 0 and more")
    return int(weight)
