"""What players say to all: those of this proxy by what they type, others where the wire tells who speaks (1.16+)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npc.company import being_of_entity, being_of_player, is_bodily, is_spectator
from npc.happenings import Being, Deed, Happening
from proxy import messages as m
from proxy.tracking.handlers import Handlers

if TYPE_CHECKING:
    from proxy.tracking.tracker import WorldTracker


def said(tracker: WorldTracker, message: m.ChatSaid) -> None:
    if not message.command and is_bodily(tracker.view):
        _speaks(tracker, being_of_player(tracker.view))


def heard(tracker: WorldTracker, message: m.PlayerChat) -> None:
    """Somebody else says something. Whom the client doesn't see is too far away for anybody near it to hear."""
    view, sender = tracker.view, message.sender
    if sender is None or tracker.doers.is_own(sender):
        return
    speaker = next((entity for entity in view.entities.values() if entity.uuid == sender), None)
    if speaker is None or is_spectator(speaker, view):
        return
    being = being_of_entity(speaker, view)
    if being is not None:
        _speaks(tracker, being)


def _speaks(tracker: WorldTracker, speaker: Being) -> None:
    mouth = speaker.shape.eyes
    if tracker.events.is_watched(tracker.view, mouth[0], mouth[2]):
        tracker.events.happened(tracker.view, Happening(Deed.TALK, mouth, speaker))


CLIENTBOUND: Handlers = {m.PlayerChat: heard}
SERVERBOUND: Handlers = {m.ChatSaid: said}
