"""The layout of an ``.mcpr`` file, as ReplayMod writes it, with what Hearthkin adds.

A zip with ``metaData.json`` and ``recording.tmcpr``, the clientbound packets from login success on. Ours
also has ``serverbound.tmcpr`` in the same layout and ``hearthkin.json``, which says what wrote it and
nothing of the host. A ``.tmcpr`` is a row of entries: milliseconds since the start (int32), length (int32),
packet id and body.
"""

from __future__ import annotations

import json
import platform
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any, Final
from uuid import UUID

from proxy.versions.base import Direction

METADATA: Final = "metaData.json"
EXTRA: Final = "hearthkin.json"
STREAMS: Final[Mapping[Direction, str]] = {
    "clientbound": "recording.tmcpr",
    "serverbound": "serverbound.tmcpr",
}

SUFFIX: Final = ".mcpr"
UNFINISHED_SUFFIX: Final = ".tmp"
"""Behind ``.mcpr``: the folder of a recording that goes on, or that was killed."""

ENTRY = struct.Struct(">ii")
MAX_PACKET = 16 * 1024 * 1024
"""Bytes. Twice what a packet may be on the wire: a larger claim is damage."""
MAX_TIME = 0x7FFFFFFF

FORMAT_VERSION = 14
"""ReplayMod's; from 14 on a recording starts in the login state."""


class CaptureError(ValueError):
    """A capture can't be read or written; the text says which and why."""


@dataclass(frozen=True, slots=True)
class CapturedPacket:
    time: int
    """Milliseconds since the recording started."""
    direction: Direction
    data: bytes
    """Packet id and body."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """``metaData.json``, as far as we use it."""

    protocol: int
    minecraft: str
    server_name: str = ""
    started: int = 0
    """Milliseconds since 1970."""
    duration: int = 0
    """Milliseconds."""
    players: tuple[UUID, ...] = ()
    file_format_version: int = FORMAT_VERSION
    generator: str = ""

    def with_end(self, duration: int, players: Sequence[UUID]) -> Metadata:
        return replace(self, duration=duration, players=tuple(players))

    @property
    def starts_in_login(self) -> bool:
        return self.file_format_version >= FORMAT_VERSION

    def to_json(self) -> str:
        return json.dumps(
            {
                "singleplayer": False,
                "serverName": self.server_name,
                "duration": self.duration,
                "date": self.started,
                "mcversion": self.minecraft,
                "fileFormat": "MCPR",
                "fileFormatVersion": self.file_format_version,
                "protocol": self.protocol,
                "generator": self.generator or generator(),
                "selfId": -1,
                "players": [str(player) for player in self.players],
            }
        )

    @classmethod
    def from_json(cls, text: str | bytes) -> Metadata:
        """Raises :class:`CaptureError` unless it is an object with a protocol number."""
        try:
            found = json.loads(text)
        except ValueError as error:
            raise CaptureError(f"{METADATA} isn't JSON: {error}") from None
        if not isinstance(found, dict):
            raise CaptureError(f"{METADATA} isn't an object")
        if found.get("fileFormat", "MCPR") != "MCPR":
            raise CaptureError(f"{METADATA} is of format {found['fileFormat']!r}, not MCPR")
        protocol = _number(found, "protocol", -1)
        if protocol < 0:
            raise CaptureError(f"{METADATA} has no protocol number (recordings have one since 1.13)")
        return cls(
            protocol=protocol,
            minecraft=str(found.get("mcversion", "")),
            server_name=str(found.get("serverName", "")),
            started=_number(found, "date", 0),
            duration=_number(found, "duration", 0),
            players=_uuids(found.get("players")),
            file_format_version=_number(found, "fileFormatVersion", FORMAT_VERSION),
            generator=str(found.get("generator", "")),
        )


def generator() -> str:
    return f"Hearthkin {version('hearthkin')}"


def extra_json(metadata: Metadata) -> str:
    """``hearthkin.json``: the versions behind a capture."""
    return json.dumps(
        {
            "format": 1,
            "hearthkin": version("hearthkin"),
            "python": platform.python_version(),
            "minecraft": metadata.minecraft,
            "protocol": metadata.protocol,
        }
    )


def entry(time: int, packet: bytes) -> bytes:
    """The head of an entry, which its packet follows."""
    return ENTRY.pack(min(time, MAX_TIME), len(packet))


def _number(found: Mapping[str, Any], name: str, default: int) -> int:
    value = found.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def _uuids(found: Any) -> tuple[UUID, ...]:
    uuids = []
    for text in found if isinstance(found, list) else ():
        try:
            uuids.append(UUID(str(text)))
        except ValueError:
            continue
    return tuple(uuids)
