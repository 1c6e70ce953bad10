"""The registries that minecraft-data has of vanilla servers, as a client is told them before play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from expected import expected
from expected.values import plain
from judge import Judge
from minecraft_data_names import minecraft_data

from proxy.messages import RegistryData
from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from proxy.versions.read.dimensions import VANILLA_DIMENSIONS
from proxy.wire.frame import read_varint

NAME = "configuration/registry_data"
CONFIGURED = [family for family in supported() if family.has_configuration]
FAMILIES = pytest.mark.parametrize("family", CONFIGURED, ids=lambda family: family.minecraft)
Packets = dict[int, list[tuple[dict[str, Any], bytes]]]


def parameters(peers: Path, family: ProtocolFamily) -> Iterator[dict[str, Any]]:
    """Of each packet: one for all registries, or one for each (1.20.5+)."""
    codec = minecraft_data(peers, family.minecraft, "loginPacket")["dimensionCodec"]
    if "type" in codec:
        yield {"codec": codec}
    else:
        yield from codec.values()


@pytest.fixture(scope="module")
def packets(peers: Path, judge: Judge) -> Packets:
    """Protocol → parameters and bodies, written by node-minecraft-protocol."""
    wanted = [(family, params) for family in CONFIGURED for params in parameters(peers, family)]
    written = judge.write([(family.minecraft, "clientbound", NAME, params) for family, params in wanted])
    found: Packets = {}
    for (family, params), packet in zip(wanted, written, strict=True):
        found.setdefault(family.protocol, []).append((params, packet[read_varint(packet, 0)[1] :]))
    return found


@FAMILIES
def test_every_registry_is_read_to_its_last_entry(family: ProtocolFamily, packets: Packets) -> None:
    names = 0
    for params, body in packets[family.protocol]:
        message = family.decode("clientbound", NAME, body)
        assert isinstance(message, RegistryData)
        assert plain(message) == plain(expected("clientbound", NAME, params, family))
        names += sum(map(len, message.registries.values()))
    assert names > 100


@FAMILIES
def test_what_a_client_has_itself_is_what_a_server_would_have_told(
    family: ProtocolFamily, packets: Packets
) -> None:
    told = {}
    for _, body in packets[family.protocol]:
        message = family.decode("clientbound", NAME, body)
        assert isinstance(message, RegistryData)
        told |= message.dimension_types
    known = VANILLA_DIMENSIONS.at(family.protocol)
    assert list(told) == list(known)
    for name, dimension in known.items():
        if family.protocol == 773 and name == "minecraft:the_end":
            # minecraft-data gives 1.21.9 the registries of 1.21.3; 1.21.9 brought sky light to the End
            assert dimension != told[name]
        else:
            assert dimension == told[name]
