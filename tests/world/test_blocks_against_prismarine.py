"""Names, properties and collision boxes of block states against prismarine-block's own answers, for every release."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from world.block_states import UNKNOWN
from world.blocks import BlockTable, releases

RANDOM_STATES = 300
"""Of each release, beside the default state of each block."""

LEGACY = ("1.8.8", "1.12.2")
RELEASES = [release for release in releases() if release not in LEGACY]

SHIFTED = {"bamboo", "pointed_dripstone"}
"""Blocks that vanilla shifts by an amount drawn from the position: minecraft-data has one draw, we the middle."""

NAMES_SINCE_1_14 = {"sign": "oak_sign", "stone_slab": "smooth_stone_slab", "wall_sign": "oak_wall_sign"}
LATER_SHAPES = {"farmland", "ladder", "lily_pad"}
"""Blocks of 1.8 that minecraft-data gives the shape of later releases; ``test_legacy_blocks.py`` has theirs."""


class Answer(NamedTuple):
    """What prismarine-block says of one state."""

    state: int
    name: str | None
    properties: dict[str, str]
    boxes: list[list[float]]


class Release(NamedTuple):
    state_count: int | None
    answers: list[Answer]


def chosen_states(release: str) -> list[int]:
    table = BlockTable.load(release)
    chance = random.Random(release)
    if release in LEGACY:
        return list(range(1 << 12))
    drawn = {chance.randrange(table.state_count) for _ in range(RANDOM_STATES)}
    return sorted(drawn.union(kind.default for kind in table.kinds))


@pytest.fixture(scope="module")
def prismarine(peers: Path) -> dict[str, Release]:
    asked = {release: chosen_states(release) for release in releases()}
    process = subprocess.run(
        ["node", str(peers / "block_oracle.js")],
        input=json.dumps(asked), capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    found: dict[str, Release] = {}
    for line in process.stdout.splitlines():
        said: dict[str, Any] = json.loads(line)
        release = said["release"]
        found[release] = Release(
            said["count"],
            [
                Answer(state, name, {key: str(value).lower() for key, value in properties.items()}, boxes)
                for state, (name, properties, boxes) in zip(asked[release], said["states"], strict=True)
            ],
        )
    return found


@pytest.mark.peer
@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.proves("blocks", "prismarine-block")
def test_states_mean_what_they_mean_to_prismarine(release: str, prismarine: dict[str, Release]) -> None:
    table = BlockTable.load(release)
    assert table.state_count == prismarine[release].state_count
    for answer in prismarine[release].answers:
        assert table.name(answer.state) == answer.name
        assert table.properties(answer.state) == answer.properties
        assert table.state(answer.name, **answer.properties) == answer.state


@pytest.mark.peer
@pytest.mark.parametrize("release", RELEASES)
def test_collision_boxes_are_those_of_prismarine(release: str, prismarine: dict[str, Release]) -> None:
    table = BlockTable.load(release)
    for answer in prismarine[release].answers:
        boxes = np.array(answer.boxes, dtype=np.float64).reshape(-1, 6)
        if answer.name in SHIFTED:
            boxes[:, [0, 2, 3, 5]] += 0.5 - (boxes[0, 0] + boxes[0, 3]) / 2
        assert np.array_equal(table.boxes(answer.state), boxes), table.describe(answer.state)


@pytest.mark.peer
@pytest.mark.parametrize("release", LEGACY)
@pytest.mark.proves("blocks", "prismarine-block")
def test_legacy_states_mean_what_the_flattening_made_of_them(
    release: str, prismarine: dict[str, Release]
) -> None:
    table = BlockTable.load(release)
    stored: dict[tuple[str, str | None], dict[str, set[str]]] = {}
    for answer in prismarine[release].answers:
        if answer.name is not None:
            of_half = stored.setdefault((answer.name, answer.properties.get("half")), {})
            for key, value in answer.properties.items():
                of_half.setdefault(key, set()).add(value)
    for answer in prismarine[release].answers:
        if answer.name is None:
            assert table.name(answer.state) == UNKNOWN
            assert len(table.boxes(answer.state)) == 0
            continue
        name = NAMES_SINCE_1_14.get(answer.name, answer.name)
        assert table.name(answer.state) == name
        properties = table.properties(answer.state)
        half = answer.properties.get("half")
        for key, value in answer.properties.items():
            # what isn't stored has the game's default, and not always minecraft-data's
            if key == "half" or len(stored[answer.name, half][key]) > 1:
                assert properties[key] == value, table.describe(answer.state)
        if name.endswith("_door") and half == "upper":
            assert not table.solid[answer.state]  # minecraft-data takes it for a lower half
        elif not (release == "1.8.8" and name in LATER_SHAPES):
            assert table.boxes(answer.state).tolist() == answer.boxes, table.describe(answer.state)
