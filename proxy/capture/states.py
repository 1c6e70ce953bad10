"""Which state of the protocol a recorded packet belongs to.

A recording starts at the end of the login, as ReplayMod has it: with login success, then (1.20.2+) the
configuration, then play, from which the server may take the client back to configuration.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from proxy.capture.container import CapturedPacket, CaptureError
from proxy.versions.base import CONFIGURATION, Direction, ProtocolFamily, State
from proxy.wire.frame import FrameError, read_varint

LOGIN_SUCCESS = "login_success"
FINISH = CONFIGURATION + "finish_configuration"
START = "start_configuration"

_TURNS: Mapping[Direction, Mapping[str, State]] = {
    "clientbound": {FINISH: "play", START: "configuration"},
    "serverbound": {FINISH: "play", "configuration_acknowledged": "configuration"},
}
"""Packet → the state of those that follow it in its direction."""


class Recorded(NamedTuple):
    """A packet that is known by its name."""

    name: str
    """Quarry's, with :data:`proxy.versions.base.CONFIGURATION` in front where it is of that state; that of an
    unknown packet is ``unknown_`` and its id."""
    state: State
    packet_id: int
    start: int
    """Where the body begins."""


class ProtocolStates:
    """Follows the states of both directions through a recording. ``from_login``: it starts with login success."""

    def __init__(self, family: ProtocolFamily, *, from_login: bool) -> None:
        self._family = family
        after_login: State = "configuration" if from_login and family.has_configuration else "play"
        self._after_login = after_login
        self._states: dict[Direction, State] = {
            "clientbound": "login" if from_login else "play",
            "serverbound": after_login,
        }

    def __getitem__(self, direction: Direction) -> State:
        """The state of the next packet of a direction."""
        return self._states[direction]

    def name(self, packet: CapturedPacket) -> Recorded:
        """The next packet of its direction. Raises :class:`CaptureError` for one without an id."""
        try:
            packet_id, start = read_varint(packet.data, 0)
        except FrameError as error:
            raise CaptureError(f"packet without an id at {packet.time} ms: {error}") from None
        direction = packet.direction
        state = self._states[direction]
        bare = (
            self._family.packet_name(state, direction, packet_id) or f"unknown_{packet_id & 0xFFFFFFFF:#04x}"
        )
        name = CONFIGURATION + bare if state == "configuration" else bare
        return Recorded(name, state, packet_id, start)

    def follow(self, direction: Direction, recorded: Recorded) -> None:
        """Go over to the state that a packet leads to."""
        if recorded.state == "login":
            if recorded.name == LOGIN_SUCCESS:
                self._states[direction] = self._after_login
        elif recorded.name in _TURNS[direction]:
            self._states[direction] = _TURNS[direction][recorded.name]

    def read(self, packet: CapturedPacket) -> Recorded:
        """:meth:`name` a packet and :meth:`follow` it."""
        recorded = self.name(packet)
        self.follow(packet.direction, recorded)
        return recorded
