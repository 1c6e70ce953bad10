"""Searches of all companions of a simulation, each a little further every tick."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import dist, floor, isfinite

from world.paths.cells import SWIM, BodyClass, Footing
from world.paths.footprint import along
from world.paths.free import IN_THE_AIR, IN_WATER, Free
from world.paths.ground import Ground
from world.paths.route import NOWHERE, Abilities, Medium, Move, Route, Waypoint
from world.paths.routing import first_waypoints, swims_straight, waypoints_of
from world.paths.search import AStar
from world.paths.straighten import Straightener, is_plain, straight
from world.paths.window import Buffers, Place, Window
from world.terrain import Terrain, Vector

log = logging.getLogger(__name__)

__all__ = ["Pathfinder", "Search", "straight"]

POLLS_PER_TICK = 120
"""Of all searches together: some 2 ms."""
LEAST_SHARE = 20
"""Polls that a search is given at once, so that it pays to take it up."""
COMPUTING = 30
"""Polls that a section costs whose cells have to be computed."""
FILLING = 3
"""Polls that it costs to look at a section the first time in a search."""
LEAPING = 15
"""Polls that it costs to try whether there is room for a leap."""
FREE = 4
"""Polls on foot that cost as much as one in the air or under water, where there are 26 directions."""
OPENING = 50
"""Polls that it costs to begin: memory is made ready for all places that may be looked at."""
AT_ONCE = 8
"""Searches that run side by side, each with some megabytes of memory; others wait for their turn."""
PLANNING = 40
"""Polls that it costs to make waypoints of places."""
LOOKING, SWEEPING = 1, 12
"""Polls that a look ahead costs while a way is made straight, and more where the ground isn't plain."""
FINISHING = 70
"""Polls that it costs to note what a route depends on."""
RESTARTS = 3
"""How often a search begins again because a block has changed, before it takes what it gets."""
MEMORY = 20
"""Ticks for which the answer stands whether a place can be reached."""
SAME_GOAL = 1.5
"""Blocks that a goal may move while the answer stands."""
SPAN = 160
"""Blocks from the start that a search goes at most, to each side; half of it up and down."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a search goes."""

    polls: int
    across: int
    """Blocks that the box between the ends is grown by to each side."""
    upright: int
    """Blocks that it is grown by up and down."""


BOUNDS = {
    Medium.GROUND: Bounds(2800, 36, 8),
    Medium.AIR: Bounds(4200, 48, 24),
    Medium.SWIM: Bounds(3200, 36, 12),
}
FALL = {Medium.GROUND: 4, Medium.AIR: 0, Medium.SWIM: 4}
"""Blocks beneath somebody in the air at which a way may begin or end."""


