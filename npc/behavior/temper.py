"""How characters, and the night, bend what the chain leads to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor
from types import MappingProxyType

from npc.behavior.matrix import DEFAULT_WEIGHTS
from npc.behavior.states import State

Leaning = Mapping[State, float]
"""Factors for the weights that lead to a state; 1 for those that aren't there."""


def _leaning(
    *, idle: float = 1.0, sit: float = 1.0, sleep: float = 1.0, move: float = 1.0, special: float = 1.0
) -> Leaning:
    return MappingProxyType(
        {
            State.IDLE: idle,
            State.SIT: sit,
            State.SLEEP: sleep,
            State.MOVE_L: move,
            State.MOVE_R: move,
            State.SPECIAL: special,
        }
    )


LEANINGS: Mapping[str, Leaning] = MappingProxyType(
    {
        "tsundere": _leaning(move=1.2),
        "optimistic": _leaning(move=1.2, special=1.4),
        "gloomy": _leaning(idle=1.3, sit=1.3, move=0.7, special=0.6),
        "kuudere": _leaning(idle=1.5, move=0.7, special=0.4),
        "genki": _leaning(sit=0.6, sleep=0.4, move=2.0, special=1.6),
        "loyal": _leaning(idle=1.3, sleep=0.7),
        "shy": _leaning(sit=1.3, special=0.5),
        "dojikko": _leaning(move=1.4, special=1.2),
        "lazy": _leaning(sit=2.0, sleep=2.5, move=0.4, special=0.7),
        "tennen": _leaning(sit=1.2, move=1.2),
        "chatterbox": _leaning(sleep=0.7, special=1.8),
        "mukuchi": _leaning(idle=1.4, special=0.5),
        "ojou_sama": _leaning(sit=1.5, move=0.8),
        "onee_san": _leaning(sit=1.2, special=1.2),
        "tomboy": _leaning(sit=0.7, sleep=0.8, move=1.7),
        "bookworm": _leaning(sit=1.8, move=0.7, special=0.7),
        "trickster": _leaning(move=1.3, special=1.8),
        "cowardly": _leaning(idle=1.2, sleep=0.6, move=0.7),
        "justice": _leaning(sleep=0.7, move=1.3),
        "workaholic": _leaning(sit=0.6, sleep=0.4, move=1.4),
        "chuunibyou": _leaning(special=2.0),
    }
)
"""By temperament; who isn't there leans nowhere. Ours: nobody publishes any."""

WANDERING: Leaning = _leaning(move=2.0)
"""Of those whose mode is to wander about."""
NIGHT: Leaning = _leaning(sit=1.2, sleep=4.0, move=0.5, special=0.4)
DAY: Leaning = _leaning(sleep=0.3)


def leaning_weights(
    *leanings: Leaning, weights: Sequence[Sequence[int]] = DEFAULT_WEIGHTS
) -> list[list[int]]:
    """(6, 6) a copy of the weights with each column multiplied, rounded to integers, halves up.

    Columns, for factors of a whole row cancel out. A weight above 0 stays above 0 unless its factor is 0.
    """
    factors = [1.0] * len(State)
    for leaning in leanings:
        for state, factor in leaning.items():
            factors[state] *= factor
    return [
        [
            max(floor(weight * factor + 0.5), 1 if weight and factor else 0)
            for weight, factor in zip(row, factors, strict=True)
        ]
        for row in weights
    ]
