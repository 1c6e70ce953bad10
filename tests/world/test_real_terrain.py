"""The terrain that other tests walk over is what vanilla wrote down."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from real_terrain import SQUARES, Square, family_of, packets, places_to_stand, region_world

from world.chunk import Chunk
from world.view import WorldView


@pytest.fixture(scope="module", params=SQUARES, ids=lambda square: square.release)
def square(request: pytest.FixtureRequest) -> Square:
    chosen: Square = request.param
    return chosen


@pytest.fixture(scope="module")
def world(peers: Path, square: Square) -> WorldView:
    return region_world(peers, square)


def test_the_highest_blocks_are_those_of_the_heightmaps_in_the_region_file(world: WorldView) -> None:
    for chunk in list(world.chunks())[::3]:
        assert chunk.contents is not None
        told = chunk.contents.heightmaps["MOTION_BLOCKING"].reshape(16, 16)
        ours = np.array([[chunk.highest(x, z) for x in range(16)] for z in range(16)])
        np.testing.assert_array_equal(ours, told + world.dimension.min_y - 1)


def test_sent_as_packets_it_stays_the_same(world: WorldView, square: Square) -> None:
    family, dimension = family_of(square.release), world.dimension
    chunks = sorted(world.chunks(), key=lambda chunk: (chunk.x, chunk.z))
    bottom, top = dimension.min_y, dimension.min_y + dimension.height
    for chunk, packet in list(zip(chunks, packets(family, world), strict=True))[::3]:
        again = Chunk(chunk.x, chunk.z, dimension, family.read_column(packet[1:], dimension))
        ours, sent = chunk.states_between(bottom, top), again.states_between(bottom, top)
        assert ours is not None
        assert sent is not None
        np.testing.assert_array_equal(sent, ours)


def test_there_is_room_wherever_one_is_said_to_stand(world: WorldView) -> None:
    blocks = world.blocks
    places = places_to_stand(world)
    assert len(places) > 1000
    for x, y, z in places[::50].tolist():
        below, feet, head = (world.state(x, y + dy, z) for dy in (-1, 0, 1))
        assert blocks.full_cube[below]
        assert not blocks.solid[feet]
        assert not blocks.solid[head]
