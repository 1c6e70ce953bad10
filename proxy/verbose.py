"""``--verbose``: every packet after the login by name."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from proxy.connection.observer import EVERYTHING
from proxy.wire.frame import Frame

if TYPE_CHECKING:
    from proxy.connection.bridge import Bridge

log = logging.getLogger(__name__)


class PacketLog:
    """Observer that writes one debug line for each packet and changes nothing."""

    clientbound_interests = EVERYTHING
    serverbound_interests = EVERYTHING

    def joined(self, bridge: Bridge) -> None: ...

    def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        log.debug("#%d < %s (%d bytes)", bridge.session, name, len(frame.raw))
        return None

    def serverbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        log.debug("#%d > %s (%d bytes)", bridge.session, name, len(frame.raw))
        return None

    def left(self, bridge: Bridge) -> None: ...
