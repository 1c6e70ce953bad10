"""The memories of all companions of a simulation: who has which, what time it is for them, and their dawns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite

from npc.awareness import Awareness
from npc.clock import Clock, WallClock
from npc.definition import NpcDefinition
from npc.memory import MemoryPool, MemoryStream
from npc.memory.dawns import Dawns
from npc.memory.forgetting import ALPHA
from npc.npc import Npc
from npc.perception import Thresholds
from world.view import WorldView


@dataclass(frozen=True, slots=True)
class MindSettings:
    """How companions remember, and what they make of it. An alpha out of range is refused by :class:`Minds`."""

    alpha: float = ALPHA
    """How much a recall strengthens a memory."""
    thresholds: Thresholds = field(default_factory=Thresholds)
    wall: WallClock | None = None
    """Where there is one, they forget while the program doesn't run, too."""


class MemoryClock:
    """A clock that can be put forward, for whoever doesn't want to wait until something is forgotten."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ahead = 0.0

    @property
    def seconds(self) -> float:
        return self._clock.seconds + self._ahead

    @property
    def tick(self) -> int:
        return self._clock.tick

    def elapse(self, seconds: float) -> None:
        """Let that much time pass at once. Raises ValueError when it is negative or not finite."""
        if not (isfinite(seconds) and seconds >= 0.0):
            raise ValueError(f"{seconds} seconds can't elapse: a finite number of 0 and more expected")
        self._ahead += seconds


class Minds:
    """Between companions and the pool that holds what they remember."""

    def __init__(self, clock: Clock, settings: MindSettings | None = None) -> None:
        """Raises ValueError for an alpha out of range."""
        self.settings = settings if settings is not None else MindSettings()
        self.clock = MemoryClock(clock)
        self.pool = MemoryPool(alpha=self.settings.alpha)
        self._dawns = Dawns()
        self._turns = 0
        self._worlds: tuple[str, ...] = ()
        """Those that somebody was in at the last tick."""

    def awareness_of(self, definition: NpcDefinition) -> Awareness | None:
        """What a new companion is to perceive and remember with; None for one of many alike."""
        if not definition.unique:
            return None
        self._turns += 1
        return Awareness(
            definition,
            MemoryStream(self.pool, self.clock, self.settings.wall),
            self.clock,
            self.settings.thresholds,
            self._turns,
        )

    def dismiss(self, npc: Npc) -> None:
        """A companion is gone."""
        if npc.awareness is not None:
            self._dawns.leave(npc.awareness.memory)
            npc.awareness.memory.close()

    def tick(self, views: Mapping[str, WorldView], npcs: Iterable[Npc]) -> None:
        """Let a tick pass. ``views``: by name the worlds that somebody is in, as one client each sees them."""
        for world in self._worlds:
            if world not in views:
                self._dawns.forget(world)
        self._worlds = tuple(views)
        for world, view in views.items():
            self._dawns.tell(
                world,
                view.time_of_day,
                (npc.awareness.memory for npc in npcs if npc.awareness is not None and npc.world == world),
            )
        self._dawns.tick()
