"""The feelings of all companions at once: a row for each, updated together with numpy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from npc.emotion.context import COLUMNS, IDLE, Situation, row_of, strengths_of, targets
from npc.emotion.impulse import POOL_MAX
from npc.emotion.mood import COURSES, Mood
from npc.emotion.temperament import Temperament

Rows = npt.NDArray[np.intp]

IMPULSE, MEMORY, CONTEXT = range(3)
"""The pools of a mood."""
TICKS_PER_SECOND = 20
INTERVAL = 20
"""Ticks from one update, and from one resolution of moods, to the next."""
RECOVERY_CAP = 604_800.0
"""Seconds: however long somebody was away, it recovers by no more than a week."""
CONTEXT_CAP = 2.0
"""Seconds by which context moves in one update at most."""
RESIDUE = 0.01
"""Impulse and memory below this are gone."""
INITIAL_COMPOSURE = 9.0
"""Context of a new companion."""
CLEAR_LEAD = 3.5
"""Intensity by which a mood takes over at once."""
DWELL = 60
"""Ticks after which a stronger mood takes over however small its lead."""
UNSET = np.iinfo(np.int64).min
"""Tick of the last update of somebody who never had one."""

_RISE = np.array([course.context_rise for course in COURSES.values()])
_FALL = np.array([course.context_fall for course in COURSES.values()])
_THRESHOLD = np.array([course.threshold for course in COURSES.values()])


class Switch(NamedTuple):
    """Somebody's primary mood has changed."""

    row: int
    before: Mood
    after: Mood


class EmotionRuntime:
    """Reservoirs, schedule and temperament of everybody who feels, by row.

    Ticks are the simulation's. Rows are updated every :data:`INTERVAL` ticks, each at a tick of its own so that
    the work is spread, and first when they are first ticked.
    """

    def __init__(self) -> None:
        self._free: list[int] = []
        self._count = 0
        self.pools = np.zeros((3, 0, len(Mood)))
        """Shape (pools, rows, moods): impulse, memory, context, each 0 to 100."""
        self.current = np.zeros(0, np.int64)
        """Primary mood."""
        self.last_change = np.zeros(0, np.int64)
        """Tick of the last switch of the primary mood; any value."""
        self.last_update = np.zeros(0, np.int64)
        """Tick up to which it has recovered, or :data:`UNSET`."""
        self.idle = np.zeros(0, np.int64)
        """Samples in a row in which it was idle."""
        self.awake = np.zeros(0, np.bool_)
        """Whether it takes part in ticks."""
        self._resolve_soon = np.zeros(0, np.bool_)
        self._next_update = np.zeros(0, np.int64)
        self._next_resolve = np.zeros(0, np.int64)
        self._fresh = np.zeros(0, np.bool_)
        self._situations = np.zeros((0, COLUMNS))
        self._strengths = np.zeros((0, 5))
        self._response = np.zeros((0, len(Mood)))
        self._loss = np.zeros((2, 0, len(Mood)))

    # --- rows

    def add(self, temperament: Temperament) -> int:
        """A new row: somebody composed who was never updated."""
        if self._free:
            row = self._free.pop()
        else:
            row = self._count
            self._count += 1
            if row == len(self.current):
                self._grow(max(16, 2 * row))
        self.clear(row)
        self.pools[CONTEXT, row, Mood.COMPOSED] = INITIAL_COMPOSURE
        self.awake[row] = True
        self._situations[row] = row_of(Situation())
        self._strengths[row] = strengths_of(temperament)
        self._response[row] = temperament.response
        self._loss[:, row] = _loss(temperament)
        return row

    def remove(self, row: int) -> None:
        """Give a row back."""
        self.awake[row] = False
        self._free.append(row)

    def clear(self, row: int) -> None:
        """Empty all pools and forget moods and times."""
        self.pools[:, row] = 0.0
        self.current[row] = Mood.COMPOSED
        self.last_change[row] = 0
        self.last_update[row] = UNSET
        self.idle[row] = 0
        self._resolve_soon[row] = False
        self.restart(row)

    def restart(self, row: int) -> None:
        """Update and resolve a row at the next tick, then by a schedule anew."""
        self._next_update[row] = self._next_resolve[row] = 0
        self._fresh[row] = True

    def _grow(self, capacity: int) -> None:
        for name, array in list(vars(self).items()):
            if isinstance(array, np.ndarray):
                axis = 1 if array.ndim == 3 else 0
                more = [(0, 0)] * array.ndim
                more[axis] = (0, capacity - array.shape[axis])
                setattr(self, name, np.pad(array, more))

    # --- events

    def perceive(self, row: int, situation: Situation) -> None:
        """What a row is in from now on; its next update goes by it."""
        self._situations[row] = row_of(situation)

    def push(self, row: int, mood: Mood, amount: float, retention: float) -> None:
        """Add to a mood: a share ``retention`` to its memory, the rest to its impulse. Scaled by now."""
        pools = self.pools[:, row, mood]
        pools[MEMORY] = min(POOL_MAX, pools[MEMORY] + amount * retention)
        pools[IMPULSE] = min(POOL_MAX, pools[IMPULSE] + amount * (1.0 - retention))

    def drain(self, row: int, mood: Mood, amount: float) -> None:
        """Take from a mood: from its impulse, what is left of the amount from its context, then its memory."""
        pools = self.pools[:, row, mood]
        for pool in (IMPULSE, CONTEXT, MEMORY):
            taken = min(amount, float(pools[pool]))
            pools[pool] -= taken
            amount -= taken

    def resolve_soon(self, row: int) -> None:
        """Have the mood of a row resolved at the next tick."""
        self._resolve_soon[row] = True

    # --- time

    def due(self, now: int) -> Rows:
        """Rows that the next :meth:`tick` updates: whose situation it would do good to tell."""
        backwards = (self.last_update > now) & (self.last_update != UNSET)
        return np.flatnonzero(self.awake & ((self._next_update <= now) | backwards))

    def tick(self, now: int) -> list[Switch]:
        """Let time pass for whoever is due; return the switches of primary moods, by row."""
        due = self.due(now)
        if len(due):
            self._update(due, now)
        # a schedule from before the clock was turned back counts for nothing
        stale = self._next_resolve > now + INTERVAL
        ready = np.flatnonzero(self.awake & (self._resolve_soon | (self._next_resolve <= now) | stale))
        switches = self._resolve(ready, now) if len(ready) else []
        self._fresh[due] = False
        return switches

    def _update(self, rows: Rows, now: int) -> None:
        last = self.last_update[rows]
        # as floats: a saved tick may be any 64-bit number, and the difference of two doesn't fit into one
        elapsed = np.where((last == UNSET) | (last > now), 0.0, now - last.astype(np.float64))
        seconds = np.minimum(elapsed / TICKS_PER_SECOND, RECOVERY_CAP)
        self.last_update[rows] = now
        self._next_update[rows] = now + np.where(self._fresh[rows], _first_wait(rows), INTERVAL)

        lasting = self.pools[:CONTEXT, rows]
        lasting -= seconds[:, None] * self._loss[:, rows]
        lasting *= lasting >= RESIDUE
        self.pools[:CONTEXT, rows] = lasting

        situations = self._situations[rows]
        idle = np.where(situations[:, IDLE] != 0.0, self.idle[rows] + 1, 0)
        self.idle[rows] = idle
        aims = targets(situations, self._strengths[rows], idle.astype(np.float64), self._response[rows])
        span = np.minimum(seconds, CONTEXT_CAP)[:, None]
        context = self.pools[CONTEXT, rows]
        low, high = context - span * _FALL, context + span * _RISE
        self.pools[CONTEXT, rows] = np.minimum(np.maximum(aims, low, out=low), high, out=high)

    def _resolve(self, rows: Rows, now: int) -> list[Switch]:
        self._resolve_soon[rows] = False
        self._next_resolve[rows] = now + np.where(self._fresh[rows], _first_wait(rows), INTERVAL)
        totals = totals_of(self.pools[:, rows])
        candidates = primary_of(totals)
        current = self.current[rows]
        index = np.arange(len(rows))
        own = totals[index, current]
        switching = (candidates != current) & (
            (totals[index, candidates] - own >= CLEAR_LEAD)
            | (own < _THRESHOLD[current])
            | (self.last_change[rows] <= now - DWELL)
        )
        changed = rows[switching]
        if not len(changed):
            return []
        self.current[changed] = candidates[switching]
        self.last_change[changed] = now
        return [
            Switch(row, Mood(before), Mood(after))
            for row, before, after in zip(
                changed.tolist(), current[switching].tolist(), candidates[switching].tolist(), strict=True
            )
        ]

    def __len__(self) -> int:
        return self._count - len(self._free)


