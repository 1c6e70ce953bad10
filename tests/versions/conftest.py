"""Fixtures of the tests of protocol families."""

from __future__ import annotations

from pathlib import Path

import pytest
from generated import GeneratedPackets, generate
from judge import Judge


@pytest.fixture(scope="session")
def judge(peers: Path) -> Judge:
    return Judge(peers)


@pytest.fixture(scope="session")
def generated(peers: Path, judge: Judge) -> GeneratedPackets:
    """Packets that node-minecraft-protocol writes for every version, all in one go."""
    return generate(peers, judge)
