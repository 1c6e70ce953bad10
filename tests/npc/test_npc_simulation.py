from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from npc.clock import ManualClock
from npc.definition import NpcDefinition
from npc.npc import Npc
from npc.simulation import CATCH_UP_TICKS, Simulation

patient = settings(deadline=None)
MakeViewer = Callable[..., Any]
JUNIPER = NpcDefinition("juniper", "Juniper", x=0.5, y=64.0, z=0.5, greeting="Hi {player}!", lively=False)
FERN = NpcDefinition("fern", "Fern", kind="fox", x=5.5, y=64.0, z=0.5, lively=False)


class World:
    """A simulation with a clock that each step moves on by a tick."""

    def __init__(self, seed: int = 1) -> None:
        self.clock = ManualClock()
        self.simulation = Simulation(self.clock, Random(seed))

    def run(self, ticks: int = 1) -> None:
        for _ in range(ticks):
            self.clock.advance()
            assert self.simulation.tick() == 1


@pytest.fixture
def world() -> World:
    return World()


def break_npc(monkeypatch: pytest.MonkeyPatch, method: str, npc_id: str, how: Callable[[Npc], None]) -> None:
    """Make a method of one companion fail or do damage."""
    original = getattr(Npc, method)

    def broken(self: Npc, *arguments: Any) -> None:
        original(self, *arguments)
        if self.id == npc_id:
            how(self)

    monkeypatch.setattr(Npc, method, broken)


def fail(npc: Npc) -> None:
    raise RuntimeError("ouch")


def get_lost(npc: Npc) -> None:
    npc.actor.x = float("nan")


# --- time


def test_the_first_call_is_the_first_tick(world: World) -> None:
    world.clock.advance(1000.7)
    assert world.simulation.tick() == 1
    assert (world.simulation.tick_number, world.simulation.late_ticks) == (1, 0)


def test_a_caller_who_is_late_is_caught_up_with_by_five_ticks_and_the_rest_is_counted(world: World) -> None:
    world.run()
    world.clock.advance(5)
    assert world.simulation.tick() == CATCH_UP_TICKS == 5
    assert world.simulation.late_ticks == 0
    world.clock.advance(12)
    assert world.simulation.tick() == 5
    assert world.simulation.late_ticks == 7
    world.run()
    assert world.simulation.tick_number == 12


