"""The pathfinder of a simulation: a bounded piece of work each tick, fair, repeatable, and never out of date."""

from __future__ import annotations

from math import dist

import pytest
from courses import Blocks, fill
from small_worlds import small_terrain, small_world

from world.blocks import BlockTable
from world.paths.finder import COMPUTING, Pathfinder, Search, straight
from world.paths.route import Abilities, Medium, Move, Route, Waypoint
from world.terrain import Terrain, Vector, terrain_of

RELEASE = "1.21.4"
STONE = BlockTable.load(RELEASE).state("stone")
AIR = BlockTable.load(RELEASE).state("air")
PLAYER = Abilities()
PLAIN = fill((0, 0, 0), (31, 0, 31), "stone")
MAZE = PLAIN | {
    (x, y, z): "stone"
    for x in range(2, 30, 4)
    for y in (1, 2)
    for z in range(32)
    if z != (1 if x % 8 == 2 else 30)
}
"""Walls with a gap at alternating ends."""
START, GOAL = (0.5, 1.0, 0.5), (31.5, 1.0, 16.5)


def finish(finder: Pathfinder, *searches: Search, now: int = 1) -> int:
    """Tick until all are done. Returns the tick at which they were."""
    while not all(search.done for search in searches):
        finder.tick(now)
        now += 1
        assert now < 5000, "searches don't end"
    return now


def found(blocks: Blocks, start: Vector, goal: Vector, **wishes: float) -> Route:
    finder = Pathfinder(100_000)
    search = finder.request(small_terrain(blocks, RELEASE), start, goal, PLAYER, **wishes)
    finish(finder, search)
    assert search.route is not None
    return search.route


# --- ticks


def test_a_search_spread_over_many_ticks_finds_what_it_finds_at_once() -> None:
    terrain = small_terrain(MAZE, RELEASE)
    at_once, slowly = Pathfinder(1_000_000), Pathfinder(50)
    one = at_once.request(terrain, START, GOAL, PLAYER)
    other = slowly.request(terrain, START, GOAL, PLAYER)
    assert finish(at_once, one) == 2
    assert finish(slowly, other) > 10
    assert one.route == other.route
    assert one.route is not None
    assert not one.route.partial


def test_a_tick_costs_no_more_polls_than_granted_but_for_what_one_expansion_needs() -> None:
    finder = Pathfinder(60)
    terrain = small_terrain(MAZE, RELEASE)
    searches = [finder.request(terrain, START, GOAL, PLAYER) for _ in range(3)]
    ticks = finish(finder, *searches) - 1
    footing = finder.footing(terrain, PLAYER)
    spent = sum(search.polls for search in searches) + COMPUTING * footing.computed
    # an expansion sees at most a few new sections; their cost is made up for in the ticks that follow
    assert ticks >= spent // 60
    before = [search.polls for search in searches]
    assert max(before) <= 2800


def test_a_short_search_isn_t_kept_waiting_by_a_long_one() -> None:
    finder = Pathfinder(100)
    terrain = small_terrain(MAZE, RELEASE)
    long = [finder.request(terrain, START, (31.5, 9.0, 31.5), PLAYER) for _ in range(3)]
    finder.tick(1)
    short = finder.request(terrain, (0.5, 1.0, 8.5), (0.5, 1.0, 10.5), PLAYER)
    finish(finder, short, now=2)
    assert not any(search.done for search in long)


def test_more_searches_than_run_at_once_all_come_to_an_end() -> None:
    finder = Pathfinder(300)
    terrain = small_terrain(PLAIN, RELEASE)
    searches = [finder.request(terrain, (0.5, 1.0, z + 0.5), (20.5, 1.0, z + 0.5), PLAYER) for z in range(25)]
    finish(finder, *searches)
    assert all(search.route is not None and not search.route.partial for search in searches)


def test_the_same_requests_give_the_same_routes_in_the_same_ticks() -> None:
    def run() -> list[tuple[int, Route | None]]:
        finder = Pathfinder(40)
        terrain = small_terrain(MAZE, RELEASE)
        searches = [finder.request(terrain, (0.5, 1.0, z + 0.5), GOAL, PLAYER) for z in (0, 9, 20)]
        ended: list[tuple[int, Route | None]] = []
        for now in range(1, 1000):
            finder.tick(now)
            ended += [(now, search.route) for search in searches if search.done and len(ended) < 3]
        return ended

    assert run() == run()


def test_a_cancelled_search_costs_nothing_more_and_has_no_route() -> None:
    finder = Pathfinder(50)
    search = finder.request(small_terrain(MAZE, RELEASE), START, GOAL, PLAYER)
    finder.tick(1)
    before = search.polls
    search.cancel()
    finder.tick(2)
    assert search.done
    assert search.route is None
    assert search.polls == before


