"""What companions do of their own accord: stay, or stroll about and look around."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import floor, hypot
from typing import Any

import pytest
from scene import FAR, Scene

from npc.locomotion.walker import WalkerState
from npc.modes import Mode
from npc.npc import Npc

MakeViewer = Callable[..., Any]


def stroll(scene: Scene, npc: Npc, ticks: int) -> list[tuple[float, float, float]]:
    """Its places in so many ticks."""
    places = []
    for _ in range(ticks):
        scene.run()
        places.append(npc.body.position)
    return places


def strolls(npc: Npc) -> int:
    """How often it set out, as its track tells."""
    samples = npc.track.last()
    return sum(1 for a, b in pairwise(samples) if b.purpose and (not a.purpose or b.tick - a.tick > 5))


@pytest.mark.parametrize("seed", [1, 2])
def test_within_a_radius_it_strolls_about_its_home_with_pauses_and_never_leaves_it(
    make_viewer: MakeViewer, seed: int
) -> None:
    scene = Scene(make_viewer(at=FAR), seed)
    npc = scene.add(mode=Mode.WANDER_BY_RADIUS, home=(4.5, 64.0, 4.5), wander_radius=6.0)
    for _ in range(600):  # it starts at the edge
        scene.run()
    places = stroll(scene, npc, 1500)
    distances = [hypot(x - 4.5, z - 4.5) for x, _, z in places]
    assert max(distances) < 6.5
    assert max(distances) > 3.0
    assert strolls(npc) >= 5
    steps = [hypot(b[0] - a[0], b[2] - a[2]) for a, b in pairwise(places)]
    assert max(steps) < 0.25, "at a walk"
    assert 300 < sum(step < 1e-3 for step in steps) < 1300, "with pauses"


def test_without_a_radius_it_gets_further_with_every_stroll(make_viewer: MakeViewer) -> None:
    scene = Scene(make_viewer(at=FAR), seed=3)
    npc = scene.add(mode=Mode.WANDER, wander_radius=8.0)
    places = stroll(scene, npc, 3000)
    assert max(hypot(x - 0.5, z - 0.5) for x, _, z in places) > 10.0


def test_it_strolls_neither_onto_farmland_nor_into_fire_water_or_off_a_cliff(scene: Scene) -> None:
    for x in range(-9, 11):
        for z in range(-9, 11):
            if max(abs(x), abs(z)) > 5:
                for y in range(40, 64):
                    scene.world.put(x, y, z, "air")
            elif x > 2:
                scene.world.put(x, 63, z, "farmland")
            elif x < -2:
                scene.world.put(x, 63, z, "water")
            elif z > 2:
                scene.world.put(x, 64, z, "fire")
    npc = scene.add(mode=Mode.WANDER, wander_radius=8.0)
    places = stroll(scene, npc, 1200)
    assert strolls(npc) >= 3
    assert {y for _, y, _ in places} == {64.0}
    assert {floor(x) for x, _, _ in places} <= set(range(-2, 3))
    assert npc.harm_taken == {}
    assert scene.world.blocks.name(scene.world.state(3, 63, 0) or 0) == "farmland"


def test_where_there_is_nowhere_to_go_it_stays(scene: Scene) -> None:
    for x in range(-1, 2):
        for z in range(-1, 2):
            for y in (64, 65, 66):
                if x or z:
                    scene.world.put(x, y, z, "stone")
    npc = scene.add(mode=Mode.WANDER, wander_radius=1.0)
    assert set(stroll(scene, npc, 300)) == {(0.5, 64.0, 0.5)}


def test_while_it_stands_it_looks_about_and_while_a_player_is_near_at_the_player(scene: Scene) -> None:
    npc = scene.add(mode=Mode.WANDER, wander_radius=1.0)  # too near for a stroll
    seen = set()
    for _ in range(400):
        scene.run()
        seen.add(round(npc.actor.head_yaw))
    assert len(seen) > 5
    scene.viewer.stand(0.5, 64.0, 3.5)
    scene.run(60)
    assert npc.actor.head_yaw == pytest.approx(0.0)


def test_it_stops_for_who_speaks_to_it_and_goes_on_later(scene: Scene) -> None:
    npc = scene.add(mode=Mode.WANDER)
    while npc.walker.state is not WalkerState.WALKING:
        scene.run()
    scene.run(5)
    scene.viewer.stand(npc.actor.x, 64.0, npc.actor.z + 2.5)
    scene.run()
    scene.simulation.on_use(1, "juniper", 0, False)
    scene.run(10)
    place = npc.body.position
    scene.run(45)
    assert npc.body.position == place
    scene.viewer.stand(*FAR)
    scene.run(400)
    assert npc.body.position != place


def test_thrown_out_of_its_radius_it_comes_back(scene: Scene) -> None:
    npc = scene.add(mode=Mode.WANDER_BY_RADIUS, wander_radius=4.0)
    npc.put(14.5, 64.0, 0.5)
    scene.run(600)
    assert hypot(npc.actor.x - 0.5, npc.actor.z - 0.5) <= 4.5


def test_of_every_size_there_are_strollers_and_who_is_too_big_for_any_way_stands(scene: Scene) -> None:
    kinds = ("cod", "fox", "horse", "ravager", "ghast", "ender_dragon")
    npcs = {
        kind: scene.add(kind, kind=kind, mode=Mode.WANDER, z=30.5 * row) for row, kind in enumerate(kinds)
    }
    for _ in range(400):
        scene.run()
    assert [kind for kind in kinds if strolls(npcs[kind]) == 0] == ["ghast", "ender_dragon"]
    assert npcs["ghast"].track.remarks[-1].text == "it is too big for any way"


def test_one_that_cannot_come_home_stays_where_it_is_and_tries_again(scene: Scene) -> None:
    npc = scene.add()
    scene.run(20)
    for x in range(5, 10):
        for z in range(-2, 3):
            if max(abs(x - 7), abs(z)) == 2:
                for y in (64, 65, 66):
                    scene.world.put(x, y, z, "stone")
    npc.put(7.5, 64.0, 0.5)
    scene.run(300)
    assert 6.0 < npc.actor.x < 9.0
    for y in (64, 65, 66):
        scene.world.put(5, y, 0, "air")
    scene.run(500)
    assert hypot(npc.actor.x - 0.5, npc.actor.z - 0.5) <= 0.3


def test_a_companion_at_home_is_not_ticked_until_something_happens_near_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    npc, other = scene.add(), scene.add("other", x=12.5)
    scene.run(30)
    assert npc.dormant
    assert other.dormant
    ticks = []
    original = Npc.tick
    monkeypatch.setattr(Npc, "tick", lambda self, around: (ticks.append(self.id), original(self, around)))
    scene.run(50)
    assert ticks == []
    scene.world.put(20, 64, 0, "stone")
    scene.run(10)
    assert set(ticks) == {"juniper", "other"}, "a block in their chunk or the next"
    assert npc.dormant
    ticks.clear()
    scene.viewer.stand(3.5, 64.0, 0.5)
    scene.run(10)
    assert ticks.count("juniper") == 10
    assert npc.actor.head_yaw != 0.0
    scene.viewer.stand(*FAR)
    scene.run(60)
    assert npc.dormant
    assert npc.actor.head_yaw == npc.home_yaw
    npc.send((0.5, 64.0, 5.5))
    scene.run(60)
    assert npc.actor.z == pytest.approx(5.5, abs=0.6)
