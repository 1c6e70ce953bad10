"""What is kept of what somebody remembers: the compound ``NpcMemory``.

Whatever damage it has, reading it raises nothing and loses only what is damaged. Times are ages at the moment of the
save, so that none passes while nobody is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Self, TypeVar
from uuid import UUID

from nbtlib import schema
from nbtlib.tag import (
    Byte,
    Compound,
    Double,
    Float,
    Int,
    IntArray,
    List,
    Long,
    Numeric,
    NumericInteger,
    String,
)

from nbt.emotion import clamped
from nbt.schema import uuid_to_ints

NAME = "NpcMemory"
SCHEMA = 1
"""The one layout that is read; anything else counts as nothing kept."""
OLDEST = 1e12
"""Seconds that an age, or a stability, has at most."""
MOST = 2**16 - 1
"""That is counted of anything."""

ItemSchema = schema(
    "MemoryItem",
    {
        "Entity": IntArray,
        "Type": String,
        "Salience": Float,
        "Stability": Float,
        "Age": Double,
        "EventAge": Double,
        "Recalls": Int,
        "Permanent": Byte,
        "Condensed": Byte,
    },
    strict=True,
)
"""``Entity`` is a UUID; ``Type`` the key of a memory type; ``Stability`` and ages are seconds, ``Age`` since it was
last recalled, ``EventAge`` since it last happened; ``Recalls`` counts the first impression too."""

KnowledgeSchema = schema(
    "Knowledge",
    {"Entity": IntArray, "Strength": Float, "Disposition": Float, "Facts": Compound},
    strict=True,
)
"""``Facts`` has days by key of memory type; a type that isn't there has none."""

MemorySchema = schema(
    "Memory", {"Schema": Int, "SavedAt": Long, "Items": List, "Knowledge": List}, strict=True
)
"""``SavedAt``, in milliseconds since 1970, is there where the time between two runs is to count."""

PASSING = frozenset({"Age", "EventAge", "SavedAt"})
"""Tags that change while nothing happens."""


@dataclass(slots=True)
class ItemRecord:
    """One memory. Its type is a key."""

    entity: UUID
    type: str
    salience: float
    stability: float | None
    """Seconds; None when it was damaged."""
    age: float
    event_age: float
    recalls: int = 1
    permanent: bool = False
    condensed: bool = False

    def to_nbt(self) -> Compound:
        """The compound ``MemoryItem``."""
        item = ItemSchema()
        # past the schema, which would look at each tag again: that takes longer than all the rest
        dict.update(
            item,
            {
                "Entity": _ints(self.entity),
                "Type": String(self.type),
                "Salience": Float(self.salience),
                "Stability": Float(0.0 if self.stability is None else self.stability),
                "Age": Double(self.age),
                "EventAge": Double(self.event_age),
                "Recalls": _int(self.recalls),
                "Permanent": _FLAGS[self.permanent],
                "Condensed": _FLAGS[self.condensed],
            },
        )
        return item

    @classmethod
    def from_nbt(cls, tag: Any, types: Sequence[str]) -> Self | None:
        """What a tag holds, or None when nobody can tell whom it is about or what it is."""
        entity, kind = _entity(tag), _get(tag, "Type")
        if entity is None or not isinstance(kind, String) or kind not in types:
            return None
        age = _number(tag, "Age", OLDEST)
        event_age = age if _get(tag, "EventAge") is None else _number(tag, "EventAge", OLDEST)
        stability = _number(tag, "Stability", OLDEST)
        return cls(
            entity,
            str(kind),
            _number(tag, "Salience", 1.0),
            stability if stability > 0.0 else None,
            age,
            event_age,
            max(1, int(_number(tag, "Recalls", MOST))),
            _number(tag, "Permanent", 1.0) > 0.0,
            _number(tag, "Condensed", 1.0) > 0.0,
        )


