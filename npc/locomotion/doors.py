"""Doors that a companion holds open: for it they are, although the world says otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from math import floor

from npc.locomotion.stride import BlockPosition
from world.paths.route import Move, Waypoint
from world.physics.body import Body
from world.terrain import Cell, Terrain
from world.view import WorldView

REACH = 1.5
"""Blocks from which a door is opened."""


def opened_states(world: WorldView, door: BlockPosition) -> dict[BlockPosition, int]:
    """States that make a closed door or gate an open one, by block position; ``door`` is any part of it.

    Empty where nothing is that could be opened. To 1.12 that is the lower half alone.
    """
    lower = _lower(world, door)
    states: dict[BlockPosition, int] = {}
    for position in (lower, (lower[0], lower[1] + 1, lower[2])):
        state = world.state(*position)
        if state is None:
            continue
        name, properties = world.blocks.name(state), world.blocks.properties(state)
        expected = "upper" if states else "lower"
        if properties.get("open") != "false" or properties.get("half", "lower") != expected:
            break
        opened = world.blocks.state(name, **{**properties, "open": "true"})
        if world.blocks.properties(opened).get("half", "lower") != expected:
            break  # to 1.12 an upper half doesn't say whether it is open
        states[position] = opened
        if "half" not in properties:
            break
    return states


def _lower(world: WorldView, door: BlockPosition) -> BlockPosition:
    state = world.state(*door)
    if state is not None and world.blocks.properties(state).get("half") == "upper":
        return door[0], door[1] - 1, door[2]
    return door


def door_on_way(body: Body, waypoints: Sequence[Waypoint], index: int) -> BlockPosition | None:
    """The door that has to be open now: near before the body, or around it. ``index``: of the waypoint that is next."""
    for number in (index, index - 1, index + 1, index - 2):
        if not 0 <= number < len(waypoints) or waypoints[number].move is not Move.DOOR:
            continue
        waypoint = waypoints[number]
        door = floor(waypoint.x), floor(waypoint.y + 1e-3), floor(waypoint.z)
        away = max(abs(door[0] + 0.5 - body.x), abs(door[2] + 0.5 - body.z))
        if (number >= index and away < REACH and abs(waypoint.y - body.y) < REACH) or stands_in(body, door):
            return door
    return None


def stands_in(body: Body, door: BlockPosition) -> bool:
    """Whether a body reaches into a door's block, or into the one above."""
    x, y, z = door
    reach = 0.5 + body.width / 2
    level = -body.height < y - body.y < 2.0
    return level and abs(x + 0.5 - body.x) < reach and abs(z + 0.5 - body.z) < reach


class _Ajar(Terrain):
    """A terrain in which some blocks are others. Lives for a tick."""

    __slots__ = ("replaced",)
    replaced: dict[BlockPosition, int]

    def number(self, x: int, y: int, z: int) -> int:
        found = self.replaced.get((x, y, z))
        return Terrain.number(self, x, y, z) if found is None else found

    def cell(self, x: int, y: int, z: int) -> Cell:
        return self.cells[self.number(x, y, z)]

    def column(self, x: int, z: int, low: int, high: int) -> Sequence[int]:
        numbers = list(Terrain.column(self, x, z, low, high))
        for (rx, ry, rz), number in self.replaced.items():
            if (rx, rz) == (x, z) and low <= ry <= high:
                numbers[ry - low] = number
        return numbers


def ajar(terrain: Terrain, door: BlockPosition | None) -> Terrain:
    """The terrain as it is while a door or gate is held open; the terrain itself when none is."""
    states = {} if door is None else opened_states(terrain.world, door)
    if not states:
        return terrain
    held = object.__new__(_Ajar)
    for field in fields(Terrain):
        setattr(held, field.name, getattr(terrain, field.name))
    lower, state = next(iter(states.items()))
    number = int(terrain.table.number_of_state[state])
    held.replaced = {lower: number}
    if "half" in terrain.world.blocks.properties(state):
        # both halves have the shape of the lower one
        held.replaced[lower[0], lower[1] + 1, lower[2]] = number
    return held
