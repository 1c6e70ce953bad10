"""One companion: who it is, what it decides each tick, and what others do to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import floor
from random import Random
from typing import Any
from uuid import UUID

from npc.acting import Acting
from npc.anatomy import AIRBORNE, anatomy, hurt_sound
from npc.awareness import NEARBY, Awareness
from npc.behavior.life import Life
from npc.bonds import Bond
from npc.crowd import Bystander, Crowd
from npc.cues import Cue, Flinch, Say, Sound, Swing
from npc.definition import NpcDefinition
from npc.embodiment import Embodiment, Ordeal
from npc.emotes import BodyState, Repertoire, shipped_repertoire
from npc.emotes.readiness import FREE
from npc.emotion import Attacker, Damage, Emotion, Mood, NoEmotion, Situation
from npc.encounters import Encounter, encounter_of
from npc.gaze import Neck, direction, look_angles, wrap_degrees
from npc.happenings import Happening
from npc.locomotion.stride import STANDING, Stride
from npc.locomotion.walker import Walker
from npc.modes import LEFT_ALONE, UNDERWAY, Behaviour, Mode, behaviour_of
from npc.perception import Eyes, Met, Tier
from npc.precedence import Claim, ruling
from npc.stage_port import Actor
from npc.surroundings import Surroundings
from npc.vitals import Vitals, Wound
from world.paths.route import Abilities
from world.physics.knockback import strike
from world.physics.motion import at_rest
from world.sight import Sight
from world.terrain import Vector
from world.view import WorldView

NOTICE_RADIUS = 8.0
"""Blocks, eye to eye, within which a player is looked at."""
USE_PAUSE = 5
"""Ticks. A click arrives once for each hand and once with the spot it hit, and a button held down comes back
every fourth tick: all of that is one use."""
BLOW, FIST = "player_attack", 1.0
"""Vanilla's name of the damage of a blow, and half hearts of one, with whatever."""
USE_FOCUS = 60
HURT_FOCUS = 20
"""Ticks for which whoever used or hit it is looked at, before the nearest player."""
ERRAND = "goes where it was sent"
PLAYER_EYES = anatomy("player").eye_height