def test_what_came_too_late_is_told_of_once_a_minute(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.run()
    for _ in range(30):  # once a second: 15 of 20 ticks are too many
        world.clock.advance(20)
        world.simulation.tick()
    assert caplog.text.count("came too late") == 1
    assert "15 ticks came too late and were left out (15 so far)" in caplog.text
    for _ in range(40):
        world.clock.advance(20)
        world.simulation.tick()
    assert caplog.text.count("came too late") == 2
    assert world.simulation.late_ticks == 70 * 15
    assert "900 ticks came too late and were left out (915 so far)" in caplog.text


def test_a_call_too_early_does_nothing(world: World) -> None:
    world.run()
    world.clock.advance(0.25)
    assert world.simulation.tick() == 0
    assert world.simulation.tick_number == 1


@patient
@given(st.lists(st.floats(-0.4, 0.4), max_size=200))
def test_a_caller_off_its_beat_neither_loses_nor_doubles_ticks(jitter: list[float]) -> None:
    clock = ManualClock()
    simulation = Simulation(clock, Random(1))
    simulation.tick()
    now = 0.0
    for number, off in enumerate(jitter, 1):
        clock.advance(number + off - now)
        now = number + off
        assert simulation.tick() == 1


# --- companions and clients


def test_a_companion_ticks_only_while_a_client_in_its_world_holds_its_chunk(
    world: World, make_viewer: MakeViewer
) -> None:
    npc = world.simulation.add(JUNIPER)
    world.run()
    assert not npc.loaded
    viewer = make_viewer()
    viewer.missing.add((0, 0))
    world.simulation.add_viewer(viewer)
    world.run()
    assert not npc.loaded
    viewer.missing.clear()
    world.run()
    assert npc.loaded
    viewer.enter("minecraft:the_nether")
    world.run()
    assert not npc.loaded
    viewer.enter("minecraft:overworld")
    world.run()
    assert npc.loaded
    world.simulation.remove_viewer(1)
    world.run()
    assert not npc.loaded


def test_one_of_two_clients_suffices_to_keep_it_awake(world: World, make_viewer: MakeViewer) -> None:
    npc = world.simulation.add(JUNIPER)
    one, two = make_viewer(1), make_viewer(2)
    world.simulation.add_viewer(one)
    world.simulation.add_viewer(two)
    one.missing.add((0, 0))
    world.run()
    assert npc.loaded


def test_a_sleeping_companion_does_not_move(world: World, make_viewer: MakeViewer) -> None:
    npc = world.simulation.add(JUNIPER)
    viewer = make_viewer(at=(3.5, 64.0, 0.5))
    viewer.missing.add((0, 0))
    world.simulation.add_viewer(viewer)
    world.run(10)
    assert npc.actor.head_yaw == 0.0


def test_two_clients_see_the_same_companion_look_at_the_nearer_player(
    world: World, make_viewer: MakeViewer
) -> None:
    world.simulation.add(JUNIPER)
    east, south = make_viewer(1, at=(5.5, 64.0, 0.5)), make_viewer(2, at=(0.5, 64.0, 2.5))
    world.simulation.add_viewer(east)
    world.simulation.add_viewer(south)
    world.run(40)
    assert east.port.shown == south.port.shown
    assert east.port.shown["juniper"].head_yaw == pytest.approx(0.0)
    south.stand(0.5, 64.0, 20.5)
    world.run(40)
    assert east.port.shown == south.port.shown
    assert east.port.shown["juniper"].head_yaw == pytest.approx(-90.0)


@pytest.mark.parametrize("field", ["game_mode", "health"])
def test_spectators_and_the_dead_are_not_looked_at(world: World, make_viewer: MakeViewer, field: str) -> None:
    npc = world.simulation.add(JUNIPER)
    ghost = make_viewer(at=(3.5, 64.0, 0.5))
    setattr(ghost.player, field, {"game_mode": 3, "health": 0.0}[field])
    world.simulation.add_viewer(ghost)
    world.run(10)
    assert npc.loaded
    assert npc.actor.head_yaw == 0.0


def test_a_player_of_another_world_is_not_looked_at(world: World, make_viewer: MakeViewer) -> None:
    npc = world.simulation.add(JUNIPER)
    world.simulation.add_viewer(make_viewer(1, at=(0.5, 64.0, 20.5)))
    world.simulation.add_viewer(make_viewer(2, at=(3.5, 64.0, 0.5), world="minecraft:the_nether"))
    world.run(10)
    assert npc.actor.head_yaw == 0.0


def test_a_removed_companion_is_gone_for_good(world: World, make_viewer: MakeViewer) -> None:
    world.simulation.add(JUNIPER)
    viewer = make_viewer()
    world.simulation.add_viewer(viewer)
    world.run()
    world.simulation.remove("juniper")
    world.simulation.remove("juniper")
    world.simulation.forget(1)
    world.run(5)
    world.simulation.on_use(1, "juniper", 0, False)
    world.run(5)
    assert viewer.port.take("spawn", "despawn", "say") == [("spawn", "juniper"), ("despawn", "juniper")]


def test_an_id_can_be_used_once_only(world: World) -> None:
    world.simulation.add(JUNIPER)
    with pytest.raises(ValueError, match="'juniper' is there already"):
        world.simulation.add(JUNIPER)


def test_no_two_companions_share_a_uuid(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rolls = iter([5, 0, 5, 6, 0])
    monkeypatch.setattr(Random, "getrandbits", lambda self, bits: next(rolls))
    one, two = world.simulation.add(JUNIPER), world.simulation.add(FERN)
    assert one.actor.uuid != two.actor.uuid


# --- events


def test_a_click_with_both_hands_is_answered_once_to_the_clicker(
    world: World, make_viewer: MakeViewer
) -> None:
    world.simulation.add(JUNIPER)
    one, two = make_viewer(1), make_viewer(2)
    world.simulation.add_viewer(one)
    world.simulation.add_viewer(two)
    world.run()
    for hand in (0, 0, 1, 1):
        world.simulation.on_use(1, "juniper", hand, False)
    world.run()
    assert one.port.take("swing", "say") == [("swing", "juniper", 0), ("say", "<Juniper> Hi Player1!")]
    assert two.port.take("swing", "say") == [("swing", "juniper", 0)]


def test_a_blow_is_seen_and_heard_by_everybody_in_view(world: World, make_viewer: MakeViewer) -> None:
    world.simulation.add(FERN)
    one, two = make_viewer(1, at=(7.5, 64.0, 0.5)), make_viewer(2)
    world.simulation.add_viewer(one)
    world.simulation.add_viewer(two)
    world.run()
    world.simulation.on_attack(1, "fern")
    world.simulation.on_attack(2, "fern")
    world.run()
    for viewer in (one, two):
        hurt, sound = viewer.port.take("hurt", "sound")
        assert hurt == ("hurt", "fern", pytest.approx(-90.0))
        assert sound[:4] == ("sound", "fern", "entity.fox.hurt", 1.0)


def test_a_client_that_does_not_have_the_companion_gets_no_answer(
    world: World, make_viewer: MakeViewer
) -> None:
    world.simulation.add(JUNIPER)
    near, far = make_viewer(1), make_viewer(2, at=(200.5, 64.0, 0.5))
    world.simulation.add_viewer(near)
    world.simulation.add_viewer(far)
    world.run()
    near.port.take(), far.port.take()
    world.simulation.on_use(2, "juniper", 0, False)
    world.simulation.on_attack(2, "juniper")
    world.simulation.on_use(9, "juniper", 0, False)
    world.simulation.on_use(1, "nobody", 0, False)
    world.run()
    assert near.port.take("swing", "say", "hurt", "sound") == []
    assert far.port.take() == []


# --- faults


@pytest.mark.parametrize("how", [fail, get_lost])
def test_a_companion_that_fails_is_put_to_sleep_and_the_others_go_on(
    world: World,
    make_viewer: MakeViewer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    how: Callable[[Npc], None],
) -> None:
    juniper, fern = world.simulation.add(JUNIPER), world.simulation.add(FERN)
    viewer = make_viewer()
    world.simulation.add_viewer(viewer)
    world.run()
    break_npc(monkeypatch, "tick", "juniper", how)
    world.run(5)
    assert set(viewer.port.shown) == {"fern"}
    assert world.simulation.faulty == {"juniper"}
    assert (juniper.loaded, fern.loaded) == (False, True)
    assert caplog.text.count("npc juniper failed") == 1
    world.simulation.on_use(1, "juniper", 0, False)
    world.simulation.remove("juniper")
    assert world.simulation.faulty == set()


@pytest.mark.parametrize(("event", "method"), [("on_use", "use"), ("on_attack", "hit")])
def test_a_companion_that_fails_on_an_event_does_not_fail_its_player(
    world: World, make_viewer: MakeViewer, monkeypatch: pytest.MonkeyPatch, event: str, method: str
) -> None:
    world.simulation.add(JUNIPER)
    viewer = make_viewer()
    world.simulation.add_viewer(viewer)
    world.run()
    break_npc(monkeypatch, method, "juniper", fail)
    arguments = (0, False) if event == "on_use" else ()
    getattr(world.simulation, event)(1, "juniper", *arguments)
    world.run()
    assert viewer.port.take("despawn", "say") == [("despawn", "juniper")]


# --- determinism

EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("use"), st.integers(1, 2), st.sampled_from(["juniper", "fern"])),
        st.tuples(st.just("attack"), st.integers(1, 2), st.sampled_from(["juniper", "fern"])),
        st.tuples(st.just("walk"), st.integers(1, 2), st.floats(-70, 70)),
        st.tuples(st.just("forget"), st.integers(1, 2), st.none()),
        st.tuples(st.just("pass"), st.integers(1, 8), st.none()),
    ),
    max_size=40,
)


