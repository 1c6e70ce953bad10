from hypothesis import given, settings
from hypothesis import strategies as st

from npc.crowd import NOBODY, Bystander, Crowd

patient = settings(deadline=None)
COORDINATES = st.integers(-6000, 6000).map(lambda n: n / 100)
"""No square of a difference of them vanishes."""


@patient
@given(
    st.lists(st.tuples(COORDINATES, COORDINATES, COORDINATES), max_size=30),
    st.tuples(COORDINATES, COORDINATES, COORDINATES),
    st.floats(0, 40),
)
def test_the_grid_finds_whom_a_plain_search_finds_nearest_first(
    places: list[tuple[float, float, float]], point: tuple[float, float, float], radius: float
) -> None:
    everybody = [Bystander(number, f"P{number}", *place) for number, place in enumerate(places)]
    expected = sorted(
        (b for b in everybody if b.squared_distance(*point) <= radius * radius),
        key=lambda b: (b.squared_distance(*point), b.viewer_id),
    )
    assert Crowd(everybody).within(*point, radius) == expected


def test_nobody_is_near_when_nobody_is_there() -> None:
    assert NOBODY.within(0.0, 64.0, 0.0, 1000.0) == []
