"""Somebody who remembers."""

import pytest

from npc.clock import ManualClock
from npc.memory import MemoryPool, MemoryStream


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def pool() -> MemoryPool:
    return MemoryPool()


@pytest.fixture
def mind(pool: MemoryPool, clock: ManualClock) -> MemoryStream:
    return MemoryStream(pool, clock)
