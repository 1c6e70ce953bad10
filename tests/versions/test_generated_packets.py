"""Packets that node-minecraft-protocol writes: all serverbound ones, and clientbound ones that no recording holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from expected import expected
from expected.values import plain
from generated import GeneratedPackets
from hand_written import hand_written
from recordings import RECORDED, recordings
from samples.values import particle_names

from proxy.versions import supported
from proxy.versions.base import Direction, ProtocolFamily

CHUNK = "chunk_data"
FAMILIES = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)


@FAMILIES
@pytest.mark.proves("readers", "node-minecraft-protocol")
def test_every_field_of_every_generated_packet_agrees(
    family: ProtocolFamily, generated: GeneratedPackets, peers: Path
) -> None:
    particles = particle_names(peers, family.minecraft)
    for packet in generated[family.protocol]:
        message = family.decode(packet.direction, packet.our_name, packet.body)
        wanted = expected(packet.direction, packet.name, packet.params, family, particles)
        assert plain(message) == plain(wanted), f"{packet.direction} {packet.name} {packet.params}"


@FAMILIES
def test_every_packet_that_we_read_is_compared_with_somebody_elses(
    family: ProtocolFamily, generated: GeneratedPackets, peers: Path
) -> None:
    """Chunks that nobody recorded are compared where they are written."""
    proved: dict[Direction, set[str]] = {"clientbound": {CHUNK}, "serverbound": set()}
    if family in RECORDED:
        proved["clientbound"] |= {recording.our_name for recording in recordings(peers, family)}
    for packet in generated[family.protocol]:
        proved[packet.direction].add(packet.our_name)
    proved["clientbound"] |= {name for name, _, _ in hand_written(family)}
    for direction, names in proved.items():
        assert family.decodes(direction) <= names
