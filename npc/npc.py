"""One companion: who it is, its body, and what it does of its own accord each tick."""

from __future__ import annotations

from collections import defaultdict
from math import floor
from random import Random
from typing import Any
from uuid import UUID

from npc.anatomy import AIRBORNE, AQUATIC, anatomy, hurt_sound
from npc.crowd import Bystander, Crowd
from npc.cues import Cue, Flinch, Say, Sound, Swing
from npc.definition import NpcDefinition
from npc.gaze import Neck, direction, look_angles, wrap_degrees
from npc.ground import GroundWatch, is_harmless
from npc.locomotion.doors import ajar
from npc.locomotion.stride import STANDING, Stride
from npc.locomotion.walker import Walker
from npc.modes import LEFT_ALONE, UNDERWAY, Mode, behaviour_of
from npc.stage_port import Actor
from npc.surroundings import Surroundings
from npc.track import Sample, Track
from world.paths.route import Abilities
from world.physics.body import STILL, Body, Controls
from world.physics.escape import Escape, escape
from world.physics.figures import AIR_FRICTION, DRAG, GRAVITY
from world.physics.harm import HarmKind, Harms
from world.physics.knockback import strike
from world.physics.motion import at_rest, step
from world.terrain import WATER, Terrain, Vector
from world.view import WorldView

NOTICE_RADIUS = 8.0
"""Blocks, eye to eye, within which a player is looked at."""
USE_PAUSE = 5
"""Ticks. A click arrives once for each hand and once with the spot it hit, and a button held down comes back
every fourth tick: all of that is one use."""
HURT_PAUSE = 10
"""Ticks after a blow in which another one makes no new flinch (vanilla's invulnerable half of 20 ticks)."""
USE_FOCUS = 60
HURT_FOCUS = 20
"""Ticks for which whoever used or hit it is looked at, before the nearest player."""
STEP_HEIGHT = 0.5
"""Blocks that a companion rises in one tick; what is higher, it takes by a hop."""
WEIGHT = -GRAVITY * DRAG
"""Vertical speed of a body that stands, in blocks per tick: it lands in its first tick."""
ERRAND = "goes where it was sent"


