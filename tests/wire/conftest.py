"""Fixtures of the wire: proxies in this process, raw peers, and node-minecraft-protocol beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from harness.peer import Peer
from harness.processes import ProcessManager
from wire_harness.reactor_thread import DrivenReactor
from wire_harness.running import RawServer, RunningProxy, Stage

from proxy.connection.listener import Observers, no_observers
from proxy.wire.limits import Limits

StartProxy = Callable[..., RunningProxy]


@pytest.fixture
def start_proxy() -> Iterator[StartProxy]:
    """Start a proxy in front of a port; all stop with the test."""
    running: list[RunningProxy] = []
    times: list[DrivenReactor | None] = []

    def start(
        backend_port: int,
        limits: Limits | None = None,
        observers: Observers = no_observers,
        backend_host: str = "127.0.0.1",
        driven: DrivenReactor | None = None,
    ) -> RunningProxy:
        # A close that waits for its peer must not hold up the end of a test that has dropped it.
        limits = limits or Limits(close_timeout=1.0)
        proxy = RunningProxy((backend_host, backend_port), limits, observers, driven)
        running.append(proxy)
        times.append(driven)
        return proxy

    yield start
    for proxy, driven in zip(running, times, strict=True):
        proxy.begin_to_stop("the test is over")
        if driven is not None:
            driven.advance(60)
        proxy.stop()


@pytest.fixture
def raw_server() -> Iterator[RawServer]:
    server = RawServer()
    yield server
    server.close()


@pytest.fixture
def start_stage(start_proxy: StartProxy, raw_server: RawServer) -> Callable[..., Stage]:
    """Start a proxy in front of a raw server; keywords are those of ``start_proxy``."""
    return lambda **settings: Stage(start_proxy, raw_server, **settings)


@pytest.fixture
def stage(start_stage: Callable[..., Stage]) -> Stage:
    return start_stage()


@pytest.fixture(scope="session")
def node_processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProcessManager]:
    manager = ProcessManager(tmp_path_factory.mktemp("wire-logs"))
    yield manager
    manager.stop_all()


@pytest.fixture(scope="session")
def nmp_server(peers: Path, node_processes: ProcessManager, tmp_path_factory: pytest.TempPathFactory) -> Peer:
    """A process that runs any number of node-minecraft-protocol servers."""
    return Peer.start_script(node_processes, tmp_path_factory.mktemp("nmp-server"), "wire_server.js")


@pytest.fixture(scope="session")
def nmp_client(peers: Path, node_processes: ProcessManager, tmp_path_factory: pytest.TempPathFactory) -> Peer:
    """A process that runs any number of node-minecraft-protocol clients."""
    return Peer.start_script(node_processes, tmp_path_factory.mktemp("nmp-client"), "wire_client.js")
