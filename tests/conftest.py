"""Fixtures that more than one room of tests uses: the Node peers and processes that end with their test."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from harness.players import BotPool
from harness.processes import ProcessManager
from hypothesis import settings
from proofs import Ledger, proofs_of

PEERS = Path(__file__).parent / "peers"

# An example that takes long on a busy machine is no failure: nothing here is timed.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    """Write down what a run proved; with pytest-xdist, where the reports of all workers arrive."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Ledger())


ASKED_AT_ONCE = (
    *("generated", "written", "parsed", "packets", "seen", "prismarine"),
    *("written_by_prismarine", "read_by_prismarine"),
)
"""Fixtures for which a peer works for seconds, for all versions together: one worker gets all tests that want one."""
LONG_LIVED = {
    **dict.fromkeys(("nmp_server", "nmp_client"), "nmp"),
    **dict.fromkeys(("quiet_demo", "busy_demo"), "demo"),
}
"""Fixtures of peers that make up what each version is in a second or so, and then know it: one worker has them."""


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each test's report say what it proves, and tests with an expensive fixture share a worker."""
    for item in items:
        item.user_properties.extend(("proves", list(proof)) for proof in proofs_of(item))
        if item.get_closest_marker("xdist_group") is None and (group := _group_of(item)) is not None:
            item.add_marker(pytest.mark.xdist_group(group))


def _group_of(item: pytest.Item) -> str | None:
    """The tests that had better run on the same worker as this one."""
    wanted = [name for name in (*LONG_LIVED, *ASKED_AT_ONCE) if name in getattr(item, "fixturenames", ())]
    if not wanted:
        return None
    first = wanted[0]
    return LONG_LIVED.get(first) or (first if first == "generated" else f"{item.path.stem}.{first}")


@pytest.fixture(scope="session")
def peers() -> Path:
    """The folder of the Node peers. A test fails without them: a skip would hide that nothing was proved."""
    if shutil.which("node") is None:
        pytest.fail("Node.js 20 or newer is missing (Debian: apt-get install nodejs npm)", pytrace=False)
    if not (PEERS / "node_modules" / "mineflayer").is_dir():
        pytest.fail(f"the peers are not installed: run  npm ci --prefix {PEERS}", pytrace=False)
    return PEERS


@pytest.fixture
def processes(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ProcessManager]:
    """Starts processes for one test and ends them with it."""
    manager = ProcessManager(tmp_path / "logs")
    yield manager
    manager.stop_all()


@pytest.fixture(scope="session")
def _long_lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProcessManager]:
    """Starts processes that many tests share."""
    manager = ProcessManager(tmp_path_factory.mktemp("peers") / "logs")
    yield manager
    manager.stop_all()


@pytest.fixture(scope="session")
def _bot_pool(peers: Path, _long_lived: ProcessManager, tmp_path_factory: pytest.TempPathFactory) -> BotPool:
    return BotPool(_long_lived, tmp_path_factory.mktemp("bots"))


@pytest.fixture
def bots(_bot_pool: BotPool) -> Iterator[BotPool]:
    """Lets mineflayer clients join; they leave with the test. One packet that they can't read fails it."""
    since = _bot_pool.peer.bookmark()
    yield _bot_pool
    _bot_pool.quit_all()
    assert _bot_pool.peer.seen("error", since) + _bot_pool.peer.seen("fault", since) == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what the processes said when a test fails."""
    report = yield
    if report.failed:
        for name, value in getattr(item, "funcargs", {}).items():
            if isinstance(value, ProcessManager):
                report.sections.append((name, value.report()))
    return report
