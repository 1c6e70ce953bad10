"""Packets of 1.8 to 1.12.2 whose layouts later versions dropped, by topic.

Each topic's rows also name the readers of :mod:`proxy.versions.read` that already fitted then.
"""

from __future__ import annotations

from proxy.versions.read.legacy import (
    blocks,
    column,
    entities,
    inventory,
    metadata,
    player,
    serverbound,
    session,
    teams,
)

CLIENTBOUND = (
    *session.CLIENTBOUND,
    *blocks.CLIENTBOUND,
    *player.CLIENTBOUND,
    *inventory.CLIENTBOUND,
    *entities.CLIENTBOUND,
    *metadata.CLIENTBOUND,
    *teams.CLIENTBOUND,
)
SERVERBOUND = (*session.SERVERBOUND, *inventory.SERVERBOUND, *serverbound.SERVERBOUND)
COLUMNS = column.COLUMNS
