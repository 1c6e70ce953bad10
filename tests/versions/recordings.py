"""Packets recorded of vanilla servers: the npm package minecraft-packets, with what was read in them then."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from proxy.wire.frame import read_varint

NEWEST = 763
"""The last protocol that the package has recordings of."""

RECORDED = [family for family in supported() if family.protocol <= NEWEST]


@dataclass(frozen=True)
class Recording:
    """One recorded clientbound packet; ``name`` is minecraft-data's."""

    path: Path
    name: str
    our_name: str
    body: bytes

    @property
    def fields(self) -> Mapping[str, Any]:
        fields: Mapping[str, Any] = json.loads(self.path.with_suffix(".json").read_text("utf-8"))
        return fields


def folder(peers: Path) -> Path:
    """Where the package keeps a folder for each release."""
    return peers / "node_modules/minecraft-packets/minecraft-packets/data/pc"


def recordings(peers: Path, family: ProtocolFamily) -> list[Recording]:
    """All recordings of a release. Fails when they aren't there."""
    release = folder(peers) / family.minecraft / "from-server"
    found = []
    for path in sorted(release.glob("*/*.raw")):
        packet = path.read_bytes()
        packet_id, start = read_varint(packet, 0)
        our_name = family.packet_name("play", "clientbound", packet_id)
        assert our_name is not None, f"{path}: id {packet_id:#x}"
        found.append(Recording(path, path.parent.name, our_name, packet[start:]))
    assert len(found) > 190, f"{release} holds {len(found)} packets: is minecraft-packets installed?"
    return found
