"""The plugin channel on which clients that ask for it are told each companion's primary mood.

A client registers :data:`MOOD_CHANNEL` as it would with a server. It then gets a message after each spawn of a
companion and at each change of its mood: the companion's entity id and the mood's ordinal, both as VarInt.
The server learns nothing of this channel: it is taken out of the lists that clients send.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from npc.emotion.mood import Mood
from proxy import messages as m
from proxy.versions.base import CONFIGURATION
from proxy.wire.buffer import pack_string
from proxy.wire.frame import Frame, pack_varint
from proxy.wire.identifiers import resource_name

if TYPE_CHECKING:
    from proxy.connection.bridge import Bridge
    from proxy.versions.base import ProtocolFamily

MOOD_CHANNEL = "hearthkin:mood"
_NAME = MOOD_CHANNEL.encode()
_SEPARATOR = b"\0"


def mood_message(entity_id: int, mood: Mood) -> bytes:
    """What is sent on :data:`MOOD_CHANNEL`."""
    return pack_varint(entity_id) + pack_varint(mood)


class MoodChannel:
    """Observer of one client: tells ``on_change`` when it begins (True) or ends (False) to listen."""

    clientbound_interests: frozenset[str] = frozenset()
    serverbound_interests = frozenset({"plugin_message", CONFIGURATION + "plugin_message"})

    def __init__(self, family: ProtocolFamily, on_change: Callable[[bool], None]) -> None:
        self._family = family
        self._on_change = on_change
        self._register, self._unregister = family.registration_channels
        self._namespaces = ":" in self._register

    def joined(self, bridge: Bridge) -> None: ...

    def left(self, bridge: Bridge) -> None: ...

    def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        return None

    def serverbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        message = self._family.decode("serverbound", name, frame.body)
        if not isinstance(message, m.PluginMessage):
            return None
        channel = resource_name(message.channel) if self._namespaces else message.channel
        if channel == MOOD_CHANNEL:
            return ()  # nobody at the server would know what it is
        if channel not in (self._register, self._unregister):
            return None
        names = message.data.split(_SEPARATOR)
        if _NAME not in names:
            return None
        self._on_change(channel == self._register)
        others = [other for other in names if other != _NAME]
        if not any(others):
            return ()
        body = pack_string(message.channel) + _SEPARATOR.join(others)
        return (pack_varint(frame.packet_id) + body,)
