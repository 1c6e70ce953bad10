"""Body emotes: what companions do with their bodies to say something."""

from npc.emotes.clip import Clip
from npc.emotes.clip_player import ClipPlayer, Figure
from npc.emotes.clip_table import ClipError, ClipTable, read_clip, shipped_clips
from npc.emotes.definition import EmoteCatalogue, EmoteDefinition, EmoteFlag
from npc.emotes.manager import EmoteListener, EmoteManager, Playing, StopReason
from npc.emotes.readiness import BodyState
from npc.emotes.repertoire import EmoteError, EmoteTable, Repertoire, shipped_repertoire

__all__ = [
    "BodyState",
    "Clip",
    "ClipError",
    "ClipPlayer",
    "ClipTable",
    "EmoteCatalogue",
    "EmoteDefinition",
    "EmoteError",
    "EmoteFlag",
    "EmoteListener",
    "EmoteManager",
    "EmoteTable",
    "Figure",
    "Playing",
    "Repertoire",
    "StopReason",
    "read_clip",
    "shipped_clips",
    "shipped_repertoire",
]
