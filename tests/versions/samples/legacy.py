"""All packets of 1.8.8 and 1.12.2 that no recording holds."""

from __future__ import annotations

from collections.abc import Iterator

from samples.values import Packet


def clientbound(protocol: int) -> Iterator[Packet]:
    yield from ()


def serverbound(protocol: int) -> Iterator[Packet]:
    yield from ()