def totals_of(pools: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Intensity 0 to 100 of moods, from pools of shape (pools, …)."""
    total: npt.NDArray[np.float64] = pools[IMPULSE] + pools[MEMORY]
    total += pools[CONTEXT]
    return np.minimum(total, POOL_MAX, out=total)


def primary_of(totals: npt.NDArray[np.float64]) -> npt.NDArray[np.intp]:
    """The strongest mood that is at its threshold, the earlier of equals; composed if none is.

    ``totals`` (n, moods), result (n,).
    """
    primary: npt.NDArray[np.intp] = np.where(totals >= _THRESHOLD, totals, -1.0).argmax(axis=-1)
    return primary


def secondary_of(totals: npt.NDArray[np.float64], primary: int) -> Mood | None:
    """The strongest mood at its threshold besides the primary one and composed, the earlier of equals."""
    at_threshold = np.where(totals >= _THRESHOLD, totals, -1.0)
    at_threshold[[Mood.COMPOSED, primary]] = -1.0
    best = int(np.argmax(at_threshold))
    return Mood(best) if at_threshold[best] >= 0.0 else None


def _loss(temperament: Temperament) -> npt.NDArray[np.float64]:
    """What impulse and memory of each mood lose in a second, shape (2, moods)."""
    rows: Iterator[tuple[float, float]] = (
        (speed / course.impulse_lifetime, speed / course.memory_lifetime)
        for course, speed in (
            (
                course,
                POOL_MAX * recovery * (temperament.traits.resilience if course.sensitive else 1.0),
            )
            for course, recovery in zip(COURSES.values(), temperament.recovery, strict=True)
        )
    )
    return np.array(list(rows)).T


def _first_wait(rows: Rows) -> npt.NDArray[np.int64]:
    """Ticks from the first update of rows to their second: 1 to :data:`INTERVAL`, neighbours far apart."""
    return rows * 7 % INTERVAL + 1
