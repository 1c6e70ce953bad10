"""Packets of real vanilla servers, against what node-minecraft-protocol read in them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from expected import builders, expected
from expected.values import long, nbt, plain, position
from minecraft_data_names import minecraft_data_name
from recordings import RECORDED, folder, recordings

from proxy.messages import ChunkData
from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from world.chunk import ColumnContents
from world.dimension import DimensionType

CHUNK = "map_chunk"
WITH_HEIGHTMAPS = [family for family in RECORDED if family.protocol >= 754]
"""Chunks of 1.8.8 and 1.12.2 are compared in ``test_legacy_chunks``."""
FAMILIES = pytest.mark.parametrize("family", RECORDED, ids=lambda family: family.minecraft)


def overworld(family: ProtocolFamily) -> DimensionType:
    return (
        DimensionType("minecraft:overworld", -64, 384)
        if family.protocol > 754
        else DimensionType("minecraft:overworld")
    )


def test_every_release_that_is_recorded_and_spoken_is_compared(peers: Path) -> None:
    recorded = {path.name for path in folder(peers).iterdir() if path.is_dir()}
    spoken = {family.minecraft: family for family in supported()}
    assert [spoken[release] for release in spoken if release in recorded] == RECORDED


@FAMILIES
def test_recorded_packets_have_the_names_that_we_give_their_ids(family: ProtocolFamily, peers: Path) -> None:
    for recording in recordings(peers, family):
        name = minecraft_data_name(family.protocol, "play", "clientbound", recording.our_name)
        assert name == recording.name, recording.path


@FAMILIES
@pytest.mark.proves("recorded", "minecraft-packets")
def test_every_field_of_every_recorded_packet_that_we_read_agrees(
    family: ProtocolFamily, peers: Path
) -> None:
    compared: set[str] = set()
    for recording in recordings(peers, family):
        if recording.our_name not in family.decodes("clientbound") or recording.name == CHUNK:
            continue
        message = family.decode("clientbound", recording.our_name, recording.body)
        wanted = expected("clientbound", recording.name, recording.fields, family)
        assert plain(message) == plain(wanted), recording.path
        compared.add(recording.name)
    assert len(compared) >= 30


@FAMILIES
def test_every_packet_that_we_read_has_a_comparison(family: ProtocolFamily) -> None:
    names = {
        minecraft_data_name(family.protocol, "play", "clientbound", name)
        for name in family.decodes("clientbound")
    }
    assert names - {CHUNK} <= set(builders(family, "clientbound"))


@pytest.mark.parametrize("family", WITH_HEIGHTMAPS, ids=lambda family: family.minecraft)
def test_every_part_of_recorded_chunks_agrees(family: ProtocolFamily, peers: Path) -> None:
    chunks = [recording for recording in recordings(peers, family) if recording.name == CHUNK]
    assert len(chunks) == 5
    for recording in chunks:
        fields = recording.fields
        message = family.decode("clientbound", recording.our_name, recording.body)
        assert message == ChunkData(fields["x"], fields["z"], fields.get("groundUp", True), recording.body)
        column = family.read_column(recording.body, overworld(family))
        compare_heightmaps(column, fields)
        compare_block_entities(column, fields)
        compare_biomes(column, fields)
        compare_sections(column, fields, family)


def compare_heightmaps(column: ColumnContents, fields: Mapping[str, Any]) -> None:
    """9 bits a column, seven to a long, as numbers instead of NumPy."""
    theirs = {}
    for name, tag in fields["heightmaps"]["value"].items():
        longs = [long(value) & 0xFFFFFFFFFFFFFFFF for value in tag["value"]]
        theirs[name] = [(longs[index // 7] >> (index % 7 * 9)) & 0x1FF for index in range(256)]
    assert {name: heights.tolist() for name, heights in column.heightmaps.items()} == theirs


def compare_block_entities(column: ColumnContents, fields: Mapping[str, Any]) -> None:
    theirs = {}
    for entity in fields["blockEntities"]:
        if entity.get("type") == "compound":  # to 1.17: all of it is NBT
            x, y, z = (entity["value"][axis]["value"] for axis in "xyz")
            theirs[x & 15, y, z & 15] = entity["value"]["id"]["value"], plain(nbt(entity))
        else:
            x, y, z = position(entity)
            theirs[x, y, z] = entity["type"], plain(nbt(entity.get("nbtData")))
    ours = {place: (entity.kind, plain(entity.nbt)) for place, entity in column.block_entities.items()}
    assert ours == theirs


def compare_biomes(column: ColumnContents, fields: Mapping[str, Any]) -> None:
    assert ("biomes" in fields) == (column.biomes is not None)
    if column.biomes is not None:
        assert column.biomes.tolist() == fields["biomes"]


def compare_sections(column: ColumnContents, fields: Mapping[str, Any], family: ProtocolFamily) -> None:
    """Which sections there are, and that each holds as many blocks as its server counted."""
    if "bitMap" in fields:
        present = [bool(fields["bitMap"] >> index & 1) for index in range(16)]
        assert [section is not None for section in column.sections] == present
    else:
        assert all(column.sections)
        assert len(column.sections) == 24
    air = family.blocks.air
    for section in column.sections:
        if section is not None:
            assert section.block_count == np.count_nonzero(~air[section.states])
    first = next(section for section in column.sections if section is not None)
    data = bytes(fields["chunkData"]["data"])
    assert first.block_count == int.from_bytes(data[:2], "big")