def test_no_polls_at_all_are_refused() -> None:
    with pytest.raises(ValueError, match="polls_per_tick is 0"):
        Pathfinder(0)


@pytest.mark.parametrize("goal", [(float("nan"), 1.0, 0.0), (0.0, float("inf"), 0.0)])
def test_a_place_that_is_none_is_refused(goal: Vector) -> None:
    with pytest.raises(ValueError, match="no way leads from"):
        Pathfinder().request(small_terrain(PLAIN, RELEASE), START, goal, PLAYER)


def test_a_search_that_fails_ends_without_a_way_and_disturbs_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    terrain = small_terrain(PLAIN, RELEASE)
    finder = Pathfinder(1000)
    broken, sound = (finder.request(terrain, START, GOAL, PLAYER) for _ in range(2))

    def fail(polls: int) -> int:
        raise RuntimeError("out of order")

    monkeypatch.setattr(broken, "advance", fail)
    finish(finder, broken, sound)
    assert broken.route == Route(START, GOAL, (), partial=True, polls=0)
    assert sound.route is not None
    assert not sound.route.partial
    assert "out of order" in caplog.text


# --- where a way begins and ends


def test_a_way_ends_at_the_goal_itself_not_in_the_middle_of_its_block() -> None:
    route = found(PLAIN, (3.2, 1.0, 3.1), (7.83, 1.0, 5.21))
    assert route.waypoints[-1][:3] == (7.83, 1.0, 5.21)
    assert [waypoint.move for waypoint in route.waypoints] == [Move.WALK], "on plain ground it is straight"


def test_a_goal_in_the_air_is_the_ground_beneath() -> None:
    route = found(PLAIN, (3.5, 1.0, 3.5), (9.5, 2.25, 5.5))
    assert not route.partial
    assert route.waypoints[-1][:3] == (9.5, 1.0, 5.5)


def test_a_goal_over_an_edge_is_the_block_that_carries() -> None:
    route = found(fill((0, 0, 0), (9, 0, 4), "stone"), (1.5, 1.0, 2.5), (10.2, 1.0, 2.5))
    assert not route.partial
    assert dist(route.waypoints[-1][:3], (10.2, 1.0, 2.5)) < 0.8


def test_somebody_who_hangs_over_an_edge_first_gets_onto_the_block_that_carries() -> None:
    route = found(fill((0, 0, 0), (9, 0, 4), "stone"), (2.5, 1.0, -0.2), (2.5, 1.0, 3.5))
    assert not route.partial
    assert route.waypoints[0].z >= 0.3


def test_within_the_arrival_radius_is_far_enough() -> None:
    route = found(PLAIN, (3.5, 1.0, 3.5), (20.5, 1.0, 3.5), arrive=3.0)
    assert not route.partial
    assert 0.0 < dist(route.waypoints[-1][:3], (20.5, 1.0, 3.5)) <= 3.0


def test_an_unreachable_goal_gives_the_way_to_the_nearest_place() -> None:
    walled = PLAIN | fill((18, 1, 0), (18, 4, 31), "stone")
    route = found(walled, (3.5, 1.0, 3.5), (25.5, 1.0, 8.5))
    assert route.partial
    assert dist(route.waypoints[-1][:3], (17.5, 1.0, 8.5)) < 1e-6


def test_who_stands_nowhere_gets_an_empty_partial_route() -> None:
    route = found(PLAIN, (3.5, -20.0, 3.5), (9.5, 1.0, 9.5))
    assert route == Route((3.5, -20.0, 3.5), (9.5, 1.0, 9.5), (), partial=True, polls=0)


def test_a_way_to_where_somebody_is_has_no_waypoint() -> None:
    route = found(PLAIN, (3.5, 1.0, 3.5), (3.5, 1.0, 3.5))
    assert not route.partial
    assert route.waypoints == ()


def test_nobody_looks_for_a_way_where_nothing_is_known() -> None:
    world = small_world(PLAIN, RELEASE)
    world.unload(1, 1, 0)
    finder = Pathfinder(100_000)
    search = finder.request(terrain_of(world), (3.5, 1.0, 3.5), (30.5, 1.0, 3.5), PLAYER)
    finish(finder, search)
    assert search.route is not None
    assert all(not (16 <= waypoint.x < 32 and waypoint.z < 16) for waypoint in search.route.waypoints)


# --- block changes


def test_a_wall_that_is_built_during_the_search_is_gone_around() -> None:
    world = small_world(PLAIN, RELEASE)
    finder = Pathfinder(20)
    search = finder.request(terrain_of(world), (1.5, 1.0, 9.5), (30.5, 1.0, 9.5), PLAYER)
    while search.polls < 20:
        finder.tick(1)
    for z in range(31):
        for y in (1, 2):
            world.set_state(14, y, z, STONE)
    finish(finder, search)
    assert search.route is not None
    assert not search.route.partial
    assert any(waypoint.z > 31.0 for waypoint in search.route.waypoints)


