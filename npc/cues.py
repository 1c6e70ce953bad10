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


@dataclass(frozen=True, slots=True)
class Particles:
    """``count`` particles about a point in blocks; ``particle`` is a key without namespace, as since 1.13."""

    particle: str
    x: float
    y: float
    z: float
    count: int = 1
    spread: float = 0.0
    """Blocks, along each axis: the standard deviation that clients scatter them with."""
    speed: float = 0.0


Cue = Swing | Flinch | Sound | Say | Particles
