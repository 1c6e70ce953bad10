"""Moods on the stage: two clients of different versions see the same at the same time."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from uuid import UUID

import pytest
from flat_world import FlatWorld
from model_client import PROTOCOLS, Watcher

from npc.clock import ManualClock
from npc.definition import NpcDefinition
from npc.emotion import Mood, MoodImpulse
from npc.simulation import Simulation
from npc.stage import Stage
from npc.stage_port import Actor
from proxy.mood_symbols import MOOD_SYMBOLS, Symbol

WORLD = "minecraft:overworld"


class Theatre:
    """A stage with one player-shaped actor, and two clients before it."""

    def __init__(self, *protocols: int) -> None:
        self.clock = ManualClock()
        self.stage = Stage()
        self.actor = Actor("juniper", UUID(int=1), "Juniper", y=64.0)
        self.stage.enter(self.actor, WORLD)
        self.seats = [Watcher(number, protocol, self.clock) for number, protocol in enumerate(protocols, 1)]
        for seat in self.seats:
            self.stage.seat(seat)
            seat.port.tell_moods(True)
        self.tick()

    def tick(self, *awake: str) -> None:
        self.clock.advance()
        self.stage.update(awake)
        self.stage.flush()
        for seat in self.seats:
            assert not seat.client.complaints


def shown(seat: Watcher) -> Symbol | None:
    """The symbol on the companion's tag, as this client has it."""
    team = seat.client.team_of("Juniper")
    return None if team is None else seat.client.symbols[team]


def heard(seat: Watcher) -> list[Mood]:
    moods = [mood for _, mood in seat.client.moods]
    seat.client.moods.clear()
    return moods


@pytest.mark.parametrize("protocols", list(pairwise(PROTOCOLS)), ids=str)
def test_both_see_a_switch_in_its_tick(protocols: tuple[int, int]) -> None:
    theatre = Theatre(*protocols)
    for mood in (Mood.ANGRY, Mood.JOYFUL, Mood.COMPOSED):
        theatre.actor.mood = mood
        theatre.tick("juniper")
        assert [shown(seat) for seat in theatre.seats] == [MOOD_SYMBOLS[mood]] * 2
    assert [heard(seat) for seat in theatre.seats] == [
        [Mood.COMPOSED, Mood.ANGRY, Mood.JOYFUL, Mood.COMPOSED]
    ] * 2


def test_who_comes_later_sees_what_is_felt_by_then() -> None:
    theatre = Theatre(775)
    theatre.actor.mood = Mood.ANGRY
    theatre.tick("juniper")
    late = Watcher(9, 47, theatre.clock)
    theatre.stage.seat(late)
    theatre.tick()
    assert shown(late) == MOOD_SYMBOLS[Mood.ANGRY]
    assert heard(late) == []


def test_a_client_that_reads_slowly_is_told_of_the_last_mood_when_it_reads_again() -> None:
    theatre = Theatre(340, 775)
    slow, quick = theatre.seats
    slow.client.client_congested = True
    for mood in (Mood.ANGRY, Mood.HURT):
        theatre.actor.mood = mood
        theatre.tick("juniper")
    assert (shown(slow), shown(quick)) == (None, MOOD_SYMBOLS[Mood.HURT])
    slow.client.client_congested = False
    theatre.tick()
    assert shown(slow) == MOOD_SYMBOLS[Mood.HURT]
    assert heard(slow) == [Mood.COMPOSED, Mood.HURT]
    assert heard(quick) == [Mood.COMPOSED, Mood.ANGRY, Mood.HURT]


def test_a_mood_and_a_pose_of_one_tick_reach_the_client_together() -> None:
    theatre = Theatre(775)
    theatre.actor.mood, theatre.actor.pose = Mood.ANGRY, "sneaking"
    (seat,) = theatre.seats
    seat.client.names.clear()
    theatre.tick("juniper")
    assert seat.client.names == ["entity_metadata", "plugin_message", "teams"]


def test_what_pushes_a_companion_over_the_threshold_shows_on_both_clients_in_the_tick_of_the_switch() -> None:
    clock = ManualClock()
    simulation = Simulation(clock, Random(1))
    npc = simulation.add(NpcDefinition("juniper", "Juniper", x=0.5, y=64.0, z=0.5))
    seats = [Watcher(number, protocol, clock) for number, protocol in enumerate((47, 771), 1)]
    for seat in seats:
        seat.world = FlatWorld(WORLD)
        simulation.add_viewer(seat)
    seen = []
    for tick in range(6):
        if tick == 3:
            npc.emotion.stimulate(MoodImpulse.fleeting(Mood.ANGRY, 100.0))
        clock.advance()
        simulation.tick()
        seen.append(npc.actor.mood)
        assert [shown(seat) for seat in seats] == [MOOD_SYMBOLS[npc.actor.mood]] * 2
    assert seen[2:] == [Mood.COMPOSED, *[Mood.ANGRY] * 3]
    assert not simulation.faulty
