"""What other players say: who says it. The words themselves, their signatures and how they are shown stay unread."""

from __future__ import annotations

from proxy.messages import PlayerChat
from proxy.versions.read.rows import Row
from proxy.versions.read.values import byte_array
from proxy.versions.releases import V1_16_2, V1_19_1, V1_19_3, V1_21_5
from proxy.versions.tables import Tables
from proxy.wire.buffer import Reader

_SPOKEN = 0
"""The position of what is said to all; lines of the server and whispers have others."""


def chat_1_16(reader: Reader, tables: Tables) -> PlayerChat:
    """To 1.18.2 the same packet carries what the server says, of nobody."""
    byte_array(reader)  # the line, a JSON text component
    position, sender = reader.u8(), reader.uuid()
    return PlayerChat(sender if position == _SPOKEN and sender.int else None)


def player_chat_1_19_1(reader: Reader, tables: Tables) -> PlayerChat:
    reader.optional(lambda: byte_array(reader))  # the signature of what they said before
    return _sender(reader)


def player_chat_1_19_3(reader: Reader, tables: Tables) -> PlayerChat:
    return _sender(reader)


def player_chat_1_21_5(reader: Reader, tables: Tables) -> PlayerChat:
    reader.varint()  # which message to this client it is
    return _sender(reader)


def _sender(reader: Reader) -> PlayerChat:
    message = PlayerChat(reader.uuid())
    reader.rest()
    return message


CLIENTBOUND = (
    Row("chat_message", chat_1_16, since=V1_16_2),
    Row("chat_message", player_chat_1_19_1, since=V1_19_1),
    Row("chat_message", player_chat_1_19_3, since=V1_19_3),
    Row("chat_message", player_chat_1_21_5, since=V1_21_5),
)
