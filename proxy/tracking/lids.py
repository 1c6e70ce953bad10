"""Who opens containers, told by the lids that clients see move and by the windows that they are shown: one thing."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import TypeVar

from proxy.messages import BlockPos

_SAME = 20
"""Ticks between the two signs of one opening."""
_FORGOTTEN = 1200
"""Ticks after which a lid of which nothing more is heard counts as shut: not every client sees it fall."""
_KEPT = 256
"""Lids that are kept in mind; the oldest go."""

Lid = tuple[str, BlockPos]
"""World and place."""
_V = TypeVar("_V")


class Sign(Enum):
    """By what a client knows that a container is opened."""

    LID = auto()
    WINDOW = auto()
    """It is shown to that client's own player."""


class Lids:
    """The lids in all worlds, as the clients see them together."""

    def __init__(self, now: Callable[[], int]) -> None:
        """``now``: the present tick."""
        self._now = now
        self._holders: dict[Lid, tuple[int, int]] = {}
        """Lid → how many hold it open, and when that was said."""
        self._signs: dict[Lid, tuple[Sign, int]] = {}
        """Lid → the latest sign that its other one hasn't come for, and when."""

    def is_lifted(self, world: str, place: BlockPos, holders: int) -> bool:
        """Whether somebody more than before holds a lid open, of which a server says that ``holders`` do. A server
        repeats that at times, and says it to each client."""
        lid, now = (world, place), self._now()
        before, when = self._holders.pop(lid, (0, now))
        if now - when > _FORGOTTEN:
            before = 0
        if holders > 0:
            _keep(self._holders, lid, (holders, now))
        return holders > before

    def is_news(self, world: str, place: BlockPos, sign: Sign) -> bool:
        """Whether a sign is the first of an opening."""
        lid, now = (world, place), self._now()
        other, when = self._signs.pop(lid, (sign, now))
        if other is not sign and now - when <= _SAME:
            return False
        _keep(self._signs, lid, (sign, now))
        return True


def _keep(lids: dict[Lid, _V], lid: Lid, value: _V) -> None:
    lids[lid] = value
    if len(lids) > _KEPT:
        del lids[next(iter(lids))]
