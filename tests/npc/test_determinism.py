"""The same capture and the same seed give the same saves, byte for byte, in any process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nbt.store import NpcStore

HERE = Path(__file__).parent
CAPTURES = HERE.parent / "captures"


def start(release: str, folder: Path, seed: int, hash_seed: str) -> subprocess.Popen[str]:
    folder.mkdir()
    return subprocess.Popen(
        [
            sys.executable, HERE / "replayed_saves.py", CAPTURES / f"session-{release}.mcpr", folder, str(seed),
        ],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix == ".dat"
    }


def feelings(folder: Path) -> dict[str, Any]:
    """The pools of every companion, by mood."""
    with NpcStore(folder) as store:
        return {record.npc_id: record.extra["NpcEmotion"]["States"] for record in store.load_all()}


@pytest.mark.parametrize("release", ["1.20.4"])
def test_two_processes_that_hash_differently_leave_the_same_bytes(release: str, tmp_path: Path) -> None:
    runs = {"one": (7, "1"), "two": (7, "2"), "other seed": (8, "1")}
    processes = {name: start(release, tmp_path / name, *run) for name, run in runs.items()}
    said = {name: process.communicate(timeout=240)[0] for name, process in processes.items()}
    assert [process.returncode for process in processes.values()] == [0, 0, 0], said
    steps = {name: int(count) for name, count, *_ in map(str.split, said["one"].splitlines())}
    assert sorted(steps) == ["fern", "juniper", "rill", "rowan"]
    assert steps["rowan"] > 5, "it fell"
    assert min(steps["fern"], steps["rill"]) > 50, "they strolled"
    felt = feelings(tmp_path / "one")
    assert felt.keys() == set(steps)
    assert felt["rowan"]["uneasy"]["Memory"] > 0.0, "it fell"
    assert all(states["composed"]["Context"] == 9.0 for states in felt.values())
    one, two, other = (contents(tmp_path / name) for name in runs)
    assert {Path(name).name for name in one} >= {f"{name}.dat" for name in steps}
    assert one == two
    assert one.keys() == other.keys()
    assert one != other
