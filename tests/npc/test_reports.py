"""What several clients tell of the same happening counts once."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npc.happenings import SAME, Being, Deed, Happening, Reports
from npc.perception import Silhouette

WORLD = "minecraft:overworld"
PLACE = (3.0, 64.0, 5.0)


def being(number: int, x: float = 0.0) -> Being:
    return Being(UUID(int=number), f"Player{number}", Silhouette.of(x, 64.0, 0.0, 1.62))


def blow(victim: int, x: float = 0.0) -> Happening:
    return Happening(Deed.BLOW, (x, 64.0, 0.0), being(9), being(victim, x))


def door() -> Happening:
    return Happening(Deed.DOOR, PLACE, being(9), block="oak_door")


def new(reports: Reports, *told: tuple[int, int, Happening]) -> list[bool]:
    """Of reports (client, tick, happening), which are new."""
    return [reports.is_new(WORLD, happening, viewer, now) for viewer, now, happening in told]


ticks = st.lists(st.integers(0, 3 * SAME), min_size=1, max_size=12).map(sorted)
lags = st.lists(st.integers(0, SAME), min_size=12, max_size=12)


@given(times=ticks, first=lags, second=lags, third=lags)
def test_a_sequence_that_all_clients_tell_counts_once(
    times: list[int], first: list[int], second: list[int], third: list[int]
) -> None:
    """Each client tells it in order, each at its own pace, none later than the rule allows for."""
    told: list[tuple[int, int]] = []
    for viewer, lag in enumerate((first, second, third)):
        at = 0
        for event, time in enumerate(times):
            at = max(at, time + lag[event])
            told.append((at, viewer))
    reports = Reports()
    counted = sum(reports.is_new(WORLD, blow(1), viewer, at) for at, viewer in sorted(told))
    assert counted == len(times)


@given(times=ticks)
def test_whatever_one_client_tells_counts(times: list[int]) -> None:
    reports = Reports()
    assert all(reports.is_new(WORLD, door(), 1, at) for at in times)


def test_two_blows_that_two_clients_see_are_two_blows() -> None:
    told = [(1, 0, blow(5)), (2, 1, blow(5)), (2, 5, blow(5)), (1, 6, blow(5))]
    assert new(Reports(), *told) == [True, False, True, False]


def test_what_is_told_much_later_is_something_else() -> None:
    assert new(Reports(), (1, 0, door()), (2, SAME, door())) == [True, False]
    assert new(Reports(), (1, 0, door()), (2, SAME + 1, door())) == [True, True]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (blow(5), blow(6)),
        (blow(5), Happening(Deed.DEATH, PLACE, None, being(5))),
        (door(), door()._replace(where=(4.0, 64.0, 5.0))),
        (door(), door()._replace(deed=Deed.BROKEN)),
        (Happening(Deed.TALK, PLACE, being(5)), Happening(Deed.TALK, PLACE, being(6))),
    ],
)
def test_what_is_not_the_same_counts_for_itself(one: Happening, other: Happening) -> None:
    assert new(Reports(), (1, 0, one), (2, 0, other)) == [True, True]


def test_bodies_are_the_same_wherever_each_client_has_them() -> None:
    assert new(Reports(), (1, 0, blow(5, 1.0)), (2, 0, blow(5, 1.03))) == [True, False]
    words = [Happening(Deed.TALK, (x, 65.6, 0.0), being(5, x)) for x in (1.0, 1.03)]
    assert new(Reports(), (1, 0, words[0]), (2, 0, words[1])) == [True, False]


def test_worlds_have_nothing_to_do_with_each_other() -> None:
    reports = Reports()
    assert reports.is_new(WORLD, door(), 1, 0)
    assert reports.is_new("minecraft:the_nether", door(), 2, 0)


def test_nothing_old_is_kept() -> None:
    reports = Reports()
    for tick in range(1000):
        reports.is_new(WORLD, door()._replace(where=(float(tick), 64.0, 0.0)), 1, tick)
    assert len(reports._known) <= SAME + 2
