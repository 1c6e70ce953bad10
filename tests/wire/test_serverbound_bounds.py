"""What a client may say at most, in each version and each state where it can say it: the maximum, and one more."""

from __future__ import annotations

from typing import Any

import pytest
from wire_harness.player import Player
from wire_harness.raw import string, varint
from wire_harness.running import Stage

KEY = string("shop:cart")

LIMITS = [
    # protocol, state, packet, largest body, body that is too large
    (754, "play", "chat_message", string("x" * 256), string("x" * 257)),
    (760, "play", "chat_command", string("x" * 256) + bytes(20), string("x" * 257) + bytes(20)),
    (765, "play", "chat_command", string("x" * 256) + bytes(20), string("x" * 257) + bytes(20)),
    # From 1.20.5 on a click may run longer commands than anybody can type.
    (766, "play", "chat_command", string("x" * 32_767), string("x" * 32_768)),
    (767, "play", "chat_command_signed", string("x" * 32_767) + bytes(20), string("x" * 32_768) + bytes(20)),
    (775, "play", "chat_command", string("x" * 32_767), string("x" * 32_768)),
    (775, "play", "chat_message", string("x" * 256) + bytes(30), string("x" * 257) + bytes(30)),
    (47, "play", "plugin_message", string("x" * 20) + bytes(32_767), string("x" * 20) + bytes(32_768)),
    (47, "play", "plugin_message", string("x" * 20), string("x" * 21)),
    (340, "play", "plugin_message", string("x" * 20), string("x" * 21)),
    (754, "play", "plugin_message", string("x:" * 16_383) + bytes(99), string("x:" * 16_384)),
    (775, "play", "plugin_message", string("a:b") + bytes(32_767), string("a:b") + bytes(32_768)),
    (764, "configuration", "plugin_message", string("a:b") + bytes(32_767), string("a:b") + bytes(32_768)),
    (775, "configuration", "plugin_message", string("a:b") + bytes(32_767), string("a:b") + bytes(32_768)),
    (
        766,
        "configuration",
        "select_known_packs",
        varint(64) + string("a") * 192,
        varint(65) + string("a") * 195,
    ),
    (775, "configuration", "select_known_packs", varint(0), varint(-1)),
]
COOKIES = [
    (KEY + b"\1" + varint(5120) + bytes(5120), KEY + b"\1" + varint(5121) + bytes(5121)),
    (KEY + b"\1" + varint(3) + b"abc", KEY + b"\1" + varint(-1)),
    (KEY + b"\1\0", KEY + b"\1" + varint(4) + b"abc"),
    (KEY + b"\0", KEY + b"\0" + bytes(6000)),
]


@pytest.mark.parametrize("threshold", [-1, 256])
@pytest.mark.parametrize(
    ("protocol", "state", "name", "largest", "too_large"),
    [
        *LIMITS,
        *(
            (protocol, state, "cookie_response", *bodies)
            for protocol, state in ((766, "play"), (775, "configuration"))
            for bodies in COOKIES
        ),
    ],
)
def test_bounds_hold_to_the_last_unit(
    stage: Stage, protocol: int, state: Any, name: str, largest: bytes, too_large: bytes, threshold: int
) -> None:
    join = Player.playing if state == "play" else Player.configuring
    player = join(stage, protocol, threshold=threshold)
    player.says(state, name, largest)
    player.client.send(player.up(state, name, too_large))
    assert player.is_refused()[0] == player.down(state, "disconnect")[0]
    assert stage.proxy.read(lambda f: f.stats.breaches) == 1
