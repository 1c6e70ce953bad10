"""What a route tells of the search that it came out of."""

from __future__ import annotations

from math import floor

from small_worlds import small_terrain

from world.paths.finder import Pathfinder
from world.paths.route import Abilities, Route
from world.terrain import Vector


def route(blocks: dict[tuple[int, int, int], str], start: Vector, goal: Vector) -> Route:
    paths = Pathfinder(polls_per_tick=10_000)
    search = paths.request(small_terrain(blocks, "1.20.4"), start, goal, Abilities())
    for now in range(100):
        paths.tick(now)
    assert search.route is not None
    return search.route


FLOOR = {(x, -1, z): "stone" for x in range(-4, 12) for z in range(-4, 5)}


def test_a_route_tells_every_place_that_was_looked_at_once() -> None:
    found = route(FLOOR, (0.5, 0.0, 0.5), (8.5, 0.0, 2.5))
    places = [tuple(place) for place in found.searched.tolist()]
    assert len(places) == len(set(places)) == found.polls
    assert (0, 0, 0) in places
    assert all((x, -1, z) in FLOOR and y == 0 for x, y, z in places)
    assert {(floor(w.x), floor(w.y), floor(w.z)) for w in found.waypoints} <= set(places)


def test_a_search_that_finds_no_way_has_looked_at_all_that_can_be_reached() -> None:
    moat = {place: block for place, block in FLOOR.items() if place[0] not in (4, 5, 6)}
    found = route(moat, (0.5, 0.0, 0.5), (8.5, 0.0, 0.5))
    assert found.partial
    assert {tuple(place) for place in found.searched.tolist()} == {(x, 0, z) for x, _, z in moat if x < 4}


def test_a_search_that_cannot_begin_has_looked_at_nothing() -> None:
    assert route(FLOOR, (0.5, 40.0, 0.5), (8.5, 0.0, 0.5)).searched.shape == (0, 3)
