"""An angle over time, given by keys and how one is reached from the one before it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, isfinite, pi
from types import MappingProxyType

Easing = Callable[[float], float]
"""Share of the way for a share of the time, both from 0 to 1."""


def _hold(share: float) -> float:
    return 1.0 if share >= 1.0 else 0.0


EASINGS: Mapping[str, Easing] = MappingProxyType(
    {
        "linear": lambda share: share,
        "in": lambda share: share * share,
        "out": lambda share: share * (2.0 - share),
        "in_out": lambda share: 0.5 - 0.5 * cos(pi * share),
        "hold": _hold,
    }
)
"""``hold`` stays at the key before until its own tick; ``in_out`` is half a wave of the cosine."""


@dataclass(frozen=True, slots=True)
class Key:
    """``degrees`` are reached at ``tick``, by ``easing`` from the key before."""

    tick: int
    degrees: float
    easing: str = "in_out"


@dataclass(frozen=True, slots=True)
class Curve:
    """Degrees over ticks: those of the first key before it, of the last after it.

    Raises ValueError for keys that don't come in order of time, and for what is no angle or no easing.
    """

    keys: tuple[Key, ...]

    def __post_init__(self) -> None:
        if not self.keys:
            raise ValueError("it has no key")
        for before, key in zip((None, *self.keys), self.keys, strict=False):
            if key.easing not in EASINGS:
                raise ValueError(f"easing {key.easing!r} is none of {', '.join(EASINGS)}")
            if not isfinite(key.degrees):
                raise ValueError(f"the angle at tick {key.tick} is {key.degrees}")
            if key.tick < 0 or (before is not None and key.tick <= before.tick):
                raise ValueError(f"tick {key.tick} comes too late in the list: ticks rise from key to key")

    def at(self, tick: float) -> float:
        """Degrees at a time in ticks since the start."""
        after = bisect_right(self.keys, tick, key=lambda key: key.tick)
        if after == 0:
            return self.keys[0].degrees
        before = self.keys[after - 1]
        if after == len(self.keys):
            return before.degrees
        key = self.keys[after]
        share = (tick - before.tick) / (key.tick - before.tick)
        return before.degrees + (key.degrees - before.degrees) * EASINGS[key.easing](share)
