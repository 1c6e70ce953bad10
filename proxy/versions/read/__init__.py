"""Readers of play packets, by topic. A new layout is a new row in its topic's table."""

from __future__ import annotations

from proxy.versions.base import Direction
from proxy.versions.names import PacketNames
from proxy.versions.read import (
    blocks,
    border,
    chat,
    column,
    entities,
    inventory,
    legacy,
    metadata,
    player,
    player_list,
    registries,
    serverbound,
    session,
    teams,
)
from proxy.versions.read.rows import Read, Row, resolve
from proxy.versions.releases import Since

ROWS: dict[Direction, tuple[Row, ...]] = {
    "clientbound": (
        *registries.CLIENTBOUND,
        *session.CLIENTBOUND,
        *border.CLIENTBOUND,
        *blocks.CLIENTBOUND,
        *player.CLIENTBOUND,
        *player_list.CLIENTBOUND,
        *teams.CLIENTBOUND,
        *chat.CLIENTBOUND,
        *inventory.CLIENTBOUND,
        *entities.CLIENTBOUND,
        *metadata.CLIENTBOUND,
        *legacy.CLIENTBOUND,
    ),
    "serverbound": (
        *session.SERVERBOUND,
        *inventory.SERVERBOUND,
        *serverbound.SERVERBOUND,
        *legacy.SERVERBOUND,
    ),
}

READ_COLUMN: Since[column.ReadColumn] = Since(*legacy.COLUMNS, *column.COLUMNS)
"""Reader of a chunk column's body."""


def readers(protocol: int, direction: Direction, names: PacketNames) -> dict[str, Read]:
    """The readers of all packets that the version has and that we know."""
    present = names.readable(direction)
    return {name: read for name, read in resolve(ROWS[direction], protocol).items() if name in present}