class Npc:
    """A companion with one body. Time is the simulation's tick number."""

    def __init__(self, definition: NpcDefinition, uuid: UUID, random: Random) -> None:
        self.definition = definition
        self.random = random
        self.world = definition.world
        """Name of the world it is in."""
        self.home: Vector = definition.home or (definition.x, definition.y, definition.z)
        """Feet, in blocks: where it belongs."""
        self.home_yaw = wrap_degrees(definition.yaw)
        self.actor = Actor(
            definition.id,
            uuid,
            definition.name,
            definition.kind,
            definition.skin,
            definition.x,
            definition.y,
            definition.z,
            yaw=self.home_yaw,
            head_yaw=self.home_yaw,
        )
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
        self.walker = Walker(
            Abilities(
                width=build.width,
                height=build.height,
                step_height=definition.step_height,
                can_swim=definition.can_swim,
                can_fly=definition.can_fly,
                may_open_doors=definition.open_doors,
            ),
            walk=definition.walk_speed,
            sprint=definition.sprint_speed,
        )
        self.purpose = ""
        """What it goes somewhere for, in a word or two for people; empty while it goes nowhere."""
        self.track = Track()
        self.harm_taken: defaultdict[HarmKind, float] = defaultdict(float)
        """Half hearts since it came: it feels them, but they cost it nothing."""
        self.view: WorldView | None = None
        """The world as a client that holds its chunk sees it; None while nobody does: only with one it ticks."""
        self.incarnation = 0
        """How often it has been revived."""
        self.kept: dict[str, Any] = {}
        """Tags of its record that nobody here reads; they go back to disk as they came."""
        self.mode = definition.mode
        """What it does when nobody asks anything of it."""
        self._neck = Neck()
        self._cues: list[Cue] = []
        self._focus: int | None = None
        self._focus_ends = 0
        self._last_use: dict[int, int] = {}
        self._next_flinch = 0
        self._left_alone_at = 0
        self._errand: Vector | None = None
        self.resting = False
        """Whether nothing moved or hurt its body in its last tick, so that it needs no move until something does."""
        self.dormant = False
        """Whether it isn't ticked until something happens near it."""
        self.hovers = False
        """Whether it keeps its height of its own accord, as what lives in the air or in water."""
        self._ground = GroundWatch()
        self._may_be_inside = True
        """Whether it may be in a block: somebody put it there, or put blocks there."""
        self._last_ground: Vector | None = None
        self._harms = Harms(build.eye_height)
        self._teleports_noted = 0

    @property
    def id(self) -> str:
        return self.definition.id

    @property
    def mode(self) -> Mode:
        return self._mode

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._mode = mode
        self._behaviour = behaviour_of(mode, self.definition.wander_radius)
        self.walker.stop()
        self.purpose = ""
        self.wake()

    @property
    def cell(self) -> tuple[int, int, int]:
        """The block position that its feet are in."""
        return floor(self.actor.x), floor(self.actor.y), floor(self.actor.z)

    @property
    def chunk(self) -> tuple[int, int]:
        return floor(self.actor.x) >> 4, floor(self.actor.z) >> 4

    @property
    def eye_y(self) -> float:
        return self.actor.y + anatomy(self.actor.kind).eye_height

    def take_cues(self) -> list[Cue]:
        """What it did since the last call, in order."""
        cues, self._cues = self._cues, []
        return cues

    @property
    def loaded(self) -> bool:
        """Whether a client holds its chunk."""
        return self.view is not None

    @property
    def stands(self) -> bool:
        """Whether nothing but its weight moves it."""
        body = self.body
        return body.on_ground and not body.vx and not body.vz and body.vy <= 0.0

    # --- where it is put and sent

    def enter(self, view: WorldView | None) -> None:
        """Live in what a client knows of its world, or sleep until one does."""
        if view is not self.view:
            self.view = view
            self.resting = False
            self.body.rest = None
            self.wake()

    def put(self, x: float, y: float, z: float) -> None:
        """Be somewhere else at once (feet, in blocks): clients are told of a teleport."""
        body = self.body
        body.x, body.y, body.z = x, y, z
        body.stop()
        body.vy, body.on_ground = WEIGHT, True
        self.walker.stop()
        self.resting, self._may_be_inside = False, True
        self.wake()
        actor = self.actor
        actor.x, actor.y, actor.z = x, y, z
        actor.teleported += 1

    def send(self, destination: Vector) -> None:
        """Go to a place (feet, in blocks) before anything else; one that stays somewhere stays there from now on."""
        self._errand, self.purpose = destination, ""
        self.wake()
        if self.mode is Mode.STAY:
            self.home = destination
        self.walker.stop()

    def is_bothered(self, now: int) -> bool:
        """Whether somebody hit, pushed or used it just now, so that its own plans have to wait."""
        return now < self._left_alone_at

    def bother(self, now: int) -> None:
        """Somebody does something to it."""
        self._left_alone_at = now + LEFT_ALONE
        self.wake()

    def wake(self) -> None:
        """Be ticked from now on."""
        self.dormant = False

    @property
    def is_idle(self) -> bool:
        """Whether it would do nothing as long as nothing happens near it."""
        return self.resting and self._errand is None and self._behaviour.is_content(self)

    # --- its own doing

    def tick(self, around: Surroundings) -> None:
        """Live for a tick."""
        self._decide(around)
        stride = STANDING
        if not self.resting or self.walker.state in UNDERWAY or not at_rest(self.body, around.terrain):
            stride = self._move(around)
        self._turn(around.now, around.crowd, stride)

    def _decide(self, around: Surroundings) -> None:
        if self._errand is None:
            self._behaviour.decide(self, around)
        elif self.purpose != ERRAND:
            self.purpose = ERRAND
            self.walker.go(self._errand)
        elif self.walker.state not in UNDERWAY:
            self.walker.stop()
            self.purpose = ""
            self._errand = None

    def _move(self, around: Surroundings) -> Stride:
        """Let its legs and the world act on its body, and the actor follow it."""
        body = self.body
        before = body.position
        self.hovers = self.walker.state not in UNDERWAY and self._is_in_its_element(around.terrain)
        if self.hovers:
            self._hover(around)
            return STANDING
        stride = self.walker.tick(body, around)
        self.track.follow(around.now, self.purpose, self.walker.route, self.walker.reason)
        if self.resting and stride is STANDING and at_rest(body, around.terrain):
            return stride  # it waits for a way
        self._get_free(around.terrain)
        terrain = ajar(around.terrain, stride.opens)
        step(body, stride.controls, terrain, around.rules)
        self._suffer(around.now, stride.controls, terrain)
        self._appear(stride)
        self.resting = (
            stride is STANDING
            and at_rest(body, around.terrain)
            and self._harms.calm
            and is_harmless(body, around.terrain)
        )
        if body.position != before:
            self._note(around.now)
        return stride

    def _is_in_its_element(self, terrain: Terrain) -> bool:
        """Whether it neither falls nor sinks nor rises here."""
        kind = self.actor.kind
        if kind in AQUATIC:
            return terrain.cell(*self.body.block).fluid == WATER
        return kind in AIRBORNE and terrain.cell(*self.body.block).fluid == ""

    def _hover(self, around: Surroundings) -> None:
        """Be moved by what others give it of speed, but by no weight."""
        body = self.body
        self._get_free(around.terrain)
        if body.vy == WEIGHT:
            body.vy = 0.0
        before, rise = body.position, body.vy
        if body.vx or body.vy or body.vz:
            step(body, STILL, around.terrain, around.rules)
            body.vy = (
                0.0 if body.against_floor or abs(rise) < around.rules.negligible else rise * AIR_FRICTION
            )
            body.fall_distance = body.impact = 0.0
        body.on_ground = False
        self._appear(STANDING)
        self.resting = not (body.vx or body.vy or body.vz) and not self._may_be_inside
        if body.position != before:
            self._note(around.now)

    def _get_free(self, terrain: Terrain) -> None:
        """Leave blocks that were put into it, or that it was put into."""
        if self._ground.has_changed(self.body, terrain):
            self._may_be_inside = True
        if self._may_be_inside:
            outcome = escape(self.body, terrain)
            self._may_be_inside = outcome is Escape.PUSHED
            if outcome is Escape.LIFTED:
                self.actor.teleported += 1

    def _suffer(self, now: int, controls: Controls, terrain: Terrain) -> None:
        """Feel what hurts it, and come back from the void below the world."""
        if self.body.on_ground:
            self._last_ground = self.body.position
        for harm in self._harms.tick(self.body, controls, terrain):
            self.harm_taken[harm.kind] += harm.amount
            if now >= self._next_flinch:
                self._flinch(now, self.actor.yaw)
            if harm.kind is HarmKind.OUT_OF_WORLD:
                self.put(*(self._last_ground or self.home))

    def _appear(self, stride: Stride) -> None:
        actor, body = self.actor, self.body
        actor.x, actor.y, actor.z = body.x, body.y, body.z
        actor.on_ground = body.on_ground
        actor.sprinting = stride.sprinting
        actor.on_fire = self._harms.on_fire
        actor.holds_open = stride.opens
        actor.pose = "swimming" if body.water > anatomy(actor.kind).eye_height else "standing"

    def _note(self, now: int) -> None:
        actor = self.actor
        teleported = actor.teleported != self._teleports_noted
        self._teleports_noted = actor.teleported
        self.track.note(
            Sample(
                now,
                actor.x,
                actor.y,
                actor.z,
                actor.yaw,
                actor.on_ground,
                actor.sprinting,
                teleported,
                self.purpose,
            )
        )

    def _turn(self, now: int, crowd: Crowd, stride: Stride) -> None:
        if stride.facing is not None:
            self._neck.turn(self.actor, stride.facing, 0.0, settle=True)
            return
        target = self._attention(now, crowd)
        if target is None:
            yaw, pitch, settle = self._behaviour.look(self, now)
            self._neck.turn(self.actor, yaw, pitch, settle=settle)
        else:
            self._neck.turn(self.actor, *look_angles(*self._offset_to(target)))

    def _attention(self, now: int, crowd: Crowd) -> Bystander | None:
        near = crowd.within(self.actor.x, self.eye_y, self.actor.z, NOTICE_RADIUS)
        if self._focus is not None and now < self._focus_ends:
            for bystander in near:
                if bystander.viewer_id == self._focus:
                    return bystander
        return near[0] if near else None

    def _offset_to(self, somebody: Bystander) -> tuple[float, float, float]:
        """Blocks from its eyes to somebody's."""
        return somebody.x - self.actor.x, somebody.eye_y - self.eye_y, somebody.z - self.actor.z

    def _attend(self, somebody: Bystander, until: int) -> None:
        self._focus, self._focus_ends = somebody.viewer_id, until

    # --- what others do to it

    def use(self, now: int, user: Bystander) -> None:
        """A player clicked on it."""
        last = self._last_use.get(user.viewer_id)
        self._last_use = {viewer: tick for viewer, tick in self._last_use.items() if now - tick < USE_PAUSE}
        self._last_use[user.viewer_id] = now
        if last is not None and now - last < USE_PAUSE:
            return
        self._attend(user, now + USE_FOCUS)
        self.bother(now)
        self._cues.append(Swing())
        if greeting := self.definition.greeting_for(user.name):
            self._cues.append(Say(user.viewer_id, f"<{self.definition.name}> {greeting}"))

    def hit(self, now: int, attacker: Bystander) -> None:
        """A player struck it. It takes no harm from that, but it shows, and it is thrown back."""
        if now < self._next_flinch:
            return
        self.bother(now)
        self._attend(attacker, now + HURT_FOCUS)
        dx, _, dz = self._offset_to(attacker)
        self._flinch(now, direction(dx, dz))
        strike(self.body, attacker.x, attacker.z, attacker.yaw, sprinting=attacker.sprinting)

    def _flinch(self, now: int, from_yaw: float) -> None:
        self._next_flinch = now + HURT_PAUSE
        self._cues.append(Flinch(from_yaw))
        # Vanilla's voice pitch: a triangle around 1.
        pitch = 1.0 + (self.random.random() - self.random.random()) * 0.2
        self._cues.append(Sound(hurt_sound(self.actor.kind), 1.0, pitch))
