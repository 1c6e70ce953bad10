"""Where it has to be looked at what happens: near companions who may perceive it, and nowhere else."""

from math import cos, pi, sin

import pytest
from scene import Scene

from npc.awareness import FARTHEST
from npc.simulation import CELL_REACH, COMPANY_EVERY

WORLD = "minecraft:overworld"


def test_nothing_is_watched_where_there_is_no_companion(scene: Scene) -> None:
    scene.run(1)
    assert not scene.simulation.is_watched(WORLD, 0.5, 0.5)


def test_whatever_can_be_perceived_is_watched_and_what_is_far_is_not(scene: Scene) -> None:
    scene.add(x=-20.5, z=3.5)
    scene.run(COMPANY_EVERY + 1)
    beyond = FARTHEST + 2 * CELL_REACH
    for step in range(16):
        dx, dz = cos(step * pi / 8), sin(step * pi / 8)
        assert scene.simulation.is_watched(WORLD, -20.5 + dx * FARTHEST, 3.5 + dz * FARTHEST)
        assert not scene.simulation.is_watched(WORLD, -20.5 + dx * beyond, 3.5 + dz * beyond)
    assert not scene.simulation.is_watched("minecraft:the_nether", -20.5, 3.5)


def test_nothing_is_watched_by_one_whom_no_client_has_loaded(scene: Scene) -> None:
    scene.add()
    scene.run(COMPANY_EVERY + 1)
    assert scene.simulation.is_watched(WORLD, 0.5, 0.5)
    scene.viewer.world = None
    scene.run(COMPANY_EVERY + 1)
    assert not scene.simulation.is_watched(WORLD, 0.5, 0.5)


def test_nothing_is_watched_by_one_of_many_alike_who_perceives_nothing(scene: Scene) -> None:
    scene.add(unique=False)
    scene.run(COMPANY_EVERY + 1)
    assert not scene.simulation.is_watched(WORLD, 0.5, 0.5)


def test_a_companion_that_comes_is_reckoned_with_after_some_ticks_and_so_is_one_that_goes(
    scene: Scene,
) -> None:
    scene.run(COMPANY_EVERY)
    assert not scene.simulation.is_watched(WORLD, 0.5, 0.5)
    scene.add()
    scene.run(COMPANY_EVERY + 1)
    assert scene.simulation.is_watched(WORLD, 0.5, 0.5)
    scene.simulation.remove("juniper")
    scene.run(COMPANY_EVERY + 1)
    assert not scene.simulation.is_watched(WORLD, 0.5, 0.5)


@pytest.mark.parametrize("place", [(float("nan"), 0.0), (0.0, float("inf")), (1e300, -1e300)])
def test_places_that_are_none_are_not_watched(scene: Scene, place: tuple[float, float]) -> None:
    scene.add()
    scene.run(COMPANY_EVERY + 1)
    assert not scene.simulation.is_watched(WORLD, *place)
