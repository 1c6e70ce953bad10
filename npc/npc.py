"""One companion: who it is, its body, and what it does of its own accord each tick."""

from __future__ import annotations

from math import floor
from random import Random
from typing import Any
from uuid import UUID

from npc.anatomy import anatomy, hurt_sound
from npc.crowd import Bystander, Crowd
from npc.cues import Cue, Flinch, Say, Sound, Swing
from npc.definition import NpcDefinition
from npc.gaze import Neck, direction, look_angles, wrap_degrees
from npc.stage_port import Actor

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


class Npc:
    """A companion with one body. Time is the simulation's tick number."""

    def __init__(self, definition: NpcDefinition, uuid: UUID, random: Random) -> None:
        self.definition = definition
        self.random = random
        self.world = definition.world
        """Name of the world it is in."""
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
        self.loaded = False
        """Whether a client holds its chunk; only then it ticks."""
        self.incarnation = 0
        """How often it has been revived."""
        self.kept: dict[str, Any] = {}
        """Tags of its record that nobody here reads; they go back to disk as they came."""
        self._neck = Neck()
        self._cues: list[Cue] = []
        self._focus: int | None = None
        self._focus_ends = 0
        self._last_use: dict[int, int] = {}
        self._next_flinch = 0

    @property
    def id(self) -> str:
        return self.definition.id

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

    # --- its own doing

    def tick(self, now: int, crowd: Crowd) -> None:
        """Live for a tick among the players of its world."""
        target = self._attention(now, crowd)
        if target is None:
            self._neck.turn(self.actor, self.home_yaw, 0.0, settle=True)
        else:
            yaw, pitch = look_angles(*self._offset_to(target))
            self._neck.turn(self.actor, yaw, pitch)

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
        self._cues.append(Swing())
        if greeting := self.definition.greeting_for(user.name):
            self._cues.append(Say(user.viewer_id, f"<{self.definition.name}> {greeting}"))

    def hit(self, now: int, attacker: Bystander) -> None:
        """A player struck it. It takes no harm from that, but it shows."""
        if now < self._next_flinch:
            return
        self._next_flinch = now + HURT_PAUSE
        self._attend(attacker, now + HURT_FOCUS)
        dx, _, dz = self._offset_to(attacker)
        self._cues.append(Flinch(direction(dx, dz)))
        # Vanilla's voice pitch: a triangle around 1.
        pitch = 1.0 + (self.random.random() - self.random.random()) * 0.2
        self._cues.append(Sound(hurt_sound(self.actor.kind), 1.0, pitch))
