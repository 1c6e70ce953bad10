"""Packet names and ids of one protocol version: quarry's tables, which we extend by the versions it doesn't know."""

from __future__ import annotations

import json
from importlib.resources import files

from quarry.data.packets import minecraft_versions, packet_idents, packet_names

from proxy.versions.base import CONFIGURATION, Direction, State

_MODES: dict[State, str] = {
    "handshaking": "init",
    "status": "status",
    "login": "login",
    "configuration": "configuration",
    "play": "play",
}
_DIRECTIONS: dict[Direction, str] = {"clientbound": "downstream", "serverbound": "upstream"}


def register(protocol: int, minecraft: str) -> None:
    """Teach quarry the packets of a version from ``data/<release>.json``; nothing if it knows that version."""
    if protocol in minecraft_versions:
        return
    data = json.loads(files("proxy.versions.data").joinpath(f"{minecraft}.json").read_text("utf-8"))
    for state, mode in _MODES.items():
        for direction, way in _DIRECTIONS.items():
            for packet_id, name in enumerate(data["packets"].get(state, {}).get(direction, ())):
                packet_names[protocol, mode, way, packet_id] = name
                packet_idents[protocol, mode, way, name] = packet_id
    minecraft_versions[protocol] = minecraft


class PacketNames:
    """Both ways between a packet's id and its name."""

    __slots__ = ("_ids", "_names")

    def __init__(self, protocol: int, minecraft: str) -> None:
        register(protocol, minecraft)
        self._names: dict[tuple[State, Direction], dict[int, str]] = {
            (state, direction): {} for state in _MODES for direction in _DIRECTIONS
        }
        modes = {mode: state for state, mode in _MODES.items()}
        ways = {way: direction for direction, way in _DIRECTIONS.items()}
        for (version, mode, way, packet_id), name in packet_names.items():
            if version == protocol:
                self._names[modes[mode], ways[way]][packet_id] = name
        self._ids = {
            key: {name: packet_id for packet_id, name in names.items()} for key, names in self._names.items()
        }

    def name(self, state: State, direction: Direction, packet_id: int) -> str | None:
        return self._names[state, direction].get(packet_id)

    def id(self, state: State, direction: Direction, name: str) -> int | None:
        return self._ids[state, direction].get(name)

    def readable(self, direction: Direction) -> frozenset[str]:
        """Names of the packets of play and, with their prefix, of the configuration state."""
        configuration = (CONFIGURATION + name for name in self._ids["configuration", direction])
        return frozenset(self._ids["play", direction]).union(configuration)
