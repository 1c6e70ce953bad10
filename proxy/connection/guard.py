"""Bounds on what a client says in play that don't wait for the server to enforce them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from proxy.wire.buffer import Reader
from proxy.wire.frame import FrameError
from proxy.wire.limits import Limits

if TYPE_CHECKING:
    from proxy.versions.base import ProtocolFamily

Check = Callable[[bytes], None]
"""Takes a packet's body; raises :class:`FrameError` or :class:`proxy.wire.buffer.DecodeError`."""

_CHANNEL_CHARACTERS = 32_767


def serverbound_checks(family: ProtocolFamily, limits: Limits) -> Mapping[int, Check]:
    """The checks by packet id."""

    def chat(body: bytes) -> None:
        Reader(body).string(limits.chat_characters)

    def plugin_message(body: bytes) -> None:
        reader = Reader(body)
        channel = reader.string(_CHANNEL_CHARACTERS)
        if reader.remaining > limits.plugin_payload_bytes:
            raise FrameError(
                f"plugin message of {reader.remaining} bytes on {channel[:64]!r}, "
                f"at most {limits.plugin_payload_bytes} allowed"
            )

    checks = {"chat_message": chat, "chat_command": chat, "plugin_message": plugin_message}
    by_id = {family.packet_id("play", "serverbound", name): check for name, check in checks.items()}
    return {packet_id: check for packet_id, check in by_id.items() if packet_id is not None}
