"""Readers of play packets, by topic. A new layout is a new row in its topic's table."""

from __future__ import annotations

from proxy.versions.base import Direction
from proxy.versions.names import PacketNames
from proxy.versions.read import blocks, border, entities, inventory, metadata, player, serverbound, session
from proxy.versions.read.rows import Read, Row, resolve

ROWS: dict[Direction, tuple[Row, ...]] = {
    "clientbound": (
        *session.CLIENTBOUND,
        *border.CLIENTBOUND,
        *blocks.CLIENTBOUND,
        *player.CLIENTBOUND,
        *inventory.CLIENTBOUND,
        *entities.CLIENTBOUND,
        *metadata.CLIENTBOUND,
    ),
    "serverbound": (*session.SERVERBOUND, *inventory.SERVERBOUND, *serverbound.SERVERBOUND),
}


def readers(protocol: int, direction: Direction, names: PacketNames) -> dict[str, Read]:
    """The readers of all packets that the version has and that we know."""
    present = names.readable(direction)
    return {name: read for name, read in resolve(ROWS[direction], protocol).items() if name in present}
