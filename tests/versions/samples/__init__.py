"""Parameters of packets that no recording holds, for node-minecraft-protocol to write; by topic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proxy.versions.base import ProtocolFamily
from samples import (
    chat,
    entities,
    inventory,
    legacy,
    metadata,
    player_list,
    serverbound,
    session,
    teams,
    world,
)
from samples.values import Packet

Sample = tuple[str, str, dict[str, Any]]
"""Direction, minecraft-data's name, parameters."""

_MODERN = 754
"""The first protocol that the samples by topic are for; older ones are all in ``legacy``."""


def samples(family: ProtocolFamily, particles: dict[int, str]) -> Iterator[Sample]:
    """``particles``: minecraft-data's particles by id."""
    protocol = family.protocol
    yield from (("clientbound", *packet) for packet in _clientbound(protocol, particles))
    yield from (("serverbound", *packet) for packet in _serverbound(protocol))


def _clientbound(protocol: int, particles: dict[int, str]) -> Iterator[Packet]:
    yield from teams.clientbound(protocol)
    if protocol < _MODERN:
        yield from legacy.clientbound(protocol)
        return
    yield from session.clientbound(protocol)
    yield from world.clientbound(protocol)
    yield from player_list.clientbound(protocol)
    yield from entities.clientbound(protocol)
    yield from metadata.clientbound(protocol, particles)
    yield from inventory.clientbound(protocol)
    yield from chat.clientbound(protocol)


def _serverbound(protocol: int) -> Iterator[Packet]:
    if protocol < _MODERN:
        yield from legacy.serverbound(protocol)
        return
    yield from serverbound.serverbound(protocol)
    yield from inventory.serverbound(protocol)
