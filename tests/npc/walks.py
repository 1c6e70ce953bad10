"""Bodies that are sent somewhere, with the real physics and the real search for ways, watched tick by tick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import dist
from uuid import UUID

from npc.gaze import BODY_SPEED, HEAD_REACH, HEAD_SPEED, Neck, wrap_degrees
from npc.locomotion.doors import ajar
from npc.locomotion.stride import Stride
from npc.locomotion.walker import Walker, WalkerState
from npc.stage_port import Actor
from world.paths.finder import Pathfinder
from world.paths.route import Abilities
from world.physics.body import Body
from world.physics.collision import boxes_around
from world.physics.motion import step
from world.physics.rules import MODERN, PhysicsRules
from world.terrain import Terrain, Vector

OVER = (WalkerState.ARRIVED, WalkerState.UNREACHABLE)
OVERLAP = 1e-6
"""Blocks that a body may be in a block by the arithmetic of floating-point numbers."""


@dataclass(slots=True)
class Around:
    """What a walker asks its surroundings for."""

    terrain: Terrain
    rules: PhysicsRules
    paths: Pathfinder
    now: int = 0


@dataclass(slots=True)
class Moment:
    """What was seen in one tick."""

    before: Vector
    position: Vector
    stride: Stride
    state: WalkerState
    on_ground: bool
    climbing: bool
    water: float
    yaw: float
    head_yaw: float

    @property
    def moved(self) -> float:
        return dist(self.before, self.position)


@dataclass
class Trip:
    """A body on its way."""

    terrain: Terrain
    start: Vector
    abilities: Abilities = field(default_factory=Abilities)
    rules: PhysicsRules = MODERN
    facing: float = 0.0

    def __post_init__(self) -> None:
        self.body = Body(*self.start, step_height=0.5, hop_height=1.25, on_ground=True)
        self.walker = Walker(self.abilities)
        self.around = Around(self.terrain, self.rules, Pathfinder(polls_per_tick=4000))
        self.actor = Actor("a", UUID(int=1), "A", yaw=self.facing, head_yaw=self.facing)
        self.moments: list[Moment] = []
        self._neck = Neck()

    @property
    def state(self) -> WalkerState:
        return self.walker.state

    @property
    def longest_move(self) -> float:
        """Blocks that it moved in a tick at most, falls left out that no leg had a part in."""
        return max(m.moved for m in self.moments if m.on_ground or m.position[1] > m.before[1] - 0.6)

    @property
    def lowest(self) -> float:
        return min(m.position[1] for m in self.moments)

    @property
    def highest(self) -> float:
        return max(m.position[1] for m in self.moments)

    def tick(self) -> Moment:
        """Live for a tick, as :class:`npc.npc.Npc` does."""
        around, body, actor = self.around, self.body, self.actor
        around.now += 1
        around.paths.tick(around.now)
        before = body.position
        stride = self.walker.tick(body, around)
        terrain = ajar(self.terrain, stride.opens)
        step(body, stride.controls, terrain, self.rules)
        assert not (inside := blocks_in(body, terrain)), f"tick {around.now}: {body.position} is in {inside}"
        self._turn(actor, stride)
        moment = Moment(
            before=before,
            position=body.position,
            stride=stride,
            state=self.state,
            on_ground=body.on_ground,
            climbing=body.climbing,
            water=body.water,
            yaw=actor.yaw,
            head_yaw=actor.head_yaw,
        )
        self.moments.append(moment)
        return moment

    def _turn(self, actor: Actor, stride: Stride) -> None:
        yaw, head_yaw = actor.yaw, actor.head_yaw
        self._neck.turn(actor, stride.facing, 0.0, settle=stride.facing is not None)
        assert abs(wrap_degrees(actor.yaw - yaw)) <= BODY_SPEED + 1e-6
        assert abs(wrap_degrees(actor.head_yaw - head_yaw)) <= HEAD_SPEED + BODY_SPEED + 1e-6
        assert abs(wrap_degrees(actor.head_yaw - actor.yaw)) <= HEAD_REACH + 1e-6

    def go(
        self,
        goal: Vector,
        *,
        arrive: float = 0.3,
        urgent: bool = False,
        within: int = 700,
        meanwhile: Callable[[Trip], None] | None = None,
    ) -> Trip:
        """Be told each tick to go there, until it is or gives up. Fails if that takes longer than ``within`` ticks."""
        for _ in range(within):
            self.walker.go(goal, arrive=arrive, urgent=urgent)
            self.tick()
            if self.state in OVER:
                return self
            if meanwhile is not None:
                meanwhile(self)
        raise AssertionError(f"still {self.state.name} at {self.body.position}: {self.walker.reason}")

    def wait(self, ticks: int) -> Trip:
        """Let time pass."""
        for _ in range(ticks):
            self.tick()
        return self


def blocks_in(body: Body, terrain: Terrain) -> list[tuple[float, ...]]:
    """Collision boxes that a body is in."""
    x0, y0, z0, x1, y1, z1 = body.box
    return [
        box
        for box in boxes_around(terrain, body.box)
        if min(x1, box[3]) - max(x0, box[0]) > OVERLAP
        and min(y1, box[4]) - max(y0, box[1]) > OVERLAP
        and min(z1, box[5]) - max(z0, box[2]) > OVERLAP
    ]
