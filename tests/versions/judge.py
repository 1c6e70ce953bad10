"""node-minecraft-protocol as the judge of our packets, asked once for a whole batch: it takes long to start."""

from __future__ import annotations

import json
import struct
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt


class Column(NamedTuple):
    """A column's contents in order y, z, x: state of each block, biome of each 4 × 4 × 4 cell."""

    states: npt.NDArray[np.uint16]
    biomes: npt.NDArray[np.uint16]


@dataclass(frozen=True)
class Judge:
    """Runs ``parse_packets.js`` of the folder of Node peers."""

    peers: Path

    def parse(
        self, packets: Sequence[tuple[str, bytes]], *, direction: str = "clientbound", state: str = "play"
    ) -> list[dict[str, Any]]:
        """Read packets (release; id and body); each answer is ``{"name", "params"}`` or ``{"error"}``."""
        return self._ask(
            [
                {"version": release, "direction": direction, "state": state, "parse": packet.hex()}
                for release, packet in packets
            ]
        )

    def parse_in_states(self, packets: Sequence[tuple[str, str, bytes]]) -> list[dict[str, Any]]:
        """As :meth:`parse` for clientbound packets given as release, state, and id and body."""
        return self._ask(
            [
                {"version": release, "direction": "clientbound", "state": state, "parse": packet.hex()}
                for release, state, packet in packets
            ]
        )

    def metadata_keys(self, releases: Sequence[str]) -> dict[str, dict[str, list[str]]]:
        """Release → entity type → what its metadata keeps, by index. No types for a release whose data don't say."""
        answers = self._ask([{"version": release, "metadataKeys": True} for release in releases])
        return dict(zip(releases, answers, strict=True))

    def write(self, packets: Sequence[tuple[str, str, str, dict[str, Any]]]) -> list[bytes]:
        """Write packets given as release, direction, minecraft-data's name and parameters.

        A name of the configuration state has ``configuration/`` in front.
        """
        answers = self._ask(
            [
                {
                    "version": release,
                    "direction": direction,
                    "state": name.rpartition("/")[0] or "play",
                    "write": {"name": name.rpartition("/")[2], "params": params},
                }
                for release, direction, name, params in packets
            ]
        )
        for (release, direction, name, _), answer in zip(packets, answers, strict=True):
            assert "hex" in answer, f"{release} {direction} {name}: {answer.get('error')}"
        return [bytes.fromhex(answer["hex"]) for answer in answers]

    def columns(
        self,
        columns: Sequence[tuple[str, Sequence[bytes], int, int]],
        places: Sequence[tuple[int, int, int]],
    ) -> list[list[list[int]]]:
        """What prismarine-chunk finds at local places of columns: state, biome and sky light of each.

        A column is its release, its packets (chunk and light), its lowest y and its height in blocks.
        """
        answers = self._ask(
            [
                {
                    "version": release,
                    "column": {
                        "packets": [packet.hex() for packet in packets],
                        "minY": min_y,
                        "worldHeight": height,
                        "at": places,
                    },
                }
                for release, packets, min_y, height in columns
            ]
        )
        assert all(isinstance(answer, list) for answer in answers), answers
        return answers

    def read_columns(self, packets: Sequence[tuple[str, Sequence[bytes], int, int]]) -> list[Column]:
        """As :meth:`columns` for all blocks and biomes."""
        answers = self._ask(
            [
                {
                    "version": release,
                    "column": {"packets": [p.hex() for p in parts], "minY": min_y, "worldHeight": height},
                }
                for release, parts, min_y, height in packets
            ]
        )
        for (release, *_), answer in zip(packets, answers, strict=True):
            assert "error" not in answer, f"{release}: {answer['error']}"
        return [
            Column(
                np.frombuffer(b64decode(answer["states"]), "<u2").reshape(height, 16, 16),
                np.frombuffer(b64decode(answer["biomes"]), "<u2").reshape(height // 4, 4, 4),
            )
            for (_, _, _, height), answer in zip(packets, answers, strict=True)
        ]

    def make_columns(
        self, columns: Sequence[tuple[str, int, Column]], heightmaps: Mapping[str, Sequence[int]]
    ) -> list[bytes]:
        """``map_chunk`` packets of the column at 3, -2: release, lowest y and contents; longs of heightmaps."""
        pairs = {
            name: [struct.unpack(">ii", struct.pack(">Q", long)) for long in longs]
            for name, longs in heightmaps.items()
        }
        answers = self._ask(
            [
                {
                    "version": release,
                    "make": {
                        "x": 3,
                        "z": -2,
                        "minY": min_y,
                        "worldHeight": len(column.states),
                        "states": b64encode(column.states.astype("<u2").tobytes()).decode(),
                        "biomes": b64encode(column.biomes.astype("<u2").tobytes()).decode(),
                        "heightmaps": pairs,
                    },
                }
                for release, min_y, column in columns
            ]
        )
        for (release, _, _), answer in zip(columns, answers, strict=True):
            assert "hex" in answer, f"{release}: {answer.get('error')}"
        return [bytes.fromhex(answer["hex"]) for answer in answers]

    def _ask(self, requests: list[dict[str, Any]]) -> list[Any]:
        done = subprocess.run(
            ["node", str(self.peers / "parse_packets.js")],
            input=json.dumps(requests),
            capture_output=True,
            text=True,
            cwd=self.peers,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        answers: list[Any] = json.loads(done.stdout)
        return answers
