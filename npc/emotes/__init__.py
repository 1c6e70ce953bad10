"""Body emotes: what companions do with their bodies to say something."""

from npc.emotes.definition import EmoteCatalogue, EmoteDefinition, EmoteFlag
from npc.emotes.manager import EmoteListener, EmoteManager, Playing, StopReason
from npc.emotes.readiness import BodyState

__all__ = [
    "BodyState",
    "EmoteCatalogue",
    "EmoteDefinition",
    "EmoteFlag",
    "EmoteListener",
    "EmoteManager",
    "Playing",
    "StopReason",
]
