"""Rates: how many bytes a client sends, how often an address connects and logs in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from proxy.wire.frame import FrameError

Clock = Callable[[], float]
"""Seconds on a clock that never goes back."""


class ByteRate:
    """A bound on the bytes of one connection, averaged over a sliding window.

    Amounts are kept in slots of 1/32 of the window, so that memory doesn't grow with the number of frames.
    """

    __slots__ = ("_budget", "_clock", "_per_second", "_slot_seconds", "_slots", "_spent", "_window")

    def __init__(self, per_second: int, window: float, clock: Clock) -> None:
        self._per_second = per_second
        self._window = window
        self._budget = per_second * window
        self._clock = clock
        self._slot_seconds = window / 32
        self._slots: deque[list[float]] = deque()
        self._spent = 0

    def spend(self, count: int) -> None:
        """Count ``count`` bytes. Raises :class:`FrameError` when the window then holds more than it may."""
        now = self._clock()
        slots = self._slots
        while slots and slots[0][0] <= now - self._window:
            self._spent -= int(slots.popleft()[1])
        if slots and now - slots[-1][0] < self._slot_seconds:
            slots[-1][1] += count
        else:
            slots.append([now, count])
        self._spent += count
        if self._spent > self._budget:
            raise FrameError(
                f"{self._spent} inflated bytes in {self._window:g} s, "
                f"at most {self._per_second} a second allowed"
            )


class _ByAddress:
    """A table with an entry per address that forgets those which no longer matter."""

    _SWEEP_AT = 1024

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._entries: dict[str, float] = {}
        self._sweep_at = self._SWEEP_AT

    def _sweep(self, older_than: float) -> None:
        if len(self._entries) >= self._sweep_at:
            self._entries = {host: when for host, when in self._entries.items() if when > older_than}
            self._sweep_at = max(self._SWEEP_AT, 2 * len(self._entries))

    def __len__(self) -> int:
        return len(self._entries)


class LoginThrottle(_ByAddress):
    """One login from an address per ``interval`` seconds. A refused attempt doesn't start the wait anew."""

    def __init__(self, interval: float, clock: Clock) -> None:
        super().__init__(clock)
        self._interval = interval

    def admit(self, host: str) -> bool:
        now = self._clock()
        last = self._entries.get(host)
        if last is not None and now - last < self._interval:
            return False
        self._sweep(now - self._interval)
        self._entries[host] = now
        return True


class ConnectionThrottle(_ByAddress):
    """At most ``burst`` connections from an address at once and ``per_second`` in the long run.

    The generic cell rate algorithm (ITU-T I.371): per address only the time when its bucket is empty.
    """

    def __init__(self, per_second: float, burst: int, clock: Clock) -> None:
        super().__init__(clock)
        self._cost = 1 / per_second if per_second > 0 else 0.0
        # Half a nanosecond of slack: sums of the cost must not miss the burst by their rounding.
        self._tolerance = self._cost * (burst - 1) + 5e-10

    def admit(self, host: str) -> bool:
        now = self._clock()
        empty_at = max(self._entries.get(host, now), now)
        if empty_at - now > self._tolerance:
            return False
        self._sweep(now)
        self._entries[host] = empty_at + self._cost
        return True
