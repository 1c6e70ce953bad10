"""How a connection starts, which is the same in all versions: the handshake, and the ids of the packets after it.

Layouts after the packet descriptions of minecraft-data.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from proxy.wire.buffer import Reader, pack_string
from proxy.wire.frame import Frame, FrameError, pack_varint
from proxy.wire.framing import NO_COMPRESSION
from proxy.wire.text import Component, to_json

HANDSHAKE = 0
STATUS_REQUEST, STATUS_PING = 0, 1
STATUS_RESPONSE, STATUS_PONG = 0, 1
LOGIN_START = 0
LOGIN_DISCONNECT = 0

_HOST_CHARACTERS = 255


class Intent(IntEnum):
    """What a client wants: the state that follows its handshake."""

    STATUS = 1
    LOGIN = 2
    TRANSFER = 3
    """Log in, sent here by another server."""


class Handshake(NamedTuple):
    """What we use of a client's first packet. What it calls the server is used for nothing."""

    protocol: int
    intent: Intent

    @classmethod
    def read(cls, frame: Frame) -> Handshake:
        """Raises :class:`FrameError` or :class:`proxy.wire.buffer.DecodeError` when it isn't exactly a handshake."""
        if frame.packet_id != HANDSHAKE:
            raise FrameError("the first packet isn't a handshake")
        reader = Reader(frame.body)
        protocol = reader.varint()
        reader.string(_HOST_CHARACTERS)
        reader.u16()
        intent = reader.varint()
        if reader.remaining:
            raise FrameError(f"{reader.remaining} bytes follow the handshake")
        try:
            return cls(protocol, Intent(intent))
        except ValueError:
            raise FrameError(f"next state {intent}, 1 to 3 expected") from None


def handshake_packet(protocol: int, address: tuple[str, int], intent: Intent) -> bytes:
    """A handshake (id and body) of ours; ``address`` is what it calls the server."""
    host, port = address
    return (
        pack_varint(HANDSHAKE)
        + pack_varint(protocol)
        + pack_string(host)
        + port.to_bytes(2, "big")
        + pack_varint(intent)
    )


def read_login_start(frame: Frame, name_characters: int) -> str:
    """The name of the player who logs in; it comes first in all versions, and the rest isn't read.

    Raises :class:`FrameError` or :class:`proxy.wire.buffer.DecodeError` for another packet or no possible name.
    """
    if frame.packet_id != LOGIN_START:
        raise FrameError("login start expected")
    name = Reader(frame.body).string(name_characters)
    if not name or not all("!" <= character <= "~" for character in name):
        raise FrameError(f"{name!r} can't be a player's name")
    return name


def read_compression_threshold(body: bytes) -> int:
    """The threshold that a server announces, in login or (1.8) in play; a negative one leaves compression off."""
    reader = Reader(body)
    threshold = reader.varint()
    if reader.remaining:
        raise FrameError(f"{reader.remaining} bytes follow the compression threshold")
    return max(threshold, NO_COMPRESSION)


def login_disconnect_packet(text: str | Component) -> bytes:
    """Turns a client away that logs in, readable for those of versions that we don't speak, too."""
    return pack_varint(LOGIN_DISCONNECT) + pack_string(to_json(text))