def test_a_route_holds_until_a_block_on_it_changes() -> None:
    world = small_world(PLAIN, RELEASE)
    terrain = terrain_of(world)
    finder = Pathfinder(100_000)
    search = finder.request(terrain, (1.5, 1.0, 3.5), (9.5, 1.0, 3.5), PLAYER)
    finish(finder, search)
    route = search.route
    assert route is not None
    for place in ((5, 1, 8), (5, 6, 3), (12, 1, 3)):
        world.set_state(*place, STONE)
        assert finder.still_valid(terrain, route), f"{place} is beside it"
    for place, state in (((5, 2, 3), STONE), ((5, 0, 3), AIR)):
        before = world.state(*place)
        assert before is not None
        world.set_state(*place, state)
        assert not finder.still_valid(terrain, route), f"{place} is on it"
        world.set_state(*place, before)
        assert finder.still_valid(terrain, route)
    world.unload(1, 0, 0)
    assert not finder.still_valid(terrain, route)


def test_a_route_made_by_hand_depends_on_no_block() -> None:
    route = Route((0, 1, 0), (1, 1, 0), (Waypoint(1, 1, 0, Move.WALK),), partial=False, polls=0)
    assert Pathfinder().still_valid(small_terrain(PLAIN, RELEASE), route)


# --- whether a place can be reached


class Asking:
    """Somebody who asks each tick."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain
        self.finder = Pathfinder(10_000)
        self.now = 0
        self.begun = 0
        request = self.finder.request

        def counted(*arguments: object, **wishes: object) -> Search:
            self.begun += 1
            return request(*arguments, **wishes)  # type: ignore[arg-type]

        self.finder.request = counted  # type: ignore[method-assign]

    def ask(self, goal: Vector, asker: str = "Ada") -> bool | None:
        self.now += 1
        self.finder.tick(self.now)
        return self.finder.reachable(asker, self.terrain, START, goal, PLAYER)


def test_the_answer_is_kept_for_twenty_ticks_while_the_goal_stays_about_where_it_was() -> None:
    asking = Asking(small_terrain(PLAIN, RELEASE))
    assert asking.ask((9.5, 1.0, 9.5)) is None
    for tick in range(19):
        assert asking.ask((9.5 + tick / 19, 1.0, 9.5)) is True
    assert asking.begun == 1
    for _ in range(5):
        assert asking.ask((9.5, 1.0, 9.5)) is True, "an old answer stands while it is looked into again"
    assert asking.begun == 2


def test_another_goal_or_asker_is_another_question() -> None:
    asking = Asking(small_terrain(PLAIN | fill((18, 1, 0), (18, 4, 31), "stone"), RELEASE))
    asking.ask((9.5, 1.0, 9.5))
    assert asking.ask((9.5, 1.0, 9.5)) is True
    assert asking.ask((25.5, 1.0, 9.5)) is None
    assert asking.ask((25.5, 1.0, 9.5)) is False
    assert asking.ask((25.5, 1.0, 9.5), asker="Bob") is None
    assert asking.begun == 3


# --- straight ways


@pytest.mark.parametrize(
    ("on_the_way", "clear"),
    [
        ({}, True),
        ({(5, 1, 3): "stone"}, False),
        ({(5, 1, 3): "oak_slab[type=bottom]"}, True),
        ({(5, 1, 4): "stone"}, True),
        ({(5, 0, 3): "air"}, False),
        ({(5, 0, 3): "magma_block"}, False),
        ({(5, 0, 3): "farmland"}, False),
        ({(5, 0, 3): "water"}, False),
        ({(5, 1, 3): "cobweb"}, False),
        ({(5, 1, 3): "oak_door[open=false,facing=west]"}, False),
        ({(5, 3, 3): "oak_slab[type=bottom]"}, True),
        ({(5, 2, 3): "oak_slab[type=top]"}, False),
    ],
)
def test_a_straight_way_is_walkable_without_jump_fall_or_harm(on_the_way: Blocks, clear: bool) -> None:
    terrain = small_terrain(PLAIN | on_the_way, RELEASE)
    assert straight(terrain, (2.5, 1.0, 3.5), (9.5, 1.0, 3.6), PLAYER) is clear


def test_a_search_in_the_air_goes_straight_where_nothing_is_in_the_way() -> None:
    finder = Pathfinder(100_000)
    terrain = small_terrain(PLAIN, RELEASE)
    search = finder.request(terrain, (3.5, 5.0, 3.5), (6.5, 8.0, 6.5), PLAYER, Medium.AIR)
    finish(finder, search)
    assert search.route is not None
    assert not search.route.partial
    assert [waypoint.move for waypoint in search.route.waypoints] == [Move.FLY]
