"""Which blocks of a release carry which tag.

The recorded ``tags`` packets of vanilla servers in the npm package minecraft-packets (MIT) say so to 1.20.1. Later ones
aren't recorded there. For later releases the tags that :mod:`world` and those who walk in it ask for (:data:`CARRIED`)
are carried over from 1.20.1 by the blocks' names, and blocks that came later join by the rule beside each tag. Other
tags are left out there rather than kept half right.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from minecraft_data import MinecraftData

LAST_RECORDED = "1.20.1"
"""The newest release that minecraft-packets has a ``tags`` packet of."""

RENAMED = {"grass": "short_grass"}
"""Blocks that got a new name after :data:`LAST_RECORDED`, as far as they carry one of the tags below."""

CARRIED: dict[str, str | None] = {
    "all_hanging_signs": r".+_hanging_sign",
    "all_signs": r".+_sign",
    "anvil": None,
    "banners": None,
    "beds": None,
    "buttons": r".+_button",
    "campfires": None,
    "candle_cakes": None,
    "candles": None,
    "cauldrons": None,
    "cave_vines": None,
    "ceiling_hanging_signs": r".+(?<!_wall)_hanging_sign",
    "climbable": None,
    "coral_plants": None,
    "corals": None,
    "crops": None,
    "doors": r".+_door",
    "fence_gates": r".+_fence_gate",
    "fences": r".+_fence",
    "fire": None,
    "flower_pots": r"potted_.+",
    "ice": None,
    "leaves": r".+_leaves",
    "logs": r".+_(log|wood)",
    "planks": r".+_planks",
    "portals": None,
    "pressure_plates": r".+_pressure_plate",
    "rails": None,
    "saplings": r"(?!potted_).+_sapling",
    "shulker_boxes": None,
    "signs": r".+(?<!_hanging)_sign",
    "slabs": r".+_slab",
    "snow": None,
    "soul_speed_blocks": None,
    "stairs": r".+_stairs",
    "standing_signs": r".+(?<!_wall)(?<!_hanging)_sign",
    "trapdoors": r".+_trapdoor",
    "wall_corals": None,
    "wall_hanging_signs": r".+_wall_hanging_sign",
    "wall_signs": r".+_wall_sign",
    "walls": r".+_wall",
    "wooden_buttons": r"{wood}_button",
    "wooden_doors": r"{wood}_door",
    "wooden_fences": r"{wood}_fence",
    "wooden_pressure_plates": r"{wood}_pressure_plate",
    "wooden_slabs": r"{wood}_slab",
    "wooden_stairs": r"{wood}_stairs",
    "wooden_trapdoors": r"{wood}_trapdoor",
    "wool": None,
    "wool_carpets": None,
}
"""Tags of releases after :data:`LAST_RECORDED`, and which later blocks join them: those whose whole name matches.

``{wood}`` is the name of any wood that there are planks of. None: no block joined, up to 26.1.
"""


def block_tags(node_modules: Path, release: str) -> dict[str, list[int]]:
    """Tag without namespace → block ids: recorded where there is a recording, else carried over."""
    if recording(node_modules, release).is_file():
        return recorded_tags(node_modules, release)
    data = MinecraftData(node_modules / "minecraft-data", release)
    older = [block["name"] for block in data.other(LAST_RECORDED).by_id("blocks")]
    recorded = {
        tag: {RENAMED.get(older[number], older[number]) for number in ids}
        for tag, ids in recorded_tags(node_modules, LAST_RECORDED).items()
    }
    return carry_over(recorded, frozenset(older), [block["name"] for block in data.by_id("blocks")])


def recording(node_modules: Path, release: str) -> Path:
    packets = node_modules / "minecraft-packets" / "minecraft-packets" / "data" / "pc"
    return packets / release / "from-server" / "tags" / "1.json"


def recorded_tags(node_modules: Path, release: str) -> dict[str, list[int]]:
    """Tag without namespace → block ids, as a vanilla server of that release sent it."""
    packet = json.loads(recording(node_modules, release).read_text("utf-8"))
    if "blockTags" in packet:  # to 1.16.5
        tags = packet["blockTags"]
    else:
        tags = next(group["tags"] for group in packet["tags"] if group["tagType"] == "minecraft:block")
    return {tag["tagName"].removeprefix("minecraft:"): sorted(tag["entries"]) for tag in tags}


def carry_over(
    recorded: dict[str, set[str]], older: frozenset[str], names: list[str]
) -> dict[str, list[int]]:
    """Tags of a release by block id from those of an older one by name; :data:`CARRIED` has the rules.

    ``older`` are the names of the older release's blocks, ``names`` the later release's in order of their ids.
    """
    later = [name for name in names if name not in older]
    wood = "|".join(name.removesuffix("_planks") for name in names if name.endswith("_planks"))
    tags: dict[str, list[int]] = {}
    for tag, rule in CARRIED.items():
        if missing := recorded[tag].difference(names):
            raise SystemExit(f"tag {tag}: {', '.join(sorted(missing))} has gone, or has another name now")
        members = set(recorded[tag])
        if rule is not None:
            pattern = re.compile(rule.replace("{wood}", f"({wood})"))
            members.update(name for name in later if pattern.fullmatch(name))
        tags[tag] = [number for number, name in enumerate(names) if name in members]
    return tags
