"""Kills a process with SIGKILL while it saves, again and again, and looks at what it left.

``python -m benchmarks.kill_while_saving [--kills N] [--seed N]`` prints JSON: how often the load after a
kill found the last complete save, the one that was under way, or neither (which must never be). Exit status
1 in that case."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import random
import select
import signal
import struct
import sys
import tempfile
import time
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import numpy as np
from nbtlib.tag import ByteArray, Compound, Long

from nbt.schema import NpcRecord, npc_uuid
from nbt.store import NpcStore

NPCS = 3
PAYLOAD_BYTES = 20_000
LONGEST_WAIT = 0.02
"""Seconds from a finished save to the kill, at most."""
_ROUND = struct.Struct(">q")


def payload(npc_id: str, number: int) -> bytes:
    """Bytes that belong to one save of one NPC and don't compress."""
    return hashlib.shake_256(f"{npc_id} {number}".encode()).digest(PAYLOAD_BYTES)


def record(npc_id: str, number: int) -> NpcRecord:
    data = ByteArray(np.frombuffer(payload(npc_id, number), np.int8))
    return NpcRecord(
        npc_id, npc_id, npc_uuid(npc_id, 0), extra={"Round": Compound(Number=Long(number), Data=data)}
    )


def save_forever(folder: Path, number: int, done: int) -> None:
    """The victim: saves all NPCs under rising numbers and writes each finished one to the pipe ``done``."""
    with NpcStore(folder) as store:
        store.load_all()
        while True:
            number += 1
            store.save_npcs(record(f"npc {index}", number) for index in range(NPCS))
            os.write(done, _ROUND.pack(number))


def kill_once(folder: Path, number: int, wait: float) -> int:
    """Start a victim, kill it ``wait`` seconds after its first save; return the last number it finished."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            save_forever(folder, number, writer)
        finally:
            os._exit(1)
    os.close(writer)
    finished = number
    try:
        if select.select([reader], [], [], 60)[0]:
            time.sleep(wait)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            raise RuntimeError(f"the victim ended by itself, status {status}")
        while chunk := os.read(reader, 65536):
            finished = _ROUND.unpack(chunk[-_ROUND.size :])[0]
    finally:
        os.close(reader)
    return finished


def look(folder: Path, finished: int) -> list[tuple[str, int]]:
    """What each NPC was loaded as: ``last`` save, the ``unfinished`` one, or ``neither``; and its number."""
    with NpcStore(folder) as store:
        found = {npc.npc_id: npc for npc in store.load_all()}
        outcomes = []
        for index in range(NPCS):
            npc = found.get(f"npc {index}")
            round_ = npc.extra.get("Round") if npc is not None else None
            if npc is None or round_ is None:
                outcomes.append(("neither", finished))
                continue
            number = int(round_["Number"])
            whole = round_["Data"].tobytes() == payload(npc.npc_id, number)
            kind = {finished: "last", finished + 1: "unfinished"}.get(number, "neither")
            outcomes.append((kind if whole else "neither", number))
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    generator = random.Random(arguments.seed)
    outcomes: Counter[str] = Counter()
    damaged = number = 0
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for _ in range(arguments.kills):
            finished = kill_once(folder, number, generator.uniform(0, LONGEST_WAIT))
            looked = look(folder, finished)
            outcomes.update(kind for kind, _ in looked)
            number = max(number for _, number in looked)
        damaged = len(list(folder.glob("npcs/*.damaged-*")))
    print(
        json.dumps(
            {
                "kills": arguments.kills,
                "loads": sum(outcomes.values()),
                "last": outcomes["last"],
                "unfinished": outcomes["unfinished"],
                "neither": outcomes["neither"],
                "damaged_files": damaged,
                "saves": number,
                "seconds": round(time.perf_counter() - started, 1),
                "seed": arguments.seed,
                "python": platform.python_version(),
                "system": platform.platform(),
                "nbtlib": version("nbtlib"),
            }
        )
    )
    return 1 if outcomes["neither"] else 0


if __name__ == "__main__":
    sys.exit(main())
