"""The memories of all companions in one array: a row for each, a slot for each memory.

Nothing happens to a memory while time passes: how well it is remembered is worked out when somebody asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

import numpy as np
import numpy.typing as npt

from nbt.emotion import clamped
from nbt.memory import ItemRecord
from npc.memory import forgetting
from npc.memory.entity_keys import NO_KEY, EntityKeys
from npc.memory.forgetting import ALPHA, ALPHA_RANGE, FORGOTTEN, Floats
from npc.memory.item import CONDENSED, ITEM, MOST_RECALLS, PERMANENT
from npc.memory.knowledge import KnowledgePool
from npc.memory.memory_type import TYPE_KEYS, MemoryType

Rows = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]

CAPACITY = 64
"""Memories of one companion."""
TRIVIA_CAPACITY = 16
"""Of these, what trivia may take."""
CHAIN = 10.0
"""Seconds within which one event brings another to mind."""
SPREAD = 0.5
"""The share of its gain that a recalled memory gives to what it brings to mind."""
STRONG = 0.2
"""Retrievability times salience above which a memory becomes knowledge at dawn."""
OFTEN = 3
"""Recalls, the first impression counted, from which on it does however weak."""


class Recollection(NamedTuple):
    """A memory that came to mind, or that somebody looks at."""

    entity: UUID
    type: MemoryType
    retrievability: float
    """0 to 1, as it was before it came to mind: afterwards it is 1."""
    salience: float
    """0 to 1."""
    stability: float
    """Seconds after which it has faded to 1/e: as it is now, strengthened if it came to mind."""
    recalls: int
    """The first impression and all recalls."""
    permanent: bool
    since: float
    """Seconds since it last happened."""


class Recollections(NamedTuple):
    """What came to mind of several companions, each (n,)."""

    slots: Rows
    """-1 where nothing did."""
    retrievability: Floats
    """As it was before; 0 where nothing came to mind."""


class MemoryPool:
    """Working memory, and with it the long-term knowledge that it becomes, of everybody.

    ``now`` is in seconds of a clock that knows nothing of the world's days. A clock that is turned back makes nothing
    fade until it has caught up. ``alpha``: how much a recall strengthens; ValueError outside of 1.2 to 1.8.
    """

    def __init__(self, *, alpha: float = ALPHA) -> None:
        low, high = ALPHA_RANGE
        if not low <= alpha <= high:
            raise ValueError(f"alpha is {alpha}, a number from {low} to {high} expected")
        self.alpha = alpha
        self.keys = EntityKeys()
        self.knowledge = KnowledgePool(self.keys)
        self.items = np.zeros((0, CAPACITY), ITEM)
        """Shape (rows, slots); the memories of a row are in its first slots. Outdated by :meth:`add`."""
        self._counts = np.zeros(0, np.intp)
        self._dropped = np.zeros(0, np.int64)
        self._taken = np.zeros(0, np.bool_)
        self._free: list[int] = []
        self._rows = 0
        """Rows that were ever given out; those that were given back among them."""
        self._take_fields()

    def __len__(self) -> int:
        """How many companions remember."""
        return self._rows - len(self._free)

    # --- rows

    def add(self) -> int:
        """A new row: somebody who remembers nothing."""
        if self._free:
            row = self._free.pop()
        else:
            row = self._rows
            self._rows += 1
            if row == len(self.items):
                self._grow(max(16, 2 * row))
        self._taken[row] = True
        self._dropped[row] = 0
        return row

    def remove(self, row: int) -> None:
        """Give a row back, and forget all that is in it. Raises ValueError when nobody has it."""
        if not self._taken[row]:
            raise ValueError(f"row {row} is nobody's")
        self.clear(row)
        self._taken[row] = False
        self._free.append(row)

    def count(self, row: int) -> int:
        """How many memories a row has."""
        return int(self._counts[row])

    def dropped(self, row: int) -> int:
        """How many events found no room in a row since it was taken."""
        return int(self._dropped[row])

    # --- what is remembered

    def record(
        self,
        row: int,
        entity: UUID,
        kind: MemoryType,
        salience: float,
        now: float,
        *,
        permanent: bool = False,
    ) -> bool:
        """Something happened that has to do with somebody; whether it is remembered.

        The same kind with the same being is one memory, which comes to mind again. ``salience`` (0 to 1) is clamped,
        0 when it isn't finite. What is ``permanent`` never fades and never makes way.
        """
        salience = clamped(salience, 1.0)
        flags = PERMANENT if permanent else 0
        same = self._find(row, entity, kind)
        if same is None:
            slot = self._room(row, kind, now)
            if slot is None:
                self._dropped[row] += 1
                return False
            stability = forgetting.initial_stability(kind, salience)
            self.items[row, slot] = (now, now, self.keys.hold(entity), stability, salience, 1, kind, flags)
            return True
        self._salience[row, same] = max(salience, float(self._salience[row, same]))
        self._happened[row, same] = now
        self._flags[row, same] = (int(self._flags[row, same]) & ~CONDENSED) | flags
        self._rehearse(np.array([row]), np.array([same]), now)
        return True

    def strongest(
        self, row: int, entity: UUID, now: float, at_least: MemoryType = MemoryType.TRIVIA
    ) -> Recollection | None:
        """What somebody brings to mind: the memory of ``at_least`` such weight that is retrieved best, the first of
        equals.

        It is strengthened by that. None, and nothing is, when all are forgotten.
        """
        slots, found = self.strongest_of(np.array([row]), [entity], now, at_least)
        slot = int(slots[0])
        return None if slot < 0 else self._recollection(row, slot, float(found[0]), now)

    def strongest_of(
        self,
        rows: Rows,
        entities: Sequence[UUID],
        now: float,
        at_least: MemoryType = MemoryType.TRIVIA,
    ) -> Recollections:
        """:meth:`strongest` for several companions at once, one being each: ``rows`` (n,), no row twice."""
        keys = np.fromiter(map(self.keys.find, entities), np.uint32, len(rows))
        asked = self._entity[rows] == keys[:, None]
        if at_least > MemoryType.TRIVIA:
            asked &= self._type[rows] >= at_least
        which, slots = _places(asked)
        found = np.zeros(asked.shape)
        found[which, slots] = self._retrievability(rows[which], slots, now)
        best: Rows = found.argmax(axis=1)
        strength = found[np.arange(len(rows)), best]
        hit = strength > FORGOTTEN
        self._rehearse(rows[hit], best[hit], now)
        return Recollections(np.where(hit, best, -1), np.where(hit, strength, 0.0))

    def look(self, row: int, now: float) -> list[Recollection]:
        """All memories of a row as they are, by slot. Nothing comes to mind by it."""
        slots = np.arange(self._counts[row])
        strengths = self._retrievability(np.full(len(slots), row), slots, now)
        return [
            self._recollection(row, slot, strength, now) for slot, strength in enumerate(strengths.tolist())
        ]

    # --- what becomes of it

    def dawn(self, row: int, now: float, days: int = 1) -> None:
        """World days have passed: knowledge fades, then what is strong or was often recalled becomes knowledge.

        A memory does so once for each time that it happened again since, and stays as it is.
        """
        self.knowledge.fade(row, days)
        slots = np.arange(self._counts[row])
        strong = self._retrievability(np.full(len(slots), row), slots, now) * self._salience[row, slots]
        lasting = (strong > STRONG) | (self._recalls[row, slots] >= OFTEN)
        lasting &= self._flags[row, slots] & CONDENSED == 0
        for slot in np.flatnonzero(lasting).tolist():
            entity = self.keys.uuid(int(self._entity[row, slot]))
            kind = MemoryType(int(self._type[row, slot]))
            self.knowledge.learn(row, entity, kind, float(self._salience[row, slot]))
        self._flags[row, : len(slots)][lasting] |= np.uint8(CONDENSED)

    def forget(self, row: int, entity: UUID) -> None:
        """Neither remember nor know anything about somebody any more, permanent or not."""
        key = self.keys.find(entity)
        kept = self._entity[row, : self._counts[row]] != key
        if not kept.all():
            self._keep(row, kept)
        self.knowledge.forget(row, entity)

    def clear(self, row: int) -> None:
        """Neither remember nor know anything any more."""
        self._keep(row, np.zeros(self._counts[row], np.bool_))
        self.knowledge.clear(row)

    # --- what is kept

    def records(self, row: int, now: float) -> list[ItemRecord]:
        """What is to be kept of a row's memories, by slot."""
        return [
            ItemRecord(
                self.keys.uuid(key),
                TYPE_KEYS[kind],
                salience,
                stability,
                max(0.0, now - last_access),
                max(0.0, now - happened),
                recalls,
                bool(flags & PERMANENT),
                bool(flags & CONDENSED),
            )
            for last_access, happened, key, stability, salience, recalls, kind, flags in self.items[
                row, : self._counts[row]
            ].tolist()
        ]

    def restore(self, row: int, records: Sequence[ItemRecord], now: float) -> None:
        """Remember what was kept, and nothing else; of what is too much, and of the same twice, the first counts."""
        self._keep(row, np.zeros(self._counts[row], np.bool_))
        first: dict[tuple[UUID, MemoryType], ItemRecord] = {}
        for record in records:
            kind = MemoryType.known(record.type)
            if kind is not None:
                first.setdefault((record.entity, kind), record)
        items = []
        for (entity, kind), record in islice(first.items(), CAPACITY):
            stability = record.stability
            if stability is None:
                stability = forgetting.initial_stability(kind, record.salience)
            items.append(
                (
                    now - record.age,
                    now - record.event_age,
                    self.keys.hold(entity),
                    min(stability, forgetting.LONGEST),
                    record.salience,
                    min(record.recalls, MOST_RECALLS),
                    kind,
                    PERMANENT * record.permanent | CONDENSED * record.condensed,
                )
            )
        self.items[row, : len(items)] = np.array(items, ITEM)
        self._counts[row] = len(items)

    # --- inside

    def _grow(self, capacity: int) -> None:
        for name in ("items", "_counts", "_dropped", "_taken"):
            array: npt.NDArray[Any] = getattr(self, name)
            grown = np.zeros((capacity, *array.shape[1:]), array.dtype)
            grown[: len(array)] = array
            setattr(self, name, grown)
        self.knowledge.resize(capacity)
        self._take_fields()

    def _take_fields(self) -> None:
        """Views of the fields of all memories, each (rows, slots)."""
        items = self.items
        self._last_access, self._happened = items["last_access"], items["happened"]
        self._entity, self._type = items["entity"], items["type"]
        self._stability, self._salience = items["stability"], items["salience"]
        self._recalls, self._flags = items["recall_count"], items["flags"]

    def _find(self, row: int, entity: UUID, kind: MemoryType) -> int | None:
        key = self.keys.find(entity)
        same = np.flatnonzero((self._entity[row] == key) & (self._type[row] == kind))
        return int(same[0]) if len(same) else None

    def _retrievability(self, rows: Rows, slots: Rows, now: float) -> Floats:
        at = rows, slots
        result = forgetting.retrievability(now - self._last_access[at], self._stability[at])
        result[self._flags[at] & PERMANENT != 0] = 1.0
        return result

    def _rehearse(self, rows: Rows, slots: Rows, now: float) -> None:
        """A memory of each of several companions, (n,), comes to mind, and what it brings to mind with it."""
        at = rows, slots
        recalls = np.minimum(self._recalls[at].astype(np.int64) + 1, MOST_RECALLS)
        gained = forgetting.gain(recalls, self._salience[at], self.alpha)
        self._recalls[at] = recalls
        self._stability[at] = forgetting.grown(self._stability[at], gained)
        self._last_access[at] = now

        entities = self._entity[rows]
        happened, when = self._happened[rows], self._happened[at][:, None]
        # not by the difference: that many floats come from new pages of memory, which cost more than all the rest
        linked = (happened >= when - CHAIN) & (happened <= when + CHAIN)
        linked &= entities != NO_KEY
        linked |= entities == self._entity[at][:, None]
        linked[np.arange(len(rows)), slots] = False
        which, others = _places(linked)
        at = rows[which], others
        self._stability[at] = forgetting.grown(self._stability[at], SPREAD * gained[which])

    def _room(self, row: int, kind: MemoryType, now: float) -> int | None:
        """A slot for something new, for which something else may have to go; None when nothing may."""
        slot = int(self._counts[row])
        types = self._type[row, :slot]
        movable = self._flags[row, :slot] & PERMANENT == 0
        if kind is MemoryType.TRIVIA:
            trivia = types == MemoryType.TRIVIA
            if np.count_nonzero(trivia) >= TRIVIA_CAPACITY:
                return self._evict(row, movable & trivia, now)
            movable &= types != MemoryType.TRAUMA  # a crowd must not push one out
        if slot == CAPACITY:
            return self._evict(row, movable, now)
        self._counts[row] += 1
        return slot

    def _evict(self, row: int, movable: Mask, now: float) -> int | None:
        """Free the slot of what is forgotten, or else worth least, the first of equals."""
        slots = np.flatnonzero(movable)
        if not len(slots):
            return None
        strength = self._retrievability(np.full(len(slots), row), slots, now)
        forgotten = strength < FORGOTTEN
        worth = forgetting.worth(strength, self._salience[row, slots])
        slot = int(slots[forgotten.argmax() if forgotten.any() else worth.argmin()])
        self.keys.release(int(self._entity[row, slot]))
        return slot

    def _keep(self, row: int, kept: Mask) -> None:
        """Leave those of the memories of a row that are to be kept, in their order."""
        items = self.items[row]
        count = len(kept)
        for key in self._entity[row, :count][~kept].tolist():
            self.keys.release(key)
        left = items[:count][kept]
        items[: len(left)] = left
        items[len(left) : count] = np.zeros((), ITEM)
        self._counts[row] = len(left)

    def _recollection(self, row: int, slot: int, strength: float, now: float) -> Recollection:
        _, happened, key, stability, salience, recalls, kind, flags = self.items[row, slot].item()
        return Recollection(
            self.keys.uuid(key),
            MemoryType(kind),
            strength,
            salience,
            stability,
            recalls,
            bool(flags & PERMANENT),
            max(0.0, now - happened),
        )


def _places(mask: Mask) -> tuple[Rows, Rows]:
    """Row and column of all that is true of a mask (n, slots); ``nonzero`` takes ten times as long for that."""
    return np.divmod(np.flatnonzero(mask), mask.shape[1])
