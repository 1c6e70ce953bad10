"""Waiting for something to become true, instead of sleeping and hoping."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = float(os.environ.get("HEARTHKIN_PATIENCE", "120"))
"""Seconds until a test gives up. Far above what anything takes, so that a loaded machine fails no test."""


def eventually(look: Callable[[], T | None], what: str, patience: float = PATIENCE, pause: float = 0.05) -> T:
    """Return the first true value that ``look`` gives; AssertionError naming ``what`` when none comes.

    An AssertionError inside ``look`` counts as "not yet"; the last one is shown at the end.
    """
    deadline = time.monotonic() + patience
    last: AssertionError | None = None
    while True:
        try:
            value = look()
            last = None
        except AssertionError as error:
            value, last = None, error
        if value:
            return value
        if time.monotonic() >= deadline:
            raise AssertionError(f"waited {patience:g} s in vain for {what}") from last
        time.sleep(pause)
