"""Packet names and ids against minecraft-data, by id."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from minecraft_data_names import minecraft_data, minecraft_data_name

from proxy.versions import family_for, supported, supported_releases
from proxy.versions.base import Direction, ProtocolFamily, State
from proxy.versions.read import ROWS

FAMILIES = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)
NOT_FRAMED = {("handshaking", "serverbound"): {0xFE}}
"""minecraft-data lists the ping of 1.6 among the packets although it isn't one."""


def mappings(peers: Path, release: str) -> dict[tuple[str, str], dict[int, str]]:
    """(state, direction) → id → minecraft-data's name."""
    protocol = minecraft_data(peers, release, "protocol")

    def packets(state: str, way: str) -> dict[int, str]:
        fields: list[dict[str, Any]] = protocol[state][way]["types"]["packet"][1]
        names = fields[0]["type"][1]["mappings"]
        return {int(number, 16): name for number, name in names.items()}

    return {
        (state, direction): packets(state, way)
        for state in get_args(State)
        if state in protocol
        for direction, way in (("clientbound", "toClient"), ("serverbound", "toServer"))
    }


@FAMILIES
@pytest.mark.proves("ids", "minecraft-data")
def test_every_packet_of_minecraft_data_has_its_id_and_no_other_exists(
    family: ProtocolFamily, peers: Path
) -> None:
    for (state, direction), theirs in mappings(peers, family.minecraft).items():
        ours = {
            packet_id: minecraft_data_name(family.protocol, state, direction, name)
            for packet_id in range(256)
            if (name := family.packet_name(state, direction, packet_id)) is not None  # type: ignore[arg-type]
        }
        skipped = NOT_FRAMED.get((state, direction), set())
        assert ours == {number: name for number, name in theirs.items() if number not in skipped}


@FAMILIES
def test_names_and_ids_are_each_others_inverse(family: ProtocolFamily) -> None:
    for state in get_args(State):
        for direction in get_args(Direction):
            for packet_id in range(256):
                name = family.packet_name(state, direction, packet_id)
                if name is not None:
                    assert family.packet_id(state, direction, name) == packet_id
            assert family.packet_id(state, direction, "no_such_packet") is None
            assert family.packet_name(state, direction, 0x7FFF) is None


@pytest.mark.parametrize("direction", get_args(Direction))
def test_every_row_belongs_to_a_packet_of_some_family(direction: Direction) -> None:
    known = frozenset[str]().union(*(family.decodes(direction) for family in supported()))
    assert {row.name for row in ROWS[direction]} == known


def test_families_are_shared_and_ordered() -> None:
    families = supported()
    assert [family.protocol for family in families] == [47, 340, 754, 758, *range(760, 776)]
    assert all(family_for(family.protocol) is family for family in families)
    assert family_for(759) is None
    assert supported_releases() == "1.8–1.8.9, 1.12.2, 1.16.4/1.16.5, 1.18.2, 1.19.1–26.1.2"


def test_a_packet_that_nobody_reads_is_refused_by_name() -> None:
    family = family_for(754)
    assert family is not None
    with pytest.raises(LookupError, match=r"1\.16\.5: no reader for clientbound statistics"):
        family.decode("clientbound", "statistics", b"")
