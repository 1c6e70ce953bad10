"""Terrain that vanilla generated: region files of prismarine-provider-anvil, columns recorded by minecraft-packets.

Both come with the Node peers. Whatever is loaded here can be sent on with :func:`packets`, so that others stand in
the same columns.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nbt.codec import read_file_bytes
from proxy.messages import ChunkData
from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from proxy.wire.frame import read_varint
from world.blocks import BlockTable
from world.chunk import Chunk, ColumnContents
from world.dimension import DimensionType
from world.paletted import unpack
from world.section import EDGE, NARROWEST, Section
from world.view import WorldKey, WorldView

SECTOR = 4096
"""Bytes that region files count in."""
REGION = 32
"""Chunks along an edge of a region."""
SPANNING_UNTIL = 2529
"""Data version (20w17a) from which on packed values no longer cross longs."""
FULL = {"full", "minecraft:full", ""}
"""Statuses of a chunk that is done; to 1.12 there are none."""


class Square(NamedTuple):
    """Chunks of a region file, from a corner on."""

    release: str
    """Of the block table that the states are numbered by."""
    fixture: str
    """Folder of the region file."""
    x: int
    z: int
    """Chunk coordinates of the north-western corner."""
    size: int
    """Chunks along an edge."""


SQUARES = (
    Square("1.16.5", "1.16", 14, -7, 6),
    Square("1.19.4", "1.19.4", 4, 6, 6),
    Square("1.20.6", "1.20.6", 0, 0, 4),
)
"""Hills of the old generator, a plain with trees and a forest of today's, with their caves."""


def family_of(release: str) -> ProtocolFamily:
    """The protocol family of a release by its name."""
    return next(family for family in supported() if family.minecraft == release)


def dimension_of(family: ProtocolFamily) -> DimensionType:
    """The overworld as that release has it."""
    tall = family.protocol >= 757
    return DimensionType("overworld", -64, 384) if tall else DimensionType("overworld")


def region_world(peers: Path, square: Square) -> WorldView:
    """A world that holds a square of chunks out of a region file."""
    family = family_of(square.release)
    return world_of(family, region_chunks(peers, square))


def region_chunks(peers: Path, square: Square) -> Iterator[Chunk]:
    """The chunks of a square. Raises ValueError for one that isn't there, or whose generation isn't done."""
    family = family_of(square.release)
    folder = peers / "node_modules/prismarine-provider-anvil/test/fixtures" / square.fixture
    dimension = dimension_of(family)
    for z in range(square.z, square.z + square.size):
        for x in range(square.x, square.x + square.size):
            path = folder / f"r.{x // REGION}.{z // REGION}.mca"
            root = _region_chunk(path, x % REGION, z % REGION)
            yield Chunk(x, z, dimension, _contents(root, family.blocks, dimension), family.blocks)


def recorded_chunks(peers: Path, release: str) -> list[Chunk]:
    """The columns that were recorded of a release (1.9 or later): a strip, five chunks from north to south."""
    family = family_of(release)
    dimension = dimension_of(family)
    folder = (
        peers / "node_modules/minecraft-packets/minecraft-packets/data/pc" / release / "from-server/map_chunk"
    )
    chunks = []
    for path in sorted(folder.glob("*.raw")):
        packet = path.read_bytes()
        body = packet[read_varint(packet, 0)[1] :]
        message = family.decode("clientbound", "chunk_data", body)
        assert isinstance(message, ChunkData), path
        contents = family.read_column(body, dimension)
        chunks.append(Chunk(message.x, message.z, dimension, contents, family.blocks))
    assert chunks, f"no recorded chunks in {folder}: run  npm ci --prefix {peers}"
    return chunks


def world_of(family: ProtocolFamily, chunks: Iterable[Chunk]) -> WorldView:
    """A world that holds these chunks."""
    world = WorldView(WorldKey("", "minecraft:overworld", 0), dimension_of(family), family.blocks)
    for chunk in chunks:
        world.load(1, chunk)
    return world


def packets(family: ProtocolFamily, world: WorldView) -> list[bytes]:
    """A ``map_chunk`` packet (id and body) for each column of a world, by chunk position."""
    ordered = sorted(world.chunks(), key=lambda chunk: (chunk.x, chunk.z))
    return [family.chunk_data(chunk)[-1] for chunk in ordered]  # to 1.17 light comes before it


