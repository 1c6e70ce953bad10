"""Somebody who feels."""

from collections.abc import Callable

import pytest

from npc.emotion import TEMPERAMENTS, EmotionManager, EmotionRuntime


@pytest.fixture
def runtime() -> EmotionRuntime:
    return EmotionRuntime()


@pytest.fixture
def somebody(runtime: EmotionRuntime) -> Callable[..., EmotionManager]:
    """Makes somebody of a personality, empty of feelings unless ``fresh``, whose time has begun at tick 0."""

    def make(personality: str = "default", *, fresh: bool = False) -> EmotionManager:
        manager = EmotionManager(runtime, TEMPERAMENTS[personality])
        if not fresh:
            runtime.tick(0)
            runtime.pools[:, manager.row] = 0.0
        return manager

    return make
