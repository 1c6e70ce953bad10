"""The feelings of all companions at once: a row for each, updated together with numpy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from nbt.emotion import NEVER_UPDATED, POOL_MAX
from npc.clock import TICKS_PER_SECOND
from npc.emotion.context import SOURCES, TEDIUM, Situation, shares_of, strengths_of, targets
from npc.emotion.mood import COURSES, Mood
from npc.emotion.temperament import Temperament

Rows = npt.NDArray[np.intp]

IMPULSE, MEMORY, CONTEXT = range(3)
"""The pools of a mood."""
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
UNSET = NEVER_UPDATED
"""Tick of the last update of somebody who never had one."""

_RISE = np.array([[course.context_rise] for course in COURSES.values()])
_FALL = np.array([[course.context_fall] for course in COURSES.values()])
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
        """Rows that were ever given out; those that were given back among them."""
        # Rows come last in each array: what is done to all of them runs along memory.
        self._pools = np.zeros((3, len(Mood), 0))
        self._cells = _cells_of(self._pools)
        """The pools for one number at a time, which costs several times as much in an array."""
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
        self._taken = np.zeros(0, np.bool_)
        self._resolve_soon = np.zeros(0, np.bool_)
        self._next_update = np.zeros(0, np.int64)
        self._next_resolve = np.zeros(0, np.int64)
        self._wait = np.zeros(0, np.int64)
        """Ticks from the next update or resolution to the one after it."""
        self._shares = np.zeros((SOURCES, 0))
        self._strengths = np.zeros((SOURCES, 0))
        self._loss = np.zeros((2, len(Mood), 0))

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
        self._pools[CONTEXT, Mood.COMPOSED, row] = INITIAL_COMPOSURE
        self._taken[row] = self.awake[row] = True
        self._shares[:, row] = shares_of(Situation())
        self._strengths[:, row] = strengths_of(temperament)
        self._loss[..., row] = _loss(temperament)
        return row

    def remove(self, row: int) -> None:
        """Give a row back. Raises ValueError when nobody has it."""
        if not self._taken[row]:
            raise ValueError(f"row {row} is nobody's")
        self._taken[row] = self.awake[row] = False
        self._free.append(row)

    def clear(self, row: int) -> None:
        """Empty all pools and forget moods and times."""
        self._pools[..., row] = 0.0
        self.current[row] = Mood.COMPOSED
        self.last_change[row] = 0
        self.last_update[row] = UNSET
        self.idle[row] = 0
        self.restart(row)

    def restart(self, row: int) -> None:
        """Update and resolve a row at the next tick, then by a schedule anew."""
        self._next_update[row] = self._next_resolve[row] = UNSET

    def _grow(self, capacity: int) -> None:
        for name, array in list(vars(self).items()):
            if isinstance(array, np.ndarray):
                grown = np.zeros((*array.shape[:-1], capacity), array.dtype)
                grown[..., : array.shape[-1]] = array
                setattr(self, name, grown)
        self._cells = _cells_of(self._pools)

    @property
    def pools(self) -> npt.NDArray[np.float64]:
        """A view, shape (pools, rows, moods): impulse, memory, context, each 0 to 100. Outdated by :meth:`add`."""
        return self._pools.swapaxes(1, 2)

    # --- events

    def perceive(self, row: int, situation: Situation) -> None:
        """What a row is in from now on; its next update goes by it."""
        self._shares[:, row] = shares_of(situation)

    def push(self, row: int, mood: Mood, amount: float, retention: float) -> None:
        """Add to a mood: a share ``retention`` to its memory, the rest to its impulse. Scaled by now."""
        cells = self._cells
        memory = cells[MEMORY, mood, row] + amount * retention
        cells[MEMORY, mood, row] = memory if memory < POOL_MAX else POOL_MAX
        impulse = cells[IMPULSE, mood, row] + amount * (1.0 - retention)
        cells[IMPULSE, mood, row] = impulse if impulse < POOL_MAX else POOL_MAX

    def drain(self, row: int, mood: Mood, amount: float) -> None:
        """Take from a mood: from its impulse, what is left of the amount from its context, then its memory."""
        cells = self._cells
        for pool in (IMPULSE, CONTEXT, MEMORY):
            held = cells[pool, mood, row]
            if amount <= held:
                cells[pool, mood, row] = held - amount
                return
            cells[pool, mood, row] = 0.0
            amount -= held

    def fill(self, row: int, mood: Mood, impulse: float, memory: float, context: float) -> None:
        """Set the pools of a mood, each 0 to 100."""
        cells = self._cells
        cells[IMPULSE, mood, row] = impulse
        cells[MEMORY, mood, row] = memory
        cells[CONTEXT, mood, row] = context

    def intensity(self, row: int, mood: Mood) -> float:
        """What all pools of a mood hold together, at most 100."""
        cells = self._cells
        total = cells[IMPULSE, mood, row] + cells[MEMORY, mood, row] + cells[CONTEXT, mood, row]
        return min(total, POOL_MAX)

    def resolve_soon(self, row: int) -> None:
        """Have the mood of a row resolved at the next tick."""
        self._resolve_soon[row] = True

    # --- time

    def due(self, now: int) -> Rows:
        """Rows that the next :meth:`tick` updates: whose situation it would do good to tell."""
        # one that was updated later than now lives in a time that was turned back
        return np.flatnonzero(self.awake & ((self._next_update <= now) | (self.last_update > now)))

    def tick(self, now: int) -> list[Switch]:
        """Let time pass for whoever is due; return the switches of primary moods, by row."""
        due = self.due(now)
        if len(due):
            # those that begin or wake together shall not be due together ever after: neighbours are far apart
            overdue = due[self._next_update[due] <= now - INTERVAL]
            self._wait[overdue] = overdue * 7 % INTERVAL + 1
            self._update(self._part(due), now)
        # a schedule from before time was turned back counts for nothing
        stale = self._next_resolve > now + INTERVAL
        ready = np.flatnonzero(self.awake & (self._resolve_soon | (self._next_resolve <= now) | stale))
        switches = self._resolve(ready, now) if len(ready) else []
        self._wait[due] = INTERVAL
        return switches

    def _part(self, rows: Rows) -> Rows | slice:
        """How to index ``rows``, which are sorted: without copies if they are all there are."""
        return slice(self._count) if len(rows) == self._count else rows

    def _update(self, part: Rows | slice, now: int) -> None:
        last = self.last_update[part]
        # as floats: a saved tick may be any 64-bit number, and the difference of two doesn't fit into one
        elapsed = now - last.astype(np.float64)
        elapsed[(last == UNSET) | (last > now)] = 0.0
        seconds = np.minimum(elapsed / TICKS_PER_SECOND, RECOVERY_CAP)
        self.last_update[part] = now
        self._next_update[part] = now + self._wait[part]

        lasting = _of(self._loss, part) * -seconds
        lasting += _of(self._pools[:CONTEXT], part)
        lasting[lasting < RESIDUE] = 0.0
        self._pools[:CONTEXT, :, part] = lasting

        shares = _of(self._shares, part)
        idle = np.where(shares[TEDIUM] != 0.0, self.idle[part] + 1, 0)
        self.idle[part] = idle
        aims = targets(shares, _of(self._strengths, part), idle.astype(np.float64))
        span = np.minimum(seconds, CONTEXT_CAP)
        context = _of(self._pools[CONTEXT], part)
        low, high = context - _FALL * span, context + _RISE * span
        self._pools[CONTEXT][:, part] = np.minimum(np.maximum(aims, low, out=low), high, out=high)

    def _resolve(self, rows: Rows, now: int) -> list[Switch]:
        part = self._part(rows)
        self._resolve_soon[part] = False
        self._next_resolve[part] = now + self._wait[part]
        totals = totals_of(_of(self._pools, part))
        candidates = primary_of(totals)
        other = np.flatnonzero(candidates != self.current[part])
        if not len(other):
            return []
        rows, candidates, totals = rows[other], candidates[other], totals[:, other]
        current = self.current[rows]
        index = np.arange(len(rows))
        own = totals[current, index]
        switching = (
            (totals[candidates, index] - own >= CLEAR_LEAD)
            | (own < _THRESHOLD[current])
            | (self.last_change[rows] <= now - DWELL)
        )
        changed, before, after = rows[switching], current[switching], candidates[switching]
        self.current[changed] = after
        self.last_change[changed] = now
        return [
            Switch(row, Mood(old), Mood(new))
            for row, old, new in zip(changed.tolist(), before.tolist(), after.tolist(), strict=True)
        ]

    def __len__(self) -> int:
        return self._count - len(self._free)


def _cells_of(array: npt.NDArray[np.float64]) -> memoryview[float]:
    return cast("memoryview[float]", array.data)


def _of(array: npt.NDArray[np.float64], part: Rows | slice) -> npt.NDArray[np.float64]:
    """Those rows of an array that has them last: a view for a slice, else a copy."""
    # take is several times as fast as indexing
    return array[..., part] if isinstance(part, slice) else array.take(part, axis=-1)


def totals_of(pools: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Intensity 0 to 100 of moods, from pools of shape (pools, …)."""
    total: npt.NDArray[np.float64] = pools[IMPULSE] + pools[MEMORY]
    total += pools[CONTEXT]
    return np.minimum(total, POOL_MAX, out=total)


def primary_of(totals: npt.NDArray[np.float64]) -> npt.NDArray[np.intp]:
    """The strongest mood that is at its threshold, the earlier of equals; composed if none is.

    ``totals`` (moods, n), result (n,).
    """
    primary: npt.NDArray[np.intp] = np.where(totals >= _THRESHOLD[:, None], totals, -1.0).argmax(axis=0)
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