def play(
    seed: int, events: list[tuple[str, int, Any]], make_viewer: MakeViewer
) -> list[list[tuple[Any, ...]]]:
    world = World(seed)
    world.simulation.add(JUNIPER)
    world.simulation.add(FERN)
    viewers = {number: make_viewer(number) for number in (1, 2)}
    for viewer in viewers.values():
        world.simulation.add_viewer(viewer)
    for what, number, detail in events:
        match what:
            case "use":
                world.simulation.on_use(number, detail, 0, False)
            case "attack":
                world.simulation.on_attack(number, detail)
            case "walk":
                viewers[number].stand(detail, 64.0, 2.0)
            case "forget":
                world.simulation.forget(number)
            case "pass":
                world.run(number)
    world.run()
    return [viewer.port.take() for viewer in viewers.values()]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), EVENTS)
def test_the_same_seed_and_events_make_the_same_show(
    make_viewer: MakeViewer, seed: int, events: list[tuple[str, int, Any]]
) -> None:
    assert play(seed, events, make_viewer) == play(seed, events, make_viewer)


def test_another_seed_makes_another_show(make_viewer: MakeViewer) -> None:
    events = [("pass", 1, None), ("attack", 1, "juniper")]
    assert play(1, events, make_viewer) != play(2, events, make_viewer)
