"""What lively companions do of their own accord, in the world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from math import cos, dist, hypot, radians, sin
from typing import Any

import pytest
from scene import FAR, Scene

from npc.behavior import State
from npc.behavior.life import Life
from npc.crowd import Bystander
from npc.modes import Mode
from npc.npc import Npc

MakeViewer = Callable[..., Any]
NIGHT, DAY = 14_000, 1_000
BED = (6, 64, 3)


def life_of(npc: Npc) -> Life:
    assert npc.life is not None
    return npc.life


def live_only(monkeypatch: pytest.MonkeyPatch, *states: State) -> None:
    """Let the chain lead to these states and nowhere else."""
    weights = [[50 if after in states else 0 for after in State] for _ in State]
    monkeypatch.setattr("npc.behavior.life.leaning_weights", lambda *leanings: weights)


def put_bed(scene: Scene, head: tuple[int, int, int] = BED) -> None:
    x, y, z = head
    scene.world.put(x, y, z, "red_bed", part="head", facing="north")
    scene.world.put(x, y, z + 1, "red_bed", part="foot", facing="north")


def run_until(scene: Scene, condition: Callable[[], bool], within: int = 400) -> int:
    for ticks in range(within):
        if condition():
            return ticks
        scene.run()
    raise AssertionError(f"not within {within} ticks")


def bystander(npc: Npc, viewer_id: int = 1) -> Bystander:
    return Bystander(viewer_id, "Player", npc.actor.x, npc.eye_y, npc.actor.z + 2.0)


# --- all of it


def test_by_day_it_sits_strolls_stands_and_performs_and_by_night_it_sleeps(scene: Scene) -> None:
    put_bed(scene)
    npc = scene.add(lively=True, mode=Mode.WANDER_BY_RADIUS)
    seen: dict[int, Counter[str]] = {}
    for time in (DAY, NIGHT):
        scene.world.time_of_day = time
        seen[time] = Counter()
        for _ in range(4000):
            scene.run()
            seen[time][life_of(npc).state.name] += 1
            seen[time][npc.actor.pose] += 1
            seen[time]["walks"] += npc.purpose == "strolls"
            seen[time]["emotes"] += npc.acting.emotes.playing is not None
    by_day, by_night = seen[DAY], seen[NIGHT]
    assert min(by_day[what] for what in ("IDLE", "SIT", "walks", "emotes", "sitting")) > 30
    assert by_day["SLEEP"] < 700
    assert by_night["sleeping"] > 1500


def test_the_same_seed_lives_the_same_life(make_viewer: MakeViewer) -> None:
    lives = []
    for seed in (5, 5, 6):
        scene = Scene(make_viewer(at=FAR), seed)
        put_bed(scene)
        npc = scene.add(lively=True, mode=Mode.WANDER)
        life = []
        for _ in range(1500):
            scene.run()
            life.append((life_of(npc).state, npc.actor.pose, npc.body.position))
        lives.append(life)
    assert lives[0] == lives[1] != lives[2]


def test_one_that_is_not_lively_stands_as_before(scene: Scene) -> None:
    npc = scene.add(lively=False)
    scene.run(1500)
    assert npc.life is None
    assert (npc.actor.pose, npc.body.position) == ("standing", (0.5, 64.0, 0.5))


def test_one_that_stays_never_strolls(scene: Scene) -> None:
    npc = scene.add(lively=True)
    assert life_of(npc).describe()["disabled"] == [False, False, False, True, True, False]
    for _ in range(3000):
        scene.run()
        assert npc.body.position == (0.5, 64.0, 0.5)


def test_at_rest_it_ticks_only_when_its_choice_ends_or_its_pose_changes(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    live_only(monkeypatch, State.IDLE, State.SIT)
    npc = scene.add(lively=True)
    npc.acting.emotes.idles = False
    awake, poses = 0, Counter[str]()
    for _ in range(6000):
        scene.run()
        awake += not npc.dormant
        poses[npc.actor.pose] += 1
    assert awake < 120
    assert min(poses["standing"], poses["sitting"]) > 500


def test_no_idle_emote_comes_between_a_plan_and_its_first_step(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    live_only(monkeypatch, State.MOVE_L)
    npc = scene.add(lively=True, mode=Mode.WANDER)
    for _ in range(3000):
        scene.run()
        assert not (npc.purpose and npc.acting.emotes.playing), "it plays while it is about to walk"


# --- strolls


@pytest.mark.parametrize(("state", "side"), [(State.MOVE_L, -90.0), (State.MOVE_R, 90.0)])
def test_a_stroll_leads_two_to_five_blocks_to_its_side(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, state: State, side: float
) -> None:
    live_only(monkeypatch, state)
    npc = scene.add(lively=True, mode=Mode.WANDER, yaw=30.0)
    for _ in range(8):
        x, _, z = npc.body.position
        yaw = npc.actor.yaw
        run_until(scene, lambda: npc.purpose == "strolls")
        run_until(scene, lambda: npc.purpose == "")
        dx, dz = npc.body.x - x, npc.body.z - z
        assert 1.4 < hypot(dx, dz) < 5.6
        angle = radians(yaw + side)
        along = -dx * sin(angle) + dz * cos(angle)
        assert along > 0.6 * hypot(dx, dz), "to that side"
        run_until(scene, lambda: npc.actor.yaw == npc.actor.head_yaw)
        yaw = npc.actor.yaw


def test_strolls_stay_inside_the_radius_of_its_home(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    live_only(monkeypatch, State.MOVE_L, State.MOVE_R)
    npc = scene.add(lively=True, mode=Mode.WANDER_BY_RADIUS, wander_radius=4.0)
    far, strolls, purpose = 0.0, 0, ""
    for _ in range(4000):
        scene.run()
        far = max(far, hypot(npc.body.x - 0.5, npc.body.z - 0.5))
        strolls += npc.purpose == "strolls" != purpose
        purpose = npc.purpose
    assert strolls > 10
    assert 2.0 < far < 4.6


def test_with_nowhere_to_stroll_to_it_is_idle_at_once(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    live_only(monkeypatch, State.MOVE_L, State.MOVE_R)
    for x in range(-6, 7):
        for z in range(-6, 7):
            for y in range(58, 64):
                if x or z:
                    scene.world.put(x, y, z, "air")
    npc = scene.add(lively=True, mode=Mode.WANDER)
    for _ in range(300):
        scene.run()
        assert life_of(npc).state is State.IDLE
        assert npc.body.position == (0.5, 64.0, 0.5)


def test_thrown_out_of_its_radius_it_first_comes_back(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    live_only(monkeypatch, State.IDLE)
    npc = scene.add(lively=True, mode=Mode.WANDER_BY_RADIUS, wander_radius=4.0)
    scene.run(50)
    npc.put(14.5, 64.0, 0.5)
    run_until(scene, lambda: hypot(npc.body.x - 0.5, npc.body.z - 0.5) <= 4.5, 600)


def test_one_that_stays_goes_home_before_anything_else(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    live_only(monkeypatch, State.IDLE)
    npc = scene.add(lively=True)
    scene.run(50)
    npc.put(6.5, 64.0, 0.5)
    run_until(scene, lambda: npc.body.position == (0.5, 64.0, 0.5), 300)


# --- sitting


def test_it_sits_and_its_head_is_free_to_look_at_who_comes(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    live_only(monkeypatch, State.SIT)
    npc = scene.add(lively=True)
    run_until(scene, lambda: npc.actor.pose == "sitting")
    scene.viewer.stand(3.5, 64.0, 0.5)
    scene.run(30)
    assert npc.actor.pose == "sitting"
    assert npc.actor.head_yaw == pytest.approx(-90.0, abs=1.0)


@pytest.mark.parametrize("event", ["use", "blow", "push", "order", "hole"])
def test_whatever_somebody_does_to_it_makes_it_get_up(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, event: str
) -> None:
    live_only(monkeypatch, State.SIT)
    npc = scene.add(lively=True)
    run_until(scene, lambda: npc.actor.pose == "sitting" and npc.dormant)
    if event in ("use", "blow"):
        (npc.use if event == "use" else npc.hit)(scene.simulation.tick_number, bystander(npc))
    elif event == "push":
        scene.viewer.stand(0.7, 64.0, 0.7)
    elif event == "order":
        npc.send((5.5, 64.0, 0.5))
    else:
        for y in range(60, 64):
            scene.world.put(0, y, 0, "air")
    scene.run(2)
    assert npc.actor.pose == "standing"


def test_another_mode_makes_it_get_up(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    live_only(monkeypatch, State.SIT)
    npc = scene.add(lively=True)
    run_until(scene, lambda: npc.actor.pose == "sitting" and npc.dormant)
    npc.mode = Mode.WANDER
    assert npc.actor.pose == "standing"


def test_an_emote_takes_the_place_of_a_pose_and_idleness_follows(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    live_only(monkeypatch, State.SIT)
    npc = scene.add(lively=True)
    run_until(scene, lambda: npc.actor.pose == "sitting" and npc.dormant)
    assert npc.emote(scene.simulation.tick_number, "wave") is None
    scene.run()
    assert npc.actor.pose == "standing"
    run_until(scene, lambda: npc.acting.emotes.playing is None)
    scene.run()
    assert (life_of(npc).state, npc.actor.pose) == (State.IDLE, "standing")


def test_idleness_brings_no_emote_to_who_sits(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    live_only(monkeypatch, State.SIT)
    npc = scene.add(lively=True)
    run_until(scene, lambda: npc.actor.pose == "sitting")
    for _ in range(2000):
        scene.run()
        assert npc.acting.emotes.playing is None


# --- sleeping


def asleep_in_bed(scene: Scene, monkeypatch: pytest.MonkeyPatch, **fields: Any) -> Npc:
    live_only(monkeypatch, State.SLEEP)
    put_bed(scene)
    scene.world.time_of_day = NIGHT
    npc = scene.add(lively=True, mode=Mode.WANDER, **fields)
    run_until(scene, lambda: npc.asleep)
    scene.run()
    return npc


def test_it_walks_to_the_nearest_bed_and_lies_in_it_its_way(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_bed(scene, (12, 64, 9))
    npc = asleep_in_bed(scene, monkeypatch)
    actor = npc.actor
    assert (actor.pose, actor.bed, actor.yaw, actor.head_yaw) == ("sleeping", BED, -180.0, -180.0)
    assert (actor.x, actor.y, actor.z) == (6.5, 64.5625, 3.5)
    samples = npc.track.last()
    assert {sample.purpose for sample in samples[:-2]} <= {"goes to bed", ""}
    places = [(0.5, 64.0, 0.5), *((sample.x, sample.y, sample.z) for sample in samples)]
    assert max(dist(a, b) for a, b in pairwise(places)) < 1.7, "it walked as far as the bedside"


def test_who_sleeps_is_asleep_to_its_feelings_and_looks_at_nobody(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    npc = asleep_in_bed(scene, monkeypatch)
    assert npc.situation(scene.simulation.tick_number).asleep
    head = npc.actor.head_yaw
    scene.viewer.stand(8.5, 64.0, 3.5)
    for _ in range(40):
        scene.run()
        assert (npc.actor.head_yaw, npc.actor.pitch, npc.actor.pose) == (head, 0.0, "sleeping")


def test_a_sleeper_dreams_without_being_ticked_in_between(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    npc = asleep_in_bed(scene, monkeypatch)
    scene.run(200)
    awake, symbols = 0, Counter[str]()
    for _ in range(2000):
        scene.run()
        awake += not npc.dormant
        symbols[npc.actor.symbol] += 1
    assert awake < 200
    assert {"z", "zz", "zzz"} <= symbols.keys()


def test_by_day_it_gets_up_beside_its_bed(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    npc = asleep_in_bed(scene, monkeypatch)
    scene.world.time_of_day = DAY
    run_until(scene, lambda: not npc.asleep, 700)
    assert (npc.actor.pose, npc.actor.bed, npc.actor.symbol) == ("standing", None, "")
    assert npc.body.y == 64.0
    assert life_of(npc).state is State.IDLE


@pytest.mark.parametrize("event", ["use", "blow", "push", "order", "bed"])
def test_whatever_somebody_does_wakes_it(scene: Scene, monkeypatch: pytest.MonkeyPatch, event: str) -> None:
    npc = asleep_in_bed(scene, monkeypatch)
    run_until(scene, lambda: npc.dormant)
    if event in ("use", "blow"):
        (npc.use if event == "use" else npc.hit)(scene.simulation.tick_number, bystander(npc))
    elif event == "push":
        scene.viewer.stand(6.7, 64.5625, 3.7)
    elif event == "order":
        npc.send((0.5, 64.0, 0.5))
    else:
        scene.world.put(6, 64, 4, "air")
    scene.run(2)
    assert (npc.asleep, npc.actor.pose, npc.actor.bed) == (False, "standing", None)


def test_no_two_sleep_in_one_bed(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    npc = asleep_in_bed(scene, monkeypatch)
    other = scene.add("rill", lively=True, x=2.5, mode=Mode.WANDER)
    run_until(scene, lambda: other.asleep)
    assert (npc.actor.bed, other.actor.bed) == (BED, None)
    scene.simulation.remove(npc.id)
    third = scene.add("fern", lively=True, x=3.5, mode=Mode.WANDER)
    run_until(scene, lambda: third.asleep)
    assert third.actor.bed == BED


def test_without_a_bed_in_reach_it_sleeps_on_the_ground_at_night_and_not_at_all_by_day(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    live_only(monkeypatch, State.SLEEP)
    npc = scene.add(lively=True)
    scene.run(200)
    assert not npc.asleep
    scene.world.time_of_day = NIGHT
    run_until(scene, lambda: npc.asleep)
    scene.run()
    assert (npc.actor.pose, npc.actor.bed, npc.body.position) == ("sleeping", None, (0.5, 64.0, 0.5))


def test_a_bed_behind_a_long_way_is_out_of_reach(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    live_only(monkeypatch, State.SLEEP)
    put_bed(scene)
    for z in range(-14, 15):
        for y in (64, 65, 66):
            scene.world.put(4, y, z, "stone")
    scene.world.time_of_day = NIGHT
    npc = scene.add(lively=True, mode=Mode.WANDER)
    run_until(scene, lambda: npc.asleep, 600)
    assert npc.actor.bed is None
    assert npc.body.x < 4.0


def test_one_that_nobody_holds_any_more_has_left_its_bed(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    npc = asleep_in_bed(scene, monkeypatch)
    scene.viewer.missing = {(x, z) for x in range(-2, 3) for z in range(-2, 3)}
    scene.run()
    assert not npc.loaded
    assert (npc.asleep, npc.actor.pose, npc.actor.bed) == (False, "standing", None)


# --- something special


def test_something_special_is_one_of_its_idle_emotes(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    live_only(monkeypatch, State.SPECIAL)
    npc = scene.add(lively=True)
    npc.acting.emotes.idles = False
    pool = {definition.id for definition in npc.acting.emotes.catalogue.idle_pool}
    played = set()
    for _ in range(3000):
        scene.run()
        if (playing := npc.acting.emotes.playing) is not None:
            played.add(playing.definition.id)
            assert life_of(npc).state is State.SPECIAL
    assert played == pool


def test_without_idle_emotes_there_is_nothing_special(scene: Scene) -> None:
    npc = scene.add(lively=True, emotes=())
    assert life_of(npc).describe()["disabled"][State.SPECIAL]


def test_what_hovers_does_as_its_mode_says(scene: Scene) -> None:
    npc = scene.add(lively=True, kind="bat", y=70.0)
    for _ in range(1500):
        scene.run()
        assert npc.actor.pose == "standing"
    assert npc.dormant


# --- temperament


def test_the_lazy_sit_and_sleep_where_the_genki_move(make_viewer: MakeViewer) -> None:
    seen = {}
    for personality in ("lazy", "genki"):
        scene = Scene(make_viewer(at=FAR), 3)
        npc = scene.add(lively=True, mode=Mode.WANDER, personality=personality)
        seen[personality] = Counter[State]()
        for _ in range(8000):
            scene.run()
            seen[personality][life_of(npc).state] += 1
    lazy, genki = seen["lazy"], seen["genki"]
    assert lazy[State.SIT] > genki[State.SIT]
    assert genki[State.MOVE_L] + genki[State.MOVE_R] > 2 * (lazy[State.MOVE_L] + lazy[State.MOVE_R])
