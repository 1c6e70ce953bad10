"""What docs/emotes.md says of releases is what their families do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from pathlib import Path
from uuid import UUID

import pytest

from npc.emotes import shipped_clips
from npc.emotes.clip import POSTURES, Hold, Particles
from npc.stage_port import Actor
from proxy.versions import supported
from proxy.versions.family import JavaFamily
from proxy.versions.stand_ins import ITEMS, PARTICLES, stand_in
from proxy.versions.write.particles import showable

PAGE = (Path(__file__).parents[2] / "docs" / "emotes.md").read_text("utf-8")
FAMILIES = [family for family in supported() if isinstance(family, JavaFamily)]


def shown(family: JavaFamily, posture: str, bed: tuple[int, int, int] | None = None) -> str:
    return family.posture(Actor("a", UUID(int=1), "A", pose=posture, bed=bed)).name


def spans(told: Callable[[JavaFamily], str]) -> list[tuple[str, str]]:
    """Stretches of releases of which the same is told, as people name them, and what is told."""
    out = []
    for text, group in groupby(FAMILIES, told):
        families = list(group)
        first, last = families[0].releases[0].partition("–")[0], families[-1].releases[-1].rpartition("–")[2]
        name = (
            f"{first} on"
            if families[-1] is FAMILIES[-1]
            else first
            if first == last
            else f"{first} to {last}"
        )
        out.append((name, text))
    return out


def section() -> str:
    return PAGE.partition("## What each release shows\n")[2].partition("\n## ")[0]


def table(header: str, rows: Iterable[str]) -> str:
    columns = header.count("|") - 1
    return "\n".join([header, "|" + " --- |" * columns, *rows])


@pytest.mark.parametrize("bed", [None, (0, 64, 0)], ids=["without a bed", "in a bed"])
def test_the_postures_of_each_release_are_told(bed: tuple[int, int, int] | None) -> None:
    stretches = spans(lambda family: " ".join(shown(family, posture, bed) for posture in POSTURES))
    header = f"| {'in a bed' if bed else 'posture'} | " + " | ".join(name for name, _ in stretches) + " |"
    postures = ["sleeping"] if bed else POSTURES
    rows = [
        f"| {posture} | " + " | ".join(told.split()[POSTURES.index(posture)] for _, told in stretches) + " |"
        for posture in postures
    ]
    assert table(header, rows) in section()


def rules_table(kind: str, rules: Mapping[str, str]) -> str:
    return table(
        f"| {kind} | where it isn't known |", [f"| `{name}` | `{other}` |" for name, other in rules.items()]
    )


@pytest.mark.parametrize(
    ("kind", "rules"), [("item", ITEMS), ("particle", PARTICLES)], ids=["items", "particles"]
)
def test_every_stand_in_is_told(kind: str, rules: Mapping[str, str]) -> None:
    assert rules_table(kind, rules) in section()


def substitutes(family: JavaFamily, clip: str) -> str:
    """What of a clip's items, particles and postures a release shows otherwise."""
    found = {}
    for _, act in shipped_clips()[clip].acts:
        if isinstance(act, Hold) and act.item is not None:
            found[act.item] = stand_in(act.item, family.tables.registries.item_ids, ITEMS) or "an empty hand"
        elif isinstance(act, Particles):
            found[act.particle] = stand_in(act.particle, showable(family.tables), PARTICLES) or "none"
        elif hasattr(act, "posture"):
            found[act.posture] = shown(family, act.posture)
    return ", ".join(f"{other} for {name}" for name, other in found.items() if other != name)


def test_what_each_shipped_clip_shows_otherwise_is_told() -> None:
    rows = [
        f"| `{clip}` | {releases} | {told} |"
        for clip in shipped_clips()
        for releases, told in spans(lambda family, clip=clip: substitutes(family, clip))  # type: ignore[misc]
        if told
    ]
    assert table("| clip | releases | shows |", rows) in section()
