"""The server-list ping of clients before 1.7, which know no frames.

Up to 1.3 a client sends ``FE`` and no more; 1.4 and 1.5 send ``FE 01``; 1.6 sends ``FE 01 FA`` and the rest
of a plugin message. All are answered by a kick packet whose text holds the figures. A login begins with 02.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import Enum, auto

PING = 0xFE
LOGIN = 0x02
_PING_PAYLOAD = 0x01
_PLUGIN_MESSAGE = 0xFA
_KICK = 0xFF
_TEXT_UNITS = 256
_VERSION_UNITS = 64
# What a server that speaks no protocol of that time answers, so that the client shows its version as text.
_NO_PROTOCOL = 127


class Opening(Enum):
    """What the first bytes of a connection are."""

    MODERN = auto()
    UNDECIDED = auto()
    """More bytes, or none within a moment, will tell."""
    PING_1_3 = auto()
    PING_1_4 = auto()
    LOGIN = auto()


def recognize(data: bytes, *, waited: bool = False) -> Opening:
    """Tell a legacy client by its first bytes; ``waited``: no more came in a moment.

    A handshake frame may begin with ``FE 01`` as well, being 254 bytes long, but its third byte is the packet
    id 0. None begins with ``02``, for a handshake has more than two bytes.
    """
    if not data:
        return Opening.UNDECIDED
    if data[0] == LOGIN:
        return Opening.LOGIN
    if data[0] != PING:
        return Opening.MODERN
    if len(data) == 1:
        return Opening.PING_1_3 if waited else Opening.UNDECIDED
    if data[1] != _PING_PAYLOAD:
        return Opening.MODERN
    if len(data) == 2:
        return Opening.PING_1_4 if waited else Opening.UNDECIDED
    return Opening.PING_1_4 if data[2] == _PLUGIN_MESSAGE else Opening.MODERN


@dataclass(frozen=True, slots=True)
class LegacyStatus:
    """The figures of a server list as far as they go into a legacy answer."""

    version: str
    motd: str
    online: int
    maximum: int


def encode_status(status: LegacyStatus, opening: Opening) -> bytes:
    """The answer to :attr:`Opening.PING_1_3` or :attr:`Opening.PING_1_4`."""
    figures = (str(status.online), str(status.maximum))
    motd = _one_line(status.motd)
    if opening is Opening.PING_1_3:
        # Section signs part the fields, so none may stand in the text.
        head, separator = "", "§"
        motd = motd.replace("§", "")
    else:
        version = _shortened(_one_line(status.version), _VERSION_UNITS)
        head, separator = f"§1\0{_NO_PROTOCOL}\0{version}\0", "\0"
    tail = separator + separator.join(figures)
    return encode_kick(head + _shortened(motd, _TEXT_UNITS - _units(head + tail)) + tail)


def encode_kick(text: str) -> bytes:
    """A kick packet: ``FF``, the length in UTF-16 units, UTF-16BE. At most 256 units."""
    data = _shortened(text, _TEXT_UNITS).encode("utf-16-be", "replace")
    return bytes((_KICK,)) + struct.pack(">H", len(data) // 2) + data


def _one_line(text: str) -> str:
    return " ".join(text.replace("\0", " ").split())


def _units(text: str) -> int:
    """Length as Java counts it: characters beyond the basic plane are two."""
    return len(text.encode("utf-16-be", "replace")) // 2


def _shortened(text: str, units: int) -> str:
    return text.encode("utf-16-be", "replace")[: 2 * units].decode("utf-16-be", "ignore")
