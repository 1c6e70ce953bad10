"""What an emote is: which clip it plays, for how long, and what may come before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntFlag

PRIORITY_MAX = 1000


class EmoteFlag(IntFlag):
    """Bits of :attr:`EmoteDefinition.flags`. Others are kept and mean nothing."""

    IDLE_POOL = 1
    """It may be played when there is nothing to do."""
    NAVIGATION_LOCK = 2
    """It goes nowhere and doesn't sprint."""
    MOVEMENT_LOCK = 4
    """Its legs take no step of any kind; this locks navigation too."""


# Plain numbers: flags of enumerations are slow, and these are asked every tick.
_IDLE_POOL = EmoteFlag.IDLE_POOL.value
_MOVEMENT = EmoteFlag.MOVEMENT_LOCK.value
_NAVIGATION = EmoteFlag.NAVIGATION_LOCK.value | _MOVEMENT


@dataclass(frozen=True, slots=True)
class EmoteDefinition:
    """One emote that a companion has. Raises ValueError, naming the emote, for what can't be one.

    ``priority`` is brought into 0–1000.
    """

    id: str
    animation_key: str
    """Names the clip that is played."""
    duration_ticks: int
    """At least 1. A clip that loops ends with it too."""
    loop: bool = False
    priority: int = 0
    cooldown_ticks: int = 0
    """At least 0: after its start, for itself and for every other emote of the same companion."""
    flags: int = 0
    interruptible: bool = True
    """Whether an ordinary request may replace it."""

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("an emote needs an id")
        if not self.animation_key:
            raise ValueError(f"emote {self.id!r}: the name of its clip is empty")
        if self.duration_ticks < 1:
            raise ValueError(f"emote {self.id!r}: it lasts {self.duration_ticks} ticks, at least 1 expected")
        if self.cooldown_ticks < 0:
            raise ValueError(
                f"emote {self.id!r}: its cooldown is {self.cooldown_ticks} ticks, at least 0 expected"
            )
        object.__setattr__(self, "priority", max(0, min(PRIORITY_MAX, self.priority)))

    @property
    def in_idle_pool(self) -> bool:
        return bool(self.flags & _IDLE_POOL)

    @property
    def locks_navigation(self) -> bool:
        return bool(self.flags & _NAVIGATION)

    @property
    def locks_movement(self) -> bool:
        return bool(self.flags & _MOVEMENT)


class EmoteCatalogue:
    """The emotes of a companion, in the order in which they were defined: their places are their indices.

    They are collected when somebody first asks, and stay as they were then.
    """

    __slots__ = ("_by_id", "_collect", "_definitions", "_idle_pool")

    def __init__(self, collect: Callable[[], Iterable[EmoteDefinition]]) -> None:
        self._collect = collect
        self._definitions: tuple[EmoteDefinition, ...] | None = None
        self._by_id: dict[str, int] = {}
        self._idle_pool: tuple[EmoteDefinition, ...] = ()

    @property
    def definitions(self) -> tuple[EmoteDefinition, ...]:
        if self._definitions is None:
            definitions = tuple(self._collect())
            self._by_id = {definition.id: index for index, definition in enumerate(definitions)}
            self._idle_pool = tuple(definition for definition in definitions if definition.in_idle_pool)
            self._definitions = definitions
        return self._definitions

    def __iter__(self) -> Iterator[EmoteDefinition]:
        return iter(self.definitions)

    def __len__(self) -> int:
        return len(self.definitions)

    def index_of(self, emote_id: str) -> int | None:
        """Where the last definition of that id is; None when there is none."""
        self.definitions  # noqa: B018 - collects them
        return self._by_id.get(emote_id)

    def find(self, emote_id: str) -> EmoteDefinition | None:
        """The last definition of that id."""
        index = self.index_of(emote_id)
        return None if index is None else self.definitions[index]

    @property
    def idle_pool(self) -> tuple[EmoteDefinition, ...]:
        """Every definition with the flag, those with the id of another too."""
        self.definitions  # noqa: B018 - collects them
        return self._idle_pool
