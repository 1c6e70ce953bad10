"""Whether a companion gets anywhere, and when it has tried often enough."""

from __future__ import annotations

from math import inf

STUCK_TICKS = 20
"""Ticks without progress after which another way is looked for."""
MAX_STALLS = 10
"""So many times without having come nearer, and it is given up."""
PROGRESS = 0.1
"""Blocks that count as progress on a way."""
NEARER = 0.5
"""Blocks by which one has to come nearer for failures to be forgotten, or for a partial way to be worth it."""


class Progress:
    """Towards one destination, over all ways that are tried."""

    def __init__(self) -> None:
        self.stalls = 0
        """How often in a row it got no further."""
        self._nearest = inf
        """Blocks of straight distance to the destination, at best so far."""
        self._reached = inf
        """The same, where a partial way ended that was gone."""
        self._least_left = inf
        self._since = 0

    def forget(self) -> None:
        """The destination is another one."""
        self.stalls = 0
        self._nearest = self._reached = inf

    def is_worth_it(self, end: float, here: float) -> bool:
        """Whether a partial way is, that ends ``end`` blocks from the destination and begins ``here``."""
        return end <= min(self._reached, here) - NEARER

    def ended(self, distance: float) -> None:
        """A partial way has been gone to its end, so many blocks from the destination."""
        self._reached = distance

    def set_out(self, now: int, left: float, *, anew: bool) -> None:
        """A way of a length is begun; not ``anew`` if it takes the place of another."""
        self._least_left = left
        if anew:
            self._since = now

    def is_stuck(self, now: int, left: float, distance: float) -> bool:
        """Whether it has got no further for too long; blocks left on the way, and straight to the destination."""
        if distance < self._nearest - NEARER:
            if self._nearest < inf:
                self.stalls = 0
            self._nearest = distance
        if left < self._least_left - PROGRESS:
            self._least_left = left
            self._since = now
        return now - self._since >= STUCK_TICKS

    def stall(self) -> bool:
        """It got no further. Whether that was once too often."""
        self.stalls += 1
        return self.stalls >= MAX_STALLS
