"""Doors that companions hold open, as the clients that see them are shown them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from npc.locomotion.doors import opened_states
from npc.locomotion.stride import BlockPosition
from npc.stage_port import Viewer

if TYPE_CHECKING:
    from world.view import WorldView


class _Shown(NamedTuple):
    """A block that a client sees otherwise than it is."""

    world: WorldView
    real: int
    """What the world had there when the client was shown something else."""


@dataclass(slots=True)
class OpenDoors:
    """What one client is shown of the doors that are held open around it.

    The world itself never changes: a client sees the open door as long as it sees who holds it, and then again
    what the world really has. What the server says of the block meanwhile counts, for the client has that since.
    """

    blocks: dict[BlockPosition, _Shown] = field(default_factory=dict)

    def show(self, viewer: Viewer, doors: Iterable[BlockPosition]) -> None:
        """Bring the client up to date. ``doors``: those that it is to see open now, any block of each."""
        port, world = viewer.port, viewer.world
        wanted: dict[BlockPosition, int] = {}
        if world is not None:
            for door in doors:
                wanted |= opened_states(world, door)
        for position, shown in list(self.blocks.items()):
            if world is not shown.world or not _held(viewer, position):
                del self.blocks[position]  # with its world or its chunk the client forgot it
            elif world.state(*position) != shown.real:
                del self.blocks[position]  # the client has the server's word
            elif position not in wanted:
                del self.blocks[position]
                port.restore_block(*position, shown.real)
        for position, state in wanted.items():
            real = None if world is None else world.state(*position)
            if world is None or real is None or position in self.blocks or not _held(viewer, position):
                continue
            if state != real:  # to 1.12 an upper half doesn't say whether it is open
                self.blocks[position] = _Shown(world, real)
                port.show_block(*position, state)

    def forget(self) -> None:
        """The client gets its world anew, as it really is."""
        self.blocks.clear()


def _held(viewer: Viewer, position: BlockPosition) -> bool:
    return viewer.holds_chunk(position[0] >> 4, position[2] >> 4)
