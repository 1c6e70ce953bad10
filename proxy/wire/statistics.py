"""What went through the proxy, in numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

BEYOND_TABLE = -1
"""Stands for all ids that no version has (over 255 or negative), so that a peer can't make the count grow."""


@dataclass(slots=True)
class Traffic:
    """What came in from one kind of peer."""

    frames: int = 0
    """Frames that somebody reads; those that nobody does aren't counted one by one."""
    bytes: int = 0
    """As on the wire, frame headers included."""
    unknown_ids: Counter[int] = field(default_factory=Counter)
    """Frames by an id that the version doesn't have; only counted where somebody looks at ids."""

    def summary(self) -> dict[str, Any]:
        return {
            "frames": self.frames,
            "bytes": self.bytes,
            "unknown_ids": {
                ("other" if i == BEYOND_TABLE else f"{i:#04x}"): n for i, n in self.unknown_ids.items()
            },
        }


@dataclass(slots=True)
class Statistics:
    """Totals since the start."""

    clientbound: Traffic = field(default_factory=Traffic)
    serverbound: Traffic = field(default_factory=Traffic)
    connections: int = 0
    connections_refused: int = 0
    status_requests: int = 0
    joins: int = 0
    players: int = 0
    """In play now."""
    backend_failures: int = 0
    breaches: int = 0
    """Connections closed because they broke the protocol or a limit."""
    observer_errors: int = 0

    def summary(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return {
            "clientbound": self.clientbound.summary(),
            "serverbound": self.serverbound.summary(),
            "connections": self.connections,
            "connections_refused": self.connections_refused,
            "status_requests": self.status_requests,
            "joins": self.joins,
            "players": self.players,
            "backend_failures": self.backend_failures,
            "breaches": self.breaches,
            "observer_errors": self.observer_errors,
        }
