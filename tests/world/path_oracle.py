"""Asks mineflayer-pathfinder for ways: the Python end of ``tests/peers/path_oracle.js``."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from real_terrain import packets

from proxy.versions.base import ProtocolFamily
from world.paths.finder import Bounds
from world.view import WorldView

Place = tuple[int, int, int]
"""Block position of feet, as mineflayer-pathfinder's nodes have it: the block above what carries them."""
Step = tuple[Place, Place]


@dataclass(frozen=True)
class Answer:
    """What a search came to."""

    found: bool
    spent: bool
    """Whether it gave up because it had expanded all the nodes that it may."""
    nodes: int
    """Expanded."""
    ms: float
    """By the clock."""
    processor_ms: float
    """Of all its threads."""
    path: tuple[Place, ...]
    """Start and all nodes behind it; empty if there is no way."""


class PathOracle:
    """A Node process that searches. Use it in a ``with`` statement."""

    def __init__(self, peers: Path) -> None:
        self._process = subprocess.Popen(
            ["node", str(peers / "path_oracle.js")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> PathOracle:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def load(self, name: str, family: ProtocolFamily, world: WorldView) -> None:
        """Give it all columns of a world, under a name to speak of it by."""
        columns = [base64.b64encode(packet).decode() for packet in packets(family, world)]
        self._ask(
            "world",
            name=name,
            version=family.minecraft,
            minY=world.dimension.min_y,
            worldHeight=world.dimension.height,
            packets=columns,
        )

    def solve(
        self,
        world: str,
        searches: Sequence[tuple[Place, Place]],
        bounds: Bounds,
        *,
        drop: int,
        leap: bool = False,
        corners: bool = False,
        refused: Iterable[Step] = (),
    ) -> list[Answer]:
        """Search for a way from each start to its goal; path_oracle.js says what each argument allows."""
        answers = self._ask(
            "solve",
            world=world,
            searches=searches,
            leap=leap,
            drop=drop,
            corners=corners,
            polls=bounds.polls,
            across=bounds.across,
            upright=bounds.upright,
            refused=list(refused),
        )
        return [_answer(start, answer) for (start, _), answer in zip(searches, answers, strict=True)]

    def versions(self) -> dict[str, str]:
        """Of Node and of the packages that search."""
        versions: dict[str, str] = self._ask("versions")
        return versions

    def _ask(self, do: str, **arguments: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"id": 0, "do": do, **arguments}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise AssertionError("path_oracle.js ended before it answered; its stderr says why")
        answer = json.loads(line)
        if "ok" not in answer:
            raise AssertionError(f"path_oracle.js could not {do}: {answer.get('error', answer)}")
        return answer["ok"]


def _answer(start: Place, answer: dict[str, Any]) -> Answer:
    found = answer["status"] == "success"
    path = (start, *((x, y, z) for x, y, z in answer["path"])) if found else ()
    spent = answer["status"] == "spent"
    return Answer(found, spent, answer["nodes"], answer["ms"], answer["processor"], path)
