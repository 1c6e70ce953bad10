"""What somebody with nothing to do may come up with."""

from __future__ import annotations

from enum import IntEnum


class State(IntEnum):
    """In the order of the ring that :meth:`next` and :meth:`prev` go round."""

    IDLE = 0
    SIT = 1
    SLEEP = 2
    MOVE_L = 3
    """A short stroll to its left."""
    MOVE_R = 4
    SPECIAL = 5
    """One of its emotes."""

    @property
    def next(self) -> State:
        return State((self + 1) % len(State))

    @property
    def prev(self) -> State:
        return State((self - 1) % len(State))
