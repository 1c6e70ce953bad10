"""Which emote a companion plays: requests, priorities, cooldowns, dialogues and idleness."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Protocol
from uuid import UUID

from npc.emotes.definition import EmoteCatalogue, EmoteDefinition
from npc.emotes.idle import IdleSchedule
from npc.emotes.readiness import FREE, BodyState


class StopReason(Enum):
    """Why an emote ended."""

    FINISHED = "finished"
    """Its time was over."""
    REPLACED = "replaced"
    BODY = "body"
    """The body was needed for something else."""
    DIALOGUE = "dialogue"
    """Somebody began to talk to it."""
    SESSION = "session"
    """The dialogue that it belonged to is over."""
    CANCELLED = "cancelled"


class EmoteListener(Protocol):
    """Is told when emotes begin and end. It may ask the manager for others, but in vain while one is replaced."""

    def on_emote_started(self, definition: EmoteDefinition) -> None: ...

    def on_emote_stopped(self, definition: EmoteDefinition, reason: StopReason) -> None: ...


@dataclass(frozen=True, slots=True)
class Playing:
    """An emote that is being played. Times are ticks of the simulation."""

    definition: EmoteDefinition
    index: int
    """In the catalogue."""
    started: int
    session: UUID | None = None
    """The dialogue that it belongs to."""

    @property
    def ends(self) -> int:
        return self.started + self.definition.duration_ticks


class EmoteManager:
    """The emotes of one companion. :meth:`tick` once a tick; nothing of it is saved.

    The state of body and dialogues is that of the last tick, or what it :meth:`perceives <perceive>` since.
    """

    def __init__(
        self, catalogue: EmoteCatalogue, random: Random, listener: EmoteListener, *, idles: bool = True
    ) -> None:
        """``idles``: whether it plays emotes of its own accord when there is nothing to do."""
        self.catalogue = catalogue
        self.idles = idles
        self._random = random
        self._listener = listener
        self._schedule = IdleSchedule(random)
        self.now = 0
        """The tick that a request counts for: the last one, unless one that is about to come is set."""
        self._body = FREE
        self._body_hindrance: str | None = None
        self._sessions: frozenset[UUID] = frozenset()
        self._playing: Playing | None = None
        self._queued: str | None = None
        self._rest = 0
        """Tick from which emotes may be played again. Each start has both its own emote and all others rest for as
        long as that says, so that no emote's own rest ever outlasts that of all."""
        self._replacing = False

    # --- what it plays

    @property
    def playing(self) -> Playing | None:
        return self._playing

    @property
    def index(self) -> int:
        """Of the emote that is played, in the catalogue; -1 for none."""
        return self._playing.index if self._playing is not None else -1

    @property
    def queued(self) -> str | None:
        return self._queued

    @property
    def locks_navigation(self) -> bool:
        return self._playing is not None and self._playing.definition.locks_navigation

    @property
    def locks_movement(self) -> bool:
        return self._playing is not None and self._playing.definition.locks_movement

    @property
    def cooldown(self) -> int:
        """Ticks until :meth:`try_emote` may play one, whichever."""
        return self.cooldown_at(self.now)

    def cooldown_at(self, now: int) -> int:
        """What :attr:`cooldown` is at that tick if nothing is played until then."""
        return max(0, self._rest - now)

    @property
    def due(self) -> int | None:
        """The tick until which there is nothing to do as long as body and dialogues stay as they are; None: for ever.

        Ticks before it may be left out.
        """
        if self._playing is not None or self._queued is not None:
            return self.now
        return self._schedule.due

    # --- requests

    def objection(self, emote_id: str, *, force: bool = False) -> str | None:
        """Why :meth:`try_emote`, or :meth:`force_emote`, would be in vain now; None when it wouldn't."""
        definition = self.catalogue.find(emote_id)
        if definition is None:
            return f"it has no emote {emote_id!r}"
        return self._objection(definition, force=force)

    def try_emote(self, emote_id: str) -> bool:
        """Play it unless it rests, or what is played mustn't be interrupted or matters more.

        Returns whether it was started, as the other requests do.
        """
        return self._request(self.catalogue.find(emote_id), force=False)

    def force_emote(self, emote_id: str) -> bool:
        """Play it whatever rests or is played; body and dialogue must allow it all the same."""
        return self._request(self.catalogue.find(emote_id), force=True)

    def queue_emote(self, emote_id: str) -> bool:
        """Play it when nothing else is played: forced, once, and forgotten when that fails.

        Returns whether it waits now. The newest request takes the one place; an unknown id leaves it empty.
        """
        self._queued = emote_id if self.catalogue.find(emote_id) is not None else None
        return self._queued is not None

    def play_dialogue_emote(self, emote_id: str, session: UUID) -> bool:
        """Play it, as if forced, in a dialogue that is open with this companion, and for no longer than that."""
        definition = self.catalogue.find(emote_id)
        if definition is None or session not in self._sessions or self._hindrance is not None:
            return False
        self._start(definition, session)
        return True

    def cancel(self) -> None:
        """Stop what is played, and forget what waits."""
        self._queued = None
        self._stop(StopReason.CANCELLED)

    # --- time

    def perceive(self, body: BodyState, sessions: Collection[UUID] = ()) -> None:
        """Body or dialogues are in another state: what isn't possible any more stops.

        ``sessions`` are the dialogues that are open with this companion.
        """
        talked = bool(self._sessions)
        if body is not self._body:
            self._body, self._body_hindrance = body, body.hindrance
        if sessions or self._sessions:
            self._sessions = frozenset(sessions)
        if self._sessions:
            self._queued = None
        if self._playing is not None:
            reason = self._reason_to_stop(self._playing)
            if reason is not None:
                self._stop(reason)
        if self._sessions:
            self._schedule.interrupt()
        elif talked:
            self._schedule.put_off(self.now)

    def tick(self, now: int, body: BodyState, sessions: Collection[UUID] = ()) -> None:
        """One tick, of that number; ``sessions`` are the dialogues that are open with this companion."""
        self.now = now
        self.perceive(body, sessions)
        if self._sessions:
            return
        if self._playing is None and self._queued is not None:
            emote_id, self._queued = self._queued, None
            self.force_emote(emote_id)
        if self._playing is not None or self._body_hindrance is not None or body.lounging:
            self._schedule.interrupt()
        elif self.idles and self.catalogue.idle_pool and self._schedule.tick(now):
            self._request(self._random.choice(self.catalogue.idle_pool), force=False)

    def _reason_to_stop(self, playing: Playing) -> StopReason | None:
        if self._body_hindrance is not None:
            return StopReason.BODY
        if playing.session is not None and playing.session not in self._sessions:
            return StopReason.SESSION
        if playing.session is None and self._sessions:
            return StopReason.DIALOGUE
        if self.now >= playing.ends:
            return StopReason.FINISHED
        return None

    @property
    def _hindrance(self) -> str | None:
        if self._replacing:
            return "it is about to play another one"
        hindrance = self._body_hindrance
        return None if hindrance is None else f"its body isn't free: {hindrance}"

    def _objection(self, definition: EmoteDefinition, *, force: bool) -> str | None:
        if self._sessions:
            return "somebody talks to it"
        if not force:
            if self.cooldown:
                return f"emotes rest for {self.cooldown} more ticks"
            playing = self._playing
            if playing is not None:
                if not playing.definition.interruptible:
                    return f"{playing.definition.id!r} mustn't be interrupted"
                if definition.priority < playing.definition.priority:
                    return f"{playing.definition.id!r} matters more"
        return self._hindrance

    def _request(self, definition: EmoteDefinition | None, *, force: bool) -> bool:
        if definition is None or self._objection(definition, force=force) is not None:
            return False
        self._start(definition)
        return True

    def _start(self, definition: EmoteDefinition, session: UUID | None = None) -> None:
        self._replacing = True
        try:
            self._stop(StopReason.REPLACED)
        finally:
            self._replacing = False
        index = next(i for i, other in enumerate(self.catalogue) if other is definition)
        self._playing = Playing(definition, index, self.now, session)
        self._rest = max(self._rest, self.now + definition.cooldown_ticks)
        self._schedule.interrupt()
        self._listener.on_emote_started(definition)

    def _stop(self, reason: StopReason) -> None:
        if self._playing is not None:
            definition, self._playing = self._playing.definition, None
            self._listener.on_emote_stopped(definition, reason)
