"""Who rules a body when several want it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class Claim(IntEnum):
    """What may want a companion's body. Of two, the one that stands first has it."""

    DEATH = 0
    SLEEP = 1
    RIDING = 2
    COMBAT = 3
    COMMAND = 4
    FOLLOWING = 5
    DIALOGUE = 6
    WORK = 7
    EMOTE = 8
    STOCHASTIC = 9
    """What it comes up with when nobody wants anything of it."""

    def beats(self, other: Claim) -> bool:
        """Whether it has the body when both want it."""
        return self < other


def ruling(claims: Iterable[Claim]) -> Claim | None:
    """The claim that has the body; None when nothing wants it."""
    return min(claims, default=None)
