"""From the places of a search to a route: how each is reached, which of them are needed, what would make it invalid."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, dist, floor

from world.paths.cells import CLIMB, DIVE, DOOR_X, OPEN, RUNG, STAND, SWIM, UNIT, WADE
from world.paths.ground import EASY_RISE
from world.paths.route import Abilities, Medium, Move, Waypoint
from world.paths.sweep import EASY_RISE as STEP
from world.paths.sweep import is_clear, walks
from world.paths.window import Place, Window
from world.terrain import SOLID, Vector

NEAR = 0.1
"""Blocks within which a body is where its place is."""


def move_between(window: Window, i: Place, j: Place, abilities: Abilities) -> Move:
    """How a body gets from one place on foot to its neighbour."""
    one, other = window.kind(i), window.kind(j)
    ax, ay, az = window.position(i)
    bx, by, bz = window.position(j)
    across = max(abs(bx - ax), abs(bz - az))
    rise = (by - ay) * UNIT + window.levels[j] - window.levels[i]
    if across > 1:
        return Move.LEAP
    if other >= DOOR_X:
        return Move.DOOR
    if other in (SWIM, DIVE):
        return Move.DROP if rise < -UNIT and one not in (SWIM, DIVE) else Move.SWIM
    if not across:
        falls = rise < -UNIT and other not in (CLIMB, RUNG)
        return Move.DROP if falls else Move.CLIMB
    if other == CLIMB:
        return Move.DROP if rise < -UNIT else Move.CLIMB
    if one == CLIMB:
        return Move.DROP if rise < -EASY_RISE else Move.CLIMB
    if one == RUNG and rise > EASY_RISE:
        return Move.CLIMB
    if one in (SWIM, DIVE):
        return Move.DROP if rise < -UNIT else Move.SWIM
    if abs(rise) > EASY_RISE:
        if other == STAND and _in_steps(window, i, j, abilities):
            return Move.WALK
        return Move.HOP if rise > 0 else Move.DROP
    return Move.WALK


def _in_steps(window: Window, i: Place, j: Place, abilities: Abilities) -> bool:
    """Whether a rise or fall comes in steps that take neither a jump nor a drop, as stairs do."""
    body, terrain = window.footing.body, window.footing.terrain
    x, y, z = window.position(max(i, j))  # the higher one
    if terrain.number(x, y - 1, z) == SOLID:
        return False  # has no steps
    return walks(
        terrain, window.feet(i), window.feet(j), body.width, body.height,
        rise=min(abilities.step_height, STEP), shuns_farmland=abilities.shuns_farmland,
    )  # fmt: skip


def waypoints_of(window: Window, way: list[Place], abilities: Abilities, medium: Medium) -> list[Waypoint]:
    """A waypoint for each place but the first; of several straight up or down only the last."""
    waypoints: list[Waypoint] = []
    upright = 0
    for i, j in pairwise(way):
        if medium is Medium.GROUND:
            move = move_between(window, i, j, abilities)
        else:
            move = Move.FLY if medium is Medium.AIR else Move.SWIM
        step = j - i if abs(j - i) == window.up else 0
        if step and step == upright and waypoints[-1].move is move:
            waypoints.pop()
        upright = step
        waypoints.append(Waypoint(*window.feet(j), move))
    return waypoints


def first_waypoints(window: Window, start: Vector, place: Place) -> list[Waypoint]:
    """The middle of the place that somebody starts from, unless they are there."""
    feet = window.feet(place)
    if window.kind(place) in (SWIM, DIVE, WADE, CLIMB, OPEN):
        feet = feet[0], min(max(start[1], feet[1]), feet[1] + 1.0), feet[2]
    if dist(start, feet) < NEAR:
        return []
    move = {SWIM: Move.SWIM, DIVE: Move.SWIM, CLIMB: Move.CLIMB}.get(window.kind(place), Move.WALK)
    if start[1] - feet[1] > STEP:
        move = Move.DROP
    return [Waypoint(*feet, move)]


def swims_straight(window: Window, passes: bytes, a: Vector, b: Vector) -> bool:
    """Whether a body that nothing holds gets straight from one feet position to another through such places."""
    body = window.footing.body
    half = body.width / 2
    roomy = body.need + UNIT  # for feet anywhere in their block
    pieces = ceil(dist(a, b) / 0.5)
    before = a
    for piece in range(1, pieces + 1):
        x, y, z = (a[k] + (b[k] - a[k]) * piece / pieces for k in range(3))
        low, high = floor(min(y, before[1]) + 1e-6), floor(max(y, before[1]) + 1e-6)
        plain = True
        for block_y in range(low, high + 1):
            for block_x in range(floor(min(x, before[0]) - half), floor(max(x, before[0]) + half) + 1):
                for block_z in range(floor(min(z, before[2]) - half), floor(max(z, before[2]) + half) + 1):
                    place = window.place(block_x, block_y, block_z)
                    if place is None or not passes[window.kind(place)]:
                        return False
                    plain = plain and window.wides[place] >= roomy and not window.levels[place]
        if not plain and not is_clear(window.footing.terrain, before, (x, y, z), body.width, body.height):
            return False
        before = x, y, z
    return True
