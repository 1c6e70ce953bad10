"""The table of bodies against what the versions themselves know."""

import json
from pathlib import Path

import pytest

from npc.anatomy import UNKNOWN, anatomy, hurt_sound
from proxy.versions import family_for
from proxy.versions.family import JavaFamily
from proxy.versions.write.metadata import is_living

PROTOCOLS = (754, 758, 760)


def living(protocol: int) -> dict[str, float]:
    """Height in blocks by kind."""
    family = family_for(protocol)
    assert isinstance(family, JavaFamily)
    return {kind: height for kind, (_, height) in family.entity_sizes.items() if is_living(kind)}


def sizes(protocol: int) -> dict[str, tuple[float, float]]:
    """Width and height in blocks by kind."""
    family = family_for(protocol)
    assert isinstance(family, JavaFamily)
    return {kind: size for kind, size in family.entity_sizes.items() if is_living(kind)}


@pytest.mark.parametrize("protocol", [767, 772])
def test_every_body_is_as_wide_and_high_as_its_version_has_it(protocol: int) -> None:
    wrong = {
        kind: size
        for kind, size in sizes(protocol).items()
        if (anatomy(kind).width, anatomy(kind).height) != pytest.approx(size, abs=1e-6)
    }
    assert wrong == {}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_living_kind_has_its_eyes_inside_its_body(protocol: int) -> None:
    kinds = living(protocol)
    assert len(kinds) > 60
    assert [kind for kind in kinds if anatomy(kind) is UNKNOWN] == []
    assert [kind for kind, height in kinds.items() if not 0 < anatomy(kind).eye_height <= height] == []


def test_a_kind_of_the_future_is_seen_as_far_as_vanillas_default() -> None:
    assert anatomy("gnome").tracking_range == 80.0


@pytest.mark.peer
def test_every_cry_is_a_sound_of_the_game(peers: Path) -> None:
    file = peers / "node_modules/minecraft-data/minecraft-data/data/pc/1.19.2/sounds.json"
    sounds = {sound["name"] for sound in json.loads(file.read_text("utf-8"))}
    assert [kind for kind in living(760) if hurt_sound(kind) not in sounds] == []
