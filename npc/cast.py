"""The actors of a stage: what changed on each since the last tick, and who is near whom, cheaply for a thousand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from npc.anatomy import CHUNK, anatomy
from npc.stage_port import Actor, Viewer
from world.item import ItemStack

LEAVE_MARGIN = 8.0
"""Blocks beyond its tracking range that an actor stays in view, so that nobody flickers on the edge."""

PLACE, LOOK, POSE, CAST, EQUIPMENT, MOOD, NAME_LINE = (1 << bit for bit in range(7))
"""What of an actor a client hasn't been told, as bits of a plain number: there are many of them in a tick.

``CAST`` is who it is: only a new spawn shows that."""

_ASPECTS = (
    (PLACE, ("x", "y", "z", "on_ground", "teleported")),
    (LOOK, ("yaw", "pitch", "head_yaw")),
    (POSE, ("pose", "bed", "using", "sprinting", "on_fire", "health")),
    (MOOD, ("mood",)),
    (NAME_LINE, ("symbol",)),
    (CAST, ("uuid", "name", "kind", "skin")),
)
_state_of: Callable[[Actor], tuple[Any, ...]] = attrgetter(*(name for _, names in _ASPECTS for name in names))
"""All that a client can see of an actor but what it wears and holds, in the order of :data:`_ASPECTS`."""


def _slices() -> list[tuple[int, slice]]:
    out, start = [], 0
    for aspect, names in _ASPECTS:
        out.append((aspect, slice(start, start + len(names))))
        start += len(names)
    return out


_SLICES = _slices()


@dataclass(slots=True, eq=False)
class Part:
    """An actor on the stage, as it was at the last update."""

    actor: Actor
    world: str
    state: tuple[Any, ...]
    equipment: dict[str, ItemStack]
    props: dict[int, str]
    news: int = 0
    row: int = -1
    """Where it is in the arrays of its house."""
    chunk: tuple[int, int] | None = None
    """The one that its house has it in."""

    @classmethod
    def of(cls, actor: Actor, world: str) -> Part:
        """One without news."""
        return cls(actor, world, _state_of(actor), dict(actor.equipment), dict(actor.props))

    def gather_news(self) -> int:
        """What changed since the last update."""
        actor = self.actor
        state = _state_of(actor)
        dressed_alike = actor.equipment == self.equipment and actor.props == self.props
        if dressed_alike and state == self.state:
            self.news = 0
            return 0
        news = 0
        for aspect, where in _SLICES:
            if state[where] != self.state[where]:
                news |= aspect
        self.state = state
        if not dressed_alike:
            news |= EQUIPMENT
            self.equipment, self.props = dict(actor.equipment), dict(actor.props)
        self.news = news
        return news


class House:
    """All n parts of one world, as arrays."""

    __slots__ = ("_numbers", "chunk_numbers", "chunks", "margins", "parts", "places", "ranges")

    def __init__(self, parts: list[Part]) -> None:
        self.parts = parts
        count = len(parts)
        self.places: NDArray[np.float64] = np.empty((count, 2))
        """Horizontal, in blocks."""
        self.ranges = np.array([anatomy(part.actor.kind).tracking_range for part in parts], np.float64)
        """(n,), tracking ranges in blocks."""
        self.margins = self.ranges + LEAVE_MARGIN
        """(n,), blocks beyond which nobody goes on seeing a part."""
        self.chunks: list[tuple[int, int]] = []
        """Chunks that parts are or were in."""
        self._numbers: dict[tuple[int, int], int] = {}
        """Where each is in :attr:`chunks`."""
        self.chunk_numbers: NDArray[np.intp] = np.empty(count, np.intp)
        """(n,), places in :attr:`chunks`."""
        for row, part in enumerate(parts):
            part.row, part.chunk = row, None
        self.place(parts)

    def place(self, parts: Sequence[Part]) -> None:
        """These parts are where their actors are now."""
        if not parts:
            return
        places = [(part.actor.x, part.actor.z) for part in parts]
        self.places[[part.row for part in parts]] = places
        for part, (x, z) in zip(parts, places, strict=True):
            # A place that isn't finite is near nobody, so its chunk is never asked for.
            chunk = (int(x // CHUNK), int(z // CHUNK)) if isfinite(x + z) else (0, 0)
            if chunk != part.chunk:
                part.chunk = chunk
                number = self._numbers.setdefault(chunk, len(self.chunks))
                if number == len(self.chunks):
                    self.chunks.append(chunk)
                self.chunk_numbers[part.row] = number

    @property
    def worn(self) -> bool:
        """Whether it remembers so many chunks that were left that it ought to be built anew."""
        return len(self.chunks) > 2 * len(self.parts) + 64

    def within(self, x: float, z: float, radius: float) -> list[Part]:
        """Parts that were at most ``radius`` blocks along the ground from a place at the last update."""
        return [self.parts[row] for row in np.flatnonzero(self._away(x, z) <= radius).tolist()]

    def distances(self, viewer: Viewer) -> NDArray[np.float64]:
        """(n,) blocks along the ground, as vanilla measures: somebody high above is seen like somebody near."""
        return self._away(viewer.player.x, viewer.player.z)

    def _away(self, x: float, z: float) -> NDArray[np.float64]:
        """(n,) blocks along the ground from a place."""
        offsets = self.places - (x, z)
        return np.hypot(offsets[:, 0], offsets[:, 1])

    def in_margin(self, viewer: Viewer, distances: NDArray[np.float64]) -> NDArray[np.bool_]:
        """(n,) whether a viewer may go on seeing a part: not too far, in a chunk that its client has."""
        near: NDArray[np.bool_] = distances <= self.margins
        rows = np.flatnonzero(near)
        numbers = self.chunk_numbers[rows]
        missing = [
            number
            for number in dict.fromkeys(numbers.tolist())
            if not viewer.holds_chunk(*self.chunks[number])
        ]
        if missing:
            near[rows[np.isin(numbers, missing)]] = False
        return near
