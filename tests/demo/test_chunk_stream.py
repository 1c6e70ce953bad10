"""Which chunks a client of the demo holds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proxy.demo.chunk_stream import ChunkStream

PLACES = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
STEPS = st.lists(st.tuples(PLACES, st.integers(0, 4), st.integers(0, 30)), max_size=12)


def square(center: tuple[int, int], radius: int) -> set[tuple[int, int]]:
    return {
        (x, z)
        for x in range(center[0] - radius, center[0] + radius + 1)
        for z in range(center[1] - radius, center[1] + radius + 1)
    }


@given(STEPS)
def test_a_client_holds_only_what_is_near_and_gets_each_chunk_once(
    steps: list[tuple[tuple[int, int], int, int]],
) -> None:
    """The oracle is a client that counts what it is sent and told to drop."""
    stream = ChunkStream(2)
    client: set[tuple[int, int]] = set()
    for center, radius, count in steps:
        for place in stream.move_to(center, radius):
            client.remove(place)
        sent = stream.take(count)
        assert len(sent) == min(count, len(square(center, radius) - client))
        assert client.isdisjoint(sent)
        client.update(sent)
        assert client <= square(center, radius)
        assert client == stream.held


@given(PLACES, st.integers(0, 6))
def test_near_chunks_come_first_and_in_the_end_all_have_come(center: tuple[int, int], radius: int) -> None:
    stream = ChunkStream(radius)
    assert stream.move_to(center) == []
    sent: list[tuple[int, int]] = []
    while batch := stream.take(3):
        sent += batch
    distances = [(x - center[0]) ** 2 + (z - center[1]) ** 2 for x, z in sent]
    assert distances == sorted(distances)
    assert set(sent) == square(center, radius)
    assert len(sent) == len(set(sent))


def test_after_a_reset_everything_comes_again() -> None:
    stream = ChunkStream(1)
    stream.move_to((0, 0))
    first = stream.take(100)
    stream.reset()
    assert stream.held == set()
    assert stream.move_to((0, 0)) == []
    assert sorted(stream.take(100)) == sorted(first)
