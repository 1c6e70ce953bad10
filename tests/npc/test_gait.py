"""How fast companions go, and when they are seen to sprint."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npc.locomotion import gait
from npc.locomotion.gait import Gait, GaitController, Pace

PUBLISHED = {
    "ARRIVAL_DECELERATION": 0.005,
    "MAX_CLOSING_RATE": 0.24,
    "TRACK_GAIN": 0.35,
    "MAX_DEMAND_RATE": 0.08,
    "DEMAND_CEILING_BASE": 0.25,
    "DEMAND_CEILING_PER_BLOCK": 0.5,
    "DISTANCE_LERP": 0.45,
    "CLOSING_LERP": 0.35,
    "GROUND_SPEED_LERP": 0.30,
    "STALE_TICKS": 6,
    "HOLD_DEMAND": 0.05,
    "HOLD_GROUND_SPEED": 0.015,
    "MIN_DWELL_TICKS": 12,
    "SPRINT_ENTER_DEMAND": 0.60,
    "SPRINT_EXIT_DEMAND": 0.42,
    "LEADER_SPRINT_ENTER_DEMAND": 0.32,
    "LEADER_SPRINT_EXIT_DEMAND": 0.18,
    "SPRINT_GAP_FACTOR": 0.08,
    "SPRINT_GAP_MIN": 0.7,
    "SPRINT_GAP_MAX": 1.6,
    "SPRINT_GAP_EXIT_FACTOR": 0.5,
    "SPRINT_ENTER_SUSTAIN_TICKS": 16,
    "URGENT_DEMAND_FLOOR": 0.75,
    "MIN_TRAVEL_SPEED": 0.15,
    "SPRINT_BOOST": 1.3,
    "WALK_SPEED": 1.0,
    "SPRINT_SPEED": 1.35,
    "SPRINT_RANGE": 12.0,
}
"""Figures of the locomotion of Kzeroko's NPCs, which this is a controller after."""


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_figure_is_the_published_one(name: str) -> None:
    assert getattr(gait, name) == PUBLISHED[name]


# --- demand


def reference(samples: list[tuple[float, float, bool]]) -> list[float]:
    """Demands of consecutive ticks for (distance, hold, urgent), as the published formulas say."""
    demands: list[float] = []
    demand, closing, filtered = 0.0, 0.0, samples[0][0]
    for tick, (distance, hold, urgent) in enumerate(samples):
        if tick:
            before = filtered
            filtered = before + (distance - before) * 0.45
            closing = closing + ((before - filtered) - closing) * 0.35
        gap = max(0.0, filtered - hold)
        desired = min(sqrt(2 * 0.005 * gap), 0.24)
        ceiling = max(0.0, min(1.0, 0.25 + gap * 0.5))
        target = max(0.0, min(ceiling, demand + (desired - closing) * 0.35))
        if urgent:
            target = max(target, min(0.75, ceiling))
        demand = max(0.0, min(1.0, demand + max(-0.08, min(0.08, target - demand))))
        demands.append(demand)
    return demands


blocks = st.floats(0.0, 40.0)
samples = st.lists(st.tuples(blocks, st.floats(0.0, 4.0), st.booleans()), min_size=1, max_size=60)


@given(samples)
def test_demand_follows_the_published_formulas(given_samples: list[tuple[float, float, bool]]) -> None:
    controller = GaitController()
    for now, (sample, expected) in enumerate(zip(given_samples, reference(given_samples), strict=True)):
        distance, hold, urgent = sample
        controller.update(now, 0.0, 0.0, distance, hold=hold, urgent=urgent)
        assert controller.demand == pytest.approx(expected, abs=1e-12)


@given(samples, st.floats(0.0, 3.0), st.floats(0.0, 3.0))
def test_it_is_never_slower_than_walking_nor_faster_than_sprinting(
    given_samples: list[tuple[float, float, bool]], walk: float, sprint: float
) -> None:
    controller = GaitController(walk, sprint)
    slowest = max(0.15, walk)
    for now, (distance, hold, urgent) in enumerate(given_samples):
        pace = controller.update(now, 0.0, 0.0, distance, hold=hold, urgent=urgent)
        whole = pace.speed * (1.3 if pace.sprinting else 1.0)
        assert slowest - 1e-9 <= whole <= max(slowest, sprint) + 1e-9


def test_urgency_hurries_only_as_far_as_the_gap_allows() -> None:
    near = GaitController()
    for now in range(60):
        near.update(now, 0.0, 0.0, 0.4, urgent=True)
    assert near.demand == pytest.approx(0.25 + 0.5 * 0.4)


def settled(distance: float = 30.0, ticks: int = 40) -> GaitController:
    """A controller that has been told to hurry for a while by somebody who doesn't move."""
    controller = GaitController()
    for now in range(ticks):
        controller.update(now, 0.0, 0.0, distance, urgent=True)
    return controller


