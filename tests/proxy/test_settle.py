"""Where a companion without a place settles."""

from math import hypot

import numpy as np
import pytest

from npc.settle import is_standable, place_beside


class FlatWorld:
    """Ground up to ``top`` everywhere it is known; single cells can be set. State 1 ground, 2 water, 3 cactus."""

    def __init__(self, top: int, unknown: bool = False) -> None:
        self.top = top
        self.unknown = unknown
        self.cells: dict[tuple[int, int, int], int] = {}
        self.blocks = self

        def mask(*states: int) -> np.ndarray:
            out = np.zeros(8, bool)
            out[list(states)] = True
            return out

        self.solid, self.water, self.lava, self.hazard = mask(1, 3), mask(2), mask(4), mask(3, 4)

    def state(self, x: int, y: int, z: int) -> int | None:
        if self.unknown:
            return None
        return self.cells.get((x, y, z), 1 if y <= self.top else 0)


@pytest.mark.parametrize("yaw", [0.0, 90.0, 180.0, -90.0, 37.0])
def test_it_settles_in_front_and_faces_the_player(yaw: float) -> None:
    place = place_beside(FlatWorld(63), 8.5, 64.0, -3.5, yaw)
    assert place is not None
    assert place.y == 64.0
    assert 1.5 <= hypot(place.x - 8.5, place.z + 3.5) <= 4.0
    # Both look along the line between them, in opposite directions.
    towards = np.degrees(np.arctan2(-(8.5 - place.x), -3.5 - place.z))
    assert abs((place.yaw - towards + 180) % 360 - 180) < 1e-6
    assert abs((place.yaw + 180 - yaw + 180) % 360 - 180) < 45


def test_it_keeps_out_of_water_hazards_walls_and_taken_cells() -> None:
    world = FlatWorld(63)
    first = place_beside(world, 0.5, 64.0, 0.5, 0.0)
    assert first is not None
    cell = (int(first.x // 1), 64, int(first.z // 1))
    for state in (1, 2, 3):
        world.cells = {cell: state}
        other = place_beside(world, 0.5, 64.0, 0.5, 0.0)
        assert other is not None
        assert other[:3] != first[:3]
    world.cells = {}
    taken = place_beside(world, 0.5, 64.0, 0.5, 0.0, [cell])
    assert taken is not None
    assert taken[:3] != first[:3]
    world.cells = {(cell[0], 63, cell[2]): 3}
    assert not is_standable(world, *cell)


def test_it_waits_where_the_world_is_unknown_or_has_no_ground() -> None:
    assert place_beside(FlatWorld(63, unknown=True), 0, 64, 0, 0) is None
    assert place_beside(FlatWorld(10), 0, 64, 0, 0) is None
