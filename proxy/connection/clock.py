"""The parts of Twisted's reactor that connections use, as types.

Twisted's own interfaces are zope's, which a type checker can't call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class DelayedCall(Protocol):
    def cancel(self) -> None: ...

    def active(self) -> bool: ...

    def reset(self, seconds: float) -> None: ...


class Clock(Protocol):
    """Time as a reactor or ``twisted.internet.task.Clock`` gives it."""

    def seconds(self) -> float:
        """Seconds that never go back."""

    def callLater(self, delay: float, function: Callable[..., object], *args: Any) -> DelayedCall: ...


class Reactor(Clock, Protocol):
    """A reactor with TCP."""

    def connectTCP(self, host: str, port: int, factory: Any, timeout: float = 30) -> Any: ...

    def listenTCP(self, port: int, factory: Any, backlog: int = 50, interface: str = "") -> Any: ...


class IdleTimer:
    """Calls ``expired`` once nothing has touched it for ``seconds``.

    A touch only notes the time, so that it costs next to nothing; the reactor's timer is set anew when it
    goes off too early.
    """

    __slots__ = ("_call", "_clock", "_expired", "_last", "_paused", "_seconds")

    def __init__(self, clock: Clock, seconds: float, expired: Callable[[], object]) -> None:
        self._clock = clock
        self._seconds = seconds
        self._expired = expired
        self._last = clock.seconds()
        self._paused = False
        self._call: DelayedCall | None = clock.callLater(seconds, self._check)

    def touch(self) -> None:
        self._last = self._clock.seconds()

    def pause(self) -> None:
        """Stop counting, e.g. while the peer isn't being read."""
        self._paused = True

    def resume(self) -> None:
        """Count from zero."""
        self._paused = False
        self.touch()

    def cancel(self) -> None:
        """Never go off."""
        if self._call is not None:
            self._call.cancel()
            self._call = None

    def _check(self) -> None:
        now = self._clock.seconds()
        left = self._seconds if self._paused else self._last + self._seconds - now
        if left > 0:
            self._call = self._clock.callLater(left, self._check)
        else:
            self._call = None
            self._expired()
