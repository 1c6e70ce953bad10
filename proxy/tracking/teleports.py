"""Teleports that a client has been sent and hasn't taken yet.

What it says of its place until then is older than the teleport, and the server drops it: so do we.
"""

from __future__ import annotations

from collections import deque

Place = tuple[float, float, float]

_REMEMBERED = 64
"""Numbers that are kept for a client that confirms none."""
_SAME_PLACE = 1.0
"""How far from where we think a teleport led its answer may be: a relative one starts from where the client is."""
_PATIENCE = 20
"""Moves that a client may make without an answer; then a server of 1.8 would send the teleport again."""


class PendingTeleports:
    """From 1.9 on a client confirms a teleport by its number; to 1.8.9 it sends its new place and look."""

    def __init__(self) -> None:
        self._numbers: deque[int] = deque(maxlen=_REMEMBERED)
        self._place: Place | None = None
        """Where the last teleport without a number led."""
        self._refused = 0

    def clear(self) -> None:
        self._numbers.clear()
        self._place = None

    def sent(self, number: int | None, place: Place) -> None:
        """The server teleports the client to ``place``."""
        if number is not None:
            self._numbers.append(number)
        else:
            self._place, self._refused = place, 0

    def confirmed(self, number: int) -> None:
        """The client has taken a teleport, and with it all before."""
        if number in self._numbers:
            while self._numbers.popleft() != number:
                pass

    def outdated(self, position: Place | None, has_look: bool) -> bool:
        """Whether the client sent a move before it knew of the last teleport."""
        if self._numbers:
            return True
        if self._place is None:
            return False
        answers = position is not None and has_look and _near(position, self._place)
        self._refused += 1
        if answers or self._refused > _PATIENCE:
            self._place = None
        return self._place is not None


def _near(one: Place, other: Place) -> bool:
    return all(abs(a - b) <= _SAME_PLACE for a, b in zip(one, other, strict=True))
