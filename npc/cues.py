"""Momentary things that a companion does, for the stage to show to whoever sees it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Swing:
    """``hand``: 0 main, 1 off."""

    hand: int = 0


@dataclass(frozen=True, slots=True)
class Flinch:
    """The hurt animation; ``from_yaw`` is the direction in degrees in which the attacker stands."""

    from_yaw: float


@dataclass(frozen=True, slots=True)
class Sound:
    """``key`` without namespace."""

    key: str
    volume: float = 1.0
    pitch: float = 1.0


@dataclass(frozen=True, slots=True)
class Say:
    """A line for one viewer alone."""

    viewer_id: int
    text: str


Cue = Swing | Flinch | Sound | Say
