"""Registrations of plugin channels on the wire: the server gets all of them but Hearthkin's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from wire_harness.player import Player
from wire_harness.raw import string
from wire_harness.reactor_thread import in_reactor
from wire_harness.running import Stage

from proxy.connection.bridge import Bridge
from proxy.mood_channel import MoodChannel
from proxy.versions.base import State

REGISTER = {47: "REGISTER", 340: "REGISTER", 754: "minecraft:register", 764: "minecraft:register"}
REGISTER |= {775: "minecraft:register"}


class Listening:
    """The observer of one client, and what it has heard."""

    def __init__(self) -> None:
        self.changes: list[bool] = []

    def __call__(self, bridge: Bridge) -> list[Any]:
        return [MoodChannel(bridge.family, self.changes.append)]

    def heard(self) -> list[bool]:
        """Read in the reactor's thread, where it is written."""
        return in_reactor(lambda: list(self.changes))  # type: ignore[no-any-return]


@pytest.mark.parametrize("protocol", REGISTER)
@pytest.mark.parametrize("threshold", [-1, 64])
def test_the_server_is_told_of_all_channels_but_ours_in_each_state(
    start_stage: Callable[..., Stage], protocol: int, threshold: int
) -> None:
    listening = Listening()
    stage = start_stage(observers=listening)
    player = Player.logged_in(stage, protocol, threshold=threshold)
    states: list[State] = ["play"]
    if player.family.has_configuration:
        player.says("login", "login_acknowledged")
        states = ["configuration", "play", "configuration"]
    many = b"\0".join(b"mod:channel_%d" % number for number in range(40))
    before: list[State] = []
    for state in states:
        if before and state == "play":
            player.finish()
        elif before:
            player.start_again()
        before.append(state)
        register = string(REGISTER[protocol])
        player.client.send(
            player.up(state, "plugin_message", register + b"hearthkin:mood"),
            player.up(state, "plugin_message", register + many + b"\0hearthkin:mood"),
            player.up(state, "plugin_message", string("hearthkin:mood") + b"\x01"),
        )
        assert player.server.receive() == player.up(state, "plugin_message", register + many)
        player.says(state, "plugin_message", register + b"mod:another")
        player.says(state, "keep_alive", bytes(8))
    assert listening.heard() == [True, True] * len(states)
