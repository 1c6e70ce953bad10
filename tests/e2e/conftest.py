"""Fixtures of the end-to-end tests: servers, clients, and Hearthkin in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from harness.hearthkin import Companion, Hearthkin, Lonely, StartHearthkin
from harness.modern import Modern
from harness.places import CAST
from harness.processes import ProcessManager, free_port
from harness.server import Server
from harness.settings import ALL, MODERNS, Setting
from harness.waiting import eventually


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test runs in front of the servers that have what it needs; ``everywhere`` and ``in_front_of`` are marks."""
    if "setting" not in metafunc.fixturenames:
        return
    aspect: str | None
    if "modern" in metafunc.fixturenames:
        aspect, settings = "modern", MODERNS
    elif metafunc.definition.get_closest_marker("everywhere"):
        aspect, settings = "core", ALL
    elif chosen := metafunc.definition.get_closest_marker("in_front_of"):
        aspect, settings = None, [setting for setting in ALL if str(setting) in chosen.args]
        assert len(settings) == len(chosen.args), f"{chosen.args}: not all of them are among {ALL}"
    else:
        aspect, settings = "whole", [setting for setting in ALL if setting.whole]
    proves = aspect is not None and "start_hearthkin" in metafunc.fixturenames
    params = [
        pytest.param(
            setting,
            id=str(setting),
            marks=[
                # pytest-xdist keeps a group on one worker, so that each server starts only once
                pytest.mark.xdist_group(str(setting)),
                *([pytest.mark.proves(aspect, setting.peer, "mineflayer")] if proves else []),
            ],
        )
        for setting in settings
    ]
    metafunc.parametrize("setting", params, scope="session")


@pytest.fixture(scope="session")
def _server_processes(setting: Setting, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProcessManager]:
    """Starts the server of a setting and ends it with the last test there: all at once would be many."""
    manager = ProcessManager(tmp_path_factory.mktemp("server") / "logs")
    yield manager
    manager.stop_all()


@pytest.fixture(scope="session")
def server(
    peers: Path, setting: Setting, _server_processes: ProcessManager, tmp_path_factory: pytest.TempPathFactory
) -> Server:
    """A server shared by the tests: leave its world as you found it."""
    return setting.kind(_server_processes, tmp_path_factory.mktemp("server"), setting.release)


@pytest.fixture(scope="session")
def modern(server: Server) -> Modern:
    """One that knows bundles, chunk batches and the way back to the configuration state."""
    assert isinstance(server, Modern)
    return server


@pytest.fixture(scope="session")
def version(setting: Setting) -> str:
    """The Minecraft release that server and clients speak."""
    return setting.release


@pytest.fixture(scope="session")
def _shared_hearthkins(server: Server) -> dict[tuple[Companion, ...], Hearthkin]:
    """Those that run in front of a server for more than one test, by their companions."""
    return {}


@pytest.fixture
def start_hearthkin(
    server: Server,
    _server_processes: ProcessManager,
    _shared_hearthkins: dict[tuple[Companion, ...], Hearthkin],
    tmp_path_factory: pytest.TempPathFactory,
) -> StartHearthkin:
    """Starts Hearthkin in front of the server, or gives one that served other tests and is idle again.

    It may have more companions than asked for: those of :data:`harness.places.CAST`.
    """

    def start(companions: Sequence[Companion] = ()) -> Hearthkin:
        # Starting it costs more than most tests do: whoever is in the cast may be there for all of them.
        key = CAST if set(companions) <= set(CAST) else tuple(companions)
        if key not in _shared_hearthkins:
            folder = tmp_path_factory.mktemp("hearthkin")
            _shared_hearthkins[key] = Hearthkin.run(_server_processes, folder, server.port, key)
        hearthkin = _shared_hearthkins[key]
        eventually(hearthkin.is_idle, "the players of the last test to be gone")
        return hearthkin

    return start


@pytest.fixture(scope="session")
def lonely(_long_lived: ProcessManager, tmp_path_factory: pytest.TempPathFactory) -> Lonely:
    """One for all releases: nothing in it is of a version before a client comes."""
    nobody = free_port()
    return Lonely(Hearthkin.run(_long_lived, tmp_path_factory.mktemp("lonely"), nobody), nobody)
