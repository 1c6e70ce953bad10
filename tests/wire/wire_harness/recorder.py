"""An observer that notes what it is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from proxy.connection.bridge import Bridge
from proxy.wire.frame import Frame

Answer = Sequence[bytes] | None


class Recorder:
    """Observer that notes what it is shown and answers with what a function says."""

    def __init__(
        self,
        clientbound: frozenset[str] = frozenset(),
        serverbound: frozenset[str] = frozenset(),
        answer: Callable[[Bridge, str, Frame], Answer] = lambda bridge, name, frame: None,
    ) -> None:
        self.clientbound_interests = clientbound
        self.serverbound_interests = serverbound
        self.answer = answer
        self.seen: list[tuple[str, str, bytes]] = []
        self.calls: list[str] = []
        self.bridge: Any = None

    def joined(self, bridge: Bridge) -> None:
        self.bridge = bridge
        self.calls.append("joined")

    def left(self, bridge: Bridge) -> None:
        self.calls.append("left")

    def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> Answer:
        self.seen.append(("clientbound", name, frame.packet))
        return self.answer(bridge, name, frame)

    def serverbound(self, bridge: Bridge, name: str, frame: Frame) -> Answer:
        self.seen.append(("serverbound", name, frame.packet))
        return self.answer(bridge, name, frame)
