"""A companion on stage: the emote it plays, as its actor shows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import cos, radians, sin
from random import Random
from uuid import UUID

from npc.cues import Cue, Particles, Sound, Swing
from npc.emotes import BodyState, Clip, ClipPlayer, EmoteCatalogue, EmoteDefinition, EmoteManager, StopReason
from npc.emotes import clip as acts
from npc.emotes.clip_player import Momentary
from npc.gaze import wrap_degrees
from npc.stage_port import Actor

STANDING, SLEEPING = "standing", "sleeping"


class Acting:
    """Plays clips on one actor: those of its emotes, and poses that last until they are let go.

    Whatever ends a clip, the actor gets back what the clip took of it.
    """

    def __init__(
        self,
        actor: Actor,
        catalogue: EmoteCatalogue,
        clips: Mapping[str, Clip],
        random: Random,
        *,
        idles: bool = True,
    ) -> None:
        """``clips``: every clip that the catalogue's emotes name. ``idles``: it plays emotes of its own accord."""
        self.clips = clips
        self.emotes = EmoteManager(catalogue, random, self, idles=idles)
        self._actor = actor
        self._player: ClipPlayer | None = None
        self._since = 0
        self._own_yaw = self._own_head = self._own_pitch = 0.0
        """How the actor stood when the clip began, the head's yaw as an offset from the body's."""

    @property
    def is_holding(self) -> bool:
        """Whether it plays a clip that is no emote."""
        return self._player is not None and self.emotes.playing is None

    @property
    def due(self) -> int | None:
        """The tick in which what it plays next changes anything; ticks before it may be left out. None: never."""
        if self._player is None:
            return None
        return self._since + self._player.clip.next_change(self.emotes.now - self._since)

    @property
    def is_still(self) -> bool:
        """Whether nothing waits to be played, and what is played changes from time to time only."""
        player = self._player
        if self.emotes.queued is not None or (player is not None and self.emotes.playing is not None):
            return False
        return player is None or player.clip.is_still

    @property
    def steers_head(self) -> bool:
        """Whether a clip holds its head, so that it can't look at anybody."""
        if self._player is None:
            return False
        clip = self._player.clip
        return clip.head_yaw is not None or clip.head_pitch is not None or self.posture == SLEEPING

    @property
    def posture(self) -> str | None:
        """The one that a clip has it in."""
        return self._player.figure.posture if self._player is not None else None

    @property
    def own_look(self) -> tuple[float, float, float]:
        """Yaw, head's yaw and pitch in degrees that it has without what a clip makes of them."""
        actor = self._actor
        if self._player is None:
            return actor.yaw, actor.head_yaw, actor.pitch
        figure = self._player.figure
        yaw = actor.yaw if figure.body_yaw is None else self._own_yaw
        offset = actor.head_yaw - actor.yaw if figure.head_yaw is None else self._own_head
        return yaw, wrap_degrees(yaw + offset), actor.pitch if figure.head_pitch is None else self._own_pitch

    # --- time

    def expect(self, now: int) -> None:
        """What is asked from now on counts for that tick, although :meth:`tick` comes later."""
        self.emotes.now = now

    def tick(self, now: int, body: BodyState, sessions: Collection[UUID] = ()) -> list[Cue]:
        """One tick, after its body has moved; return what it does in it."""
        self.emotes.tick(now, body, sessions)
        if self._player is None:
            return []
        happening = self._player.tick(now - self._since)
        self._show()
        return [self._cue(act) for act in happening]

    # --- what begins and ends clips

    def on_emote_started(self, definition: EmoteDefinition) -> None:
        self._begin(self.clips[definition.animation_key], loop=definition.loop)

    def on_emote_stopped(self, definition: EmoteDefinition, reason: StopReason) -> None:
        self._end()

    def hold(self, clip: Clip) -> None:
        """Play a clip over and over that is no emote: a pose that anything else ends."""
        self.emotes.cancel()
        self._begin(clip, loop=True)

    def let_go(self) -> None:
        """End what is played, an emote or a pose."""
        self.emotes.cancel()
        self._end()

    def _begin(self, clip: Clip, *, loop: bool) -> None:
        self._end()
        self._player = ClipPlayer(clip, loop=loop)
        actor = self._actor
        self._since = self.emotes.now
        self._own_yaw, self._own_pitch = actor.yaw, actor.pitch
        self._own_head = wrap_degrees(actor.head_yaw - actor.yaw)

    def _end(self) -> None:
        if self._player is None:
            return
        actor, figure = self._actor, self._player.figure
        actor.yaw, actor.head_yaw, actor.pitch = self.own_look
        self._player = None
        if figure.posture is not None and actor.pose == figure.posture:
            actor.pose = STANDING
        actor.symbol = ""
        actor.using = None
        actor.props = {}

    def _show(self) -> None:
        assert self._player is not None
        actor, figure = self._actor, self._player.figure
        if figure.body_yaw is not None:
            offset = actor.head_yaw - actor.yaw
            actor.yaw = wrap_degrees(self._own_yaw + figure.body_yaw)
            actor.head_yaw = wrap_degrees(actor.yaw + offset)
        if figure.head_yaw is not None:
            actor.head_yaw = wrap_degrees(actor.yaw + figure.head_yaw)
        if figure.head_pitch is not None:
            actor.pitch = figure.head_pitch
        if figure.posture is not None:
            actor.pose = figure.posture
        actor.symbol = figure.symbol
        actor.using = figure.using
        actor.props = dict(figure.held)

    def _cue(self, act: Momentary) -> Cue:
        match act:
            case acts.SwingArm(hand):
                return Swing(hand)
            case acts.PlaySound(sound, volume, pitch):
                return Sound(sound, volume, pitch)
            case acts.Particles():
                actor, yaw = self._actor, radians(self._actor.yaw)
                return Particles(
                    act.particle,
                    actor.x - sin(yaw) * act.ahead,
                    actor.y + act.height,
                    actor.z + cos(yaw) * act.ahead,
                    count=act.count,
                    spread=act.spread,
                    speed=act.speed,
                )
