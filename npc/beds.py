"""Beds of a world: where they are, which way one lies in them, and who has which."""

from __future__ import annotations

from functools import cache
from math import dist, floor
from typing import NamedTuple

import numpy as np

from npc.locomotion.stride import BlockPosition
from npc.settle import standing_place
from world.blocks import BlockTable, Mask
from world.physics.body import Body
from world.terrain import Terrain, Vector
from world.view import WorldView

UPRIGHT = 4
"""Blocks above and below somebody within which beds are looked for."""
_TOWARDS: dict[str, tuple[int, int, float]] = {
    "south": (0, 1, 0.0),
    "west": (-1, 0, 90.0),
    "north": (0, -1, -180.0),
    "east": (1, 0, -90.0),
}
"""The way a bed faces → blocks along x and z from its foot to its head, and the yaw in degrees."""
_SIDES = ((0, 1), (-1, 0), (0, -1), (1, 0))


class Bed(NamedTuple):
    """A whole bed."""

    head: BlockPosition
    facing: str
    """The way from its foot to its head."""

    @property
    def foot(self) -> BlockPosition:
        dx, dz, _ = _TOWARDS[self.facing]
        x, y, z = self.head
        return x - dx, y, z - dz

    @property
    def yaw(self) -> float:
        """Degrees: the way from its foot to its head."""
        return _TOWARDS[self.facing][2]

    def place(self, terrain: Terrain, body: Body) -> Vector | None:
        """Feet of a body that gets onto its head; None where something is in the way."""
        x, y, z = self.head
        return standing_place(terrain, x + 0.5, y, z + 0.5, body, rise=0, fall=0)

    def bedside(self, terrain: Terrain, body: Body) -> Vector | None:
        """The place beside it that is nearest to a body; None when there is none to stand on."""
        around = []
        for x, y, z in (self.head, self.foot):
            for dx, dz in _SIDES:
                if (x + dx, y, z + dz) not in (self.head, self.foot):
                    place = standing_place(terrain, x + dx + 0.5, y, z + dz + 0.5, body, rise=0, fall=1)
                    if place is not None and place not in around:
                        around.append(place)
        return min(around, key=lambda place: dist(place, body.position), default=None)


def is_bed(view: WorldView, bed: Bed) -> bool:
    """Whether a bed is still there and nobody of the server's world sleeps in it."""
    state = view.state(*bed.head)
    return state is not None and state in _heads(view.blocks) and _bed_at(view, bed.head, state) == bed


def beds_near(view: WorldView, place: Vector, reach: int) -> list[Bed]:
    """Whole beds that nobody of the server's world sleeps in, at most ``reach`` blocks away along each axis, and
    :data:`UPRIGHT` up or down; the nearest first."""
    x, y, z = map(floor, place)
    low = x - reach, y - UPRIGHT, z - reach
    states = view.states_in_box(*low, x + reach + 1, y + UPRIGHT + 1, z + reach + 1)
    # unknown places have the number -1, the last of the mask, which is never chosen
    found = np.argwhere(_head_mask(view.blocks)[states])
    beds = []
    for dy, dz, dx in found.tolist():
        head = low[0] + dx, low[1] + dy, low[2] + dz
        bed = _bed_at(view, head, int(states[dy, dz, dx]))
        if bed is not None:
            beds.append(bed)
    return sorted(beds, key=lambda bed: (dist(_middle(bed.head), place), bed.head))


class Beds:
    """Who of the companions has which bed, so that no two go to the same."""

    def __init__(self) -> None:
        self._sleepers: dict[tuple[str, BlockPosition], str] = {}
        """World and head of a bed → companion."""

    def take(self, npc_id: str, world: str, bed: Bed) -> bool:
        """Have a bed, instead of any before, unless it is another's; return whether it is one's own now."""
        if self._sleepers.get((world, bed.head), npc_id) != npc_id:
            return False
        self.release(npc_id)
        self._sleepers[world, bed.head] = npc_id
        return True

    def release(self, npc_id: str) -> None:
        """Need no bed any more."""
        for place in [place for place, sleeper in self._sleepers.items() if sleeper == npc_id]:
            del self._sleepers[place]


def _middle(block: BlockPosition) -> Vector:
    return block[0] + 0.5, float(block[1]), block[2] + 0.5


def _bed_at(view: WorldView, head: BlockPosition, state: int) -> Bed | None:
    """The bed whose head is there; None when its foot isn't where it should be."""
    blocks = view.blocks
    properties = blocks.properties(state)
    bed = Bed(head, properties["facing"])
    foot = view.state(*bed.foot)
    if foot is None or not blocks.kind(foot).name.endswith("_bed"):
        return None
    rest = blocks.properties(foot)
    return bed if rest["part"] == "foot" and rest["facing"] == bed.facing else None


@cache
def _head_mask(blocks: BlockTable) -> Mask:
    """By state, and one more that stands for what isn't known: heads of beds that are free."""
    heads = blocks.tag("beds") & blocks.having("part", "head") & ~blocks.having("occupied", "true")
    return np.append(heads, False)


@cache
def _heads(blocks: BlockTable) -> frozenset[int]:
    return frozenset(np.flatnonzero(_head_mask(blocks)).tolist())
