"""What becomes of a companion's body in the world, and how the actor and the track follow it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from npc.anatomy import AIRBORNE, AQUATIC, anatomy
from npc.definition import NpcDefinition
from npc.ground import GroundWatch, is_harmless
from npc.locomotion.doors import ajar
from npc.locomotion.stride import STANDING, Stride
from npc.stage_port import Actor
from npc.surroundings import Surroundings
from npc.track import Track
from world.physics.body import STILL, Body, Controls
from world.physics.escape import Escape, escape
from world.physics.figures import AIR_FRICTION, DRAG, GRAVITY
from world.physics.harm import Harm, HarmKind, Harms
from world.physics.motion import at_rest, step
from world.terrain import WATER, Terrain, Vector

STEP_HEIGHT = 0.5
"""Blocks that a companion rises in one tick; what is higher, it takes by a hop."""
WEIGHT = -GRAVITY * DRAG
"""Vertical speed of a body that stands, in blocks per tick: it lands in its first tick."""


class Ordeal(NamedTuple):
    """What a tick did to a companion."""

    harms: Sequence[Harm] = ()
    lost: bool = False
    """Whether it fell into the void below the world."""


UNHARMED = Ordeal()


class Embodiment:
    """A companion's body, what it goes through, and the actor that shows it."""

    __slots__ = (
        "_actor",
        "_ground",
        "_harms",
        "_may_be_inside",
        "_teleports_noted",
        "body",
        "hovers",
        "last_ground",
        "resting",
        "track",
    )

    def __init__(self, definition: NpcDefinition, actor: Actor) -> None:
        build = anatomy(definition.kind)
        self.body = Body(
            definition.x,
            definition.y,
            definition.z,
            width=build.width,
            height=build.height,
            step_height=STEP_HEIGHT,
            hop_height=definition.step_height,
            vy=WEIGHT,
            on_ground=True,
        )
        self.track = Track()
        self.last_ground: Vector | None = None
        """Where it stood last."""
        self.resting = False
        """Whether nothing moved or hurt its body in its last tick, so that it needs no move until something does."""
        self.hovers = False
        """Whether it keeps its height of its own accord, as what lives in the air or in water."""
        self._actor = actor
        self._ground = GroundWatch()
        self._may_be_inside = True
        """Whether it may be in a block: somebody put it there, or put blocks there."""
        self._harms = Harms(build.eye_height)
        self._teleports_noted = 0

    @property
    def stands(self) -> bool:
        """Whether nothing but its weight moves it."""
        body = self.body
        return body.on_ground and not body.vx and not body.vz and body.vy <= 0.0

    def put(self, x: float, y: float, z: float) -> None:
        """Be somewhere else at once (feet, in blocks): clients are told of a teleport."""
        body, actor = self.body, self._actor
        body.x, body.y, body.z = actor.x, actor.y, actor.z = x, y, z
        body.stop()
        body.vy, body.on_ground = WEIGHT, True
        self.resting, self._may_be_inside = False, True
        actor.teleported += 1

    def unsettle(self) -> None:
        """Nothing is known any more of what its rest depends on: the world around it is another."""
        self.resting = False
        self.body.rest = None

    def is_in_its_element(self, terrain: Terrain) -> bool:
        """Whether it neither falls nor sinks nor rises here."""
        kind = self._actor.kind
        if kind in AQUATIC:
            return terrain.cell(*self.body.block).fluid == WATER
        return kind in AIRBORNE and terrain.cell(*self.body.block).fluid == ""

    # --- a tick

    def walk(self, stride: Stride, around: Surroundings) -> Ordeal:
        """Let its legs and the world act on it, and feel what hurts."""
        body = self.body
        self._get_free(around.terrain)
        terrain = ajar(around.terrain, stride.opens)
        step(body, stride.controls, terrain, around.rules)
        if body.on_ground:
            self.last_ground = body.position
        ordeal = self._suffer(stride.controls, terrain)
        self.resting = (
            stride is STANDING
            and at_rest(body, around.terrain)
            and not ordeal.harms
            and not self._may_be_inside
            and self._harms.calm
            and is_harmless(body, around.terrain)
        )
        return ordeal

    def hover(self, around: Surroundings) -> None:
        """Be moved by what others give it of speed, but by no weight."""
        body = self.body
        self._get_free(around.terrain)
        if body.vy == WEIGHT:
            body.vy = 0.0
        rise = body.vy
        if body.vx or body.vy or body.vz:
            step(body, STILL, around.terrain, around.rules)
            body.vy = (
                0.0 if body.against_floor or abs(rise) < around.rules.negligible else rise * AIR_FRICTION
            )
            body.fall_distance = body.impact = 0.0
        body.on_ground = False
        self.resting = not (body.vx or body.vy or body.vz) and not self._may_be_inside

    def _get_free(self, terrain: Terrain) -> None:
        """Leave blocks that were put into it, or that it was put into."""
        if self._ground.has_changed(self.body, terrain):
            self._may_be_inside = True
        if self._may_be_inside:
            outcome = escape(self.body, terrain)
            self._may_be_inside = outcome is Escape.PUSHED
            if outcome is Escape.LIFTED:
                self._actor.teleported += 1

    def _suffer(self, controls: Controls, terrain: Terrain) -> Ordeal:
        harms = self._harms.tick(self.body, controls, terrain)
        if not harms:
            return UNHARMED
        return Ordeal(harms, any(harm.kind is HarmKind.OUT_OF_WORLD for harm in harms))

    # --- what others see of it

    def appear(self, stride: Stride) -> None:
        """Let the actor take the body's place."""
        actor, body = self._actor, self.body
        actor.x, actor.y, actor.z = body.x, body.y, body.z
        actor.on_ground = body.on_ground
        actor.sprinting = stride.sprinting
        actor.on_fire = self._harms.on_fire
        actor.holds_open = stride.opens
        under = body.water and body.water > anatomy(actor.kind).eye_height
        actor.pose = "swimming" if under else "standing"

    def note(self, now: int, purpose: str) -> None:
        """Remember where it went and what for."""
        actor = self._actor
        teleported = actor.teleported != self._teleports_noted
        self._teleports_noted = actor.teleported
        self.track.note(
            (
                now, actor.x, actor.y, actor.z, actor.yaw, actor.on_ground, actor.sprinting, teleported, purpose,
            )
        )  # fmt: skip
