"""Who wants to be woken when: companions at rest that mean to do something of their own accord later."""

from __future__ import annotations

from heapq import heappop, heappush

from npc.npc import Npc


class Alarms:
    """Wakes companions in their time. A tick costs nothing for those whose time hasn't come."""

    def __init__(self) -> None:
        self._queue: list[tuple[int, int, Npc]] = []
        self._count = 0

    def set(self, npc: Npc) -> None:
        """Wake a companion that has just gone to rest when it is :attr:`due <npc.npc.Npc.due>`."""
        if (due := npc.due) is not None:
            # the count keeps the order of those due in the same tick, and companions from being compared
            self._count += 1
            heappush(self._queue, (due, self._count, npc))

    def ring(self, now: int) -> None:
        """Wake those whose time has come. One that was awake meanwhile has set another alarm."""
        while self._queue and self._queue[0][0] <= now:
            due, _, npc = heappop(self._queue)
            if npc.dormant and npc.due == due:
                npc.wake()
