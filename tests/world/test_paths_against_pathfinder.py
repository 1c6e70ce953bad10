"""Ways of ours beside those of mineflayer-pathfinder, in the same columns.

Wherever it finds a way with digging and placing off, so must we, and ours may be a tenth longer at most. Its way is the
best of which a body can take every step: what it gets wrong (heights, corners, hazards) the physics tells, such a step
is refused to it, and it searches again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import dist, hypot
from pathlib import Path

import pytest
from body_steps import BodySteps
from path_courses import built
from path_oracle import Answer, PathOracle, Place, Step
from real_terrain import (
    SQUARES,
    Square,
    family_of,
    places_to_stand,
    recorded_chunks,
    region_world,
    uppermost,
    world_of,
)

from world.paths.finder import BOUNDS as BOUNDS_OF
from world.paths.finder import Pathfinder
from world.paths.route import Abilities, Medium, Move, Route
from world.terrain import Terrain, terrain_of
from world.view import WorldView

pytestmark = [pytest.mark.peer, pytest.mark.xdist_group("mineflayer-pathfinder")]

COURSES = "1.16.5"
SLOPES = "1.20.1"
"""Release of recorded columns with slopes."""
DROP = 3
BOUNDS = BOUNDS_OF[Medium.GROUND]
"""Of both sides."""
DIFFERENCES = {
    "a corner": "past something that isn't a whole block, diagonally",
    "nothing to stand on": "above snow of one layer, which has no body",
    "out of reach": "leaps under what stops the head",
}
"""Steps of its that no body can take, as far as these columns hold any. Corners of whole blocks it isn't offered."""
ROUNDS = 40
"""In which it has to come to a way that can be walked."""
LONGER = 1.10
NEAREST, FARTHEST = 10, 60
"""Blocks between the ends of a search."""

Search = tuple[Place, Place]


class Worlds:
    """Worlds that both sides have, each given to the other side once."""

    def __init__(self, peers: Path, oracle: PathOracle) -> None:
        self.peers = peers
        self.oracle = oracle
        self._known: dict[str, WorldView] = {}

    def region(self, square: Square) -> tuple[str, WorldView]:
        """A square of a region file, and its name."""
        return self._get(square.release, square.release, lambda: region_world(self.peers, square))

    def strip(self, release: str) -> tuple[str, WorldView]:
        """The recorded columns of a release, and their name."""
        chunks = recorded_chunks(self.peers, release)
        return self._get(f"recorded {release}", release, lambda: world_of(family_of(release), chunks))

    def add(self, name: str, release: str, world: WorldView) -> None:
        self._get(name, release, lambda: world)

    def _get(self, name: str, release: str, make: Callable[[], WorldView]) -> tuple[str, WorldView]:
        if name not in self._known:
            world = self._known[name] = make()
            self.oracle.load(name, family_of(release), world)
        return name, self._known[name]


@pytest.fixture(scope="module")
def worlds(peers: Path) -> Iterator[Worlds]:
    with PathOracle(peers) as oracle:
        yield Worlds(peers, oracle)


def abilities(*, leap: bool = False) -> Abilities:
    """What the other side can do as well; it never opens a door."""
    return Abilities(max_drop=float(DROP), can_leap=leap, shuns_farmland=False)


def their_ways(
    oracle: PathOracle, name: str, steps: BodySteps, searches: Sequence[Search], *, leap: bool = False
) -> list[Answer]:
    """Its best ways of which every step can be taken."""
    refused: set[Step] = set()
    settled: dict[Search, Answer] = {}
    for _ in range(ROUNDS):
        asked = [search for search in searches if search not in settled]
        answers = oracle.solve(name, asked, BOUNDS, drop=DROP, leap=leap, refused=refused)
        for search, answer in zip(asked, answers, strict=True):
            impossible = {step for step in pairwise(answer.path) if steps.obstacle(*step)}
            refused |= impossible
            if not impossible:
                settled[search] = answer
        if len(settled) == len(searches):
            assert steps.refused.keys() <= DIFFERENCES.keys(), "a difference that nobody has explained"
            return [settled[search] for search in searches]
    raise AssertionError(f"still impossible steps after {ROUNDS} rounds: {steps.refused}")


def our_way(terrain: Terrain, steps: BodySteps, search: Search) -> Route:
    start, goal = (steps.feet(place) for place in search)
    assert start is not None
    assert goal is not None
    finder = Pathfinder(polls_per_tick=BOUNDS.polls)
    found = finder.request(terrain, start, goal, steps.abilities)
    for now in range(1000):
        if found.done:
            break
        finder.tick(now)
    assert found.route is not None, "a search with polls for all of it must have ended"
    return found.route


