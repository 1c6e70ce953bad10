"""What companions do, and feel, when they meet somebody who harmed them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, hypot, log, radians, sin
from typing import Any
from uuid import UUID

import pytest
from scene import FAR, Scene

from npc.behavior import State
from npc.emotion import Damage, Mood, MoodImpulse, NoEmotion
from npc.gaze import direction, wrap_degrees
from npc.locomotion.walker import WalkerState
from npc.memory import MemoryPool, MemoryType
from npc.modes import HOME_MARGIN, Mode
from npc.npc import Npc
from npc.perception import Tier

MakeViewer = Callable[..., Any]
AHEAD = (0.5, 64.0, 10.5)
"""A place that companions at their place look at."""
WELL, HALF, BARELY = 0.95, 0.5, 0.1
"""How well the harm is remembered: enough to confront, to search, to hesitate."""
STABILITY = 900.0
"""Seconds, of a hostile memory of the strongest impression."""


@pytest.fixture
def meet(make_viewer: MakeViewer) -> Callable[..., tuple[Scene, Npc]]:
    def set_up(recalled: float | None = None, at: tuple[float, float, float] = AHEAD, **fields: Any) -> Any:
        """Somebody (the scene's only player), and a companion with a memory of harm that they did."""
        scene = Scene(make_viewer(at=at))
        npc = scene.add(**({"wary": True} | fields))
        if recalled is not None:
            harm(scene, npc, {1: recalled})
        return scene, npc

    return set_up


def harm(scene: Scene, npc: Npc, recalled: dict[int, float]) -> None:
    """Have players, by number, have done harm so long ago that it is remembered that well."""
    assert npc.awareness is not None
    ages = {number: -STABILITY * log(share) for number, share in recalled.items()}
    oldest_first = sorted(ages, key=lambda number: -ages[number])
    for number, after in zip(oldest_first, [*oldest_first[1:], None], strict=True):
        npc.awareness.memory.record(UUID(int=number), MemoryType.HOSTILE, 1.0)
        scene.simulation.minds.clock.elapse(ages[number] - (0.0 if after is None else ages[after]))


def run_until(scene: Scene, condition: Callable[[], bool], within: int = 400) -> int:
    for ticks in range(within):
        if condition():
            return ticks
        scene.run()
    raise AssertionError(f"not within {within} ticks")


def during(scene: Scene, npc: Npc) -> Iterator[None]:
    """The ticks of a meeting, each before it is lived."""
    for _ in range(400):
        if npc.encounter is None:
            return
        yield
        scene.run()
    raise AssertionError("it isn't over after 400 ticks")


def away(npc: Npc, place: tuple[float, float, float]) -> float:
    return hypot(npc.body.x - place[0], npc.body.z - place[2])


def faces(npc: Npc, place: tuple[float, float, float], tolerance: float = 20.0) -> bool:
    towards = direction(place[0] - npc.body.x, place[2] - npc.body.z)
    return abs(wrap_degrees(npc.actor.head_yaw - towards)) <= tolerance


def has_met(npc: Npc) -> Callable[[], bool]:
    return lambda: npc.encounter is not None


def is_over(npc: Npc) -> Callable[[], bool]:
    return lambda: npc.encounter is None


def is_at(npc: Npc, place: tuple[float, float, float]) -> Callable[[], bool]:
    return lambda: away(npc, place) < 0.6


def is_home_again(npc: Npc) -> Callable[[], bool]:
    return lambda: npc.encounter is None and away(npc, npc.home) <= HOME_MARGIN


def wall_off(scene: Scene, z: int, left: int = -4, right: int = 5) -> None:
    for x in range(left, right + 1):
        for y in (64, 65, 66):
            scene.world.put(x, y, z, "stone")


# --- confront


@pytest.mark.parametrize("lively", [False, True])
def test_the_brave_run_up_to_who_harmed_them_threaten_and_go_back(meet: Any, lively: bool) -> None:
    scene, npc = meet(WELL, at=(0.5, 64.0, 15.5), lively=lively)
    run_until(scene, has_met(npc), 15)
    assert npc.encounter.tier is Tier.CONFRONT
    assert npc.purpose == "goes for Player1"
    run_until(scene, lambda: npc.actor.sprinting, 60)
    run_until(scene, lambda: npc.walker.state is WalkerState.ARRIVED, 80)
    scene.viewer.port.take()
    faced = run_until(scene, is_over(npc))
    assert 195 <= faced <= 205
    assert 2.0 <= away(npc, (0.5, 64.0, 15.5)) <= 2.5
    assert faces(npc, (0.5, 64.0, 15.5), 1.0)
    calls = scene.viewer.port.take("swing", "hurt", "say")
    assert {name for name, *_ in calls} == {"swing"}
    assert 3 <= len(calls) <= 7
    run_until(scene, is_home_again(npc))


def test_a_threat_is_no_blow_and_hurts_nobody(meet: Any) -> None:
    scene, npc = meet(WELL)
    health = scene.viewer.player.health
    run_until(scene, has_met(npc), 15)
    run_until(scene, is_over(npc))
    assert scene.viewer.player.health == health
    assert npc.vitals.ratio == 1.0


def test_it_follows_whom_it_sees_and_stands_before_them_where_they_stop(meet: Any) -> None:
    scene, npc = meet(WELL, at=(0.5, 64.0, 6.5))
    run_until(scene, lambda: npc.walker.state is WalkerState.ARRIVED, 60)
    for step in range(60):
        scene.viewer.stand(0.5, 64.0, 6.5 + step * 0.12)
        scene.run()
    stopped = (0.5, 64.0, 6.5 + 59 * 0.12)
    run_until(scene, lambda: npc.walker.state is WalkerState.ARRIVED, 40)
    assert away(npc, stopped) <= 3.1
    assert faces(npc, stopped)


def test_who_gets_out_of_view_is_looked_for_where_they_were_seen_last_and_nowhere_else(meet: Any) -> None:
    scene, npc = meet(WELL, at=(0.5, 64.0, 9.5))
    wall_off(scene, 12)
    run_until(scene, lambda: npc.walker.state is WalkerState.WALKING, 30)
    scene.viewer.stand(0.5, 64.0, 14.5)
    yaws = []
    nearest = 99.0
    for _ in during(scene, npc):
        nearest = min(nearest, away(npc, (0.5, 64.0, 9.5)))
        assert npc.body.z < 12.0
        assert npc.encounter.place[2] == pytest.approx(9.5)
        if npc.walker.state is not WalkerState.WALKING:
            yaws.append(npc.actor.head_yaw)
    assert nearest <= 1.0
    assert {int(yaw // 90) for yaw in yaws} == {-2, -1, 0, 1}, "it looked about in all four quarters"
    run_until(scene, is_home_again(npc))


def test_who_comes_into_view_again_while_it_looks_about_is_gone_for_again(meet: Any) -> None:
    scene, npc = meet(WELL, at=(0.5, 64.0, 7.5))
    wall_off(scene, 10)
    run_until(scene, lambda: npc.walker.state is WalkerState.WALKING, 30)
    scene.viewer.stand(0.5, 64.0, 12.5)
    run_until(
        scene, lambda: npc.walker.state is WalkerState.ARRIVED and away(npc, (0.5, 64.0, 7.5)) <= 1.0, 100
    )
    again = (5.5, 64.0, 7.5)
    scene.viewer.stand(*again)
    run_until(scene, lambda: away(npc, again) <= 2.5 and faces(npc, again), 120)
    assert npc.purpose == "goes for Player1"


@pytest.mark.parametrize("recalled", [WELL, HALF])
def test_nobody_is_followed_further_than_the_leash(meet: Any, recalled: float) -> None:
    scene, npc = meet(recalled, at=(0.5, 64.0, 9.5))
    run_until(scene, has_met(npc), 15)
    farthest = 0.0
    for _ in during(scene, npc):
        scene.viewer.stand(0.5, 64.0, npc.body.z + 9.0)
        farthest = max(farthest, away(npc, npc.home))
    assert 23.0 < farthest < 25.0
    run_until(scene, is_home_again(npc))


def test_a_chase_takes_fifteen_seconds_at_most_even_of_somebody_out_of_reach(meet: Any) -> None:
    scene, npc = meet(WELL, at=(0.5, 68.0, 8.5))
    for y in (64, 65, 66, 67):
        scene.world.put(0, y, 8, "stone")
    run_until(scene, has_met(npc), 15)
    assert run_until(scene, is_over(npc)) <= 300
    run_until(scene, is_home_again(npc))


@pytest.mark.parametrize("lively", [False, True])
def test_who_isnt_brave_flees_looks_back_and_comes_home(meet: Any, lively: bool) -> None:
    at = (0.5, 64.0, 6.5)
    scene, npc = meet(WELL, at=at, personality="cowardly", lively=lively)
    run_until(scene, has_met(npc), 15)
    assert (npc.encounter.tier, npc.purpose) == (Tier.CONFRONT, "flees from Player1")
    run_until(scene, lambda: npc.walker.state is WalkerState.ARRIVED, 100)
    assert away(npc, at) >= 17.0
    run_until(scene, lambda: faces(npc, at, 5.0), 30)
    assert 20 <= run_until(scene, is_over(npc)) <= 70
    run_until(scene, is_home_again(npc))


def test_who_is_badly_hurt_flees_although_brave_and_whoever_is_hurt_meanwhile_turns_to_flight(
    meet: Any,
) -> None:
    scene, npc = meet(WELL, at=(0.5, 64.0, 6.5))
    run_until(scene, lambda: npc.purpose == "goes for Player1", 15)
    npc.vitals.restore(5.0)
    scene.run(2)
    assert npc.purpose == "flees from Player1"
    scene, npc = meet(WELL, at=(0.5, 64.0, 6.5))
    npc.vitals.restore(5.0)
    run_until(scene, has_met(npc), 15)
    assert npc.purpose == "flees from Player1"


def test_who_is_followed_flees_on(meet: Any) -> None:
    scene, npc = meet(WELL, at=(0.5, 64.0, 6.5), personality="cowardly")
    run_until(scene, lambda: npc.walker.state is WalkerState.ARRIVED, 100)
    first = npc.body.position
    scene.viewer.stand(first[0], 64.0, first[2] + 4.0)
    run_until(scene, lambda: npc.walker.state is WalkerState.WALKING, 60)
    run_until(scene, lambda: away(npc, first) > 6.0, 100)
    assert npc.purpose == "flees from Player1"


def test_who_cant_get_to_one_place_flees_to_another(meet: Any) -> None:
    scene, npc = meet(WELL, at=(0.5, 64.0, 6.5), personality="cowardly")
    for x, z in ((x, z) for x in (-2, -1, 0, 1, 2) for z in (-14, -13, -12, -11, -10)):
        for y in (64, 65, 66):
            if max(abs(x), abs(z + 12)) == 2:
                scene.world.put(x, y, z, "stone")
    run_until(scene, has_met(npc), 15)
    places = {npc.walker.destination for _ in during(scene, npc)}
    assert len(places) == 2, "the walled one, and another one"
    run_until(scene, is_home_again(npc))


def test_nobody_flees_over_a_cliff_or_into_lava(meet: Any) -> None:
    scene, npc = meet(WELL, at=(0.5, 64.0, 6.5), personality="cowardly")
    for x in range(-30, 31):
        for z in range(-20, -5):
            for y in range(48, 64):
                scene.world.put(x, y, z, "air")
    for z in range(-5, 20):
        scene.world.put(8, 63, z, "lava")
    run_until(scene, has_met(npc), 15)
    for _ in during(scene, npc):
        assert npc.body.y > 63.4
    assert not npc.harm_taken
    run_until(scene, is_home_again(npc))


def test_the_cornered_stand_and_face_whom_they_fear(meet: Any) -> None:
    at = (0.5, 64.0, 4.5)
    scene, npc = meet(WELL, at=at, personality="cowardly")
    for x, z in [(x, -1) for x in (-1, 0, 1)] + [(x, z) for x in (-1, 1) for z in range(8)] + [(0, 7)]:
        for y in (64, 65, 66):
            scene.world.put(x, y, z, "stone")
    run_until(scene, has_met(npc), 15)
    for _ in during(scene, npc):
        assert faces(npc, at, 2.0)
        assert away(npc, npc.home) < 0.5


# --- search


@pytest.mark.parametrize("lively", [False, True])
def test_who_is_on_guard_looks_comes_nearer_looks_about_and_goes_back(meet: Any, lively: bool) -> None:
    scene, npc = meet(HALF, lively=lively)
    run_until(scene, has_met(npc), 15)
    assert (npc.encounter.tier, npc.purpose) == (Tier.SEARCH, "searches for Player1")
    scene.run(20)
    assert away(npc, npc.home) < 0.1, "first it looks"
    yaws = set()
    nearest = 99.0
    for _ in during(scene, npc):
        nearest = min(nearest, away(npc, AHEAD))
        yaws.add(int(npc.actor.head_yaw // 90))
        assert not npc.actor.sprinting
    assert 3.5 <= nearest <= 4.0
    assert yaws == {-2, -1, 0, 1}
    assert scene.viewer.port.take("swing") == []
    run_until(scene, is_home_again(npc))


def test_who_hides_is_searched_for_at_the_very_place(meet: Any) -> None:
    scene, npc = meet(HALF, at=(0.5, 64.0, 7.5))
    wall_off(scene, 9)
    run_until(scene, has_met(npc), 15)
    scene.viewer.stand(0.5, 64.0, 11.5)
    run_until(scene, lambda: away(npc, (0.5, 64.0, 7.5)) <= 1.0, 150)
    assert npc.purpose == "searches for Player1"
    assert 70 <= run_until(scene, is_over(npc)) <= 90
    run_until(scene, is_home_again(npc))


# --- hesitate


@pytest.mark.parametrize("lively", [False, True])
def test_who_hardly_remembers_turns_stops_and_tilts_its_head(meet: Any, lively: bool) -> None:
    at = (-5.5, 64.0, 4.5)
    scene, npc = meet(BARELY, at=at, lively=lively)
    run_until(scene, has_met(npc), 15)
    assert (npc.encounter.tier, npc.purpose) == (Tier.HESITATE, "hesitates before Player1")
    run_until(scene, lambda: npc.actor.symbol == "?", 40)
    assert npc.acting.emotes.playing.definition.id == "hesitate"
    assert npc.actor.yaw == pytest.approx(direction(-6.0, 4.0), abs=2.0)
    tilts = []
    for _ in during(scene, npc):
        tilts.append((wrap_degrees(npc.actor.head_yaw - npc.actor.yaw), npc.actor.pitch))
    assert max(yaw for yaw, _ in tilts) > 15.0
    assert min(yaw for yaw, _ in tilts) < -10.0
    assert max(pitch for _, pitch in tilts) > 8.0
    assert npc.body.position == npc.home
    assert npc.actor.symbol == ""
    scene.run(5)
    assert npc.acting.emotes.playing is None


def test_one_without_that_emote_only_looks(meet: Any) -> None:
    at = (-5.5, 64.0, 4.5)
    scene, npc = meet(BARELY, at=at, emotes=("wave",))
    run_until(scene, has_met(npc), 15)
    run_until(scene, lambda: faces(npc, at, 1.0), 30)
    run_until(scene, is_over(npc), 60)
    assert npc.actor.symbol == ""


def test_a_stroll_is_stopped_and_another_one_begins_later(meet: Any) -> None:
    scene, npc = meet(at=FAR, mode=Mode.WANDER)
    run_until(scene, lambda: npc.purpose == "strolls" and npc.walker.state is WalkerState.WALKING)
    harm(scene, npc, {1: BARELY})
    yaw = radians(npc.actor.head_yaw)
    x, z = npc.body.x, npc.body.z
    scene.viewer.stand(x - 6.0 * sin(yaw), 64.0, z + 6.0 * cos(yaw))
    run_until(scene, has_met(npc), 40)
    run_until(scene, lambda: npc.acting.emotes.playing is not None, 60)
    assert npc.embodiment.stands
    run_until(scene, is_over(npc), 120)
    run_until(scene, lambda: npc.purpose == "strolls")


# --- who is met with what


@pytest.mark.parametrize("field", ["owner", "trusts"])
@pytest.mark.parametrize("by_name", [True, False])
def test_owner_and_friends_are_wondered_at_whatever_they_did(meet: Any, field: str, by_name: bool) -> None:
    key = "Player1" if by_name else str(UUID(int=1))
    scene, npc = meet(WELL, **{field: key if field == "owner" else (key,)})
    run_until(scene, has_met(npc), 15)
    assert npc.encounter.tier is Tier.HESITATE
    scene.viewer.stand(0.5, 64.0, 3.5)
    scene.simulation.on_attack(1, npc.id)
    tiers = set()
    for _ in range(200):
        scene.run()
        tiers.add(None if npc.encounter is None else npc.encounter.tier)
    assert tiers <= {Tier.HESITATE, None}


def test_strangers_without_a_past_and_companions_that_arent_wary_meet_nobody(meet: Any) -> None:
    for scene, npc in (meet(None), meet(WELL, wary=False), meet(None, unique=False)):
        for _ in range(40):
            scene.run()
            assert npc.encounter is None


def test_more_harm_turns_a_search_into_a_chase_and_less_turns_nothing(meet: Any) -> None:
    scene, npc = meet(HALF, at=(0.5, 64.0, 3.5))
    run_until(scene, has_met(npc), 15)
    scene.simulation.on_attack(1, npc.id)
    assert npc.encounter.tier is Tier.CONFRONT
    chase = npc.encounter
    scene.run(20)
    scene.simulation.on_attack(1, npc.id)
    scene.run(5)
    assert npc.encounter is chase


def test_of_two_the_one_who_is_remembered_better_is_met_and_on_a_tie_the_first(
    meet: Any, make_viewer: MakeViewer
) -> None:
    scene, npc = meet()
    harm(scene, npc, {1: HALF, 2: BARELY, 3: HALF, 4: WELL, 5: WELL})
    run_until(scene, has_met(npc), 15)
    for number in (2, 3, 4, 5):
        other = make_viewer(number, at=(0.5 + number, 64.0, 9.5))
        other.world = scene.world
        scene.simulation.add_viewer(other)
        scene.run(21)
        expected = 1 if number < 4 else 4
        assert npc.encounter.who == UUID(int=expected)
    assert npc.purpose == "goes for Player4"


def test_somebody_is_met_once_in_a_sighting_and_memory_is_asked_once(
    meet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[UUID] = []
    strongest_of = MemoryPool.strongest_of

    def counting(pool: MemoryPool, rows: Any, entities: Any, *rest: Any) -> Any:
        asked.extend(entities)
        return strongest_of(pool, rows, entities, *rest)

    monkeypatch.setattr(MemoryPool, "strongest_of", counting)
    # near enough to its home that they stay in view
    scene, npc = meet(WELL, at=(0.5, 64.0, 5.5))
    begun = 0
    before = None
    for _ in range(900):
        scene.run()
        begun += npc.encounter is not None and npc.encounter is not before
        before = npc.encounter
    assert begun == 1
    assert asked == [UUID(int=1)]
    scene.viewer.stand(*FAR)
    scene.run(300)
    scene.viewer.stand(0.5, 64.0, 5.5)
    run_until(scene, has_met(npc), 20)
    assert len(asked) == 2


# --- blows from behind


def test_who_is_struck_from_behind_turns_around_and_confronts_within_two_seconds(meet: Any) -> None:
    scene, npc = meet(at=FAR)
    scene.run(30)
    scene.viewer.stand(0.5, 64.0, -1.9)
    scene.simulation.on_attack(1, npc.id)
    run_until(scene, lambda: npc.encounter is not None and npc.encounter.tier is Tier.CONFRONT, 40)
    assert npc.encounter.purpose == "goes for Player1"
    run_until(scene, lambda: faces(npc, (0.5, 64.0, -1.9), 5.0), 20)


def test_who_is_struck_from_behind_on_an_errand_turns_around_too_and_goes_on_later(meet: Any) -> None:
    scene, npc = meet(at=FAR)
    npc.send((0.5, 64.0, 20.5))
    run_until(scene, lambda: npc.body.z > 5.0, 60)
    struck = (0.5, 64.0, npc.body.z - 2.0)
    scene.viewer.stand(*struck)
    scene.simulation.on_attack(1, npc.id)
    run_until(scene, lambda: npc.encounter is not None and npc.encounter.tier is Tier.CONFRONT, 40)
    scene.viewer.stand(*FAR)
    run_until(scene, is_over(npc))
    run_until(scene, is_at(npc, (0.5, 64.0, 20.5)))
    assert npc.home == (0.5, 64.0, 20.5)


def test_who_struck_and_is_gone_behind_a_wall_before_it_has_turned_is_looked_for(meet: Any) -> None:
    scene, npc = meet(at=FAR)
    wall_off(scene, -4)
    scene.run(30)
    scene.viewer.stand(0.5, 64.0, -1.9)
    scene.simulation.on_attack(1, npc.id)
    scene.viewer.stand(0.5, 64.0, -6.5)
    scene.run(2)
    assert npc.purpose == "searches for Player1"
    run_until(scene, lambda: away(npc, (0.5, 64.0, -1.9)) <= 1.0, 100)
    assert npc.encounter.tier is Tier.SEARCH
    run_until(scene, is_over(npc), 200)


def test_a_blow_tells_where_somebody_is_whom_it_has_lost(meet: Any) -> None:
    scene, npc = meet(WELL, at=(0.5, 64.0, 7.5))
    wall_off(scene, 10)
    run_until(scene, lambda: npc.walker.state is WalkerState.WALKING, 30)
    scene.viewer.stand(0.5, 64.0, 12.5)
    run_until(
        scene, lambda: npc.walker.state is WalkerState.ARRIVED and away(npc, (0.5, 64.0, 7.5)) <= 1.0, 100
    )
    scene.run(5)
    behind = (npc.body.x, 64.0, npc.body.z - 2.0)
    scene.viewer.stand(*behind)
    scene.simulation.on_attack(1, npc.id)
    assert npc.encounter.place == pytest.approx(behind)
    scene.viewer.stand(0.5, 64.0, 12.5)
    run_until(scene, lambda: away(npc, behind) <= 1.0, 60)


# --- what goes before what


def test_an_errand_waits_for_a_confrontation_and_not_for_a_hesitation(meet: Any) -> None:
    for recalled in (WELL, BARELY):
        scene, npc = meet(recalled, at=(4.5, 64.0, 12.5))
        npc.send((0.5, 64.0, 20.5))
        run_until(scene, has_met(npc), 15)
        scene.run(12)
        if recalled is WELL:
            assert npc.purpose == "goes for Player1"
        purposes = set()
        for _ in during(scene, npc):
            purposes.add(npc.purpose)
        assert ("goes where it was sent" in purposes) is (recalled is BARELY)
        run_until(scene, is_at(npc, (0.5, 64.0, 20.5)))


def test_a_talk_keeps_nobody_from_confronting_but_from_hesitating(meet: Any) -> None:
    for recalled in (WELL, BARELY):
        scene, npc = meet(recalled, at=(0.5, 64.0, 4.5))
        scene.run()
        scene.simulation.on_use(1, npc.id, 0, False)
        run_until(scene, has_met(npc), 15)
        scene.run(5)
        assert npc.is_talking
        assert (npc.purpose == "") is (recalled is BARELY)
        run_until(scene, is_over(npc))


def test_an_emote_gives_way_to_a_confrontation(meet: Any) -> None:
    scene, npc = meet(at=FAR)
    scene.run(3)
    assert npc.emote(scene.simulation.tick_number, "dance") is None
    scene.run(5)
    harm(scene, npc, {1: WELL})
    scene.viewer.stand(*AHEAD)
    run_until(scene, lambda: npc.walker.state is WalkerState.WALKING, 40)
    assert npc.acting.emotes.playing is None
    assert npc.emote(scene.simulation.tick_number, "wave", force=True) == "its body isn't free: fighting"


@pytest.mark.parametrize("state", [State.SIT, State.SLEEP])
def test_who_sits_or_sleeps_gets_up_first(meet: Any, monkeypatch: pytest.MonkeyPatch, state: State) -> None:
    weights = [[50 if after is state else 0 for after in State] for _ in State]
    monkeypatch.setattr("npc.behavior.life.leaning_weights", lambda *leanings: weights)
    scene, npc = meet(at=FAR, lively=True)
    scene.world.time_of_day = 14_000
    posture = "sleeping" if state is State.SLEEP else "sitting"
    run_until(scene, lambda: npc.actor.pose == posture)
    scene.viewer.stand(0.5, 64.0, 2.5)
    scene.run(12)
    assert npc.asleep is (state is State.SLEEP)
    scene.simulation.on_attack(1, npc.id)
    run_until(scene, lambda: npc.encounter is not None and npc.encounter.tier is Tier.CONFRONT, 40)
    scene.run(2)
    assert not npc.asleep
    assert npc.actor.pose == "standing"
    assert npc.purpose == "goes for Player1"


# --- what ends it


@pytest.mark.parametrize("how", ["died", "left", "other world", "spectates"])
@pytest.mark.parametrize("recalled", [WELL, HALF, BARELY])
def test_it_is_over_when_there_is_nobody_any_more(
    meet: Any, make_viewer: MakeViewer, how: str, recalled: float
) -> None:
    scene, npc = meet(recalled)
    other = make_viewer(2, at=FAR)
    other.world = scene.world
    scene.simulation.add_viewer(other)
    run_until(scene, lambda: npc.purpose != "", 15)
    match how:
        case "died":
            scene.viewer.player.health = 0.0
        case "left":
            scene.simulation.remove_viewer(1)
        case "other world":
            scene.viewer.enter("minecraft:the_nether")
        case "spectates":
            scene.viewer.player.game_mode = 3
    run_until(scene, is_over(npc), 12)
    run_until(scene, is_home_again(npc))


def test_nothing_is_left_of_it_when_nobody_holds_its_chunk_any_more(meet: Any) -> None:
    scene, npc = meet(WELL)
    run_until(scene, lambda: npc.walker.state is WalkerState.WALKING, 30)
    scene.viewer.missing = {(x, z) for x in range(-2, 3) for z in range(-2, 3)}
    scene.run(2)
    assert npc.encounter is None
    assert not npc.loaded
    assert (npc.walker.state, npc.purpose) == (WalkerState.IDLE, "")


def test_nobody_rests_during_a_meeting_and_everybody_does_after_it(meet: Any) -> None:
    scene, npc = meet(HALF)
    run_until(scene, has_met(npc), 15)
    for _ in during(scene, npc):
        assert not npc.dormant
        assert not npc.is_idle
    scene.viewer.stand(*FAR)
    run_until(scene, lambda: npc.dormant)
    assert npc.body.position == npc.home


# --- what it feels


@pytest.mark.parametrize(
    ("recalled", "personality", "moods"),
    [
        (WELL, "default", [Mood.ANGRY]),
        (WELL, "cowardly", [Mood.UNEASY]),
        (HALF, "default", [Mood.FOCUSED, Mood.UNEASY]),
        (BARELY, "default", [Mood.FLUSTERED]),
    ],
)
def test_a_meeting_pushes_its_moods_once_and_the_first_of_them_shows(
    meet: Any, monkeypatch: pytest.MonkeyPatch, recalled: float, personality: str, moods: list[Mood]
) -> None:
    scene, npc = meet(recalled, personality=personality)
    pushed: list[MoodImpulse] = []
    stimulate = npc.emotion.stimulate

    def noting(impulse: MoodImpulse) -> None:
        pushed.append(impulse)
        stimulate(impulse)

    monkeypatch.setattr(npc.emotion, "stimulate", noting)
    run_until(scene, has_met(npc), 15)
    run_until(scene, lambda: npc.actor.mood is moods[0], 5)
    run_until(scene, is_over(npc))
    assert [impulse.mood for impulse in pushed] == moods


def test_who_goes_for_somebody_has_a_target_and_fights_as_its_feelings_go(
    meet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for personality, has_target in (("default", True), ("cowardly", False)):
        scene, npc = meet(WELL, at=(0.5, 64.0, 3.5), personality=personality)
        felt: list[Damage] = []
        monkeypatch.setattr(npc.emotion, "on_damage_taken", felt.append)
        run_until(scene, has_met(npc), 15)
        assert npc.situation(scene.simulation.tick_number).fighting
        assert npc.body_state.has_target is has_target
        scene.simulation.on_attack(1, npc.id)
        assert [damage.has_target for damage in felt] == [has_target]
        run_until(scene, is_over(npc))
        assert not npc.situation(scene.simulation.tick_number).fighting
        assert not npc.hunts


def test_who_has_no_feelings_responds_all_the_same(meet: Any) -> None:
    for recalled, purpose in ((WELL, "goes for Player1"), (HALF, "searches for Player1")):
        scene, npc = meet(recalled)
        scene.simulation.feelings.dismiss(npc)
        npc.emotion = NoEmotion()
        run_until(scene, has_met(npc), 15)
        scene.run()
        assert npc.purpose == purpose


# --- always the same


@pytest.mark.parametrize("recalled", [WELL, HALF])
def test_the_same_seed_and_events_give_the_same_meeting(make_viewer: MakeViewer, recalled: float) -> None:
    courses = []
    for _ in range(2):
        scene = Scene(make_viewer(at=AHEAD), seed=7)
        npc = scene.add(wary=True, lively=True)
        harm(scene, npc, {1: recalled})
        course = []
        for tick in range(400):
            if tick == 60:
                scene.viewer.stand(-6.5, 64.0, 3.5)
            scene.run()
            course.append((npc.body.position, npc.actor.head_yaw, npc.purpose))
        courses.append((course, scene.viewer.port.take("swing", "say")))
    assert courses[0] == courses[1]
