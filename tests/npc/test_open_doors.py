"""A door that a companion holds open is open to those who see the companion, and to nobody else."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from small_worlds import small_world

from npc.stage import Stage
from npc.stage_port import Actor
from world.view import WorldView

MakeViewer = Callable[..., Any]
LOWER, UPPER = (2, 64, 0), (2, 65, 0)
DOOR = {
    (2, 63, 0): "stone",
    LOWER: "oak_door[facing=east,half=lower]",
    UPPER: "oak_door[facing=east,half=upper]",
    (2, 64, 1): "oak_fence_gate[facing=east]",
}
MODERN, OLD = "1.21.4", "1.12.2"


class Scene:
    """A companion beside a door, and who watches it."""

    def __init__(self, make_viewer: MakeViewer, release: str = MODERN, watchers: int = 1) -> None:
        self.make_viewer = make_viewer
        self.stage = Stage()
        self.actor = Actor("juniper", UUID(int=1), "Juniper", x=0.5, y=64.0, z=0.5)
        self.world = small_world(DOOR, release)
        self.stage.enter(self.actor, self.world.key.name)
        self.viewers = [self.seat(number, self.world) for number in range(1, watchers + 1)]

    def seat(self, viewer_id: int, world: WorldView) -> Any:
        viewer = self.make_viewer(viewer_id)
        viewer.world = world
        self.stage.seat(viewer)
        return viewer

    def hold(self, door: tuple[int, int, int] | None) -> None:
        self.actor.holds_open = door
        self.stage.update()

    def told(self, viewer: int = 0) -> list[tuple[Any, ...]]:
        """What a viewer was told of blocks since the last time: what, where, and whether that is open."""
        calls = self.viewers[viewer].port.take("show_block", "restore_block")
        blocks = self.viewers[viewer].world.blocks
        return [(name, place, blocks.properties(state)["open"] == "true") for name, *place, state in calls]


@pytest.fixture
def scene(make_viewer: MakeViewer) -> Scene:
    return Scene(make_viewer)


SHOWN = [("show_block", [*LOWER], True), ("show_block", [*UPPER], True)]
RESTORED = [("restore_block", [*LOWER], False), ("restore_block", [*UPPER], False)]


@pytest.mark.parametrize("door", [LOWER, UPPER])
def test_both_halves_open_once_and_close_when_it_is_through(scene: Scene, door: tuple[int, int, int]) -> None:
    scene.hold(door)
    assert scene.told() == SHOWN
    scene.hold(door)
    assert scene.told() == []
    scene.hold(None)
    assert scene.told() == RESTORED
    scene.hold(None)
    assert scene.told() == []
    assert scene.world.blocks.properties(scene.world.state(*LOWER) or 0)["open"] == "false", "never the world"


def test_the_next_door_opens_as_the_last_one_closes(scene: Scene) -> None:
    scene.hold(LOWER)
    scene.told()
    scene.hold((2, 64, 1))
    assert scene.told() == [*RESTORED, ("show_block", [2, 64, 1], True)]


def test_the_lower_half_says_it_all_to_1_12(make_viewer: MakeViewer) -> None:
    scene = Scene(make_viewer, OLD)
    scene.hold(UPPER)
    assert scene.told() == SHOWN[:1]
    scene.hold(None)
    assert scene.told() == RESTORED[:1]


def test_clients_of_two_releases_are_each_told_states_of_their_own(make_viewer: MakeViewer) -> None:
    scene = Scene(make_viewer)
    scene.viewers.append(scene.seat(2, small_world(DOOR, OLD)))
    scene.hold(LOWER)
    assert scene.told(0) == SHOWN
    assert scene.told(1) == SHOWN[:1]


def test_who_does_not_see_the_companion_does_not_see_the_door_open(make_viewer: MakeViewer) -> None:
    scene = Scene(make_viewer, watchers=2)
    scene.viewers[1].stand(500.0, 64.0, 0.0)
    scene.hold(LOWER)
    assert scene.told(0) == SHOWN
    assert scene.told(1) == []
    scene.viewers[1].stand(0.5, 64.0, 3.5)
    scene.stage.update()
    assert scene.told(1) == SHOWN, "who comes later sees it too"
    scene.viewers[0].stand(500.0, 64.0, 0.0)
    scene.stage.update()
    assert scene.told(0) == RESTORED
    assert scene.told(1) == []


def test_a_companion_that_goes_off_lets_the_door_go(scene: Scene) -> None:
    scene.hold(LOWER)
    scene.told()
    scene.stage.leave("juniper")
    scene.stage.update()
    assert scene.told() == RESTORED


def test_two_that_hold_one_door_open_and_close_it_once(scene: Scene) -> None:
    other = Actor("fern", UUID(int=2), "Fern", x=1.5, y=64.0, z=0.5)
    scene.stage.enter(other, scene.world.key.name)
    other.holds_open = UPPER
    scene.hold(LOWER)
    assert scene.told() == SHOWN
    scene.hold(None)
    assert scene.told() == []
    other.holds_open = None
    scene.hold(None)
    assert scene.told() == RESTORED


def test_what_the_server_makes_of_the_door_meanwhile_counts(scene: Scene) -> None:
    scene.hold(LOWER)
    scene.told()
    world, blocks = scene.world, scene.world.blocks
    for place, half in ((LOWER, "lower"), (UPPER, "upper")):
        world.set_state(*place, blocks.state("oak_door", facing="east", half=half, open=True))
    scene.hold(LOWER)
    scene.hold(None)
    assert scene.told() == [], "a player opened it: it stays open"


def test_a_door_that_was_broken_meanwhile_is_not_put_back(scene: Scene) -> None:
    scene.hold(LOWER)
    scene.told()
    for place in (LOWER, UPPER):
        scene.world.set_state(*place, 0)
    scene.hold(None)
    assert scene.told() == []


@pytest.mark.parametrize("how", ["world", "chunk", "forget"])
def test_a_client_that_gets_its_blocks_anew_is_not_given_back_what_it_has(scene: Scene, how: str) -> None:
    (viewer,) = scene.viewers
    scene.hold(LOWER)
    scene.told()
    scene.actor.holds_open = None
    if how == "world":
        viewer.enter(None)
    elif how == "chunk":
        viewer.missing.add((0, 0))
    else:
        scene.stage.forget(1)
    scene.stage.update()
    viewer.world = scene.world
    viewer.missing.clear()
    scene.stage.update()
    assert scene.told() == []


@pytest.mark.parametrize("place", [(2, 63, 0), (9, 64, 9), (4000, 64, 0), (2, 5000, 0)])
def test_what_is_no_door_stays_as_it_is(scene: Scene, place: tuple[int, int, int]) -> None:
    scene.hold(place)
    assert scene.told() == []
