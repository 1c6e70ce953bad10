"""How a version finds its readers: a row for each layout a packet ever had, and the protocol it came with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from proxy.messages import Message
from proxy.versions.releases import V1_16_2
from proxy.versions.tables import Tables
from proxy.wire.buffer import Reader

Read = Callable[[Reader, Tables], Message]


@dataclass(frozen=True, slots=True)
class Row:
    """``read`` reads the packet that quarry calls ``name`` from protocol ``since`` on, until a newer row.

    A packet of the configuration state has ``configuration/`` in front of its name.
    """

    name: str
    read: Read
    since: int = V1_16_2


def resolve(rows: Iterable[Row], protocol: int) -> dict[str, Read]:
    """The reader of each packet at ``protocol``."""
    readers: dict[str, Read] = {}
    for row in sorted(rows, key=lambda row: row.since):
        if row.since <= protocol:
            readers[row.name] = row.read
    return readers
