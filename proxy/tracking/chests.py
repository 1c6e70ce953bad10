"""Blocks that things are kept in, and which two of them are one."""

from __future__ import annotations

from proxy.messages import BlockPos
from world.view import WorldView

BARREL = "barrel"
_CHEST_ENDING, _SHULKER_ENDING = "chest", "shulker_box"
_OWN = "ender_chest"
"""Everybody has their own things in it."""
_DEVICES = frozenset({"dispenser", "dropper"})

_CLOCKWISE = {"north": (1, 0), "east": (0, 1), "south": (-1, 0), "west": (0, -1)}
"""Facing of a chest → x and z of the block to the right of where it looks."""
_AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


def has_lid(block: str) -> bool:
    """Whether clients are shown that a block is open."""
    return block == BARREL or block.endswith((_CHEST_ENDING, _SHULKER_ENDING))


def is_storage(block: str) -> bool:
    """Whether things stay in a block as they were put there, for anybody to take."""
    return (has_lid(block) or block in _DEVICES) and block != _OWN


def name_at(world: WorldView, place: BlockPos) -> str:
    """Name of the block without namespace; empty where nothing is known."""
    state = world.state(*place)
    return "" if state is None or not 0 <= state < world.blocks.state_count else world.blocks.name(state)


def halves(world: WorldView, place: BlockPos) -> tuple[BlockPos, ...]:
    """Where the container at a place is: the two halves of a double chest, always in the same order, or the place."""
    x, y, z = place
    block = name_at(world, place)
    if not block.endswith(_CHEST_ENDING) or block == _OWN:
        return (place,)
    if world.blocks.by_metadata:
        # its state doesn't tell, but two of a kind side by side are always one
        besides = [(x + dx, y, z + dz) for dx, dz in _AROUND]
        other = next((beside for beside in besides if name_at(world, beside) == block), None)
    else:
        other = _other_half(world, place, block)
    return (place,) if other is None else (min(place, other), max(place, other))


def _other_half(world: WorldView, place: BlockPos, block: str) -> BlockPos | None:
    state = world.state(*place)
    assert state is not None
    properties = world.blocks.properties(state)
    kind, (dx, dz) = properties.get("type"), _CLOCKWISE[properties["facing"]]
    if kind not in ("left", "right"):
        return None
    x, y, z = place
    other = (x + dx, y, z + dz) if kind == "left" else (x - dx, y, z - dz)
    return other if name_at(world, other) == block else None
