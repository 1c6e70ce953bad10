"""Packets that node-minecraft-protocol writes: all serverbound ones, and clientbound ones that no recording holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from expected import expected
from expected.values import plain
from judge import Judge
from minecraft_data_names import minecraft_data_name
from samples import Sample, samples
from samples.values import particle_names

from proxy.versions import supported
from proxy.versions.base import Direction, ProtocolFamily
from proxy.wire.frame import read_varint

FAMILIES = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)


@pytest.fixture(scope="module")
def generated(peers: Path, judge: Judge) -> dict[int, list[tuple[Sample, bytes]]]:
    """Protocol → samples and the packets that node-minecraft-protocol makes of them, all in one go."""
    wanted = [
        (family, sample)
        for family in supported()
        for sample in samples(family, particle_names(peers, family.minecraft))
    ]
    packets = judge.write([(family.minecraft, *sample) for family, sample in wanted])
    by_protocol: dict[int, list[tuple[Sample, bytes]]] = {}
    for (family, sample), packet in zip(wanted, packets, strict=True):
        by_protocol.setdefault(family.protocol, []).append((sample, packet))
    return by_protocol


@FAMILIES
def test_every_field_of_every_generated_packet_agrees(
    family: ProtocolFamily, generated: dict[int, list[tuple[Sample, bytes]]], peers: Path
) -> None:
    particles = particle_names(peers, family.minecraft)
    direction: Any
    for (direction, name, params), packet in generated[family.protocol]:
        packet_id, start = read_varint(packet, 0)
        our_name = family.packet_name("play", direction, packet_id)
        assert our_name is not None, f"{direction} {name}"
        message = family.decode(direction, our_name, packet[start:])
        wanted = expected(direction, name, params, family, particles)
        assert plain(message) == plain(wanted), f"{direction} {name} {params}"


@FAMILIES
def test_every_packet_that_we_read_is_recorded_or_generated(
    family: ProtocolFamily, generated: dict[int, list[tuple[Sample, bytes]]], peers: Path
) -> None:
    folder = (
        peers / "node_modules/minecraft-packets/minecraft-packets/data/pc" / family.minecraft / "from-server"
    )
    proved: dict[Direction, set[str]] = {
        "clientbound": {path.name for path in folder.iterdir()},
        "serverbound": set(),
    }
    direction: Any
    for (direction, name, _), _ in generated[family.protocol]:
        proved[direction].add(name)
    for way, names in proved.items():
        read = {minecraft_data_name(family.protocol, "play", way, name) for name in family.decodes(way)}
        assert read <= names
