"""``hearthkin track``: where a companion went, from a running Hearthkin or a file, told and drawn."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from matplotlib.figure import Figure

from proxy.asking import AskError
from proxy.cli import main
from proxy.track import MARGIN, WIDEST, Track, TrackError, extent, fetch_by, load, save
from proxy.track_plot import MISSING, draw
from world.relief import Ground

ANSWER: dict[str, Any] = {
    "id": "rill",
    "name": "Rill",
    "world": "minecraft:overworld",
    "mode": "wander",
    "purpose": "strolls",
    "state": "walking",
    "samples": [
        {"tick": 100, "x": 0.5, "y": 64.0, "z": 0.5, "purpose": "strolls"},
        {"tick": 101, "x": 0.7, "y": 64.0, "z": 0.5, "purpose": "strolls"},
        {"tick": 160, "x": 6.5, "y": 64.0, "z": 0.5, "teleported": True, "purpose": ""},
    ],
    "trips": [
        {
            "tick": 90,
            "purpose": "strolls",
            "start": [2.5, 64.0, 3.5],
            "goal": [0.5, 64.0, 0.5],
            "waypoints": [{"x": 0.5, "y": 64.0, "z": 0.5, "move": "walk"}],
            "partial": False,
            "polls": 3,
        },
        {
            "tick": 100,
            "purpose": "strolls",
            "start": [0.5, 64.0, 0.5],
            "goal": [9.5, 64.0, 0.5],
            "waypoints": [
                {"x": 3.5, "y": 64.0, "z": 0.5, "move": "walk"},
                {"x": 4.5, "y": 67.0, "z": 0.5, "move": "climb"},
            ],
            "partial": True,
            "polls": 77,
            "searched": [[0.5, 64.0, 1.5], [1.5, 64.0, 0.5]],
        },
    ],
    "remarks": [{"tick": 161, "text": "no way leads nearer"}],
}


def ask(question: dict[str, Any]) -> dict[str, Any]:
    """A Hearthkin that has all kinds of ground around its companion."""
    if question["ask"] == "track":
        return ANSWER
    assert question["ask"] == "relief"
    assert question["npc"] == "rill"
    width, depth = question["size"]
    letters = [ground.value for ground in Ground]
    return {
        "x": question["corner"][0],
        "z": question["corner"][1],
        "ground": ["".join(letters[(x + z) % len(letters)] for x in range(width)) for z in range(depth)],
        "heights": [[None if (x + z) % 2 else 60.0 + x for x in range(width)] for z in range(depth)],
    }


@pytest.fixture
def track() -> Track:
    return fetch_by(ask, "rill")


def drawn(track: Track, **options: Any) -> Figure:
    figure = Figure(layout="constrained")
    draw(track, figure, **options)
    return figure


def legend(figure: Figure) -> list[str]:
    found = figure.axes[0].get_legend()
    assert found is not None
    return [text.get_text() for text in found.get_texts()]


def test_a_track_has_a_map_around_all_its_places(track: Track) -> None:
    assert track.map is not None
    assert (track.map.x, track.map.z) == (-MARGIN, -MARGIN)
    assert len(track.map.ground[0]) == 7 + 2 * MARGIN


def test_a_map_of_far_places_is_cut_around_the_last_one() -> None:
    corner, size = extent([(0.0, 64.0, 0.0), (5000.0, 64.0, 10.0)])
    assert corner == (5000 - WIDEST // 2, -MARGIN)
    assert size[0] <= WIDEST


def test_without_anybody_in_its_world_a_track_has_no_map() -> None:
    def alone(question: dict[str, Any]) -> dict[str, Any]:
        if question["ask"] == "relief":
            raise AskError("nobody is in the world of npc 'rill'")
        return ANSWER

    assert fetch_by(alone, "rill").map is None


def test_what_is_saved_is_read_back_the_same(track: Track, tmp_path: Path) -> None:
    save(track, tmp_path / "track.json")
    assert load(tmp_path / "track.json") == track


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "Invalid JSON"),
        (json.dumps(ANSWER | {"samples": [{"tick": 1, "x": 0, "y": 0}]}), "samples.0.z: Field required"),
        (json.dumps(ANSWER | {"remarks": [{"tick": "soon", "text": ""}]}), "remarks.0.tick: "),
        (json.dumps(ANSWER | {"map": {"x": 0, "z": 0, "ground": ["..", "."], "heights": []}}), "map: "),
        (json.dumps(ANSWER | {"map": {"x": 0, "z": 0, "ground": ["x"], "heights": [[1.0]]}}), "map: "),
    ],
)
def test_a_broken_file_is_refused_with_the_place_of_the_fault(
    tmp_path: Path, content: str, complaint: str
) -> None:
    path = tmp_path / "track.json"
    path.write_text(content, "utf-8")
    with pytest.raises(TrackError, match=complaint) as refusal:
        load(path)
    assert str(refusal.value).startswith(f"{path}: ")


def test_a_picture_shows_ground_route_moves_search_and_teleports(track: Track) -> None:
    shown = legend(drawn(track))
    for text in (
        "water", "lava", "hurts", "wall, from where it walks", "not loaded", "looked at in the search",
        "routes before", "route: walk (1)",
        "route: climb (1)", "no way found from there", "where it wants to go", "where it was first",
        "where it is now", "teleported: 1",
    ):  # fmt: skip
        assert text in shown


def test_a_picture_says_why_it_went_there_and_how_the_search_ended(track: Track) -> None:
    title = drawn(track).get_suptitle()
    assert "wander: strolls (walking)" in title
    assert "77 places looked at" in title
    assert "no whole way found: it ends at (4.5, 67.0, 0.5), 5.8 blocks short" in title


@pytest.mark.parametrize("colour", ["speed", "tick"])
def test_the_colours_tell_of_speed_or_of_time(track: Track, colour: str) -> None:
    scale = drawn(track, colour=colour).axes[-1].get_ylabel()
    assert scale == {"speed": "speed (blocks a second)", "tick": "tick"}[colour]


def test_a_teleport_is_no_fast_walk(track: Track) -> None:
    colours = {
        tuple(colour) for line in drawn(track).axes[0].collections[-1:] for colour in line.get_edgecolor()
    }
    assert len(colours) == 1, "only the step from tick 100 to 101 is drawn as a way"


def test_a_companion_that_never_moved_can_be_drawn() -> None:
    still = Track(id="rill", name="Rill", world="minecraft:overworld", mode="stay")
    assert drawn(still).get_suptitle() == "Rill (rill) in minecraft:overworld. stay"


# --- the command


def test_a_saved_track_is_told_and_drawn(track: Track, tmp_path: Path) -> None:
    save(track, tmp_path / "track.json")
    picture = tmp_path / "track.png"
    done = CliRunner().invoke(main, ["track", "--from", str(tmp_path / "track.json"), "--plot", str(picture)])
    assert done.exit_code == 0, done.output
    assert "wander: strolls (walking)" in done.output
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_a_picture_says_how_to_get_it(
    track: Track, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(track, tmp_path / "track.json")
    for module in ("matplotlib", "matplotlib.figure", "matplotlib.backends.backend_agg"):
        monkeypatch.setitem(sys.modules, module, None)
    arguments = ["track", "--from", str(tmp_path / "track.json")]
    done = CliRunner().invoke(main, [*arguments, "--plot", str(tmp_path / "track.png")])
    assert (done.exit_code, done.output) == (1, f"Error: {MISSING}\n")
    assert CliRunner().invoke(main, arguments).exit_code == 0, "telling needs no matplotlib"


def test_a_format_that_is_not_known_is_refused_in_one_line(track: Track, tmp_path: Path) -> None:
    save(track, tmp_path / "track.json")
    picture = tmp_path / "track.docx"
    done = CliRunner().invoke(main, ["track", "--from", str(tmp_path / "track.json"), "--plot", str(picture)])
    assert done.exit_code == 1
    assert done.output.startswith("Error: ")
    assert done.output.count("\n") == 1


def test_a_track_comes_from_one_place() -> None:
    for arguments in ([], ["rill"], ["--inspect", "127.0.0.1:1"]):
        done = CliRunner().invoke(main, ["track", *arguments])
        assert done.exit_code == 2
        assert "give either NPC with --inspect, or --from alone" in done.output


def test_nobody_listening_is_said_in_one_line() -> None:
    done = CliRunner().invoke(main, ["track", "rill", "--inspect", "127.0.0.1:1"])
    assert done.exit_code == 1
    assert "was Hearthkin started with --inspect?" in done.output
