"""A body: where it is, how it moves, and what it touches."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import floor
from typing import NamedTuple, TypeAlias

from world.terrain import BlockRange, Box, Terrain, Vector

STEP_HEIGHT = 0.6
"""Blocks that a vanilla player rises without a jump."""
WALKING_SPEED = 0.1
"""A vanilla player's movement speed attribute."""


class Controls(NamedTuple):
    """What a body tries to do in a tick, as a player's keys say it."""

    forward: float = 0.0
    """-1 … 1 along ``yaw``."""
    strafe: float = 0.0
    """-1 … 1, positive to the left."""
    yaw: float = 0.0
    """Degrees: 0 south (+z), 90 west (-x)."""
    jump: bool = False
    """Jump, swim up, or climb."""
    sneak: bool = False
    sprint: bool = False
    speed: float = WALKING_SPEED
    """Movement speed attribute; sprinting multiplies it by 1.3."""


STILL = Controls()


class Rest(NamedTuple):
    """A body at rest, and what its rest depends on."""

    state: tuple[float, ...]
    """Place and velocity."""
    columns: tuple[tuple[int, int], ...]
    """Chunk positions of the blocks around it."""
    versions: tuple[int | None, ...]
    """:attr:`Terrain.versions` of these."""


Content: TypeAlias = tuple[int, int, int, int]
"""x, y, z of a block and its cell number."""


@dataclass(slots=True)
class _Seen:
    """Blocks as a body found them. It goes on holding while the body is among them and none of them changes."""

    terrain: Terrain
    changes: int
    """:attr:`Terrain.changes` up to which it is known to hold."""
    blocks: BlockRange
    """Where it looked."""

    def holds(self, terrain: Terrain) -> bool:
        """Whether the blocks are still so."""
        if self.terrain is not terrain:
            return False
        if self.changes != terrain.changes:
            west, _, north, east, _, south = self.blocks
            if terrain.has_changed(west, north, east, south, self.changes):
                return False
            self.changes = terrain.changes
        return True


@dataclass(slots=True)
class Vicinity(_Seen):
    """What is around a body: in the blocks that it touches, and down to a block below its feet. Made by
    :func:`world.physics.vicinity.vicinity`.
    """

    place: Vector
    """Where the body is."""
    inside: BlockRange
    """The blocks that it is in."""
    plain: bool
    """Whether there are only air and plain solid blocks around it. There a body can't swim, climb, slip, bounce, be
    slowed, or meet anything else that needs a closer look.
    """
    contents: list[Content]
    """All that isn't air in :attr:`inside`, in order x, z, y."""


@dataclass(slots=True)
class Obstacles(_Seen):
    """What a move of a body may collide with. Made by :func:`world.physics.vicinity.obstacles`."""

    boxes: list[Box]


@dataclass(slots=True)
class Body:
    """Position (middle of the feet) and sizes in blocks, velocity in blocks per tick."""

    x: float
    y: float
    z: float
    width: float = 0.6
    height: float = 1.8
    step_height: float = STEP_HEIGHT
    """Highest rise that it takes within one tick while walking."""
    hop_height: float = 0.0
    """Highest rise that it takes by a jump of its own accord when it walks against it; 0: none."""
    vx: float = 0.0
    vy: float = 0.0
    vz: float = 0.0
    on_ground: bool = False
    against_wall: bool = False
    """Whether something stopped it sideways in its last move."""
    against_floor: bool = False
    """Whether something stopped it up- or downwards in its last move."""
    water: float = 0.0
    """Blocks of water above its feet."""
    lava: float = 0.0
    climbing: bool = False
    """Whether its feet are in something that can be climbed."""
    stuck: Vector | None = None
    """What is left of its next move, by axis, for what it was in (a cobweb)."""
    fall_distance: float = 0.0
    """Blocks since it last stood, swam or climbed."""
    impact: float = 0.0
    """Blocks that it had fallen when it landed in its last move; 0: it didn't land."""
    jump_pause: int = 0
    """Ticks until it may jump again while jump is held."""
    carrier: tuple[int, int] | None = None
    """Block x and z of what carries it on the ground, where that isn't below its middle."""
    rest: Rest | None = None
    """What it was like when a tick had last left it as it was."""
    vicinity: Vicinity | None = field(default=None, repr=False, compare=False)
    """What was around it when somebody last asked."""
    obstacles: Obstacles | None = field(default=None, repr=False, compare=False)
    """What could be in its way when it last moved."""

    @property
    def in_water(self) -> bool:
        return self.water > 0.0

    @property
    def in_lava(self) -> bool:
        return self.lava > 0.0

    @property
    def position(self) -> Vector:
        return self.x, self.y, self.z

    @property
    def velocity(self) -> Vector:
        return self.vx, self.vy, self.vz

    @property
    def block(self) -> tuple[int, int, int]:
        """The block position that its feet are in."""
        return floor(self.x), floor(self.y), floor(self.z)

    @property
    def box(self) -> Box:
        half = self.width / 2
        return self.x - half, self.y, self.z - half, self.x + half, self.y + self.height, self.z + half

    def stop(self) -> None:
        """Be without motion, as after a teleport."""
        self.vx = self.vy = self.vz = 0.0
        self.fall_distance = self.impact = 0.0
        self.stuck = self.carrier = self.rest = None
