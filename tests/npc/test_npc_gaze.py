from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npc.gaze import BODY_SPEED, FOLLOW_ANGLE, HEAD_REACH, HEAD_SPEED, Neck, look_angles, wrap_degrees
from npc.stage_port import Actor

patient = settings(deadline=None)
EPSILON = 1e-9
ANGLES = st.floats(-720, 720)
PITCHES = st.floats(-90, 90)


def make_actor(yaw: float = 0.0, head: float = 0.0) -> Actor:
    return Actor("juniper", UUID(int=1), "Juniper", yaw=yaw, head_yaw=head)


def apart(a: float, b: float) -> float:
    return abs(wrap_degrees(a - b))


@pytest.mark.parametrize(
    ("offset", "yaw", "pitch"),
    [
        ((0, 0, 5), 0, 0),  # south
        ((-5, 0, 0), 90, 0),  # west
        ((0, 0, -5), 180, 0),  # north
        ((5, 0, 0), -90, 0),  # east
        ((3, 0, 3), -45, 0),
        ((0, 4, 4), 0, -45),  # up
        ((0, -4, 4), 0, 45),  # down
    ],
)
def test_look_angles_follow_the_games_compass(
    offset: tuple[float, float, float], yaw: float, pitch: float
) -> None:
    found_yaw, found_pitch = look_angles(*offset)
    assert found_yaw is not None
    assert apart(found_yaw, yaw) < EPSILON
    assert found_pitch == pytest.approx(pitch)


def test_straight_up_has_no_yaw() -> None:
    assert look_angles(0.0, 3.0, 0.0) == (None, -90.0)


def test_somebody_straight_above_does_not_turn_the_head_round() -> None:
    actor = make_actor(yaw=20.0, head=55.0)
    Neck().turn(actor, None, -90.0)
    assert (actor.yaw, actor.head_yaw, actor.pitch) == (20.0, 55.0, -30.0)


@patient
@given(ANGLES, st.floats(-1000, 1000))
def test_wrapped_angles_are_the_same_direction_within_one_turn(angle: float, turns: float) -> None:
    wrapped = wrap_degrees(angle + 360 * round(turns))
    assert -180 <= wrapped < 180
    assert apart(wrapped, angle) < 1e-6


@patient
@given(
    st.floats(-180, 179),
    st.floats(-HEAD_REACH, HEAD_REACH),
    st.lists(st.tuples(st.none() | ANGLES, PITCHES, st.booleans()), max_size=60),
)
def test_head_and_body_never_turn_too_fast_nor_too_far_apart(
    yaw: float, offset: float, targets: list[tuple[float | None, float, bool]]
) -> None:
    actor = make_actor(yaw, wrap_degrees(yaw + offset))
    neck = Neck()
    for target, pitch, settle in targets:
        body_before, head_before, pitch_before = actor.yaw, actor.head_yaw, actor.pitch
        neck.turn(actor, target, pitch, settle=settle)
        assert apart(actor.head_yaw, actor.yaw) <= HEAD_REACH + EPSILON
        assert apart(actor.head_yaw, head_before) <= HEAD_SPEED + EPSILON
        assert apart(actor.yaw, body_before) <= BODY_SPEED + EPSILON
        assert abs(actor.pitch - pitch_before) <= HEAD_SPEED + EPSILON
        assert -180 <= actor.yaw < 180
        assert -180 <= actor.head_yaw < 180


@patient
@given(st.floats(-180, 179), st.floats(-HEAD_REACH, HEAD_REACH), ANGLES, PITCHES)
def test_whoever_stands_still_is_looked_at_within_two_seconds(
    yaw: float, offset: float, target: float, pitch: float
) -> None:
    actor = make_actor(yaw, wrap_degrees(yaw + offset))
    neck = Neck()
    for _ in range(40):
        neck.turn(actor, target, pitch)
    assert apart(actor.head_yaw, target) < 1e-6
    assert actor.pitch == pytest.approx(pitch)
    assert apart(actor.head_yaw, actor.yaw) <= FOLLOW_ANGLE + EPSILON


@patient
@given(st.floats(-180, 179), st.floats(-HEAD_REACH, HEAD_REACH), ANGLES)
def test_settling_brings_head_and_body_to_the_same_direction(yaw: float, offset: float, home: float) -> None:
    actor = make_actor(yaw, wrap_degrees(yaw + offset))
    neck = Neck()
    for _ in range(40):
        neck.turn(actor, home, 0.0, settle=True)
    assert apart(actor.yaw, home) < 1e-6
    assert apart(actor.head_yaw, home) < 1e-6


def test_the_head_turns_before_the_body() -> None:
    actor = make_actor()
    neck = Neck()
    neck.turn(actor, 120.0, 0.0)
    assert (actor.head_yaw, actor.yaw) == (30.0, 0.0)
    neck.turn(actor, 120.0, 0.0)
    assert (actor.head_yaw, actor.yaw) == (60.0, 12.0)


def test_a_small_turn_leaves_the_body_where_it_is() -> None:
    actor = make_actor()
    neck = Neck()
    for _ in range(20):
        neck.turn(actor, 45.0, 0.0)
    assert (actor.head_yaw, actor.yaw) == (45.0, 0.0)


def test_a_body_that_follows_comes_all_the_way() -> None:
    actor = make_actor()
    neck = Neck()
    for _ in range(20):
        neck.turn(actor, 60.0, 0.0)
    assert (actor.head_yaw, actor.yaw) == (60.0, 60.0)


def test_somebody_who_passes_behind_does_not_make_the_head_swing_to_the_other_shoulder() -> None:
    actor = make_actor(head=70.0)
    Neck().turn(actor, -179.0, 0.0)
    assert actor.head_yaw == 75.0
