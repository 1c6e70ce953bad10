"""What somebody with nothing to do is at: the chain's choice, kept for as long as it lasts."""

from __future__ import annotations

from random import Random
from typing import Generic, Protocol, TypeVar

import numpy as np

from npc.behavior.matrix import StochasticMatrix
from npc.behavior.states import State

SHORTEST = 10
"""Ticks that a choice is kept at least: half a second."""


class Timed(Protocol):
    """What a state looks like, for so many ticks."""

    @property
    def length(self) -> int: ...


C = TypeVar("C", bound=Timed)


class Behavior(Generic[C]):
    """Goes through the states of a matrix. State and clip always belong together.

    Raises ValueError when a state that may be drawn has no clip.
    """

    def __init__(
        self, matrix: StochasticMatrix[C], random: Random | np.random.Generator, state: State = State.IDLE
    ) -> None:
        self._random = random
        self._state = state
        self._clip: C | None = None
        self._expires: int | None = None
        self.matrix = matrix

    @property
    def matrix(self) -> StochasticMatrix[C]:
        """What chooses. Another one is asked from the next choice on."""
        return self._matrix

    @matrix.setter
    def matrix(self, matrix: StochasticMatrix[C]) -> None:
        if matrix.unbound:
            names = ", ".join(state.name for state in matrix.unbound)
            raise ValueError(f"no clip is bound to {names}, but may be drawn: bind one or disable it")
        self._matrix = matrix

    @property
    def state(self) -> State:
        return self._state

    @property
    def expires(self) -> int | None:
        """The tick in which :meth:`auto` chooses anew; None before the first choice."""
        return self._expires

    def is_expired(self, now: int) -> bool:
        """Whether :meth:`auto` would choose anew."""
        return self._expires is None or now >= self._expires

    def auto(self, now: int) -> C | None:
        """The clip of now, of what follows when the last has had its time: its length, half a second at least.

        Where nothing follows, state and clip stay.
        """
        if self.is_expired(now):
            after = self._matrix.sample(self._state, self._random)
            self._take(self._state if after is None else after, now)
        return self._clip

    def next(self, now: int) -> C | None:
        """Go to the next state on the ring that isn't disabled; None when all are, and nothing changes."""
        return self._turn(self._matrix.next_of(self._state), now)

    def prev(self, now: int) -> C | None:
        return self._turn(self._matrix.prev_of(self._state), now)

    def interrupt(self, now: int, state: State = State.IDLE) -> None:
        """Something else took the body: go on from a state, with a new choice."""
        self._state, self._clip, self._expires = state, self._matrix.clip_of(state), now

    def settle(self, state: State, now: int) -> None:
        """Be in a state, without a draw, for as long as it lasts: what was drawn came to nothing."""
        self._take(state, now)

    def _turn(self, state: State | None, now: int) -> C | None:
        if state is None:
            return None
        self._take(state, now)
        return self._clip

    def _take(self, state: State, now: int) -> None:
        self._state = state
        self._clip = self._matrix.clip_of(state)
        self._expires = now + max(SHORTEST, self._clip.length if self._clip is not None else 0)
