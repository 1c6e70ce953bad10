"""What a server of our own must send besides what NPCs need, for each version.

Layouts after the packet descriptions of minecraft-data, held against recorded packets of vanilla servers to
1.20.1; registries and tags as :mod:`proxy.versions.server_side.data` says. No vanilla client has tried those of
1.20.2 and later.
"""

from __future__ import annotations

from functools import cache
from typing import cast

from proxy.versions.base import ProtocolFamily
from proxy.versions.family import JavaFamily
from proxy.versions.server_side.configuration import ConfigurationPackets
from proxy.versions.server_side.inventory import InventoryPackets
from proxy.versions.server_side.player_list import Listing, PlayerListPackets
from proxy.versions.server_side.session import SessionPackets
from proxy.versions.server_side.world import WorldPackets

__all__ = ["Listing", "ServerSide", "server_side"]


class ServerSide(ConfigurationPackets, SessionPackets, WorldPackets, InventoryPackets, PlayerListPackets):
    """Encoders of clientbound packets: each gives whole packets (id and body), not compressed, not framed.

    What a version has no packet for gives none, so that a server sends the same to all.
    """


@cache
def server_side(family: ProtocolFamily) -> ServerSide:
    """The encoders for a family; made once."""
    return ServerSide(cast(JavaFamily, family))
