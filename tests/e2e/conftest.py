"""Fixtures of the end-to-end tests: servers and clients for all of them, a fresh Hearthkin for each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from harness.hearthkin import Companion, Hearthkin, StartHearthkin
from harness.processes import ProcessManager
from harness.squid import Squid

VERSIONS = ["1.16.5", "1.18.2", "1.19.2"]


@pytest.fixture(
    scope="session",
    # pytest-xdist keeps a group on one worker, so that each server starts only once
    params=[pytest.param(version, marks=pytest.mark.xdist_group(version)) for version in VERSIONS],
)
def version(request: pytest.FixtureRequest) -> str:
    """A Minecraft release that server and clients speak."""
    release: str = request.param
    return release


@pytest.fixture(scope="session")
def squid(
    peers: Path, version: str, _long_lived: ProcessManager, tmp_path_factory: pytest.TempPathFactory
) -> Squid:
    """A flying-squid server of that version, shared by the tests: leave its world as you found it."""
    return Squid(_long_lived, tmp_path_factory.mktemp("squid"), version)


@pytest.fixture
def start_hearthkin(processes: ProcessManager, tmp_path: Path, squid: Squid) -> StartHearthkin:
    """Starts Hearthkin in front of the server; when called again, with the same configuration and saves."""

    def start(companions: Sequence[Companion] = (), *options: str) -> Hearthkin:
        return Hearthkin.run(processes, tmp_path / "hearthkin", squid.port, companions, *options)

    return start
