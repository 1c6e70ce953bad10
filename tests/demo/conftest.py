"""Fixtures of the demo's tests."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from harness.peer import Peer
from harness.processes import ProcessManager

from proxy.demo.landscape import Landscape
from proxy.demo.world import DemoWorld
from proxy.versions import supported
from proxy.versions.base import ProtocolFamily

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="session")
def landscape() -> Landscape:
    """Shared: not to be changed."""
    return Landscape()


@pytest.fixture
def world(landscape: Landscape) -> DemoWorld:
    """A fresh world."""
    return DemoWorld(landscape)


REPRESENTATIVES = frozenset(
    "1.8.8 1.12.2 1.16.5 1.18.2 1.19.4 1.20.1 1.20.2 1.20.4 1.20.6 1.21.4 1.21.8 26.1".split()
)
"""One release for each layout that makes a difference to the demo; what is cheap is tried with all."""


@pytest.fixture(params=[family.minecraft for family in supported() if family.minecraft in REPRESENTATIVES])
def family(request: pytest.FixtureRequest) -> ProtocolFamily:
    """That of a release, which tests may choose: ``parametrize("family", [...], indirect=True)``."""
    return next(family for family in supported() if family.minecraft == request.param)


@pytest.fixture(params=supported(), ids=lambda family: family.minecraft)
def any_family(request: pytest.FixtureRequest) -> ProtocolFamily:
    """Each that we speak."""
    chosen: ProtocolFamily = request.param
    return chosen


def _start_demo(processes: ProcessManager) -> int:
    server = processes.start("demo", [sys.executable, "-m", "proxy.demo", "--port", "0"], ROOT)
    address = server.wait_for_line(r"^127\.0\.0\.1:(\d+)$")
    assert re.search(r"^127\.0\.0\.1:\d+$", server.lines[0]), "the address isn't the first line"
    return int(address[1])


@pytest.fixture(scope="session")
def quiet_demo(_long_lived: ProcessManager) -> int:
    """The port of a demo server that tests share because they leave its world as it is."""
    return _start_demo(_long_lived)


@pytest.fixture(scope="session")
def busy_demo(_long_lived: ProcessManager) -> int:
    """The port of a demo server whose world tests change, each at a spot of its own."""
    return _start_demo(_long_lived)


@pytest.fixture
def judge(peers: Path, processes: ProcessManager, tmp_path: Path) -> Peer:
    """node-minecraft-protocol clients that check each packet."""
    peer = Peer.start_script(processes, tmp_path, "demo_judge.js")
    peer.wait_for("ready")
    return peer
