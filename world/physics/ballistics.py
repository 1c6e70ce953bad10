"""Flights without a push: a tick moves a body by its velocity, then friction and gravity lessen that.

Summed up over the ticks of a flight that is a geometric series. Speeds are blocks per tick.
"""

from __future__ import annotations

from world.physics.figures import DRAG, GRAVITY

_FALL = GRAVITY * DRAG / (1 - DRAG)
"""Speed at which a fall is even with the drag of the air."""


def geometric(ratio: float, count: int) -> float:
    """1 + ratio + ratio² + …, so many terms: how far a speed of 1 leads in so many ticks that leave a ratio of it."""
    return (1 - ratio**count) / (1 - ratio)


def lift_for(rise: float, ticks: int) -> float:
    """Vertical speed, in blocks per tick, to be a rise higher after so many ticks."""
    fading = geometric(DRAG, ticks)
    return (rise + _FALL * (ticks - fading)) / fading


def landing_speed(lift: float, ticks: int) -> float:
    """Vertical speed of the last of so many ticks."""
    return lift * DRAG ** (ticks - 1) - GRAVITY * DRAG * geometric(DRAG, ticks - 1)


def height_after(lift: float, ticks: int) -> float:
    """Blocks above the take-off after so many ticks."""
    fading = geometric(DRAG, ticks)
    return lift * fading - _FALL * (ticks - fading)
