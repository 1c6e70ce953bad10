"""Bounds on what a client says after the handshake that don't wait for the server to enforce them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from proxy.wire.buffer import Reader
from proxy.wire.frame import FrameError
from proxy.wire.limits import Limits

if TYPE_CHECKING:
    from proxy.versions.base import ProtocolFamily, State

Check = Callable[[bytes], None]
"""Takes a packet's body; raises :class:`FrameError` or :class:`proxy.wire.buffer.DecodeError`."""

_KEY_CHARACTERS = 32_767
"""A resource location."""


def serverbound_checks(family: ProtocolFamily, limits: Limits, state: State) -> Mapping[int, Check]:
    """The checks of one state by packet id."""

    def chat(body: bytes) -> None:
        Reader(body).string(limits.chat_characters)

    def command(body: bytes) -> None:
        Reader(body).string(family.command_characters)

    def plugin_message(body: bytes) -> None:
        reader = Reader(body)
        channel = reader.string(family.channel_characters)
        if reader.remaining > limits.plugin_payload_bytes:
            raise FrameError(
                f"plugin message of {reader.remaining} bytes on {channel[:64]!r}, "
                f"at most {limits.plugin_payload_bytes} allowed"
            )

    def cookie_response(body: bytes) -> None:
        read_cookie_key(body, limits)

    def select_known_packs(body: bytes) -> None:
        packs = Reader(body).varint()
        if not 0 <= packs <= limits.known_packs:
            raise FrameError(f"{packs} known packs, at most {limits.known_packs} allowed")

    checks: dict[str, Check] = {
        "chat_message": chat,
        "chat_command": command,
        "chat_command_signed": command,
        "plugin_message": plugin_message,
        "cookie_response": cookie_response,
        "select_known_packs": select_known_packs,
    }
    by_id = {family.packet_id(state, "serverbound", name): check for name, check in checks.items()}
    return {packet_id: check for packet_id, check in by_id.items() if packet_id is not None}


def read_cookie_key(body: bytes, limits: Limits) -> str:
    """Which cookie a response gives back. The cookie itself, where there is one, is only measured.

    Raises :class:`FrameError` or :class:`proxy.wire.buffer.DecodeError` when it isn't exactly a response within bounds.
    """
    reader = Reader(body)
    key = reader.string(_KEY_CHARACTERS)
    if reader.boolean():
        size = reader.varint()
        if not 0 <= size <= limits.cookie_bytes:
            raise FrameError(f"cookie {key[:64]!r} of {size} bytes, at most {limits.cookie_bytes} allowed")
        reader.take(size)
    if reader.remaining:
        raise FrameError(f"{reader.remaining} bytes follow the cookie {key[:64]!r}")
    return key
