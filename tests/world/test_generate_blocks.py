"""The committed block tables are what the generator makes of the pinned packages, and it refuses what doesn't fit."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from block_states import boxes_of_states, property_values
from block_tags import CARRIED, carry_over
from legacy_blocks import parse_state, variants_of_states

from proxy.versions import data_releases
from world.block_states import BlockKind
from world.blocks import DATA, releases

TOOL = Path(__file__).parents[2] / "tools" / "generate_blocks.py"


def test_there_are_tables_of_the_supported_releases_and_no_others() -> None:
    assert releases() == list(data_releases())


def test_generating_the_tables_again_changes_nothing(peers: Path, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, str(TOOL), "--node-modules", str(peers / "node_modules"), "--output", str(tmp_path)],
        check=True, capture_output=True, timeout=240,
    )  # fmt: skip
    for release in releases():
        name = f"blocks_{release}.json.gz"
        # Compared unpacked: how well zlib compresses is its own affair.
        ours, generated = (
            json.loads(gzip.decompress((path / name).read_bytes())) for path in (DATA, tmp_path)
        )
        assert ours == generated, f"{name} is out of date: run tools/generate_blocks.py {release}"


def test_a_block_without_a_shape_is_named() -> None:
    with pytest.raises(SystemExit, match="no collision shape for new_block"):
        list(boxes_of_states("new_block", 1, {"blocks": {}, "shapes": {}}))
    with pytest.raises(SystemExit, match="new_block has 4 states and 3 collision shapes"):
        list(boxes_of_states("new_block", 4, {"blocks": {"new_block": [0, 0, 0]}, "shapes": {"0": []}}))


def test_a_property_that_lists_other_values_than_it_counts_is_named() -> None:
    with pytest.raises(SystemExit, match="property tilt claims 3 values"):
        property_values({"name": "tilt", "type": "enum", "num_values": 3, "values": ["a", "b"]})


# --- tags of releases that none are recorded of


def carried(names: list[str], **recorded: set[str]) -> dict[str, set[str]]:
    """Tags of a later release with these blocks; ``old_block`` and all tagged ones were there before."""
    before = {tag: recorded.get(tag, set()) for tag in CARRIED}
    older = frozenset({"old_block", "old_leaves"}.union(*before.values()))
    tags = carry_over(before, older, names)
    return {tag: {names[number] for number in ids} for tag, ids in tags.items()}


def test_tags_follow_names_not_numbers() -> None:
    names = ["new_block", "vine", "old_block", "ladder"]
    assert carried(names, climbable={"ladder", "vine"})["climbable"] == {"ladder", "vine"}


def test_later_blocks_join_by_rule_and_older_ones_never() -> None:
    names = ["oak_leaves", "pale_oak_leaves", "old_leaves", "leaves_pile"]
    assert carried(names, leaves={"oak_leaves"})["leaves"] == {"oak_leaves", "pale_oak_leaves"}


def test_wooden_is_what_there_are_planks_of() -> None:
    names = ["pale_oak_planks", "pale_oak_door", "copper_door", "oak_door_frame"]
    tags = carried(names)
    assert tags["wooden_doors"] == {"pale_oak_door"}
    assert tags["doors"] == {"pale_oak_door", "copper_door"}


def test_signs_hang_or_stand() -> None:
    names = ["x_sign", "x_wall_sign", "x_hanging_sign", "x_wall_hanging_sign"]
    tags = carried(names)
    assert tags["standing_signs"] == {"x_sign"}
    assert tags["wall_signs"] == {"x_wall_sign"}
    assert tags["signs"] == {"x_sign", "x_wall_sign"}
    assert tags["ceiling_hanging_signs"] == {"x_hanging_sign"}
    assert tags["wall_hanging_signs"] == {"x_wall_hanging_sign"}
    assert tags["all_signs"] == set(names)


def test_a_tagged_block_that_is_gone_stops_the_generator() -> None:
    with pytest.raises(SystemExit, match="tag climbable: ladder has gone, or has another name now"):
        carried(["vine"], climbable={"ladder", "vine"})


# --- releases of numbers and metadata


def test_names_after_the_flattening_become_those_of_1_16() -> None:
    assert parse_state("stone") == ("stone", {})
    assert parse_state("sign[rotation=3]") == ("oak_sign", {"rotation": "3"})
    assert parse_state("cobblestone_wall[up=true,east=false]") == (
        "cobblestone_wall",
        {"up": "true", "east": "none"},
    )


def test_a_property_with_one_value_was_not_stored_and_has_the_default() -> None:
    kind = BlockKind("stairs", 0, (("half", ("top", "bottom")), ("shape", ("straight", "inner"))))
    states = {1: {"half": "top", "shape": "inner"}, 2: {"half": "bottom", "shape": "inner"}}
    variants = variants_of_states(kind, {"half": "bottom", "shape": "straight"}, states)
    assert {state: kind.values(variant) for state, variant in variants.items()} == {
        1: {"half": "top", "shape": "straight"},
        2: {"half": "bottom", "shape": "straight"},
    }
