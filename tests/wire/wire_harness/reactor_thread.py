"""Twisted's reactor in a thread beside the tests. It can be started once in a process, so all tests share it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from twisted.internet import reactor, threads
from twisted.internet.task import Clock

T = TypeVar("T")

_lock = threading.Lock()


def ensure_running() -> None:
    """Start the reactor's thread unless it runs."""
    with _lock:
        if reactor.running:  # type: ignore[attr-defined]
            return
        started = threading.Event()
        reactor.callWhenRunning(started.set)  # type: ignore[attr-defined]
        run: Any = reactor.run  # type: ignore[attr-defined]
        threading.Thread(target=run, kwargs={"installSignalHandlers": False}, daemon=True).start()
        assert started.wait(30), "the reactor didn't start"


class DrivenReactor:
    """Real sockets, and time that a test moves with ``advance``."""

    def __init__(self) -> None:
        self._clock = Clock()
        self.seconds = self._clock.seconds
        self.callLater = self._clock.callLater
        real: Any = reactor
        self.listenTCP = real.listenTCP
        self.connectTCP = real.connectTCP

    def advance(self, seconds: float) -> None:
        in_reactor(self._clock.advance, seconds)


def in_reactor(function: Callable[..., T], *args: Any) -> T:
    """Call ``function`` in the reactor's thread; wait for its result, and for that of a Deferred."""
    ensure_running()
    result: T = threads.blockingCallFromThread(reactor, function, *args)  # type: ignore[arg-type]
    return result
