"""What a blow does to a body."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from world.physics.body import Body
from world.physics.knockback import knock_back, strike

speeds = st.floats(-1.0, 1.0)
places = st.floats(-3.0, 3.0, allow_subnormal=False)


def standing(**values: float) -> Body:
    body = Body(0.0, 64.0, 0.0, **values)  # type: ignore[arg-type]
    body.on_ground = True
    return body


def test_a_blow_throws_who_stands_away_and_up() -> None:
    body = standing()
    strike(body, -1.0, 0.0, yaw=-90.0)
    assert body.velocity == pytest.approx((0.4, 0.4, 0.0))


def test_a_blow_halves_the_bodys_own_speed() -> None:
    body = standing(vx=-0.2, vy=-0.0784, vz=0.1)
    strike(body, -2.0, 0.0, yaw=-90.0)
    assert body.velocity == pytest.approx((-0.1 + 0.4, min(0.4, -0.0392 + 0.4), 0.05))


def test_nobody_is_lifted_in_the_air() -> None:
    body = Body(0.0, 64.0, 0.0, vy=-0.5)
    strike(body, 0.0, -1.0, yaw=0.0)
    assert body.velocity == pytest.approx((0.0, -0.5, 0.4))


def test_a_sprinting_attacker_throws_once_more_along_its_look() -> None:
    body = standing()
    strike(body, 0.0, -1.0, yaw=0.0, sprinting=True)
    assert body.velocity == pytest.approx((0.0, 0.4, 0.2 + 0.5))


def test_levels_of_the_enchantment_count_as_sprinting_does() -> None:
    one, other = standing(), standing()
    strike(one, 0.0, -1.0, yaw=30.0, sprinting=True, level=1)
    strike(other, 0.0, -1.0, yaw=30.0, level=2)
    assert one.velocity == other.velocity


def test_a_blow_out_of_the_same_place_goes_where_the_attacker_looks() -> None:
    body = standing()
    strike(body, 0.0, 0.0, yaw=90.0)
    assert body.velocity == pytest.approx((-0.4, 0.4, 0.0))


def test_resistance_takes_its_share_and_all_of_it_everything() -> None:
    half, whole = standing(vx=0.3), standing(vx=0.3)
    strike(half, 0.0, -1.0, yaw=0.0, resistance=0.5)
    strike(whole, 0.0, -1.0, yaw=0.0, resistance=1.0)
    assert half.velocity == pytest.approx((0.15, 0.2, 0.2))
    assert whole.velocity == (0.3, 0.0, 0.0)


@given(places, places, speeds, speeds, speeds, st.booleans())
def test_a_blow_adds_its_strength_away_from_the_attacker_and_never_throws_high(
    x: float, z: float, vx: float, vy: float, vz: float, on_ground: bool
) -> None:
    body = Body(0.0, 64.0, 0.0, vx=vx, vy=vy, vz=vz, on_ground=on_ground)
    knock_back(body, -x, -z)
    added = body.vx - vx / 2, body.vz - vz / 2
    distance = hypot(x, z)
    assert hypot(*added) == pytest.approx(0.4 if distance else 0.0)
    assert added[0] * x + added[1] * z == pytest.approx(-0.4 * distance)
    assert body.vy <= max(0.4, vy)
    assert body.position == (0.0, 64.0, 0.0)
