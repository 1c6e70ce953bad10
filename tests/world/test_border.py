"""The world border on the move."""

from __future__ import annotations

import pytest

from world.border import WorldBorder


class Clock:
    """Seconds that tests set."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_border_that_was_never_set_is_far_away(clock: Clock) -> None:
    border = WorldBorder(clock)
    assert border.contains(29_999_983, -29_999_983)
    assert not border.contains(29_999_985, 0)


def test_a_border_moves_linearly_and_then_rests(clock: Clock) -> None:
    border = WorldBorder(clock)
    border.resize(100, 50, 10_000)
    diameters = []
    for seconds in (0, 2, 5, 10, 1000):
        clock.now = 100 + seconds
        diameters.append(border.diameter)
    assert diameters == [100, 90, 75, 50, 50]
    assert border.target_diameter == 50


def test_a_border_grows_as_it_shrinks(clock: Clock) -> None:
    border = WorldBorder(clock)
    border.resize(10, 30, 4_000)
    clock.now += 1
    assert border.diameter == 15


def test_without_a_time_the_new_size_is_there_at_once(clock: Clock) -> None:
    border = WorldBorder(clock)
    border.resize(100, 20)
    assert border.diameter == 20


def test_a_clock_that_steps_back_does_not_blow_the_border_up(clock: Clock) -> None:
    border = WorldBorder(clock)
    border.resize(100, 50, 1000)
    clock.now -= 60
    assert border.diameter == 100


def test_inside_is_a_square_round_the_centre_without_its_edge(clock: Clock) -> None:
    border = WorldBorder(clock)
    border.center = (10.0, -20.0)
    border.resize(8, 8)
    assert border.contains(13.9, -23.9)
    assert border.contains(6.1, -16.1)
    for x, z in ((14.0, -20.0), (6.0, -20.0), (10.0, -16.0), (10.0, -24.0)):
        assert not border.contains(x, z)
