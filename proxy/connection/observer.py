"""Who may look into a client's traffic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from proxy.wire.frame import Frame

if TYPE_CHECKING:
    from proxy.connection.bridge import Bridge

EVERYTHING = frozenset({"*"})
"""Interest in each packet of a direction, known or not, of the configuration as of play."""


class Observer(Protocol):
    """Something that a :class:`proxy.connection.bridge.Bridge` shows packets to, from the end of the login on.

    Interests are names: those of play as they are, those of the configuration with
    :data:`proxy.versions.base.CONFIGURATION` in front.

    ``clientbound`` and ``serverbound`` return None to let the frame travel on as it came, or a list of packets
    (id and body, not compressed) that take its place; an empty list consumes the frame. The first observer that
    answers with a list ends the round. An exception is logged and counts as None. A frame that changes the state or
    delimits a bundle always travels on; a list in answer to it is logged as a mistake.

    Frames of a bundle are shown as they come, and reach the client together when it closes.
    """

    clientbound_interests: frozenset[str]
    serverbound_interests: frozenset[str]

    def joined(self, bridge: Bridge) -> None:
        """The player is logged in, and what follows will be shown: the configuration where there is one, or play."""

    def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None: ...

    def serverbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None: ...

    def left(self, bridge: Bridge) -> None:
        """The connection is closed."""
