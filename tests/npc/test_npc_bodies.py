"""A companion's body in a simulation: where it stands, what moves it, and how it comes home."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import hypot
from typing import Any

import pytest
from flat_world import FlatWorld
from scene import FAR, Scene

from npc.npc import Npc

MakeViewer = Callable[..., Any]


def place_of(npc: Npc) -> tuple[float, float, float]:
    return npc.actor.x, npc.actor.y, npc.actor.z


def away(npc: Npc) -> float:
    """Blocks along the ground from its home."""
    return hypot(npc.actor.x - npc.home[0], npc.actor.z - npc.home[2])


# --- standing


def test_one_on_the_ground_stands_exactly_where_it_was_put_and_is_told_of_once(scene: Scene) -> None:
    npc = scene.add(x=0.123456789, z=-7.987654321)
    scene.run(100)
    assert place_of(npc) == (0.123456789, 64.0, -7.987654321)
    assert npc.resting
    assert scene.viewer.port.take("spawn", "move", "look", "pose") == [("spawn", "juniper")]


def test_one_in_the_air_falls_onto_the_ground_below(scene: Scene) -> None:
    npc = scene.add(y=72.3)
    heights = []
    for _ in range(40):
        scene.run()
        heights.append(npc.actor.y)
    assert heights == sorted(heights, reverse=True)
    assert max(a - b for a, b in pairwise(heights)) < 1.2
    assert place_of(npc) == (0.5, 64.0, 0.5)
    assert npc.actor.on_ground
    assert npc.harm_taken == {"fall": 5.0}, "8.3 blocks, of which 3 are free and a part doesn't count"
    assert [call[0] for call in scene.viewer.port.take("hurt")] == ["hurt"]


def test_it_stands_on_what_is_less_than_a_block_high(scene: Scene) -> None:
    scene.world.put(0, 64, 0, "stone_slab", type="bottom")
    npc = scene.add(y=64.5)
    scene.run(20)
    assert npc.actor.y == 64.5


def test_when_the_ground_goes_it_falls_and_when_it_stands_again_it_rests(scene: Scene) -> None:
    npc = scene.add()
    scene.run(20)
    assert npc.resting
    scene.world.put(0, 63, 0, "air")
    scene.run(20)
    assert place_of(npc) == (0.5, 63.0, 0.5)
    assert npc.resting


@pytest.mark.parametrize("kind", ["bat", "ghast", "bee"])
def test_what_flies_keeps_its_height_and_is_moved_by_blows_all_the_same(scene: Scene, kind: str) -> None:
    npc = scene.add(kind=kind, y=75.25)
    scene.run(40)
    assert place_of(npc) == (0.5, 75.25, 0.5)
    assert npc.dormant
    scene.viewer.stand(0.5, 75.0, 5.5)
    scene.run(2)
    scene.simulation.on_attack(1, "juniper")
    scene.viewer.stand(*FAR)
    scene.run(30)
    assert npc.actor.z < 0.0
    assert npc.actor.y == 75.25
    scene.run(200)
    assert place_of(npc) == (0.5, 75.25, 0.5)
    assert npc.dormant
    assert npc.harm_taken == {"player_attack": 1.0}, "and nothing else"


def test_a_fish_keeps_its_depth_in_water_and_breathes_there_but_falls_through_air(scene: Scene) -> None:
    for y in range(56, 64):
        for x in range(-2, 3):
            for z in range(-2, 3):
                scene.world.put(x, y, z, "water")
    fish, dry = scene.add("fish", kind="cod", y=60.5), scene.add("dry", kind="cod", y=70.0, x=8.5)
    scene.run(400)
    assert place_of(fish) == (0.5, 60.5, 0.5)
    assert fish.harm_taken == {}
    assert dry.actor.y == 64.0


# --- in blocks


def test_one_that_is_put_into_a_block_comes_out_of_it(scene: Scene) -> None:
    npc = scene.add(y=62.0)
    scene.run(20)
    assert npc.actor.y == 64.0
    assert npc.actor.teleported == 1, "no way leads there"


@pytest.mark.parametrize("height", [1, 2])
def test_a_block_that_is_put_into_it_pushes_it_aside(scene: Scene, height: int) -> None:
    npc = scene.add(x=0.9)
    scene.run(20)
    for y in range(64, 64 + height):
        scene.world.put(0, y, 0, "stone")
    scene.run(20)
    assert npc.actor.x == pytest.approx(1.3)
    assert npc.actor.teleported == 0


def test_one_that_is_walled_in_suffocates_and_stays(scene: Scene) -> None:
    npc = scene.add()
    scene.run(5)
    for x in (-1, 0, 1):
        for z in (-1, 0, 1):
            for y in range(64, 70):
                scene.world.put(x, y, z, "stone")
    scene.run(40)
    assert place_of(npc) == (0.5, 64.0, 0.5)
    assert npc.harm_taken == {"in_wall": 4.0}, (
        "every ten ticks, for it has to be looked at as long as it is stuck"
    )
    assert npc.actor.health == 16.0


def test_one_that_falls_out_of_the_world_is_back_on_its_last_ground(scene: Scene) -> None:
    npc = scene.add()
    scene.run(20)
    for y in range(64):
        scene.world.put(0, y, 0, "air")
    for _ in range(200):
        scene.run()
        if npc.actor.teleported:
            break
    assert place_of(npc) == (0.5, 64.0, 0.5)
    assert npc.harm_taken["out_of_world"] > 0.0
    assert npc.actor.teleported == 1


def test_nobody_teleports_under_ground_or_pops_through_walls(scene: Scene) -> None:
    """Users of other systems see both when the goal is behind or below something, or the world comes and goes."""
    npc = scene.add()
    for along in range(-4, 5):  # a room of nine by nine, two high, with walls of one block and a cellar below
        for side in (-4, 4):
            for y in (64, 65, 66):
                scene.world.put(along, y, side, "stone")
                scene.world.put(side, y, along, "stone")
    for x in range(-3, 4):
        for z in range(-3, 4):
            for y in (60, 61):
                scene.world.put(x, y, z, "air")
    for goal in ((8.5, 64.0, 0.5), (1.5, 60.0, 1.5), (0.5, 64.0, -9.5)):
        npc.send(goal)
        for _ in range(60):
            scene.run()
            assert max(abs(npc.actor.x - 0.5), abs(npc.actor.z - 0.5)) < 3.3
            assert npc.actor.y == 64.0
    chunk, held = npc.chunk, scene.viewer.holds_chunk
    scene.viewer.holds_chunk = lambda *position: position != chunk and held(*position)
    scene.run(5)
    assert not npc.loaded
    scene.viewer.holds_chunk = held
    scene.run(20)
    assert npc.actor.y == 64.0
    assert npc.actor.teleported == 0


# --- among others


def test_two_in_the_same_spot_make_room_for_each_other(scene: Scene) -> None:
    one, two = scene.add("one", x=0.4), scene.add("two", x=0.6)
    scene.run(100)
    assert two.actor.x - one.actor.x >= 0.6
    assert one.actor.x + two.actor.x == pytest.approx(1.0)
    assert one.resting
    assert two.resting


def test_a_player_who_walks_into_it_pushes_it_and_one_who_watches_from_above_does_not(scene: Scene) -> None:
    npc = scene.add()
    scene.run(20)
    scene.viewer.stand(0.2, 64.0, 0.5)
    scene.viewer.player.game_mode = 3
    scene.run(10)
    assert npc.actor.x == 0.5
    scene.viewer.player.game_mode = 0
    scene.run(10)
    assert npc.actor.x > 0.6
    scene.viewer.stand(*FAR)
    scene.run(120)
    assert place_of(npc) == npc.home, "as soon as it is left alone"


def test_a_blow_throws_it_and_when_left_alone_it_walks_home(scene: Scene) -> None:
    npc = scene.add(yaw=30.0)
    scene.run(20)
    scene.viewer.stand(0.5, 64.0, 2.5)
    scene.run(2)
    scene.viewer.player.yaw = 180.0
    scene.viewer.player.sprinting = True
    scene.simulation.on_attack(1, "juniper")
    scene.viewer.stand(*FAR)
    scene.run(20)
    assert npc.actor.z < -0.5
    assert npc.actor.y == 64.0
    scene.run(30)
    thrown = away(npc)
    assert thrown > 0.6, "it doesn't go at once"
    scene.run(200)
    assert place_of(npc) == npc.home
    assert npc.resting
    assert npc.actor.yaw == pytest.approx(30.0)
    assert npc.actor.teleported == 0


def test_it_is_not_knocked_about_by_what_it_does_not_feel(scene: Scene) -> None:
    npc = scene.add()
    scene.run(20)
    scene.viewer.stand(0.5, 64.0, 2.5)
    scene.run(2)
    scene.simulation.on_attack(1, "juniper")
    before = npc.body.velocity
    scene.simulation.on_attack(1, "juniper")
    assert npc.body.velocity == before


# --- asleep and awake


def test_in_an_unloaded_chunk_it_hangs_in_the_air_and_goes_on_falling_when_it_wakes(scene: Scene) -> None:
    npc = scene.add(y=80.0)
    scene.run(10)
    scene.viewer.missing.add((0, 0))
    scene.run()
    before, speed = place_of(npc), npc.body.vy
    scene.run(20)
    assert (place_of(npc), npc.body.vy) == (before, speed)
    assert speed < -0.5
    scene.viewer.missing.clear()
    scene.run()
    assert npc.actor.y < before[1] + speed + 0.1
    scene.run(40)
    assert npc.actor.y == 64.0


def test_it_lives_in_the_view_of_the_longest_connected_client_and_keeps_to_it(
    scene: Scene, make_viewer: MakeViewer
) -> None:
    npc = scene.add()
    scene.run()
    assert npc.view is scene.world
    second = make_viewer(2, at=FAR)
    second.world = FlatWorld("minecraft:overworld")
    scene.simulation.add_viewer(second)
    scene.viewer.missing.add((0, 0))
    scene.run()
    assert npc.view is second.world
    scene.viewer.missing.clear()
    scene.run()
    assert npc.view is second.world, "as long as somebody in it holds its chunk"
    scene.simulation.remove_viewer(2)
    scene.run()
    assert npc.view is scene.world


# --- sent somewhere


def test_one_that_is_sent_somewhere_goes_there_and_stays(scene: Scene) -> None:
    npc = scene.add()
    scene.run(5)
    npc.send((6.5, 64.0, -3.5))
    scene.run(150)
    assert hypot(npc.actor.x - 6.5, npc.actor.z + 3.5) <= 0.6
    assert npc.home == (6.5, 64.0, -3.5)
    samples = npc.track.last()
    assert {sample.purpose for sample in samples} <= {"goes where it was sent", ""}
    steps = [hypot(b.x - a.x, b.z - a.z) for a, b in pairwise(samples) if b.tick == a.tick + 1]
    assert max(steps) < 0.6
    assert len(npc.track.last(10)) == 10
    assert npc.track.last(10) == samples[-10:]


@pytest.mark.parametrize("kind", ["player", "fox", "iron_golem", "gnome"])
def test_a_body_has_the_size_of_its_kind(scene: Scene, kind: str) -> None:
    npc = scene.add(kind=kind)
    size = {"player": (0.6, 1.8), "fox": (0.6, 0.7), "iron_golem": (1.4, 2.7), "gnome": (0.6, 1.8)}[kind]
    assert (npc.body.width, npc.body.height) == size
