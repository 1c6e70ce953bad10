"""Body emotes: what companions do with their bodies to say something."""

from npc.emotes.clip import Clip
from npc.emotes.clip_player import ClipPlayer, Figure
from npc.emotes.clip_table import ClipError, ClipTable, read_clip, shipped_clips
from npc.emotes.definition import EmoteCatalogue, EmoteDefinition, EmoteFlag
from npc.emotes.manager import EmoteListener, EmoteManager, Playing, StopReason
from npc.emotes.readiness import BodyState

__all__ = [
    "BodyState",
    "Clip",
    "ClipError",
    "ClipPlayer",
    "ClipTable",
    "EmoteCatalogue",
    "EmoteDefinition",
    "EmoteFlag",
    "EmoteListener",
    "EmoteManager",
    "Figure",
    "Playing",
    "StopReason",
    "read_clip",
    "shipped_clips",
]
