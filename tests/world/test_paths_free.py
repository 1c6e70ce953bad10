"""Ways through air and water: all 26 directions, against a search in plain Python."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from plain_cells import expected
from small_worlds import small_terrain

from world.paths import cells
from world.paths.cells import BodyClass, Footing
from world.paths.finder import Pathfinder
from world.paths.free import IN_THE_AIR, IN_WATER, Free
from world.paths.route import Abilities, Medium, Move
from world.paths.search import HASTE, AStar
from world.paths.sweep import is_clear
from world.paths.window import Window
from world.terrain import Terrain

RELEASE = "1.20.4"
LOW, HIGH = (0, 0, 0), (4, 5, 4)
PLAYER = Abilities(can_fly=True)
Cell = tuple[int, int, int]
BLOCKS = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 5), st.integers(0, 4)),
    st.sampled_from(
        (
            "stone",
            "stone",
            "oak_slab[type=bottom]",
            "oak_trapdoor[open=true]",
            "ladder",
            "lava",
            "water",
            "oak_fence",
        )
    ),
    max_size=30,
)


def plain_edges(terrain: Terrain, cell: Cell, passes: frozenset[int]) -> list[Cell]:
    """Neighbours whose box of blocks can be passed, and that a body gets to without touching anything."""
    body = BodyClass(PLAYER.width, PLAYER.height)

    def place(at: Cell) -> tuple[bool, float]:
        inside = all(low <= v <= high for low, v, high in zip(LOW, at, HIGH, strict=True))
        kind, level, _ = expected(terrain, body, *at)
        return inside and kind in passes, level / cells.UNIT

    found = []
    x, y, z = cell
    feet = x + 0.5, y + place(cell)[1], z + 0.5
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            for dz in (-1, 0, 1):
                there = x + dx, y + dy, z + dz
                box = [(x + a, y + b, z + c) for a in {0, dx} for b in {0, dy} for c in {0, dz}]
                if there != cell and all(place(at)[0] for at in box):
                    to = there[0] + 0.5, there[1] + place(there)[1], there[2] + 0.5
                    if not (dx or dz) or is_clear(terrain, feet, to, PLAYER.width, PLAYER.height):
                        found.append(there)
    return sorted(found)


@settings(max_examples=12)
@given(blocks=BLOCKS, medium=st.sampled_from((IN_THE_AIR, IN_WATER)), flooded=st.booleans())
def test_moves_are_those_that_a_body_makes_without_touching_anything(
    blocks: dict[Cell, str], medium: frozenset[int], flooded: bool
) -> None:
    sea = {(x, y, z): "water" for x in range(5) for y in range(4) for z in range(5)} if flooded else {}
    terrain = small_terrain(sea | blocks, RELEASE)
    window = Window(Footing(terrain, BodyClass(PLAYER.width, PLAYER.height)), PLAYER, LOW, HIGH)
    free = Free(window, medium)
    for cell in [(x, y, z) for x in (0, 2, 4) for y in (0, 2, 3) for z in (1, 2)]:
        i = window.place(*cell)
        assert i is not None
        if free.passes[window.kind(i)]:
            found = sorted(window.position(j) for j, _ in free.neighbours(i))
            assert found == plain_edges(terrain, cell, medium), f"from {cell}"


@settings(max_examples=20)
@given(blocks=BLOCKS)
def test_a_search_in_the_air_finds_a_way_hardly_longer_than_the_shortest(blocks: dict[Cell, str]) -> None:
    window = Window(Footing(small_terrain(blocks, RELEASE), BodyClass(0.6, 1.8)), PLAYER, LOW, HIGH)
    free = Free(window, IN_THE_AIR)
    start, goal = window.place(0, 0, 0), window.place(4, 4, 3)
    assert start is not None
    assert goal is not None
    if not free.passes[window.kind(start)] or not free.passes[window.kind(goal)]:
        return
    costs = {start: 0}
    heap = [(0, start)]
    while heap:
        cost, i = heappop(heap)
        for j, more in free.neighbours(i):
            if cost + more < costs.get(j, 1 << 60):
                costs[j] = cost + more
                heappush(heap, (cost + more, j))
    star = AStar(window, free.neighbours, start, goal, (4.5, 4.0, 3.5), arrive=0.0, budget=10_000, free=True)
    star.advance(10_000)
    assert (star.found is not None) == (goal in costs)
    if star.found is not None:
        way = star.way()
        cost = sum(dict(free.neighbours(i))[j] for i, j in pairwise(way))
        assert costs[goal] <= cost <= costs[goal] * (1 + 2**-HASTE)


def test_a_long_way_through_open_air_needs_hardly_more_polls_than_blocks() -> None:
    finder = Pathfinder(100_000)
    ground = {(x, 0, z): "stone" for x in range(60) for z in range(30)}
    search = finder.request(
        small_terrain(ground, RELEASE), (2.5, 1.0, 2.5), (50.5, 21.0, 20.5), PLAYER, Medium.AIR
    )
    finder.tick(1)
    assert search.route is not None
    assert not search.route.partial
    assert search.polls < 100
    assert {waypoint.move for waypoint in search.route.waypoints} == {Move.FLY}
