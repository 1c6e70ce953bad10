"""Saves and loads 1,000 NPCs; prints JSON. Run as ``python -m benchmarks.npc_store``.

Goal: load and save of 1,000 NPCs under a second, and a save of one that changed writes one file. Beside it
the codec against nbtlib's and amulet-nbt's on the same bytes, and the store again with everybody's memory full."""

from __future__ import annotations

import hashlib
import io
import json
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import amulet_nbt
import nbtlib
from nbtlib.tag import Byte, Compound, Double, Float, Int, List, Long, String

from nbt.codec import read_network, skip_network, write_network
from nbt.memory import NAME as MEMORY
from nbt.memory import MemoryRecord
from nbt.schema import NpcRecord, npc_uuid
from nbt.store import NpcStore
from npc.memory import MemoryPool, MemoryType
from npc.memory.memory_type import TYPE_KEYS
from npc.memory.pool import CAPACITY, TRIVIA_CAPACITY

NPCS = 1000
REPEATS = 5


def seconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def best(call: Callable[[], object], rounds: int = 50) -> float:
    """Microseconds of one call, the best of a few runs."""
    return min(seconds(lambda: [call() for _ in range(rounds)]) for _ in range(REPEATS)) / rounds * 1e6


def records(generator: Random) -> list[NpcRecord]:
    return [
        NpcRecord(
            f"npc {number}",
            f"Npc {number}",
            npc_uuid(f"npc {number}", 0),
            position=(generator.uniform(-1e4, 1e4), 64.0, generator.uniform(-1e4, 1e4)),
            skin=(generator.randbytes(300).hex(), generator.randbytes(340).hex()),
            extra={"NpcEmotion": Compound({f"Mood{i}": Float(generator.random()) for i in range(16)})},
        )
        for number in range(NPCS)
    ]


def full_memories(generator: Random) -> MemoryPool:
    """Of everybody, with knowledge: as much as a companion can remember."""
    pool = MemoryPool()
    for _ in range(NPCS):
        row = pool.add()
        now = 0.0
        for number in range(CAPACITY):
            now += generator.uniform(0.0, 60.0)
            # of at most so many trivia as there is room for
            kind = MemoryType(generator.randrange(1, 5) if number >= TRIVIA_CAPACITY else 0)
            pool.record(row, UUID(int=1 + number // 3), kind, generator.random(), now)
            pool.record(row, UUID(int=1000 + number), MemoryType.OBSERVATION, generator.random(), now)
        pool.dawn(row, now)
        assert pool.count(row) == CAPACITY
    return pool


def memory_figures(generator: Random) -> dict[str, Any]:
    """As :func:`store_figures`, from and into the pool, everybody's memory being full."""
    pool = full_memories(generator)
    npcs, now = records(generator), 10_000.0

    def save(store: NpcStore) -> None:
        for row, npc in enumerate(npcs):
            kept = MemoryRecord(pool.records(row, now), pool.knowledge.records(row))
            npc.extra[MEMORY] = kept.to_nbt(TYPE_KEYS)
        store.save_npcs(npcs)

    def load(store: NpcStore) -> None:
        for row, npc in enumerate(store.load_all()):
            kept = MemoryRecord.from_nbt(npc.extra[MEMORY], TYPE_KEYS)
            pool.restore(row, kept.items, now)
            pool.knowledge.restore(row, kept.knowledge)

    with tempfile.TemporaryDirectory() as name:
        with NpcStore(Path(name)) as store:
            saved = seconds(lambda: save(store))
        with NpcStore(Path(name)) as store:
            loaded = seconds(lambda: load(store))
        size = sum(path.stat().st_size for path in Path(name).rglob("*.dat"))
    return {
        "memories": sum(pool.count(row) for row in range(NPCS)),
        "known": sum(len(pool.knowledge.all_of(row)) for row in range(NPCS)),
        "first_save_s": saved,
        "load_s": loaded,
        "bytes_per_file": size / NPCS,
    }


def store_figures(generator: Random) -> dict[str, Any]:
    npcs = records(generator)
    with tempfile.TemporaryDirectory() as name:
        with NpcStore(Path(name)) as store:
            first = seconds(lambda: store.save_npcs(npcs))
            unchanged = seconds(lambda: store.save_npcs(npcs))
            npcs[0].health = 1.0
            one = seconds(lambda: store.save_npcs(npcs))
            for npc in npcs:
                npc.health = 2.0
            rewritten = seconds(lambda: store.save_npcs(npcs))
        with NpcStore(Path(name)) as store:
            loaded = seconds(store.load_all)
    return {
        "npcs": NPCS,
        "first_save_s": first,
        "save_all_changed_s": rewritten,
        "save_one_changed_s": one,
        "save_none_changed_s": unchanged,
        "load_s": loaded,
        "load_and_first_save_s": loaded + first,
    }


def tree() -> Compound:
    """Compounds of the size of a biome registry: mostly small tags."""
    effects = Compound(
        sky=Int(7), fog=Int(12), mood=String("calm"), at=List[Double]([1.0, 2.0, 3.0]),
        more=List[Compound]([Compound(x=Byte(1))] * 3),
    )  # fmt: skip
    entries = {
        f"biome_{number}": Compound(
            name=String(f"minecraft:biome_{number}"), id=Int(number), seed=Long(number), temperature=Float(0.5),
            effects=effects,
        )
        for number in range(80)
    }  # fmt: skip
    return Compound(entries)


def codec_figures() -> dict[str, Any]:
    root = tree()
    data = write_network(root)
    file = nbtlib.File.parse(io.BytesIO(data))
    ours, theirs = best(lambda: read_network(data)), best(lambda: nbtlib.File.parse(io.BytesIO(data)))
    return {
        "bytes": len(data),
        "input_sha256": hashlib.sha256(data).hexdigest(),
        "read_us": ours,
        "nbtlib_read_us": theirs,
        "amulet_read_us": best(lambda: amulet_nbt.load(data, compressed=False)),
        "skip_us": best(lambda: skip_network(data)),
        "write_us": best(lambda: write_network(root)),
        "nbtlib_write_us": best(lambda: file.write(io.BytesIO())),
        "read_ratio": theirs / ours,
    }


def main() -> int:
    versions = {name: version(name) for name in ("nbtlib", "amulet-nbt", "numpy")}
    figures = {
        "store": store_figures(Random(1)),
        "store_full_memories": memory_figures(Random(1)),
        "codec": codec_figures(),
        "versions": versions,
    }
    print(
        json.dumps(figures | {"python": platform.python_version(), "system": platform.platform()}, indent=2)
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