def worse(terrain: Terrain, steps: BodySteps, search: Search, theirs: Answer) -> str:
    """What is wrong with our way beside theirs; nothing if all is well."""
    ours = our_way(terrain, steps, search)
    places = [steps.feet(place) for place in theirs.path]
    length = sum(dist(a, b) for a, b in pairwise(places) if a is not None and b is not None)
    what = f"{search[0]} to {search[1]}: {length:.1f} blocks in {theirs.nodes} nodes, ours"
    if ours.partial:
        return f"{what} ends at {ours.waypoints[-1:]} after {ours.polls} polls"
    if ours.length > LONGER * length:
        return f"{what} {ours.length:.1f}"
    at = ours.start
    for waypoint in ours.waypoints:
        to = waypoint.x, waypoint.y, waypoint.z
        if not steps.arrives(at, to, leap=waypoint.move is Move.LEAP):
            return f"{what} doesn't get from {at} to {waypoint}"
        at = to
    return ""


def chosen(world: WorldView, count: int, seed: str) -> list[Search]:
    """Searches under the sky and, one of four, from anywhere to anywhere about as high."""
    generator = random.Random(seed)
    everywhere = [(x, y, z) for x, y, z in places_to_stand(world).tolist()]
    highest = [(x, y, z) for x, y, z in uppermost(places_to_stand(world)).tolist()]
    searches: list[Search] = []
    while len(searches) < count:
        places = everywhere if len(searches) % 4 == 3 else highest
        start, goal = generator.choice(places), generator.choice(places)
        away = hypot(start[0] - goal[0], start[2] - goal[2])
        if NEAREST <= away <= FARTHEST and (places is highest or abs(start[1] - goal[1]) <= 8):
            searches.append((start, goal))
    return searches


def compare(
    oracle: PathOracle, name: str, world: WorldView, searches: Sequence[Search], *, leap: bool = False
) -> int:
    """Fails where ours is worse. Returns how many ways the other side has found."""
    terrain = terrain_of(world)
    steps = BodySteps(terrain, abilities(leap=leap))
    answers = their_ways(oracle, name, steps, searches, leap=leap)
    found = [(search, answer) for search, answer in zip(searches, answers, strict=True) if answer.found]
    complaints = [worse(terrain, steps, search, answer) for search, answer in found]
    assert [complaint for complaint in complaints if complaint] == []
    return len(found)


@pytest.mark.parametrize("square", SQUARES, ids=lambda square: square.release)
def test_wherever_it_finds_a_way_over_real_terrain_so_do_we(worlds: Worlds, square: Square) -> None:
    name, world = worlds.region(square)
    found = compare(worlds.oracle, name, world, chosen(world, 5, name))
    assert found >= 3, "ways to compare"


def test_wherever_it_finds_a_way_over_recorded_slopes_so_do_we(worlds: Worlds) -> None:
    name, world = worlds.strip(SLOPES)
    assert compare(worlds.oracle, name, world, chosen(world, 7, name)) >= 3, "ways to compare"


def test_wherever_it_finds_a_way_with_leaps_over_real_terrain_so_do_we(worlds: Worlds) -> None:
    name, world = worlds.region(SQUARES[0])
    found = compare(worlds.oracle, name, world, chosen(world, 4, f"{name} with leaps"), leap=True)
    assert found >= 2, "ways to compare"


DITCH = (280, 72, -44), (280, 77, -84)
"""A search in the first square whose way leaps over a ditch into which one can step, but not out on the other side."""


def test_a_ditch_from_which_no_step_leads_on_is_leapt_over(worlds: Worlds) -> None:
    name, world = worlds.region(SQUARES[0])
    assert compare(worlds.oracle, name, world, [DITCH], leap=True) == 1


@pytest.mark.parametrize("leap", [False, True], ids=["on foot", "with leaps"])
def test_on_every_course_we_find_the_way_that_there_is_and_none_longer_than_its(
    worlds: Worlds, leap: bool
) -> None:
    world, courses = built(family_of(COURSES))
    worlds.add("courses", COURSES, world)
    terrain = terrain_of(world)
    steps = BodySteps(terrain, abilities(leap=leap))
    courses = [course for course in courses if course.leap == leap]
    searches = [(course.start, course.goal) for course in courses]
    answers = their_ways(worlds.oracle, "courses", steps, searches, leap=leap)
    complaints = {}
    for course, search, answer in zip(courses, searches, answers, strict=True):
        assert course.possible or not answer.found, course.name
        if our_way(terrain, steps, search).partial == course.possible:
            complaints[course.name] = "no way" if course.possible else "a way where there is none"
        elif answer.found and (complaint := worse(terrain, steps, search, answer)):
            complaints[course.name] = complaint
    assert complaints == {}
    assert sum(answer.found for answer in answers) > len(answers) / 2, "ways to compare"


def test_gaps_are_only_leapt_by_those_who_can() -> None:
    world, courses = built(family_of(COURSES))
    terrain = terrain_of(world)
    steps = BodySteps(terrain, abilities())
    gaps = [course for course in courses if course.leap]
    assert gaps
    crossed = [
        course.name for course in gaps if not our_way(terrain, steps, (course.start, course.goal)).partial
    ]
    assert crossed == []