class Search:
    """A way that is being looked for. Made by :meth:`Pathfinder.request`."""

    def __init__(
        self,
        footing: Footing,
        start: Vector,
        goal: Vector,
        abilities: Abilities,
        medium: Medium,
        arrive: float,
        spare: list[Buffers],
    ) -> None:
        """``spare``: memory that no search needs at the moment; this one takes of it and gives it back."""
        self.route: Route | None = None
        """What was found; None while the search runs, and after it was cancelled."""
        self.done = False
        self.start, self.goal = start, goal
        self.abilities, self.medium, self.arrive = abilities, medium, arrive
        self.polls = 0
        """Places looked at so far."""
        self._footing = footing
        self._window: Window | None = None
        self._star: AStar | None = None
        self._moves: Ground | Free | None = None
        self._straightener: Straightener | None = None
        self._restarts = 0
        self._due = 0
        """Polls that other work on it costs."""
        self._charged = 0
        """Polls that :meth:`_bill` has told of."""
        self._spare = spare

    @property
    def is_new(self) -> bool:
        """Whether it hasn't begun yet."""
        return self._window is None and not self.done

    def cancel(self) -> None:
        """Nobody needs the route any more."""
        self.done = True
        self._let_go()

    def give_up(self) -> None:
        """End with a partial route that leads nowhere."""
        self.route = Route(self.start, self.goal, (), True, self.polls)
        self.cancel()

    def advance(self, polls: int) -> int:
        """Search on for about so many polls. Returns what it took, in polls: the work on cells counts too."""
        window = self._window
        if window is None:
            window = self._open()
            self._due += OPENING
        elif window.refresh() and self._restarts < RESTARTS:
            self._restarts += 1
            self._begin(window)
        used = self._bill(window)
        while not self.done and used < polls:
            if self._star is None:
                self._finish(window, [], partial=True)
            elif not self._star.done:
                # a few at a time: what sections cost shows only once they are computed
                weight = 1 if self.medium is Medium.GROUND else FREE
                taken = self._star.advance(max(1, min(polls - used, LEAST_SHARE) // weight))
                self.polls += taken
                used += taken * weight
            elif self._straightener is None:
                if used and used + PLANNING > polls:
                    return polls  # the next time, at once
                self._straightener = self._straighten(window, self._star)
                used += PLANNING
            elif not self._straightener.done:
                self._straightener.advance()
                used += LOOKING
            elif used and used + FINISHING > polls:
                return polls
            else:
                self._finish(window, self._straightener.kept, partial=self._star.found is None)
                used += FINISHING
            used += self._bill(window)
        return used

    # --- inside

    def _open(self) -> Window:
        """Mark out the part of the world that is looked at, and begin."""
        bounds = BOUNDS[self.medium]
        start = tuple(floor(v) for v in self.start)
        goal = tuple(floor(v) for v in self.goal)
        grown = bounds.across, bounds.upright, bounds.across
        spans = SPAN, SPAN // 2, SPAN
        low = [max(min(s, g) - n, s - span) for s, g, n, span in zip(start, goal, grown, spans, strict=True)]
        high = [min(max(s, g) + n, s + span) for s, g, n, span in zip(start, goal, grown, spans, strict=True)]
        buffers = self._spare.pop() if self._spare else Buffers()
        corners = (low[0], low[1], low[2]), (high[0], high[1], high[2])
        window = self._window = Window(self._footing, self.abilities, *corners, buffers)
        self._begin(window)
        return window

    def _begin(self, window: Window) -> None:
        self._straightener = None
        if self.medium is Medium.GROUND:
            self._moves = Ground(window, self.abilities)
        else:
            self._moves = Free(window, IN_THE_AIR if self.medium is Medium.AIR else IN_WATER)
        start = self._find(window, self.start)
        if start is None:
            self._star = None
            return
        self._star = AStar(
            window,
            self._moves.neighbours,
            start,
            self._find(window, self.goal),
            self.goal,
            arrive=self.arrive,
            budget=max(1, BOUNDS[self.medium].polls - self.polls),
            free=self.medium is not Medium.GROUND,
        )

    def _find(self, window: Window, feet: Vector) -> Place | None:
        if isinstance(self._moves, Free):
            place = window.place(floor(feet[0]), floor(feet[1] + 0.01), floor(feet[2]))
            if place is not None and self._moves.passes[window.kind(place)]:
                return place
            if self.medium is Medium.AIR:
                return None
        return window.find(feet, FALL[self.medium])

    def _bill(self, window: Window) -> int:
        """Polls that the work on cells costs which hasn't been paid for yet."""
        total = self._due + COMPUTING * window.computed + FILLING * window.filled
        if isinstance(self._moves, Ground) and self._moves.leaps is not None:
            total += LEAPING * self._moves.leaps.tried
        due = total - self._charged
        self._charged = total
        return due

    def _straighten(self, window: Window, star: AStar) -> Straightener:
        way = star.way()
        waypoints = (
            first_waypoints(window, self.start, way[0]) if len(way) > 1 or star.found is not None else []
        )
        waypoints += waypoints_of(window, way, self.abilities, self.medium)
        if star.found is not None and star.found == star.goal:
            self._end_exactly(window, waypoints)
        clear = {_GOING[self.medium]: self._clear(window)}
        if self.medium is Medium.GROUND:
            clear[Move.SWIM] = lambda a, b: is_plain(window, a, b, SWIM)
        return Straightener(self.start, waypoints, clear)

    def _end_exactly(self, window: Window, waypoints: list[Waypoint]) -> None:
        """Lead to the goal itself instead of the middle of its place, where that is possible."""
        if not waypoints:
            if dist(self.start, self.goal) > 0.0 and self._clear(window)(self.start, self.goal):
                waypoints.append(Waypoint(*self.goal, Move.WALK))
            return
        last = waypoints[-1]
        if dist(last[:3], self.goal) > 1e-6 and self._clear(window)(last[:3], self.goal):
            waypoints.append(Waypoint(*self.goal, _GOING[self.medium]))

    def _clear(self, window: Window) -> Callable[[Vector, Vector], bool]:
        terrain, abilities = self._footing.terrain, self.abilities
        if isinstance(self._moves, Free):
            passes = self._moves.passes

            def free(a: Vector, b: Vector) -> bool:
                self._due += SWEEPING
                return swims_straight(window, passes, a, b)

            return free

        def clear(a: Vector, b: Vector) -> bool:
            if is_plain(window, a, b):
                return True
            self._due += SWEEPING
            return straight(terrain, a, b, abilities)

        return clear

    def _finish(self, window: Window, waypoints: list[Waypoint], *, partial: bool) -> None:
        body = self._footing.body
        places = [waypoint[:3] for waypoint in waypoints]
        footprint = along(self._footing.terrain, self.start, places, body.width, body.height)
        searched = NOWHERE if self._star is None else self._star.looked_at()
        self.route = Route(self.start, self.goal, tuple(waypoints), partial, self.polls, footprint, searched)
        self.done = True
        self._let_go()

    def _let_go(self) -> None:
        if self._window is not None:
            self._spare.append(self._window.buffers)
        self._window = self._star = self._moves = self._straightener = None


_GOING = {Medium.GROUND: Move.WALK, Medium.AIR: Move.FLY, Medium.SWIM: Move.SWIM}


@dataclass(slots=True)
class _Answer:
    """What somebody was told about a place."""

    goal: Vector
    search: Search
    since: int
    """Tick of the search's beginning."""
    reachable: bool | None = None


class Pathfinder:
    """Looks for ways, a bounded number of polls in a tick, fairly among all that search."""

    def __init__(self, polls_per_tick: int = POLLS_PER_TICK) -> None:
        """Raises ValueError for less than one poll."""
        if polls_per_tick < 1:
            raise ValueError(f"polls_per_tick is {polls_per_tick}; no search would ever end")
        self.polls_per_tick = polls_per_tick
        self.now = 0
        self._waiting: deque[Search] = deque()
        self._running: deque[Search] = deque()
        self._spare: list[Buffers] = []
        self._debt = 0
        """Polls that the last tick took too many."""
        self._footings: list[tuple[Terrain, dict[BodyClass, Footing]]] = []
        self._answers: dict[Hashable, _Answer] = {}

    def request(
        self,
        terrain: Terrain,
        start: Vector,
        goal: Vector,
        abilities: Abilities,
        medium: Medium = Medium.GROUND,
        arrive: float = 0.0,
    ) -> Search:
        """Begin a search from feet position to feet position.

        It is complete with the place that ``goal`` is in, or one within ``arrive`` blocks of it. Raises ValueError
        for a body that is too big, and for positions that aren't numbers.
        """
        if not all(map(isfinite, (*start, *goal))):
            raise ValueError(f"no way leads from {start} to {goal}")
        footing = self.footing(terrain, abilities)
        search = Search(footing, start, goal, abilities, medium, arrive, self._spare)
        self._waiting.append(search)
        return search

    def tick(self, now: int) -> None:
        """Search on; ``now`` is the simulation's tick."""
        self.now = now
        budget = self.polls_per_tick - self._debt
        running = self._take_up()
        while running and budget > 0:
            share = max(LEAST_SHARE, budget // len(running))
            for _ in range(len(running)):
                if budget <= 0:
                    break  # who is left out is first the next time
                if running[0].is_new and budget < min(OPENING, self.polls_per_tick):
                    budget = 0  # the next time, at once: it would be too much for what is left of this tick
                    break
                search = running.popleft()
                try:
                    budget -= search.advance(min(share, budget))
                except Exception:  # whatever is wrong with one search, the others go on
                    log.exception("a search from %r to %r failed", search.start, search.goal)
                    search.give_up()
                if not search.done:
                    running.append(search)
            running = self._take_up()
        self._debt = max(0, -budget)
        if now % 600 == 0:
            self._tidy()

    def _take_up(self) -> deque[Search]:
        """The searches that run, and of those that wait as many as there is memory for."""
        running = self._running = deque(search for search in self._running if not search.done)
        while self._waiting and len(running) < AT_ONCE:
            search = self._waiting.popleft()
            if not search.done:
                running.append(search)
        return running

    def reachable(
        self,
        asker: Hashable,
        terrain: Terrain,
        start: Vector,
        goal: Vector,
        abilities: Abilities,
        medium: Medium = Medium.GROUND,
        arrive: float = 0.0,
    ) -> bool | None:
        """Whether a complete way leads there, as found less than 20 ticks ago for much the same goal.

        None: not known yet; ask again in a tick. While an old answer is looked into again it stands.
        """
        answer = self._answers.get(asker)
        if answer is None or dist(answer.goal, goal) > SAME_GOAL or answer.search.abilities != abilities:
            if answer is not None:
                answer.search.cancel()
            search = self.request(terrain, start, goal, abilities, medium, arrive)
            answer = self._answers[asker] = _Answer(goal, search, self.now)
        elif answer.search.done and self.now - answer.since >= MEMORY:
            answer.search = self.request(terrain, start, goal, abilities, medium, arrive)
            answer.goal, answer.since = goal, self.now
        if answer.search.route is not None:
            answer.reachable = not answer.search.route.partial
        return answer.reachable

    def still_valid(self, terrain: Terrain, route: Route) -> bool:
        """False once a block on the route has changed, or nobody knows any more what is there."""
        return route.footprint.holds(terrain)

    def footing(self, terrain: Terrain, abilities: Abilities) -> Footing:
        """Where such bodies find room in a world: one for all that search in it."""
        body = BodyClass(abilities.width, abilities.height)
        footings = next((footings for known, footings in self._footings if known is terrain), None)
        if footings is None:
            footings = {}
            self._footings.append((terrain, footings))
        footing = footings.get(body)
        if footing is None:
            footing = footings[body] = Footing(terrain, body)
        return footing

    def _tidy(self) -> None:
        """Let go of worlds that nobody is in, and of answers that nobody asks for any more."""
        self._footings = [(terrain, known) for terrain, known in self._footings if terrain.world.chunk_count]
        self._answers = {
            asker: answer for asker, answer in self._answers.items() if self.now - answer.since < 10 * MEMORY
        }
