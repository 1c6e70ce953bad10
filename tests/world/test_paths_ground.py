"""Ways on the ground against a search in plain Python over true boxes: the same places, at the same costs."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from math import dist

from hypothesis import given, settings
from hypothesis import strategies as st
from plain_cells import expected
from small_worlds import small_terrain

from world.paths import cells
from world.paths.cells import UNIT, BodyClass, Footing, is_bad
from world.paths.finder import Pathfinder
from world.paths.ground import BLOCK, DIAGONAL, FALL, HOP, Ground
from world.paths.leaps import arcs, is_arc_free
from world.paths.route import Abilities, Move, Route
from world.paths.search import HASTE, AStar
from world.paths.sweep import is_clear, is_harmless, walks
from world.paths.window import Place, Window, kinds_for
from world.physics.collision import boxes_around, is_free, moved, overlaps
from world.terrain import Terrain, Vector

RELEASE = "1.20.4"
SIZE = 6
"""Edge of the floor of a small world, in blocks."""
LOW, HIGH = (-1, -4, -1), (SIZE, 8, SIZE)
Cell = tuple[int, int, int]
Blocks = dict[Cell, str]

SOLID = (
    "stone", "stone", "oak_slab[type=bottom]", "oak_slab[type=top]", "oak_stairs[facing=east]", "oak_fence",
    "white_carpet", "snow[layers=3]", "soul_sand", "farmland", "cactus", "magma_block", "oak_trapdoor[open=true]",
    "oak_trapdoor[half=top]", "cobweb", "iron_door[facing=west]", "chest", "lava", "air", "air", "cauldron",
)  # fmt: skip
ALL = (
    *SOLID, "water", "water", "water[level=5]", "ladder[facing=north]", "ladder[facing=east]", "vine[south=true]",
    "scaffolding", "oak_door", "oak_fence_gate[open=true]", "oak_slab[waterlogged=true]", "campfire", "air", "air",
)  # fmt: skip


def worlds(kinds: tuple[str, ...]) -> st.SearchStrategy[Blocks]:
    """A floor with holes, and blocks on and above it."""
    floor = st.sets(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=12)
    place = st.tuples(st.integers(0, SIZE - 1), st.integers(0, 3), st.integers(0, SIZE - 1))
    strewn = st.dictionaries(place, st.sampled_from(kinds), max_size=40)

    def build(holes: set[tuple[int, int]], strewn: Blocks) -> Blocks:
        blocks = {(x, -1, z): "stone" for x in range(SIZE) for z in range(SIZE) if (x, z) not in holes}
        return blocks | {(x, -3, z): "stone" for x, z in holes} | strewn

    return st.builds(build, floor, strewn)


@cache
def _translation(abilities: Abilities) -> bytes:
    return kinds_for(abilities)


class PlainGround:
    """Moves on foot from the boxes as they are."""

    def __init__(self, terrain: Terrain, abilities: Abilities) -> None:
        self.terrain, self.abilities = terrain, abilities
        self.body = BodyClass(abilities.width, abilities.height)
        self._known: dict[Cell, tuple[int, int]] = {}

    def place(self, cell: Cell) -> tuple[int, int]:
        """Kind and level; blocked outside the box that searches may look at."""
        if not all(low <= v <= high for low, v, high in zip(LOW, cell, HIGH, strict=True)):
            return cells.BLOCKED, 0
        if cell not in self._known:
            kind, level, _ = expected(self.terrain, self.body, *cell)
            self._known[cell] = _translation(self.abilities)[kind], level
        return self._known[cell]

    def feet(self, cell: Cell) -> Vector:
        return cell[0] + 0.5, cell[1] + self.place(cell)[1] / UNIT, cell[2] + 0.5

    def moves(self, cell: Cell) -> dict[Cell, int]:
        """Neighbours with the cost of getting there."""
        found = {}
        own = self.feet(cell)
        for dx in (-1, 0, 1):
            for dz in (-1, 0, 1):
                for y in range(cell[1] + 1, cell[1] - 4, -1):
                    there = cell[0] + dx, y, cell[2] + dz
                    if (dx or dz) and self.place(there)[0] == cells.STAND:
                        rise = self.feet(there)[1] - own[1]
                        if self._is_possible(own, there, rise, bool(dx and dz)) and not (
                            dx and dz and rise and self._grazes(cell, there)
                        ):
                            found[there] = self._cost(rise, bool(dx and dz))
                        break
        return found

    def _is_possible(self, own: Vector, there: Cell, rise: float, diagonal: bool) -> bool:
        abilities = self.abilities
        to = self.feet(there)
        if rise > abilities.step_height or -rise > abilities.max_drop:
            return False
        if diagonal:
            highest = max(own[1], to[1])
            for corner in ((int(own[0] // 1), there[2]), (there[0], int(own[2] // 1))):
                beside = corner[0], int(highest // 1), corner[1]
                if self.place(beside)[0] == cells.BLOCKED or self.feet(beside)[1] > highest:
                    return False
        return is_clear(self.terrain, own, to, abilities.width, abilities.height)

    def _grazes(self, cell: Cell, there: Cell) -> bool:
        """Whether something bad is in a corner that the body rises or comes down beside."""
        low, high = sorted((cell[1], there[1]))
        return any(
            is_bad(self.terrain.cell(x, y, z))
            for x, z in ((cell[0], there[2]), (there[0], cell[2]))
            for y in range(low, high + 1)
        )

    def _cost(self, rise: float, diagonal: bool) -> int:
        length = DIAGONAL if diagonal else BLOCK
        if rise > 0.6:
            return length + HOP
        # a fall is from one block into another; in one block it is a step
        return length

    def costs(self, start: Cell) -> dict[Cell, int]:
        """Of the way to each place that can be reached; falls at the price of steps."""
        costs = {start: 0}
        heap = [(0, start)]
        while heap:
            cost, cell = heappop(heap)
            if cost > costs[cell]:
                continue
            for there, more in self.moves(cell).items():
                if cost + more < costs.get(there, 1 << 60):
                    costs[there] = cost + more
                    heappush(heap, (cost + more, there))
        return costs


def all_costs(window: Window, ground: Ground, start: Place) -> dict[Cell, int]:
    """The same from the moves that searches use, of which falls are brought to the price of steps."""
    costs = {start: 0}
    heap = [(0, start)]
    while heap:
        cost, i = heappop(heap)
        if cost > costs[i]:
            continue
        for j, more in ground.neighbours(i):
            if window.position(j)[1] < window.position(i)[1]:
                drop = round((window.feet(i)[1] - window.feet(j)[1]) * UNIT)
                more -= FALL * drop // UNIT
            if cost + more < costs.get(j, 1 << 60):
                costs[j] = cost + more
                heappush(heap, (cost + more, j))
    return {window.position(i): cost for i, cost in costs.items()}


ON_FOOT = st.builds(
    Abilities,
    width=st.sampled_from((0.6, 0.9)),
    height=st.sampled_from((1.8, 1.2, 2.4)),
    step_height=st.sampled_from((1.25, 1.0, 2.0)),
    max_drop=st.sampled_from((2.0, 3.0, 0.5)),
    can_swim=st.just(False),
    can_climb=st.just(False),
    shuns_farmland=st.booleans(),
)


def standing(terrain: Terrain, abilities: Abilities) -> Cell | None:
    """A place to start from."""
    plain = PlainGround(terrain, abilities)
    for cell in ((x, y, z) for y in (0, 1, 2) for x in range(SIZE) for z in range(SIZE)):
        if plain.place(cell)[0] == cells.STAND:
            return cell
    return None


@settings(max_examples=30)
@given(blocks=worlds(SOLID), abilities=ON_FOOT)
def test_places_on_foot_and_their_costs_are_those_of_a_search_over_true_boxes(
    blocks: Blocks, abilities: Abilities
) -> None:
    terrain = small_terrain(blocks, RELEASE)
    start = standing(terrain, abilities)
    if start is None:
        return
    window = Window(Footing(terrain, BodyClass(abilities.width, abilities.height)), abilities, LOW, HIGH)
    place = window.place(*start)
    assert place is not None
    window.see(place)
    found = all_costs(window, Ground(window, abilities), place)
    plain = PlainGround(terrain, abilities).costs(start)
    differences = {
        cell: (found.get(cell), plain.get(cell))
        for cell in found | plain
        if found.get(cell) != plain.get(cell)
    }
    assert not differences, f"start {start}; found and expected: {differences}"


EVERYTHING = Abilities(can_leap=True, may_open_doors=True, max_drop=3.0)
ABLE = st.builds(
    Abilities,
    width=st.sampled_from((0.6, 1.4)),
    height=st.sampled_from((1.8, 0.9)),
    max_drop=st.just(3.0),
    can_swim=st.booleans(),
    can_climb=st.booleans(),
    can_leap=st.booleans(),
    may_open_doors=st.booleans(),
)


def opened(terrain: Terrain, window: Window, i: Place, j: Place) -> bool:
    """Whether a move goes through a door that has to be opened: its box is in the way as long as nobody does."""
    return window.kind(i) >= cells.DOOR_X or window.kind(j) >= cells.DOOR_X


@settings(max_examples=30)
@given(blocks=worlds(ALL), abilities=ABLE)
def test_whatever_a_body_can_do_its_moves_touch_nothing_that_stops_or_harms_it(
    blocks: Blocks, abilities: Abilities
) -> None:
    terrain = small_terrain(blocks, RELEASE)
    window = Window(Footing(terrain, BodyClass(abilities.width, abilities.height)), abilities, LOW, HIGH)
    ground = Ground(window, abilities)
    places = [window.place(x, y, z) for x in range(SIZE) for y in range(5) for z in range(SIZE)]
    for i in places:
        assert i is not None
        if window.kind(i) <= cells.OPEN:
            continue
        for j, cost in ground.neighbours(i):
            a, b = window.feet(i), window.feet(j)
            across = max(abs(a[0] - b[0]), abs(a[2] - b[2]))
            assert window.kind(j) > cells.OPEN
            higher = window.position(j)[1] - window.position(i)[1]
            assert cost >= BLOCK * max(across, higher), "less than the estimates of searches allow"
            if across > 1:
                distance = ((a[0] - b[0]) ** 2 + (a[2] - b[2]) ** 2) ** 0.5
                leaps = arcs(distance, b[1] - a[1])
                assert any(is_arc_free(window, a, b, leap, distance) for leap in leaps)
            elif not opened(terrain, window, i, j):
                assert is_clear(terrain, a, b, abilities.width, abilities.height), f"{a} to {b}"


@settings(max_examples=30)
@given(
    blocks=worlds(ALL),
    target=st.tuples(st.integers(0, SIZE - 1), st.integers(0, 4), st.integers(0, SIZE - 1)),
)
def test_a_search_finds_what_can_be_reached_at_the_least_cost_but_for_what_its_estimates_overstate(
    blocks: Blocks, target: Cell
) -> None:
    terrain = small_terrain(blocks, RELEASE)
    start = standing(terrain, EVERYTHING)
    window = Window(Footing(terrain, BodyClass(0.6, 1.8)), EVERYTHING, LOW, HIGH)
    goal = window.place(*target)
    if start is None or goal is None or window.kind(goal) <= cells.OPEN:
        return
    ground = Ground(window, EVERYTHING)
    place = window.place(*start)
    assert place is not None
    least = least_cost(ground, place, goal)
    star = AStar(window, ground.neighbours, place, goal, window.feet(goal), arrive=0.0, budget=10_000)
    while not star.done:
        star.advance(7)
    assert (star.found is not None) == (least is not None)
    if least is not None:
        way = star.way()
        assert (way[0], way[-1]) == (place, goal)
        cost = sum(dict(reversed(ground.neighbours(i)))[j] for i, j in pairwise(way))
        assert least <= cost <= least * (1 + 2**-HASTE)


def least_cost(ground: Ground, start: Place, goal: Place) -> int | None:
    costs = {start: 0}
    heap = [(0, start)]
    while heap:
        cost, i = heappop(heap)
        if i == goal:
            return cost
        if cost == costs[i]:
            for j, more in ground.neighbours(i):
                if cost + more < costs.get(j, 1 << 60):
                    costs[j] = cost + more
                    heappush(heap, (cost + more, j))
    return None


def is_carried(terrain: Terrain, feet: Vector) -> bool:
    """Whether there is ground close to the middle of a body, and at most a step down."""
    x, y, z = feet
    under = x - 0.2, y - 0.6, z - 0.2, x + 0.2, y - 1e-3, z + 0.2
    return any(overlaps(under, box) for box in boxes_around(terrain, under, y))


def is_level_way_free(terrain: Terrain, a: Vector, b: Vector, width: float, height: float) -> bool:
    """Whether a body finds room and ground all along, at most a step above both ends: tried every 1/50 block."""
    pieces = max(1, round(dist(a, b) * 50))
    half = width / 2
    for piece in range(pieces + 1):
        x, z = a[0] + (b[0] - a[0]) * piece / pieces, a[2] + (b[2] - a[2]) * piece / pieces
        box = x - half, a[1], z - half, x + half, a[1] + height, z + half
        tops = [top for *_, top, _ in boxes_around(terrain, box) if a[1] < top <= a[1] + 0.6]
        if not any(
            is_carried(terrain, (x, level, z))
            and is_free(terrain, moved(box, 0.0, level - a[1], 0.0))
            and is_harmless(terrain, moved(box, 0.0, level - a[1], 0.0))
            for level in (a[1], *tops)
        ):
            return False
    return True


def assert_passable(terrain: Terrain, route: Route, abilities: Abilities) -> None:
    """Every segment is swept by a body, the way its move says."""
    at = route.start
    for waypoint in route.waypoints:
        to = waypoint[:3]
        size = abilities.width, abilities.height
        if waypoint.move is Move.WALK and at[1] == to[1]:
            assert is_level_way_free(terrain, at, to, *size), f"{at} to {waypoint}"
        elif waypoint.move is Move.WALK:
            assert walks(terrain, at, to, *size) or is_clear(terrain, at, to, *size), f"{at} to {waypoint}"
        elif waypoint.move is not Move.LEAP:
            assert is_clear(terrain, at, to, *size), f"{at} to {waypoint}"
        at = to


@settings(max_examples=40)
@given(
    blocks=worlds(ALL),
    abilities=st.builds(Abilities, can_swim=st.booleans(), can_climb=st.booleans(), max_drop=st.just(3.0)),
    ends=st.tuples(*[st.tuples(st.floats(0.3, SIZE - 0.3), st.floats(0.3, SIZE - 0.3))] * 2),
)
def test_every_segment_of_a_route_can_be_gone_by_the_body_that_asked(
    blocks: Blocks, abilities: Abilities, ends: tuple[tuple[float, float], tuple[float, float]]
) -> None:
    terrain = small_terrain(blocks, RELEASE)
    places = []
    for x, z in ends:
        top = max((y for (bx, y, bz) in blocks if (bx, bz) == (int(x), int(z)) and y >= 0), default=-1)
        places.append((x, top + 1.0, z))
    finder = Pathfinder(100_000)
    search = finder.request(terrain, places[0], places[1], abilities)
    finder.tick(1)
    assert search.done
    assert search.route is not None
    if walks(terrain, places[0], places[0], 0.6, 1.8):  # it stands there, and doesn't hang over an edge
        assert_passable(terrain, search.route, abilities)