def _region_chunk(path: Path, x: int, z: int) -> Any:
    """Root compound of a chunk, by its place in the region."""
    data = path.read_bytes()
    entry = 4 * (x + REGION * z)
    start = int.from_bytes(data[entry : entry + 3], "big") * SECTOR
    if start == 0:
        raise ValueError(f"{path} has no chunk {x} {z}")
    length, compression = struct.unpack_from(">IB", data, start)
    if compression != 2:
        raise ValueError(f"{path}: chunk {x} {z} is compressed in way {compression}, not by zlib")
    return read_file_bytes(zlib.decompress(data[start + 5 : start + 4 + length]))[1]


def _contents(root: Any, blocks: BlockTable, dimension: DimensionType) -> ColumnContents:
    level = root.get("Level", root)
    status = str(level.get("Status", ""))
    if status not in FULL:
        raise ValueError(f"chunk {level['xPos']} {level['zPos']} is only {status}")
    spanning = int(root.get("DataVersion", 0)) < SPANNING_UNTIL
    bottom = dimension.min_y // EDGE
    sections: list[Section | None] = [None] * dimension.section_count
    for compound in level.get("sections", level.get("Sections")):
        section = _section(compound, blocks, spanning)
        if section is not None:
            sections[int(compound["Y"]) - bottom] = section
    bits = dimension.height.bit_length()
    heightmaps: dict[str, npt.NDArray[np.integer[Any]]] = {
        name: _heightmap(longs, bits, spanning)
        for name, longs in level.get("Heightmaps", {}).items()
        if name in ("WORLD_SURFACE", "MOTION_BLOCKING")
    }
    return ColumnContents(sections, heightmaps=heightmaps)


def _section(compound: Any, blocks: BlockTable, spanning: bool) -> Section | None:
    """Of 1.13 to 1.17 as a palette beside its data, from 1.18 on in ``block_states``."""
    states = compound.get("block_states", compound)
    palette = states.get("palette", states.get("Palette"))
    if palette is None:
        return None
    numbers = np.array([_state(entry, blocks) for entry in palette], np.uint16)
    longs = states.get("data", states.get("BlockStates"))
    if longs is None:
        return Section.filled(int(numbers[0]))
    bits = max(NARROWEST, (len(numbers) - 1).bit_length())
    packed = Section(None, bits, numbers, longs.astype(">i8").tobytes(), spanning=spanning)
    return Section.from_array(packed.states, blocks.air)


def _state(entry: Any, blocks: BlockTable) -> int:
    properties = {str(name): str(value) for name, value in entry.get("Properties", {}).items()}
    return blocks.state(str(entry["Name"]), **properties)


def _heightmap(longs: Any, bits: int, spanning: bool) -> npt.NDArray[np.integer[Any]]:
    return unpack(longs.astype(">i8").tobytes(), bits, EDGE * EDGE, spanning=spanning)


def places_to_stand(world: WorldView) -> npt.NDArray[np.intp]:
    """Block positions above a whole block with room for a player, shape (n, 3): x, y, z. Sorted.

    Floors of leaves are left out: hardly anything leads up to them.
    """
    blocks = world.blocks
    chunks = [(chunk.x, chunk.z) for chunk in world.chunks()]
    (west, north), (east, south) = np.min(chunks, 0).tolist(), np.max(chunks, 0).tolist()
    x0, y0, z0 = west * EDGE, world.dimension.min_y, north * EDGE
    top = y0 + world.dimension.height
    states = world.states_in_box(x0, y0, z0, (east + 1) * EDGE, top, (south + 1) * EDGE)
    floor = blocks.full_cube & ~blocks.leaves & ~blocks.hazard
    free = ~(blocks.solid | blocks.water | blocks.lava | blocks.hazard)
    known = states >= 0
    room = free[states] & known
    standing = (floor[states] & known)[:-2] & room[1:-1] & room[2:]
    y, z, x = np.nonzero(standing)
    return np.stack((x + x0, y + y0 + 1, z + z0), axis=1)


def uppermost(places: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """The highest place of each block column."""
    highest: dict[tuple[int, int], int] = {}
    for x, y, z in places.tolist():
        highest[x, z] = max(y, highest.get((x, z), y))
    return np.array([(x, y, z) for (x, z), y in highest.items()], np.intp)
