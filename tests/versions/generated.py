"""The samples of :mod:`samples`, written by node-minecraft-protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge import Judge
from samples import samples
from samples.values import particle_names

from proxy.versions import supported
from proxy.versions.base import CONFIGURATION, Direction
from proxy.wire.frame import read_varint


@dataclass(frozen=True)
class Generated:
    """One packet: minecraft-data's name and parameters of it, our name and its body."""

    direction: Direction
    name: str
    params: Mapping[str, Any]
    our_name: str
    body: bytes


GeneratedPackets = dict[int, list[Generated]]
"""By protocol."""


def generate(peers: Path, judge: Judge) -> GeneratedPackets:
    wanted = [
        (family, sample)
        for family in supported()
        for sample in samples(family, particle_names(peers, family.minecraft))
    ]
    packets = judge.write([(family.minecraft, *sample) for family, sample in wanted])
    by_protocol: GeneratedPackets = {}
    direction: Any
    for (family, (direction, name, params)), packet in zip(wanted, packets, strict=True):
        packet_id, start = read_varint(packet, 0)
        prefix = CONFIGURATION if name.startswith(CONFIGURATION) else ""
        our_name = family.packet_name("configuration" if prefix else "play", direction, packet_id)
        assert our_name is not None, f"{family.minecraft} {direction} {name}: id {packet_id:#x}"
        entry = Generated(direction, name, params, prefix + our_name, packet[start:])
        by_protocol.setdefault(family.protocol, []).append(entry)
    return by_protocol
