"""How memories fade and are strengthened: Ebbinghaus' curve of forgetting, with a stability that grows by recall.

All times are real seconds; functions take and give arrays of any one shape, in double precision.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from npc.memory.memory_type import MemoryType

Floats = npt.NDArray[np.float64]

ALPHA = 1.35
"""How much a recall strengthens."""
ALPHA_RANGE = (1.2, 1.8)
"""What can be made of it."""
EXPONENT_FLOOR = -10.0
"""Nothing is less retrievable than e^-10, so that no exponential is ever denormal."""
NO_STABILITY = 1e-4
"""Seconds of stability below which nothing can be retrieved at all."""
LONGEST = 30 * 86_400.0
"""Seconds of stability that growth, which is a product, stops at."""
FORGOTTEN = 0.05
"""Retrievability below which something counts as forgotten."""
RETRIEVABILITY_WEIGHT, SALIENCE_WEIGHT = 0.6, 0.4
"""What a memory is worth when one has to go."""


def retrievability(elapsed: npt.NDArray[Any], stability: npt.NDArray[Any]) -> Floats:
    """How well something is remembered, 0 to 1: e^(-elapsed / stability), both in seconds.

    No time has passed where it is negative.
    """
    stability = stability.astype(np.float64)
    exponent: Floats = -np.maximum(elapsed, 0.0) / np.maximum(stability, NO_STABILITY)
    result: Floats = np.exp(np.maximum(exponent, EXPONENT_FLOOR))
    result[stability < NO_STABILITY] = 0.0
    return result


def initial_stability(kind: MemoryType, salience: float) -> float:
    """Seconds of stability of something new. ``salience`` 0 to 1."""
    return kind.base_stability * (0.5 + salience)


def gain(recalls: npt.NDArray[Any], salience: npt.NDArray[Any], alpha: float = ALPHA) -> Floats:
    """The share of its stability that a recall adds: alpha · ln(1 + k) · salience.

    ``recalls`` is k, this recall and the first impression counted.
    """
    result: Floats = alpha * np.log1p(recalls.astype(np.float64)) * salience
    return result


def grown(stability: npt.NDArray[Any], gained: npt.NDArray[Any]) -> Floats:
    """Seconds of stability after a gain."""
    result: Floats = np.minimum(stability.astype(np.float64) * (1.0 + gained), LONGEST)
    return result


def worth(retrievability: npt.NDArray[Any], salience: npt.NDArray[Any]) -> Floats:
    """What speaks for keeping something, 0 to 1."""
    result: Floats = RETRIEVABILITY_WEIGHT * retrievability
    result += SALIENCE_WEIGHT * salience.astype(np.float64)
    return result
