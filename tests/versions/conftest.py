"""Fixtures of the tests of protocol families."""

from __future__ import annotations

from pathlib import Path

import pytest
from judge import Judge


@pytest.fixture(scope="session")
def judge(peers: Path) -> Judge:
    return Judge(peers)
