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

STANDING = "standing"


class Acting:
    """Plays clips on one actor: those of its emotes, and poses that last until they are let go.

    Whatever ends a clip, the actor gets back what the clip took of it.
    """

    def __init__(
        self, actor: Actor, catalogue: EmoteCatalogue, clips: Mapping[str, Clip], random: Random
    ) -> None:
        """``clips``: every clip that the catalogue's emotes name."""
        self._actor = actor
        self._clips = clips
        self.emotes = EmoteManager(catalogue, random, self)
        self._player: ClipPlayer | None = None
        self._since = 0
        self._yaw = 0.0
        self._now = 0

    @property
    def steers_head(self) -> bool:
        """Whether a clip holds its head, so that it can't look at anybody."""
        clip = self._player.clip if self._player is not None else None
        return clip is not None and (clip.head_yaw is not None or clip.head_pitch is not None)

    @property
    def posture(self) -> str | None:
        """The one that a clip has it in."""
        return self._player.figure.posture if self._player is not None else None

    # --- time

    def tick(self, now: int, body: BodyState, sessions: Collection[UUID] = ()) -> list[Cue]:
        """One tick, after its body has moved; return what it does in it."""
        self._now = now
        self.emotes.tick(now, body, sessions)
        if self._player is None:
            return []
        happening = self._player.tick(now - self._since)
        self._show()
        return [self._cue(act) for act in happening]

    # --- what begins and ends clips

    def on_emote_started(self, definition: EmoteDefinition) -> None:
        self._begin(self._clips[definition.animation_key], loop=definition.loop)

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
        self._since, self._yaw = self._now, self._actor.yaw

    def _end(self) -> None:
        player, self._player = self._player, None
        if player is None:
            return
        actor, figure = self._actor, player.figure
        if figure.posture is not None and actor.pose == figure.posture:
            actor.pose = STANDING
        if figure.head_pitch is not None:
            actor.pitch = 0.0
        actor.symbol = ""
        actor.using = None
        actor.props = {}

    def _show(self) -> None:
        assert self._player is not None
        actor, figure = self._actor, self._player.figure
        if figure.body_yaw is not None:
            offset = actor.head_yaw - actor.yaw
            actor.yaw = wrap_degrees(self._yaw + figure.body_yaw)
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
