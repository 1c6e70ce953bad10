"""Clips: how they are written, how they run, and those that come with the package."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npc.emotes import Clip, ClipError, ClipPlayer, read_clip, shipped_clips
from npc.emotes.clip import Hold, Particles, PlaySound, Posture, SwingArm, Symbol, UseItem
from npc.emotes.curve import EASINGS, Curve, Key

WANTED = (
    "wave nod shake_head bow sit sleep dance clap point cheer think cry laugh shrug stretch look_around offer_item eat "
    "hesitate"
).split()


# --- curves


@pytest.mark.parametrize("easing", EASINGS)
def test_an_easing_goes_from_nothing_to_all(easing: str) -> None:
    shares = [EASINGS[easing](step / 100) for step in range(101)]
    assert shares[0] == pytest.approx(0.0)
    assert shares[-1] == pytest.approx(1.0)
    assert shares == sorted(shares)


def test_a_curve_is_at_its_keys_and_goes_between_them() -> None:
    curve = Curve(
        (
            Key(4, 10.0),
            Key(8, 30.0, "linear"),
            Key(10, -10.0, "hold"),
            Key(20, 0.0, "in"),
            Key(24, 8.0, "out"),
        )
    )
    assert [curve.at(t) for t in (0, 4, 5, 6, 8, 9, 9.99, 10, 15, 20, 22, 24, 99)] == [
        10.0, 10.0, 15.0, 20.0, 30.0, 30.0, 30.0, -10.0, -7.5, 0.0, 6.0, 8.0, 8.0,
    ]  # fmt: skip


def test_the_soft_easing_is_half_way_in_the_middle_and_slow_at_both_ends() -> None:
    curve = Curve((Key(0, 0.0), Key(10, 100.0)))
    assert curve.at(5) == pytest.approx(50.0)
    assert curve.at(1) == pytest.approx(100 - curve.at(9))
    assert curve.at(1) < 5


@given(
    st.lists(
        st.tuples(st.integers(0, 200), st.floats(-360, 360), st.sampled_from(list(EASINGS))),
        min_size=1,
        unique_by=lambda k: k[0],
    ),
    st.floats(-10, 300),
)
def test_a_curve_never_leaves_the_span_of_its_keys(keys: list[tuple[int, float, str]], tick: float) -> None:
    curve = Curve(tuple(Key(*key) for key in sorted(keys)))
    low, high = min(key[1] for key in keys), max(key[1] for key in keys)
    assert low - 1e-9 <= curve.at(tick) <= high + 1e-9


# --- files

ALL_KINDS = """
length = 20
head_yaw = [[0, 0], [10, 30, "linear"]]
head_pitch = [[0, 5]]
body_yaw = [[0, 0], [20, 360]]
posture = [[0, "sneaking"], [8, "standing"]]
swing = [[0, "main"], [4, "off"]]
hold = [[0, "off", "minecraft:apple"], [12, "off", ""]]
use = [[2, "off"], [12, ""]]
symbol = [[3, "!"], [9, ""]]
particle = [{ at = 5, name = "minecraft:heart", count = 2, height = 2.0, ahead = 0.5, spread = 0.1, speed = 0.2 }]
sound = [{ at = 5, name = "entity.generic.eat", volume = 0.5, pitch = 1.5 }]
"""


def test_a_file_may_hold_every_kind_of_act() -> None:
    clip = read_clip("all", ALL_KINDS)
    assert clip.length == 20
    assert clip.head_yaw is not None
    assert clip.head_yaw.at(5) == 15.0
    assert clip.acts == (
        (0, Posture("sneaking")),
        (0, Hold(1, "apple")),
        (0, SwingArm(0)),
        (2, UseItem(1)),
        (3, Symbol("!")),
        (4, SwingArm(1)),
        (5, Particles("heart", 2, 2.0, 0.5, 0.1, 0.2)),
        (5, PlaySound("entity.generic.eat", 0.5, 1.5)),
        (8, Posture("standing")),
        (9, Symbol("")),
        (12, Hold(1, None)),
        (12, UseItem(None)),
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("length = ", "clip 'x': not valid TOML"),
        ("", "clip 'x': length: Field required"),
        ("length = 0", "clip 'x': length: .*greater than or equal to 1"),
        ("length = 9\nlenght = 9", "clip 'x': lenght: Extra inputs are not permitted"),
        ("length = 9\nswing = [[2, 'left']]", "clip 'x': swing.0.1: .*'main' or 'off'"),
        ("length = 9\nswing = [[9, 'main']]", "clip 'x': an act at tick 9 is outside its length of 9"),
        ("length = 9\nposture = [[2, 'floating']]", "clip 'x': posture.0.1"),
        ("length = 9\nhead_yaw = [[0, 0], [10, 5]]", "clip 'x': head_yaw: tick 10 is beyond its length of 9"),
        ("length = 9\nhead_yaw = [[4, 0], [4, 5]]", "clip 'x': head_yaw: tick 4 comes too late"),
        (
            "length = 9\nhead_yaw = [[4, 0, 'bouncy']]",
            "clip 'x': head_yaw: easing 'bouncy' is none of linear",
        ),
        ("length = 9\nhead_yaw = [[4, nan]]", "clip 'x': head_yaw: the angle at tick 4 is nan"),
        ("length = 9\nsymbol = [[0, 'far too long']]", "clip 'x': symbol.0.1: .*at most 8"),
        ("length = 9\nsound = [{at = 0, name = 'Not A Key'}]", "clip 'x': sound.0.name"),
        ("length = 9\nparticle = [{at = 0, name = 'heart', count = 1000}]", "clip 'x': particle.0.count"),
    ],
)
def test_what_is_no_clip_is_refused_with_its_name_and_the_place(text: str, says: str) -> None:
    with pytest.raises(ClipError, match=says):
        read_clip("x", text)


# --- running


def run(clip: Clip, ticks: int, *, loop: bool = False) -> list[tuple[object, ...]]:
    player = ClipPlayer(clip, loop=loop)
    seen = []
    for elapsed in range(ticks):
        happening = player.tick(elapsed)
        f = player.figure
        seen.append((f.posture, dict(f.held), f.using, f.symbol, tuple(happening)))
    return seen


def test_acts_last_until_they_are_changed_and_the_others_happen_in_their_tick() -> None:
    seen = run(read_clip("all", ALL_KINDS), 14)
    assert seen[0] == ("sneaking", {1: "apple"}, None, "", (SwingArm(0),))
    assert seen[1] == ("sneaking", {1: "apple"}, None, "", ())
    assert seen[3] == ("sneaking", {1: "apple"}, 1, "!", ())
    assert seen[4][4] == (SwingArm(1),)
    assert len(seen[5][4]) == 2  # type: ignore[arg-type]
    assert seen[9] == ("standing", {1: "apple"}, 1, "", ())
    assert seen[13] == ("standing", {}, None, "", ())


def test_a_clip_that_loops_begins_anew_with_nothing_left_of_its_round() -> None:
    clip = read_clip(
        "x", "length = 10\nposture = [[2, 'sneaking']]\nhold = [[4, 'main', 'stick']]\nswing = [[0, 'main']]"
    )
    seen = run(clip, 30, loop=True)
    assert seen[:10] == seen[10:20] == seen[20:30]
    assert seen[10][:2] == (None, {})


def test_a_clip_that_does_not_loop_stays_as_it_was_at_its_end() -> None:
    clip = read_clip(
        "x",
        "length = 10\nhead_pitch = [[0, 0], [10, 40]]\nposture = [[9, 'sneaking']]\nswing = [[0, 'main']]",
    )
    player = ClipPlayer(clip)
    happening = [player.tick(elapsed) for elapsed in range(40)]
    assert happening == [[SwingArm(0)]] + [[]] * 39
    assert (player.figure.head_pitch, player.figure.posture) == (40.0, "sneaking")


def test_angles_that_no_curve_gives_are_left_alone() -> None:
    player = ClipPlayer(read_clip("x", "length = 10\nhead_pitch = [[0, 12]]"))
    player.tick(0)
    assert (player.figure.head_yaw, player.figure.head_pitch, player.figure.body_yaw) == (None, 12.0, None)


# --- those of the package


def test_the_package_has_every_clip_that_it_promises() -> None:
    assert sorted(shipped_clips()) == sorted(WANTED)


@pytest.mark.parametrize("key", WANTED)
def test_a_shipped_clip_gives_the_body_back_as_it_took_it(key: str) -> None:
    """But for those whose end is that of the emote: one sits and sleeps until then."""
    clip = shipped_clips()[key]
    player = ClipPlayer(clip)
    for elapsed in range(clip.length + 1):
        player.tick(elapsed)
        figure = player.figure
        assert abs(figure.head_yaw or 0) <= 75, "no neck turns so far"
        assert abs(figure.head_pitch or 0) <= 90
    assert player.figure.posture in (
        ("sitting", "sleeping") if key in ("sit", "sleep") else (None, "standing")
    )
    assert not player.figure.held
    assert player.figure.using is None
    for angle in (player.figure.head_yaw, player.figure.head_pitch, player.figure.body_yaw):
        assert (angle or 0.0) % 360 == pytest.approx(0.0)


def test_no_two_shipped_clips_are_alike() -> None:
    shapes = {
        (clip.length, clip.head_yaw, clip.head_pitch, clip.body_yaw, clip.acts)
        for clip in shipped_clips().values()
    }
    assert len(shapes) == len(WANTED)