@dataclass(slots=True)
class KnowledgeRecord:
    """What is known of somebody in the long term."""

    entity: UUID
    strength: float
    """0 to 1."""
    disposition: float
    """-1 to 1."""
    facts: tuple[int, ...]
    """Days, by type of memory."""

    def to_nbt(self, types: Sequence[str]) -> Compound:
        """The compound ``Knowledge``."""
        entry = KnowledgeSchema()
        dict.update(  # as with an item
            entry,
            {
                "Entity": _ints(self.entity),
                "Strength": Float(self.strength),
                "Disposition": Float(self.disposition),
                "Facts": Compound(
                    {key: _int(days) for key, days in zip(types, self.facts, strict=True) if days}
                ),
            },
        )
        return entry

    @classmethod
    def from_nbt(cls, tag: Any, types: Sequence[str]) -> Self | None:
        """What a tag holds, or None when nobody can tell whom it is about."""
        entity = _entity(tag)
        if entity is None:
            return None
        disposition = _number(tag, "Disposition", 1.0) - _number(tag, "Disposition", 1.0, sign=-1.0)
        facts = _get(tag, "Facts")
        return cls(
            entity,
            _number(tag, "Strength", 1.0),
            disposition,
            tuple(int(_number(facts, key, MOST)) for key in types),
        )


@dataclass(slots=True)
class MemoryRecord:
    """What is kept of one companion's memory. ``types``: keys of the types of memories, by value."""

    items: list[ItemRecord] = field(default_factory=list)
    knowledge: list[KnowledgeRecord] = field(default_factory=list)
    saved_at: int | None = None
    """Milliseconds since 1970; None where nobody told the time."""

    def to_nbt(self, types: Sequence[str]) -> Compound:
        """The compound. Equal records give equal bytes."""
        kept = MemorySchema({"Schema": Int(SCHEMA)})
        if self.saved_at is not None:
            kept["SavedAt"] = Long(self.saved_at)
        # past the schema for the same reason as an item
        dict.update(
            kept,
            {
                "Items": List[Compound]([item.to_nbt() for item in self.items]),
                "Knowledge": List[Compound]([entry.to_nbt(types) for entry in self.knowledge]),
            },
        )
        return kept

    @classmethod
    def from_nbt(cls, tag: Any, types: Sequence[str]) -> Self:
        """Read what ``tag`` holds; what is missing or damaged gets its default, or is left out.

        An unknown layout, or a tag that is no compound (None included), is an empty record.
        """
        if not isinstance(tag, Compound) or _number(tag, "Schema", OLDEST) != SCHEMA:
            return cls()
        return cls(
            _readable(_get(tag, "Items"), lambda item: ItemRecord.from_nbt(item, types)),
            _readable(_get(tag, "Knowledge"), lambda entry: KnowledgeRecord.from_nbt(entry, types)),
            _time(_get(tag, "SavedAt")),
        )


def lasting(tag: Any) -> Any:
    """What of a ``NpcMemory`` doesn't change by itself while time passes, for comparisons."""
    if not isinstance(tag, Compound):
        return tag
    items = _get(tag, "Items")
    kept = {name: value for name, value in tag.items() if name not in PASSING}
    if isinstance(items, List):
        kept["Items"] = [
            {name: value for name, value in item.items() if name not in PASSING}
            if isinstance(item, Compound)
            else item
            for item in items
        ]
    return kept


T = TypeVar("T")

_FLAGS = Byte(0), Byte(1)
_int = lru_cache(1024)(Int)
"""Few numbers occur, and nbtlib is slow to check whether one fits."""
_ints = lru_cache(1024)(uuid_to_ints)
"""Of few beings there is more than one memory. Nobody changes a tag."""


def _readable(tags: Any, read: Callable[[Any], T | None]) -> list[T]:
    if not isinstance(tags, List):
        return []
    found: Iterable[T | None] = map(read, tags)
    return [record for record in found if record is not None]


_take: Callable[[Any, str], Any] = dict.get


def _get(tag: Any, name: str) -> Any:
    # a compound's own takes four times as long, and takes some names for paths
    return _take(tag, name) if isinstance(tag, Compound) else None


def _number(tag: Any, name: str, most: float, sign: float = 1.0) -> float:
    value = _take(tag, name) if isinstance(tag, Compound) else None
    return clamped(sign * float(value), most) if isinstance(value, Numeric) else 0.0


def _time(tag: Any) -> int | None:
    return int(tag) if isinstance(tag, NumericInteger) else None


def _entity(tag: Any) -> UUID | None:
    words = _get(tag, "Entity")
    # as nbt.schema.as_uuid, which takes twice as long to tell what is wrong
    return _uuid(words.tobytes()) if isinstance(words, IntArray) and len(words) == 4 else None


@lru_cache(1024)
def _uuid(data: bytes) -> UUID:
    return UUID(bytes=data)
