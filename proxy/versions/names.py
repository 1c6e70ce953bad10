"""Packet names and ids of one protocol version, from quarry's tables."""

from __future__ import annotations

from quarry.data.packets import packet_names

from proxy.versions.base import Direction, State

_MODES: dict[State, str] = {"handshaking": "init", "status": "status", "login": "login", "play": "play"}
_DIRECTIONS: dict[Direction, str] = {"clientbound": "downstream", "serverbound": "upstream"}


class PacketNames:
    """Both ways between a packet's id and quarry's name for it."""

    __slots__ = ("_ids", "_names")

    def __init__(self, protocol: int) -> None:
        self._names: dict[tuple[State, Direction], dict[int, str]] = {}
        self._ids: dict[tuple[State, Direction], dict[str, int]] = {}
        for state, mode in _MODES.items():
            for direction, way in _DIRECTIONS.items():
                names = {
                    packet_id: name
                    for (version, its_mode, its_way, packet_id), name in packet_names.items()
                    if (version, its_mode, its_way) == (protocol, mode, way)
                }
                self._names[state, direction] = names
                self._ids[state, direction] = {name: packet_id for packet_id, name in names.items()}

    def name(self, state: State, direction: Direction, packet_id: int) -> str | None:
        return self._names[state, direction].get(packet_id)

    def id(self, state: State, direction: Direction, name: str) -> int | None:
        return self._ids[state, direction].get(name)

    def play_names(self, direction: Direction) -> frozenset[str]:
        return frozenset(self._ids["play", direction])
