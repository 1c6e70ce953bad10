"""Bodies that overlap push each other apart."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from world.physics.body import Body
from world.physics.pushing import push_apart
from world.terrain import Box

coordinates = st.floats(-6.0, 6.0)
sizes = st.sampled_from([0.6, 1.4, 5.0])
crowds = st.lists(
    st.builds(
        lambda x, z, y, width: Body(x, y, z, width=width),
        coordinates,
        coordinates,
        st.floats(0.0, 3.0),
        sizes,
    ),
    max_size=12,
)


def expected(bodies: list[Body], players: list[Box]) -> list[tuple[float, float]]:
    """What vanilla's ``Entity.push`` gives each body: pair by pair, from both sides; from players once."""
    pushes = [(0.0, 0.0) for _ in bodies]

    def push(one: Box, other: Box) -> tuple[float, float]:
        if not all(one[axis] < other[axis + 3] and one[axis + 3] > other[axis] for axis in range(3)):
            return 0.0, 0.0
        dx = (other[0] + other[3] - one[0] - one[3]) / 2
        dz = (other[2] + other[5] - one[2] - one[5]) / 2
        farther = max(abs(dx), abs(dz))
        if farther < 0.01:
            return 0.0, 0.0
        root = sqrt(farther)
        scale = min(1.0, 1.0 / root) * 0.05
        return dx / root * scale, dz / root * scale

    for index, body in enumerate(bodies):
        for times, others in ((2, [b.box for b in bodies if b is not body]), (1, players)):
            for other in others:
                x, z = push(other, body.box)
                pushes[index] = pushes[index][0] + x * times, pushes[index][1] + z * times
    return pushes


@settings(max_examples=60)
@given(crowds, st.lists(st.builds(lambda x, z: Body(x, 0.0, z).box, coordinates, coordinates), max_size=3))
def test_pushes_are_those_of_every_pair(bodies: list[Body], players: list[Box]) -> None:
    wanted = expected(bodies, players)
    pushed = push_apart(bodies, players)
    for body, (x, z) in zip(bodies, wanted, strict=True):
        assert body.velocity == pytest.approx((x, 0.0, z), abs=1e-12)
    assert pushed == [index for index, body in enumerate(bodies) if body.vx or body.vz]


@settings(max_examples=30)
@given(crowds)
def test_bodies_among_themselves_keep_their_common_momentum(bodies: list[Body]) -> None:
    push_apart(bodies)
    assert sum(body.vx for body in bodies) == pytest.approx(0.0, abs=1e-9)
    assert sum(body.vz for body in bodies) == pytest.approx(0.0, abs=1e-9)


def test_two_that_stand_half_a_block_apart_get_vanillas_push() -> None:
    west, east = Body(0.0, 0.0, 0.0), Body(0.25, 0.0, 0.0)
    assert push_apart([west, east]) == [0, 1]
    assert (west.vx, east.vx) == pytest.approx((-0.05, 0.05))


def test_two_in_the_same_place_stay_there() -> None:
    assert push_apart([Body(1.0, 0.0, 1.0), Body(1.005, 0.0, 1.0)]) == []


def test_two_above_each_other_or_only_touching_are_left_alone() -> None:
    assert push_apart([Body(0.1, 0.0, 0.0), Body(0.0, 1.8, 0.0)]) == []
    assert push_apart([Body(0.0, 0.0, 0.0), Body(0.6, 0.0, 0.0)]) == []


def test_a_player_pushes_a_companion_and_not_the_other_way() -> None:
    companion = Body(0.25, 0.0, 0.0)
    player = Body(0.0, 0.0, 0.0)
    assert push_apart([companion], [player.box]) == [0]
    assert companion.vx == pytest.approx(0.025)
    assert player.velocity == (0.0, 0.0, 0.0)


def test_the_order_of_bodies_changes_nothing_of_what_each_gets() -> None:
    def crowd() -> list[Body]:
        return [Body(0.1 * index % 0.7, 0.0, 0.13 * index % 0.9) for index in range(9)]

    forwards, backwards = crowd(), crowd()
    push_apart(forwards)
    push_apart(backwards[::-1])
    for one, other in zip(forwards, backwards, strict=True):
        assert one.velocity == pytest.approx(other.velocity, abs=1e-12)


def test_who_stands_far_apart_costs_no_look_at_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def count(one: Box, other: Box, square: tuple[int, int]) -> bool:
        nonlocal looks
        looks += 1
        return False

    monkeypatch.setattr("world.physics.pushing._meet", count)
    push_apart([Body(10.0 * index, 0.0, 7.0 * index) for index in range(1000)])
    assert looks == 0
