"""Doors that a companion holds open: for it they are, although the world says otherwise."""

from __future__ import annotations

from npc.locomotion.stride import BlockPosition
from world.terrain import Terrain


def ajar(terrain: Terrain, door: BlockPosition | None) -> Terrain:
    """The terrain as it is while a door or gate is held open; the terrain itself when none is."""
    return terrain
