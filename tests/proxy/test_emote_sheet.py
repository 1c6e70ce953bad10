"""What clips look like to a client, in numbers, from the packets that it gets."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from npc.emotes import Clip, shipped_clips
from npc.emotes.clip import HANDS, POSTURES, Symbol
from npc.emotes.clip_table import ClipTable, read_clip
from npc.emotes.curve import EASINGS
from npc.emotes.repertoire import shipped_repertoire
from npc.gaze import wrap_degrees
from proxy.cli import main
from proxy.config.load import parse
from proxy.emote_sheet.mannequin import SCALE, Stance, faces_of
from proxy.emote_sheet.playing import Frame, play
from proxy.emote_sheet.sheet import telling
from proxy.versions import family_of_release
from proxy.versions.family import JavaFamily

MODERN, OLD, OLDEST = "1.20.4", "1.12.2", "1.8.9"
RELEASES = (MODERN, OLD, OLDEST)


def seen(clip: Clip, release: str = MODERN) -> list[Frame]:
    family = family_of_release(release)
    assert isinstance(family, JavaFamily)
    return play(clip, family)


@cache
def shipped(name: str, release: str = MODERN) -> list[Frame]:
    return seen(shipped_clips()[name], release)


def middle(frame: Frame, part: str) -> float:
    """How high the middle of a part of the body is, in blocks."""
    return float(np.mean([f.corners[:, 1] for f in faces_of(frame.stance, frame.lift) if f.part == part]))


def head_turn(frame: Frame) -> float:
    return wrap_degrees(frame.stance.head_yaw - frame.stance.body_yaw)


def posture_runs(frames: list[Frame]) -> list[str]:
    runs = [frames[0].stance.pose]
    runs += [
        after.stance.pose for before, after in pairwise(frames) if before.stance.pose != after.stance.pose
    ]
    return runs


def is_at_rest(stance: Stance) -> bool:
    return (
        stance.pose == "standing"
        and abs(stance.pitch) < 2
        and abs(wrap_degrees(stance.head_yaw)) < 2
        and stance.swing is None
        and stance.held == [None, None]
        and stance.using is None
    )


# --- clips look like their names


@pytest.mark.parametrize("release", RELEASES)
def test_a_bow_lowers_the_head_and_the_back_and_brings_them_up_again(release: str) -> None:
    frames = shipped("bow", release)
    assert 65 <= max(frame.stance.pitch for frame in frames) <= 75
    assert posture_runs(frames) == ["standing", "sneaking", "standing"]
    heights = [middle(frame, "head") for frame in frames]
    assert heights[0] - min(heights) > 0.25
    assert heights[-1] == pytest.approx(heights[0], abs=0.02)


@pytest.mark.parametrize("release", RELEASES)
def test_a_shaken_head_turns_to_both_sides_at_least_twice(release: str) -> None:
    turns = [head_turn(frame) for frame in shipped("shake_head", release)]
    far = [turn > 0 for turn in turns if abs(turn) > 18]
    assert sum(before != after for before, after in pairwise(far)) >= 3
    assert min(turns) < -25
    assert max(turns) > 25


def test_a_nod_goes_down_twice_and_to_no_side() -> None:
    frames = shipped("nod")
    down = [frame.stance.pitch > 15 for frame in frames]
    assert sum(after and not before for before, after in pairwise(down)) == 2
    assert all(abs(head_turn(frame)) < 2 for frame in frames)


def test_who_looks_around_looks_over_both_shoulders() -> None:
    turns = [head_turn(frame) for frame in shipped("look_around")]
    assert min(turns) < -50
    assert max(turns) > 50


@pytest.mark.parametrize("release", RELEASES)
def test_a_dancer_turns_right_around(release: str) -> None:
    yaws = [frame.stance.body_yaw for frame in shipped("dance", release)]
    spin = [wrap_degrees(after - before) for before, after in pairwise(yaws[32:])]
    assert sum(spin) == pytest.approx(360, abs=60)


@pytest.mark.parametrize("name", ["wave", "clap", "cheer", "stretch"])
def test_arms_go_up_again_and_again(name: str) -> None:
    arms = [frame.stance.swing[0] if frame.stance.swing else None for frame in shipped(name)]
    begun = [after for before, after in pairwise(arms) if after is not None and before != after]
    assert len(begun) >= 4
    assert set(begun) == ({0} if name == "wave" else {0, 1})


def test_a_cheer_has_its_arms_higher_than_a_nod_of_the_arm() -> None:
    cheering = max(hand_height(frame) for frame in shipped("cheer"))
    waving = max(hand_height(frame) for frame in shipped("clap"))
    assert cheering > waving + 0.15


def hand_height(frame: Frame) -> float:
    """The highest point of the arms."""
    return max(float(f.corners[:, 1].max()) for f in faces_of(frame.stance, frame.lift) if f.part == "arm")


@pytest.mark.parametrize("release", RELEASES)
def test_who_sits_has_its_hips_just_above_the_ground_and_gets_up_again(release: str) -> None:
    frames = shipped("sit", release)
    stood, sat = frames[-1], frames[100]
    assert sat.stance.pose == "sitting"
    hips = 12 * SCALE  # above the feet
    assert 0.0 < hips + sat.lift < 0.3
    assert stood.stance.pose == "standing"
    assert stood.lift == 0.0


def test_who_sleeps_lies_flat_and_says_so() -> None:
    frames = shipped("sleep")
    asleep = [frame for frame in frames if frame.stance.pose == "sleeping"]
    assert len(asleep) == 200
    assert all(middle(frame, "head") < 0.6 for frame in asleep)
    assert {frame.symbol for frame in asleep} == {"", "z", "zz", "zzz"}
    assert frames[-1].stance.pose == "standing"


@pytest.mark.parametrize("release", RELEASES)
def test_who_eats_holds_an_apple_and_uses_it_with_a_noise(release: str) -> None:
    frames = shipped("eat", release)
    eating = [frame for frame in frames if frame.stance.using == 0]
    assert 30 <= len(eating) <= 34
    assert {frame.stance.held[0] for frame in eating} == {"apple"}
    heard = [sound for frame in frames for sound in frame.sounds]
    eat, burp = (
        ("random.eat", "random.burp") if release == OLDEST else ("entity.generic.eat", "entity.player.burp")
    )
    assert heard == [eat] * 5 + [burp]


@pytest.mark.parametrize("release", [*RELEASES, "1.18.2"])
def test_who_points_has_an_arm_stretched_out_for_most_of_it(release: str) -> None:
    shoulders = 24 * SCALE
    raised = [
        reach(frame) > 0.6 and hand_height(frame) > shoulders - 0.2 for frame in shipped("point", release)
    ]
    assert sum(raised) > 30


def reach(frame: Frame) -> float:
    """How far an arm comes before the middle of the body, in blocks."""
    return max(
        float(np.hypot(f.corners[:, 0], f.corners[:, 2]).max())
        for f in faces_of(frame.stance, frame.lift)
        if f.part == "arm"
    )


def test_who_cries_sheds_tears_before_its_face() -> None:
    frames = shipped("cry")
    tears = [dot for frame in frames for dot in frame.dots]
    assert {dot.particle for dot in tears} == {"splash"}
    assert all(0.8 < dot.position[1] < 2.0 and dot.position[2] > 0 for dot in tears)


@pytest.mark.parametrize("name", ["dance", "think", "laugh", "shrug", "sleep"])
@pytest.mark.parametrize("release", RELEASES)
def test_words_and_signs_stand_behind_the_name_and_leave_it(name: str, release: str) -> None:
    written = [text for _, text in read_symbols(name) if text]
    frames = shipped(name, release)
    told = [frame.symbol for frame in frames]
    assert [text for before, text in pairwise(["", *told]) if text and text != before] == written
    assert told[-1] == ""


def read_symbols(name: str) -> list[tuple[int, str]]:
    return [(tick, act.text) for tick, act in shipped_clips()[name].acts if isinstance(act, Symbol)]


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", list(shipped_clips()))
def test_whatever_a_clip_took_it_gives_back(name: str, release: str) -> None:
    frames = shipped(name, release)
    assert is_at_rest(frames[-1].stance), frames[-1].stance
    assert frames[-1].symbol == ""
    assert frames[-1].lift == 0.0


@pytest.mark.parametrize("name", list(shipped_clips()))
def test_every_clip_shows_something_on_every_rule_set(name: str) -> None:
    for release in RELEASES:
        frames = shipped(name, release)
        assert any(not is_at_rest(frame.stance) for frame in frames), release


def test_the_emotes_that_come_with_the_package_play_whole_clips() -> None:
    clips = shipped_clips()
    for emote in shipped_repertoire().emotes.values():
        assert emote.duration_ticks % clips[emote.animation_key].length == 0, emote.id


# --- what a version can't show


@pytest.mark.parametrize(
    ("posture", "shown"),
    [
        ("sneaking", ("sneaking", "sneaking", "sneaking")),
        ("sitting", ("sitting", "sitting", "sitting")),
        ("sleeping", ("sleeping", "sneaking", "sneaking")),  # without a bed in reach
        ("swimming", ("swimming", "gliding", "sneaking")),
        ("spinning", ("spinning", "gliding", "sneaking")),
        ("gliding", ("gliding", "gliding", "sneaking")),
    ],
)
def test_a_posture_that_a_version_lacks_is_the_next_best(posture: str, shown: tuple[str, str, str]) -> None:
    clip = read_clip("pose", f'length = 8\nposture = [[2, "{posture}"]]')
    for release, expected in zip(RELEASES, shown, strict=True):
        assert posture_runs(seen(clip, release)) == ["standing", expected, "standing"], release


def test_1_8_has_one_hand_for_whatever_clips_do_with_either() -> None:
    clip = read_clip(
        "hands", 'length = 20\nhold = [[0, "off", "bread"]]\nuse = [[1, "off"]]\nswing = [[2, "off"]]'
    )
    assert {frame.stance.swing[0] for frame in seen(clip) if frame.stance.swing} == {1}
    assert {frame.stance.swing[0] for frame in seen(clip, OLDEST) if frame.stance.swing} == {0}
    assert seen(clip)[10].stance.held == [None, "bread"]
    assert seen(clip)[10].stance.using == 1
    assert seen(clip, OLDEST)[10].stance.using is None


# --- the page about them


def test_the_page_of_emotes_has_every_clip_with_its_length_and_a_small_picture() -> None:
    docs = Path(__file__).parents[2] / "docs"
    page = (docs / "emotes.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", page, re.MULTILINE)
    assert {name: int(ticks) for name, ticks in rows} == {k: c.length for k, c in shipped_clips().items()}
    assert "(emotes.png)" in page
    assert (docs / "emotes.png").stat().st_size < 300_000


def example(table: str) -> str:
    """The block of TOML on the page that begins with a table."""
    page = (Path(__file__).parents[2] / "docs" / "emotes.md").read_text("utf-8")
    found = re.search(rf"^\[{re.escape(table)}\]\n.*?(?=^```)", page, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[0]


def test_the_clip_and_the_emote_on_the_page_can_be_configured() -> None:
    emote = example("emote.salute").replace("[npc.juniper]\n", '[npc.juniper]\nname = "Juniper"\n')
    config = parse(f'[server]\naddress = "127.0.0.1:25566"\n{example("clip.salute")}\n{emote}', "page")
    assert config.emote["salute"].duration == config.clip["salute"].length
    assert config.npc["juniper"].emotes == ("wave", "nod", "salute")
    frames = seen(config.clip["salute"].clip("salute"))
    assert {frame.stance.held[0] for frame in frames} == {None, "stick"}
    assert {name for frame in frames for name in frame.sounds} == {"block.note_block.snare"}


def test_the_page_tells_of_every_key_of_a_clip_with_all_its_words() -> None:
    page = (Path(__file__).parents[2] / "docs" / "emotes.md").read_text("utf-8")
    table = page[page.index("| key | holds |") :]
    table = table[: table.index("\n\n")]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == set(ClipTable.model_fields)
    for word in (*POSTURES, *EASINGS, *HANDS):
        assert f"`{word}`" in page


# --- the client


def test_a_body_swings_one_arm_at_a_time() -> None:
    both = read_clip("both", 'length = 10\nswing = [[1, "main"], [1, "off"]]')
    assert {frame.stance.swing[0] for frame in seen(both) if frame.stance.swing} == {1}
    assert {frame.stance.swing[0] for frame in seen(both, OLDEST) if frame.stance.swing} == {0}


def test_a_swing_takes_six_ticks_and_begins_anew_from_its_middle_on() -> None:
    once = read_clip("once", 'length = 12\nswing = [[1, "main"]]')
    shares = [frame.stance.swing[1] for frame in seen(once) if frame.stance.swing]
    assert shares == pytest.approx([tick / 6 for tick in range(1, 6)])
    soon = read_clip("soon", 'length = 12\nswing = [[1, "main"], [4, "off"]]')
    assert {frame.stance.swing[0] for frame in seen(soon) if frame.stance.swing} == {0}
    later = read_clip("later", 'length = 12\nswing = [[1, "main"], [5, "off"]]')
    assert {frame.stance.swing[0] for frame in seen(later) if frame.stance.swing} == {0, 1}


def test_a_head_gets_there_in_three_ticks() -> None:
    turn = read_clip("turn", 'length = 12\nhead_yaw = [[0, 0], [1, 45, "hold"]]')
    turns = [head_turn(frame) for frame in seen(turn)]
    assert turns[:6] == pytest.approx([0, 15, 30, 45, 45, 45], abs=0.01)
    assert [head_turn(frame) for frame in seen(turn, OLDEST)][:3] == pytest.approx([0, 45, 45])


def test_a_standing_body_turns_only_far_or_with_a_swing() -> None:
    little = read_clip("little", "length = 30\nbody_yaw = [[0, 0], [4, 45]]")
    assert all(frame.stance.body_yaw == 0 for frame in seen(little))
    far = read_clip("far", "length = 30\nbody_yaw = [[0, 0], [4, 90]]")
    assert seen(far)[20].stance.body_yaw == pytest.approx(40, abs=1.5)
    swung = read_clip(
        "swung", 'length = 30\nbody_yaw = [[0, 0], [4, 45]]\nswing = [[6, "main"], [12, "main"]]'
    )
    assert seen(swung)[20].stance.body_yaw == pytest.approx(45, abs=3)


# --- the sheet


def test_the_frames_of_a_sheet_are_those_that_differ_most() -> None:
    flick = read_clip("flick", 'length = 100\nswing = [[50, "main"]]')
    frames = seen(flick)
    chosen = telling(frames, 12)
    assert len(chosen) == 12
    assert chosen[0] is frames[0]
    assert [frame.tick for frame in chosen] == sorted({frame.tick for frame in chosen})
    assert any(frame.stance.swing for frame in chosen)
    assert telling(frames[:5], 12) == frames[:5]


@pytest.mark.parametrize("release", [MODERN, OLDEST])
def test_the_command_draws_clips(tmp_path: Path, release: str) -> None:
    out = tmp_path / "sheet.png"
    result = CliRunner().invoke(main, ["emote-sheet", "bow", "nod", "--out", str(out), "--release", release])
    assert result.exit_code == 0, result.output
    assert "bow, nod" in result.output
    assert out.read_bytes().startswith(b"\x89PNG")


def test_the_command_draws_the_clips_of_a_configuration_too(tmp_path: Path) -> None:
    config, out = tmp_path / "hearthkin.toml", tmp_path / "sheet.png"
    config.write_text('[server]\naddress = "127.0.0.1:25566"\n' + example("clip.salute"))
    command = ["emote-sheet", "--out", str(out), "--config", str(config)]
    assert CliRunner().invoke(main, [*command, "salute"]).output.startswith(f"{out}: salute as")
    assert "nod, salute as" in CliRunner().invoke(main, [*command, "nod", "salute"]).output
    config.write_text("[clip.salute]\nlength = 0")
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 1
    assert f"{config}:2: clip.salute.length" in result.output


def test_the_command_says_what_it_can_draw(tmp_path: Path) -> None:
    out = str(tmp_path / "sheet.png")
    unknown = CliRunner().invoke(main, ["emote-sheet", "moonwalk", "--out", out])
    assert unknown.exit_code == 1
    assert "no clip 'moonwalk'; there are bow, cheer" in unknown.output
    release = CliRunner().invoke(main, ["emote-sheet", "--out", out, "--release", "1.7.10"])
    assert release.exit_code == 1
    assert "'1.7.10' isn't spoken" in release.output
    kind = CliRunner().invoke(main, ["emote-sheet", "nod", "--out", str(tmp_path / "sheet.xyz")])
    assert kind.exit_code == 1
    assert "xyz" in kind.output


@pytest.mark.parametrize(
    ("release", "protocol"),
    [("1.8", 47), ("1.8.9", 47), ("1.12.2", 340), ("1.16.4", 754), ("1.20.4", 765), ("26.1.1", 775)],
)
def test_a_release_is_found_by_its_name(release: str, protocol: int) -> None:
    family = family_of_release(release)
    assert family is not None
    assert family.protocol == protocol


@pytest.mark.parametrize("release", ["", "1.7.10", "1.12", "1.21.12", "27.1", "banana", "1.x"])
def test_what_is_no_release_that_we_speak_is_none(release: str) -> None:
    assert family_of_release(release) is None
