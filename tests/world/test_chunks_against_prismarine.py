"""Recorded chunks of vanilla servers, read by us and by prismarine-chunk."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from proxy.messages import ChunkData
from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from proxy.wire.frame import read_varint
from world.chunk import Chunk
from world.dimension import DimensionType

FAMILIES = {family.minecraft: family for family in supported() if family.protocol <= 763}
"""The last release that was recorded is 1.20.1."""
WITHOUT_HEIGHTMAPS = {"1.8.8", "1.12.2"}
PACKETS = 5
"""Recorded chunks a release; in 1.8 they are all unloads, and as many bulks of ten columns."""


@dataclass(frozen=True)
class Recorded:
    """A packet's body, and what prismarine-chunk finds in the packet. Arrays in order y, z, x."""

    body: bytes
    x: int
    z: int
    dimension: DimensionType
    states: npt.NDArray[np.uint16]
    biomes: npt.NDArray[np.uint16]

    def chunk(self, family: ProtocolFamily) -> Chunk:
        return Chunk(
            self.x,
            self.z,
            self.dimension,
            lambda: family.read_column(self.body, self.dimension),
            family.blocks,
        )


@pytest.fixture(scope="module", params=sorted(FAMILIES))
def family(request: pytest.FixtureRequest) -> ProtocolFamily:
    return FAMILIES[request.param]


@pytest.fixture(scope="module")
def recorded(family: ProtocolFamily, peers: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Recorded]:
    folder = tmp_path_factory.mktemp("prismarine")
    process = subprocess.run(
        ["node", str(peers / "chunk_oracle.js"), family.minecraft, str(folder)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    packages = peers / "node_modules" / "minecraft-packets" / "minecraft-packets" / "data" / "pc"
    packets = packages / family.minecraft / "from-server"
    chunks = []
    for line in process.stdout.splitlines():
        place = json.loads(line)
        body = _column_body(family, packets, place["number"])
        if body is None:
            continue
        height = place["height"]
        states = np.fromfile(folder / f"{place['number']}.states", dtype="<u2").reshape(height, 16, 16)
        biomes = np.fromfile(folder / f"{place['number']}.biomes", dtype="<u2").reshape(height // 4, 4, 4)
        dimension = DimensionType("overworld", min_y=place["minY"], height=height)
        chunks.append(Recorded(body, place["x"], place["z"], dimension, states, biomes))
    assert len(chunks) in (PACKETS, 10 * PACKETS)
    return chunks


def _column_body(family: ProtocolFamily, packets: Path, number: str) -> bytes | None:
    """What the family reads a column from, by the oracle's name for it; None for an unload."""
    packet, _, index = number.partition("-")
    name, our_name = ("map_chunk_bulk", "map_chunk_bulk") if index else ("map_chunk", "chunk_data")
    raw = (packets / name / f"{packet}.raw").read_bytes()
    packet_id, start = read_varint(raw, 0)
    assert family.packet_name("play", "clientbound", packet_id) == our_name
    if index:
        return family.column_bodies(raw[start:])[int(index)]
    message = family.decode("clientbound", our_name, raw[start:])
    return raw[start:] if isinstance(message, ChunkData) else None


@pytest.mark.proves("chunks", "prismarine-chunk", "minecraft-packets")
def test_every_block_of_a_column_is_the_one_prismarine_finds(
    family: ProtocolFamily, recorded: list[Recorded]
) -> None:
    for packet in recorded:
        bottom, height = packet.dimension.min_y, packet.dimension.height
        ours = packet.chunk(family).states_between(bottom, bottom + height)
        assert ours is not None
        np.testing.assert_array_equal(ours, packet.states)
        assert np.count_nonzero(ours) > 16 * 16, "the recorded chunk holds next to nothing"


def test_asking_block_by_block_gives_the_same(family: ProtocolFamily, recorded: list[Recorded]) -> None:
    packet = recorded[0]
    chunk = packet.chunk(family)
    x0, y0, z0 = packet.x * 16, packet.dimension.min_y, packet.z * 16
    differing = [
        (x, y, z)
        for (y, z, x), state in np.ndenumerate(packet.states)
        if chunk.state(x0 + x, y0 + y, z0 + z) != state
    ]
    assert not differing


def test_every_biome_cell_is_the_one_prismarine_finds(
    family: ProtocolFamily, recorded: list[Recorded]
) -> None:
    for packet in recorded:
        chunk = packet.chunk(family)
        bottom = packet.dimension.min_y
        ours = [chunk.biome(4 * x, bottom + 4 * y, 4 * z) for y, z, x in np.ndindex(packet.biomes.shape)]
        assert ours == packet.biomes.ravel().tolist()


def test_repacked_sections_hold_the_same_blocks(family: ProtocolFamily, recorded: list[Recorded]) -> None:
    """What our own server would send, read back."""
    for packet in recorded:
        contents = packet.chunk(family).contents
        assert contents is not None
        for section in contents.sections:
            if section is not None:
                again = type(section)(section.block_count, *section.packed(single_value=True))
                np.testing.assert_array_equal(again.states, section.states)


def test_the_block_counts_of_the_server_are_those_of_the_states(
    family: ProtocolFamily, recorded: list[Recorded]
) -> None:
    air = family.blocks.air
    for packet in recorded:
        contents = packet.chunk(family).contents
        assert contents is not None
        for section in contents.sections:
            if section is not None:
                assert section.block_count == np.count_nonzero(~air[section.states])


def test_the_highest_blocks_are_those_of_the_servers_own_heightmap(
    family: ProtocolFamily, recorded: list[Recorded]
) -> None:
    for packet in recorded:
        chunk = packet.chunk(family)
        assert chunk.contents is not None
        if family.minecraft in WITHOUT_HEIGHTMAPS:
            assert not chunk.contents.heightmaps
            continue
        told = chunk.contents.heightmaps["MOTION_BLOCKING"].reshape(16, 16)
        for z, x in np.ndindex(told.shape):
            assert chunk.highest(x, z) == packet.dimension.min_y + int(told[z, x]) - 1
