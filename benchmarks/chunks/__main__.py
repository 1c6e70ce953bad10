"""Chunk column to queryable world; prints JSON. Run as ``python -m benchmarks.chunks``.

The recorded columns of vanilla servers in minecraft-packets, read by us, by prismarine-chunk on Node, and (1.16.5, the
newest that it knows) by quarry's decoder. All three must find the same blocks. Times are microseconds a column, best
and median of several rounds over all columns of a release; ratios compare the best.

Goals: every section decoded at least 50 times as fast as quarry and faster than prismarine-chunk; at most 5 % of that
until a block is asked for.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from quarry.types.buffer import Buffer1_14
from quarry.types.registry import OpaqueRegistry

from proxy.messages import ChunkData
from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from proxy.wire.frame import read_varint
from world.chunk import Chunk
from world.dimension import DimensionType
from world.view import WorldKey, WorldView

ROOT = Path(__file__).resolve().parents[2]
PACKETS = ROOT / "tests/peers/node_modules/minecraft-packets/minecraft-packets/data/pc"
RELEASES = ("1.16.5", "1.18.2", "1.19.2", "1.20.1")
"""Where vanilla's columns were recorded since they are as they are now; 1.20.1 is the newest."""
QUARRY_READS = {"1.16.5"}
"""Quarry knows no layout of chunks after 1.17."""

Figures = dict[str, float]


def recorded(family: ProtocolFamily) -> list[bytes]:
    """Bodies of the recorded chunk packets of a release."""
    folder = PACKETS / family.minecraft / "from-server" / "map_chunk"
    bodies = []
    for path in sorted(folder.glob("*.raw")):
        data = path.read_bytes()
        bodies.append(data[read_varint(data, 0)[1] :])
    if not bodies:
        raise SystemExit(f"no recorded chunks in {folder}: run  npm ci --prefix tests/peers")
    return bodies


def timed(work: Callable[[bytes], object], bodies: Sequence[bytes], rounds: int) -> Figures:
    """Microseconds a column."""
    for body in bodies:
        work(body)
    figures = []
    for _ in range(rounds):
        fresh = [bytes(bytearray(body)) for body in bodies]  # bytes remember their hash: a packet's is new
        start = time.perf_counter()
        for body in fresh:
            work(body)
        figures.append((time.perf_counter() - start) / len(bodies) * 1e6)
    return {"best": min(figures), "median": statistics.median(figures)}


class Ours:
    """What the proxy does with a chunk packet, from its body to the answer to a question."""

    def __init__(self, family: ProtocolFamily, dimension: DimensionType) -> None:
        self.family = family
        self.dimension = dimension
        self.heights = range(dimension.min_y, dimension.min_y + dimension.height, 16)

    def arrive(self, body: bytes) -> tuple[WorldView, Chunk]:
        """All that happens before anybody asks for a block."""
        world = WorldView(WorldKey("", "", 0), self.dimension, self.family.blocks)
        message = self.family.decode("clientbound", "chunk_data", body)
        assert isinstance(message, ChunkData)
        chunk = Chunk(
            message.x, message.z, self.dimension, lambda: self.family.read_column(body, self.dimension)
        )
        world.load(1, chunk, fingerprint=body)
        return world, chunk

    def ask_once(self, body: bytes) -> None:
        """One block: the column is walked, one section unpacked."""
        world, chunk = self.arrive(body)
        world.state(chunk.x << 4, self.dimension.min_y, chunk.z << 4)

    def ask_everywhere(self, body: bytes) -> None:
        """A block of each section: all of them are unpacked."""
        world, chunk = self.arrive(body)
        x, z = chunk.x << 4, chunk.z << 4
        for y in self.heights:
            world.state(x, y, z)

    def checksum(self, body: bytes) -> int:
        """Sum of all state ids."""
        states = self.arrive(body)[1].states_between(self.heights.start, self.heights.stop)
        if states is None:
            raise SystemExit(f"a recorded chunk of {self.family.minecraft} can't be read")
        return int(states.sum(dtype="int64"))


class QuarryBuffer(Buffer1_14):  # type: ignore[misc]
    """Quarry's buffer for 1.16.5 with the registry that costs nothing: ids stay ids."""

    registry = OpaqueRegistry(15)


def quarry_blocks(body: bytes) -> list[list[int]]:
    """State ids of each section, as its documentation reads a chunk packet."""
    buffer = QuarryBuffer(body)
    buffer.unpack("ii?")
    bitmask = buffer.unpack_varint()
    buffer.unpack_nbt()
    for _ in range(buffer.unpack_varint()):
        buffer.unpack_varint()
    buffer.unpack_varint()
    sections = buffer.unpack_chunk(bitmask)
    return [list(section[0]) for section in sections if section is not None]


def prismarine(release: str, rounds: int) -> dict[str, Any]:
    script = Path(__file__).with_name("prismarine.js")
    done = subprocess.run(
        ["node", str(script), release, str(rounds)], check=True, capture_output=True, text=True
    )
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def measure(family: ProtocolFamily, rounds: int) -> dict[str, Any]:
    bodies = recorded(family)
    tall = family.minecraft not in QUARRY_READS
    ours = Ours(family, DimensionType("overworld", -64 if tall else 0, 384 if tall else 256))
    checksum = sum(map(ours.checksum, bodies))

    lazily = timed(ours.arrive, bodies, rounds)
    once = timed(ours.ask_once, bodies, rounds)
    everywhere = timed(ours.ask_everywhere, bodies, rounds)
    theirs = prismarine(family.minecraft, rounds)
    if theirs.pop("checksum") != checksum:
        raise SystemExit(f"{family.minecraft}: prismarine-chunk finds other blocks")
    result: dict[str, Any] = {
        "input": {
            "columns": len(bodies),
            "bytes": sum(map(len, bodies)),
            "sha256": hashlib.sha256(b"".join(bodies)).hexdigest(),
        },
        "hearthkin_us": {"until_asked": lazily, "one_block": once, "all_sections": everywhere},
        "prismarine_us": {name: theirs.pop(name) for name in ("load", "decoded", "parsed")},
        "versions": theirs,
        "ratios": {},
    }
    ratios = result["ratios"]
    for name, figures in result["prismarine_us"].items():
        ratios[f"prismarine_{name}_to_ours"] = figures["best"] / everywhere["best"]
    ratios["until_asked_to_all_sections"] = lazily["best"] / everywhere["best"]
    if family.minecraft in QUARRY_READS:
        if sum(sum(map(sum, quarry_blocks(body))) for body in bodies) != checksum:
            raise SystemExit(f"{family.minecraft}: quarry finds other blocks")
        result["quarry_us"] = timed(quarry_blocks, bodies, min(rounds, 5))
        ratios["quarry_to_ours"] = result["quarry_us"]["best"] / everywhere["best"]
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how fast chunk columns are read.")
    parser.add_argument("--rounds", type=int, default=200)
    rounds = parser.parse_args().rounds
    print(
        json.dumps(
            {
                "python": platform.python_version(),
                "system": platform.platform(),
                "versions": {name: version(name) for name in ("numpy", "quarry", "bitstring")},
                "releases": {
                    family.minecraft: measure(family, rounds)
                    for family in supported()
                    if family.minecraft in RELEASES
                },
            },
            indent=2,
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
