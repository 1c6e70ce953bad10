"""What other players say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.values import UUID_A, UUID_B, Packet, buffer, component

_NOBODY = "00000000-0000-0000-0000-000000000000"
_CHAT, _SYSTEM = 0, 1


def clientbound(protocol: int) -> Iterator[Packet]:
    said = component(protocol, "grün ✿")
    if protocol < 760:
        for position, sender in ((_CHAT, UUID_A), (_SYSTEM, UUID_B), (_SYSTEM, _NOBODY), (_CHAT, _NOBODY)):
            yield "chat", {"message": said, "position": position, "sender": sender}
        return
    signed, signature = (buffer(*range(256)) for _ in range(2))
    line: dict[str, Any] = {
        **{"senderUuid": UUID_A, "plainMessage": "grün ✿", "timestamp": [1, 2], "salt": [-1, -2]},
        **{"networkName": component(protocol, "Ann"), "filterType": 0, "type": _type(protocol)},
    }
    if protocol < 761:
        seen = [{"messageSender": UUID_B, "messageSignature": signature}]
        line |= {"signature": signed, "previousMessages": []}
        yield "player_chat", line
        yield "player_chat", {**line, "previousSignature": signature, "previousMessages": seen}
        return
    line |= {"index": 300, "previousMessages": []}
    if protocol >= 770:
        line["globalIndex"] = 40_000
    yield "player_chat", line
    masked = {"filterType": 2, "filterTypeMask": [[0, 5]], "unsignedChatContent": said}
    yield (
        "player_chat",
        {
            **line,
            **masked,
            "signature": signed,
            "previousMessages": [{"id": 0, "signature": signature}, {"id": 7}],
        },
    )


def _type(protocol: int) -> Any:
    """From 1.21 on a type may be spelled out as well."""
    return 1 if protocol < 767 else {"chatType": 1}
