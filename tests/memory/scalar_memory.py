"""One companion's memory in plain Python, straight from the published numbers: the oracle of the fast one.

Salience and stability are kept in four bytes, as the layout of 32 bytes an item has them.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field

from tuning import tuning

PUBLISHED = tuning()["memory"]
BASE = {row["value"]: row["base_stability_s"] for row in PUBLISHED["types"]}
TRIVIA, TRAUMA = 0, 4


def short(value: float) -> float:
    """As four bytes keep it."""
    kept: float = struct.unpack("f", struct.pack("f", value))[0]
    return kept


def unit(value: float) -> float:
    return min(max(value, 0.0), 1.0) if math.isfinite(value) else 0.0


@dataclass
class Item:
    entity: int
    type: int
    salience: float
    stability: float
    last_access: float
    happened: float
    recalls: int = 1
    permanent: bool = False
    condensed: bool = False

    def R(self, now: float) -> float:
        if self.permanent:
            return 1.0
        if self.stability < 0.0001:
            return 0.0
        return math.exp(max(-max(0.0, now - self.last_access) / self.stability, -10.0))

    def grow(self, gain: float) -> None:
        self.stability = short(min(self.stability * (1 + gain), 30 * 24 * 3600))


@dataclass
class Known:
    strength: float = 0.0
    disposition: float = 0.0
    facts: list[int] = field(default_factory=lambda: [0] * 5)


@dataclass
class ScalarMemory:
    alpha: float = PUBLISHED["alpha_code"]
    items: list[Item] = field(default_factory=list)
    known: dict[int, Known] = field(default_factory=dict)
    dropped: int = 0

    def record(self, entity: int, kind: int, salience: float, now: float, permanent: bool = False) -> bool:
        salience = short(unit(salience))
        for item in self.items:
            if (item.entity, item.type) == (entity, kind):
                item.salience = max(item.salience, salience)
                item.permanent |= permanent
                item.condensed = False
                item.happened = now
                self.rehearse(item, now)
                return True
        new = Item(entity, kind, salience, short(BASE[kind] * (0.5 + salience)), now, now, 1, permanent)
        trivia = [item for item in self.items if item.type == TRIVIA]
        if kind == TRIVIA and len(trivia) >= 16:
            going = self.victim([item for item in trivia if not item.permanent], now)
        elif len(self.items) < PUBLISHED["capacity"]:
            self.items.append(new)
            return True
        else:
            going = self.victim(
                [i for i in self.items if not i.permanent and not (kind == TRIVIA and i.type == TRAUMA)], now
            )
        if going is None:
            self.dropped += 1
            return False
        self.items[[item is going for item in self.items].index(True)] = new
        return True

    def victim(self, candidates: list[Item], now: float) -> Item | None:
        for item in candidates:
            if item.R(now) < PUBLISHED["forget_threshold"]:
                return item
        return min(candidates, key=lambda item: 0.6 * item.R(now) + 0.4 * item.salience, default=None)

    def rehearse(self, item: Item, now: float) -> None:
        item.recalls = min(item.recalls + 1, 65535)
        gain = self.alpha * math.log(1 + item.recalls) * item.salience
        item.grow(gain)
        item.last_access = now
        for other in self.items:
            near = item.happened - 10 <= other.happened <= item.happened + 10
            if other is not item and (near or other.entity == item.entity):
                other.grow(gain / 2)

    def strongest(self, entity: int, now: float, at_least: int = 0) -> tuple[Item, float] | None:
        best, most = None, 0.0
        for item in self.items:
            if item.entity == entity and item.type >= at_least and item.R(now) > most:
                best, most = item, item.R(now)
        if best is None or most <= PUBLISHED["forget_threshold"]:
            return None
        self.rehearse(best, now)
        return best, most

    def dawn(self, now: float, days: int) -> None:
        for entity, known in list(self.known.items()):
            known.strength = short(known.strength * short(0.95**days))
            known.disposition = short(known.disposition * short(0.95**days))
            if known.strength < short(0.05):
                del self.known[entity]
        for item in self.items:
            if not item.condensed and (item.R(now) * item.salience > 0.2 or item.recalls >= 3):
                item.condensed = True
                self.learn(item)

    def learn(self, item: Item) -> None:
        if item.entity not in self.known and len(self.known) == 32:
            del self.known[min(self.known, key=lambda entity: self.known[entity].strength)]
        known = self.known.setdefault(item.entity, Known())
        towards = [0.0, 0.0, 0.25, -0.5, -1.0][item.type]
        known.strength = short(min(1.0, known.strength + item.salience))
        known.disposition = short(min(max(known.disposition + towards * item.salience, -1.0), 1.0))
        known.facts[item.type] = min(known.facts[item.type] + 1, 65535)

    def forget(self, entity: int) -> None:
        self.items = [item for item in self.items if item.entity != entity]
        self.known.pop(entity, None)