class Npc:
    """A companion with one body. Time is the simulation's tick number."""

    def __init__(
        self,
        definition: NpcDefinition,
        uuid: UUID,
        random: Random,
        emotion: Emotion | None = None,
        repertoire: Repertoire | None = None,
        awareness: Awareness | None = None,
    ) -> None:
        """``emotion``: what it feels with; nothing unless given. ``repertoire``: the emotes that there are; those of
        the package unless given. ``awareness``: what it perceives and remembers with, if it does."""
        self.definition = definition
        self.random = random
        self.emotion: Emotion = emotion if emotion is not None else NoEmotion()
        self.awareness = awareness
        self.encounter: Encounter | None = None
        """What it is at with somebody who harmed it."""
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
        self.vitals = Vitals(self.actor)
        self.embodiment = Embodiment(definition, self.actor)
        self.body = self.embodiment.body
        self.track = self.embodiment.track
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
        if repertoire is None:
            repertoire = shipped_repertoire()
        self.acting = Acting(
            self.actor,
            repertoire.catalogue(definition.emotes),
            repertoire.clips,
            random,
            idles=definition.lively,
        )
        self.asleep = False
        """Whether it sleeps in earnest: no clip of an emote makes it do that."""
        self.purpose = ""
        """What it goes somewhere for, in a word or two for people; empty while it goes nowhere."""
        self.view: WorldView | None = None
        """The world as a client that holds its chunk sees it; None while nobody does: only with one it ticks."""
        self.incarnation = 0
        """How often it has been revived."""
        self.kept: dict[str, Any] = {}
        """Tags of its record that nobody here reads; they go back to disk as they came."""
        self._behaviour = self._behaviour_in(definition.mode)
        self.mode = definition.mode
        """What it does when nobody asks anything of it."""
        self._neck = Neck()
        self._cues: list[Cue] = []
        self._focus: int | None = None
        self._focus_ends = 0
        self._last_use: dict[int, int] = {}
        self._talks: dict[UUID, int] = {}
        """Conversation that is open → the tick in which it ends."""
        self._left_alone_at = 0
        self._errand: Vector | None = None
        self.dormant = False
        """Whether it isn't ticked until something happens near it."""

    @property
    def id(self) -> str:
        return self.definition.id

    @property
    def mode(self) -> Mode:
        return self._mode

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._mode = mode
        self._behaviour.leave(self)
        self._behaviour = self._behaviour_in(mode)
        self.walker.stop()
        self.purpose = ""
        self.wake()

    def _behaviour_in(self, mode: Mode) -> Behaviour:
        """What it does in a mode, with a life of its own if it is lively."""
        definition = self.definition
        behaviour = behaviour_of(mode, definition.wander_radius)
        if not definition.lively:
            return behaviour
        return Life(
            behaviour,
            self.random,
            temperament=definition.personality,
            may_stroll=mode in (Mode.WANDER, Mode.WANDER_BY_RADIUS),
            may_perform=bool(self.acting.emotes.catalogue.idle_pool),
        )

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
    def resting(self) -> bool:
        """Whether its body needs no move until something happens to it."""
        return self.embodiment.resting

    @property
    def hovers(self) -> bool:
        """Whether it keeps its height of its own accord, as what lives in the air or in water."""
        return self.embodiment.hovers

    @property
    def harm_taken(self) -> Mapping[str, float]:
        """Half hearts of damage since it came, by vanilla's names of damage types."""
        return self.vitals.taken

    # --- where it is put and sent

    def enter(self, view: WorldView | None) -> None:
        """Live in what a client knows of its world, or sleep until one does."""
        if view is not self.view:
            self.view = view
            self.emotion.awake = view is not None
            self.embodiment.unsettle()
            if view is None:
                self.acting.emotes.perceive(self.body_state, self._talks)
                self._behaviour.leave(self)
                self._part()
                self.acting.let_go()
                self.walker.held = False
            self.wake()

    def put(self, x: float, y: float, z: float) -> None:
        """Be somewhere else at once (feet, in blocks): clients are told of a teleport."""
        self.embodiment.put(x, y, z)
        self.walker.stop()
        self.wake()

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
        return (
            self.resting
            and self.vitals.whole
            and self._errand is None
            and self.encounter is None
            and not self._talks
            and self.acting.is_still
            and self._behaviour.is_content(self)
        )

    @property
    def due(self) -> int | None:
        """The tick in which it does something of its own accord, however long nothing happens near it; None: never."""
        dues = (self.acting.emotes.due, self.acting.due, self._behaviour.due)
        return min((due for due in dues if due is not None), default=None)

    @property
    def is_talking(self) -> bool:
        """Whether a conversation with it is open."""
        return bool(self._talks)

    @property
    def life(self) -> Life | None:
        """What it does of its own accord; None when it isn't lively."""
        return self._behaviour if isinstance(self._behaviour, Life) else None

    # --- who has its body

    def claims(self) -> Iterator[Claim]:
        """What wants its body now."""
        if self.vitals.health <= 0.0:
            yield Claim.DEATH
        if self.asleep:
            yield Claim.SLEEP
        if self.encounter is not None:
            yield self.encounter.claim
        if self._errand is not None:
            yield Claim.COMMAND
        if self._talks:
            yield Claim.DIALOGUE
        if self.acting.emotes.playing is not None:
            yield Claim.EMOTE
        yield Claim.STOCHASTIC

    @property
    def body_state(self) -> BodyState:
        """What its body is at, as its emotes go by it."""
        body, embodiment = self.body, self.embodiment
        if (
            embodiment.resting
            and embodiment.stands
            and self.loaded
            and self._errand is None
            and self.encounter is None
            and not self.asleep
            and not self.acting.is_holding
            and self.walker.state not in UNDERWAY
        ):
            return FREE  # most of them, most of the time
        hovers, encounter = embodiment.hovers, self.encounter
        return BodyState(
            alive=self.vitals.health > 0.0,
            loaded=self.loaded,
            sleeping=self.asleep,
            swimming=body.in_water and not body.on_ground,
            flying=hovers and self.actor.kind in AIRBORNE,
            hovering=hovers,
            climbing=body.climbing and not body.on_ground,
            fighting=encounter is not None and encounter.claim is Claim.COMBAT,
            has_target=self.hunts,
            commanded=self._errand is not None,
            lounging=self.acting.is_holding or self.walker.state in UNDERWAY,
            speed_squared=0.0 if embodiment.stands else body.vx**2 + body.vz**2,
        )

    # --- emotes

    def emote(self, now: int, emote_id: str, *, force: bool = False) -> str | None:
        """Play an emote in the tick after ``now``, the last one; return why not, or None when it does."""
        self._talks = {session: end for session, end in self._talks.items() if end > now + 1}
        acting = self.acting
        acting.expect(now + 1)
        acting.emotes.perceive(self.body_state, self._talks)
        objection = acting.emotes.objection(emote_id, force=force)
        if objection is None and acting.emotes.force_emote(emote_id):
            self.wake()
        return objection

    def queue_emote(self, emote_id: str) -> bool:
        """Play an emote when no other one is played and it can; return whether it waits for that."""
        waits = self.acting.emotes.queue_emote(emote_id)
        if waits:
            self.wake()
        return waits

    # --- what it feels

    def situation(self, now: int) -> Situation:
        """What it is up to, as its feelings go by it."""
        body, encounter = self.body, self.encounter
        return Situation(
            asleep=self.asleep,
            fighting=encounter is not None and encounter.tier is Tier.CONFRONT,
            talking=any(now < end for end in self._talks.values()),
            navigating=self.walker.state in UNDERWAY,
            speed_squared=0.0 if self.embodiment.stands else body.vx**2 + body.vy**2 + body.vz**2,
            health_ratio=self.vitals.ratio,
        )

    def on_mood_changed(self, before: Mood, after: Mood) -> None:
        """Its primary mood has changed, otherwise than by being read from a save."""
        self.actor.mood = after
        if (emote := self.definition.on_mood.get(after.key)) is not None and self.loaded:
            self.queue_emote(emote)

    # --- its own doing

    def tick(self, around: Surroundings) -> None:
        """Live for a tick."""
        now, acting = around.now, self.acting
        if self._talks:
            self._talks = {session: end for session, end in self._talks.items() if now < end}
        acting.expect(now)
        self._look_around(around)
        if self.encounter is not None and (now >= self.encounter.ends or self.vitals.health <= 0.0):
            self._part()
        ruler = ruling(self.claims())
        if acting.emotes.playing is not None and ruler is not Claim.EMOTE:
            acting.emotes.perceive(self.body_state, self._talks)
        self._decide(around, ruler)
        self.vitals.heal(now)
        stride = STANDING
        if (
            not self.embodiment.resting
            or self.walker.state in UNDERWAY
            or not at_rest(self.body, around.terrain)
        ):
            stride = self._move(around)
        if not (acting.steers_head or self.asleep):
            self._turn(now, around.crowd, stride)
        self._cues += acting.tick(now, self.body_state, self._talks)
        self.walker.held = acting.emotes.locks_navigation

    def _decide(self, around: Surroundings, ruler: Claim | None) -> None:
        self.walker.held = self.acting.emotes.locks_navigation
        encounter = self.encounter
        if encounter is not None and ruler is not encounter.claim:
            encounter.end(self)  # it has to wait
            encounter = None
        if encounter is not None:
            self._behaviour.leave(self)
            self._go_on(encounter.decide(self, around))
        elif self._errand is None:
            if ruler is not Claim.EMOTE:
                self._behaviour.decide(self, around)
        elif self.purpose != ERRAND:
            self._behaviour.leave(self)
            self.purpose = ERRAND
            self.walker.go(self._errand)
        elif self.walker.state not in UNDERWAY:
            self.walker.stop()
            self.purpose = ""
            self._errand = None

    def _move(self, around: Surroundings) -> Stride:
        """Let its legs and the world act on its body, and the actor follow it."""
        embodiment, body, walker = self.embodiment, self.body, self.walker
        before = body.position
        embodiment.hovers = walker.state not in UNDERWAY and embodiment.is_in_its_element(around.terrain)
        if embodiment.hovers:
            stride = STANDING
            embodiment.hover(around)
        else:
            stride = walker.tick(body, around)
            if self.acting.emotes.locks_movement:
                stride = stride.in_place()
            self.track.follow(around.now, self.purpose, walker.route, walker.reason)
            if embodiment.resting and stride is STANDING and at_rest(body, around.terrain):
                return stride  # it waits for a way
            self._bear(around.now, embodiment.walk(stride, around))
        embodiment.appear(stride)
        if body.position != before:
            embodiment.note(around.now, self.purpose)
        return stride

    def _bear(self, now: int, ordeal: Ordeal) -> None:
        """Feel and show what hurt it, and come back from the void below the world."""
        for harm in ordeal.harms:
            if self._suffer(now, harm.kind, harm.amount, Attacker.NOBODY).shows:
                self._flinch(self.actor.yaw)
        if ordeal.lost:
            self.put(*(self.embodiment.last_ground or self.home))

    def _turn(self, now: int, crowd: Crowd, stride: Stride) -> None:
        if stride.facing is not None:
            self._neck.turn(self.actor, stride.facing, 0.0, settle=True)
            return
        encounter = self.encounter
        if encounter is not None and encounter.has_body_of(self):
            self._neck.turn(self.actor, *encounter.gaze(self, now), settle=True)
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

    # --- what it perceives

    @property
    def eyes(self) -> Eyes:
        """Where its eyes are and which way it looks."""
        actor = self.actor
        return Eyes(actor.x, self.eye_y, actor.z, actor.head_yaw, actor.pitch)

    def perceive(self, now: int, happening: Happening, sight: Sight) -> None:
        """Something happens in its world, near enough or not."""
        if self.awareness is not None:
            met = self.awareness.notice(
                happening, self.actor.uuid, self.home, self.eyes, sight, awake=not self.asleep
            )
            if met is not None:
                self._meet(met, now, self.awareness.name_of(met.who))

    def _look_around(self, around: Surroundings) -> None:
        awareness, actor = self.awareness, self.actor
        if awareness is None or self.asleep or not awareness.looks(around.now):
            return
        near = around.company.within(actor.x, actor.y, actor.z, NEARBY)
        for one in awareness.look(self.eyes, near, around.sight):
            if isinstance(one, Met):
                self._meet(one, around.now, awareness.name_of(one.who))

    @property
    def hunts(self) -> bool:
        """Whether it is after somebody."""
        return self.encounter is not None and self.encounter.hunts

    def _meet(self, met: Met, now: int, name: str) -> None:
        """It has met somebody, of that name if any. What it is at with somebody goes on unless this is worse."""
        if not self.definition.wary:
            return
        encounter = encounter_of(self, met, name, now)
        before = self.encounter
        if encounter is None or (before is not None and encounter.tier <= before.tier):
            return
        self._go_on(encounter)
        self.wake()

    def _go_on(self, encounter: Encounter | None) -> None:
        """What it is at with somebody goes on, becomes something else, or is over."""
        if encounter is self.encounter:
            return
        self._part()
        self.encounter = encounter
        if encounter is not None:
            for impulse in encounter.impulses(self):
                self.emotion.stimulate(impulse)

    def _part(self) -> None:
        """Whatever it is at with somebody is over."""
        if self.encounter is not None:
            self.encounter.end(self)
            self.encounter = None

    # --- what others do to it

    def use(self, now: int, user: Bystander, offers: bool = False) -> None:
        """A player clicked on it; ``offers``: to give it what they hold."""
        last = self._last_use.get(user.viewer_id)
        self._last_use = {viewer: tick for viewer, tick in self._last_use.items() if now - tick < USE_PAUSE}
        self._last_use[user.viewer_id] = now
        if last is not None and now - last < USE_PAUSE:
            return
        self._attend(user, now + USE_FOCUS)
        # until it can really talk, whoever clicked on it has its ear for a while
        self._talks[UUID(int=user.viewer_id)] = now + USE_FOCUS
        self.bother(now)
        if self.awareness is not None and user.uuid is not None:
            self.awareness.feel("gift" if offers else "talk", user.uuid)
        self._cues.append(Swing())
        if greeting := self.definition.greeting_for(user.name):
            self._cues.append(Say(user.viewer_id, f"<{self.definition.name}> {greeting}"))

    def hit(self, now: int, attacker: Bystander) -> bool:
        """A player struck it: it is hurt and thrown back, unless it was just a moment ago. Return whether it was."""
        bond = self.definition.bond(attacker.name, attacker.uuid)
        relation = Attacker.OTHER if bond is Bond.STRANGER else Attacker.FRIEND
        if not self._suffer(now, BLOW, FIST, relation).shows:
            return False
        self.bother(now)
        self._attend(attacker, now + HURT_FOCUS)
        self._resent(now, attacker)
        dx, _, dz = self._offset_to(attacker)
        self._flinch(direction(dx, dz))
        strike(self.body, attacker.x, attacker.z, attacker.yaw, sprinting=attacker.sprinting)
        return True

    def _resent(self, now: int, attacker: Bystander) -> None:
        """Do something about a blow. It knows by that who struck and from where, whether it sees them or not."""
        awareness, who = self.awareness, attacker.uuid
        if awareness is None or who is None:
            return
        awareness.feel("attack_on_self", who)
        where = attacker.x, attacker.eye_y - PLAYER_EYES, attacker.z
        if self.encounter is not None and self.encounter.who == who:
            self.encounter.learn(where)
        # whom it hasn't seen, it turns to look for: once in view, they are met for what they did
        tier = Tier.SEARCH if awareness.last_place(who) is None else Tier.CONFRONT
        self._meet(Met(who, where, tier, 1.0), now, attacker.name)

    def swing(self) -> None:
        """Swing its arm."""
        self._cues.append(Swing())

    def _suffer(self, now: int, kind: str, amount: float, attacker: Attacker) -> Wound:
        """Take damage, and feel as much of it as really hurt."""
        vitals = self.vitals
        wound = vitals.hurt(now, kind, amount)
        if wound.amount:
            self.emotion.on_damage_taken(
                Damage(wound.amount, vitals.health, vitals.full_health, attacker, self.hunts)
            )
        return wound

    def _flinch(self, from_yaw: float) -> None:
        self._cues.append(Flinch(from_yaw))
        # Vanilla's voice pitch: a triangle around 1.
        pitch = 1.0 + (self.random.random() - self.random.random()) * 0.2
        self._cues.append(Sound(hurt_sound(self.actor.kind), 1.0, pitch))