@pytest.mark.parametrize("elapsed", [-1, 0, 7, 200])
def test_a_stale_sample_measures_no_rates(elapsed: int) -> None:
    controller = settled()
    demand = controller.demand
    controller.update(39 + elapsed, 500.0, 0.0, 10.0)
    assert controller.distance == 10.0
    assert controller.closing == 0.0
    assert controller.ground_speed < 0.01
    assert controller.demand >= demand - 0.08


@pytest.mark.parametrize("elapsed", [1, 6])
def test_a_fresh_sample_measures_rates_per_tick(elapsed: int) -> None:
    controller = settled()
    controller.update(39 + elapsed, elapsed * 0.2, 0.0, 30.0 - elapsed * 0.2)
    assert controller.distance == pytest.approx(30.0 - 0.45 * elapsed * 0.2)
    assert controller.closing == pytest.approx(0.35 * 0.45 * 0.2)
    assert controller.ground_speed == pytest.approx(0.30 * 0.2)


def test_relaxing_lets_demand_fade_and_keeps_the_history() -> None:
    controller = settled()
    demand, distance = controller.demand, controller.distance
    controller.relax(40, 0.0, 0.0)
    assert controller.demand == pytest.approx(demand - 0.08)
    assert controller.distance == pytest.approx(distance)


# --- gait


def gaits(controller: GaitController, ticks: range, **sample: Any) -> list[Gait]:
    return [controller.update(now, 0.0, 0.0, **sample).gait for now in ticks]


def test_sprinting_begins_when_all_it_needs_has_been_true_for_16_ticks() -> None:
    controller = GaitController()
    shown = gaits(controller, range(60), distance=30.0, urgent=True)
    demanded = next(tick for tick, demand in enumerate(reference([(30.0, 0.0, True)] * 60)) if demand >= 0.6)
    assert shown.index(Gait.SPRINT) == demanded + 15


def test_who_follows_a_sprinter_sprints_sooner_and_longer() -> None:
    def first_sprint(leader_sprints: bool) -> int:
        return gaits(
            GaitController(), range(80), distance=30.0, urgent=True, leader_sprints=leader_sprints
        ).index(Gait.SPRINT)

    assert first_sprint(True) < first_sprint(False)
    for leader_sprints, floor in ((False, 0.42), (True, 0.18)):
        controller = settled()
        now = 40
        while controller.gait is Gait.SPRINT:
            before = controller.demand
            # closing far too fast makes the demand fall
            controller.update(now, 0.0, 0.0, 30.0 - 0.9 * (now - 39), leader_sprints=leader_sprints)
            now += 1
        assert controller.demand < floor <= before


def test_nobody_sprints_over_a_small_gap() -> None:
    # 0.08 of a sprint range of 12 blocks
    assert Gait.SPRINT not in gaits(GaitController(), range(100), distance=0.95, urgent=True)
    assert Gait.SPRINT in gaits(GaitController(), range(100), distance=0.97, urgent=True)


@pytest.mark.parametrize(("sprint_range", "gap"), [(1.0, 0.7), (12.0, 0.96), (100.0, 1.6)])
def test_the_gap_that_is_worth_sprinting_goes_with_the_sprint_range(sprint_range: float, gap: float) -> None:
    assert GaitController(sprint_range=sprint_range).sprint_gap == pytest.approx(gap)


@given(samples)
def test_a_gait_lasts_12_ticks(given_samples: list[tuple[float, float, bool]]) -> None:
    controller = GaitController()
    shown = [
        controller.update(now, 0.0, 0.0, distance, hold=hold, urgent=urgent).gait
        for now, (distance, hold, urgent) in enumerate(given_samples)
    ]
    changes = [tick for tick in range(1, len(shown)) if shown[tick] is not shown[tick - 1]]
    assert all(later - earlier >= 12 for earlier, later in pairwise(changes))


def test_who_demands_nothing_and_stands_holds() -> None:
    controller = GaitController()
    assert gaits(controller, range(1), distance=8.0) == [Gait.WALK]
    for now in range(1, 40):
        controller.relax(now, 0.0, 0.0)
    assert controller.gait is Gait.HOLD


def test_the_sprint_flag_changes_what_is_seen_and_not_the_speed() -> None:
    assert Pace(Gait.SPRINT, 1.3 / 1.3).attribute * 1.3 == pytest.approx(Pace(Gait.WALK, 1.3).attribute)
    controller = settled(ticks=200)
    assert controller.gait is Gait.SPRINT
    assert controller.pace.speed * 1.3 == pytest.approx(1.0 + controller.demand * 0.35)


def test_reset_forgets_everything() -> None:
    controller = settled()
    controller.reset()
    assert vars(controller) == vars(GaitController())
